# Ruby's half of the C API: random generators that draw by functions of an extension. A class whose objects have data of an extension's
# and that inherits from Random::Base gets `Generator` before it.

module Rutile
  module CExtensions
    module Generator
      def initialize(seed = (no_seed = true; nil))
        source = CExtensions.generator_of(self)
        Primitive.check_frozen(self)
        @__seed = no_seed ? source.begin_by_chance : source.begin_with(::Rutile.to_integer(seed))
      end
      private :initialize

      def seed = @__seed

      def bytes(count)
        CExtensions.generator_of(self).bytes(::Rutile.to_index(::Rutile.to_integer(count)))
      end

      def rand(limit = (no_limit = true; nil))
        return __random_float(true) if no_limit
        return __random_float(true) * limit if ::Float === limit && limit > 0.0 && limit.finite?
        ::Rutile.checked_random(self, limit)
      end

      def __random_float(exclusive) = CExtensions.generator_of(self).real(exclusive)
      def __random_integer(limit) = CExtensions.generator_of(self).integer(limit)
    end

    # The functions of a generator, and its data.
    GeneratorSource = ::Struct.new(:seed_bits, :major, :minor, :init, :init_word, :get_word, :get_bytes, :get_real, :data) do
      # By as many words as its interface asks for.
      def begin_by_chance
        count = [(seed_bits + 31) / 32, 1].max
        begin_by_words(::Random.new_seed & (1 << count * 32) - 1, count)
      end

      def begin_with(seed)
        count = [(seed.abs.bit_length + 31) / 32, 1].max
        if count == 1
          call(:rutile_generator_begin_word, init_word, seed.abs)
          return keep(seed)
        end
        # A last word of 1 guards zeros before it, and is none of the seed.
        count -= 1 if seed.abs >> (count - 1) * 32 == 1
        begin_by_words(seed, count)
      end

      def begin_by_words(seed, count)
        words = ::Array.new(count) { |index| seed.abs >> index * 32 & 0xffff_ffff }
        call(:rutile_generator_begin, init, [words.pack("L*")])
        keep(seed)
      end

      def keep(seed)
        Primitive.extension_invoke(FUNCTIONS[:rutile_generator_seed], [data, [seed]], nil)
      end

      def bytes(count) = call(:rutile_generator_bytes, get_bytes, ["\0".b * count])

      def real(exclusive)
        return call(:rutile_generator_real, get_real, exclusive ? 1 : 0) unless get_real == 0
        first, second = word, word
        Primitive.random_pair_to_float(first, second, exclusive)
      end

      def word = call(:rutile_generator_word, get_word)

      # A number from 0 to the limit: bits that it has, drawn again while above it.
      def integer(limit)
        return 0 if limit == 0
        return below_word(limit) if limit < 1 << 32
        limit < 1 << 64 ? below_two_words(limit) : below_words(limit)
      end

      def below_word(limit)
        mask = (1 << limit.bit_length) - 1
        number = word & mask
        number = word & mask while number > limit
        number
      end

      def below_two_words(limit)
        mask = (1 << limit.bit_length) - 1
        while true
          number = word << 32 & mask
          next if number > limit
          number |= word & mask
          return number if number <= limit
        end
      end

      # From the highest word down; the first that is less than the limit's makes the others free.
      def below_words(limit)
        indexes = ((limit.bit_length + 31) / 32 - 1).downto(0)
        while true
          number = draw_words(limit, indexes)
          return number if number
        end
      end

      def draw_words(limit, indexes)
        number, is_bounded, mask = 0, true, 0
        indexes.each do |index|
          most = limit >> index * 32 & 0xffff_ffff
          mask = mask == 0 ? (1 << most.bit_length) - 1 : 0xffff_ffff
          drawn = mask == 0 ? 0 : word & mask
          return nil if is_bounded && drawn > most
          is_bounded &&= drawn == most
          number |= drawn << index * 32
        end
        number
      end

      def call(name, function, *words) = Primitive.extension_invoke(CExtensions::FUNCTIONS[name], [function, data, *words], nil)
    end

    names = %i[
      rutile_generator_begin rutile_generator_begin_word rutile_generator_seed rutile_generator_word rutile_generator_real rutile_generator_bytes
    ]
    FUNCTIONS = names.to_h { |name| [name, Primitive.extension_symbol(0, name.to_s)] }.freeze
    private_constant :GeneratorSource

    class << self
      # A class has got an allocator of C code's.
      def allocates(type)
        type.include(Generator) if type < ::Random::Base && !type.include?(Generator)
      end

      def generator_of(object)
        words = Primitive.extension_generator(object)
        raise ::TypeError, "undefined random interface: #{words}" if ::String === words
        raise ::ArgumentError, "uninitialized random: #{object.class}" if words.nil? || words.last == 0
        source = GeneratorSource.new(*words)
        return source if source.major == 1
        raise ::TypeError, "Random interface version 1.0 expected: #{source.major}.#{source.minor}"
      end
    end
  end
end
