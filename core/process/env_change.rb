# ENV: changing the environment.

class << ENV
  def []=(name, value)
    if nil.equal?(value)
      delete(name)
      return nil
    end
    name = Rutile.variable_text(name, "name")
    value = Rutile.variable_text(value, "value")
    number = Primitive.env_set(name, value)
    raise SystemCallError.new("setenv(#{name})", number) unless number == 0
    value
  end
  alias store []=

  def delete(name)
    name = Rutile.variable_text(name, "name")
    value = Rutile.variable(name)
    if nil.equal?(value)
      return block_given? ? yield(name) : nil
    end
    number = Primitive.env_unset(name)
    raise SystemCallError.new("unsetenv(#{name})", number) unless number == 0
    value
  end

  def clear
    Primitive.env_all.each_slice(2) { |name, _| delete(name) }
    self
  end

  def shift
    name = keys.first
    name && [name, delete(name)]
  end

  def update(*hashes)
    hashes.each do |hash|
      hash = Primitive.identical(hash, self) ? to_hash : Rutile.to_hash(hash)
      hash.each_pair do |name, value|
        if block_given?
          current = self[name]
          value = yield(name, current, value) unless nil.equal?(current)
        end
        self[name] = value
      end
    end
    self
  end
  alias merge! update

  def replace(hash)
    hash = Rutile.to_hash(Primitive.identical(hash, self) ? to_hash : hash)
    hash.each_pair do |name, value|
      Rutile.variable_text(name, "name")
      Rutile.variable_text(value, "value")
    end
    stale = keys
    hash.each_pair do |name, value|
      self[name] = value
      stale.delete(name)
    end
    stale.each { |name| delete(name) }
    self
  end

  def delete_if
    return to_enum(:delete_if) { size } unless block_given?
    to_a.each { |name, value| delete(name) if yield(name, value) }
    self
  end

  def reject!
    return to_enum(:reject!) { size } unless block_given?
    before = size
    to_a.each { |name, value| delete(name) if yield(name, value) }
    size == before ? nil : self
  end

  def keep_if
    return to_enum(:keep_if) { size } unless block_given?
    to_a.each { |name, value| delete(name) unless yield(name, value) }
    self
  end

  def select!
    return to_enum(:select!) { size } unless block_given?
    before = size
    to_a.each { |name, value| delete(name) unless yield(name, value) }
    size == before ? nil : self
  end

  def filter!
    return to_enum(:filter!) { size } unless block_given?
    before = size
    to_a.each { |name, value| delete(name) unless yield(name, value) }
    size == before ? nil : self
  end

  def rehash
    nil
  end
end
