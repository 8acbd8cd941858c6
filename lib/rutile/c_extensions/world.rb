# What C functions ask of Ruby. Variables, files and processes.

module Rutile
  module CExtensions
    class << self
      def hook_global(name)
        Primitive.hook_global(name, :extension_global, :set_extension_global)
      end

      def global(name) = eval(name.to_s)
      def set_global(name, value) = eval("->(value) { #{name} = value }").call(value)
      def alias_global(new, old) = eval("alias #{new} #{old}")
      def global_names = global_variables

      def evaluate(text) = eval(text, ::TOPLEVEL_BINDING)

      def evaluate_protected(text)
        [evaluate(text)]
      rescue ::Exception => error
        error
      end

      def require_feature(name) = require(name)
      def load_file(path, wrap) = Kernel.load(path, wrap)

      def load_protected(path, wrap)
        Kernel.load(path, wrap)
        nil
      rescue ::Exception => error
        error
      end

      def provide(name) = ::Rutile.provide(name)
      def provides(name) = ::Rutile.provided(name) == :loaded
      def source_file = caller_locations(1, 1)&.first&.path.to_s
      def source_line = caller_locations(1, 1)&.first&.lineno.to_i
      def last_status = $?

      def wait_for_process(process, flags)
        found = ::Process.wait(process, flags)
        found && [found, $?.to_i]
      rescue ::SystemCallError
        [-1, 0]
      end

      def detach(process) = ::Process.detach(process)
      def dump(value, io) = io ? ::Marshal.dump(value, io) : ::Marshal.dump(value)
      def undump(source) = ::Marshal.load(source)
      def kill(list) = ::Process.kill(*list)
      def show(value) = p(value)
      def write_error(text) = $stderr.write(text)
    end
  end
end
