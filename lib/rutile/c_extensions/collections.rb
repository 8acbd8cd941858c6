# Ruby's half of the C API: hashes and ranges.

module Rutile
  module CExtensions
    class << self
      def array_of(value) = ::Array.try_convert(value) || [value]
      def delete_entry(hash, key) = hash.key?(key) ? [hash.delete(key)] : nil
      def delete_from(hash, &block) = hash.delete_if(&block)

      def hash_number(object)
        number = to_int_value(object.hash)
        return number if number.bit_length < 63
        low = number.abs & 2**62 - 1
        number < 0 ? low - 2**62 : low
      end

      def hash_store(hash, key, value) = hash[key] = value

      def hash_update(hash, other, function)
        return hash.update(other) if function == 0
        hash.update(other) { |*words| Primitive.extension_invoke(function, words.map { |word| word_of(word) }, nil) }
      end

      def clear_environment = ::ENV.clear

      def range_parts(range)
        return nil unless ::Range === range || ::Enumerator::ArithmeticSequence === range || (range.respond_to?(:begin) && range.respond_to?(:end) && range.respond_to?(:exclude_end?))
        [range.begin, range.end, range.exclude_end?]
      end

      # As `rb_range_beg_len`.
      def range_within(range, length, mode)
        return false unless (parts = range_parts(range))
        first = parts[0].nil? ? 0 : to_int_value(parts[0])
        last = parts[1].nil? ? -1 : to_int_value(parts[1])
        excludes = parts[2] && !parts[1].nil?
        given = first
        first += length if first < 0
        return outside(range, mode) if first < 0 || (mode == 0 || mode == 2) && first > length || given < 0 && first < 0
        last += length if last < 0
        last += 1 unless excludes
        last = length if (mode == 0 || mode == 2) && last > length
        count = last - first
        [first, count < 0 ? 0 : count]
      end

      # The step of a sequence, and where it lies within a length; a sequence that goes backwards is read as a range that goes forwards.
      def sequence_within(sequence, length, mode)
        return false unless (parts = sequence_parts(sequence))
        first, last, step, excludes = parts
        step = step.nil? ? 1 : to_int_value(step)
        if step < 0
          last, excludes = to_int_value(last) + 1, false if excludes && !last.nil?
          first, last = last, first
        end
        range = ::Range.new(first, last, excludes)
        return [step, range_within(range, length, mode)] unless mode == 0 && step.abs > 1
        within = range_within(range, length, 1)
        raise ::RangeError, "#{sequence.inspect} out of range" if within && within.max > length
        [step, within]
      end

      def to_int_value(value) = ::Integer === value ? value : to_int(value)

      def outside(range, mode)
        return nil if mode == 0
        raise ::RangeError, "#{range} out of range"
      end
    end
  end
end
