# Rutile: what the core library and the machine share.
#
# The first half are conversions: each tries an implicit conversion method and
# says, in the reference's words, why it can't. The second half are the helpers
# that compiled code and the interpreter call by name when an instruction needs
# more than its fast path.

module Rutile
  # The mark of an argument that was not passed, where nil means something.
  UNSET = Primitive.class_allocate(Object)

  # --- Conversions ---

  # Gives a class copies of a module's methods that it has not of its own: they are its own then, to reflection too.
  def self.lend(methods, target, names = methods.instance_methods(false))
    names.each do |name|
      Primitive.define_method(target, name, methods.instance_method(name)) unless target.method_defined?(name, false)
    end
  end

  # The name of a value in an error: nil, true and false by name, others by class.
  def self.describe(object)
    case object
    when nil then "nil"
    when true then "true"
    when false then "false"
    else text(Primitive.class_of(object))
    end
  end

  # What errors of names call a module: by its own `name`, where it has one.
  def self.module_name(mod)
    name = mod.name
    text(nil.equal?(name) ? mod.inspect : name)
  rescue Exception
    mod.inspect
  end

  # Refuses what is none of a kind; `name` is what errors call that kind.
  def self.expect(object, kind, name)
    raise TypeError, "wrong argument type #{describe(object)} (expected #{name})" unless kind === object
  end

  # Refuses a number of arguments that a method looks at only after something else.
  def self.refuse_count(given, expected)
    raise ArgumentError, "wrong number of arguments (given #{given}, expected #{expected})"
  end

  def self.no_conversion(object, wanted)
    raise TypeError, "no implicit conversion of #{describe(object)} into #{wanted}"
  end

  def self.bad_conversion(object, wanted, method, result)
    name = describe(object)
    raise TypeError, "can't convert #{name} to #{wanted} (#{name}##{method} gives #{text(Primitive.class_of(result))})"
  end

  # `object` converted by `method` to an instance of `type`; TypeError where it can't be.
  def self.convert(object, type, wanted, method)
    return object if Primitive.is_a(object, type)
    result = check_call(object, method)
    return result if Primitive.is_a(result, type)
    no_conversion(object, wanted) if NO_METHOD.equal?(result)
    bad_conversion(object, wanted, method, result)
  end

  # As `convert`, but nil where there is no conversion or it gives nil.
  def self.try_convert(object, type, wanted, method)
    return object if Primitive.is_a(object, type)
    result = check_call(object, method)
    return nil if NO_METHOD.equal?(result)
    return result if nil.equal?(result) || Primitive.is_a(result, type)
    bad_conversion(object, wanted, method, result)
  end

  def self.to_int(object)
    primitive :integer_itself
    return object if Primitive.is_a(object, Integer)
    raise TypeError, "no implicit conversion from nil to integer" if nil.equal?(object)
    convert(object, Integer, "Integer", :to_int)
  end

  def self.to_str(object)
    return object if Primitive.is_a(object, String)
    convert(object, String, "String", :to_str)
  end

  def self.to_ary(object)
    return object if Primitive.is_a(object, Array)
    convert(object, Array, "Array", :to_ary)
  end

  def self.to_hash(object)
    return object if Primitive.is_a(object, Hash)
    convert(object, Hash, "Hash", :to_hash)
  end

  def self.to_io(object)
    return object if Primitive.is_a(object, IO)
    convert(object, IO, "IO", :to_io)
  end

  # A Float from a number; strings and nil are refused.
  def self.to_f(object)
    return object if Primitive.is_a(object, Float)
    raise TypeError, "can't convert nil into Float" if nil.equal?(object)
    raise TypeError, "can't convert #{describe(object)} into Float" unless Primitive.is_a(object, Numeric)
    result = object.to_f
    return result if Primitive.is_a(result, Float)
    bad_conversion(object, "Float", :to_f, result)
  end

  # A Symbol or String that names something, as a Symbol.
  def self.to_name(object)
    return object if Primitive.is_a(object, Symbol)
    return Primitive.string_to_asked_symbol(object) if Primitive.is_a(object, String)
    converted = try_convert(object, String, "String", :to_str)
    raise TypeError, "#{object.inspect} is not a symbol nor a string" if nil.equal?(converted)
    Primitive.string_to_asked_symbol(converted)
  end

  # The `to_path` of what has one.
  def self.path_or_itself(object)
    return object if Primitive.is_a(object, String)
    path = check_call(object, :to_path)
    NO_METHOD.equal?(path) ? object : path
  end

  # A path: a String, or what converts by `to_path` or `to_str`.
  def self.to_path(object)
    object = to_str(path_or_itself(object)) unless Primitive.is_a(object, String)
    unless object.encoding.ascii_compatible?
      raise Encoding::CompatibilityError, "path name must be ASCII-compatible (#{object.encoding}): #{object.inspect}"
    end
    raise ArgumentError, "path name contains null byte" if Primitive.string_has_null(object)
    object
  end

  # `object` as text for a message: its `to_s` if that gives a String.
  def self.text(object)
    return object if Primitive.is_a(object, String)
    result = object.to_s
    Primitive.is_a(result, String) ? result : Primitive.any_to_s(object)
  end

  # `object` as Kernel#String makes it a String.
  def self.string_of(object)
    return object if Primitive.is_a(object, String)
    try_convert(object, String, "String", :to_str) || convert_by(object, String, "String", :to_s)
  end

  def self.inspected(object)
    text(object.inspect)
  end

  def self.raise_frozen(object)
    raise FrozenError.new("can't modify frozen #{Primitive.class_of(object)}: #{object.inspect}", receiver: object)
  end

  # Seconds as a Float from what `sleep`, `select` and timeouts take.
  def self.to_seconds(object)
    unless Primitive.is_a(object, Integer) || Primitive.is_a(object, Float)
      if nil.equal?(object) || Primitive.is_a(object, String) || !object.respond_to?(:divmod)
        raise TypeError, "can't convert #{describe(object)} into time interval"
      end
    end
    unless Primitive.is_a(object, Numeric)
      whole, rest = object.divmod(1)
      object = whole + rest
    end
    raise ArgumentError, "time interval must not be negative" if object < 0
    long(object, object) if Primitive.is_a(object, Integer)
    seconds = object.to_f
    unless seconds < 0x8000_0000_0000_0000
      raise RangeError, "#{seconds.finite? ? Kernel.format("%f", seconds) : seconds.to_s.delete_suffix("inity")} out of Time range"
    end
    seconds
  end

  # Runs the block once for each of nested `calls` on the same `object`; the answer is
  # UNSET where the object is already being worked on.
  def self.guard_against_recursion(kind, object)
    active = Primitive.fiber_local(:@__recursion)
    Primitive.set_fiber_local(:@__recursion, active = {}.compare_by_identity) unless active
    inner = active[object]
    active[object] = inner = [] unless inner
    return UNSET if inner.include?(kind)
    inner.push(kind)
    begin
      yield
    ensure
      inner.pop
      active.delete(object) if inner.empty?
    end
  end

  # --- Helpers of the interpreter ---

  # `*value`
  def self.splat(value)
    result = check_call(value, :to_a)
    return [value] if nil.equal?(result) || Primitive.identical(result, NO_METHOD)
    return result if Primitive.is_a(result, Array)
    bad_conversion(value, "Array", :to_a, result)
  end

  # The same as an Array that nobody else has.
  def self.splat_copy(value)
    list = splat(value)
    Primitive.array_slice(list, 0, Primitive.array_size(list))
  end

  # The right side of `a, b = value`.
  def self.assignable_array(value)
    result = try_convert(value, Array, "Array", :to_ary)
    nil.equal?(result) ? [value] : result
  end

  # Calls a block with a lone argument taken apart; it stays alone where it has no elements to give.
  def self.call_with_elements(block, value, given)
    block.call(assignable_array(value), &given)
  end

  # A fiber whose block begins with the elements of a value.
  def self.begin_with_elements(fiber, value, transfers)
    elements = assignable_array(value)
    transfers ? fiber.__transfer(elements) : fiber.__resume(elements)
  end

  # The same as `call_with_elements` in an object, or in a class.
  def self.evaluate_with_elements(block, value, receiver, in_class)
    elements = assignable_array(value)
    return Module.instance_method(:class_exec).bind_call(receiver, elements, &block) if in_class
    BasicObject.instance_method(:instance_exec).bind_call(receiver, elements, &block)
  end

  def self.array_concat(array, value)
    array.concat(splat(value))
  end

  def self.hash_store(hash, key, value)
    hash[key] = value
  end

  # `**other` in a Hash literal or a call.
  def self.hash_merge(hash, other)
    to_hash(other).each_pair { |key, value| hash[key] = value }
    hash
  end

  # `first..last` where the ends have to be compared first.
  def self.new_range(first, last, exclusive)
    unless nil.equal?(first) || nil.equal?(last)
      raise ArgumentError, "bad value for range" if nil.equal?(Primitive.dispatch(first <=> last))
    end
    Primitive.new_range(first, last, exclusive)
  end

  # A regexp literal with interpolated parts. Of the options 64 and 128 stand for the letters `e` and `s`.
  def self.new_regexp(parts, options)
    source = "".b
    fixed = first = nil
    letter = options & 64 != 0 ? Encoding::EUC_JP : options & 128 != 0 ? Encoding::Windows_31J : options & 16 != 0 ? Encoding::UTF_8 : nil
    # The letter behind the literal, if there is one, says what escapes of bytes mean.
    escaped = options & 32 != 0 ? Encoding::BINARY : letter
    parts.each do |part|
      piece = Primitive.is_a(part, Regexp) ? part.to_s : text(part)
      first ||= piece.encoding
      if (encoding = fixed_encoding(piece))
        encoding = escaped if escaped && piece.ascii_only? && (options & 32 != 0 || !piece.include?("\\u"))
        raise RegexpError, "encoding mismatch in dynamic regexp : #{fixed.name} and #{encoding.name}" if fixed && !encoding.equal?(fixed)
        fixed = encoding
      end
      source << piece.b
    end
    encoding = fixed || letter || (Encoding::BINARY.equal?(first) ? Encoding::UTF_8 : first)
    Primitive.freeze(Regexp.new(source.force_encoding(encoding), options & 63))
  end

  # The encoding that a piece of a regexp ties the whole to, if it does: by its characters or by escapes of such.
  def self.fixed_encoding(piece)
    return piece.encoding unless piece.ascii_only?
    return nil unless piece.include?("\\")
    piece.scan(/\\(?:x(\h{1,2})|([2-3][0-7]{2})|u\{?(\h+)|.)/m) do |byte, octal, character|
      return piece.encoding if octal || (byte && byte.hex >= 0x80)
      return Encoding::UTF_8 if character && character.hex >= 0x80
    end
    nil
  end

  def self.yielded = yield

  # `&value`; `refined` calls the `to_proc` that a refinement has.
  def self.to_proc(value, refined = nil)
    if refined || responds?(value, :to_proc)
      result = refined ? yielded(&refined) : value.to_proc
      return result if Primitive.is_a(result, Proc)
    end
    raise TypeError, "wrong argument type #{Primitive.class_of(value)} (expected Proc)"
  end

  # The value of a constant that `autoload` promised: its file is loaded first.
  def self.autoload_constant(mod, name)
    load_promised_constant(mod, name)
    value = Primitive.constant_or_undefined(mod, name, UNSET)
    UNSET.equal?(value) ? missing_constant(mod, name) : value
  end

  def self.missing_constant(mod, name)
    mod.const_missing(Primitive.symbol_for_missing(name, Primitive.lookup_class(mod)))
  end

  # Whether a constant that `autoload` promised counts as there: not while the running thread loads its file by a
  # require of its own, nor once the file is loaded and has left it out.
  def self.promise_stands?(mod, name)
    path = Primitive.autoload_path(mod, name)
    path ? provided(path) != :loaded && !loading_here?(path) : false
  end

  # The answer of `defined?` for a promised constant.
  def self.promise_description(mod, name)
    promise_stands?(mod, name) ? "constant".freeze : nil
  end

  # Loads the file that is to define a constant, by whatever `require` is; whether it does is another matter.
  def self.load_promised_constant(mod, name)
    path = Primitive.autoload_path(mod, name)
    return unless path
    # The file that defines it may be on its way already, by a require of its own.
    return Primitive.withdraw_autoload(mod, name) if loading_here?(path)
    done = false
    Primitive.begin_autoload(mod, name)
    begin
      Primitive.main_object.__send__(:require, path)
      done = true
    ensure
      kept = Primitive.end_autoload(mod, name, done)
    end
    warn("Expected #{path} to define #{constant_name(mod, name)} but it didn't", uplevel: 0) if $VERBOSE && !kept
  end

  def self.constant_name(mod, name) = Object.equal?(mod) ? name : "#{mod}::#{name}"

  def self.deprecated_constant(mod, name, value)
    path = Primitive.identical(mod, Object) ? "::#{name}" : constant_name(mod, name)
    warn("constant #{path} is deprecated", category: :deprecated, uplevel: 0) if Warning[:deprecated]
    value
  end

  def self.not_a_module(value)
    raise TypeError, "#{inspected(value)} is not a class/module"
  end

  def self.superclass_must_be_class(value)
    raise TypeError, "superclass must be an instance of Class (given an instance of #{Primitive.class_of(value)})"
  end

  # Lets others have their turn, at the end of the loop's first round. A search that was left off is taken up again then.
  def self.attend
    attended = false
    attended = true until attended
  end

  # An assignment to a constant that was set.
  def self.constant_set_again(mod, name)
    already_initialized_constant(mod, name)
    mod.__send__(:const_added, name)
  end

  def self.already_initialized_constant(mod, name)
    return if nil.equal?($VERBOSE)
    full = Object.equal?(mod) ? name : "#{mod}::#{name}"
    warn_at(Primitive.caller_position(0), "already initialized constant #{full}")
    previous = Primitive.previous_constant_position(mod, name)
    warn_at(previous, "previous definition of #{name} was here") if previous
  end

  # A definition takes the place of a method; its position is nil where it is the library's own.
  # Methods that are C functions in the reference's standard library are not told of: here they were defined before.
  def self.method_discarded(name, position)
    place = Primitive.caller_position(0)
    return if nil.equal?(position) && place && (@standard_library && place.start_with?(@standard_library) || other_half?(place))
    warn_at(place, "method redefined; discarding old #{name}")
    warn_at(position, "previous definition of #{name} was here") if position
  end

  # Whether a place is in the Ruby half of a library whose native half is our own: a newer one may define what C functions were.
  def self.other_half?(place)
    folder = load_folders.find { |each| place.start_with?("#{each}/") }
    return false unless folder
    library = place[(folder.size + 1)..][/\A[^.\/]+/]
    library && Primitive.load_find("#{library}.so", [Primitive.load_library_folder], RUBY_ENDINGS) ? true : false
  end

  # Of a method that others rely on.
  def self.warn_of_change(words, about_speed)
    warn_at(Primitive.caller_position(0), words, about_speed ? :performance : nil)
  end

  # The same before a method of the core changes one.
  def self.tell_of_change(mod, name, change)
    risks = Primitive.risks_of_change(mod, name, change)
    index = 0
    while index < Primitive.array_size(risks)
      warn_of_change(Primitive.array_at(risks, index), Primitive.array_at(risks, index + 1))
      index += 2
    end
  end

  # The same before a method of the core defines one.
  def self.tell_of_discarded(mod, name)
    position = Primitive.discarded_method_position(mod, name)
    method_discarded(name, position) unless false.equal?(position)
  end

  def self.global_not_initialized(name)
    warn_at(Primitive.caller_position(0), "global variable '#{name}' not initialized")
    nil
  end

  # A warning with the place it is about.
  def self.warn_at(position, text, category = nil)
    return if nil.equal?($VERBOSE)
    text = position ? "#{position}: warning: #{text}\n" : "warning: #{text}\n"
    category ? tell_warning(text, category) : Warning.warn(text)
  end

  # The finalizers of an object that is gone; what one raises is reported and forgotten.
  def self.run_finalizers(id, procs)
    procs.each do |finalizer|
      begin
        finalizer.call(id)
      rescue Exception => error
        next if Primitive.identical(error, @__signalled)
        warn_at(nil, "Exception in finalizer #{finalizer.inspect}\n#{error_report(error, false, false, {})}".chomp) unless $VERBOSE.nil?
      end
    end
  end

  # The same while the program runs. A signal that arrives meanwhile is not theirs to swallow: what it raises goes on when they are through.
  def self.run_due_finalizers(id, procs)
    before = @__finalizing
    @__finalizing = Primitive.current_fiber
    run_finalizers(id, procs)
    raise @__signalled if @__signalled
  ensure
    @__finalizing = before
    @__signalled = nil unless before
  end

  # Runs the handler of a signal that has arrived.
  def self.deliver_signal(number)
    handler = Primitive.signal_handler(number)
    before = Primitive.set_trapped(Primitive.current_fiber)
    run_signal_handler(handler, number)
  rescue Exception => error
    @__signalled = error if Primitive.identical(@__finalizing, Primitive.current_fiber)
    raise
  ensure
    Primitive.set_trapped(before)
  end

  def self.run_signal_handler(handler, number)
    case handler
    when Proc, Method
      handler.call(number)
    when nil, "DEFAULT"
      raise Interrupt, "" if number == 2
      raise SignalException, "SIG#{Signal.__signame(number)}"
    when "EXIT"
      exit
    when "SYSTEM_DEFAULT", Symbol
      # The system does what is to be done, or nothing is.
    when String
      eval(handler, TOPLEVEL_BINDING)
    else
      handler.call(number)
    end
  end

  # `[**hash]`: no element where the hash is empty.
  def self.keywords_as_elements(hash)
    hash.empty? ? [] : [hash]
  end

  # `rescue *list`
  def self.rescue_splat(list, exception)
    list.each do |matcher|
      raise TypeError, "class or module required for rescue clause" unless Primitive.is_a(matcher, Module)
      return true if Primitive.dispatch(matcher === exception)
    end
    false
  end

  # `when *list`
  def self.case_splat(list, value)
    list.each { |matcher| return true if Primitive.dispatch(matcher === value) }
    false
  end

  # The text of a named group for `/(?<name>)/ =~ string`.
  def self.match_group(match, name)
    nil.equal?(match) ? nil : match[name]
  end

  # Assignment to `$~`.
  def self.check_match(value)
    return if nil.equal?(value) || Primitive.is_a(value, MatchData)
    raise TypeError, "wrong argument type #{Primitive.class_of(value)} (expected MatchData)"
  end

  # `__ENCODING__`
  def self.encoding(name)
    Encoding.find(name)
  end

  # `END { }`
  def self.at_exit(body)
    Primitive.at_exit_push(body)
    body
  end

  # --- Blocks as matchers ---

  # Where an optional block's Proc is wanted in words of the reference.
  def self.require_block(block, message = "no block given")
    raise ArgumentError, message unless block
    block
  end
end
