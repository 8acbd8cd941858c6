# Ruby's half of the C API: facts about objects and the process, one call each.

module Rutile
  module CExtensions
    class << self
      def select_descriptors(reading, writing, excepting, timeout)
        streams = [reading, writing, excepting].map { |list| list&.map { |number| ::IO.for_fd(number, autoclose: false) } }
        ready = ::IO.select(*streams, timeout)
        ready&.map { |list| list.map(&:fileno) }
      end

      def stream_facts(io) = io.closed? ? [-1, 0, path_of(io)] : [io.fileno, mode_of(io), path_of(io)]

      def check_stream(io, what)
        raise ::IOError, "closed stream" if io.closed?
        return if what == "closed" || mode_of(io) & (what == "reading" ? 1 : 2) != 0
        raise ::IOError, "not opened for #{what}"
      end

      def has_read_ahead(io) = io.respond_to?(:nread) && io.nread > 0

      def open_flags(mode)
        flags = { "r" => ::IO::RDONLY, "w" => ::IO::WRONLY | ::IO::CREAT | ::IO::TRUNC, "a" => ::IO::WRONLY | ::IO::CREAT | ::IO::APPEND }[mode[0]]
        raise ::ArgumentError, "invalid access mode #{mode}" unless flags
        mode.include?("+") ? flags & ~::IO::WRONLY | ::IO::RDWR : flags
      end

      def signal_name(number) = ::Signal.signame(number)
      def bytes_before(text, position) = text[0, position].to_s.bytesize
      def characters_before(text, position) = text.byteslice(0, position).length
      def are_comparable(one, other) = one.empty? || other.empty? || !::Encoding.compatible?(one, other).nil?
      def raise_incompatible(text) = raise(::Encoding::CompatibilityError, "ASCII incompatible encoding: #{text.encoding}")
      def is_plain_name(name) = name.to_sym.inspect == ":#{name}"
      def hash_default(hash) = hash.default_proc || hash.default
      def is_shareable(value) = ::Ractor.shareable?(value)
      def make_shareable(value) = ::Ractor.make_shareable(value)
      def make_shareable_copy(value) = ::Ractor.make_shareable(value, copy: true)

      def check_inheritable(type)
        raise ::TypeError, "superclass must be an instance of Class (given an instance of #{type.class})" unless ::Class === type
        raise ::TypeError, "can't make subclass of singleton class" if type.singleton_class?
        raise ::TypeError, "can't make subclass of Class" if type == ::Class
      end


      def sequence_parts(value)
        case value
        when ::Enumerator::ArithmeticSequence then [value.begin, value.end, value.step, value.exclude_end?]
        when ::Range then [value.begin, value.end, 1, value.exclude_end?]
        end
      end

      def ractor_number = ::Ractor.current.object_id
      def standard_input = $stdin
      def standard_output = $stdout
      def standard_error = $stderr
      def program_arguments = ::ARGV
      def current_folder = ::Dir.pwd
      def process_times = ::Process.times
      def last_group(found) = found.captures.compact.last
      def raise_interrupt = raise(::Interrupt, "")
    end
  end
end
