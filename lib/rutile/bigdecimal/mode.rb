# BigDecimal's modes: how it rounds, what is an exception, how many digits are kept at most. Each thread has its own.

class BigDecimal
  ROUND_NAMES = {
    up: ROUND_UP, down: ROUND_DOWN, truncate: ROUND_DOWN, half_up: ROUND_HALF_UP, default: ROUND_HALF_UP,
    half_down: ROUND_HALF_DOWN, half_even: ROUND_HALF_EVEN, banker: ROUND_HALF_EVEN, ceiling: ROUND_CEILING,
    ceil: ROUND_CEILING, floor: ROUND_FLOOR
  }.freeze
  HALF_NAMES = { "up" => ROUND_HALF_UP, "down" => ROUND_HALF_DOWN, "even" => ROUND_HALF_EVEN }.freeze
  private_constant :ROUND_NAMES, :HALF_NAMES

  class << self
    def mode(which, value = (absent = true; nil))
      which = Rutile.to_int(which)
      if which & EXCEPTION_ALL != 0
        flags = Primitive.current_thread[:__bigdecimal_exceptions] || 0
        return flags if absent || nil.equal?(value)
        raise ArgumentError, "second argument must be true or false" unless true.equal?(value) || false.equal?(value)
        changed = which & (EXCEPTION_INFINITY | EXCEPTION_NaN | EXCEPTION_UNDERFLOW | EXCEPTION_ZERODIVIDE)
        return Primitive.current_thread[:__bigdecimal_exceptions] = value ? flags | changed : flags & ~changed
      end
      raise TypeError, "first argument for BigDecimal.mode invalid" unless which == ROUND_MODE
      return __rounding if absent || nil.equal?(value)
      @__modes_changed = true
      Primitive.current_thread[:__bigdecimal_rounding] = __rounding_named(value)
    end

    def limit(digits = nil)
      before = Primitive.current_thread[:__bigdecimal_limit] || 0
      return before if nil.equal?(digits)
      digits = Rutile.to_int(digits)
      raise ArgumentError, "argument must be positive" if digits < 0
      @__modes_changed = true
      Primitive.current_thread[:__bigdecimal_limit] = digits
      before
    end

    def save_exception_mode(&block)
      __saving(:__bigdecimal_exceptions, &block)
    end

    def save_rounding_mode(&block)
      __saving(:__bigdecimal_rounding, &block)
    end

    def save_limit(&block)
      __saving(:__bigdecimal_limit, &block)
    end

    def double_fig
      DOUBLE
    end

    # Whether any thread ever rounded in another way, or had a limit.
    def __modes_changed?
      @__modes_changed
    end

    def __rounding
      Primitive.current_thread[:__bigdecimal_rounding] || ROUND_HALF_UP
    end

    # The number of a mode by its number, its name, or the options that `round` takes.
    def __rounding_named(mode)
      case mode
      when Hash then return __rounding_of_half(mode[:half])
      when Symbol, String then number = ROUND_NAMES[mode.to_s.downcase.to_sym]
      when nil then raise TypeError, "no implicit conversion from nil to integer"
      else
        number = Rutile.to_int(mode)
        number = nil unless number.between?(ROUND_UP, ROUND_HALF_EVEN)
        raise ArgumentError, "invalid rounding mode" unless number
      end
      number or raise ArgumentError, "invalid rounding mode (#{mode})"
    end

    private

    def __rounding_of_half(half)
      return __rounding if half.nil?
      name = Symbol === half ? half.to_s : Rutile.try_convert(half, String, "String", :to_str)
      raise ArgumentError, "invalid rounding mode (#{half.inspect})" unless name
      HALF_NAMES[name.downcase] or raise ArgumentError, "invalid rounding mode (#{name})"
    end

    def __saving(name)
      before = Primitive.current_thread[name]
      yield
    ensure
      Primitive.current_thread[name] = before
    end
  end
end
