//! Parts of Marshal that no method of Ruby's does.

pub(crate) mod dump;
mod dump_time;
pub(crate) mod load;

use rutile_vm::prelude::*;

/// `Primitive.is_plain_object(object)`: whether instance variables are all there is to it.
fn is_plain_object(_vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(args.get(0).as_kind(Kind::Object).is_some()))
}

/// `Primitive.wraps_data(object)`: whether there is an extension's data in it.
fn wraps_data(_vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(args.get(0).is_kind(Kind::Data)))
}

/// `Primitive.has_layout(object, class)`: whether it is made as instances of a built-in class are.
fn has_layout(_vm: &mut Vm, args: Arguments) -> NativeResult {
    let class = ClassRef::from_module(args.get(1));
    Ok(Value::boolean(args.get(0).as_cell().zip(class).is_some_and(|(cell, class)| Kind::of(cell) == class.instance_kind())))
}

/// `Primitive.marshal_is_keywords_hash(hash)`: whether it passes on keywords of a `ruby2_keywords` method.
fn marshal_is_keywords_hash(_vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(args.get(0).as_hash().is_some_and(HashRef::is_ruby2_keywords)))
}

fn marshal_set_keywords_hash(_vm: &mut Vm, args: Arguments) -> NativeResult {
    if let Some(hash) = args.get(0).as_hash() {
        hash.set_ruby2_keywords(true);
    }
    Ok(args.get(0))
}

/// The methods of a program's that say how an object is written.
#[derive(Clone, Copy)]
pub enum Hook {
    MarshalDump,
    Dump,
}

/// The answers of names and classes that writing and reading ask for.
pub struct Names {
    /// The variable that says which encoding a text is in.
    pub encoding: Symbol,
    marshal_dump: Symbol,
    dump: Symbol,
    structure: Option<ClassRef>,
    data: Option<ClassRef>,
}

impl Names {
    pub fn of(vm: &mut Vm) -> Names {
        let mut class = |name: &[u8]| {
            let name = vm.intern(name);
            vm.own_constant(vm.classes.object, name).and_then(ClassRef::from_module)
        };
        let (structure, data) = (class(b"Struct"), class(b"Data"));
        Names { encoding: vm.intern(b"E"), marshal_dump: vm.intern(b"marshal_dump"), dump: vm.intern(b"_dump"), structure, data }
    }

    pub fn is_structure(&self, class: ClassRef) -> bool {
        self.is_data(class) || self.structure.is_some_and(|structure| class.inherits(structure))
    }

    pub fn is_data(&self, class: ClassRef) -> bool {
        self.data.is_some_and(|data| class.inherits(data))
    }

    /// The method that says how instances of a class are written, if there is one.
    pub fn hook_of(&self, vm: &mut Vm, class: ClassRef) -> Option<Hook> {
        let hooks = [(self.marshal_dump, Hook::MarshalDump), (self.dump, Hook::Dump)];
        hooks.into_iter().find(|&(name, _)| vm.find_method(class, name).is_some()).map(|(_, hook)| hook)
    }

    /// The path that names a class; `None` where it has none, or its instances answer for themselves what they
    /// respond to.
    pub fn path_of(&self, vm: &mut Vm, class: ClassRef) -> Option<Symbol> {
        if class.is_singleton() {
            return None;
        }
        for name in [Symbol::RESPOND_TO, Symbol::RESPOND_TO_MISSING] {
            let method = vm.find_method(class, name);
            if !method.is_some_and(|method| vm.is_core_method(method)) {
                return None;
            }
        }
        let path = vm.class_name(class);
        let path = vm.intern(path.as_bytes());
        if self.class_at(vm, path) == Some(class) { Some(path) } else { None }
    }

    /// The class that a path names, where every step is there.
    pub fn class_at(&self, vm: &mut Vm, path: Symbol) -> Option<ClassRef> {
        let path = String::from_utf8(vm.symbol_bytes(path).to_vec()).ok()?;
        let mut scope = vm.classes.object;
        for part in path.split("::") {
            let name = vm.intern(part.as_bytes());
            let value = vm.own_constant(scope, name).filter(|value| !value.is_undefined())?;
            scope = ClassRef::from_module(value)?;
        }
        if scope.is_class() { Some(scope) } else { None }
    }
}

/// Something that only Ruby's writer or reader can do.
pub struct Unusual;

impl From<LeftOff> for Unusual {
    fn from(_: LeftOff) -> Unusual {
        Unusual
    }
}

/// The answer where something is unusual: nil has Ruby take over. What was only left off is asked for again.
pub fn unusual(vm: &Vm) -> NativeResult {
    if vm.has_left_off() { Err(Exit::Fallback) } else { Ok(Value::NIL) }
}

pub const NATIVES: &[(&str, Native)] = &[
    ("has_layout", has_layout),
    ("is_plain_object", is_plain_object),
    ("wraps_data", wraps_data),
    ("marshal_is_keywords_hash", marshal_is_keywords_hash),
    ("marshal_set_keywords_hash", marshal_set_keywords_hash),
    ("marshal_dump_plain", crate::marshal::dump::dump_plain),
    ("marshal_load_plain", crate::marshal::load::load_plain),
    ("marshal_load_part", crate::marshal::load::load_part),
];
