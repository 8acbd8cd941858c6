//! Calling methods, protecting, leaving.

use std::ffi::{c_char, c_int};

use rutile_vm::prelude::*;

use crate::define::functions;
use crate::exits::{tag, tag_of};
use crate::id::Id;
use crate::request::{List, Request, ask};
use crate::machine::context;
use crate::state::state;
use crate::{memory, ruby};

fn list<'a>(count: c_int, arguments: *const Value) -> List {
    List::of(memory::values(arguments, count))
}

/// The keywords flag of the API: 0 none, 1 the last argument is keywords, 2 as the running method was called.
pub fn passes_keywords(flag: c_int) -> bool {
    match flag {
        0 => false,
        2 => context().has_keywords,
        _ => true,
    }
}

/// Arguments of which the last is a Hash of keywords, if the flag says so.
pub fn listed(vm: &mut Vm, count: c_int, arguments: *const Value, keywords: c_int) -> Result<List, Exit> {
    let values = memory::values(arguments, count);
    if keywords == 1 && let Some(last) = values.last().copied().filter(|last| last.as_hash().is_none()) {
        let given = super::object::described(vm, last);
        return Err(vm.type_error(format!("no implicit conversion of {given} into Hash")));
    }
    Ok(List::of(values).with_keywords(passes_keywords(keywords)))
}

functions! {
    fn rb_funcallv(vm, receiver: Value, name: Id, count: c_int, arguments: *const Value) -> Value {
        let name = name.symbol();
        Ok(ruby::send(vm, receiver, name, list(count, arguments), Value::NIL))
    }

    fn rb_funcallv_kw(vm, receiver: Value, name: Id, count: c_int, arguments: *const Value, keywords: c_int) -> Value {
        let (name, list) = (name.symbol(), listed(vm, count, arguments, keywords)?);
        Ok(ruby::send(vm, receiver, name, list, Value::NIL))
    }

    fn rb_funcallv_public(vm, receiver: Value, name: Id, count: c_int, arguments: *const Value) -> Value {
        let name = name.symbol();
        Ok(ruby::send_public(vm, receiver, name, list(count, arguments), Value::NIL))
    }

    fn rb_funcallv_public_kw(vm, receiver: Value, name: Id, count: c_int, arguments: *const Value, keywords: c_int) -> Value {
        let name = name.symbol();
        Ok(ruby::send_public(vm, receiver, name, list(count, arguments).with_keywords(passes_keywords(keywords)), Value::NIL))
    }

    fn rb_funcall_passing_block(vm, receiver: Value, name: Id, count: c_int, arguments: *const Value) -> Value {
        let name = name.symbol();
        Ok(ruby::send_public(vm, receiver, name, list(count, arguments), context().block))
    }

    fn rb_funcall_passing_block_kw(vm, receiver: Value, name: Id, count: c_int, arguments: *const Value, keywords: c_int) -> Value {
        let name = name.symbol();
        Ok(ruby::send_public(vm, receiver, name, list(count, arguments).with_keywords(passes_keywords(keywords)), context().block))
    }

    fn rb_funcall_with_block(vm, receiver: Value, name: Id, count: c_int, arguments: *const Value, block: Value) -> Value {
        let name = name.symbol();
        Ok(ruby::send_public(vm, receiver, name, list(count, arguments), block))
    }

    fn rb_funcall_with_block_kw(
        vm, receiver: Value, name: Id, count: c_int, arguments: *const Value, block: Value, keywords: c_int,
    ) -> Value {
        let name = name.symbol();
        Ok(ruby::send_public(vm, receiver, name, list(count, arguments).with_keywords(passes_keywords(keywords)), block))
    }

    /// Undefined where the receiver has no such method.
    fn rb_check_funcall(vm, receiver: Value, name: Id, count: c_int, arguments: *const Value) -> Value {
        let symbol = name.symbol();
        let class = vm.class_of(receiver);
        if vm.find_method(class, symbol).is_none()
            && !ruby::call(vm, receiver, "respond_to?", &[Value::symbol(symbol), Value::TRUE]).truthy()
        {
            return Ok(Value::UNDEFINED);
        }
        Ok(ruby::send(vm, receiver, symbol, list(count, arguments), Value::NIL))
    }

    fn rb_apply(vm, receiver: Value, name: Id, arguments: Value) -> Value {
        let name = Value::symbol(name.symbol());
        Ok(ruby::helper(vm, "apply", &[receiver, name, arguments]))
    }

    fn rb_call_super(vm, count: c_int, arguments: *const Value) -> Value {
        let arguments = list(count, arguments).with_keywords(context().has_keywords);
        Ok(ask(vm, Request::Super { arguments }))
    }

    fn rb_call_super_kw(vm, count: c_int, arguments: *const Value, keywords: c_int) -> Value {
        let arguments = list(count, arguments).with_keywords(passes_keywords(keywords));
        Ok(ask(vm, Request::Super { arguments }))
    }

    fn rb_current_receiver(vm) -> Value {
        Ok(context().receiver)
    }

    fn rb_keyword_given_p(vm) -> c_int {
        Ok(context().has_keywords.into())
    }

    fn rb_eval_string(vm, text: *const c_char) -> Value {
        let text = vm.new_string(memory::text(text), Encoding::UTF_8).value();
        Ok(ruby::helper(vm, "evaluate", &[text]))
    }

    fn rb_eval_string_protect(vm, text: *const c_char, place: *mut c_int) -> Value {
        let text = vm.new_string(memory::text(text), Encoding::UTF_8).value();
        let outcome = ruby::helper(vm, "evaluate_protected", &[text]);
        Ok(protected(vm, outcome, place))
    }

    fn rb_protect(vm, function: usize, argument: usize, place: *mut c_int) -> Value {
        let words = ruby::words(vm, [function, argument]);
        let outcome = ruby::helper_with_block(vm, "protect", &words);
        std::hint::black_box(argument);
        Ok(protected(vm, outcome, place))
    }

    fn rb_ensure(vm, function: usize, argument: usize, cleanup: usize, cleanup_argument: usize) -> Value {
        let words = ruby::words(vm, [function, argument, cleanup, cleanup_argument]);
        let result = ruby::helper_with_block(vm, "ensure_cleanup", &words);
        std::hint::black_box((argument, cleanup_argument));
        Ok(result)
    }

    /// `rb_rescue2` without its list of any length, an Array of classes instead.
    fn rutile_rescue(vm, function: usize, argument: usize, rescue: usize, rescue_argument: usize, classes: Value) -> Value {
        let [function_word, argument_word, rescue_word, rescue_argument_word] = ruby::words(vm, [function, argument, rescue, rescue_argument]);
        let words = [function_word, argument_word, rescue_word, rescue_argument_word, classes];
        let result = ruby::helper_with_block(vm, "rescue_from", &words);
        std::hint::black_box((argument, rescue_argument));
        Ok(result)
    }

    fn rb_rescue(vm, function: usize, argument: usize, rescue: usize, rescue_argument: usize) -> Value {
        let [function_word, argument_word, rescue_word, rescue_argument_word] = ruby::words(vm, [function, argument, rescue, rescue_argument]);
        let classes = vm.new_array(&[vm.classes.standard_error.value()]).value();
        let words = [function_word, argument_word, rescue_word, rescue_argument_word, classes];
        let result = ruby::helper_with_block(vm, "rescue_from", &words);
        std::hint::black_box((argument, rescue_argument));
        Ok(result)
    }

    fn rb_catch(vm, tag: *const c_char, function: usize, argument: usize) -> Value {
        let tag = Value::symbol(vm.intern(memory::text(tag)));
        let [function, word] = ruby::words(vm, [function, argument]);
        let result = ruby::helper_with_block(vm, "catch_tag", &[tag, function, word]);
        std::hint::black_box(argument);
        Ok(result)
    }

    fn rb_catch_obj(vm, tag: Value, function: usize, argument: usize) -> Value {
        let [function, word] = ruby::words(vm, [function, argument]);
        let result = ruby::helper_with_block(vm, "catch_tag", &[tag, function, word]);
        std::hint::black_box(argument);
        Ok(result)
    }

    fn rb_throw(vm, tag: *const c_char, value: Value) {
        let tag = Value::symbol(vm.intern(memory::text(tag)));
        ruby::helper(vm, "throw_tag", &[tag, value]);
        Ok(())
    }

    fn rb_throw_obj(vm, tag: Value, value: Value) {
        ruby::helper(vm, "throw_tag", &[tag, value]);
        Ok(())
    }

    fn rb_jump_tag(vm, stopped: c_int) {
        if stopped == tag::RAISE {
            let error = std::mem::replace(&mut state(vm).error, Value::NIL);
            ruby::helper(vm, "raise_again", &[error]);
        } else {
            let exit = std::mem::replace(&mut state(vm).exit, Value::NIL);
            ruby::helper(vm, "go_on", &[exit]);
        }
        Ok(())
    }

    /// The exception that `rb_protect` stopped, or a clause of C code handles; not `$!`, which clauses of Ruby code around may have set.
    fn rb_errinfo(vm) -> Value {
        Ok(state(vm).error)
    }

    fn rb_set_errinfo(vm, error: Value) {
        if !error.is_nil() && !vm.is_a(error, vm.classes.exception) {
            return Err(vm.type_error("assigning non-exception $!".to_string()));
        }
        state(vm).error = error;
        Ok(())
    }

    fn rb_exit(vm, status: c_int) {
        ruby::helper(vm, "exit_with", &[Value::fixnum(status.into())]);
        Ok(())
    }

    fn rb_set_end_proc(vm, function: usize, argument: usize) {
        let words = ruby::words(vm, [function, argument]);
        // SAFETY: what is kept is pinned by its word, whether it is a value or not.
        state(vm).keep(unsafe { Value::from_foreign_word(argument as u64) });
        ruby::helper(vm, "at_end", &words);
        Ok(())
    }

    fn ruby_vm_at_exit(vm, function: usize) {
        let words = ruby::words(vm, [function, 0]);
        ruby::helper(vm, "at_end", &words);
        Ok(())
    }

    fn rb_exec_recursive(vm, function: usize, object: Value, argument: usize) -> Value {
        let [function, word] = ruby::words(vm, [function, argument]);
        let result = ruby::helper_with_block(vm, "recursively", &[function, object, object, word]);
        std::hint::black_box(argument);
        Ok(result)
    }

    fn rb_exec_recursive_paired(vm, function: usize, object: Value, other: Value, argument: usize) -> Value {
        let [function, word] = ruby::words(vm, [function, argument]);
        let result = ruby::helper_with_block(vm, "recursively", &[function, object, other, word]);
        std::hint::black_box(argument);
        Ok(result)
    }

    fn rb_check_funcall_kw(vm, receiver: Value, name: Id, count: c_int, arguments: *const Value, keywords: c_int) -> Value {
        let symbol = name.symbol();
        let class = vm.class_of(receiver);
        if vm.find_method(class, symbol).is_none()
            && !ruby::call(vm, receiver, "respond_to?", &[Value::symbol(symbol), Value::TRUE]).truthy()
        {
            return Ok(Value::UNDEFINED);
        }
        let list = List::of(memory::values(arguments, count)).with_keywords(passes_keywords(keywords));
        Ok(ruby::send(vm, receiver, symbol, list, Value::NIL))
    }

    fn rb_binding_new(vm) -> Value {
        Ok(ruby::helper(vm, "caller_binding", &[]))
    }

    fn rb_eval_string_wrap(vm, text: *const c_char, place: *mut c_int) -> Value {
        Ok(rb_eval_string_protect(text, place))
    }
}

/// The outcome of a protected call: its value in a list of its own, or the exception or exit that was stopped.
pub fn protected(vm: &mut Vm, outcome: Value, place: *mut c_int) -> Value {
    match outcome.as_array() {
        Some(value) => {
            memory::store(place, 0);
            value.get(0)
        }
        None => {
            let tag = tag_of(outcome);
            if tag == tag::RAISE {
                state(vm).error = outcome;
            } else {
                state(vm).exit = outcome;
            }
            memory::store(place, tag);
            Value::NIL
        }
    }
}
