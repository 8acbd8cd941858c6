# ErrorHighlight: the piece of the line that an error is about, underlined below the message.
#
# Which piece that is the compiler says (crates/compiler/src/spot.rs), from the file as it is now: of a text given to
# `eval`, of `-e` and of a file that is another by now nothing is shown.

module ErrorHighlight
  # The version of the reference's gem whose answers these are.
  VERSION = "0.7.0"

  # How the piece is shown. Another object that answers `message_for` may be put in its place.
  class DefaultFormatter
    MIN_SNIPPET_WIDTH = 20
    ELLIPSIS = "...".freeze
    private_constant :ELLIPSIS

    @width = nil

    class << self
      def message_for(spot)
        return "" unless spot[:first_lineno] == spot[:last_lineno]
        snippet, first, last = fit(spot[:snippet], spot[:first_column], spot[:last_column])
        "\n\n#{snippet}#{snippet[0...first].gsub(/[^\t]/, " ")}#{"^" * (last - first)}"
      end

      # nil: as wide as it is.
      def max_snippet_width
        return nil if @width == :any
        @width ||= terminal_width
      end

      def max_snippet_width=(width)
        return @width = :any if width.nil?
        width = width.to_i
        if width < MIN_SNIPPET_WIDTH
          warn "'max_snippet_width' adjusted to minimum value of #{MIN_SNIPPET_WIDTH}."
          width = MIN_SNIPPET_WIDTH
        end
        @width = width
      end

      def terminal_width
        require "io/console"
        STDERR.winsize[1] if STDERR.tty?
      rescue LoadError, NoMethodError, SystemCallError
        nil
      end

      private

      # Of a line that is too wide, what is around the piece, and where in that the piece stands.
      def fit(snippet, first, last)
        width = max_snippet_width
        return [snippet, first, last] unless width && snippet.size > width
        start = last < width - ELLIPSIS.size ? 0 : [first - width / 2, 0].max
        finish = start + width
        start = snippet.size - width if finish > snippet.size
        prefix = start > 0 ? ELLIPSIS : ""
        suffix = finish < snippet.size ? ELLIPSIS : ""
        shown = prefix + snippet[(start + prefix.size)...(finish - suffix.size)] + suffix
        shown << "\n" unless shown.end_with?("\n")
        [shown, first - start, [last - start, shown.size - 1].min]
      end
    end
  end

  @formatter = nil

  # Methods that the reference has in Ruby of its own: it finds no place in the program for what they raise.
  UNPLACED = %w[
    Kernel#Float Kernel#Integer Kernel#clone Kernel#loop Kernel#tap Kernel#then Kernel#warn Array#each Array#first Array#last
    Array#pack Array#sample Array#shuffle Array#shuffle! Integer#times Integer#ceildiv String#unpack String#unpack1 Marshal.load
    Time.at Time.now Time#initialize Dir.open Dir.glob Dir.[] IO#read_nonblock IO#write_nonblock
  ].freeze
  private_constant :UNPLACED

  # The finder of the place.
  class Spotter
    # A path of constants, as `Foo::Bar`, counts as one look-up: the missing name in it is what is underlined.
    OPT_GETCONSTANT_PATH = true
  end
  private_constant :Spotter

  class << self
    attr_writer :formatter

    def formatter
      @formatter || DefaultFormatter
    end

    # Where an error was raised, or where one of the calls of its backtrace stands; nil where that isn't known.
    # Also the place of a node of Prism's tree.
    def spot(error, point_type: :name, backtrace_location: nil, name: nil)
      return spot_node(error, point_type, name) if defined?(Prism::Node) && Prism::Node === error
      raise TypeError, "Exception is expected" unless Exception === error
      if backtrace_location
        return nil unless Thread::Backtrace::Location === backtrace_location
        name = nil
      else
        point_type = :args if TypeError === error || ArgumentError === error
        name = error.name if NameError === error
        first = error.backtrace_locations&.first
        return nil if first.nil? || UNPLACED.include?(first.label)
      end
      source = Rutile.program_text(Primitive.error_file(error, backtrace_location))
      place = source && Primitive.error_location(error, source, point_type == :args, name&.to_sym, backtrace_location)
      place && described(place, source.force_encoding(Encoding::UTF_8).lines)
    end

    private

    def spot_node(node, point_type, name)
      lines = node.script_lines
      place = Primitive.node_location(node.node_id, lines.join, point_type == :args, name&.to_sym)
      place && described(place, lines)
    end

    def described(place, script_lines)
      first_lineno, first_column, last_lineno, last_column, snippet = place
      { first_lineno:, first_column:, last_lineno:, last_column:, snippet:, script_lines: }
    end
  end

  # The methods that errors' messages get.
  module CoreExt
    def detailed_message(error_highlight: true, **options)
      # A library that guesses names comes first, if it is asked for only now; it has defaults of its own.
      if (helped = Rutile.helped_class(self))
        return helped.instance_method(:detailed_message).bind_call(self, error_highlight:, **options)
      end
      return super unless error_highlight
      super + generate_snippet(options[:highlight])
    end

    private

    def generate_snippet(highlight)
      spot = ErrorHighlight.spot(self)
      return "" unless spot
      text = ErrorHighlight.formatter.message_for(spot)
      highlight ? text.gsub(/.+/) { |line| "\e[1m#{line}\e[m" } : text
    end
  end

  [NameError, TypeError, ArgumentError].each { |kind| kind.prepend(CoreExt) }
end
