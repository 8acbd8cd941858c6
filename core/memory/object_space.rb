# ObjectSpace: every object there is, and what happens when one is gone.

module ObjectSpace
  # Without a module of every object: false, which is shown where no block is given, stands for that in the reference, too.
  def each_object(mod = false)
    return to_enum(:each_object, mod) unless block_given?
    unless false.equal?(mod) || Primitive.is_a(mod, Module)
      raise TypeError, "class or module required"
    end
    found = Primitive.live_objects(mod || nil)
    found.select! { |object| Rutile::Sharing.shareable?(object) } unless Ractor.main?
    found.each { |object| yield object }
    found.size
  end

  def garbage_collect(full_mark: true, immediate_mark: true, immediate_sweep: true)
    GC.__start(full_mark: full_mark, immediate_mark: immediate_mark, immediate_sweep: immediate_sweep)
  end

  def define_finalizer(object, finalizer = (no_finalizer = true; nil), &block)
    if no_finalizer
      raise ArgumentError, "tried to create Proc object without a block" unless block
      finalizer = block
    end
    unless finalizer.respond_to?(:call)
      raise ArgumentError, "wrong type argument #{Primitive.class_of(finalizer)} (should be callable)"
    end
    raise ArgumentError, "cannot define finalizer for #{Primitive.class_of(object)}" if Primitive.is_immediate(object)
    Primitive.check_frozen(object)
    if Primitive.identical(ObjectSpace.__receiver(finalizer), object)
      Rutile.warn_at(nil, "finalizer references object to be finalized") unless nil.equal?($VERBOSE)
    end
    procs = Primitive.finalizers(object) || []
    procs = procs.dup
    procs << finalizer unless procs.include?(finalizer)
    Primitive.set_finalizers(object, procs)
    [0, finalizer]
  end

  # The self that a Proc or Method keeps alive.
  def self.__receiver(callable)
    case callable
    when Proc then callable.binding.receiver
    when Method then callable.receiver
    end
  rescue ArgumentError
    nil
  end

  def undefine_finalizer(object)
    Primitive.check_frozen(object)
    Primitive.set_finalizers(object, nil)
    object
  end

  # CRuby's name for the cells of a kind.
  TYPES_OF_KINDS = {
    "Object" => :T_OBJECT, "Class" => :T_CLASS, "Module" => :T_MODULE, "IncludedModule" => :T_ICLASS, "Float" => :T_FLOAT,
    "String" => :T_STRING, "Regexp" => :T_REGEXP, "Array" => :T_ARRAY, "Hash" => :T_HASH, "BigInteger" => :T_BIGNUM,
    "MatchData" => :T_MATCH, "Proc" => :T_DATA, "Fiber" => :T_DATA, "Binding" => :T_DATA, "MethodObject" => :T_DATA,
    "Buffer" => :T_DATA, "Resource" => :T_DATA,
  }.freeze
  private_constant :TYPES_OF_KINDS

  # Cells that are no objects of the program count as T_IMEMO, the machine's own.
  def self.__type_of_kind(kind)
    TYPES_OF_KINDS.fetch(kind, :T_IMEMO)
  end

  def count_objects(result = {})
    raise TypeError, "non-hash given" unless Primitive.is_a(result, Hash)
    counts = Hash.new(0)
    Primitive.kind_figures.each_slice(3) { |kind, cells, _| counts[ObjectSpace.__type_of_kind(kind)] += cells }
    free = Primitive.heap_figures[:heap_free_slots]
    result.each_key { |key| result[key] = 0 }
    result[:TOTAL] = counts.values.sum + free
    result[:FREE] = free
    counts.each { |type, cells| result[type] = cells }
    result
  end

  def _id2ref(id)
    id = Rutile.to_int(id)
    found = Primitive.object_of_id(id, Rutile::UNSET)
    unless Rutile::UNSET.equal?(found)
      return found if Ractor.main? || Rutile::Sharing.shareable?(found)
      raise RangeError, "#{id.to_s.inspect} is id of the unshareable object on multi-ractor"
    end
    raise RangeError, "#{id.to_s.inspect} is #{Primitive.is_future_id(id) ? "not id value" : "recycled object"}"
  end
  module_function :each_object, :garbage_collect, :define_finalizer, :undefine_finalizer, :count_objects, :_id2ref
end
