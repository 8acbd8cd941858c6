# String: replacing and collecting what matches.
#
# With a replacement string all is done natively. A Hash or a block is asked match by
# match, `$~` set to each before the block runs and to the last one at the end.
#
# Whether the string may change is asked where the reference asks: `gsub!` begins with it,
# the others look at their arguments first.

class String
  def sub(pattern = (no_pattern = true; nil), replacement = (no_replacement = true; nil), *surplus, &block)
    primitive :string_sub
    if no_replacement
      Rutile.refuse_count(no_pattern ? 0 : 1, block ? "1..2" : 2) if no_pattern || nil.equal?(block)
      result = __sub_block(Rutile.to_pattern(pattern), block)
    else
      Rutile.refuse_count(surplus.size + 2, block ? "1..2" : 2) unless surplus.empty?
      result = __sub_given(pattern, replacement, false)
    end
    nil.equal?(result) ? Primitive.string_copy(self) : result
  end

  def sub!(pattern = (no_pattern = true; nil), replacement = (no_replacement = true; nil), *surplus, &block)
    primitive :string_sub_in_place
    unless no_replacement
      Rutile.refuse_count(surplus.size + 2, block ? "1..2" : 2) unless surplus.empty?
      return (result = __sub_given(pattern, replacement, true)) && __replace(result)
    end
    Rutile.refuse_count(no_pattern ? 0 : 1, block ? "1..2" : 2) if no_pattern || nil.equal?(block)
    pattern = Rutile.to_pattern(pattern)
    Primitive.string_check_writable(self)
    before = Primitive.string_frozen(self)
    result = __sub_block(pattern, block)
    return nil if nil.equal?(result)
    raise RuntimeError, "string modified" unless Primitive.string_equal(self, before)
    __replace(result)
  end

  def gsub(pattern, replacement = (no_replacement = true; nil), &block)
    primitive :string_gsub
    if no_replacement
      return to_enum(:gsub, pattern) unless block_given?
      result = __gsub_each(pattern, &block)
    else
      result = __gsub_given(pattern, replacement)
    end
    nil.equal?(result) ? Primitive.string_copy(self) : result
  end

  def gsub!(pattern = (no_pattern = true; nil), replacement = (no_replacement = true; nil), *surplus, &block)
    primitive :string_gsub_in_place
    Primitive.string_check_writable(self)
    Rutile.refuse_count(no_pattern ? 0 : surplus.size + 2, "1..2") if no_pattern || !surplus.empty?
    if no_replacement
      return to_enum(:gsub!, pattern) unless block_given?
      before = Primitive.string_frozen(self)
      result = __gsub_each(pattern, &block)
      return nil if nil.equal?(result)
      Primitive.string_check_writable(self)
      raise RuntimeError, "string modified" unless Primitive.string_equal(self, before)
    else
      result = __gsub_given(pattern, replacement)
    end
    nil.equal?(result) ? nil : __replace(result)
  end

  def __sub_given(pattern, replacement, in_place)
    hash = Primitive.is_a(replacement, String) ? nil : Rutile.try_hash(replacement)
    replacement = Rutile.to_str(replacement) unless hash
    pattern = Rutile.to_pattern(pattern)
    Primitive.string_check_writable(self) if in_place
    if hash
      return __sub_block(pattern, ->(text) { hash.__at(text) })
    end
    Primitive.string_substitute(self, pattern, replacement, false)
  end

  def __gsub_given(pattern, replacement)
    hash = Primitive.is_a(replacement, String) ? nil : Rutile.try_hash(replacement)
    replacement = Rutile.to_str(replacement) unless hash
    pattern = Rutile.to_pattern(pattern)
    if hash
      return __gsub_each(pattern) { |text| hash.__at(text) }
    end
    Primitive.string_substitute(self, pattern, replacement, true)
  end

  def __sub_block(pattern, block)
    text = Primitive.string_frozen(self)
    found = text.__find(pattern, 0)
    Primitive.set_last_match(found)
    return nil if nil.equal?(found)
    start = Primitive.match_byte(found, 0, false)
    finish = Primitive.match_byte(found, 0, true)
    value = Rutile.text(block.call(found[0]))
    Primitive.set_last_match(found)
    result = Primitive.string_with_capacity(text.bytesize + value.bytesize, Primitive.string_encoding(text))
    Primitive.string_append_part(result, text, 0, start)
    result << value
    result << Primitive.string_byteslice(text, finish, text.bytesize - finish)
  end

  # The string with every match replaced by what the block answers; nil where there is none.
  def __gsub_each(pattern)
    pattern = Rutile.to_pattern(pattern)
    regexp = Primitive.is_a(pattern, Regexp)
    text = Primitive.string_frozen(self)
    size = Primitive.string_bytesize(text)
    at = 0
    copied = 0
    result = nil
    last = nil
    while at <= size && found = regexp ? Primitive.regexp_search(pattern, text, at, false) : text.__find(pattern, at)
      last = found
      start = Primitive.match_byte(found, 0, false)
      finish = Primitive.match_byte(found, 0, true)
      Primitive.set_last_match(found)
      value = yield(Primitive.match_group(found, 0))
      value = Rutile.text(value) unless Primitive.is_a(value, String)
      result = Primitive.string_with_capacity(size + 16, Primitive.string_encoding(text)) if nil.equal?(result)
      __append_between(result, text, copied, start) if start > copied
      Primitive.string_append(result, value)
      copied = finish
      at = finish
      if start == finish
        break if finish >= size
        at += Primitive.string_character_from(text, finish).bytesize
      end
    end
    Primitive.set_last_match(last)
    return nil if nil.equal?(result)
    __append_between(result, text, copied, size)
    result
  end

  # Appends a part that may widen the encoding of what is there.
  def __append_between(result, text, from, to)
    if Primitive.string_encoding(result) == Primitive.string_encoding(text)
      Primitive.string_append_part(result, text, from, to)
    else
      result << Primitive.string_byteslice(text, from, to - from)
    end
  end

  # The match of a Regexp or string at or after a byte; sets nothing.
  def __find(pattern, at)
    return Primitive.regexp_search(pattern, self, at, false) if Primitive.is_a(pattern, Regexp)
    start = Primitive.string_byteindex(self, pattern, at)
    nil.equal?(start) ? nil : Primitive.match_of(pattern, self, start, start + pattern.bytesize)
  end

  def scan(pattern)
    primitive :string_scan
    pattern = Rutile.to_pattern(pattern)
    return Primitive.string_scan(self, pattern) unless block_given?
    text = Primitive.string_frozen(self)
    size = text.bytesize
    at = 0
    last = nil
    while at <= size && found = text.__find(pattern, at)
      last = found
      start = Primitive.match_byte(found, 0, false)
      finish = Primitive.match_byte(found, 0, true)
      Primitive.set_last_match(found)
      yield Primitive.match_size(found) == 1 ? Primitive.match_group(found, 0) : Primitive.match_captures(found)
      at = finish
      if start == finish
        break if finish >= size
        at += Primitive.string_character_from(text, finish).bytesize
      end
    end
    Primitive.set_last_match(last)
    self
  end

  # --- Character sets ---

  def tr(from, to)
    primitive :string_tr_ascii
    from = Rutile.to_str(from)
    Primitive.string_tr(self, from, Rutile.to_str(to), false) || Primitive.string_copy(self)
  end

  def tr!(from, to)
    __translate(from, to, false)
  end

  def __translate(from, to, squeeze)
    from = Rutile.to_str(from)
    to = Rutile.to_str(to)
    return nil if Primitive.string_bytesize(self) == 0
    return __delete_sets([from]) if Primitive.string_bytesize(to) == 0
    result = Primitive.string_tr(self, from, to, squeeze)
    Primitive.string_check_writable(self)
    result ? __replace(result) : nil
  end
  private :__translate

  def tr_s(from, to)
    from = Rutile.to_str(from)
    Primitive.string_tr(self, from, Rutile.to_str(to), true) || Primitive.string_copy(self)
  end

  def tr_s!(from, to)
    __translate(from, to, true)
  end

  def count(*sets)
    primitive :string_count_ascii
    Rutile.refuse_count(0, "1+") if sets.empty?
    sets.map! { |set| Rutile.to_str(set) }
    Primitive.string_count_in(self, sets)
  end

  def delete(*sets)
    primitive :string_delete_ascii
    Rutile.refuse_count(0, "1+") if sets.empty?
    sets.map! { |set| Rutile.to_str(set) }
    Primitive.string_delete(self, sets) || Primitive.string_copy(self)
  end

  # An empty string does not even look at its arguments.
  def delete!(*sets)
    return nil if Primitive.string_bytesize(self) == 0
    Rutile.refuse_count(0, "1+") if sets.empty?
    __delete_sets(sets.map! { |set| Rutile.to_str(set) })
  end

  def __delete_sets(sets)
    result = Primitive.string_delete(self, sets)
    Primitive.string_check_writable(self)
    result ? __replace(result) : nil
  end
  private :__delete_sets

  def squeeze(*sets)
    primitive :string_squeeze_ascii
    sets.map! { |set| Rutile.to_str(set) }
    Primitive.string_squeeze(self, sets) || Primitive.string_copy(self)
  end

  def squeeze!(*sets)
    sets.map! { |set| Rutile.to_str(set) }
    result = Primitive.string_squeeze(self, sets)
    Primitive.string_check_writable(self)
    result ? __replace(result) : nil
  end
end
