# Kernel's conversions to text and collections: String(), Array(), Hash().

module Kernel
  def String(object)
    Rutile.string_of(object)
  end

  def Array(object)
    primitive :array_itself
    return [] if nil.equal?(object) && Primitive.is_core_method(nil, :to_a) && Primitive.is_core_method(nil, :to_ary)
    array = Rutile.try_convert(object, Array, "Array", :to_ary)
    return array if array
    array = Rutile.try_convert(object, Array, "Array", :to_a)
    nil.equal?(array) ? (nil.equal?(object) ? [] : [object]) : array
  end

  def Hash(object)
    return {} if nil.equal?(object) || (Primitive.is_a(object, Array) && object.empty?)
    hash = Rutile.try_convert(object, Hash, "Hash", :to_hash)
    raise TypeError, "can't convert #{Rutile.describe(object)} into Hash" unless hash
    hash
  end
  module_function :String, :Array, :Hash
end

module Rutile
  # An explicit conversion: `convert` in its other words.
  def self.convert_by(object, type, wanted, method)
    result = check_call(object, method)
    raise TypeError, "can't convert #{describe(object)} into #{wanted}" if NO_METHOD.equal?(result)
    return result if Primitive.is_a(result, type)
    bad_conversion(object, wanted, method, result)
  end
end

class Hash
  def self.ruby2_keywords_hash?(hash)
    Primitive.hash_is_keywords(Rutile.to_hash(hash))
  end

  def self.ruby2_keywords_hash(hash)
    Primitive.hash_as_keywords(Rutile.to_hash(hash).dup)
  end
end
