# String: upper and lower case, comparing without case, Unicode's normal forms.

class String
  def upcase(*options)
    primitive :string_upcase
    Primitive.string_upcase(self, Rutile.case_options(options, false))
  end

  def downcase(*options)
    primitive :string_downcase
    Primitive.string_downcase(self, Rutile.case_options(options, true))
  end

  def swapcase(*options)
    primitive :string_swapcase
    Primitive.string_swapcase(self, Rutile.case_options(options, false))
  end

  def capitalize(*options)
    primitive :string_capitalize
    Primitive.string_capitalize(self, Rutile.case_options(options, false))
  end

  def upcase!(*options)
    primitive :string_upcase_in_place
    bits = Rutile.case_options(options, false)
    Primitive.string_check_writable(self)
    __changed(Primitive.string_upcase(self, bits))
  end

  def downcase!(*options)
    primitive :string_downcase_in_place
    bits = Rutile.case_options(options, true)
    Primitive.string_check_writable(self)
    __changed(Primitive.string_downcase(self, bits))
  end

  def swapcase!(*options)
    primitive :string_swapcase_in_place
    bits = Rutile.case_options(options, false)
    Primitive.string_check_writable(self)
    __changed(Primitive.string_swapcase(self, bits))
  end

  def capitalize!(*options)
    primitive :string_capitalize_in_place
    bits = Rutile.case_options(options, false)
    Primitive.string_check_writable(self)
    __changed(Primitive.string_capitalize(self, bits))
  end

  # Takes on another value; nil if it is the same.
  def __changed(result)
    Primitive.string_is_eql(self, result) ? nil : __replace(result)
  end

  def casecmp(other)
    primitive :string_casecmp
    text = Rutile.try_string(other)
    return nil if nil.equal?(text)
    Primitive.string_casecmp(self, text)
  end

  def casecmp?(other)
    primitive :string_equal_folded
    text = Rutile.try_string(other)
    return nil if nil.equal?(text)
    Primitive.string_equal_folded(self, text)
  end

  # --- Normal forms ---

  def unicode_normalize(form = :nfc)
    Primitive.string_normalize(self, Rutile.normal_form(self, form))
  end

  def unicode_normalize!(form = :nfc)
    __replace(Primitive.string_normalize(self, Rutile.normal_form(self, form)))
  end

  def unicode_normalized?(form = :nfc)
    Primitive.string_is_eql(Primitive.string_normalize(self, Rutile.normal_form(self, form)), self)
  end
end

module Rutile
  # The options of case mappings as a number: 1 ASCII, 2 Turkic, 4 folding.
  def self.case_options(options, folding_allowed)
    return 0 if options.empty?
    raise ArgumentError, "too many options" if options.length > 2
    bits = 0
    options.each_with_index do |option, index|
      raise ArgumentError, "invalid second option" if index == 1 && option != :turkic && option != :lithuanian
      case option
      when :ascii
        bits |= 1
        raise ArgumentError, "too many options" if options.length > 1
      when :fold
        raise ArgumentError, "option :fold only allowed for downcasing" unless folding_allowed
        bits |= 4
        raise ArgumentError, "too many options" if options.length > 1
      when :turkic
        bits |= 2
      when :lithuanian
        bits |= 8
      else
        raise ArgumentError, options.length > 1 && index == 0 ? "too many options" : "invalid option"
      end
      if index == 1 && options[0] == options[1] || options.length == 2 && bits & 10 == 0
        raise ArgumentError, "invalid second argument: use only :lithuanian with :turkic"
      end
    end
    bits & 7
  end

  def self.normal_form(string, form)
    encoding = string.encoding
    case encoding.name
    when "UTF-8", "UTF8-MAC", "UTF-16BE", "UTF-16LE", "UTF-32BE", "UTF-32LE", "US-ASCII", "GB18030"
    else
      raise Encoding::CompatibilityError, "Unicode Normalization not appropriate for #{encoding}"
    end
    case form
    when :nfc then 0
    when :nfd then 1
    when :nfkc then 2
    when :nfkd then 3
    else raise ArgumentError, "Invalid normalization form #{form}."
    end
  end
end
