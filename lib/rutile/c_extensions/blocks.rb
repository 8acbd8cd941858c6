# What C functions ask of Ruby. Blocks that are C functions, and calls that pass them.

module Rutile
  module CExtensions
    class << self
      # How a value stands among the words of a call.
      def word_of(value) = [value]

      # What a block's function gets: the first value, its data, how many values there are and where, and the block's own block.
      def call_block_function(function, data, values, block)
        Primitive.extension_invoke_block(function, data, values, block)
      end

      def block_call(object, name, list, function, data, holder)
        outer = ::Thread.current[:__extension_block__]
        broken = catch(holder) do
          return object.__send__(name, *list) do |*values, &block|
            ::Thread.current[:__extension_block__] = holder
            call_block_function(function, data, values, block)
          ensure
            ::Thread.current[:__extension_block__] = outer
          end
        end
        broken[0]
      end

      def call_with_block(object, name, list, block)
        object.__send__(name, *list, &block)
      end

      def proc_of(function, data, holder)
        ::Kernel.proc { |*values, &block| holder && call_block_function(function, data, values, block) }
      end

      def iterate(function, argument, block_function, data, holder)
        Primitive.extension_invoke(function, [argument], ->(*values, &block) { holder && call_block_function(block_function, data, values, block) })
      end

      def yield_splat(block, list) = block.call(*list)
      def enumerator(object, name, list) = object.enum_for(name, *list)

      def sized_enumerator(object, name, list, size)
        return object.enum_for(name, *list) if size == 0
        object.enum_for(name, *list) { Primitive.extension_invoke(size, [object, list, self].map { |value| word_of(value) }, nil) }
      end

      def split_keywords(hash)
        return [false, hash] if hash.empty?
        symbols, others = hash.partition { |key, _| ::Symbol === key }.map(&:to_h)
        [symbols.empty? ? false : symbols, others.empty? ? false : others]
      end

      def recursively(function, object, paired, argument, &block)
        under_way = (::Thread.current[:__extension_calls__] ||= [])
        inner = under_way.any? { |known, one, other| known == function && one.equal?(object) && other.equal?(paired) }
        under_way.push([function, object, paired])
        Primitive.extension_invoke(function, [word_of(object), argument, inner ? 1 : 0], block)
      ensure
        under_way.pop
      end

      def apply(receiver, name, list) = receiver.__send__(name, *list)
    end
  end
end
