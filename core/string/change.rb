# String: trimming, padding, turning around; each as a copy and in place.

class String
  def strip
    primitive :string_strip
  end

  def lstrip
    primitive :string_lstrip
  end

  def rstrip
    primitive :string_rstrip
  end

  def strip!
    primitive :string_strip_in_place
  end

  def lstrip!
    primitive :string_lstrip_in_place
  end

  def rstrip!
    primitive :string_rstrip_in_place
  end

  def chomp(separator = $/)
    primitive :string_chomp
    return Primitive.string_copy(self) if nil.equal?(separator)
    Primitive.string_byteslice(self, 0, Primitive.string_chomp_length(self, Rutile.to_str(separator)))
  end

  def chomp!(separator = $/, *surplus)
    primitive :string_chomp_in_place
    Primitive.string_check_writable(self)
    Rutile.refuse_count(surplus.size + 1, "0..1") unless surplus.empty?
    return nil if Primitive.string_bytesize(self) == 0 || nil.equal?(separator)
    length = Primitive.string_chomp_length(self, Rutile.to_str(separator))
    length == Primitive.string_bytesize(self) ? nil : Primitive.string_keep(self, 0, length)
  end

  def chop
    Primitive.string_byteslice(self, 0, Primitive.string_chop_length(self))
  end

  def chop!
    Primitive.string_check_writable(self)
    Primitive.string_bytesize(self) == 0 ? nil : Primitive.string_keep(self, 0, Primitive.string_chop_length(self))
  end

  def delete_prefix(prefix)
    Primitive.string_without_prefix(self, Rutile.to_str(prefix)) || Primitive.string_copy(self)
  end

  def delete_prefix!(prefix)
    Primitive.string_check_writable(self)
    result = Primitive.string_without_prefix(self, Rutile.to_str(prefix))
    result ? __replace(result) : nil
  end

  def delete_suffix(suffix)
    Primitive.string_without_suffix(self, Rutile.to_str(suffix)) || Primitive.string_copy(self)
  end

  def delete_suffix!(suffix)
    Primitive.string_check_writable(self)
    result = Primitive.string_without_suffix(self, Rutile.to_str(suffix))
    result ? __replace(result) : nil
  end

  def reverse
    primitive :string_reverse
    Primitive.string_reverse(self)
  end

  def reverse!
    Primitive.string_check_writable(self)
    __replace(Primitive.string_reverse(self))
  end

  # --- Padding ---

  def ljust(width, pad = " ")
    primitive :string_ljust
    missing = __missing(Rutile.to_index(width), pad = Rutile.to_str(pad))
    missing > 0 ? Primitive.string_justify(self, 0, missing, pad) : Primitive.string_copy(self)
  end

  def rjust(width, pad = " ")
    primitive :string_rjust
    missing = __missing(Rutile.to_index(width), pad = Rutile.to_str(pad))
    missing > 0 ? Primitive.string_justify(self, missing, 0, pad) : Primitive.string_copy(self)
  end

  def center(width, pad = " ")
    primitive :string_center
    missing = __missing(Rutile.to_index(width), pad = Rutile.to_str(pad))
    missing > 0 ? Primitive.string_justify(self, missing / 2, missing - missing / 2, pad) : Primitive.string_copy(self)
  end

  def __missing(width, pad)
    Primitive.encoding_check(self, pad)
    raise ArgumentError, "zero width padding" if pad.empty?
    missing = width - Primitive.string_length(self)
    raise NoMemoryError, "failed to allocate memory" if missing > 0x3fff_ffff_ffff
    missing
  end
end
