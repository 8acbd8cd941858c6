//! Constants and class variables of classes and modules.

use rutile_vm::interpreter::{constant_bits, constant_flags, scope_of};
use rutile_vm::object::class::ClassRest;
use rutile_vm::prelude::*;

use crate::arguments;
use crate::module::{is_constant_word, module_at};

pub use rutile_vm::calls::lookup::CONSTANTS;

fn is_constant_name(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = arguments::symbol(vm, args, 0)?;
    Ok(Value::boolean(is_constant_word(vm.symbol_bytes(name))))
}

fn is_class_variable_name(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = arguments::symbol(vm, args, 0)?;
    let text = vm.symbol_bytes(name);
    Ok(Value::boolean(text.starts_with(b"@@") && crate::kernel::object::is_word(&text[2..])))
}

fn is_local_name(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = arguments::symbol(vm, args, 0)?;
    let text = vm.symbol_bytes(name);
    Ok(Value::boolean(crate::kernel::object::is_word(text) && !is_constant_word(text)))
}

/// How far a constant is looked for.
#[derive(Clone, Copy)]
enum Reach {
    /// In the module alone.
    Own,
    /// As `Module::NAME` does: in what it inherits, but not at the top level.
    Qualified,
    /// In what it inherits, and at the top level.
    Everywhere,
}

impl Reach {
    /// False or nil: the module alone; a symbol: as `Module::NAME`; true: everywhere.
    fn of(value: Value) -> Reach {
        match value.as_symbol() {
            Some(_) => Reach::Qualified,
            None if value.truthy() => Reach::Everywhere,
            None => Reach::Own,
        }
    }
}

fn find(vm: &Vm, module: ClassRef, name: Symbol, reach: Reach) -> Option<(Value, ClassRef)> {
    match reach {
        Reach::Own => vm.own_constant(module, name).map(|value| (value, module)),
        Reach::Qualified => vm.find_qualified_constant(module, name),
        Reach::Everywhere => vm.find_constant(module, name, true),
    }
}

/// `find_constant(module, name, reach, absent, promised)`: what to answer where there is none, or only a promise.
fn find_constant(vm: &mut Vm, args: Arguments) -> NativeResult {
    let module = module_at(vm, args, 0)?;
    let name = arguments::symbol(vm, args, 1)?;
    Ok(match find(vm, module, name, Reach::of(args.get(2))) {
        None => args.get(3),
        Some((value, _)) if value.is_undefined() => args.get(4),
        Some((value, _)) => value,
    })
}

fn is_deprecated(owner: ClassRef, name: Symbol) -> bool {
    constant_bits(owner, name) & constant_flags::DEPRECATED != 0
}

/// `Primitive.deprecated_constant_owner(module, name, reach)`: the module whose constant is found, if that is deprecated.
fn deprecated_owner(vm: &mut Vm, args: Arguments) -> NativeResult {
    let module = module_at(vm, args, 0)?;
    let name = arguments::symbol(vm, args, 1)?;
    let found = find(vm, module, name, Reach::of(args.get(2))).filter(|(_, owner)| is_deprecated(*owner, name));
    Ok(found.map_or(Value::NIL, |(_, owner)| owner.value()))
}

/// `module.const_get(name)` of a constant that is there, by a path too.
fn const_get(vm: &mut Vm, args: Arguments) -> NativeResult {
    let module = ClassRef::from_module(args.receiver()).ok_or(Exit::Fallback)?;
    let reach = match args.count() {
        1 => Reach::Everywhere,
        2 if args.get(1).truthy() => Reach::Everywhere,
        2 => Reach::Own,
        _ => return Err(Exit::Fallback),
    };
    if let Some(path) = args.get(0).as_string() {
        return follow_path(vm, module, path, reach);
    }
    let name = args.get(0).as_symbol().ok_or(Exit::Fallback)?;
    match find(vm, module, name, reach) {
        Some((value, owner)) if !value.is_undefined() && !is_deprecated(owner, name) && is_constant_word(vm.symbol_bytes(name)) => Ok(value),
        _ => Err(Exit::Fallback),
    }
}

/// `module.const_defined?(name)`, of a name alone that no `autoload` promised.
fn const_defined(vm: &mut Vm, args: Arguments) -> NativeResult {
    let module = ClassRef::from_module(args.receiver()).ok_or(Exit::Fallback)?;
    let reach = match args.count() {
        1 => Reach::Everywhere,
        2 => if args.get(1).truthy() { Reach::Everywhere } else { Reach::Own },
        _ => return Err(Exit::Fallback),
    };
    let name = match args.get(0).as_string() {
        Some(text) => vm.symbols.find(text.bytes()),
        None => args.get(0).as_symbol(),
    };
    let name = name.filter(|name| is_constant_word(vm.symbol_bytes(*name))).ok_or(Exit::Fallback)?;
    match find(vm, module, name, reach) {
        Some((value, _)) if value.is_undefined() => Err(Exit::Fallback),
        found => Ok(Value::boolean(found.is_some())),
    }
}

/// The constant that a path such as `A::B` leads to from a module, `::A` from Object.
fn follow_path(vm: &mut Vm, module: ClassRef, path: StringRef, reach: Reach) -> NativeResult {
    let whole = path.bytes();
    let (mut rest, mut found) = match whole.strip_prefix(b"::") {
        Some(rest) => (rest, vm.classes.object.value()),
        None => (whole, module.value()),
    };
    let mut reach = reach;
    loop {
        let end = rest.windows(2).position(|two| two == b"::").unwrap_or(rest.len());
        let scope = ClassRef::from_module(found).ok_or(Exit::Fallback)?;
        let name = vm.symbols.find(&rest[..end]).filter(|name| is_constant_word(vm.symbol_bytes(*name))).ok_or(Exit::Fallback)?;
        found = match find(vm, scope, name, reach) {
            Some((value, owner)) if !value.is_undefined() && !is_deprecated(owner, name) => value,
            _ => return Err(Exit::Fallback),
        };
        if end == rest.len() {
            return Ok(found);
        }
        rest = &rest[end + 2..];
        if matches!(reach, Reach::Everywhere) {
            reach = Reach::Qualified;
        }
    }
}

/// The module that promised a constant.
fn find_autoload_owner(vm: &mut Vm, args: Arguments) -> NativeResult {
    let module = module_at(vm, args, 0)?;
    let name = arguments::symbol(vm, args, 1)?;
    Ok(match find(vm, module, name, Reach::of(args.get(2))) {
        Some((value, owner)) if value.is_undefined() => owner.value(),
        _ => Value::NIL,
    })
}

/// Whether there is a constant; nil of one that `autoload` promised, of which `Rutile.constant_there?` knows more.
fn has_constant(vm: &mut Vm, args: Arguments) -> NativeResult {
    let module = module_at(vm, args, 0)?;
    let name = arguments::symbol(vm, args, 1)?;
    Ok(match find(vm, module, name, Reach::of(args.get(2))) {
        Some((value, _)) if value.is_undefined() => Value::NIL,
        found => Value::boolean(found.is_some()),
    })
}

fn constant_or_undefined(vm: &mut Vm, args: Arguments) -> NativeResult {
    let module = module_at(vm, args, 0)?;
    let name = arguments::symbol(vm, args, 1)?;
    Ok(vm.own_constant(module, name).filter(|value| !value.is_undefined()).unwrap_or(args.get(2)))
}

/// `set_constant(module, name, value)`: whether it was set before.
fn set_constant(vm: &mut Vm, args: Arguments) -> NativeResult {
    let module = module_at(vm, args, 0)?;
    let name = arguments::symbol(vm, args, 1)?;
    let again = vm.is_set_again(module, name);
    if let Some(named) = ClassRef::from_module(args.get(2)) {
        vm.name_by_constant(named, module, name);
    }
    vm.set_constant(module, name, args.get(2));
    Ok(Value::boolean(again))
}

fn remove_constant(vm: &mut Vm, args: Arguments) -> NativeResult {
    let module = module_at(vm, args, 0)?;
    let name = arguments::symbol(vm, args, 1)?;
    vm.check_frozen(module.value())?;
    let removed = vm.table_remove(module.cell(), CONSTANTS, name);
    if let Some(rest) = ClassRest::from_value(module.rest()) {
        vm.table_remove(rest.cell(), ClassRest::DETAILS, name);
    }
    vm.recheck(module, name);
    Ok(match removed {
        Some(value) if value.is_undefined() => Value::NIL,
        Some(value) => value,
        None => args.get(2),
    })
}

fn constant_names(vm: &mut Vm, args: Arguments) -> NativeResult {
    let module = module_at(vm, args, 0)?;
    let list = vm.array_with_capacity(16);
    let object = vm.classes.object;
    for cell in module.chain() {
        let owner = cell.represented_owner();
        if owner == object && module != object && module.is_class() {
            break;
        }
        add_names(vm, list, owner);
        if !args.get(1).truthy() {
            break;
        }
    }
    Ok(list.value())
}

fn add_names(vm: &mut Vm, list: ArrayRef, owner: ClassRef) {
    let Some(table) = IdTable::from_value(owner.constants()) else { return };
    for (name, _) in table.entries() {
        let private = constant_bits(owner, name) & rutile_vm::interpreter::constant_flags::PRIVATE != 0;
        if !private && is_constant_word(vm.symbol_bytes(name)) && !list.values().contains(&Value::symbol(name)) {
            vm.array_push(list, Value::symbol(name));
        }
    }
}

/// The scopes around the program's running code, innermost first, without the outermost.
fn scopes(vm: &mut Vm) -> ArrayRef {
    let modules = vm.array_with_capacity(0);
    let mut scope = vm.program_frame().and_then(|(frame, _)| scope_of(frame));
    while let Some(current) = scope {
        let parent = ScopeRef::from_value(current.parent());
        if let (Some(module), Some(_)) = (ClassRef::from_module(current.module()), parent) {
            vm.array_push(modules, module.value());
        }
        scope = parent;
    }
    modules
}

fn module_nesting(vm: &mut Vm, _args: Arguments) -> NativeResult {
    Ok(scopes(vm).value())
}

fn lexical_constants(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let list = vm.array_with_capacity(64);
    let modules = scopes(vm);
    for index in 0..modules.len() {
        if let Some(module) = ClassRef::from_module(modules.get(index)) {
            add_names(vm, list, module);
        }
    }
    let object = vm.classes.object;
    add_names(vm, list, object);
    Ok(list.value())
}

/// `flag_constant(module, name, set, clear)`: false where there is no such constant.
fn flag_constant(vm: &mut Vm, args: Arguments) -> NativeResult {
    let module = module_at(vm, args, 0)?;
    let name = arguments::symbol(vm, args, 1)?;
    if vm.own_constant(module, name).is_none() {
        return Ok(Value::FALSE);
    }
    let (set, clear) = (arguments::integer(vm, args, 2)?, arguments::integer(vm, args, 3)?);
    let bits = constant_bits(module, name) & !clear | set;
    let rest = vm.class_rest(module);
    vm.table_set(rest.cell(), ClassRest::DETAILS, name, Value::fixnum(bits));
    vm.recheck(module, name);
    Ok(Value::TRUE)
}

/// `[path, line]` where a constant was set; an empty Array for those of the core library.
fn constant_location(vm: &mut Vm, args: Arguments) -> NativeResult {
    let module = module_at(vm, args, 0)?;
    let name = arguments::symbol(vm, args, 1)?;
    let Some((_, owner)) = find(vm, module, name, Reach::of(args.get(2))) else { return Ok(Value::NIL) };
    match vm.constant_location(owner, name) {
        Some(place) => Ok(place),
        None => Ok(vm.new_array(&[]).value()),
    }
}

/// `path:line` where a constant that was set again stood before.
fn previous_constant_position(vm: &mut Vm, args: Arguments) -> NativeResult {
    let module = module_at(vm, args, 0)?;
    let name = arguments::symbol(vm, args, 1)?;
    let Some(place) = vm.previous_constant_location(module, name).and_then(|place| place.as_array()) else { return Ok(Value::NIL) };
    let path = StringRef::from_value(place.get(0)).map_or(String::new(), |path| path.text().into_owned());
    let line = place.get(1).as_fixnum().unwrap_or(0);
    Ok(vm.string(&format!("{path}:{line}")))
}

// --- Autoload ---

/// Whether the constant is promised now.
fn set_autoload(vm: &mut Vm, args: Arguments) -> NativeResult {
    let module = module_at(vm, args, 0)?;
    let name = arguments::symbol(vm, args, 1)?;
    vm.check_frozen(module.value())?;
    Ok(Value::boolean(vm.promise_constant(module, name, args.get(2))))
}

/// The path that a constant was promised in and not yet loaded from.
fn autoload_path(vm: &mut Vm, args: Arguments) -> NativeResult {
    let module = module_at(vm, args, 0)?;
    let name = arguments::symbol(vm, args, 1)?;
    Ok(vm.promised_path(module, name))
}

fn begin_autoload(vm: &mut Vm, args: Arguments) -> NativeResult {
    let module = module_at(vm, args, 0)?;
    let name = arguments::symbol(vm, args, 1)?;
    vm.begin_promised(module, name);
    Ok(Value::NIL)
}

/// `end_autoload(module, name, done)`: whether the constant is there.
fn end_autoload(vm: &mut Vm, args: Arguments) -> NativeResult {
    let module = module_at(vm, args, 0)?;
    let name = arguments::symbol(vm, args, 1)?;
    vm.end_promised(module, name, args.get(2).truthy());
    Ok(Value::boolean(vm.own_constant(module, name).is_some()))
}

fn withdraw_autoload(vm: &mut Vm, args: Arguments) -> NativeResult {
    let module = module_at(vm, args, 0)?;
    let name = arguments::symbol(vm, args, 1)?;
    vm.withdraw_promise(module, name);
    Ok(Value::NIL)
}

// --- Class variables ---

fn class_variable_get(vm: &mut Vm, args: Arguments) -> NativeResult {
    let module = module_at(vm, args, 0)?;
    let name = arguments::symbol(vm, args, 1)?;
    let Some((owner, value)) = vm.find_class_variable(module, name) else { return Ok(args.get(2)) };
    if args.get(3).truthy() {
        vm.check_overtaken(module, owner, name)?;
    }
    Ok(value)
}

fn class_variable_set(vm: &mut Vm, args: Arguments) -> NativeResult {
    let module = module_at(vm, args, 0)?;
    let name = arguments::symbol(vm, args, 1)?;
    let owner = vm.class_variable_owner_to_set(module, name)?;
    vm.set_class_variable(owner, name, args.get(2));
    Ok(args.get(2))
}

fn class_variable_names(vm: &mut Vm, args: Arguments) -> NativeResult {
    let module = module_at(vm, args, 0)?;
    let list = vm.array_with_capacity(4);
    for cell in vm.class_variable_chain(module).collect::<Vec<_>>() {
        if let Some(table) = IdTable::from_value(cell.represented_owner().class_variables()) {
            for (name, _) in table.entries() {
                if !list.values().contains(&Value::symbol(name)) {
                    vm.array_push(list, Value::symbol(name));
                }
            }
        }
        if !args.get(1).truthy() {
            break;
        }
    }
    Ok(list.value())
}

fn remove_class_variable(vm: &mut Vm, args: Arguments) -> NativeResult {
    let module = module_at(vm, args, 0)?;
    let name = arguments::symbol(vm, args, 1)?;
    let removed = ClassRest::from_value(module.rest()).and_then(|rest| vm.table_remove(rest.cell(), ClassRest::CLASS_VARIABLES, name));
    vm.recheck(module, name);
    Ok(removed.unwrap_or(args.get(2)))
}

pub const NATIVES: &[(&str, Native)] = &[
    ("is_constant_name", is_constant_name),
    ("is_class_variable_name", is_class_variable_name),
    ("is_local_name", is_local_name),
    ("const_defined", const_defined),
    ("const_get", const_get),
    ("find_constant", find_constant),
    ("deprecated_constant_owner", deprecated_owner),
    ("find_autoload_owner", find_autoload_owner),
    ("has_constant", has_constant),
    ("constant_or_undefined", constant_or_undefined),
    ("set_constant", set_constant),
    ("remove_constant", remove_constant),
    ("constant_names", constant_names),
    ("module_nesting", module_nesting),
    ("lexical_constants", lexical_constants),
    ("flag_constant", flag_constant),
    ("constant_location", constant_location),
    ("previous_constant_position", previous_constant_position),
    ("set_autoload", set_autoload),
    ("autoload_path", autoload_path),
    ("begin_autoload", begin_autoload),
    ("end_autoload", end_autoload),
    ("withdraw_autoload", withdraw_autoload),
    ("class_variable_get", class_variable_get),
    ("class_variable_set", class_variable_set),
    ("class_variable_names", class_variable_names),
    ("remove_class_variable", remove_class_variable),
];
