//! Parameters as `arity` and `parameters` tell them.

use rutile_bytecode::{FunctionFlags, KeywordRest};
use rutile_vm::code::ParameterTable;
use rutile_vm::prelude::*;

use super::named_parameters;

/// The parameters of a method that has code.
pub fn of_method<'a>(vm: &mut Vm, method: MethodRef) -> Option<&'a ParameterTable> {
    code_of_method(vm, method).map(Code::parameters)
}

/// The code that a method runs, through `define_method` too.
pub fn code_of_method<'a>(vm: &mut Vm, method: MethodRef) -> Option<&'a Code> {
    match method.kind() {
        MethodKind::Code => vm.method_code(method),
        MethodKind::Block => ProcRef::from_value(method.body()).and_then(|closure| Code::of_value(closure.code())),
        MethodKind::Object => {
            let object = MethodObjectRef::from_value(method.body())?;
            MethodRef::from_value(object.method()).and_then(|inner| code_of_method(vm, inner))
        }
        _ => None,
    }
}

/// Least and most arguments; `None`: any number.
fn bounds(parameters: &ParameterTable) -> (i64, Option<i64>) {
    let positional = (parameters.required + parameters.post) as i64;
    let required_keyword = parameters.keywords.iter().any(|keyword| keyword.required);
    let most = if parameters.rest {
        None
    } else {
        Some(positional + parameters.optional as i64 + parameters.accepts_keywords() as i64)
    };
    (positional + required_keyword as i64, most)
}

/// `arity` of a method or lambda (`strict`), or of a plain proc.
pub fn arity(parameters: &ParameterTable, strict: bool) -> i64 {
    let (least, most) = bounds(parameters);
    let fixed = if strict { most == Some(least) } else { most.is_some() };
    if fixed { least } else { -least - 1 }
}

/// Arity of a method. Core methods take what the reference's C functions take: all or a fixed number.
pub fn method_arity(vm: &mut Vm, method: MethodRef) -> i64 {
    match method.kind() {
        MethodKind::Reader => 0,
        MethodKind::Writer => 1,
        MethodKind::Extension => extension_arity(method),
        _ => match code_of_method(vm, method) {
            Some(code) if is_open_core(code) => named_parameters::of_core_method(vm, method).map_or(-1, |named| named_parameters::arity(&named)),
            Some(code) => arity(code.parameters(), true),
            None => ProcRef::from_value(method.body()).map_or(-1, |closure| callable_arity(vm, closure)),
        },
    }
}

/// Arity of a function of a C extension.
fn extension_arity(method: MethodRef) -> i64 {
    method.body().as_fixnum().map_or(-1, |body| rutile_vm::object::data::function_arity(body).max(-1))
}

/// Arity of a proc that is no code: `&:name` or a method's.
pub fn callable_arity(vm: &mut Vm, closure: ProcRef) -> i64 {
    match MethodObjectRef::from_value(closure.code()).and_then(|object| MethodRef::from_value(object.method())) {
        Some(method) => method_arity(vm, method),
        None => -2,
    }
}

fn is_open_core(code: &Code) -> bool {
    let parameters = code.parameters();
    code.has(FunctionFlags::CORE) && (parameters.optional > 0 || parameters.rest || parameters.accepts_keywords())
}

/// `[[kind, name], ...]`
pub fn list(vm: &mut Vm, code: &Code, strict: bool) -> Value {
    let parameters = code.parameters();
    let list = vm.array_with_capacity(4);
    if code.has(FunctionFlags::CORE) && strict {
        return core_list(vm, code, list);
    }
    let plain = if strict { "req" } else { "opt" };
    let names: Vec<String> = parameters.names.iter().map(|name| vm.symbol_text(*name)).collect();
    let mut names = names.iter();
    let required = parameters.required as usize;
    if parameters.numbered > 0 {
        for number in 1..=parameters.numbered {
            push(vm, list, plain, &format!("_{number}"));
        }
        return list.value();
    }
    if parameters.implicit_it {
        push(vm, list, plain, "");
        return list.value();
    }
    for _ in 0..required {
        match names.next().filter(|name| !name.is_empty()) {
            Some(name) => push(vm, list, plain, name),
            None => push_unnamed(vm, list, plain, strict),
        }
    }
    for _ in 0..parameters.optional {
        push(vm, list, "opt", names.next().map_or("", String::as_str));
    }
    if parameters.rest {
        push(vm, list, "rest", names.next().map_or("", String::as_str));
    }
    for _ in 0..parameters.post {
        push(vm, list, plain, names.next().map_or("", String::as_str));
    }
    for required in [true, false] {
        for keyword in parameters.keywords.iter().filter(|keyword| keyword.required == required) {
            let name = vm.symbol_text(keyword.name);
            push(vm, list, if required { "keyreq" } else { "key" }, &name);
        }
    }
    match parameters.keyword_rest {
        KeywordRest::Collected => push(vm, list, "keyrest", names.next().map_or("", String::as_str)),
        KeywordRest::Forbidden => push(vm, list, "nokey", ""),
        KeywordRest::None => {}
    }
    // A block that is only passed on has a name and no register.
    if let Some(name) = names.next() {
        push(vm, list, "block", name);
    }
    list.value()
}

/// Core methods name no parameters.
fn core_list(vm: &mut Vm, code: &Code, list: ArrayRef) -> Value {
    if is_open_core(code) {
        push(vm, list, "rest", "");
        return list.value();
    }
    for _ in 0..code.parameters().required + code.parameters().post {
        push(vm, list, "req", "");
    }
    list.value()
}

fn push(vm: &mut Vm, list: ArrayRef, kind: &str, name: &str) {
    let kind = Value::symbol(vm.intern(kind.as_bytes()));
    let entry = if name.is_empty() {
        vm.new_array(&[kind])
    } else {
        let name = Value::symbol(vm.intern(name.as_bytes()));
        vm.new_array(&[kind, name])
    };
    vm.array_push(list, entry.value());
}

/// A parameter that is taken apart: `[:req]`, or `[:opt, nil]` of a plain proc.
fn push_unnamed(vm: &mut Vm, list: ArrayRef, kind: &str, strict: bool) {
    let kind = Value::symbol(vm.intern(kind.as_bytes()));
    let entry = if strict { vm.new_array(&[kind]) } else { vm.new_array(&[kind, Value::NIL]) };
    vm.array_push(list, entry.value());
}

/// `[[kind, name], ...]` of a method.
pub fn of_method_list(vm: &mut Vm, method: MethodRef) -> Value {
    let code = code_of_method(vm, method);
    if let Some(named) = code.filter(|code| code.has(FunctionFlags::CORE)).and_then(|_| named_parameters::of_core_method(vm, method)) {
        let list = vm.array_with_capacity(named.len());
        named.into_iter().for_each(|(kind, name)| push(vm, list, kind, name));
        return list.value();
    }
    if let Some(code) = code {
        return list(vm, code, true);
    }
    let list = vm.array_with_capacity(1);
    match method.kind() {
        MethodKind::Reader => {}
        // A Struct's member is a variable that no program can write.
        MethodKind::Writer => {
            let of_struct = method.body().as_symbol().is_some_and(|variable| vm.symbol_bytes(variable).starts_with(b"@ "));
            push(vm, list, "req", if of_struct { "_" } else { "" });
        }
        MethodKind::Extension if extension_arity(method) >= 0 => {
            for _ in 0..extension_arity(method) {
                push(vm, list, "req", "");
            }
        }
        _ => {
            // A method made of `&:name` takes the receiver and the rest.
            if ProcRef::from_value(method.body()).is_some_and(|block| block.code().is_symbol()) {
                push(vm, list, "req", "");
            }
            push(vm, list, "rest", "");
        }
    }
    list.value()
}

/// `[path, line]` of code, or nil for the core library's.
pub fn location(vm: &mut Vm, code: &Code) -> Value {
    if code.has(FunctionFlags::CORE) {
        return Value::NIL;
    }
    let place = (code.file().to_string(), code.line);
    vm.position_array(&place)
}
