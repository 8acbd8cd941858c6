//! Classes, modules and methods.

use std::ffi::{c_char, c_int};

use rutile_vm::prelude::*;

use crate::calls::define;
use crate::define::{functions, methods};
use crate::id::Id;
use crate::request::List;
use crate::machine::context;
use crate::state::state;
use crate::{memory, ruby};
use super::object::module_of;
use super::symbol::zero_ended;

/// A class's name for C code, which keeps it.
pub fn name_for_c(vm: &mut Vm, class: ClassRef) -> Result<*const c_char, Exit> {
    let name = vm.class_name(class);
    let name = vm.intern(name.as_bytes());
    Ok(zero_ended(vm, name))
}

fn interned(vm: &mut Vm, name: *const c_char) -> Value {
    Value::symbol(vm.intern(memory::text(name)))
}

/// A class or module that a helper gives, which C code may have in a variable of its own.
pub fn kept(vm: &mut Vm, helper: &str, arguments: &[Value]) -> Value {
    let module = ruby::helper(vm, helper, arguments);
    state(vm).keep_module(module);
    module
}

/// A method that is a C function, told to the class's hook.
fn define_in(vm: &mut Vm, class: Value, name: Symbol, function: usize, arity: c_int, visibility: Visibility) -> Result<(), Exit> {
    let class = module_of(vm, class)?;
    vm.check_frozen(class.value())?;
    if !(-2..=15).contains(&arity) {
        return Err(vm.argument_error(format!("arity out of range: {arity} for -2..15")));
    }
    let visibility = if name == Symbol::INITIALIZE || name == Symbol::INITIALIZE_COPY { Visibility::Private } else { visibility };
    define(vm, class, name, function, arity.into(), visibility);
    tell(vm, class, name);
    Ok(())
}

/// Calls `method_added` and its like, where it is the program's own.
fn tell(vm: &mut Vm, class: ClassRef, name: Symbol) {
    let (receiver, hook) = match ClassRef::from_module(class.value()).filter(|class| class.is_singleton()) {
        Some(singleton) => (singleton.attached(), Symbol::SINGLETON_METHOD_ADDED),
        None => (class.value(), Symbol::METHOD_ADDED),
    };
    let holder = vm.class_of(receiver);
    if let Some(method) = vm.find_method(holder, hook)
        && !vm.is_core_method(method)
    {
        ruby::send(vm, receiver, hook, List::of(&[Value::symbol(name)]), Value::NIL);
    }
}

/// An object that is allocated and initialized, with the block that the calling function got. A class's own `new`, which may be
/// what calls this, has no part in it.
fn new_instance(vm: &mut Vm, class: Value, arguments: List) -> Value {
    let block = context().block;
    if class == vm.classes.class.value() {
        return ruby::send(vm, class, Symbol::NEW, arguments, block);
    }
    let object = ruby::call(vm, class, "allocate", &[]);
    ruby::send(vm, object, Symbol::INITIALIZE, arguments, block);
    object
}

functions! {
    fn rb_define_class(vm, name: *const c_char, superclass: Value) -> Value {
        let (object, name) = (vm.classes.object.value(), interned(vm, name));
        Ok(kept(vm, "define_class", &[object, name, superclass]))
    }

    fn rb_define_class_under(vm, outer: Value, name: *const c_char, superclass: Value) -> Value {
        let name = interned(vm, name);
        Ok(kept(vm, "define_class", &[outer, name, superclass]))
    }

    fn rb_define_class_id_under(vm, outer: Value, name: Id, superclass: Value) -> Value {
        let name = Value::symbol(name.symbol());
        Ok(kept(vm, "define_class", &[outer, name, superclass]))
    }

    fn rb_define_module(vm, name: *const c_char) -> Value {
        let (object, name) = (vm.classes.object.value(), interned(vm, name));
        Ok(kept(vm, "define_module", &[object, name]))
    }

    fn rb_define_module_under(vm, outer: Value, name: *const c_char) -> Value {
        let name = interned(vm, name);
        Ok(kept(vm, "define_module", &[outer, name]))
    }

    fn rb_define_module_id_under(vm, outer: Value, name: Id) -> Value {
        let name = Value::symbol(name.symbol());
        Ok(kept(vm, "define_module", &[outer, name]))
    }

    fn rb_class_new(vm, superclass: Value) -> Value {
        let made = ruby::helper(vm, "new_class", &[superclass]);
        state(vm).keep_module(made);
        Ok(made)
    }

    fn rb_module_new(vm) -> Value {
        let made = vm.new_module().value();
        state(vm).keep_module(made);
        Ok(made)
    }

    fn rb_define_method(vm, class: Value, name: *const c_char, function: usize, arity: c_int) {
        let name = vm.intern(memory::text(name));
        define_in(vm, class, name, function, arity, Visibility::Public)
    }

    fn rb_define_method_id(vm, class: Value, name: Id, function: usize, arity: c_int) {
        let name = name.symbol();
        define_in(vm, class, name, function, arity, Visibility::Public)
    }

    fn rb_define_private_method(vm, class: Value, name: *const c_char, function: usize, arity: c_int) {
        let name = vm.intern(memory::text(name));
        define_in(vm, class, name, function, arity, Visibility::Private)
    }

    fn rb_define_protected_method(vm, class: Value, name: *const c_char, function: usize, arity: c_int) {
        let name = vm.intern(memory::text(name));
        define_in(vm, class, name, function, arity, Visibility::Protected)
    }

    fn rb_define_singleton_method(vm, object: Value, name: *const c_char, function: usize, arity: c_int) {
        let name = vm.intern(memory::text(name));
        let singleton = vm.singleton_class(object)?;
        define_in(vm, singleton.value(), name, function, arity, Visibility::Public)
    }

    fn rb_define_module_function(vm, module: Value, name: *const c_char, function: usize, arity: c_int) {
        let name = vm.intern(memory::text(name));
        define_in(vm, module, name, function, arity, Visibility::Private)?;
        let singleton = vm.singleton_class(module)?;
        define_in(vm, singleton.value(), name, function, arity, Visibility::Public)
    }

    fn rb_define_global_function(vm, name: *const c_char, function: usize, arity: c_int) {
        let name = vm.intern(memory::text(name));
        let kernel = vm.classes.kernel.value();
        define_in(vm, kernel, name, function, arity, Visibility::Private)?;
        let singleton = vm.singleton_class(kernel)?;
        define_in(vm, singleton.value(), name, function, arity, Visibility::Public)
    }

    fn rb_undef_method(vm, class: Value, name: *const c_char) {
        let name = vm.intern(memory::text(name));
        vm.check_frozen(class)?;
        let class = module_of(vm, class)?;
        let method = vm.new_method(MethodKind::Undefined, class.value(), name, Value::NIL, Value::NIL);
        vm.add_method(class, name, method);
        Ok(())
    }

    fn rb_undef(vm, class: Value, name: Id) {
        let name = Value::symbol(name.symbol());
        ruby::call(vm, class, "undef_method", &[name]);
        Ok(())
    }

    fn rb_remove_method(vm, class: Value, name: *const c_char) {
        let name = interned(vm, name);
        ruby::call(vm, class, "remove_method", &[name]);
        Ok(())
    }

    fn rb_remove_method_id(vm, class: Value, name: Id) {
        let name = Value::symbol(name.symbol());
        ruby::call(vm, class, "remove_method", &[name]);
        Ok(())
    }

    fn rb_define_alias(vm, class: Value, new: *const c_char, old: *const c_char) {
        let names = [interned(vm, new), interned(vm, old)];
        ruby::call(vm, class, "alias_method", &names);
        Ok(())
    }

    fn rb_alias(vm, class: Value, new: Id, old: Id) {
        let names = [Value::symbol(new.symbol()), Value::symbol(old.symbol())];
        ruby::call(vm, class, "alias_method", &names);
        Ok(())
    }

    fn rb_define_attr(vm, class: Value, name: *const c_char, read: c_int, write: c_int) {
        let name = interned(vm, name);
        for (wanted, method) in [(read, "attr_reader"), (write, "attr_writer")] {
            if wanted != 0 {
                ruby::call(vm, class, method, &[name]);
            }
        }
        Ok(())
    }

    fn rb_attr(vm, class: Value, name: Id, read: c_int, write: c_int, _visibility: c_int) {
        let name = Value::symbol(name.symbol());
        for (wanted, method) in [(read, "attr_reader"), (write, "attr_writer")] {
            if wanted != 0 {
                ruby::call(vm, class, method, &[name]);
            }
        }
        Ok(())
    }

    fn rb_define_alloc_func(vm, class: Value, function: usize) {
        let class = module_of(vm, class)?;
        vm.allocate_by_extension(class);
        let singleton = vm.singleton_class(class.value())?;
        let name = vm.intern(ALLOCATOR);
        define(vm, singleton, name, function, 0, Visibility::Public);
        ruby::helper(vm, "allocates", &[class.value()]);
        Ok(())
    }

    fn rb_undef_alloc_func(vm, class: Value) {
        let class = module_of(vm, class)?;
        vm.set_class_state(class, rutile_vm::object::class::state::NO_ALLOCATOR);
        Ok(())
    }

    fn rb_get_alloc_func(vm, class: Value) -> usize {
        let class = module_of(vm, class)?;
        if class.has_state(rutile_vm::object::class::state::NO_ALLOCATOR) {
            return Ok(0);
        }
        let (holder, name) = (vm.class_of(class.value()), vm.intern(ALLOCATOR));
        let method = vm.find_method(holder, name).filter(|method| method.kind() == MethodKind::Extension);
        let body = method.and_then(|method| method.body().as_fixnum());
        Ok(body.map_or(0, rutile_vm::object::data::function_address))
    }

    fn rb_include_module(vm, class: Value, module: Value) {
        ruby::call(vm, class, "include", &[module]);
        Ok(())
    }

    fn rb_prepend_module(vm, class: Value, module: Value) {
        ruby::call(vm, class, "prepend", &[module]);
        Ok(())
    }

    fn rb_class_superclass(vm, class: Value) -> Value {
        let class = module_of(vm, class)?;
        Ok(class.real_superclass().map_or(Value::NIL, |above| above.value()))
    }

    fn rb_class_get_superclass(vm, class: Value) -> Value {
        let class = module_of(vm, class)?;
        Ok(class.real_superclass().map_or(Value::FALSE, |above| above.value()))
    }

    fn rb_class_real(vm, class: Value) -> Value {
        // 0 is the class of nothing.
        if class == Value::FALSE { Ok(class) } else { Ok(module_of(vm, class)?.real_class().value()) }
    }

    fn rb_class_inherited_p(vm, class: Value, other: Value) -> Value {
        module_of(vm, other)?;
        Ok(ruby::call(vm, class, "<=", &[other]))
    }

    fn rb_class_inherited(vm, superclass: Value, class: Value) -> Value {
        Ok(ruby::call(vm, superclass, "inherited", &[class]))
    }

    fn rb_class2name(vm, class: Value) -> *const c_char {
        let class = module_of(vm, class)?.real_class();
        name_for_c(vm, class)
    }

    fn rb_class_name(vm, class: Value) -> Value {
        let class = module_of(vm, class)?.real_class();
        Ok(ruby::call(vm, class.value(), "to_s", &[]))
    }

    fn rb_set_class_path(vm, class: Value, outer: Value, name: *const c_char) {
        let name = interned(vm, name);
        ruby::helper(vm, "name_class", &[class, outer, name]);
        Ok(())
    }

    fn rb_path2class(vm, path: *const c_char) -> Value {
        let path = vm.new_string(memory::text(path), Encoding::UTF_8).value();
        Ok(kept(vm, "class_at", &[path]))
    }

    fn rb_class_new_instance(vm, count: c_int, arguments: *const Value, class: Value) -> Value {
        Ok(new_instance(vm, class, List::of(memory::values(arguments, count))))
    }

    fn rb_class_new_instance_kw(vm, count: c_int, arguments: *const Value, class: Value, keywords: c_int) -> Value {
        let list = super::control::listed(vm, count, arguments, keywords)?;
        Ok(new_instance(vm, class, list))
    }

    fn rb_class_new_instance_pass_kw(vm, count: c_int, arguments: *const Value, class: Value) -> Value {
        Ok(new_instance(vm, class, List::of(memory::values(arguments, count)).with_keywords(context().has_keywords)))
    }

    fn rb_method_boundp(vm, class: Value, name: Id, flags: c_int) -> c_int {
        let (class, name) = (module_of(vm, class)?, name.symbol());
        let method = vm.find_method(class, name);
        Ok(method.is_some_and(|method| flags == 0 || method.visibility() == Visibility::Public).into())
    }

    fn rb_obj_method_arity(vm, object: Value, name: Id) -> c_int {
        let name = Value::symbol(name.symbol());
        let method = ruby::call(vm, object, "method", &[name]);
        Ok(ruby::call(vm, method, "arity", &[]).as_fixnum().unwrap_or(-1) as c_int)
    }

    fn rb_mod_method_arity(vm, class: Value, name: Id) -> c_int {
        let name = Value::symbol(name.symbol());
        let method = ruby::call(vm, class, "instance_method", &[name]);
        Ok(ruby::call(vm, method, "arity", &[]).as_fixnum().unwrap_or(-1) as c_int)
    }

    fn rb_mod_module_eval(vm, count: c_int, arguments: *const Value, module: Value) -> Value {
        let (name, block) = (vm.intern(b"module_eval"), context().block);
        Ok(ruby::send(vm, module, name, List::of(memory::values(arguments, count)), block))
    }

    fn rb_obj_instance_eval(vm, count: c_int, arguments: *const Value, object: Value) -> Value {
        let (name, block) = (vm.intern(b"instance_eval"), context().block);
        Ok(ruby::send(vm, object, name, List::of(memory::values(arguments, count)), block))
    }

    fn rb_obj_instance_exec(vm, count: c_int, arguments: *const Value, object: Value) -> Value {
        let (name, block) = (vm.intern(b"instance_exec"), context().block);
        Ok(ruby::send(vm, object, name, List::of(memory::values(arguments, count)), block))
    }

    fn rb_frame_this_func(vm) -> Id {
        let method = MethodRef::from_value(context().method);
        Ok(method.map_or(Id::NONE, |method| Id::of(method.symbol())))
    }

    fn rb_frame_callee(vm) -> Id {
        let method = MethodRef::from_value(context().method);
        Ok(method.map_or(Id::NONE, |method| Id::of(method.symbol())))
    }

    fn rb_path_to_class(vm, path: Value) -> Value {
        Ok(kept(vm, "class_at", &[path]))
    }

    fn rb_class_path_cached(vm, class: Value) -> Value {
        Ok(ruby::call(vm, class, "name", &[]))
    }

    fn rb_set_class_path_string(vm, class: Value, outer: Value, name: Value) {
        ruby::helper(vm, "name_class", &[class, outer, name]);
        Ok(())
    }

    fn rb_define_class_id(vm, _name: Id, superclass: Value) -> Value {
        Ok(kept(vm, "new_class", &[superclass]))
    }

    fn rb_define_module_id(vm, _name: Id) -> Value {
        Ok(vm.new_module().value())
    }

    fn rb_check_inheritable(vm, class: Value) {
        ruby::helper(vm, "check_inheritable", &[class]);
        Ok(())
    }

    fn rb_mod_init_copy(vm, copy: Value, original: Value) -> Value {
        Ok(ruby::call(vm, copy, "initialize_copy", &[original]))
    }

    fn rb_class_instance_methods(vm, count: c_int, arguments: *const Value, class: Value) -> Value {
        Ok(ruby::call(vm, class, "instance_methods", memory::values(arguments, count)))
    }

    fn rb_class_public_instance_methods(vm, count: c_int, arguments: *const Value, class: Value) -> Value {
        Ok(ruby::call(vm, class, "public_instance_methods", memory::values(arguments, count)))
    }

    fn rb_class_private_instance_methods(vm, count: c_int, arguments: *const Value, class: Value) -> Value {
        Ok(ruby::call(vm, class, "private_instance_methods", memory::values(arguments, count)))
    }

    fn rb_class_protected_instance_methods(vm, count: c_int, arguments: *const Value, class: Value) -> Value {
        Ok(ruby::call(vm, class, "protected_instance_methods", memory::values(arguments, count)))
    }

    fn rb_obj_singleton_methods(vm, count: c_int, arguments: *const Value, object: Value) -> Value {
        Ok(ruby::call(vm, object, "singleton_methods", memory::values(arguments, count)))
    }

    fn rb_mod_module_exec(vm, count: c_int, arguments: *const Value, module: Value) -> Value {
        let (name, block) = (vm.intern(b"module_exec"), context().block);
        Ok(ruby::send(vm, module, name, List::of(memory::values(arguments, count)), block))
    }

    fn rb_mod_constants(vm, count: c_int, arguments: *const Value, module: Value) -> Value {
        Ok(ruby::call(vm, module, "constants", memory::values(arguments, count)))
    }

    fn rb_method_basic_definition_p(vm, class: Value, name: Id) -> c_int {
        let (class, name) = (module_of(vm, class)?, name.symbol());
        let method = vm.find_method(class, name);
        Ok(method.is_some_and(|method| vm.is_core_method(method)).into())
    }
}

/// The singleton method that makes instances: no program can write its name.
const ALLOCATOR: &[u8] = b"_ allocate";

pub mod calls {
    use super::*;

    methods! {
        any:
        rb_class_path(class) => "to_s";
        rb_mod_name(module) => "name";
        rb_mod_ancestors(module) => "ancestors";
        rb_mod_include_p(module, other) => "include?";
        rb_mod_included_modules(module) => "included_modules";
        rb_class_subclasses(class) => "subclasses";
        rb_class_attached_object(class) => "attached_object";
        rb_mod_remove_const(module, name) => "remove_const";
        rb_mod_remove_cvar(module, name) => "remove_class_variable";
    }
}
