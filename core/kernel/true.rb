# TrueClass and FalseClass: true and false.

class TrueClass
  def to_s
    primitive :true_to_s
    "true"
  end
  Primitive.alias_method(self, :inspect, :to_s)

  def &(other)
    other ? true : false
  end

  def |(other) = true

  def ^(other)
    other ? false : true
  end

  def !
    primitive :answer_false
    false
  end

  def ===(other)
    primitive :special_case_equal
    Primitive.identical(self, other) || (Primitive.dispatch(self == other) ? true : false)
  end

  class << self
    undef_method :new
  end
end

class FalseClass
  def to_s
    primitive :false_to_s
    "false"
  end
  Primitive.alias_method(self, :inspect, :to_s)

  def &(other) = false

  def |(other)
    other ? true : false
  end

  def ^(other)
    other ? true : false
  end

  def !
    primitive :answer_true
    true
  end

  def ===(other)
    primitive :special_case_equal
    Primitive.identical(self, other) || (Primitive.dispatch(self == other) ? true : false)
  end

  class << self
    undef_method :new
  end
end
