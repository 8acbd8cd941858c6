//! What Marshal needs to know and do that no method of Ruby's does.

use rutile_vm::prelude::*;

/// `Primitive.is_plain_object(object)`: whether instance variables are all there is to it.
fn is_plain_object(_vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(args.get(0).as_kind(Kind::Object).is_some()))
}

/// `Primitive.marshal_reclass(object, class)`: makes a core object an instance of a subclass, with its kind kept.
fn marshal_reclass(vm: &mut Vm, args: Arguments) -> NativeResult {
    let Some(class) = ClassRef::from_module(args.get(1)) else {
        return Err(vm.type_error("a class was expected".to_string()));
    };
    let is_same_kind = args.get(0).as_cell().is_some_and(|cell| Kind::of(cell) == class.instance_kind());
    if !is_same_kind {
        return Err(vm.argument_error("dump format error (user class)".to_string()));
    }
    vm.set_class(args.get(0), class);
    Ok(args.get(0))
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

pub const NATIVES: &[(&str, Native)] = &[
    ("is_plain_object", is_plain_object),
    ("marshal_reclass", marshal_reclass),
    ("marshal_is_keywords_hash", marshal_is_keywords_hash),
    ("marshal_set_keywords_hash", marshal_set_keywords_hash),
];
