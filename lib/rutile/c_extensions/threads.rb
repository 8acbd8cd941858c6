# What C functions ask of Ruby. Threads and fibers.

module Rutile
  module CExtensions
    class << self
      def without_lock(function, data, unblock, unblock_data)
        until (result = Primitive.extension_work(function, data))
          ::Rutile.await_work
        end
        result[0]
      end

      def current_thread = ::Thread.current
      def main_thread = ::Thread.main
      def is_alone = ::Thread.list.size == 1
      def create_thread(function, argument, holder) = ::Thread.new { holder && Primitive.extension_invoke(function, [argument], nil) }
      def stop_thread = ::Thread.stop
      def pass_thread = ::Thread.pass
      def check_interrupts = ::Thread.pass
      def sleep_for(seconds) = seconds ? sleep(seconds) : sleep
      def new_mutex = ::Thread::Mutex.new
      def synchronize(mutex, function, argument, &block) = mutex.synchronize { Primitive.extension_invoke(function, [argument], block) }
      def current_fiber = ::Fiber.current
      def new_fiber(function, data, holder) = ::Fiber.new { |*values, &block| holder && call_block_function(function, data, values, block) }
      def yield_fiber(list) = ::Fiber.yield(*list)
      def fiber_scheduler = ::Fiber.scheduler
      def current_scheduler = ::Fiber.current_scheduler
      def set_scheduler(scheduler) = ::Fiber.set_scheduler(scheduler)
    end
  end
end
