//! Objects of any class.

use std::ffi::{c_char, c_int};

use rutile_vm::object::data::DataRef;
use rutile_vm::prelude::*;

use crate::define::{functions, methods};
use crate::id::Id;
use crate::request::List;
use crate::ruby;

/// `enum ruby_value_type`.
pub mod value_type {
    pub const NONE: i32 = 0x00;
    pub const OBJECT: i32 = 0x01;
    pub const CLASS: i32 = 0x02;
    pub const MODULE: i32 = 0x03;
    pub const FLOAT: i32 = 0x04;
    pub const STRING: i32 = 0x05;
    pub const REGEXP: i32 = 0x06;
    pub const ARRAY: i32 = 0x07;
    pub const HASH: i32 = 0x08;
    pub const STRUCT: i32 = 0x09;
    pub const BIGNUM: i32 = 0x0a;
    pub const FILE: i32 = 0x0b;
    pub const DATA: i32 = 0x0c;
    pub const MATCH: i32 = 0x0d;
    pub const COMPLEX: i32 = 0x0e;
    pub const RATIONAL: i32 = 0x0f;
    pub const NIL: i32 = 0x11;
    pub const TRUE: i32 = 0x12;
    pub const FALSE: i32 = 0x13;
    pub const SYMBOL: i32 = 0x14;
    pub const FIXNUM: i32 = 0x15;
    pub const UNDEF: i32 = 0x16;

    /// Each with its name in messages.
    pub const NAMES: [(i32, &str); 21] = [
        (OBJECT, "Object"), (CLASS, "Class"), (MODULE, "Module"), (FLOAT, "Float"), (STRING, "String"), (REGEXP, "Regexp"),
        (ARRAY, "Array"), (HASH, "Hash"), (STRUCT, "Struct"), (BIGNUM, "Integer"), (FILE, "File"), (DATA, "Data"),
        (MATCH, "MatchData"), (COMPLEX, "Complex"), (RATIONAL, "Rational"), (NIL, "nil"), (TRUE, "true"), (FALSE, "false"),
        (SYMBOL, "Symbol"), (FIXNUM, "Integer"), (UNDEF, "undef"),
    ];
}

/// The type that CRuby would give a value.
///
/// Objects of the library's own classes are what they are in the reference, as far as extensions ask.
pub fn type_of(vm: &Vm, value: Value) -> i32 {
    match value.kind() {
        Kind::Free => value_type::UNDEF,
        Kind::Resource if !vm.is_a(value, vm.classes.io) => value_type::DATA,
        Kind::Object if vm.is_a(value, vm.classes.rational) => value_type::RATIONAL,
        Kind::Object if vm.is_a(value, vm.classes.complex) => value_type::COMPLEX,
        Kind::Object if vm.is_a(value, vm.classes.range) => value_type::STRUCT,
        Kind::Object if is_struct(vm, value) => value_type::STRUCT,
        Kind::Object if DATA_CLASSES.iter().any(|name| is_instance_of(vm, value, name)) => value_type::DATA,
        // The others have it in their number.
        kind => i32::from(kind as u8 & TYPE_MASK),
    }
}

/// The bits of a kind's number that are the type.
const TYPE_MASK: u8 = 0x1f;

/// Whether a value is an instance of a Struct's class.
pub fn is_struct(vm: &Vm, value: Value) -> bool {
    is_instance_of(vm, value, b"Struct")
}

/// Classes whose objects wrap data of C in the reference, and are Ruby's here.
const DATA_CLASSES: [&[u8]; 11] = [
    b"Time", b"Date", b"BigDecimal", b"Enumerator", b"Mutex", b"Queue", b"ConditionVariable", b"Monitor", b"Random", b"StringIO", b"StringScanner",
];

/// Whether a value is an instance of a class of the library's, or of one that inherits it.
fn is_instance_of(vm: &Vm, value: Value, name: &[u8]) -> bool {
    let class = vm.class_of(value).real_class();
    let Some(name) = vm.symbols.find(name) else { return false };
    vm.own_constant(vm.classes.object, name).and_then(ClassRef::from_module).is_some_and(|wanted| vm.inherits(class, wanted))
}

/// The description of a value in messages about its type.
pub fn described(vm: &Vm, value: Value) -> String {
    match value {
        Value::NIL => "nil".to_string(),
        Value::TRUE => "true".to_string(),
        Value::FALSE => "false".to_string(),
        _ => vm.class_name(vm.class_of(value).real_class()),
    }
}

/// The class or module of a value that C code says is one.
pub fn module_of(vm: &mut Vm, value: Value) -> Result<ClassRef, Exit> {
    match ClassRef::from_module(value) {
        Some(module) => Ok(module),
        None => Err(vm.type_error("wrong argument type (expected a class or module)".to_string())),
    }
}

functions! {
    fn rutile_type(vm, value: Value) -> c_int {
        Ok(type_of(vm, value))
    }

    /// Of a class its own singleton class, which C code changes: it is made now, where classes share that of a class above.
    fn rb_class_of(vm, value: Value) -> Value {
        match ClassRef::from_module(value) {
            Some(class) if class.is_class() && !class.is_singleton() => Ok(vm.singleton_class(value)?.value()),
            _ => Ok(vm.class_of(value).value()),
        }
    }

    fn rb_obj_class(vm, value: Value) -> Value {
        Ok(vm.class_of(value).real_class().value())
    }

    fn rb_obj_is_kind_of(vm, value: Value, class: Value) -> Value {
        let class = module_of(vm, class)?;
        Ok(Value::boolean(vm.is_a(value, class)))
    }

    fn rb_obj_is_instance_of(vm, value: Value, class: Value) -> Value {
        Ok(Value::boolean(vm.class_of(value).real_class().value() == class))
    }

    fn rb_obj_is_proc(vm, value: Value) -> Value {
        Ok(Value::boolean(value.is_kind(Kind::Proc)))
    }

    fn rb_obj_is_method(vm, value: Value) -> Value {
        Ok(Value::boolean(value.is_kind(Kind::MethodObject)))
    }

    fn rb_obj_frozen_p(vm, value: Value) -> Value {
        Ok(Value::boolean(vm.is_frozen(value)))
    }

    fn rb_obj_freeze(vm, value: Value) -> Value {
        vm.freeze(value);
        Ok(value)
    }

    fn rb_inspect(vm, value: Value) -> Value {
        let text = ruby::call(vm, value, "inspect", &[]);
        Ok(if text.is_kind(Kind::String) { text } else { ruby::helper(vm, "text_of", &[text]) })
    }

    fn rb_hash(vm, value: Value) -> Value {
        Ok(ruby::helper(vm, "hash_number", &[value]))
    }

    fn rb_obj_freeze_inline(vm, value: Value) {
        vm.freeze(value);
        Ok(())
    }

    fn rb_check_frozen(vm, value: Value) {
        vm.check_frozen(value)
    }

    fn rb_error_frozen_object(vm, value: Value) {
        vm.freeze(value);
        vm.check_frozen(value)
    }

    fn rb_equal(vm, one: Value, other: Value) -> Value {
        if one == other {
            return Ok(Value::TRUE);
        }
        Ok(Value::boolean(ruby::call(vm, one, "==", &[other]).truthy()))
    }

    fn rb_eql(vm, one: Value, other: Value) -> c_int {
        Ok((one == other || ruby::call(vm, one, "eql?", &[other]).truthy()).into())
    }

    fn rb_respond_to(vm, value: Value, name: Id) -> c_int {
        let name = Value::symbol(name.symbol());
        Ok(ruby::call(vm, value, "respond_to?", &[name]).truthy().into())
    }

    fn rb_obj_respond_to(vm, value: Value, name: Id, all: c_int) -> c_int {
        let name = Value::symbol(name.symbol());
        Ok(ruby::call(vm, value, "respond_to?", &[name, Value::boolean(all != 0)]).truthy().into())
    }

    fn rb_obj_call_init(vm, value: Value, count: c_int, arguments: *const Value) {
        let arguments = List::of(crate::memory::values(arguments, count));
        let block = crate::machine::context().block;
        ruby::send(vm, value, Symbol::INITIALIZE, arguments, block);
        Ok(())
    }

    fn rb_obj_call_init_kw(vm, value: Value, count: c_int, arguments: *const Value, keywords: c_int) {
        let arguments = List::of(crate::memory::values(arguments, count)).with_keywords(keywords != 0);
        let block = crate::machine::context().block;
        ruby::send(vm, value, Symbol::INITIALIZE, arguments, block);
        Ok(())
    }

    fn rb_obj_classname(vm, value: Value) -> *const c_char {
        let class = vm.class_of(value).real_class();
        super::class::name_for_c(vm, class)
    }

    /// What has data and is of no class but Object is C code's own: `ObjectSpace.each_object` passes over it, in whatever state the data
    /// are. Of built-in classes an object may be met there all the same.
    fn rb_obj_hide(vm, value: Value) -> Value {
        if DataRef::from_value(value).is_some() {
            vm.set_class(value, vm.classes.object);
        }
        Ok(value)
    }

    fn rb_obj_reveal(vm, value: Value, class: Value) -> Value {
        let class = module_of(vm, class)?;
        if DataRef::from_value(value).is_some() {
            vm.set_class(value, class);
        }
        Ok(value)
    }

    /// A class keeps its own class: one that were an instance of itself would be looked up for ever.
    fn rb_obj_setup(vm, value: Value, class: Value, _type: Value) -> Value {
        let class = module_of(vm, class)?;
        if !class.is_class() || ClassRef::from_module(value).is_some() {
            return Err(vm.type_error("can't make it an instance of that".to_string()));
        }
        vm.set_class(value, class);
        Ok(value)
    }

    fn rb_extend_object(vm, value: Value, module: Value) {
        ruby::call(vm, module, "extend_object", &[value]);
        Ok(())
    }

    fn rb_check_type(vm, value: Value, wanted: c_int) {
        let is_typed = DataRef::from_value(value).is_some_and(DataRef::is_typed);
        if type_of(vm, value) == wanted && !is_typed {
            return Ok(());
        }
        let names = value_type::NAMES;
        let expected = names.iter().find(|(number, _)| *number == wanted).map_or("unknown type", |(_, name)| name);
        let given = described(vm, value);
        Err(vm.type_error(format!("wrong argument type {given} (expected {expected})")))
    }

    fn rb_unexpected_type(vm, value: Value, wanted: c_int) {
        let names = value_type::NAMES;
        let expected = names.iter().find(|(number, _)| *number == wanted).map_or("unknown type", |(_, name)| name);
        let given = described(vm, value);
        Err(vm.type_error(format!("wrong argument type {given} (expected {expected})")))
    }

    fn rb_cmpint(vm, result: Value, one: Value, other: Value) -> c_int {
        if result.is_nil() {
            ruby::helper(vm, "incomparable", &[one, other]);
        }
        if let Some(order) = result.as_fixnum() {
            return Ok(order.signum() as c_int);
        }
        if ruby::call(vm, result, ">", &[Value::fixnum(0)]).truthy() {
            return Ok(1);
        }
        Ok(if ruby::call(vm, result, "<", &[Value::fixnum(0)]).truthy() { -1 } else { 0 })
    }

    fn rb_cmperr(vm, one: Value, other: Value) {
        ruby::helper(vm, "incomparable", &[one, other]);
        Ok(())
    }

    /// An empty object of a class, whatever that has for an allocator. The flags say what kind: a plain object, a String, an Array.
    fn rb_newobj_of(vm, class: Value, flags: usize) -> Value {
        let class = module_of(vm, class)?;
        let object = match (flags & 0x1f) as i32 {
            value_type::STRING => vm.new_string(b"", Encoding::BINARY).value(),
            value_type::ARRAY => vm.new_array(&[]).value(),
            _ => vm.allocate_instance(vm.classes.object)?,
        };
        if let Some(cell) = object.as_cell() {
            vm.reshape_to_class(cell, class);
        }
        Ok(object)
    }

    fn rb_obj_alloc(vm, class: Value) -> Value {
        Ok(ruby::call(vm, class, "allocate", &[]))
    }
}

pub mod calls {
    use super::*;

    methods! {
        kernel:
        rb_obj_id(value) => "object_id";
        rb_memory_id(value) => "object_id";
        rb_obj_dup(value) => "dup";
        rb_obj_clone(value) => "clone";
        rb_obj_init_copy(value, original) => "initialize_copy";
        rb_obj_instance_variables(value) => "instance_variables";
        rb_obj_remove_instance_variable(value, name) => "remove_instance_variable";
        rb_singleton_class(value) => "singleton_class";
        rb_obj_method(value, name) => "method";
    }
}
