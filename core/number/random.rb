# Random: pseudo-random numbers, the same for the same seed as the reference's.
#
# A generator's state is an array that the natives draw from (see random.rs). The
# process has one default generator, made when it is first asked for.

# Random's superclass stands inside it, so both are made before they are filled.
base = Class.new
Random = Class.new(base)
Random::Base = base

class Random
  module Formatter
    def random_number(limit = nil)
      return __random_float(true) if nil.equal?(limit)
      number = Rutile.random_within(self, limit, true)
      return number if number
      raise ArgumentError, "invalid argument - #{limit}" if false.equal?(number)
      __random_float(true)
    end

    def rand(limit = nil)
      random_number(limit)
    end

    # Draws for objects that only give bytes: eight of them for a float.
    def __random_float(exclusive)
      bits = Rutile.little_endian(bytes(8))
      Primitive.random_pair_to_float(bits & 0xffff_ffff, bits >> 32, exclusive)
    end

    # A number from 0 to `limit`: as many bits as the limit has, drawn again while above it.
    def __random_integer(limit)
      return 0 if limit == 0
      limit.bit_length > 64 ? __random_big_integer(limit) : __random_small_integer(limit)
    end

    # A draw of up to 64 bits is used up group by group before the next.
    def __random_small_integer(limit)
      width = limit.bit_length
      mask = (1 << width) - 1
      words = width > 32 ? 2 : 1
      bits = rest = 0
      while true
        if mask & ~rest != 0
          bits = Rutile.little_endian(bytes(words * 4))
          rest = (1 << words * 32) - 1
        end
        value = bits & mask
        return value if value <= limit
        bits >>= width
        rest >>= width
      end
    end

    def __random_big_integer(limit)
      width = limit.bit_length
      count = (width + 31) / 32 * 4
      while true
        value = Rutile.little_endian(bytes(count)) & ((1 << width) - 1)
        return value if value <= limit
      end
    end
  end

  class Base
    include Formatter
    extend Formatter

    def initialize(seed = (no_seed = true; nil))
      Primitive.check_frozen(self)
      seed = no_seed ? Primitive.random_new_seed : Rutile.to_integer(seed)
      @__seed = seed
      @__state = Primitive.random_seeded(seed)
      self
    end
    private :initialize

    def seed
      @__seed || __state && @__seed
    end

    def bytes(count)
      count = Rutile.to_index(Rutile.to_integer(count)).clamp(-1, 0x3fff_ffff_ffff_ffff)
      return Primitive.random_bytes(__state, count) if count <= Rutile::RANDOM_PORTION
      Rutile.joined_portions(count) { |portion| Primitive.random_bytes(__state, portion) }
    end

    def rand(limit = (no_limit = true; nil))
      primitive :random_rand
      return Primitive.random_float(__state) if no_limit
      return Primitive.random_float(__state) * limit if Float === limit && limit > 0.0 && limit.finite?
      Rutile.checked_random(self, limit)
    end

    def __state
      return @__state if @__state
      @__seed = Primitive.random_new_seed
      @__state = Primitive.random_seeded(@__seed)
    end

    def __random_float(exclusive)
      exclusive ? Primitive.random_float(__state) : Primitive.random_float_inclusive(__state)
    end

    def __random_integer(limit)
      Primitive.random_integer(__state, limit)
    end
  end
end

class Random
  class << self
    def rand(limit = (no_limit = true; nil))
      primitive :random_default_rand
      source = Rutile.default_random
      return Primitive.random_float(source.__state) if no_limit
      return Primitive.random_float(source.__state) * limit if Float === limit && limit > 0.0 && limit.finite?
      Rutile.checked_random(source, limit)
    end

    def random_number(limit = nil)
      Rutile.default_random.random_number(limit)
    end

    def bytes(count)
      Rutile.default_random.bytes(count)
    end

    def seed
      Rutile.default_random.seed
    end

    def srand(seed = (no_seed = true; nil))
      previous = Rutile.default_random.seed
      Rutile.default_random = no_seed ? new : new(seed)
      previous
    end

    def new_seed
      Primitive.random_new_seed
    end

    def urandom(count)
      count = Rutile.to_small_int(Rutile.to_integer(count))
      return Primitive.random_system_bytes(count) if count <= Rutile::RANDOM_PORTION
      Rutile.joined_portions(count) { |portion| Primitive.random_system_bytes(portion) }
    end
  end

  def ==(other)
    self.class == other.class && __state == other.__state && seed == other.seed
  end

  def initialize_copy(other)
    @__seed = other.seed
    @__state = other.__state.dup
    self
  end

  def state
    Primitive.random_packed_state(__state)
  end

  # How many words the state has left to give, and one.
  def left
    position = __state[-1]
    position == 624 ? 1 : 625 - position
  end

  def marshal_dump
    [state, left, seed]
  end

  def marshal_load(dump)
    raise TypeError, "wrong argument type #{dump.class} (expected Array)" unless Array === dump
    raise ArgumentError, "wrong dump data" unless dump.size == 3
    @__state = Primitive.random_unpacked_state(dump[0], dump[1])
    @__seed = dump[2]
    self
  end
  private :initialize_copy, :state, :left, :marshal_dump, :marshal_load
end

module Rutile
  # Bytes that are drawn before others have their turn: whole words of a generator.
  RANDOM_PORTION = 1 << 20

  class << self
    # The process's generator, made when it's first asked for.
    def default_random
      @default_random ||= Random.new
    end

    # Asked before a fork, so that a child with nothing to forget writes to no page that it shares.
    def __has_drawn?
      !nil.equal?(@default_random)
    end

    def default_random=(generator)
      @default_random = generator
    end

    # A random number as `limit` asks: false where `limit` says nothing of the kind, nil where there is none.
    def random_within(source, limit, strict)
      return nil if nil.equal?(limit)
      if Integer === limit || (!(Float === limit) && limit.respond_to?(:to_int))
        return random_below_limit(source, to_integer(limit), strict)
      end
      if Float === limit || (Numeric === limit && limit.real?)
        limit = random_float_limit(real_to_float(limit))
        return nil if limit < 0.0
        number = source.__random_float(true)
        return limit > 0.0 ? number * limit : number
      end
      random_in_range(source, limit)
    end

    def random_below_limit(source, limit, strict)
      if limit < 0
        return nil if strict
        limit = -limit
      end
      limit == 0 ? nil : source.__random_integer(limit - 1)
    end

    # The same for a Range.
    def random_in_range(source, range)
      return false unless Range === range
      first = range.__begin
      last = range.__end
      random_domain_error if nil.equal?(first) || nil.equal?(last)
      return false unless last.respond_to?(:-)
      span = Primitive.dispatch(last - first)
      if !(Float === span) && span.respond_to?(:to_int)
        span = to_integer(span)
        span -= 1 if range.__exclusive?
        return nil if span < 0
        return first + source.__random_integer(span)
      end
      return false unless Numeric === span
      random_float_in_range(source, first, last, real_to_float(span), range.__exclusive?)
    end

    # A span too wide for a float is drawn from in halves.
    def random_float_in_range(source, first, last, span, exclusive)
      random_domain_error if span.nan?
      if span.infinite?
        low = random_float_limit(real_to_float(first)) / 2.0
        high = random_float_limit(real_to_float(last)) / 2.0
        return (source.__random_float(exclusive) - 0.5) * (high - low) * 2 + (high + low)
      end
      return first + source.__random_float(exclusive) * span if span > 0.0
      span == 0.0 && !exclusive ? first + 0.0 : nil
    end

    def random_float_limit(limit)
      random_domain_error unless limit.finite?
      limit
    end

    def random_domain_error
      raise Errno::EDOM
    end

    # A String of so many bytes, of which the block makes a portion at a time: others have their turn in between.
    def joined_portions(count)
      result = Primitive.string_with_capacity(count, nil)
      while count > 0
        portion = count < RANDOM_PORTION ? count : RANDOM_PORTION
        Primitive.string_append(result, yield(portion))
        count -= portion
      end
      result
    end

    # The integer of bytes, the least significant first.
    def little_endian(bytes)
      value = 0
      index = bytes.bytesize
      while index > 0
        index -= 1
        value = value << 8 | bytes.getbyte(index)
      end
      value
    end

    # As `random_within`, raising where there is no such number.
    def checked_random(source, limit)
      number = random_within(source, limit, true)
      return number if number
      to_integer(limit) if false.equal?(number)
      raise ArgumentError, "invalid argument - #{limit}"
    end
  end
end

module Kernel
  def rand(limit = nil)
    primitive :kernel_rand
    return Primitive.random_float(Rutile.default_random.__state) if nil.equal?(limit)
    source = Rutile.default_random
    return Primitive.random_integer(source.__state, limit - 1) if Primitive.is_fixnum(limit) && limit > 0
    if Range === limit
      number = Rutile.random_in_range(source, limit)
      return number unless false.equal?(number)
    end
    number = Rutile.random_below_limit(source, Rutile.to_integer(limit), false)
    nil.equal?(number) ? source.__random_float(true) : number
  end

  def srand(seed = (no_seed = true; nil))
    no_seed ? Random.srand : Random.srand(seed)
  end
  module_function :rand, :srand
end
