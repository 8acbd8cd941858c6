//! Methods: making them, their flags, putting them into classes.

use std::sync::atomic::{AtomicUsize, Ordering};

use rutile_bytecode::{FunctionFlags, Op};

use crate::calls::lookup::METHODS;
use crate::code::Code;
use crate::code::native::{MethodNative, NativeNumber};
use crate::object::class::ClassRef;
use crate::object::data::function_address;
use crate::object::id_table::IdTable;
use crate::object::records::{MethodRef, ScopeRef};
use crate::value::Value;
use crate::value::fields::{Fields, Store};
use crate::value::kind::{Kind, header};
use crate::value::symbol::Symbol;
use crate::vm::Vm;

/// The kinds of methods.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum MethodKind {
    /// Body is code.
    Code,
    /// `attr_reader`: body is the variable's symbol.
    Reader,
    /// `attr_writer`.
    Writer,
    /// `define_method` with a block: body is a Proc.
    Block,
    /// `undef`: the search ends here.
    Undefined,
    /// Not a method: what a class body, a file or an eval runs as.
    Frame,
    /// Refined: the body is the method underneath (or nil); see `lookup`.
    Refined,
    /// `define_method` with a method object: body is a MethodObject.
    Object,
    /// A function of a C extension: body is an integer that its host understands.
    Extension,
}

/// Who may call a method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Visibility {
    Public,
    Private,
    Protected,
}

impl Visibility {
    fn from_bits(bits: i64) -> Visibility {
        match bits & 3 {
            1 => Visibility::Private,
            2 => Visibility::Protected,
            _ => Visibility::Public,
        }
    }
}

const VISIBILITY_SHIFT: u32 = 8;
const DEFAULT_SHIFT: u32 = 12;
/// `module_function` without arguments is in force.
const MODULE_FUNCTION: i64 = 1 << 16;
/// A program gave the method this name: it is not what the core library calls so.
const RENAMED: i64 = 1 << 17;
const RUBY2_KEYWORDS: i64 = 1 << 18;
/// The frame runs under `instance_eval`, `class_eval` or `Class.new`.
const EVALUATED: i64 = 1 << 19;
/// Nobody is told when a definition takes this method's place.
const DISCARDED_SILENTLY: i64 = 1 << 20;
/// A copy of what the class inherits, for another visibility.
const INHERITED: i64 = 1 << 21;
/// An `initialize_copy` that gives a copy the variables of its original and does no more.
const COPIES_VARIABLES: i64 = 1 << 22;

impl MethodRef {
    fn bits(self) -> i64 {
        self.flags().as_fixnum().unwrap_or(0)
    }

    pub fn kind(self) -> MethodKind {
        match self.bits() & 0xf {
            0 => MethodKind::Code,
            1 => MethodKind::Reader,
            2 => MethodKind::Writer,
            3 => MethodKind::Block,
            4 => MethodKind::Undefined,
            5 => MethodKind::Frame,
            6 => MethodKind::Refined,
            7 => MethodKind::Object,
            _ => MethodKind::Extension,
        }
    }

    pub fn visibility(self) -> Visibility {
        Visibility::from_bits(self.bits() >> VISIBILITY_SHIFT)
    }

    /// For a frame: what `def` in it makes.
    pub fn default_visibility(self) -> Visibility {
        Visibility::from_bits(self.bits() >> DEFAULT_SHIFT)
    }

    /// Whether `private` and the like without arguments apply to what is defined in a frame of this.
    pub fn has_default_visibility(self) -> bool {
        self.kind() == MethodKind::Frame || self.bits() & EVALUATED != 0
    }

    /// The frame's method that this is, but for what an evaluated text does to it.
    pub fn original_frame(self) -> MethodRef {
        let mut original = self;
        while let Some(before) = MethodRef::from_value(original.body()).filter(|_| original.kind() == MethodKind::Frame) {
            original = before;
        }
        original
    }

    /// In place of a class where `def` defines: the singleton class of self, which is made only when it is needed.
    pub const IN_SINGLETON: Value = Value::TRUE;
    /// The same in text evaluated for what has none yet, or can't have one.
    pub const IN_NO_SINGLETON: Value = Value::FALSE;

    /// Makes this, a copy of what a block's or text's frame runs as, define in `definee`, publicly at first.
    pub fn evaluate_in(self, vm: &mut Vm, definee: Value) {
        self.set_definee(vm, definee);
        self.set_default_visibility(vm, Visibility::Public, false);
        self.set_flags(vm, Value::fixnum(self.bits() | EVALUATED));
    }

    pub fn makes_module_functions(self) -> bool {
        self.bits() & MODULE_FUNCTION != 0
    }

    pub fn set_default_visibility(self, vm: &mut Vm, visibility: Visibility, module_function: bool) {
        let mut bits = self.bits() & !(3 << DEFAULT_SHIFT | MODULE_FUNCTION);
        bits |= (visibility as i64) << DEFAULT_SHIFT;
        if module_function {
            bits |= MODULE_FUNCTION;
        }
        self.set_flags(vm, Value::fixnum(bits));
    }

    pub fn is_inherited(self) -> bool {
        self.bits() & INHERITED != 0
    }

    pub fn mark_inherited(self, vm: &mut Vm) {
        self.set_flags(vm, Value::fixnum(self.bits() | INHERITED));
    }

    pub fn copies_variables(self) -> bool {
        self.bits() & COPIES_VARIABLES != 0
    }

    pub fn mark_copies_variables(self, vm: &mut Vm) {
        self.set_flags(vm, Value::fixnum(self.bits() | COPIES_VARIABLES));
    }

    pub fn is_discarded_silently(self) -> bool {
        self.bits() & DISCARDED_SILENTLY != 0
    }

    pub fn discard_silently(self, vm: &mut Vm) {
        self.set_flags(vm, Value::fixnum(self.bits() | DISCARDED_SILENTLY));
    }

    pub fn is_renamed(self) -> bool {
        self.bits() & RENAMED != 0
    }

    pub fn takes_ruby2_keywords(self) -> bool {
        self.bits() & RUBY2_KEYWORDS != 0
    }

    pub fn set_ruby2_keywords(self, vm: &mut Vm) {
        self.set_flags(vm, Value::fixnum(self.bits() | RUBY2_KEYWORDS));
    }

    /// Makes a method that was given a second name one that has this name alone.
    pub(crate) fn set_own_name(self, vm: &mut Vm, name: Symbol) {
        self.set_name(vm, Value::symbol(name));
        self.set_flags(vm, Value::fixnum(self.bits() & !RENAMED));
    }

    pub fn symbol(self) -> Symbol {
        self.name().as_symbol().unwrap_or(Symbol::TO_S)
    }

    pub fn code<'a>(self) -> Option<&'a Code> {
        Code::of_value(self.body())
    }

    pub fn owner_class(self) -> Option<ClassRef> {
        self.place().map(ClassRef::represented_owner)
    }

    /// The place that `super` goes on from: the class or module, or the cell of a chain (see `Vm::method_of_later_place`).
    pub(crate) fn place(self) -> Option<ClassRef> {
        ClassRef::from_chain(self.owner())
    }

    pub fn scope_ref(self) -> Option<ScopeRef> {
        ScopeRef::from_value(self.scope())
    }

    /// Where `def` in a frame of this method defines.
    pub fn definee_class(self) -> Option<ClassRef> {
        ClassRef::from_module(self.definee()).or_else(|| self.scope_ref().and_then(|scope| ClassRef::from_module(scope.module())))
    }

    /// Its leaf or special, tried before the body.
    pub fn method_native(self) -> Option<MethodNative> {
        let bits = self.native().as_fixnum()?;
        let number = (bits >> 1) as u16;
        let number = if bits & 1 == 0 { NativeNumber::Leaf(number) } else { NativeNumber::Special(number) };
        Some(MethodNative { number, most: (bits >> MOST_SHIFT) as u8 })
    }

    /// As `method_native`, where so many arguments are not too many.
    pub fn native_taking(self, count: usize) -> Option<NativeNumber> {
        self.method_native().filter(|native| native.takes(count)).map(|native| native.number)
    }

    pub fn set_method_native(self, vm: &mut Vm, native: Option<MethodNative>) {
        let bits = |native: MethodNative| {
            let (number, bit) = match native.number {
                NativeNumber::Leaf(number) => (number, 0),
                NativeNumber::Special(number) => (number, 1),
            };
            (native.most as i64) << MOST_SHIFT | (number as i64) << 1 | bit
        };
        self.set_native(vm, native.map_or(Value::NIL, |native| Value::fixnum(bits(native))));
    }
}

/// Where the most arguments stand in the word of a method's native: behind its number and the bit that says special.
const MOST_SHIFT: i64 = 17;

/// The instance variables that a method and the blocks in it set.
fn collect_variables(code: &Code, names: &mut Vec<u32>) {
    for instruction in code.instructions().iter() {
        if instruction.op == Op::SetInstanceVariable {
            names.push(code.names[instruction.b as usize].0);
        }
    }
    let nested = code.functions.iter().filter_map(|function| Code::of_value(function.get()));
    for inner in nested.filter(|inner| inner.is_block()) {
        collect_variables(inner, names);
    }
}

impl Vm {
    pub fn new_method(&mut self, kind: MethodKind, owner: Value, name: Symbol, body: Value, scope: Value) -> MethodRef {
        let cell = self.allocate(MethodRef::WORDS * 8, header(Kind::Method, 0, 0, 0));
        let method = MethodRef(cell);
        method.set_flags(self, Value::fixnum(kind as i64));
        method.set_owner(self, owner);
        method.set_name(self, Value::symbol(name));
        method.set_body(self, body);
        method.set_scope(self, scope);
        let native = Code::of_value(body).and_then(Code::method_native);
        method.set_method_native(self, native);
        method.set_definee(self, Value::NIL);
        method
    }

    /// The method that a class body, a file or an eval runs as.
    pub fn new_frame_method(&mut self, owner: Value, scope: ScopeRef, default: Visibility) -> MethodRef {
        let method = self.new_method(MethodKind::Frame, owner, Symbol::TO_S, Value::NIL, scope.value());
        method.set_name(self, Value::NIL);
        method.set_default_visibility(self, default, false);
        method
    }

    pub fn copy_method(&mut self, method: MethodRef) -> MethodRef {
        let cell = self.allocate(MethodRef::WORDS * 8, header(Kind::Method, 0, 0, 0));
        for index in 1..MethodRef::WORDS {
            self.heap.store(cell, index, method.0.field(index));
        }
        MethodRef(cell)
    }

    /// A copy that a program names: under another name than its own it is the program's, also where its body is the core library's.
    pub fn copy_under(&mut self, method: MethodRef, name: Symbol) -> MethodRef {
        let copy = self.copy_method(method);
        // What the core library keeps for itself (`__construct`) is named by nobody else.
        let is_renamed = !self.phase.booting && name != method.symbol() && !self.symbol_bytes(method.symbol()).starts_with(b"_ ");
        let bits = copy.bits() & !RENAMED | if is_renamed { RENAMED } else { 0 };
        copy.set_flags(self, Value::fixnum(bits));
        copy
    }

    /// A copy with another visibility; the same cell where it has it already.
    pub fn method_with_visibility(&mut self, method: MethodRef, visibility: Visibility) -> MethodRef {
        if method.visibility() == visibility {
            return method;
        }
        let copy = self.copy_method(method);
        let bits = copy.flags().as_fixnum().unwrap_or(0) & !(3 << VISIBILITY_SHIFT) | (visibility as i64) << VISIBILITY_SHIFT;
        copy.set_flags(self, Value::fixnum(bits));
        copy
    }

    /// Puts a method into a class's own table. Hooks (`method_added`) are the caller's.
    pub fn add_method(&mut self, class: ClassRef, name: Symbol, method: MethodRef) {
        self.keep_replaced(class, name, Some(method));
        let home = class.definitions();
        self.table_set(home.0, METHODS, name, method.value());
        self.method_changed(class, name);
        if name == Symbol::INITIALIZE && !self.phase.booting {
            self.promise_slots(class, method);
        }
    }

    /// Instances of a class will have the variables that its `initialize` sets.
    fn promise_slots(&mut self, class: ClassRef, method: MethodRef) {
        let body = method.body();
        let flags = match Code::packed_method(body) {
            Some(packed) => packed.flags,
            None => FunctionFlags(method.code().map_or(0, |code| code.flags)),
        };
        let inherited = match class.real_superclass() {
            Some(superclass) if flags.has(FunctionFlags::USES_SUPER) => superclass.instance_slots().unwrap_or(0) as usize,
            _ => 0,
        };
        let set = self.count_variables_set(&[body]);
        self.reserve_slots(class, set + inherited);
    }

    /// Instances of a class will have the variables that the methods in its body set.
    pub fn promise_slots_of_body(&mut self, class: ClassRef, body: &Code) {
        let definitions = body.instructions().iter().filter(|instruction| instruction.op == Op::DefineMethod);
        let methods: Vec<Value> = definitions.map(|definition| self.nested_code(body, definition.c)).collect();
        let set = self.count_variables_set(&methods);
        let inherited = class.real_superclass().and_then(|superclass| superclass.instance_slots()).unwrap_or(0);
        if set > 0 {
            self.reserve_slots(class, set + inherited as usize);
        }
    }

    /// How many instance variables the methods with these bodies set.
    fn count_variables_set(&mut self, bodies: &[Value]) -> usize {
        let mut names = Vec::new();
        for &body in bodies {
            match (Code::of_value(body), Code::packed_method(body)) {
                (Some(code), _) => collect_variables(code, &mut names),
                (_, Some(packed)) => names.extend(packed.variables_set.iter().map(|name| self.symbols.intern(name.as_bytes()).0)),
                _ => {}
            }
        }
        names.sort_unstable();
        names.dedup();
        names.len()
    }

    /// Removes a method from a class's own table.
    pub fn remove_method(&mut self, class: ClassRef, name: Symbol) -> bool {
        self.keep_replaced(class, name, None);
        let removed = self.table_remove(class.definitions().0, METHODS, name).is_some();
        self.method_changed(class, name);
        removed
    }

    /// A class's own method, undefined ones included.
    pub fn own_method(&self, class: ClassRef, name: Symbol) -> Option<MethodRef> {
        let table = IdTable::from_value(class.definitions().methods())?;
        table.get(name).and_then(MethodRef::from_value)
    }
}

/// The function that stands for what a system lacks, `rb_f_notimplement`; 0 before an extension names it. An address of this program, the same for
/// all machines in it.
static NOT_IMPLEMENTED: AtomicUsize = AtomicUsize::new(0);

pub fn set_not_implemented(address: usize) {
    NOT_IMPLEMENTED.store(address, Ordering::Relaxed);
}

/// Whether a method is only there to say that it is not: no object responds to it.
pub fn is_not_implemented(method: MethodRef) -> bool {
    let address = method.body().as_fixnum().filter(|_| method.kind() == MethodKind::Extension).map(function_address);
    address.is_some_and(|address| address == NOT_IMPLEMENTED.load(Ordering::Relaxed))
}
