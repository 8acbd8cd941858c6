//! Binding arguments to parameters.
//!
//! Arguments stand in the window in the order they were passed; parameters want
//! them in the order of `Parameters`. Whatever must be allocated (the rest array,
//! the keyword hash, the block's Proc) is made while the arguments are still in
//! the window, where the collector sees them; then they are moved at once.

use rutile_bytecode::{FunctionFlags, KeywordRest};

use super::calls::Call;
use super::{Step, blocks};
use crate::code::{Code, ParameterTable};
use crate::code::native::Exit;
use crate::code::stack::FrameRef;
use crate::object::array::ArrayRef;
use crate::object::hash::HashRef;
use crate::object::records::MethodRef;
use crate::value::Value;
use crate::value::symbol::Symbol;
use crate::vm::Vm;

/// Arguments that step aside without memory of their own while a call's are spread.
const MOVED_AT_HAND: usize = 16;

/// Binds the arguments of a call; the window may move. Sets `vm.bound_entry` to
/// where the body begins. `strict`: as methods and lambdas take them; otherwise as procs do.
pub fn bind(vm: &mut Vm, call: &Call, code: &Code, strict: bool) -> Result<FrameRef, Exit> {
    vm.registers.bound_entry = 0;
    let words = call.words();
    vm.registers.window_words = call.window.distance_from(vm.registers.frame) + words;
    // Keywords may have to make room for required parameters that nothing was passed for.
    let missing = if call.has_keywords() { (code.parameters().required + code.parameters().post) as usize } else { 0 };
    let room = (code.registers as usize).max(words + missing + 2);
    let window = vm.make_room(call.window, room)?;
    vm.registers.window_words = window.distance_from(vm.registers.frame) + words;
    if code.simple_arguments as usize == call.count && !call.has_keywords() {
        return Ok(window);
    }
    if !strict && code.simple_arguments != u16::MAX && !call.has_keywords() {
        // Of a block that names required parameters alone: what is missing is nil, what is too much stays where nobody looks.
        (call.count..code.simple_arguments as usize).for_each(|index| window.set_register(index, Value::NIL));
        vm.registers.window_words = 0;
        return Ok(window);
    }
    let bound = if strict && window == call.window && !code.has(FunctionFlags::PACKS) && takes_keywords_of(call, code) {
        bind_strict(vm, call, code)
    } else {
        bind_copy(vm, Call { window, ..*call }, code, strict)
    };
    vm.registers.window_words = 0;
    bound.map(|()| window)
}

/// As `bind`, of a call that may be changed.
#[inline(never)]
fn bind_copy(vm: &mut Vm, mut call: Call, code: &Code, strict: bool) -> Step {
    match code.has(FunctionFlags::PACKS) {
        true => bind_packed(vm, call, code),
        false if strict => {
            fold_keywords(vm, &mut call, code, true)?;
            bind_strict(vm, &call, code)
        }
        false => bind_lenient(vm, call, code),
    }
}

/// Whether a call passes no keywords, or to code that accepts some.
#[inline(always)]
fn takes_keywords_of(call: &Call, code: &Code) -> bool {
    !call.has_keywords() || code.parameters().accepts_keywords()
}

/// Binds a call whose keywords are folded, if they must be.
#[inline(always)]
fn bind_strict(vm: &mut Vm, call: &Call, code: &Code) -> Step {
    let parameters = code.parameters();
    let least = (parameters.required + parameters.post) as usize;
    let most = least + parameters.optional as usize;
    if call.count < least || (call.count > most && !parameters.rest) {
        return Err(arity_error(vm, call, code));
    }
    spread(vm, call, code)
}

fn bind_lenient(vm: &mut Vm, mut call: Call, code: &Code) -> Step {
    let parameters = code.parameters();
    fold_keywords(vm, &mut call, code, false)?;
    let least = (parameters.required + parameters.post) as usize;
    let most = least + parameters.optional as usize;
    if call.count > most && !parameters.rest {
        resize(vm, &mut call, most);
    }
    // Fewer than required: the leading ones are filled first, the missing are nil.
    if call.count < least {
        resize(vm, &mut call, least);
    }
    spread(vm, &call, code)
}

/// Gives a call another number of positional arguments, the new ones nil; the values of its keywords stay behind them.
fn resize(vm: &mut Vm, call: &mut Call, count: usize) {
    let values = slice(call.window, call.count, call.keywords.len()).to_vec();
    for index in call.count..count {
        call.window.set_register(index, Value::NIL);
    }
    for (index, value) in values.into_iter().enumerate() {
        call.window.set_register(count + index, value);
    }
    call.count = count;
    vm.registers.window_words = vm.registers.window_words.max(call.window.distance_from(vm.registers.frame) + call.words());
}

/// All arguments as the first parameter; the second, if there is one, tells whether they are in an Array.
fn bind_packed(vm: &mut Vm, mut call: Call, code: &Code) -> Step {
    fold_keywords(vm, &mut call, code, false)?;
    let tells = code.has(FunctionFlags::TELLS_SEVERAL);
    match call.count {
        0 if !tells => call.window.set_register(0, Value::NIL),
        1 => {}
        count => {
            let array = vm.new_array(slice(call.window, 0, count));
            call.window.set_register(0, array.value());
            vm.registers.packed = array.value();
        }
    }
    if tells {
        call.window.set_register(1, Value::boolean(call.count != 1));
    }
    Ok(())
}

/// Whether a lambda is given what the block of the core's that yields packed for itself: it takes that apart as a block
/// does, since its caller passed several values to begin with.
pub fn takes_apart(vm: &Vm, call: &Call, code: &Code) -> bool {
    let value = call.window.register(0);
    let caller = vm.registers.frame;
    let packed = call.count == 1 && !call.has_keywords() && value.as_cell().is_some() && value == vm.registers.packed;
    if !packed || !caller.code().has(FunctionFlags::PACKS) || caller.register(0) != value {
        return false;
    }
    let parameters = code.parameters();
    let needed = parameters.required + parameters.post;
    (needed > 0 || parameters.optional > 1) && (needed != 1 || parameters.optional > 0 || parameters.rest)
}

/// Keywords passed to code that takes none become a last Hash argument.
fn fold_keywords(vm: &mut Vm, call: &mut Call, code: &Code, strict: bool) -> Step {
    let parameters = code.parameters();
    if takes_keywords_of(call, code) {
        return Ok(());
    }
    if parameters.keyword_rest == KeywordRest::Forbidden && strict {
        return Err(vm.callee_error(code, call.frame_flags, "no keywords accepted".to_string()));
    }
    let hash = keywords_as_hash(vm, call);
    if parameters.rest && call.method.is_some_and(|method| method.takes_ruby2_keywords()) {
        hash.set_ruby2_keywords(true);
    }
    pass_last(vm, call, hash);
    Ok(())
}

/// The call of a native whose method takes no keywords, which become a last Hash argument. `None` where the body has a say in them.
pub fn folded_for_native<'a>(vm: &mut Vm, call: &Call<'a>, method: MethodRef) -> Option<Call<'a>> {
    let code = vm.method_code(method)?;
    let is_body_asked = takes_keywords_of(call, code) || code.parameters().keyword_rest == KeywordRest::Forbidden || method.takes_ruby2_keywords();
    if is_body_asked {
        return None;
    }
    let mut folded = *call;
    vm.protect_window(call);
    let hash = keywords_as_hash(vm, call);
    pass_last(vm, &mut folded, hash);
    Some(folded)
}

/// Makes a Hash the last argument of a call, in place of its keywords.
fn pass_last(vm: &mut Vm, call: &mut Call, hash: HashRef) {
    call.window.set_register(call.count, hash.value());
    call.count += 1;
    call.keywords = &[];
    call.keyword_hash = Value::NIL;
    vm.registers.window_words = vm.registers.window_words.max(call.window.distance_from(vm.registers.frame) + call.count);
}

/// Makes the keywords of a call its last argument, flagged to be taken as keywords where it is splatted.
pub fn flag_keywords(vm: &mut Vm, call: &mut Call) {
    let hash = keywords_as_hash(vm, call);
    hash.set_ruby2_keywords(true);
    pass_last(vm, call, hash);
}

/// The keywords of a call as a new Hash: one that was splatted alone keeps its class and its default.
pub fn keywords_as_hash(vm: &mut Vm, call: &Call) -> HashRef {
    if let Some(hash) = HashRef::from_value(call.keyword_hash) {
        return vm.hash_dup(hash);
    }
    let hash = vm.new_hash(call.keywords.len());
    for (index, name) in call.keywords.iter().enumerate() {
        vm.hash_set_symbol(hash, *name, call.window.register(call.count + index));
    }
    hash
}

/// Puts every argument into its parameter's register.
fn spread(vm: &mut Vm, call: &Call, code: &Code) -> Step {
    let parameters = code.parameters();
    let (required, post) = (parameters.required as usize, parameters.post as usize);
    let optional = (call.count - required - post).min(parameters.optional as usize);
    let rest_count = call.count - required - post - optional;
    let rest = if parameters.rest {
        vm.check_list_depth(call.window, rest_count)?;
        let values: &[Value] = slice(call.window, required + optional, rest_count);
        vm.new_array(values).value()
    } else {
        Value::NIL
    };
    let keyword_rest = if parameters.accepts_keywords() {
        check_required_keywords(vm, call, code)?;
        take_keyword_rest(vm, call, code)?
    } else {
        Value::NIL
    };
    let block = if parameters.block { blocks::as_proc(vm, call.block) } else { Value::NIL };
    vm.registers.bound_entry = match parameters.optional_entries.get(optional) {
        Some(entry) => *entry as usize,
        None => 0,
    };
    if post == 0 && parameters.keywords.is_empty() {
        place(call, parameters, optional, rest, &[], keyword_rest, block);
        return Ok(());
    }

    // What stands behind optional and rest parameters steps aside. From here on nothing is allocated.
    let moved = post + parameters.keywords.len();
    let (mut few, mut many) = ([Value::NIL; MOVED_AT_HAND], Vec::new());
    let aside = if moved <= few.len() {
        &mut few[..moved]
    } else {
        many.resize(moved, Value::NIL);
        &mut many[..]
    };
    aside[..post].copy_from_slice(slice(call.window, call.count - post, post));
    for (value, keyword) in aside[post..].iter_mut().zip(parameters.keywords.iter()) {
        *value = keyword_value(vm, call, keyword.name).unwrap_or(Value::UNDEFINED);
    }
    place(call, parameters, optional, rest, aside, keyword_rest, block);
    Ok(())
}

/// Puts what stands behind the required parameters and the optional ones that were passed where it belongs: nil for the other optional
/// ones, the rest, what stepped aside, the rest of the keywords and the block.
#[inline(always)]
fn place(call: &Call, parameters: &ParameterTable, optional: usize, rest: Value, aside: &[Value], keyword_rest: Value, block: Value) {
    let mut register = parameters.required as usize + optional;
    let mut put = |value: Value| {
        call.window.set_register(register, value);
        register += 1;
    };
    (optional..parameters.optional as usize).for_each(|_| put(Value::NIL));
    if parameters.rest {
        put(rest);
    }
    aside.iter().for_each(|value| put(*value));
    if parameters.keyword_rest == KeywordRest::Collected {
        put(keyword_rest);
    }
    if parameters.block {
        put(block);
    }
}

fn slice<'a>(window: FrameRef, start: usize, count: usize) -> &'a [Value] {
    // SAFETY: the window holds the arguments; they stay in place until they are moved by `spread`.
    unsafe { std::slice::from_raw_parts(window.0.add(start), count) }
}

/// The value passed for a keyword.
fn keyword_value(vm: &Vm, call: &Call, name: Symbol) -> Option<Value> {
    if let Some(hash) = HashRef::from_value(call.keyword_hash) {
        return vm.hash_get_symbol(hash, name);
    }
    let index = call.keywords.iter().position(|keyword| *keyword == name)?;
    Some(call.window.register(call.count + index))
}

fn check_required_keywords(vm: &mut Vm, call: &Call, code: &Code) -> Step {
    let parameters = code.parameters();
    if !parameters.keywords.iter().any(|keyword| keyword.required && keyword_value(vm, call, keyword.name).is_none()) {
        return Ok(());
    }
    let missing: Vec<String> = parameters.keywords.iter()
        .filter(|keyword| keyword.required && keyword_value(vm, call, keyword.name).is_none())
        .map(|keyword| format!(":{}", vm.symbol_text(keyword.name)))
        .collect();
    let plural = if missing.len() == 1 { "" } else { "s" };
    let message = format!("missing keyword{plural}: {}", missing.join(", "));
    Err(vm.callee_error(code, call.frame_flags, message))
}

/// The Hash of keywords that no parameter names, or an error where there must be none.
fn take_keyword_rest(vm: &mut Vm, call: &Call, code: &Code) -> Result<Value, Exit> {
    let parameters = code.parameters();
    let collects = parameters.keyword_rest == KeywordRest::Collected;
    if collects {
        if parameters.keywords_pass_on && call.keywords.is_empty() && parameters.keywords.is_empty() {
            return Ok(call.keyword_hash);
        }
        let all = keywords_as_hash(vm, call);
        for keyword in parameters.keywords.iter() {
            if let Some(position) = vm.hash_position(all, Value::symbol(keyword.name)).flatten() {
                vm.hash_delete_at(all, position);
            }
        }
        return Ok(all.value());
    }
    let mut unknown = Vec::new();
    if let Some(hash) = HashRef::from_value(call.keyword_hash) {
        for (key, _) in hash.entries() {
            if !key.as_symbol().is_some_and(|symbol| parameters.has_keyword(symbol)) {
                unknown.push(vm.simple_inspect(key));
            }
        }
    }
    for name in call.keywords {
        if !parameters.has_keyword(*name) {
            unknown.push(vm.simple_inspect(Value::symbol(*name)));
        }
    }
    if !unknown.is_empty() {
        let plural = if unknown.len() == 1 { "" } else { "s" };
        let message = format!("unknown keyword{plural}: {}", unknown.join(", "));
        return Err(vm.callee_error(code, call.frame_flags, message));
    }
    Ok(Value::NIL)
}

/// How many arguments a function takes, in the words of the error.
pub fn expected(parameters: &ParameterTable) -> String {
    let least = parameters.required + parameters.post;
    if parameters.rest {
        format!("{least}+")
    } else if parameters.optional > 0 {
        format!("{least}..{}", least + parameters.optional)
    } else {
        least.to_string()
    }
}

fn arity_error(vm: &mut Vm, call: &Call, code: &Code) -> Exit {
    let parameters = code.parameters();
    let mut message = format!("wrong number of arguments (given {}, expected {}", call.count, expected(parameters));
    let required: Vec<String> = parameters.keywords.iter().filter(|keyword| keyword.required).map(|keyword| vm.symbol_text(keyword.name)).collect();
    if !required.is_empty() {
        let plural = if required.len() == 1 { "" } else { "s" };
        message += &format!("; required keyword{plural}: {}", required.join(", "));
    }
    message += ")";
    vm.callee_error(code, call.frame_flags, message)
}

/// For callees without code: that exactly `expected` arguments were passed.
pub fn check_count(vm: &mut Vm, call: &Call, expected: usize) -> Step {
    let given = call.count + call.has_keywords() as usize;
    if given == expected {
        return Ok(());
    }
    Err(vm.argument_error(format!("wrong number of arguments (given {given}, expected {expected})")))
}

/// A block that takes several parameters and was given one Array takes it apart.
pub fn auto_splat(vm: &mut Vm, call: &mut Call, array: ArrayRef) -> Step {
    let count = array.len();
    vm.registers.window_words = call.window.distance_from(vm.registers.frame) + 1;
    call.window = vm.make_room(call.window, count + 4)?;
    for (index, value) in array.values().iter().enumerate() {
        call.window.set_register(index, *value);
    }
    call.count = count;
    vm.protect_window(call);
    Ok(())
}
