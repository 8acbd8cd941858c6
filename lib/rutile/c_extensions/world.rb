# Ruby's half of the C API: variables, files and processes.

module Rutile
  module CExtensions
    # Global variables that each frame has of its own.
    OF_FRAMES = %i[$~ $_ $& $` $' $+].freeze

    class << self
      def hook_global(name)
        Primitive.hook_global(name, :extension_global, :set_extension_global)
      end

      # Those of the running method are its caller's.
      def global(name) = OF_FRAMES.include?(name) ? evaluate(name.to_s) : eval(name.to_s)

      def set_global(name, value)
        place = OF_FRAMES.include?(name) ? caller_binding : binding
        place.eval("->(value) { #{name} = value }").call(value)
      end
      def alias_global(new, old) = eval("alias #{new} #{old}")
      def global_names = global_variables

      # In the nearest frame of the program's, with its self and its variables.
      def evaluate(text) = eval(text, caller_binding)

      # A command is text, which is evaluated outside of all, or what can be called.
      def evaluate_command(command, list, has_keywords)
        return eval(command, ::TOPLEVEL_BINDING) if ::String === command
        return command.call(*list) unless has_keywords && ::Hash === list.last
        command.call(*list[0...-1], **list.last)
      end

      def evaluate_protected(text) = stop_all { evaluate(text) }

      def require_feature(name) = require(name)
      def load_file(path, wrap) = Kernel.load(path, wrap)

      def load_protected(path, wrap) = stop_all { Kernel.load(path, wrap) }

      def provide(name) = ::Rutile.provide(name)
      def provides(name) = ::Rutile.provided(name) == :loaded
      def source_file = program_place&.first.to_s
      def source_line = program_place&.at(1).to_i

      # Path and line of the nearest frame of the program's.
      def program_place
        nearest = Primitive.extension_frames(true).last
        nearest && nearest[4]
      end

      def last_status = $?
      def set_last_status(process, status) = ::Rutile.set_last_status(process, status)

      # nil where there is no such program.
      def spawn_process(list)
        ::Process.spawn(*list)
      rescue ::SystemCallError
        nil
      end

      def exec_process(list) = ::Process.exec(*list)

      def wait_for_process(process, flags)
        found = ::Process.wait(process, flags)
        found && [found, $?.to_i]
      rescue ::SystemCallError
        [-1, 0]
      end

      def wait_for_status(process, flags) = ::Process::Status.wait(process, flags)
      def detach(process) = ::Process.detach(process)
      def dump(value, io) = io ? ::Marshal.dump(value, io) : ::Marshal.dump(value)
      def undump(source) = ::Marshal.load(source)
      def kill(list) = ::Process.kill(*list)
      def show(value) = p(value)
      def write_error(text) = $stderr.write(text)
    end
  end
end
