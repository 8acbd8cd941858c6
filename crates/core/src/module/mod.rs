//! Classes and modules: names, ancestors, and how they are made.

pub mod binding;
pub mod constant;
pub mod instruction_sequence;
pub mod members;
pub mod method_object;
pub mod methods;
mod named_parameters;
pub mod parameters;
pub mod procedure;
pub mod sequence_binary;
pub mod structure;
pub mod trace_point;

use rutile_vm::code::Code;
use rutile_vm::object::class::ClassRest;
use rutile_vm::prelude::*;

use crate::arguments;
use crate::module::constant::CONSTANTS;

/// The class or module at `index`.
pub fn module_at(vm: &mut Vm, args: Arguments, index: usize) -> Result<ClassRef, Exit> {
    match ClassRef::from_module(args.get(index)) {
        Some(module) => Ok(module),
        None => Err(vm.argument_error(format!("a primitive expects a Module as argument {index}"))),
    }
}

fn module_name(vm: &mut Vm, args: Arguments) -> NativeResult {
    let value = if args.count() == 0 { args.receiver() } else { args.get(0) };
    let Some(module) = ClassRef::from_module(value) else { return Err(Exit::Fallback) };
    if args.count() > 1 || args.count() == 1 && !args.receiver().is_nil() {
        return Err(Exit::Fallback);
    }
    Ok(if module.is_singleton() { Value::NIL } else { vm.name_of_class(module) })
}

/// A module's name as error messages and `inspect` show it, refinements by what they refine.
fn module_inspect(vm: &mut Vm, args: Arguments) -> NativeResult {
    let module = module_at(vm, args, 0)?;
    let text = if module.has_state(state::REFINEMENT) {
        let refined = ClassRef::from_module(module.attached()).map_or(String::new(), |class| vm.class_name(class));
        let owner = ClassRef::from_module(module.lexical_parent()).map_or(String::new(), |owner| vm.class_name(owner));
        format!("#<refinement:{refined}@{owner}>")
    } else if let Some(name) = StringRef::from_value(vm.name_of_class(module)).filter(|_| !module.is_singleton()) {
        let copy = vm.new_string(name.bytes(), name.encoding());
        return Ok(copy.value());
    } else {
        vm.class_name(module)
    };
    Ok(vm.string(&text))
}

fn has_permanent_name(vm: &mut Vm, args: Arguments) -> NativeResult {
    let module = module_at(vm, args, 0)?;
    Ok(Value::boolean(module.has_lasting_name()))
}

fn set_temporary_name(vm: &mut Vm, args: Arguments) -> NativeResult {
    let module = module_at(vm, args, 0)?;
    let name = match StringRef::from_value(args.get(1)) {
        Some(name) => {
            let copy = vm.frozen_string(name.bytes(), name.encoding());
            copy.value()
        }
        None => Value::NIL,
    };
    let before = vm.class_name(module);
    module.set_name(vm, name);
    vm.set_class_state(module, state::TEMPORARY_NAME);
    vm.rename_inner_constants(module, &before);
    Ok(Value::NIL)
}

/// Whether a String reads like `A`, `A::B` or `::A`.
fn is_constant_path(_vm: &mut Vm, args: Arguments) -> NativeResult {
    let Some(text) = StringRef::from_value(args.get(0)) else { return Ok(Value::FALSE) };
    let text = text.text();
    let path = text.strip_prefix("::").unwrap_or(&text);
    Ok(Value::boolean(path.split("::").all(|part| is_constant_word(part.as_bytes()))))
}

/// Whether bytes are a constant's name.
pub fn is_constant_word(bytes: &[u8]) -> bool {
    crate::kernel::object::is_word(bytes) && begins_upper(bytes)
}

/// Only the first character counts; what follows it may be of an encoding that isn't UTF-8.
fn begins_upper(bytes: &[u8]) -> bool {
    if bytes.first().is_some_and(u8::is_ascii) {
        return bytes[0].is_ascii_uppercase();
    }
    match std::str::from_utf8(bytes).ok().and_then(|text| text.chars().next()) {
        Some(first) => first.is_uppercase() || first.is_alphabetic() && first.to_lowercase().next() != Some(first),
        None => false,
    }
}

fn is_singleton_class(_vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(ClassRef::from_module(args.get(0)).is_some_and(|class| class.is_singleton())))
}

/// `found_singleton_class(object)`: the singleton class that an object has by now, or nil.
fn found_singleton_class(vm: &mut Vm, args: Arguments) -> NativeResult {
    let class = vm.class_of(args.get(0));
    Ok(if class.is_singleton() && class.attached() == args.get(0) { class.value() } else { Value::NIL })
}

fn is_plain_module(_vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(ClassRef::from_module(args.get(0)).is_some_and(|module| module.is_module())))
}

fn is_refinement(_vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(ClassRef::from_module(args.get(0)).is_some_and(|module| module.has_state(state::REFINEMENT))))
}

fn attached_object(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(module_at(vm, args, 0)?.attached())
}

// --- Ancestors ---

fn module_case_equal(vm: &mut Vm, args: Arguments) -> NativeResult {
    match ClassRef::from_module(args.receiver()) {
        Some(class) if args.count() == 1 => Ok(Value::boolean(vm.is_a(args.get(0), class))),
        _ => Err(Exit::Fallback),
    }
}

fn inherits(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (module, other) = (module_at(vm, args, 0)?, module_at(vm, args, 1)?);
    Ok(Value::boolean(vm.inherits(module, other)))
}

/// How the receiver and another module stand to each other: whether they are the same, whether the receiver inherits the
/// other, and whether the other does so.
fn relation(vm: &mut Vm, args: Arguments) -> Result<(bool, bool, bool), Exit> {
    let (module, other) = (ClassRef::from_module(args.receiver()), ClassRef::from_module(args.get(0)));
    let (Some(module), Some(other), 1) = (module, other, args.count()) else { return Err(Exit::Fallback) };
    if module == other {
        return Ok((true, false, false));
    }
    let below = vm.inherits(module, other);
    Ok((false, below, !below && vm.inherits(other, module)))
}

fn module_below(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (same, below, above) = relation(vm, args)?;
    Ok(if same || below || above { Value::boolean(below) } else { Value::NIL })
}

fn module_at_most(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (same, below, above) = relation(vm, args)?;
    Ok(if same || below || above { Value::boolean(!above) } else { Value::NIL })
}

fn module_above(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (same, below, above) = relation(vm, args)?;
    Ok(if same || below || above { Value::boolean(above) } else { Value::NIL })
}

fn module_at_least(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (same, below, above) = relation(vm, args)?;
    Ok(if same || below || above { Value::boolean(!below) } else { Value::NIL })
}

fn module_compare(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(match relation(vm, args)? {
        (true, _, _) => Value::fixnum(0),
        (_, true, _) => Value::fixnum(-1),
        (_, _, true) => Value::fixnum(1),
        _ => Value::NIL,
    })
}

/// The classes and modules of a chain as Ruby code sees them, origins in place of what they hold.
pub fn visible_chain(module: ClassRef) -> impl Iterator<Item = ClassRef> {
    module.chain().filter_map(|cell| {
        if cell.kind() == Kind::IncludedModule {
            return ClassRef::from_module(cell.attached());
        }
        if cell.origin().is_nil() { Some(cell) } else { None }
    })
}

fn module_ancestors(vm: &mut Vm, args: Arguments) -> NativeResult {
    let module = module_at(vm, args, 0)?;
    let list = vm.array_with_capacity(8);
    for ancestor in visible_chain(module) {
        vm.array_push(list, ancestor.value());
    }
    Ok(list.value())
}

fn included_modules(vm: &mut Vm, args: Arguments) -> NativeResult {
    let module = module_at(vm, args, 0)?;
    let list = vm.array_with_capacity(8);
    for ancestor in visible_chain(module) {
        if ancestor.is_module() && ancestor != module {
            vm.array_push(list, ancestor.value());
        }
    }
    Ok(list.value())
}

fn include_module(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (target, module) = (module_at(vm, args, 0)?, module_at(vm, args, 1)?);
    vm.include_module(target, module);
    Ok(Value::NIL)
}

/// `extend` by a module whose hooks are the core's own. What is refused is refused in Ruby.
fn kernel_extend(vm: &mut Vm, args: Arguments) -> NativeResult {
    let receiver = args.receiver();
    let module = ClassRef::from_module(args.get(0)).filter(|module| module.is_module() && !module.has_state(state::REFINEMENT));
    let Some(module) = module.filter(|_| args.count() == 1 && receiver.as_cell().is_some() && !vm.is_frozen(receiver)) else {
        return Err(Exit::Fallback);
    };
    let class = vm.class_of(module.value());
    // Who has undefined a hook is asked all the same.
    let mut hooks = [Symbol::EXTEND_OBJECT, Symbol::EXTENDED].into_iter();
    if !hooks.all(|hook| vm.find_method(class, hook).is_some_and(|method| vm.is_core_method(method))) {
        return Err(Exit::Fallback);
    }
    let singleton = vm.singleton_class(receiver).map_err(|_| Exit::Fallback)?;
    vm.include_module(singleton, module);
    Ok(receiver)
}

fn prepend_module(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (target, module) = (module_at(vm, args, 0)?, module_at(vm, args, 1)?);
    vm.prepend_module(target, module);
    Ok(Value::NIL)
}

// --- Classes ---

fn class_create(vm: &mut Vm, args: Arguments) -> NativeResult {
    let superclass = module_at(vm, args, 0)?;
    if superclass.has_state(state::UNINITIALIZED) {
        return Err(vm.type_error("can't inherit uninitialized class".to_string()));
    }
    Ok(vm.create_subclass(superclass)?.value())
}

fn class_allocate(vm: &mut Vm, args: Arguments) -> NativeResult {
    let value = if args.receiver().is_nil() { args.get(0) } else { args.receiver() };
    match ClassRef::from_module(value).filter(|class| class.is_class()) {
        Some(class) => {
            // The core library itself may, where it has taken the method from the class.
            let singleton = vm.class_of(value);
            if !args.receiver().is_nil() && vm.find_method(singleton, Symbol::ALLOCATE).is_none() {
                let name = vm.class_name(class);
                return Err(vm.type_error(format!("calling {name}.allocate is prohibited")));
            }
            vm.allocate_instance(class)
        }
        None => Err(Exit::Fallback),
    }
}

fn class_is_uninitialized(_vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(ClassRef::from_module(args.get(0)).is_some_and(|class| class.has_state(state::UNINITIALIZED))))
}

fn class_superclass(vm: &mut Vm, args: Arguments) -> NativeResult {
    let value = if args.receiver().is_nil() { args.get(0) } else { args.receiver() };
    let Some(class) = ClassRef::from_module(value) else { return Err(Exit::Fallback) };
    if class.has_state(state::UNINITIALIZED) {
        return Err(vm.type_error("uninitialized class".to_string()));
    }
    if class.is_singleton() {
        // The singleton class of a class's superclass has to exist to be shown.
        if let Some(attached) = ClassRef::from_module(class.attached()).filter(|attached| attached.is_class()) {
            if let Some(above) = attached.real_superclass() {
                return Ok(vm.singleton_class(above.value())?.value());
            }
        }
    }
    Ok(class.real_superclass().map_or(Value::NIL, |superclass| superclass.value()))
}

fn class_subclasses(vm: &mut Vm, args: Arguments) -> NativeResult {
    let class = module_at(vm, args, 0)?;
    let list = vm.array_with_capacity(4);
    let dependents = vm.dependents_of(class);
    for index in (0..dependents.len()).rev() {
        let value = dependents.get(index);
        let direct = ClassRef::from_module(value)
            .is_some_and(|dependent| dependent.is_class() && !dependent.is_singleton() && dependent.real_superclass() == Some(class));
        if direct {
            vm.array_push(list, value);
        }
    }
    Ok(list.value())
}

// --- Copies ---

/// Copies the methods of one class's own table to another's, which owns the copies.
fn copy_methods(vm: &mut Vm, from: ClassRef, to: ClassRef) {
    let Some(table) = IdTable::from_value(from.definitions().methods()) else { return };
    // Read as they are copied: a collection moves methods, and knows nothing of a list of ours.
    for (name, value) in table.entries() {
        let Some(method) = MethodRef::from_value(value) else { continue };
        let copy = vm.copy_method(method);
        if copy.owner() == from.value() {
            copy.set_owner(vm, to.value());
        }
        move_scope(vm, copy, from, to);
        vm.add_method(to, name, copy);
    }
}

/// A copied method whose text stood in the body of the one class sees constants and class variables of the other.
fn move_scope(vm: &mut Vm, copy: MethodRef, from: ClassRef, to: ClassRef) {
    let Some(scope) = ScopeRef::from_value(copy.scope()).filter(|scope| scope.module() == from.value()) else { return };
    let moved = vm.new_scope(to.value(), scope.parent());
    moved.set_refinements(vm, scope.refinements());
    copy.set_scope(vm, moved.value());
    vm.bind_to_scope(copy.body(), moved.value());
}

/// Gives a class or module the methods, constants and class variables of another; what was assumed about it is for the caller to ask again.
pub fn copy_definitions(vm: &mut Vm, from: ClassRef, to: ClassRef) {
    copy_methods(vm, from, to);
    let rest = vm.class_rest(to);
    let tables = [(from.constants(), to.cell(), CONSTANTS), (from.class_variables(), rest.cell(), ClassRest::CLASS_VARIABLES)];
    for (table, holder, word) in tables {
        let Some(table) = IdTable::from_value(table) else { continue };
        for (name, value) in table.entries() {
            vm.table_set(holder, word, name, value);
        }
    }
}

/// `module_copy(copy, original)`: methods, constants, class variables and ancestors.
fn module_copy(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (copy, original) = (module_at(vm, args, 0)?, module_at(vm, args, 1)?);
    // As a rule the copy was made for this: nobody has looked for anything in it yet, and a program with many classes has assumed much.
    let own = vm.class_of(copy.value());
    let is_new = vm.is_unobserved(copy) && (!own.is_singleton() || own.attached() != copy.value());
    if copy.is_class() {
        copy.set_instance_slots(original.instance_slots());
        copy.set_instance_shape(None);
        if let Some(superclass) = original.real_superclass() {
            vm.add_dependent(superclass, copy);
        }
    }
    let next = original.definitions().superclass();
    copy.set_superclass(vm, next);
    copy_definitions(vm, original, copy);
    if copy.is_class() {
        // Only now: a class that is new is asked nothing while its methods come.
        copy.set_state((original.state() & !(state::TEMPORARY_NAME | state::ORIGIN | state::ASSUMED | state::BUILT_IN)) | (copy.state() & state::ASSUMED));
    }
    let prepended = prepended_modules(vm, original);
    for index in (0..prepended.len()).rev() {
        if let Some(module) = ClassRef::from_module(prepended.get(index)) {
            vm.prepend_module(copy, module);
        }
    }
    let lookup = vm.class_of(original.value());
    if lookup.is_singleton() && lookup.attached() == original.value() {
        let singleton = vm.singleton_class(copy.value())?;
        copy_definitions(vm, lookup, singleton);
        if !copy.is_class() || lookup.next().is_some_and(|next| next.kind() == Kind::IncludedModule) {
            let next = lookup.definitions().superclass();
            singleton.set_superclass(vm, next);
        }
    } else if copy.is_class() {
        // Without a singleton class of its own it answers what its superclass does.
        vm.reshape_to_class(copy.cell(), lookup);
    }
    if !is_new {
        vm.recheck_all();
    }
    Ok(copy.value())
}

fn prepended_modules(vm: &mut Vm, module: ClassRef) -> ArrayRef {
    let modules = vm.array_with_capacity(0);
    if !module.origin().is_nil() {
        let links = module.chain().skip(1).take_while(|cell| cell.value() != module.origin());
        links.for_each(|cell| vm.array_push(modules, cell.attached()));
    }
    modules
}

// --- Refinements ---

/// The Ruby body goes on where what is passed is a block, not a Proc or what becomes one.
fn refine(vm: &mut Vm, args: Arguments) -> NativeResult {
    if args.has_block() && (ProcRef::from_value(args.block()).is_some() || args.block().as_symbol().is_some()) {
        return Err(vm.argument_error("can't pass a Proc as a block to Module#refine".to_string()));
    }
    Err(Exit::Fallback)
}

/// `new_refinement(module, target)`
fn new_refinement(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (owner, target) = (module_at(vm, args, 0)?, module_at(vm, args, 1)?);
    let class = vm.classes.refinement;
    let refinement = vm.new_chain_cell(Kind::Module, Some(class));
    refinement.set_attached(vm, target.value());
    refinement.set_lexical_parent(vm, owner.value());
    vm.set_class_state(refinement, state::REFINEMENT);
    Ok(refinement.value())
}

/// Gives a scope more refinements: the latest come first.
fn with_refinements(vm: &mut Vm, scope: ScopeRef, added: ArrayRef) -> ScopeRef {
    let parent = scope.parent();
    let copy = vm.new_scope(scope.module(), parent);
    let list = vm.new_array(&added.values());
    if let Some(before) = ArrayRef::from_value(scope.refinements()) {
        for index in 0..before.len() {
            if !added.values().contains(&before.get(index)) {
                vm.array_push(list, before.get(index));
            }
        }
    }
    copy.set_refinements(vm, list.value());
    vm.program.uses_refinements = true;
    copy
}

/// `using`: the rest of the file or body that the program is in sees these refinements.
fn use_refinements(vm: &mut Vm, args: Arguments) -> NativeResult {
    let added = arguments::array(vm, args, 0)?;
    let Some((frame, _)) = vm.program_frame() else { return Ok(Value::NIL) };
    let Some(method) = MethodRef::from_value(frame.method()) else { return Ok(Value::NIL) };
    if let Some(scope) = method.scope_ref() {
        let scope = with_refinements(vm, scope, added);
        method.set_scope(vm, scope.value());
        vm.forget_scope(frame.code().home());
    }
    Ok(Value::NIL)
}

/// The block of `refine` sees the refinements of its own module; the answer is the list of all that it sees.
fn activate_refinements(vm: &mut Vm, args: Arguments) -> NativeResult {
    let added = arguments::array(vm, args, 1)?;
    let Some(closure) = ProcRef::from_value(args.get(0)) else { return Ok(Value::NIL) };
    let Some(method) = MethodRef::from_value(closure.method()) else { return Ok(Value::NIL) };
    if let Some(scope) = method.scope_ref() {
        let scope = with_refinements(vm, scope, added);
        let copy = vm.copy_method(method);
        copy.set_scope(vm, scope.value());
        closure.set_method(vm, copy.value());
        if let Some(code) = Code::of_value(closure.code()) {
            vm.forget_scope(code);
        }
        return Ok(scope.refinements());
    }
    Ok(Value::NIL)
}

/// The refinements (or, with `true`, their modules) that the program's scope uses.
fn used_refinements(vm: &mut Vm, args: Arguments) -> NativeResult {
    let list = vm.array_with_capacity(4);
    let scope = vm.program_frame().and_then(|(frame, _)| rutile_vm::interpreter::scope_of(frame));
    let Some(used) = scope.and_then(|scope| ArrayRef::from_value(scope.refinements())) else { return Ok(list.value()) };
    for index in 0..used.len() {
        let refinement = used.get(index);
        let shown = match ClassRef::from_module(refinement) {
            Some(refinement) if args.get(0).truthy() => refinement.lexical_parent(),
            _ => refinement,
        };
        if !list.values().contains(&shown) {
            vm.array_push(list, shown);
        }
    }
    Ok(list.value())
}

fn import_methods(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (refinement, module) = (module_at(vm, args, 0)?, module_at(vm, args, 1)?);
    let entries: Vec<(Symbol, Value)> = IdTable::from_value(module.definitions().methods()).map_or(Vec::new(), |table| table.entries().collect());
    for (name, value) in &entries {
        let is_ruby = |method: MethodRef| {
            method.kind() == MethodKind::Code && !vm.has_core_body(method)
        };
        if !MethodRef::from_value(*value).is_some_and(is_ruby) {
            let full = format!("{}#{}", vm.class_name(module), vm.symbol_text(*name));
            return Err(vm.argument_error(format!("Can't import method which is not defined with Ruby code: {full}")));
        }
    }
    copy_methods(vm, module, refinement);
    let itself = vm.new_array(&[refinement.value()]);
    for (name, original) in entries {
        let Some(method) = vm.own_method(refinement, name) else { continue };
        // Their constants stay those of where they stand.
        if let Some(scope) = MethodRef::from_value(original).and_then(MethodRef::scope_ref) {
            let scope = with_refinements(vm, scope, itself);
            method.set_scope(vm, scope.value());
        }
    }
    Ok(Value::NIL)
}

pub const NATIVES: &[(&str, Native)] = &[
    ("module_name", module_name),
    ("module_inspect", module_inspect),
    ("has_permanent_name", has_permanent_name),
    ("set_temporary_name", set_temporary_name),
    ("is_constant_path", is_constant_path),
    ("found_singleton_class", found_singleton_class),
    ("is_singleton_class", is_singleton_class),
    ("is_plain_module", is_plain_module),
    ("is_refinement", is_refinement),
    ("attached_object", attached_object),
    ("module_case_equal", module_case_equal),
    ("module_below", module_below),
    ("module_at_most", module_at_most),
    ("module_above", module_above),
    ("module_at_least", module_at_least),
    ("module_compare", module_compare),
    ("inherits", inherits),
    ("module_ancestors", module_ancestors),
    ("included_modules", included_modules),
    ("include_module", include_module),
    ("kernel_extend", kernel_extend),
    ("prepend_module", prepend_module),
    ("class_create", class_create),
    ("class_allocate", class_allocate),
    ("class_superclass", class_superclass),
    ("class_is_uninitialized", class_is_uninitialized),
    ("class_subclasses", class_subclasses),
    ("module_copy", module_copy),
    ("module_refine", refine),
    ("new_refinement", new_refinement),
    ("use_refinements", use_refinements),
    ("activate_refinements", activate_refinements),
    ("used_refinements", used_refinements),
    ("import_methods", import_methods),
];
