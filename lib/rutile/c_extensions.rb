# Loading C extensions, and what their functions ask of Ruby that is easier said here than in Rust. What comes from C code as a
# word, an address or a value that it only passes on, is an Integer here.

module Rutile
  # The frame of a C function that waits: with the function's self, block and method. It does what the function asks for and
  # gives it the value, until the function is over.
  def self.drive_extension(call)
    value = Primitive.extension_perform(call)
    value = Primitive.extension_perform(call) while Primitive.extension_resume(call, value)
    Primitive.extension_result(call)
  ensure
    Primitive.extension_end(call)
  end

  module CExtensions
    class << self
      # Loads a shared library and runs the function that it begins with.
      def load(path, name)
        handle = Primitive.extension_open(path)
        raise ::LoadError, "#{handle} - #{path}" if ::String === handle
        function = Primitive.extension_symbol(handle, name)
        raise ::LoadError, "#{path}: undefined symbol: #{name} - #{name}" unless function
        Primitive.extension_invoke(function, [], nil)
        true
      end

      # --- protecting and leaving ---

      def protect(function, argument, &block)
        [Primitive.extension_invoke(function, [argument], block)]
      rescue ::Exception => error
        error
      end

      def ensure_cleanup(function, argument, cleanup, cleanup_argument, &block)
        Primitive.extension_invoke(function, [argument], block)
      ensure
        Primitive.extension_invoke(cleanup, [cleanup_argument], block)
      end

      def rescue_from(function, argument, rescue_function, rescue_argument, classes, &block)
        Primitive.extension_invoke(function, [argument], block)
      rescue *classes => error
        return nil if rescue_function == 0
        Primitive.extension_invoke(rescue_function, [rescue_argument, word_of(error)], block)
      end

      def catch_tag(tag, function, argument, &block)
        catch(tag) { |caught| Primitive.extension_invoke(function, [word_of(caught), argument, 0, 0, 0], block) }
      end

      def throw_tag(tag, value) = throw(tag, value)
      def break_from_block(value) = throw(::Thread.current[:__extension_block__] || raise(::LocalJumpError, "break from proc-closure"), [value])
      def raise_error(error) = raise(error)
      def raise_again(error) = raise(error)
      def raise_text(type, text) = raise(type, text)
      def exit_with(status) = exit(status)
      def abort_with(list) = abort(*list)

      def raise_name_error(type, name, receiver, text)
        raise type.new(text, name, receiver: receiver)
      end

      def raise_frozen(object, text)
        raise ::FrozenError.new(text, receiver: object)
      end

      def system_error(number, text)
        text.nil? ? ::SystemCallError.new(number) : ::SystemCallError.new(text, number)
      end

      def raise_system_error(number, text) = raise(system_error(number, text))

      def raise_extended_system_error(mod, number, text)
        error = system_error(number, text)
        error.extend(mod)
        raise error
      end

      def raise_end_of_file = raise(::EOFError, "end of file reached")
      def raise_zero_division = raise(::ZeroDivisionError, "divided by 0")

      def raise_missing_keywords(names)
        raise ::ArgumentError, "missing keyword#{"s" if names.size > 1}: #{names.map(&:inspect).join(", ")}"
      end

      def raise_unknown_keywords(names)
        raise ::ArgumentError, "unknown keyword#{"s" if names.size > 1}: #{names.map(&:inspect).join(", ")}"
      end

      def make_exception(list)
        return nil if list.empty? || (list.size == 1 && list[0].nil?)
        return ::RuntimeError.new(list[0]) if list.size == 1 && ::String === list[0]
        error = list[0].exception(*list[1, 1])
        raise ::TypeError, "exception object expected" unless ::Exception === error
        error.set_backtrace(list[2]) if list[2]
        error
      end

      def incomparable(one, other)
        shown = other.nil? || true == other || false == other || ::Float === other ? other.inspect : other.class.to_s
        raise ::ArgumentError, "comparison of #{one.class} with #{shown} failed"
      end

      def backtrace = caller(1)
      def print_backtrace = caller(1).each { |line| $stderr.puts("\tfrom #{line}") }

      CATEGORIES = [nil, :deprecated, :experimental, :performance].freeze

      def warn_text(level, category, text)
        return if $VERBOSE.nil? || (level > 0 && !$VERBOSE)
        named = category > 0 ? CATEGORIES[category] : nil
        return if named && !::Warning[named]
        place = caller_locations(1, 1)&.first
        text = "#{place.path}:#{place.lineno}: warning: #{text}\n" if place
        named ? ::Warning.warn(text, category: named) : ::Warning.warn(text)
      end

      def warns_of(category)
        named = CATEGORIES[category]
        named ? ::Warning[named] : !$VERBOSE.nil?
      end

      def at_end(function, argument)
        at_exit { Primitive.extension_invoke(function, [argument], nil) }
      end

      # --- blocks ---

      # How a value stands among the words of a call.
      def word_of(value) = [value]

      # What a block's function gets: the first value, its data, how many values there are and where, and the block's own block.
      def call_block_function(function, data, values, block)
        Primitive.extension_invoke_block(function, data, values, block)
      end

      def block_call(object, name, list, function, data, holder)
        outer = ::Thread.current[:__extension_block__]
        broken = catch(holder) do
          return object.__send__(name, *list) do |*values, &block|
            ::Thread.current[:__extension_block__] = holder
            call_block_function(function, data, values, block)
          ensure
            ::Thread.current[:__extension_block__] = outer
          end
        end
        broken[0]
      end

      def call_with_block(object, name, list, block)
        object.__send__(name, *list, &block)
      end

      def proc_of(function, data, holder)
        ::Kernel.proc { |*values, &block| holder && call_block_function(function, data, values, block) }
      end

      def iterate(function, argument, block_function, data, holder)
        Primitive.extension_invoke(function, [argument], ->(*values, &block) { holder && call_block_function(block_function, data, values, block) })
      end

      def yield_splat(block, list) = block.call(*list)
      def enumerator(object, name, list) = object.enum_for(name, *list)

      def sized_enumerator(object, name, list, size)
        return object.enum_for(name, *list) if size == 0
        object.enum_for(name, *list) { Primitive.extension_invoke(size, [object, list, self].map { |value| word_of(value) }, nil) }
      end

      def split_keywords(hash)
        return [false, hash] if hash.empty?
        symbols, others = hash.partition { |key, _| ::Symbol === key }.map(&:to_h)
        [symbols.empty? ? false : symbols, others.empty? ? false : others]
      end

      def recursively(function, object, paired, argument, &block)
        under_way = (::Thread.current[:__extension_calls__] ||= [])
        inner = under_way.any? { |known, one, other| known == function && one.equal?(object) && other.equal?(paired) }
        under_way.push([function, object, paired])
        Primitive.extension_invoke(function, [word_of(object), argument, inner ? 1 : 0], block)
      ensure
        under_way.pop
      end

      def apply(receiver, name, list) = receiver.__send__(name, *list)

      # --- classes and constants ---

      def define_class(outer, name, superclass)
        if outer.const_defined?(name, outer == ::Object)
          known = outer.const_get(name, outer == ::Object)
          raise ::TypeError, "#{name} is not a class (#{known.inspect})" unless ::Class === known
          if superclass && known.superclass != superclass
            raise ::TypeError, "superclass mismatch for class #{name}"
          end
          return known
        end
        raise ::ArgumentError, "no super class for '#{name}'" unless superclass
        made = Primitive.class_create(superclass)
        outer.const_set(name, made)
        superclass.__send__(:inherited, made)
        made
      end

      def define_module(outer, name)
        if outer.const_defined?(name, outer == ::Object)
          known = outer.const_get(name, outer == ::Object)
          raise ::TypeError, "#{name} is not a module (#{known.inspect})" unless ::Module === known && !(::Class === known)
          return known
        end
        outer.const_set(name, ::Module.new)
      end

      def define_constant(mod, name, value)
        mod.__send__(:remove_const, name) if mod.const_defined?(name, false) && $VERBOSE.nil?
        mod.const_set(name, value)
      end

      def constant_of(mod, name, inherited) = mod.const_get(name, inherited)
      def class_at(path) = ::Object.const_get(path)
      def name_class(mod, outer, name) = outer.const_set(name, mod)
      def all_symbols = ::Symbol.all_symbols

      def to_name(value)
        text = ::String.try_convert(value)
        raise ::TypeError, "#{value.inspect} is not a symbol nor a string" unless text
        text.to_sym
      end

      def define_struct(outer, name, superclass, members)
        made = (superclass || ::Struct).new(*members)
        return made unless name
        (outer || ::Struct).const_set(name, made)
      end

      def define_data(superclass, members)
        made = ::Data.define(*members)
        superclass && superclass != ::Data ? ::Class.new(superclass) : made
      end

      def new_struct(type, values) = type.new(*values)
      def initialize_struct(object, values) = object.__send__(:initialize, *values)
      def struct_member(object, index) = ::Range === object ? [object.begin, object.end, object.exclude_end?][index] : object[index]

      # --- conversions ---

      def array_or_nil(value) = ::Array.try_convert(value)
      def hash_or_nil(value) = ::Hash.try_convert(value)
      def string_or_nil(value) = ::String.try_convert(value)

      def to_string(value)
        text = ::String.try_convert(value)
        return text if text
        raise ::TypeError, "no implicit conversion of #{shown(value)} into String"
      end

      def shown(value)
        value.nil? || true == value || false == value ? value.inspect : value.class.to_s
      end

      def text_of(value)
        text = value.to_s
        ::String === text ? text : ::Kernel.instance_method(:to_s).bind_call(value)
      end

      def to_string_strictly(value) = String(value)
      def to_array(value) = Array(value)
      def to_hash(value) = Hash(value)
      def to_integer_strictly(value) = Integer(value)
      def to_float(value) = Float(value)

      def numeric_to_float(value)
        case value
        when nil then raise ::TypeError, "can't convert nil into Float"
        when true, false then raise ::TypeError, "can't convert #{value} into Float"
        when ::Numeric then Float(value)
        else raise ::TypeError, "can't convert #{value.class} into Float"
        end
      end

      def float_or_nil(value) = ::Numeric === value ? Float(value) : nil

      def to_int(value)
        case value
        when nil then raise ::TypeError, "no implicit conversion from nil to integer"
        when true, false then raise ::TypeError, "no implicit conversion of #{value} into Integer"
        end
        raise ::TypeError, "no implicit conversion of #{value.class} into Integer" unless value.respond_to?(:to_int, true)
        integer = value.__send__(:to_int)
        return integer if ::Integer === integer
        raise ::TypeError, "can't convert #{value.class} to Integer (#{value.class}#to_int gives #{integer.class})"
      end

      def integer_or_nil(value, method)
        return nil unless value.respond_to?(method, true)
        integer = value.__send__(method)
        ::Integer === integer ? integer : nil
      end

      def convert(value, name, method, _wanted)
        raise ::TypeError, "no implicit conversion of #{shown(value)} into #{name}" unless value.respond_to?(method, true)
        converted = value.__send__(method)
        expected = ::Object.const_get(name)
        return converted if expected === converted
        raise ::TypeError, "can't convert #{value.class} to #{name} (#{value.class}##{method} gives #{converted.class})"
      end

      def convert_or_nil(value, name, method)
        return nil unless value.respond_to?(method, true)
        converted = value.__send__(method)
        return nil if converted.nil?
        return converted if ::Object.const_get(name) === converted
        raise ::TypeError, "can't convert #{value.class} to #{name} (#{value.class}##{method} gives #{converted.class})"
      end

      def text_to_integer(text, base, strict)
        return text.to_i(base) unless strict
        base == 0 ? Integer(text) : Integer(text, base)
      end

      def rational(numerator, denominator) = Rational(numerator, denominator)
      def complex(real, imaginary) = Complex(real, imaginary)
      def complex_polar(length, angle) = ::Complex.polar(length, angle)
      def random = rand
      def random_integer(limit) = rand(limit)

      def coerce_binary(one, other, operator)
        pair = other.respond_to?(:coerce) && other.coerce(one)
        raise ::TypeError, "#{shown(other)} can't be coerced into #{one.class}" unless pair
        pair[0].__send__(operator, pair[1])
      end

      def coerce_comparison(one, other, operator)
        pair = other.respond_to?(:coerce) && other.coerce(one)
        pair ? pair[0].__send__(operator, pair[1]) : nil
      end

      def coerce_relation(one, other, operator)
        result = coerce_comparison(one, other, operator)
        result.nil? ? incomparable(one, other) : result
      end

      # --- texts ---

      def format_text(format, list) = format(format, *list)
      def encode_text(text, to, options) = options ? text.encode(to, **options) : text.encode(to)

      # As `rb_str_conv_enc`: the text itself where it can't be converted.
      def convert_text(text, from, to)
        return text if to.nil? || from == to || to == ::Encoding::BINARY
        return text.dup.force_encoding(to) if text.ascii_only? && to.ascii_compatible?
        text.encode(to, from)
      rescue ::EncodingError
        text
      end

      def shorten(text, length)
        return text if text.length <= length
        length > 3 ? "#{text[0, length - 3]}..." : "..."[0, length]
      end

      def to_path(value) = ::File.path(value)
      def encoding_named(name) = ::Encoding.find(name)
      def encoding_name_of(value) = value.respond_to?(:encoding) ? value.encoding&.name : ::Encoding === value ? value.name : nil
      def name_of_encoding(value) = (::Encoding === value ? value : ::Encoding.find(value)).name

      def name_of_encoding_or_nil(value)
        name_of_encoding(value)
      rescue ::ArgumentError, ::TypeError
        nil
      end

      def compatible_encoding(one, other) = ::Encoding.compatible?(one, other)&.name

      def checked_encoding(one, other)
        name = compatible_encoding(one, other)
        return name if name
        raise ::Encoding::CompatibilityError, "incompatible character encodings: #{one.encoding} and #{other.encoding}"
      end

      def associate_encoding(value, encoding) = value.force_encoding(encoding)
      def default_external=(value)
        ::Encoding.default_external = value
      end

      def default_internal=(value)
        ::Encoding.default_internal = value
      end

      def regexp(source, options) = ::Regexp.new(source, options)
      def quote_pattern(text) = ::Regexp.escape(text)
      def match_text(pattern, text) = pattern =~ text

      # As `rb_reg_search`: where the match begins, in bytes.
      def search_text(pattern, text, start, backwards)
        backwards ? text.byterindex(pattern, start) : text.byteindex(pattern, start)
      end

      # --- collections ---

      def hash_store(hash, key, value) = hash[key] = value

      def hash_update(hash, other, function)
        return hash.update(other) if function == 0
        hash.update(other) { |*words| Primitive.extension_invoke(function, words.map { |word| word_of(word) }, nil) }
      end

      def clear_environment = ::ENV.clear

      def range_parts(range)
        return nil unless ::Range === range || ::Enumerator::ArithmeticSequence === range || (range.respond_to?(:begin) && range.respond_to?(:end) && range.respond_to?(:exclude_end?))
        [range.begin, range.end, range.exclude_end?]
      end

      # As `rb_range_beg_len`.
      def range_within(range, length, mode)
        return false unless (parts = range_parts(range))
        first = parts[0].nil? ? 0 : to_int_value(parts[0])
        last = parts[1].nil? ? -1 : to_int_value(parts[1])
        excludes = parts[2] && !parts[1].nil?
        given = first
        first += length if first < 0
        return outside(range, mode) if first < 0 || (mode == 0 || mode == 2) && first > length || given < 0 && first < 0
        last += length if last < 0
        last += 1 unless excludes
        last = length if (mode == 0 || mode == 2) && last > length
        count = last - first
        [first, count < 0 ? 0 : count]
      end

      def to_int_value(value) = ::Integer === value ? value : to_int(value)

      def outside(range, mode)
        return nil if mode == 0
        raise ::RangeError, "#{range} out of range"
      end

      # --- variables, files, processes ---

      def hook_global(name)
        Primitive.hook_global(name, :extension_global, :set_extension_global)
      end

      def global(name) = eval(name.to_s)
      def set_global(name, value) = eval("->(value) { #{name} = value }").call(value)
      def alias_global(new, old) = eval("alias #{new} #{old}")
      def global_names = global_variables

      def evaluate(text) = eval(text, ::TOPLEVEL_BINDING)

      def evaluate_protected(text)
        [evaluate(text)]
      rescue ::Exception => error
        error
      end

      def require_feature(name) = require(name)
      def load_file(path, wrap) = Kernel.load(path, wrap)

      def load_protected(path, wrap)
        Kernel.load(path, wrap)
        nil
      rescue ::Exception => error
        error
      end

      def provide(name) = ::Rutile.provide(name)
      def provides(name) = ::Rutile.provided(name) == :loaded
      def source_file = caller_locations(1, 1)&.first&.path.to_s
      def source_line = caller_locations(1, 1)&.first&.lineno.to_i
      def last_status = $?

      def wait_for_process(process, flags)
        found = ::Process.wait(process, flags)
        found && [found, $?.to_i]
      rescue ::SystemCallError
        [-1, 0]
      end

      def detach(process) = ::Process.detach(process)
      def dump(value, io) = io ? ::Marshal.dump(value, io) : ::Marshal.dump(value)
      def undump(source) = ::Marshal.load(source)
      def kill(list) = ::Process.kill(*list)
      def show(value) = p(value)
      def write_error(text) = $stderr.write(text)

      # --- memory ---

      def collect
        ::GC.start
        nil
      end

      def enable_collections = ::GC.enable
      def disable_collections = ::GC.disable
      def collection_figures(key) = ::Symbol === key ? ::GC.stat(key) : (::GC.stat(key) && 0)
      def collection_count = ::GC.count
      def latest_collection(key) = ::GC.latest_gc_info(key)
      def define_finalizer(object, block) = ::ObjectSpace.define_finalizer(object, block)
      def undefine_finalizer(object) = ::ObjectSpace.undefine_finalizer(object)

      # --- threads and fibers ---

      def without_lock(function, data, unblock, unblock_data)
        until (result = Primitive.extension_work(function, data))
          ::Rutile.await_work
        end
        result[0]
      end

      def current_thread = ::Thread.current
      def main_thread = ::Thread.main
      def is_alone = ::Thread.list.size == 1
      def create_thread(function, argument, holder) = ::Thread.new { holder && Primitive.extension_invoke(function, [argument], nil) }
      def stop_thread = ::Thread.stop
      def pass_thread = ::Thread.pass
      def check_interrupts = ::Thread.pass
      def sleep_for(seconds) = seconds ? sleep(seconds) : sleep
      def new_mutex = ::Thread::Mutex.new
      def synchronize(mutex, function, argument, &block) = mutex.synchronize { Primitive.extension_invoke(function, [argument], block) }
      def current_fiber = ::Fiber.current
      def new_fiber(function, data, holder) = ::Fiber.new { |*values, &block| holder && call_block_function(function, data, values, block) }
      def yield_fiber(list) = ::Fiber.yield(*list)
      def fiber_scheduler = ::Fiber.scheduler
      def current_scheduler = ::Fiber.current_scheduler
      def set_scheduler(scheduler) = ::Fiber.set_scheduler(scheduler)

      # --- streams ---

      def descriptor(io) = (::Integer === io ? io : to_io(io).fileno)
      def io_or_nil(value) = ::IO.try_convert(value)

      def to_io(value)
        ::IO.try_convert(value) || raise(::TypeError, "no implicit conversion of #{shown(value)} into IO")
      end

      def wait_for_events(io, events, timeout)
        ready = to_io(io).wait(events, timeout)
        ready == true || ::IO === ready ? events : ready || false
      end

      def wait_for_descriptor(number, events, timeout)
        io = ::IO.for_fd(number, autoclose: false)
        ready = io.wait(events, timeout)
        ready.nil? || ready == false ? 0 : ::Integer === ready ? ready : events
      end

      def path_of(io) = io.respond_to?(:path) ? io.path : nil

      # `FMODE_READABLE` and `FMODE_WRITABLE`.
      def mode_of(io)
        flags = io.fcntl(3) & 3 # F_GETFL, O_ACCMODE
        [1, 2, 3][flags] || 0
      end

      def make_nonblocking(io) = io.nonblock = true
      def read_line = gets
      def open_file(path, mode) = ::File.open(path, mode)
      def open_descriptor(type, number, _mode) = type.for_fd(number)
      def is_directory(path) = ::File.directory?(path)
      def absolute_path(path, folder) = ::File.absolute_path(path, folder)
      def expand_path(path, folder) = ::File.expand_path(path, folder)
      def folder_of(path) = ::File.dirname(path)

      def find_file(name)
        path = $LOAD_PATH.map { |folder| ::File.join(folder, name) }.find { |each| ::File.file?(each) }
        path || raise(::LoadError, "cannot load such file -- #{name}")
      end

      # --- what is one call each ---

      def select_descriptors(reading, writing, excepting, timeout)
        streams = [reading, writing, excepting].map { |list| list&.map { |number| ::IO.for_fd(number, autoclose: false) } }
        ready = ::IO.select(*streams, timeout)
        ready&.map { |list| list.map(&:fileno) }
      end

      def stream_facts(io) = io.closed? ? [-1, 0, path_of(io)] : [io.fileno, mode_of(io), path_of(io)]

      def check_stream(io, what)
        raise ::IOError, "closed stream" if io.closed?
        return if what == "closed" || mode_of(io) & (what == "reading" ? 1 : 2) != 0
        raise ::IOError, "not opened for #{what}"
      end

      def has_read_ahead(io) = io.respond_to?(:nread) && io.nread > 0

      def open_flags(mode)
        flags = { "r" => ::IO::RDONLY, "w" => ::IO::WRONLY | ::IO::CREAT | ::IO::TRUNC, "a" => ::IO::WRONLY | ::IO::CREAT | ::IO::APPEND }[mode[0]]
        raise ::ArgumentError, "invalid access mode #{mode}" unless flags
        mode.include?("+") ? flags & ~::IO::WRONLY | ::IO::RDWR : flags
      end

      def signal_name(number) = ::Signal.signame(number)
      def characters_before(text, position) = text.byteslice(0, position).length
      def are_comparable(one, other) = one.empty? || other.empty? || !::Encoding.compatible?(one, other).nil?
      def raise_incompatible(text) = raise(::Encoding::CompatibilityError, "ASCII incompatible encoding: #{text.encoding}")
      def is_plain_name(name) = name.to_sym.inspect == ":#{name}"
      def hash_default(hash) = hash.default_proc || hash.default
      def is_shareable(value) = ::Ractor.shareable?(value)
      def make_shareable(value) = ::Ractor.make_shareable(value)
      def make_shareable_copy(value) = ::Ractor.make_shareable(value, copy: true)
      def new_class(superclass) = ::Class.new(superclass)

      def check_inheritable(type)
        raise ::TypeError, "superclass must be an instance of Class (given an instance of #{type.class})" unless ::Class === type
        raise ::TypeError, "can't make subclass of singleton class" if type.singleton_class?
        raise ::TypeError, "can't make subclass of Class" if type == ::Class
      end

      def caller_binding = ::TOPLEVEL_BINDING.dup

      def sequence_parts(value)
        case value
        when ::Enumerator::ArithmeticSequence then [value.begin, value.end, value.step, value.exclude_end?]
        when ::Range then [value.begin, value.end, 1, value.exclude_end?]
        end
      end

      def ractor_number = ::Ractor.current.object_id
      def standard_input = $stdin
      def standard_output = $stdout
      def standard_error = $stderr
      def program_arguments = ::ARGV
      def current_folder = ::Dir.pwd
      def process_times = ::Process.times
      def last_group(found) = found.captures.compact.last
      def raise_interrupt = raise(::Interrupt, "")

      # --- times ---

      def time_at(seconds, nanoseconds, offset)
        time = ::Time.at(seconds, nanoseconds, :nanosecond)
        case offset
        when nil, 0x7fffffff then time
        when 0x7ffffffe then time.utc
        else time.localtime(offset)
        end
      end

      def time_parts(value)
        time = ::Time === value ? value : ::Time.at(value)
        [time.to_i, time.nsec]
      end

      def interval_parts(value)
        raise ::TypeError, "can't convert #{value.class} into time interval" unless ::Numeric === value
        raise ::ArgumentError, "time interval must not be negative" if value < 0
        whole = value.floor
        [whole, ((value - whole) * 1_000_000_000).floor]
      end
    end

    GLOBAL_GET = Primitive.extension_symbol(0, "rutile_global_get")
    GLOBAL_SET = Primitive.extension_symbol(0, "rutile_global_set")
    Primitive.extension_offer(self)
  end

  # Global variables that extensions keep.
  def self.extension_global(name) = Primitive.extension_invoke(CExtensions::GLOBAL_GET, [[name]], nil)
  def self.set_extension_global(value, name) = Primitive.extension_invoke(CExtensions::GLOBAL_SET, [[name], [value]], nil)
end
