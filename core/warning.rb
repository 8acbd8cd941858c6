# Warning, and Kernel#warn.

module Warning
  @enabled = { deprecated: false, experimental: true, performance: false, strict_unused_block: false }

  class << self
    def [](category)
      @enabled.fetch(Warning.__category(category))
    end

    def []=(category, enabled)
      @enabled[Warning.__category(category)] = enabled ? true : false
      enabled
    end

    def categories
      @enabled.keys
    end

    def __category(category)
      unless Primitive.is_a(category, Symbol)
        raise TypeError, "wrong argument type #{Primitive.class_of(category)} (expected Symbol)"
      end
      raise ArgumentError, "unknown category: #{category}" unless @enabled.key?(category)
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
    $stderr.write(message)
    nil
  end
  extend self
end

module Kernel
  def warn(*messages, uplevel: nil, category: nil)
    return nil if nil.equal?($VERBOSE) || messages.empty?
    unless nil.equal?(category)
      category = Rutile.to_name(category) unless Primitive.is_a(category, Symbol)
      return nil unless Warning[category]
    end
    messages = messages[0] if messages.size == 1 && Primitive.is_a(messages[0], Array)
    text = Rutile.warning_text(messages)
    unless nil.equal?(uplevel)
      uplevel = Rutile.to_int(uplevel)
      raise ArgumentError, "negative level (#{uplevel})" if uplevel < 0
      position = Primitive.caller_position(uplevel)
      text = position ? "#{position}: warning: #{text}" : "warning: #{text}"
    end
    return nil if text.empty?
    nil.equal?(category) ? Warning.warn(text) : Warning.warn(text, category: category)
    nil
  end
  module_function :warn
end

module Rutile
  # Lines, each ended, as `puts` would write them.
  def self.warning_text(messages)
    text = +""
    messages.flatten.each do |message|
      text << Rutile.text(message)
      text << "\n" unless text.end_with?("\n")
    end
    text
  end
end
