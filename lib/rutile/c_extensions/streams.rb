# Ruby's half of the C API: streams and descriptors.

module Rutile
  module CExtensions
    class << self
      def descriptor(io) = (::Integer === io ? io : to_io(io).fileno)
      def io_or_nil(value) = ::IO.try_convert(value)

      def to_io(value)
        ::IO.try_convert(value) || raise(::TypeError, "no implicit conversion of #{shown(value)} into IO")
      end

      def wait_for_events(io, events, timeout)
        ready = to_io(io).wait(events, timeout)
        ready == true || ::IO === ready ? events : ready || false
      end

      def wait_for_descriptor(number, events, timeout)
        io = ::IO.for_fd(number, autoclose: false)
        ready = io.wait(events, timeout)
        ready.nil? || ready == false ? 0 : ::Integer === ready ? ready : events
      end

      def status(fields) = ::File::Stat.allocate.__set_up(fields)

      def path_of(io) = io.respond_to?(:path) ? io.path : nil

      # `FMODE_READABLE` and `FMODE_WRITABLE`.
      def mode_of(io)
        flags = io.fcntl(3) & 3 # F_GETFL, O_ACCMODE
        [1, 2, 3][flags] || 0
      end

      def read_line = gets
      def open_file(path, mode) = ::File.open(path, mode)
      def open_descriptor(type, number, _mode) = type.for_fd(number)
      def is_directory(path) = ::File.directory?(path)
      def absolute_path(path, folder = nil) = ::File.absolute_path(path, folder)
      def expand_path(path, folder = nil) = ::File.expand_path(path, folder)
      def folder_of(path) = ::File.dirname(path)

      def find_file(name)
        path = $LOAD_PATH.map { |folder| ::File.join(folder, name) }.find { |each| ::File.file?(each) }
        path || raise(::LoadError, "cannot load such file -- #{name}")
      end
    end
  end
end
