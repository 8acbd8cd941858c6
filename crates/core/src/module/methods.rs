//! The methods of classes and modules: visibility, attributes, definition, lists of names.

use rutile_vm::interpreter;
use rutile_vm::calls::method::is_not_implemented;
use rutile_vm::calls::risky_definitions::Change;
use rutile_vm::prelude::*;
use rutile_vm::value::symbol::Standing;

use crate::arguments;
use crate::array::collection::is_core_method;
use crate::module::module_at;

fn visibility_named(vm: &Vm, name: Symbol) -> Visibility {
    match vm.symbol_bytes(name) {
        b"private" => Visibility::Private,
        b"protected" => Visibility::Protected,
        _ => Visibility::Public,
    }
}

fn visibility_symbol(vm: &mut Vm, visibility: Visibility) -> Value {
    let name: &[u8] = match visibility {
        Visibility::Public => b"public",
        Visibility::Private => b"private",
        Visibility::Protected => b"protected",
    };
    Value::symbol(vm.intern(name))
}

// --- Visibility ---

/// A method as a class sees it behind what was prepended to it; modules see Object's too, and refinements those of the class that they refine.
fn method_for(vm: &Vm, class: ClassRef, name: Symbol) -> Option<MethodRef> {
    let found = vm.search_method(class.definitions(), name).or_else(|| vm.find_refined_super(class, name));
    let found = if found.is_none() && class.is_module() { vm.search_method(vm.classes.object, name) } else { found };
    found.map(|(method, _)| method)
}

/// Whether a class would get a method of its own by this change, of which its `method_added` is told.
fn adds_method(vm: &Vm, class: ClassRef, name: Symbol, visibility: Visibility) -> bool {
    let own = vm.own_method(class, name).filter(|method| method.kind() != MethodKind::Undefined);
    own.is_none() && method_for(vm, class, name).is_some_and(|method| method.visibility() != visibility)
}

fn change_visibility(vm: &mut Vm, class: ClassRef, name: Symbol, visibility: Visibility) -> Result<(), Exit> {
    vm.check_frozen(class.value())?;
    let own = vm.own_method(class, name).filter(|method| method.kind() != MethodKind::Undefined);
    let Some(method) = own.or_else(|| method_for(vm, class, name)) else {
        return Err(vm.undefined_method_error(class, name));
    };
    if method.visibility() == visibility {
        return Ok(());
    }
    let changed = vm.method_with_visibility(method, visibility);
    if own.is_none() {
        vm.note_inherited(changed, name);
    }
    vm.add_method(class, name, changed);
    Ok(())
}

fn make_module_function(vm: &mut Vm, module: ClassRef, name: Symbol) -> Result<(), Exit> {
    vm.check_modifiable(module)?;
    let Some(method) = method_for(vm, module, name) else {
        return Err(vm.undefined_method_error(module, name));
    };
    let singleton = vm.singleton_class(module.value())?;
    method.discard_silently(vm);
    let copy = vm.copy_method(method);
    copy.set_owner(vm, singleton.value());
    let public = vm.method_with_visibility(copy, Visibility::Public);
    // `method_with_visibility` may have answered the copy itself, which is the module's own already.
    vm.add_method(singleton, name, public);
    change_visibility(vm, module, name, Visibility::Private)
}

/// The names that `private :a, :b` was given; `None` where one has to be converted first.
fn names_given(vm: &mut Vm, args: Arguments) -> Result<Option<Vec<Symbol>>, Exit> {
    let mut names = Vec::new();
    let list = match args.get(0).as_array() {
        Some(array) if args.count() == 1 => array.values(),
        _ => Elements::Words(args.as_slice()),
    };
    for value in list.iter() {
        if let Some(symbol) = value.as_symbol() {
            names.push(symbol);
        } else if let Some(string) = StringRef::from_value(*value) {
            names.push(vm.string_symbol(string, Standing::Asked)?);
        } else {
            return Ok(None);
        }
    }
    Ok(Some(names))
}

fn what_was_given(vm: &mut Vm, args: Arguments) -> Value {
    match args.count() {
        0 => Value::NIL,
        1 => args.get(0),
        _ => vm.new_array(args.as_slice()).value(),
    }
}

/// False where no definitions follow: within a method.
fn set_default(vm: &mut Vm, visibility: Visibility, module_function: bool) -> bool {
    let method = vm.defining_frame().and_then(|frame| MethodRef::from_value(frame.method()));
    let Some(method) = method.filter(|method| method.has_default_visibility()) else { return false };
    method.set_default_visibility(vm, visibility, module_function);
    true
}

fn apply_visibility(vm: &mut Vm, class: ClassRef, args: Arguments, visibility: Visibility) -> NativeResult {
    if args.count() == 0 {
        return if set_default(vm, visibility, false) { Ok(Value::NIL) } else { Err(Exit::Fallback) };
    }
    let Some(names) = names_given(vm, args)? else { return Err(Exit::Fallback) };
    if names.iter().any(|name| adds_method(vm, class, *name, visibility)) {
        return Err(Exit::Fallback);
    }
    for name in names {
        change_visibility(vm, class, name, visibility)?;
    }
    Ok(what_was_given(vm, args))
}

fn receiver_module(args: Arguments) -> Result<ClassRef, Exit> {
    ClassRef::from_module(args.receiver()).ok_or(Exit::Fallback)
}

fn module_public(vm: &mut Vm, args: Arguments) -> NativeResult {
    let class = receiver_module(args)?;
    apply_visibility(vm, class, args, Visibility::Public)
}

fn module_private(vm: &mut Vm, args: Arguments) -> NativeResult {
    let class = receiver_module(args)?;
    apply_visibility(vm, class, args, Visibility::Private)
}

fn module_protected(vm: &mut Vm, args: Arguments) -> NativeResult {
    let class = receiver_module(args)?;
    apply_visibility(vm, class, args, Visibility::Protected)
}

/// Where `def` at the top level defines: in Object, or in the module that a file is loaded into.
fn main_class(vm: &mut Vm, main: Value) -> ClassRef {
    let name = vm.intern(b"@ wrapper");
    ClassRef::from_module(vm.get_variable(main, name)).unwrap_or(vm.classes.object)
}

fn main_public(vm: &mut Vm, args: Arguments) -> NativeResult {
    let class = main_class(vm, args.receiver());
    apply_visibility(vm, class, args, Visibility::Public)
}

fn main_private(vm: &mut Vm, args: Arguments) -> NativeResult {
    let class = main_class(vm, args.receiver());
    apply_visibility(vm, class, args, Visibility::Private)
}

fn module_function(vm: &mut Vm, args: Arguments) -> NativeResult {
    let module = receiver_module(args)?;
    if module.is_class() {
        return Err(Exit::Fallback);
    }
    if args.count() == 0 {
        return if set_default(vm, Visibility::Private, true) { Ok(Value::NIL) } else { Err(Exit::Fallback) };
    }
    let Some(names) = names_given(vm, args)? else { return Err(Exit::Fallback) };
    let class = vm.class_of(args.receiver());
    if !is_core_method(vm, class, Symbol::SINGLETON_METHOD_ADDED) {
        return Err(Exit::Fallback);
    }
    for name in names {
        make_module_function(vm, module, name)?;
    }
    Ok(what_was_given(vm, args))
}

fn symbols_at(vm: &mut Vm, args: Arguments, index: usize) -> Result<Vec<Symbol>, Exit> {
    let list = arguments::array(vm, args, index)?;
    Ok(list.values().iter().filter_map(|value| value.as_symbol()).collect())
}

/// `set_visibility(module, name, visibility)`: whether the module got a method of its own by it.
fn set_visibility(vm: &mut Vm, args: Arguments) -> NativeResult {
    let class = module_at(vm, args, 0)?;
    let (name, visibility) = (arguments::symbol(vm, args, 1)?, arguments::symbol(vm, args, 2)?);
    let visibility = visibility_named(vm, visibility);
    let adds = adds_method(vm, class, name, visibility);
    change_visibility(vm, class, name, visibility)?;
    Ok(Value::boolean(adds))
}

fn set_module_function(vm: &mut Vm, args: Arguments) -> NativeResult {
    let module = module_at(vm, args, 0)?;
    for name in symbols_at(vm, args, 1)? {
        make_module_function(vm, module, name)?;
    }
    Ok(Value::NIL)
}

/// `set_ruby2_keywords(module, name)`: nil, or why it was left out.
fn set_ruby2_keywords(vm: &mut Vm, args: Arguments) -> NativeResult {
    let class = module_at(vm, args, 0)?;
    let name = arguments::symbol(vm, args, 1)?;
    vm.check_modifiable(class)?;
    let Some(method) = vm.own_method(class, name) else {
        return Err(match method_for(vm, class, name) {
            Some(_) => {
                let class = vm.class_name(class);
                let message = format!("method '{}' for module '{class}' is not defined here", vm.symbol_text(name));
                vm.name_error(message, name, args.get(0))
            }
            None => vm.undefined_method_error(class, name),
        });
    };
    let parameters = crate::module::parameters::of_method(vm, method);
    match parameters {
        Some(parameters) if parameters.rest && !parameters.accepts_keywords() => {
            // Its aliases are copies of it.
            let table = class.chain().next().and_then(|cell| cell.method_table());
            let same: Vec<MethodRef> = table.into_iter()
                .flat_map(|table| table.entries().filter_map(|(_, entry)| MethodRef::from_value(entry)).collect::<Vec<_>>())
                .filter(|other| other.body() == method.body())
                .collect();
            method.set_ruby2_keywords(vm);
            for alias in same {
                alias.set_ruby2_keywords(vm);
            }
            if let Some(closure) = ProcRef::from_value(method.body()) {
                crate::module::procedure::flag(vm, closure, interpreter::proc_flags::RUBY2_KEYWORDS);
            }
            Ok(Value::NIL)
        }
        Some(_) => Ok(vm.string("method accepts keywords or method does not accept argument splat")),
        None => Ok(vm.string("method not defined in Ruby")),
    }
}

// --- Attributes ---

/// The visibility that `def` in the running program would give, if it defines in `class`.
fn visibility_in_force(vm: &Vm, class: ClassRef) -> (Visibility, bool) {
    // A call for another class, as at the top level, is not what the default is for.
    let frame = vm.defining_frame().filter(|frame| frame.receiver() == class.value());
    let method = frame.and_then(|frame| MethodRef::from_value(frame.method()));
    match method.filter(|method| method.has_default_visibility() && method.definee_class() == Some(class)) {
        Some(method) => (method.default_visibility(), method.makes_module_functions()),
        None => (Visibility::Public, false),
    }
}

fn add_in_force(vm: &mut Vm, class: ClassRef, name: Symbol, method: MethodRef) -> Result<(), Exit> {
    let (mut visibility, module_function) = visibility_in_force(vm, class);
    if matches!(vm.symbol_bytes(name), b"initialize" | b"initialize_copy" | b"initialize_dup" | b"initialize_clone" | b"respond_to_missing?") {
        visibility = Visibility::Private;
    }
    let method = vm.method_with_visibility(method, visibility);
    vm.add_method(class, name, method);
    if module_function {
        make_module_function(vm, class, name)?;
    }
    Ok(())
}

fn attribute(vm: &mut Vm, args: Arguments, kind: MethodKind) -> NativeResult {
    let class = module_at(vm, args, 0)?;
    let name = arguments::symbol(vm, args, 1)?;
    let text = vm.symbol_bytes(name).to_vec();
    if !crate::kernel::object::is_word(&text) {
        let message = format!("invalid attribute name '{}'", vm.symbol_text(name));
        return Err(vm.name_error(message, name, args.get(0)));
    }
    vm.check_modifiable(class)?;
    let encoding = vm.symbols.encoding(name);
    let variable = vm.symbols.intern_encoded(&[b"@", &text[..]].concat(), encoding, Standing::Used);
    let defined = if kind == MethodKind::Writer { super::structure::setter_of(vm, name) } else { name };
    let method = vm.new_method(kind, class.value(), defined, Value::symbol(variable), Value::NIL);
    if let Some(place) = vm.program_position() {
        let place = vm.position_array(&place);
        method.set_definee(vm, place);
    }
    add_in_force(vm, class, defined, method)?;
    Ok(Value::symbol(defined))
}

fn define_reader(vm: &mut Vm, args: Arguments) -> NativeResult {
    attribute(vm, args, MethodKind::Reader)
}

fn define_writer(vm: &mut Vm, args: Arguments) -> NativeResult {
    attribute(vm, args, MethodKind::Writer)
}

// --- Definition ---

/// `define_method(module, name, body)`: a Proc, Method or UnboundMethod.
fn define_method(vm: &mut Vm, args: Arguments) -> NativeResult {
    let class = module_at(vm, args, 0)?;
    let name = arguments::symbol(vm, args, 1)?;
    let body = args.get(2);
    if let Some(closure) = ProcRef::from_value(body) {
        let creator = MethodRef::from_value(closure.method());
        let scope = creator.map_or(Value::NIL, |method| method.scope());
        let method = vm.new_method(MethodKind::Block, class.value(), name, body, scope);
        // A `def` in the block defines where one beside the block would.
        if let Some(definee) = creator.and_then(|method| ClassRef::from_module(method.definee())) {
            method.set_definee(vm, definee.value());
        }
        if closure.has(interpreter::proc_flags::RUBY2_KEYWORDS) {
            method.set_ruby2_keywords(vm);
        }
        add_in_force(vm, class, name, method)?;
        return Ok(Value::NIL);
    }
    let Some(object) = MethodObjectRef::from_value(body) else { return Ok(Value::NIL) };
    let Some(inner) = MethodRef::from_value(object.method()) else { return Ok(Value::NIL) };
    let owner = inner.owner_class().map(|owner| owner.represented_owner());
    if let Some(owner) = owner.filter(|owner| owner.is_class() && !class.inherits(*owner)) {
        let message = if owner.is_singleton() {
            "can't bind singleton method to a different class".to_string()
        } else {
            format!("bind argument must be a subclass of {}", vm.class_name(owner))
        };
        return Err(vm.type_error(message));
    }
    // Both are one definition to the reference, and one that has another name takes no warning with it.
    inner.discard_silently(vm);
    // Its name stays what it was defined by, which is what `super` in it looks for behind its new owner.
    let copy = vm.copy_under(inner, name);
    copy.set_owner(vm, class.value());
    add_in_force(vm, class, name, copy)?;
    Ok(Value::NIL)
}

fn alias_method(vm: &mut Vm, args: Arguments) -> NativeResult {
    let class = module_at(vm, args, 0)?;
    let (new, old) = (arguments::symbol(vm, args, 1)?, arguments::symbol(vm, args, 2)?);
    vm.define_alias(class, new, old)?;
    Ok(Value::NIL)
}

fn remove_method(vm: &mut Vm, args: Arguments) -> NativeResult {
    let class = module_at(vm, args, 0)?;
    let name = arguments::symbol(vm, args, 1)?;
    vm.check_modifiable(class)?;
    let own = vm.own_method(class, name).filter(|method| method.kind() != MethodKind::Undefined);
    if own.is_none() {
        return Err(vm.method_not_defined_error(class, name));
    }
    vm.remove_method(class, name);
    Ok(Value::NIL)
}

fn undefine_method(vm: &mut Vm, args: Arguments) -> NativeResult {
    let class = module_at(vm, args, 0)?;
    let name = arguments::symbol(vm, args, 1)?;
    vm.undefine(class, name)?;
    Ok(Value::NIL)
}

// --- Names ---

/// Helpers of the core library, which it writes `__name`, are not shown.
fn is_hidden(vm: &Vm, name: Symbol) -> bool {
    vm.symbol_bytes(name).starts_with(b"_ ")
}

/// Which methods a list is to name.
#[derive(Clone, Copy)]
enum Wanted {
    Visible,
    Exactly(Visibility),
    Undefined,
}

impl Wanted {
    fn read(vm: &Vm, name: Symbol) -> Wanted {
        match vm.symbol_bytes(name) {
            b"visible" => Wanted::Visible,
            b"undefined" => Wanted::Undefined,
            _ => Wanted::Exactly(visibility_named(vm, name)),
        }
    }

    fn includes(self, method: MethodRef) -> bool {
        let undefined = method.kind() == MethodKind::Undefined;
        match self {
            Wanted::Undefined => undefined,
            Wanted::Visible => !undefined && method.visibility() != Visibility::Private,
            Wanted::Exactly(visibility) => !undefined && method.visibility() == visibility,
        }
    }
}

/// Collects names cell by cell; the first cell that has a name decides about it.
struct Names {
    seen: std::collections::HashSet<Symbol>,
    list: ArrayRef,
    wanted: Wanted,
}

impl Names {
    fn add(&mut self, vm: &mut Vm, cell: ClassRef) {
        let Some(table) = cell.method_table() else { return };
        for (name, value) in table.entries() {
            let Some(method) = MethodRef::from_value(value) else { continue };
            if self.seen.insert(name) && self.wanted.includes(method) && !is_hidden(vm, name) {
                vm.array_push(self.list, Value::symbol(name));
            }
        }
    }
}

/// `method_names(class, inherit, which)`; `inherit` is true, false, or a Symbol for "singleton methods and those of the
/// object's class", what the class has itself and not what it was prepended with.
fn method_names(vm: &mut Vm, args: Arguments) -> NativeResult {
    let class = module_at(vm, args, 0)?;
    let which = arguments::symbol(vm, args, 2)?;
    let wanted = Wanted::read(vm, which);
    let mut names = Names { seen: Default::default(), list: vm.array_with_capacity(16), wanted };
    let inherit = args.get(1);
    let own = class.definitions();
    let first = if inherit == Value::FALSE { own } else { class };
    for cell in first.chain() {
        let is_real = cell.kind() == Kind::Class && !cell.is_singleton();
        if inherit.is_symbol() && is_real {
            names.add(vm, cell.definitions());
            break;
        }
        names.add(vm, cell);
        if inherit == Value::FALSE && cell == own {
            break;
        }
    }
    Ok(names.list.value())
}

fn singleton_method_names(vm: &mut Vm, args: Arguments) -> NativeResult {
    let class = vm.class_of(args.get(0));
    let mut names = Names { seen: Default::default(), list: vm.array_with_capacity(4), wanted: Wanted::Visible };
    if !class.is_singleton() {
        return Ok(names.list.value());
    }
    let all = args.get(1).truthy();
    // A class without a singleton class of its own has that of its superclass.
    if !all && class.attached() != args.get(0) {
        return Ok(names.list.value());
    }
    // Its own come first, also before those of what it was prepended with.
    let own = class.definitions();
    names.add(vm, own);
    if all {
        for cell in class.chain().take_while(|cell| cell.is_singleton() || cell.kind() == Kind::IncludedModule) {
            names.add(vm, cell);
        }
    }
    Ok(names.list.value())
}

/// `method_visibility(class, name, inherit)`: a Symbol, or nil where there is no such method.
fn method_visibility(vm: &mut Vm, args: Arguments) -> NativeResult {
    let class = module_at(vm, args, 0)?;
    let name = arguments::symbol(vm, args, 1)?;
    let method = if args.get(2).truthy() {
        vm.search_method(class, name).map(|(method, _)| method)
    } else {
        vm.own_method(class, name).filter(|method| method.kind() != MethodKind::Undefined)
    };
    match method.filter(|method| !is_not_implemented(*method)) {
        Some(method) => Ok(visibility_symbol(vm, method.visibility())),
        None => Ok(Value::NIL),
    }
}

/// `Module#method_defined?(name, inherit = true)` of a Symbol.
fn is_method_defined(vm: &mut Vm, args: Arguments) -> NativeResult {
    let inherits = args.count() == 1 || (args.count() == 2 && args.get(1).truthy());
    let (class, name) = (ClassRef::from_module(args.receiver()), args.get(0).as_symbol());
    let (class, name) = class.zip(name).filter(|_| inherits).ok_or(Exit::Fallback)?;
    let method = vm.search_method(class, name).map(|(method, _)| method).filter(|method| !is_not_implemented(*method));
    Ok(Value::boolean(method.is_some_and(|method| method.visibility() != Visibility::Private)))
}

/// `discard_silently(module, name)`: a definition of a program may take the method's place unsaid.
fn discard_silently(vm: &mut Vm, args: Arguments) -> NativeResult {
    let class = module_at(vm, args, 0)?;
    let name = arguments::symbol(vm, args, 1)?;
    if let Some(method) = vm.own_method(class, name) {
        method.discard_silently(vm);
    }
    Ok(Value::NIL)
}

/// `copies_variables(class)`: its `initialize_copy` gives a copy its original's variables and does no more, so that `dup`
/// of who has them already need not call it.
fn copies_variables(vm: &mut Vm, args: Arguments) -> NativeResult {
    let class = module_at(vm, args, 0)?;
    if let Some(method) = vm.own_method(class, Symbol::INITIALIZE_COPY) {
        method.mark_copies_variables(vm);
    }
    Ok(Value::NIL)
}

/// `check_modifiable(module)`: raises where it may not be given methods.
fn check_modifiable(vm: &mut Vm, args: Arguments) -> NativeResult {
    let class = module_at(vm, args, 0)?;
    vm.check_modifiable(class)?;
    Ok(Value::NIL)
}

/// Where the method stood that a definition is about to discard, `nil` where the library has it; `false` where nobody is to be told.
fn discarded_method_position(vm: &mut Vm, args: Arguments) -> NativeResult {
    let class = module_at(vm, args, 0)?;
    let name = arguments::symbol(vm, args, 1)?;
    match vm.discarded_method(class, name) {
        Some(method) => Ok(vm.definition_position(method)),
        None => Ok(Value::FALSE),
    }
}

/// `risks_of_change(module, name, change)`: what the program is to be warned of before it defines (0), removes (1) or undefines (2) a
/// method, words and whether they are about speed by turns.
fn risks_of_change(vm: &mut Vm, args: Arguments) -> NativeResult {
    let class = module_at(vm, args, 0)?;
    let name = arguments::symbol(vm, args, 1)?;
    let change = match args.get(2).as_fixnum() {
        Some(0) => Change::Definition,
        Some(1) => Change::Removal,
        _ => Change::Undefinition,
    };
    let list = vm.array_with_capacity(0);
    for (words, about_speed) in vm.risks_of_change(class, name, change) {
        let words = vm.string(&words);
        vm.array_push(list, words);
        vm.array_push(list, Value::boolean(about_speed));
    }
    Ok(list.value())
}

pub const NATIVES: &[(&str, Native)] = &[
    ("risks_of_change", risks_of_change),
    ("check_modifiable", check_modifiable),
    ("copies_variables", copies_variables),
    ("discard_silently", discard_silently),
    ("discarded_method_position", discarded_method_position),
    ("module_public", module_public),
    ("module_private", module_private),
    ("module_protected", module_protected),
    ("module_function", module_function),
    ("main_public", main_public),
    ("main_private", main_private),
    ("set_visibility", set_visibility),
    ("set_module_function", set_module_function),
    ("set_ruby2_keywords", set_ruby2_keywords),
    ("define_reader", define_reader),
    ("define_writer", define_writer),
    ("define_method", define_method),
    ("alias_method", alias_method),
    ("remove_method", remove_method),
    ("undefine_method", undefine_method),
    ("method_names", method_names),
    ("singleton_method_names", singleton_method_names),
    ("method_visibility", method_visibility),
    ("is_method_defined", is_method_defined),
];
