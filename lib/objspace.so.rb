# ObjectSpace's looks behind the scenes: sizes, references, where objects were made, dumps.
#
# A cell that programs never see (the machine's own) is shown as InternalObjectWrapper, and
# counts as T_IMEMO. Dumps have the form of CRuby's, so that tools for those read them.

module ObjectSpace
  # A cell of the machine's own.
  class InternalObjectWrapper
    attr_reader :type, :internal_object_id

    def initialize(type, id)
      @type = type.to_sym
      @internal_object_id = id
    end

    def inspect
      "#<InternalObject:#{format("%#018x", @internal_object_id)} #{@type}>"
    end
  end

  def memsize_of(object)
    Primitive.objspace_size(object)
  end

  def memsize_of_all(mod = nil)
    unless mod.nil? || Primitive.is_a(mod, Module)
      raise TypeError, "wrong argument type #{mod.class} (expected Class/Module)"
    end
    Primitive.objspace_sizes(mod)
  end

  def count_objects_size(result = {})
    sums = Hash.new(0)
    Primitive.kind_figures.each_slice(3) { |kind, _, bytes| sums[ObjectSpace.__type_of_kind(kind)] += bytes }
    ObjectSpace.__fill_counts(result, sums.merge(TOTAL: sums.values.sum))
  end

  # Trees are gone when code is made of them: there are no nodes.
  def count_nodes(result = {})
    ObjectSpace.__fill_counts(result, {})
  end

  def count_tdata_objects(result = {})
    classes = { "Proc" => Proc, "Fiber" => Fiber, "Binding" => Binding, "MethodObject" => Method, "Resource" => :resource }
    ObjectSpace.__fill_counts(result, ObjectSpace.__kind_counts(classes))
  end

  def count_imemo_objects(result = {})
    kinds = {
      "Method" => :imemo_ment, "Code" => :imemo_iseq, "Environment" => :imemo_env, "Scope" => :imemo_cref,
      "Exit" => :imemo_throw_data, "IdTable" => :imemo_id_table, "Bytes" => :imemo_bytes, "Values" => :imemo_values,
      "Weak" => :imemo_weak_values, "Stack" => :imemo_stack, "Activation" => :imemo_activation,
    }
    ObjectSpace.__fill_counts(result, ObjectSpace.__kind_counts(kinds))
  end

  # Symbols are words and live as long as the process.
  def count_symbols(result = {})
    count = Symbol.all_symbols.size
    ObjectSpace.__fill_counts(result, {
      mortal_dynamic_symbol: 0, immortal_dynamic_symbol: 0, immortal_static_symbol: count, immortal_symbol: count,
    })
  end

  def self.__kind_counts(names)
    counts = Hash.new(0)
    Primitive.kind_figures.each_slice(3) { |kind, cells, _| counts[names[kind]] += cells if names.key?(kind) }
    counts.default = nil
    counts
  end

  def self.__fill_counts(result, counts)
    raise TypeError, "non-hash given" unless Primitive.is_a(result, Hash)
    result.each_key { |key| result[key] = 0 }
    result.update(counts)
  end

  def reachable_objects_from(object)
    lists = Primitive.objspace_references(object)
    lists && ObjectSpace.__both(lists)
  end

  def reachable_objects_from_root
    Primitive.objspace_roots.each_slice(2).to_h { |name, lists| [name, ObjectSpace.__both(lists)] }.compare_by_identity
  end

  def self.__both(lists)
    objects, internal = lists
    objects + internal.each_slice(2).map { |type, address| InternalObjectWrapper.new(type, address) }
  end

  # The class that an object answers by, a singleton class if it has one; of what has none nil.
  def internal_class_of(object)
    return Primitive.class_of(object) unless Primitive.is_a(object, InternalObjectWrapper)
    ObjectSpace.__shown(Primitive.objspace_class(object.internal_object_id))
  end

  # What stands behind a class or module in its chain of ancestors, included modules as the machine's own cells.
  def internal_super_of(object)
    cell = Primitive.is_a(object, InternalObjectWrapper) ? object.internal_object_id : object
    if !Primitive.is_a(cell, Module) && cell.equal?(object) || (found = Primitive.objspace_superclass(cell)) == false
      raise ArgumentError, "class or module is expected"
    end
    ObjectSpace.__shown(found)
  end

  # What a primitive found: an object, or the type and the address of a cell of the machine's own.
  def self.__shown(found)
    Primitive.is_a(found, Array) ? InternalObjectWrapper.new(found[0], found[1]) : found
  end

  # --- where objects were made ---

  def trace_object_allocations
    trace_object_allocations_start
    begin
      yield
    ensure
      trace_object_allocations_stop
    end
  end

  # Tools take generation 0 for one that isn't known.
  def trace_object_allocations_start
    GC.start if GC.count == 0
    Primitive.objspace_trace(:start)
    nil
  end

  def trace_object_allocations_stop
    Primitive.objspace_trace(:stop)
    nil
  end

  def trace_object_allocations_clear
    Primitive.objspace_trace(:clear)
    nil
  end

  def allocation_sourcefile(object)
    origin = Primitive.objspace_origin(object)
    origin && origin[0]
  end

  def allocation_sourceline(object)
    origin = Primitive.objspace_origin(object)
    origin && origin[1]
  end

  def allocation_class_path(object)
    origin = Primitive.objspace_origin(object)
    origin && origin[2]
  end

  def allocation_method_id(object)
    origin = Primitive.objspace_origin(object)
    origin && origin[3]
  end

  def allocation_generation(object)
    origin = Primitive.objspace_origin(object)
    origin && origin[4]
  end

  # --- dumps: `dump`, `dump_all` and `dump_shapes` of objspace.rb call these ---

  def self._dump(object, output)
    line = Primitive.objspace_dump(object)
    return line if output.nil?
    output << line
    output
  end

  def self._dump_all(output, full, since, shapes)
    since = Integer(since) if since
    output << Primitive.objspace_dump_roots if !since || since == 0
    output << (Primitive.objspace_dump_shapes(Primitive.is_a(shapes, Integer) ? shapes : 0)) if shapes
    held = Primitive.objspace_hold_moves(0)
    traces = Primitive.objspace_pause_trace(0) # what the dump itself makes is not the program's
    begin
      Primitive.objspace_blocks.each { |block| output << Primitive.objspace_dump_block(block, since, full) }
    ensure
      Primitive.objspace_pause_trace(traces)
      Primitive.objspace_hold_moves(held)
    end
    output
  end

  def self._dump_shapes(output, shapes)
    output << (Primitive.objspace_dump_shapes(Primitive.is_a(shapes, Integer) ? shapes : 0)) if shapes
    output
  end

  module_function :memsize_of, :memsize_of_all, :count_objects_size, :count_nodes, :count_tdata_objects, :count_imemo_objects,
    :count_symbols, :reachable_objects_from, :reachable_objects_from_root, :internal_class_of, :internal_super_of,
    :trace_object_allocations, :trace_object_allocations_start, :trace_object_allocations_stop, :trace_object_allocations_clear,
    :allocation_sourcefile, :allocation_sourceline, :allocation_class_path, :allocation_method_id, :allocation_generation
end
