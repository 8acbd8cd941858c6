//! The classes that the machine itself knows, and how a machine comes to life.
//!
//! One table names each class, its superclass and what its instances are. The
//! rest of the core library is Ruby, loaded by `loader`.

use std::collections::HashSet;

use rutile_heap::Cell;

use crate::calls::method::Visibility;
use crate::code::native::NativeTable;
use crate::code::registers::Registers;
use crate::code::space::CodeSpace;
use crate::collector::Collector;
use crate::concurrency::fiber::{FiberState, traits};
use crate::concurrency::threads::Threads;
use crate::memory::exhaustion::AddressBudget;
use crate::object::class::{ClassRef, state};
use crate::object::globals::Global;
use crate::object::records::{MethodRef, ScopeRef};
use crate::object::shape::{ShapeTable, immediate};
use crate::value::Value;
use crate::value::encoding::Encoding;
use crate::value::fields::Fields;
use crate::value::kind::{Kind, header};
use crate::value::symbol::SymbolTable;
use crate::vm::{Options, Phase, Program, Settings, Vm};

macro_rules! classes {
    ($($field:ident $name:literal $parent:ident $kind:ident;)*) => {
        /// The classes and modules that the machine refers to.
        pub struct Classes { $(pub $field: ClassRef),* }

        impl Classes {
            pub fn visit(&self, visit: &mut dyn FnMut(Cell)) {
                $(visit(self.$field.0);)*
            }

            fn placeholder(class: ClassRef) -> Classes {
                Classes { $($field: class),* }
            }
        }

        fn create_classes(vm: &mut Vm) {
            $(
                let parent = parent_of(vm, stringify!($parent));
                vm.classes.$field = create(vm, stringify!($parent), parent, Kind::$kind);
            )*
            $(name_class(vm, vm.classes.$field, $name);)*
            $(make_metaclass(vm, vm.classes.$field);)*
        }

        fn parent_of(vm: &Vm, field: &str) -> Option<ClassRef> {
            match field {
                $(stringify!($field) => Some(vm.classes.$field),)*
                _ => None,
            }
        }
    };
}

classes! {
    // field            name                superclass       instances are
    basic_object        "BasicObject"       none             Object;
    object              "Object"            basic_object     Object;
    module              "Module"            object           Module;
    class               "Class"             module           Class;
    kernel              "Kernel"            is_module        Free;
    comparable          "Comparable"        is_module        Free;
    enumerable          "Enumerable"        is_module        Free;
    nil                 "NilClass"          object           Nil;
    true_class          "TrueClass"         object           True;
    false_class         "FalseClass"        object           False;
    numeric             "Numeric"           object           Object;
    integer             "Integer"           numeric          Fixnum;
    float               "Float"             numeric          Float;
    rational            "Rational"          numeric          Object;
    complex             "Complex"           numeric          Object;
    string              "String"            object           String;
    symbol              "Symbol"            object           Symbol;
    array               "Array"             object           Array;
    hash                "Hash"              object           Hash;
    range               "Range"             object           Object;
    proc                "Proc"              object           Proc;
    method              "Method"            object           MethodObject;
    unbound_method      "UnboundMethod"     object           MethodObject;
    binding             "Binding"           object           Binding;
    regexp              "Regexp"            object           Regexp;
    match_data          "MatchData"         object           MatchData;
    fiber               "Fiber"             object           Fiber;
    enumerator          "Enumerator"        object           Object;
    encoding            "Encoding"          object           Object;
    refinement          "Refinement"        module           Module;
    // Instances own a stream outside the heap (see the core's io_stream.rs).
    io                  "IO"                object           Resource;
    file                "File"              io               Resource;
    dir                 "Dir"               object           Resource;
    // Fields are internal variables (`@__message`): exceptions are plain objects.
    exception           "Exception"         object           Object;
    no_memory_error     "NoMemoryError"     exception        Object;
    script_error        "ScriptError"       exception        Object;
    load_error          "LoadError"         script_error     Object;
    not_implemented     "NotImplementedError" script_error   Object;
    syntax_error        "SyntaxError"       script_error     Object;
    security_error      "SecurityError"     exception        Object;
    signal_exception    "SignalException"   exception        Object;
    interrupt           "Interrupt"         signal_exception Object;
    system_exit         "SystemExit"        exception        Object;
    system_stack_error  "SystemStackError"  exception        Object;
    standard_error      "StandardError"     exception        Object;
    argument_error      "ArgumentError"     standard_error   Object;
    uncaught_throw      "UncaughtThrowError" argument_error  Object;
    encoding_error      "EncodingError"     standard_error   Object;
    fiber_error         "FiberError"        standard_error   Object;
    io_error            "IOError"           standard_error   Object;
    eof_error           "EOFError"          io_error         Object;
    index_error         "IndexError"        standard_error   Object;
    key_error           "KeyError"          index_error      Object;
    stop_iteration      "StopIteration"     index_error      Object;
    local_jump_error    "LocalJumpError"    standard_error   Object;
    name_error          "NameError"         standard_error   Object;
    no_method_error     "NoMethodError"     name_error       Object;
    range_error         "RangeError"        standard_error   Object;
    float_domain_error  "FloatDomainError"  range_error      Object;
    regexp_error        "RegexpError"       standard_error   Object;
    runtime_error       "RuntimeError"      standard_error   Object;
    frozen_error        "FrozenError"       runtime_error    Object;
    system_call_error   "SystemCallError"   standard_error   Object;
    thread_error        "ThreadError"       standard_error   Object;
    type_error          "TypeError"         standard_error   Object;
    zero_division_error "ZeroDivisionError" standard_error   Object;
    no_matching_pattern "NoMatchingPatternError" standard_error Object;
    no_matching_pattern_key "NoMatchingPatternKeyError" no_matching_pattern Object;
}

/// A class or module before there is a Class to be an instance of, and before it has a name.
fn create(vm: &mut Vm, parent_field: &str, parent: Option<ClassRef>, instances: Kind) -> ClassRef {
    let kind = if parent_field == "is_module" { Kind::Module } else { Kind::Class };
    let class = vm.new_chain_cell(kind, None);
    if kind == Kind::Class {
        if let Some(superclass) = parent {
            class.set_superclass(vm, superclass.value());
            vm.add_dependent(superclass, class);
        }
        vm.set_class_state(class, (instances as i64) << state::KIND_SHIFT);
    }
    vm.collector.kept.push(class.value());
    class
}

/// A class has its singleton class from the start: methods of the class itself are inherited through it.
fn make_metaclass(vm: &mut Vm, class: ClassRef) {
    if class.is_class() {
        vm.singleton_class_of_cell(class.0);
    }
}

/// Makes a class an instance of its class and a constant of Object.
fn name_class(vm: &mut Vm, class: ClassRef, name: &str) {
    let class_of = if class.is_class() { vm.classes.class } else { vm.classes.module };
    let shape = vm.shapes.of_class(class_of);
    class.0.set_shape(shape);
    let text = vm.frozen_string(name.as_bytes(), Encoding::US_ASCII);
    class.set_name(vm, text.value());
    let symbol = vm.intern(name.as_bytes());
    vm.set_constant(vm.classes.object, symbol, class.value());
}

/// More than the core library takes: nothing of it is ever garbage.
const BOOT_BYTES: u64 = 64 << 20;

impl Vm {
    /// A machine with its own classes and an empty main fiber; no core library yet.
    pub fn new(options: Options) -> Result<Box<Vm>, rutile_heap::HeapError> {
        let budget = AddressBudget::of_process();
        let mut heap = Vm::new_heap(&options, &budget)?;
        let nothing = heap
            .allocate_after_collection(ClassRef::WORDS * 8, header(Kind::Object, 0, 0, 0))?;
        let undefined = ClassRef(nothing);
        let mut vm = Box::new(Vm {
            registers: Registers::new(nothing),
            assumptions: Default::default(),
            basic_operations: Default::default(),
            polymorphic: Default::default(),
            global_cache: Default::default(),
            free_environments: Default::default(),
            ancestry: Default::default(),
            heap,
            collector: Collector::of_booting_machine(),
            finalizers: Default::default(),
            weak: Default::default(),
            holder: None,
            sites: Default::default(),
            object_ids: Default::default(),
            resources: Default::default(),
            symbols: SymbolTable::new(),
            shapes: ShapeTable::new(),
            classes: Classes::placeholder(undefined),
            globals: Default::default(),
            variables: Default::default(),
            hash_seed: crate::value::hashing::random_seed(),
            code_space: CodeSpace::reserve(budget.code).map_err(rutile_heap::HeapError::Reservation)?,
            natives: NativeTable::default(),
            loader: Default::default(),
            tracing: Default::default(),
            coverage: Default::default(),
            regexps: Default::default(),
            threads: Threads { switches_always: options.switch_stress, ..Default::default() },
            machine_stacks: None,
            program: Program {
                main_object: Value::NIL,
                helpers: undefined,
                top_scope: Value::NIL,
                top_method: MethodRef(nothing),
                at_exit: Value::NIL,
                shared_strings: Value::NIL,
                symbol_procs: Value::NIL,
                started: std::time::Instant::now(),
                missed_call: None,
                descriptions: Vec::new(),
                inherited_names: HashSet::new(),
                changed_literals: Vec::new(),
                due_warnings: Vec::new(),
                unused_blocks: Default::default(),
                uses_bindings: false,
                uses_refinements: false,
                replaced_names: Default::default(),
            },
            phase: Phase { booting: true, forked: false, filled_code: 0, retired: Default::default() },
            options,
            settings: Settings {
                locale_codeset: "UTF-8".to_string(),
                locale: Encoding::UTF_8,
                default_external: Encoding::UTF_8,
                default_internal: None,
                warning_level: 1,
                warns_of_deprecated: false,
                warns_of_performance: false,
                warns_of_unused_blocks: false,
            },
        });
        crate::memory::ballast::carry(budget.ballast, &vm.registers.interrupt);
        vm.boot();
        Ok(vm)
    }

    fn boot(&mut self) {
        self.limit_heap(u64::MAX);
        self.heap.postpone_collection(BOOT_BYTES);
        create_classes(self);
        let immediates = [
            (immediate::FIXNUM, self.classes.integer),
            (immediate::FLONUM, self.classes.float),
            (immediate::SYMBOL, self.classes.symbol),
            (immediate::NIL, self.classes.nil),
            (immediate::TRUE, self.classes.true_class),
            (immediate::FALSE, self.classes.false_class),
        ];
        for (shape, class) in immediates {
            self.shapes.set_immediate(shape, class);
        }
        self.shapes.plain.array = self.shapes.of_class(self.classes.array);
        self.shapes.plain.hash = self.shapes.of_class(self.classes.hash);
        self.shapes.plain.string = self.shapes.of_class(self.classes.string);
        let (object, kernel, comparable) = (self.classes.object, self.classes.kernel, self.classes.comparable);
        self.include_module(object, kernel);
        for class in [self.classes.numeric, self.classes.string] {
            self.include_module(class, comparable);
        }
        self.boot_scopes();
        self.boot_main_fiber();
        self.natives.register_specials(crate::interpreter::SPECIALS);
        let error_info = self.intern(b"$!");
        self.globals.define(error_info, Global::ErrorInfo);
        for kind in *b"~&`'+" {
            let name = self.intern(&[b'$', kind]);
            self.globals.define(name, Global::LastMatch(kind));
        }
        let last_line = self.intern(b"$_");
        self.globals.define(last_line, Global::LastLine);
        self.collector.disabled = 0;
    }

    fn boot_scopes(&mut self) {
        let helpers = self.new_module();
        let name = self.frozen_string(b"Rutile", Encoding::US_ASCII);
        helpers.set_name(self, name.value());
        self.program.helpers = helpers;
        let symbol = self.intern(b"Rutile");
        self.set_constant(self.classes.object, symbol, helpers.value());
        let object = self.classes.object;
        let scope = self.new_scope(object.value(), Value::NIL);
        self.program.top_scope = scope.value();
        self.program.top_method = self.new_frame_method(object.value(), scope, Visibility::Private);
        self.program.main_object = self.new_object(object);
    }

    fn boot_main_fiber(&mut self) {
        let fiber = self.new_fiber(Value::NIL);
        fiber.set_state(self, FiberState::Running.value());
        fiber.set_traits(self, Value::fixnum(traits::ROOT | traits::BLOCKING));
        self.threads.main_fiber = Some(fiber);
        self.registers.fiber = fiber;
        let stack = self.new_stack(0);
        fiber.give_stack(self, stack);
        self.enter_stack(stack, 0);
        self.registers.frame = self.first_frame();
    }

    /// The lexical scope of a module in another: the one made last, if that is it. Text that is evaluated in a
    /// module again and again so shares one scope among all its methods.
    pub fn scope_in(&mut self, module: Value, parent: Value) -> ScopeRef {
        let refinements = ScopeRef::from_value(parent).map_or(Value::NIL, |parent| parent.refinements());
        let same = |scope: &ScopeRef| scope.module() == module && scope.parent() == parent && scope.refinements() == refinements;
        if let Some(scope) = ScopeRef::from_value(self.registers.last_scope).filter(same) {
            return scope;
        }
        let scope = self.new_scope(module, parent);
        self.registers.last_scope = scope.value();
        scope
    }

    /// A lexical scope.
    pub fn new_scope(&mut self, module: Value, parent: Value) -> ScopeRef {
        let cell = self.allocate(ScopeRef::WORDS * 8, header(Kind::Scope, 0, 0, 0));
        let scope = ScopeRef(cell);
        scope.set_module(self, module);
        scope.set_parent(self, parent);
        let refinements = ScopeRef::from_value(parent).map_or(Value::NIL, |parent| parent.refinements());
        scope.set_refinements(self, refinements);
        scope
    }
}
