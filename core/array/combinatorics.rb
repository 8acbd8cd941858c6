# Array: choosing. Combinations, permutations, products, and chance.
#
# The choosing methods work on a copy of the elements, so that a block may change
# the Array. They keep positions in an Array and step it like an odometer; nothing
# recurses.

class Array
  def combination(count)
    number = Rutile.to_index(count)
    return to_enum(:combination, count) { Rutile.combination_count(size, number) } unless block_given?
    count = number
    pool = Primitive.array_slice(self, 0, Primitive.array_size(self))
    size = Primitive.array_size(pool)
    return self if count < 0 || count > size
    positions = Rutile.counting_up(count)
    while true
      yield Primitive.array_pick(pool, positions)
      raise RuntimeError, "combination reentered" if Primitive.array_size(positions) > count
      slot = count - 1
      slot -= 1 while slot >= 0 && positions[slot] == size - count + slot
      return Rutile.chosen_all(positions, self) if slot < 0
      position = positions[slot] + 1
      while slot < count
        positions[slot] = position
        position += 1
        slot += 1
      end
    end
  end

  def repeated_combination(count)
    number = Rutile.to_index(count)
    return to_enum(:repeated_combination, count) { Rutile.repeated_combination_count(size, number) } unless block_given?
    count = number
    pool = Primitive.array_slice(self, 0, Primitive.array_size(self))
    size = Primitive.array_size(pool)
    return self if count < 0 || (count > 0 && size == 0)
    positions = Rutile.zeros(count)
    while true
      yield Primitive.array_pick(pool, positions)
      raise RuntimeError, "combination reentered" if Primitive.array_size(positions) > count
      slot = count - 1
      slot -= 1 while slot >= 0 && positions[slot] == size - 1
      return Rutile.chosen_all(positions, self) if slot < 0
      position = positions[slot] + 1
      while slot < count
        positions[slot] = position
        slot += 1
      end
    end
  end

  # Without a block nothing is asked of the arguments yet.
  def permutation(count = (no_count = true; nil), *surplus)
    unless block_given?
      return to_enum(:permutation) { Rutile.permutation_count(size, size) } if no_count
      return to_enum(:permutation, count, *surplus) { Rutile.permutation_count(size, Rutile.to_index(count)) }
    end
    Rutile.refuse_count(surplus.size + 1, "0..1") unless surplus.empty?
    pool = Primitive.array_slice(self, 0, Primitive.array_size(self))
    size = Primitive.array_size(pool)
    count = nil == count ? size : Rutile.to_index(count)
    return self if count < 0 || count > size
    positions = Rutile.counting_up(count)
    used = Array.new(size, false)
    count.times { |index| used[index] = true }
    while true
      yield Primitive.array_pick(pool, positions)
      raise RuntimeError, "permute reentered" if Primitive.array_size(positions) > count
      return Rutile.chosen_all(positions, self) unless Primitive.next_arrangement(positions, used, count)
    end
  end

  def repeated_permutation(count)
    unless block_given?
      return to_enum(:repeated_permutation, count) do
        length = Rutile.to_index(count)
        length < 0 ? 0 : size**length
      end
    end
    count = Rutile.to_index(count)
    pool = Primitive.array_slice(self, 0, Primitive.array_size(self))
    size = Primitive.array_size(pool)
    return self if count < 0 || (count > 0 && size == 0)
    positions = Rutile.zeros(count)
    while true
      yield Primitive.array_pick(pool, positions)
      raise RuntimeError, "permute reentered" if Primitive.array_size(positions) > count
      slot = count - 1
      while slot >= 0 && positions[slot] == size - 1
        positions[slot] = 0
        slot -= 1
      end
      return Rutile.chosen_all(positions, self) if slot < 0
      positions[slot] += 1
    end
  end

  def product(*others)
    primitive :array_product
    pools = [Primitive.array_slice(self, 0, Primitive.array_size(self))]
    others.each { |other| pools << Rutile.to_ary(other).entries }
    result = nil
    unless block_given?
      total = 1
      pools.each { |pool| total *= pool.length }
      raise RangeError, "too big to product" if total > 0x7fff_ffff_ffff_ffff
      result = Primitive.array_new(total.clamp(0, 0x3fff_ffff_ffff_ffff))
    end
    return result || self if pools.any?(&:empty?)
    positions = Rutile.zeros(pools.length)
    while true
      tuple = Primitive.array_new(pools.length)
      number = 0
      while number < pools.length
        Primitive.array_push(tuple, Primitive.array_at(pools[number], positions[number]))
        number += 1
      end
      result ? result << tuple : yield(tuple)
      raise RuntimeError, "product reentered" if Primitive.array_size(positions) > pools.length
      slot = pools.length - 1
      while slot >= 0 && positions[slot] == pools[slot].length - 1
        positions[slot] = 0
        slot -= 1
      end
      return Rutile.chosen_all(positions, result || self) if slot < 0
      positions[slot] += 1
    end
  end

  # --- Chance ---------------------------------------------------------------------------

  def shuffle(random: Random)
    Primitive.array_slice(self, 0, Primitive.array_size(self)).shuffle!(random: random)
  end

  def shuffle!(random: Random)
    Primitive.check_frozen(self)
    generator = Rutile.own_generator(random)
    index = size = Primitive.array_size(self)
    if generator
      index = Primitive.random_shuffle(generator.__state, self, index) while index > 0
      return self
    end
    while index > 0
      chosen = Rutile.random_below(random, index)
      raise RuntimeError, "modified during shuffle!" if Primitive.array_size(self) != size
      index -= 1
      last = Primitive.array_at(self, index)
      Primitive.array_set(self, index, Primitive.array_at(self, chosen))
      Primitive.array_set(self, chosen, last)
    end
    self
  end

  def sample(count = (single = true; nil), random: Random)
    primitive :array_sample
    size = Primitive.array_size(self)
    if single
      return nil if size == 0
      return Primitive.array_at(self, 0) if size == 1
      if Primitive.identical(random, Random)
        return Primitive.array_at(self, Primitive.random_integer(Rutile.default_random.__state, size - 1))
      end
      return Primitive.array_at(self, Rutile.random_below(random, size))
    end
    count = Rutile.to_index(count)
    raise ArgumentError, "negative sample number" if count < 0
    count = size if count > size
    return __small_sample(count, size, random) if count <= 10
    pool = Primitive.array_slice(self, 0, size)
    index = 0
    while index < count
      chosen = index + Rutile.random_below(random, size - index)
      other = Primitive.array_at(pool, chosen)
      Primitive.array_set(pool, chosen, Primitive.array_at(pool, index))
      Primitive.array_set(pool, index, other)
      index += 1
    end
    Primitive.array_resize(pool, count)
  end

  # Draws positions first, each among those that are left, then moves it past the ones taken.
  def __small_sample(count, size, random)
    draws = []
    while draws.length < count
      draws << Rutile.random_below(random, size - draws.length)
    end
    left = Primitive.array_size(self) # the generator may have taken from this Array
    return [] if left < size && draws.any? { |position| position >= left }
    draws = draws.first(left)
    taken = []
    draws.map! do |position|
      place = 0
      while place < taken.length && position >= taken[place]
        position += 1
        place += 1
      end
      taken.insert(place, position)
      position
    end
    Primitive.array_pick(self, draws)
  end
  private :__small_sample
end

module Rutile
  # Marks the positions as those of a choice that is through, for whoever comes back to it by a continuation.
  def self.chosen_all(positions, result)
    Primitive.array_push(positions, nil)
    result
  end

  # The Random that `random:` stands for, unless it has a way of its own to draw numbers.
  def self.own_generator(random)
    return default_random if Primitive.identical(random, Random)
    Primitive.is_a(random, Random) && Primitive.is_core_method(random, :rand) ? random : nil
  end

  # A whole number below `limit` from what was given as `random:`.
  def self.random_below(random, limit)
    generator = own_generator(random)
    return Primitive.random_integer(generator.__state, limit - 1) if generator
    chosen = to_index(random.rand(limit))
    if chosen < 0 || chosen >= limit
      raise RangeError, "random number too #{chosen < 0 ? "small" : "big"} #{chosen}"
    end
    chosen
  end

  def self.counting_up(count)
    numbers = Primitive.array_new(count)
    index = 0
    while index < count
      numbers << index
      index += 1
    end
    numbers
  end

  def self.zeros(count)
    Primitive.array_fill([], 0, count, 0)
  end

  def self.permutation_count(size, count)
    return 0 if count < 0 || count > size
    total = 1
    while count > 0
      total *= size
      size -= 1
      count -= 1
    end
    total
  end

  def self.combination_count(size, count)
    count = size - count if count > size - count
    return 0 if count < 0
    total = 1
    step = 1
    while step <= count
      total = total * (size - count + step) / step
      step += 1
    end
    total
  end

  def self.repeated_combination_count(size, count)
    return 1 if count == 0
    return 0 if count < 0 || size == 0
    combination_count(size + count - 1, count)
  end
end
