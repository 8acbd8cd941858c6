# Ruby's half of the C API: blocks that are C functions, and calls that pass them.

module Rutile
  module CExtensions
    class << self
      # How a value stands among the words of a call.
      def word_of(value) = [value]

      # The arguments of a block's function: the first value, its data, how many values there are and where, and the block's own block.
      # Where it yields itself, it yields to the block that the method which made it was passed.
      def call_block_function(function, data, values, block, outer = block)
        Primitive.extension_invoke_block(function, data, values, block, outer)
      end

      def block_call(object, name, list, function, data, holder, &passed)
        object.__send__(name, *list) { |*values, &block| holder && CExtensions.call_block_function(function, data, values, block, passed) }
      end

      def call_with_block(object, name, list, block)
        object.__send__(name, *list, &block)
      end

      def proc_of(function, data, holder)
        # Its self may be made another, and it may be made a method: the function is called as what the block then is. It is given the
        # block that is passed, and yields to none.
        ::Kernel.proc { |*values, &block| holder && Primitive.extension_invoke_block(function, data, values, block, nil) }
      end

      def iterate(function, argument, block_function, data, holder, &passed)
        invoke_with_block(function, argument) { |*values, &block| holder && call_block_function(block_function, data, values, block, passed) }
      end

      def invoke_with_block(function, argument, &block) = Primitive.extension_invoke(function, [argument], block)

      def yield_splat(block, list, has_keywords = false)
        raise ::LocalJumpError, "no block given (yield)" unless block
        return block.call(*list) unless has_keywords
        raise ::TypeError, "no implicit conversion of #{list.last.class} into Hash" unless ::Hash === list.last
        block.call(*list[0...-1], **list.last)
      end

      def yield_with_block(list, has_keywords, passed, &block)
        return block.call(*list, &passed) unless has_keywords
        block.call(*list[0...-1], **list.last, &passed)
      end

      # The last argument may be keywords.
      def sized_enumerator(object, name, list, size, has_keywords)
        keywords = has_keywords ? list.last : {}
        arguments = has_keywords ? list[0...-1] : list
        return object.enum_for(name, *arguments, **keywords) if size == 0
        object.enum_for(name, *arguments, **keywords) { Primitive.extension_invoke(size, [object, list, self].map { |value| word_of(value) }, nil) }
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

      # The objects that a function is called with are in a list of its own, which is what is thrown when one comes again.
      def recursively_outer(function, object, argument, &block)
        lists = (::Thread.current[:__extension_outer_calls__] ||= {})
        list = lists[function]
        throw list if list&.any? { |known| known.equal?(object) }
        outermost = list.nil?
        list ||= lists[function] = []
        list.push(object)
        is_listed = true
        invoke = ->(recursive) { Primitive.extension_invoke(function, [word_of(object), argument, recursive], block) }
        return invoke.call(0) unless outermost
        catch(list) { return invoke.call(0) }
        invoke.call(1)
      ensure
        list.pop if is_listed
        lists.delete(function) if outermost
      end

      def apply(receiver, name, list) = receiver.__send__(name, *list)
    end
  end
end
