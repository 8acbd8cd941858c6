# ObjectSpace: every object there is, and what happens when one is gone.

module ObjectSpace
  def each_object(mod = nil)
    unless nil.equal?(mod) || Primitive.is_a(mod, Module)
      raise TypeError, "class or module required"
    end
    return to_enum(:each_object, mod) unless block_given?
    found = Primitive.live_objects(mod)
    found.each { |object| yield object }
    found.size
  end

  def garbage_collect(full_mark: true, immediate_mark: true, immediate_sweep: true)
    Primitive.collect_garbage(full_mark ? true : false)
    nil
  end

  def define_finalizer(object, finalizer = (no_finalizer = true; nil), &block)
    if no_finalizer
      raise ArgumentError, "tried to create Proc object without a block" unless block
      finalizer = block
    end
    unless finalizer.respond_to?(:call)
      raise ArgumentError, "wrong type argument #{Primitive.class_of(finalizer)} (should be callable)"
    end
    raise ArgumentError, "cannot define finalizer for #{Primitive.class_of(object)}" if Primitive.is_special(object)
    Primitive.check_frozen(object)
    procs = Primitive.finalizers(object) || []
    procs = procs.dup
    procs << finalizer unless procs.include?(finalizer)
    Primitive.set_finalizers(object, procs)
    [0, finalizer]
  end

  def undefine_finalizer(object)
    Primitive.check_frozen(object)
    Primitive.set_finalizers(object, nil)
    object
  end

  def count_objects(result = {})
    raise TypeError, "non-hash given" unless Primitive.is_a(result, Hash)
    counts = Primitive.live_counts.each_slice(2).to_h
    result[:TOTAL] = counts.values.sum
    result[:FREE] = 0
    counts.each { |name, count| result[:"T_#{name.upcase}"] = count }
    result
  end

  def _id2ref(id)
    found = Primitive.object_of_id(Rutile.to_int(id), Rutile::UNSET)
    return found unless Rutile::UNSET.equal?(found)
    special = { 8 => nil, 20 => true, 0 => false }
    return special[id] if special.key?(id)
    return (id - 1) / 2 if id.odd?
    raise RangeError, "#{format("%#x", id)} is not an id value"
  end
  module_function :each_object, :garbage_collect, :define_finalizer, :undefine_finalizer, :count_objects, :_id2ref

  # Keys compared by identity that keep nothing alive: a collection takes pairs away whose
  # key or value is gone.
  class WeakMap
    include Enumerable

    def initialize
      @__pairs = {}
    end

    def []=(key, value)
      @__pairs[key.object_id] = [value.object_id, Primitive.is_special(key) ? [key] : nil, Primitive.is_special(value) ? [value] : nil]
      value
    end

    def [](key)
      pair = __pair(key.object_id)
      pair && pair[1]
    end

    def key?(key)
      !nil.equal?(__pair(key.object_id))
    end
    alias include? key?
    alias member? key?

    def delete(key)
      pair = __pair(key.object_id)
      @__pairs.delete(key.object_id)
      return pair[1] if pair
      block_given? ? yield(key) : nil
    end

    def each
      return to_enum(:each) unless block_given?
      __live.each { |key, value| yield key, value }
      self
    end
    alias each_pair each

    def each_key
      __live.each { |key, _| yield key }
      self
    end

    def each_value
      __live.each { |_, value| yield value }
      self
    end

    def keys
      __live.map { |key, _| key }
    end

    def values
      __live.map { |_, value| value }
    end

    def size
      __live.size
    end
    alias length size

    def inspect
      pairs = __live.map { |key, value| "#{key.inspect} => #{value.inspect}" }
      "#{Primitive.any_to_s(self).chop}#{pairs.empty? ? "" : ": "}#{pairs.join(", ")}>"
    end

    def __live
      @__pairs.keys.filter_map { |id| __pair(id) }
    end

    # Key and value under an id, while both live.
    def __pair(id)
      entry = @__pairs[id]
      return nil unless entry
      key = __object(id, entry[1])
      value = __object(entry[0], entry[2])
      return [key, value] unless Rutile::UNSET.equal?(key) || Rutile::UNSET.equal?(value)
      @__pairs.delete(id)
      nil
    end

    def __object(id, kept)
      kept ? kept[0] : Primitive.object_of_id(id, Rutile::UNSET)
    end
  end

  # Keys compared by `eql?` that are not kept alive by the map.
  class WeakKeyMap
    def initialize
      @__entries = {}
    end

    def []=(key, value)
      raise ArgumentError, "WeakKeyMap keys must be garbage collectable" if Primitive.is_special(key)
      entries = (@__entries[key.hash] ||= [])
      entries.reject! { |id, _| __gone_or_equal?(id, key) }
      entries << [key.object_id, value]
      value
    end

    def [](key)
      entry = __find(key)
      entry && entry[1]
    end

    def getkey(key)
      entry = __find(key)
      entry && Primitive.object_of_id(entry[0], nil)
    end

    def key?(key)
      !nil.equal?(__find(key))
    end

    def delete(key)
      entry = __find(key)
      return block_given? ? yield(key) : nil unless entry
      @__entries[key.hash].delete(entry)
      entry[1]
    end

    def clear
      @__entries.clear
      self
    end

    def inspect
      size = @__entries.values.sum { |entries| entries.count { |id, _| !Rutile::UNSET.equal?(Primitive.object_of_id(id, Rutile::UNSET)) } }
      "#{Primitive.any_to_s(self).chop} size=#{size}>"
    end

    def __find(key)
      entries = @__entries[key.hash]
      entries && entries.find { |id, _| (other = Primitive.object_of_id(id, Rutile::UNSET)) && !Rutile::UNSET.equal?(other) && other.eql?(key) }
    end

    def __gone_or_equal?(id, key)
      other = Primitive.object_of_id(id, Rutile::UNSET)
      Rutile::UNSET.equal?(other) || other.eql?(key)
    end
  end
end
