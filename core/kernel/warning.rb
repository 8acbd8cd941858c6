# Warning, and Kernel#warn.

module Warning
  @__enabled = { deprecated: false, experimental: true, performance: false, strict_unused_block: false }

  class << self
    def [](category)
      @__enabled.fetch(Warning.__category(category))
    end

    def []=(category, enabled)
      @__enabled[Warning.__category(category)] = enabled ? true : false
      Primitive.warn_of_deprecated(enabled) if category == :deprecated
      Primitive.warn_of_performance(enabled) if category == :performance
      Primitive.warn_of_unused_blocks(enabled) if category == :strict_unused_block
      enabled
    end

    def categories
      @__enabled.keys
    end

    def __category(category)
      unless Primitive.is_a(category, Symbol)
        raise TypeError, "wrong argument type #{Primitive.class_of(category)} (expected Symbol)"
      end
      raise ArgumentError, "unknown category: #{category}" unless @__enabled.key?(category)
      category
    end
  end

  def warn(message, category: nil)
    unless Primitive.is_a(message, String)
      raise TypeError, "wrong argument type #{Primitive.class_of(message)} (expected String)"
    end
    unless nil.equal?(category)
      return nil unless Warning[category]
    end
    unless message.__encoding.ascii_compatible?
      raise Encoding::CompatibilityError, "ASCII incompatible encoding: #{message.__encoding.name}"
    end
    $stderr.write(message)
    nil
  end
  extend self
end

module Kernel
  def warn(*messages, uplevel: nil, category: nil)
    return nil if nil.equal?($VERBOSE) || messages.empty?
    category = Rutile.to_category(category) unless nil.equal?(category)
    return nil if category && !Warning[category]
    text = Rutile.warning_text(messages, uplevel)
    if Primitive.identical(self, Warning)
      # A `warn` of the program's in Warning calls super.
      $stderr.write(text)
    else
      Rutile.tell_warning(text, category)
    end
    nil
  end
  module_function :warn
end

module Rutile
  def self.to_category(category)
    return category if Primitive.is_a(category, Symbol)
    convert(category, Symbol, "Symbol", :to_sym)
  end

  # By `Warning.warn`, which may be the program's and take no category.
  def self.tell_warning(text, category)
    alone = responds?(Warning, :warn) && Warning.method(:warn).arity == 1
    alone ? Warning.warn(text) : Warning.warn(text, category: category)
  end

  # The machine has noted where a program changed a literal that will be frozen one day, and where it was made if literals know that.
  def self.warn_of_changed_literal(place, made_at)
    text = "literal string will be frozen in the future"
    return tell_warning("#{place}: warning: #{text} (run with --debug-frozen-string-literal for more information)\n", :deprecated) unless made_at
    tell_warning("#{place}: warning: #{text}\n", :deprecated)
    tell_warning("#{made_at}: info: the string was created here\n", :deprecated)
  end

  # What a literal is replaced by that knows where it was made.
  def self.string_made_at(string, path, line, frozen)
    Primitive.set_string_made_at(string, "#{path}:#{line}".freeze, frozen)
  end

  # What the machine found on its way.
  def self.tell_due_warnings(texts)
    at = 0
    while at < texts.size
      Warning.warn(texts[at]) unless nil.equal?($VERBOSE)
      at += 1
    end
  end

  # RubyGems' `require` is passed over where a warning says who required a file.
  REQUIRE_OF_GEMS = "/rubygems/core_ext/kernel_require.rb".freeze
  private_constant :REQUIRE_OF_GEMS

  # Warns that a method is about to go, and of what takes its place.
  def self.warn_of_removal(method, other)
    return unless Warning[:deprecated]
    message = "#{method} is deprecated and will be removed in Ruby 3.5; use #{other} instead"
    warn_at(Primitive.caller_position(0), message, :deprecated)
  end

  # The text of a warning in lines, each ended as `puts` would, with the place it is about.
  def self.warning_text(messages, uplevel)
    text = +""
    messages.flatten.each do |message|
      text << Rutile.text(message)
      text << "\n" unless text.end_with?("\n")
    end
    return text if nil.equal?(uplevel)
    level = to_int(uplevel)
    raise ArgumentError, "negative level (#{level})" if level < 0
    location = Kernel.caller_locations(level)&.find { |caller| !caller.path.end_with?(REQUIRE_OF_GEMS) }
    location ? "#{location.path}:#{location.lineno}: warning: #{text}" : "warning: #{text}"
  end
end
