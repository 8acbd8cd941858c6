# Ruby's half of the C API: streams and descriptors.

module Rutile
  module CExtensions
    class << self
      def descriptor(io) = (::Integer === io ? io : to_io(io).fileno)
      def io_or_nil(value) = ::IO.try_convert(value)

      def to_io(value)
        ::IO.try_convert(value) || raise(::TypeError, "no implicit conversion of #{shown(value)} into IO")
      end

      # What C code wants to know of how a stream is to be opened: the flags, CRuby's bits for them (`FMODE_`), mode and permissions as the
      # options may have them, and the encodings' names: of what is read, and before that of what is converted to it.
      def open_mode(mode, permissions, options)
        options ||= {}
        opened = ::Rutile::OpenMode.new(mode, permissions, options)
        [opened.flags, mode_bits(opened), mode.nil? ? options[:mode] : mode, permissions.nil? ? options[:perm] : permissions, *encodings_for_c(opened)]
      end

      def mode_bits(opened)
        flags = opened.flags
        bits = flags & ::File::RDWR != 0 ? 3 : (flags & ::File::WRONLY) + 1
        bits |= 4 if opened.binary?
        MODE_BITS.each { |flag, bit| bits |= bit if flags & flag != 0 }
        bits |= 0x1000 if opened.text?
        opened.encodings&.by_mark ? bits | 0x100000 : bits
      end

      MODE_BITS = { ::File::APPEND => 0x40, ::File::CREAT => 0x80, ::File::EXCL => 0x400, ::File::TRUNC => 0x800 }.freeze

      def encodings_for_c(opened)
        encodings = opened.encodings || ::Rutile::StreamEncodings.new(opened.binary? ? ::Encoding::BINARY : nil)
        (encodings.internal ? [encodings.internal, encodings.external] : [encodings.external, nil]).map { |encoding| encoding&.name }
      end

      # The events that have come, false where none came in time (nil: in the stream's own).
      def wait_for_events(io, events, timeout)
        io = to_io(io)
        Primitive.io_check_open(io)
        io.__wait_for(events, ::Rutile.wait_seconds(timeout.nil? ? io.timeout : timeout)) || false
      end

      # What is to be done after a call of the system's ended with an error: the events to try again for, or nil.
      def maybe_wait(error, io, events, timeout)
        Primitive.io_check_open(to_io(io))
        case error
        when ::Errno::EINTR::Errno, RESTARTS
          check_interrupts
          events
        when ::Errno::EAGAIN::Errno then wait_for_events(io, events, timeout)
        end
      end

      # `ERESTART`, which Ruby has no class for.
      RESTARTS = 85

      def wait_after_error(error, number, events)
        check_descriptor(number)
        case error
        when ::Errno::EINTR::Errno, RESTARTS
          check_interrupts
          true
        when ::Errno::EAGAIN::Errno
          wait_for_descriptor(number, events, nil)
          true
        end
      end

      def raise_timed_out(writes)
        raise ::IO::TimeoutError, "Timed out waiting for IO to become #{writes ? "writable" : "readable"}!"
      end

      def check_descriptor(number)
        raise ::IOError, "closed stream" if number < 0
      end

      def wait_for_descriptor(number, events, timeout)
        io = ::IO.for_fd(number, autoclose: false)
        ready = io.wait(events, timeout)
        ready.nil? || ready == false ? 0 : ::Integer === ready ? ready : events
      end

      # Threads that wait for a descriptor learn that it is about to be closed.
      def tell_of_close(number)
        ::Thread.list.each do |thread|
          thread.raise(::IOError, "stream closed in another thread") if Primitive.extension_awaits(thread, number)
        end
      end

      def status(fields) = ::File::Stat.allocate.__set_up(fields)

      def path_of(io) = io.respond_to?(:path) ? io.path : nil

      # The stream's mode as C code has it: `FMODE_READABLE` and the like.
      def mode_of(io)
        flags = io.fcntl(3) # F_GETFL
        mode = [1, 2, 3][flags & 3] || 0 # O_ACCMODE
        mode |= 4 if io.binmode?
        mode |= 8 if io.sync
        mode |= 16 if io.tty?
        mode |= 64 if flags & ::IO::APPEND != 0
        mode
      end

      # These call nothing but the stream's `write`: its method may be what C code does so in.
      def print_to(stream, objects) = ::Rutile.print_to(stream, objects)
      def puts_to(stream, objects) = ::Rutile.puts_to(stream, objects)

      def printf_to(stream, objects)
        stream.write(::Kernel.format(*objects))
        nil
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
