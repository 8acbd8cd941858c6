# Ruby's half of the C API: threads and fibers.

module Rutile
  module CExtensions
    class << self
      # Waits for a function that needs no Ruby, and makes the calls that it wants made. What is raised here meanwhile waits until the
      # function, which is told by its own means (`unblock`), is over; so does the end of a thread that is killed.
      def without_lock(function, data, unblock, unblock_data)
        work = Primitive.extension_work_begin(function, data)
        raise ::ThreadError, "can't create Thread: Resource temporarily unavailable" unless work
        result, raised = finish_work(work, unblock, unblock_data)
        raised ? raise(raised) : result
      end

      # What the function gave with the system's error that it left, and what was raised here meanwhile.
      def finish_work(work, unblock, unblock_data)
        raised = nil
        until (event = Primitive.extension_work(work)) && event.size == 1
          if event
            Primitive.extension_work_answer(work, Primitive.extension_invoke_word(event[0], event[1]))
          else
            killed = true
            begin
              # Whatever wakes the thread (a signal, an exception, `wakeup`) ends what the function waits for.
              ::Rutile.await_work { unblock_work(work, unblock, unblock_data) }
              killed = false
            rescue ::Exception => raised
              killed = false
              unblock_work(work, unblock, unblock_data)
            ensure
              if killed
                unblock_work(work, unblock, unblock_data)
                finish_work(work, unblock, unblock_data)
              end
            end
          end
        end
        [event[0], raised]
      end

      # `RUBY_UBF_IO`
      UNBLOCK_BY_SIGNAL = 2**64 - 1

      def fails_call = ::Rutile.fails_call?

      def unblock_work(work, unblock, data)
        return Primitive.extension_work_interrupt(work) if unblock == UNBLOCK_BY_SIGNAL
        Primitive.extension_invoke(unblock, [data], nil) unless unblock == 0
      end

      def current_thread = ::Thread.current
      def main_thread = ::Thread.main
      def is_alone = ::Thread.list.size == 1
      def create_thread(function, argument, holder) = ::Thread.new { holder && Primitive.extension_invoke(function, [argument], nil) }
      def stop_thread = ::Thread.stop
      def pass_thread = ::Thread.pass
      def check_interrupts = ::Thread.pass
      # Work was left off: who is due has its turn as this is called.
      def attend = nil
      def sleep_for(seconds) = seconds ? sleep(seconds) : sleep
      def new_mutex = ::Thread::Mutex.new
      def synchronize(mutex, function, argument, &block) = mutex.synchronize { Primitive.extension_invoke(function, [argument], block) }
      def current_fiber = ::Fiber.current
      def new_fiber(function, data, holder, storage)
        ::Fiber.new(storage: storage) { |*values, &block| holder && call_block_function(function, data, values, block) }
      end

      def yield_fiber(list) = ::Fiber.yield(*list)
      def yield_fiber_keywords(list) = ::Fiber.yield(*list[...-1], **list[-1])
      def block_given(&block) = block
      def fiber_scheduler = ::Fiber.scheduler
      def current_scheduler = ::Fiber.current_scheduler
      def set_scheduler(scheduler) = ::Fiber.set_scheduler(scheduler)
    end
  end
end
