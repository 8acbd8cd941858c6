# NilClass: nil.

class NilClass
  def to_s
    primitive :nil_to_s
    ""
  end

  def to_a = []
  def to_h = {}
  def to_i = 0
  def to_f = 0.0

  def to_r
    Rational(0, 1)
  end

  def rationalize(epsilon = nil)
    Rational(0, 1)
  end

  def to_c
    Complex(0, 0)
  end

  def inspect
    primitive :nil_inspect
    Primitive.string_copy("nil").force_encoding(Encoding::US_ASCII)
  end

  def nil?
    primitive :answer_true
    true
  end

  def &(other) = false

  def |(other)
    other ? true : false
  end

  def ^(other)
    other ? true : false
  end

  def =~(other) = nil

  def ===(other)
    primitive :special_case_equal
    Primitive.identical(self, other) || (Primitive.dispatch(self == other) ? true : false)
  end

  class << self
    undef_method :new
  end
end
