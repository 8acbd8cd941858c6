//! Blocks and procs.

use std::ffi::c_int;

use rutile_vm::interpreter::proc_flags;
use rutile_vm::prelude::*;

use crate::define::functions;
use crate::id::Id;
use crate::request::{List, Request, ask};
use crate::machine::context;
use crate::{memory, ruby};
use super::control::{listed, passes_keywords};

fn yield_list(vm: &mut Vm, arguments: List) -> Value {
    ask(vm, Request::Yield { arguments })
}

/// The block that was passed, as a Proc; nil where none was.
pub fn block_proc(vm: &mut Vm) -> Value {
    let block = context().block;
    if block.is_nil() || block.is_kind(Kind::Proc) { block } else { ask(vm, Request::BlockProc) }
}

/// A block's function and what it is given, which has to live as long as the block.
fn function_words(vm: &mut Vm, function: usize, data: usize) -> [Value; 3] {
    let [function, word] = ruby::words(vm, [function, data]);
    // The data may be a value: an object of its own holds it.
    let holder = super::data::hold(vm, data);
    [function, word, holder]
}

functions! {
    fn rb_block_given_p(vm) -> c_int {
        Ok((!context().block.is_nil()).into())
    }

    fn rb_need_block(vm) {
        if context().block.is_nil() {
            return Err(vm.local_jump_error("no block given (yield)", "noreason", Value::NIL));
        }
        Ok(())
    }

    fn rb_yield(vm, value: Value) -> Value {
        // As `yield` without arguments, if it is the mark of none.
        let values = [value];
        let arguments = if value.is_undefined() { List::of(&[]) } else { List::of(&values) };
        Ok(yield_list(vm, arguments))
    }

    fn rb_yield_values2(vm, count: c_int, arguments: *const Value) -> Value {
        Ok(yield_list(vm, List::of(memory::values(arguments, count))))
    }

    fn rb_yield_values_kw(vm, count: c_int, arguments: *const Value, keywords: c_int) -> Value {
        Ok(yield_list(vm, List::of(memory::values(arguments, count)).with_keywords(passes_keywords(keywords))))
    }

    fn rb_yield_splat(vm, list: Value) -> Value {
        let block = block_proc(vm);
        Ok(ruby::helper(vm, "yield_splat", &[block, list]))
    }

    fn rb_yield_splat_kw(vm, list: Value, keywords: c_int) -> Value {
        let block = block_proc(vm);
        Ok(ruby::helper(vm, "yield_splat", &[block, list, Value::boolean(passes_keywords(keywords))]))
    }

    fn rb_yield_block(vm, _value: Value, _data: usize, count: c_int, arguments: *const Value, passed: Value) -> Value {
        let has_keywords = context().has_keywords && count > 0;
        if passed.is_nil() && !has_keywords {
            return Ok(yield_list(vm, List::of(memory::values(arguments, count))));
        }
        let list = vm.new_array(memory::values(arguments, count)).value();
        Ok(ruby::helper_with_block(vm, "yield_with_block", &[list, Value::boolean(has_keywords), passed]))
    }

    fn rb_block_proc(vm) -> Value {
        let block = block_proc(vm);
        if block.is_nil() {
            return Err(vm.argument_error("tried to create Proc object without a block".to_string()));
        }
        Ok(block)
    }

    fn rb_block_lambda(vm) -> Value {
        let passed = context().block;
        let is_written_here = !passed.is_nil() && !passed.is_kind(Kind::Proc) && !passed.is_symbol();
        let block = block_proc(vm);
        if block.is_nil() {
            return Err(vm.argument_error("tried to create Proc object without a block".to_string()));
        }
        // What was a Proc before stays the one that it is.
        if !is_written_here {
            return Ok(block);
        }
        let lambda = ruby::call(vm, block, "dup", &[]);
        if let Some(lambda) = ProcRef::from_value(lambda) {
            lambda.set_flags(vm, Value::fixnum(lambda.flags().as_fixnum().unwrap_or(0) | proc_flags::LAMBDA));
        }
        Ok(lambda)
    }

    fn rutile_block_or_nil(vm) -> Value {
        Ok(block_proc(vm))
    }

    fn rb_proc_new(vm, function: usize, data: usize) -> Value {
        let words = function_words(vm, function, data);
        Ok(ruby::helper(vm, "proc_of", &words))
    }

    fn rb_proc_call(vm, block: Value, list: Value) -> Value {
        Ok(ruby::helper(vm, "yield_splat", &[block, list]))
    }

    fn rb_proc_call_kw(vm, block: Value, list: Value, keywords: c_int) -> Value {
        Ok(ruby::helper(vm, "yield_splat", &[block, list, Value::boolean(passes_keywords(keywords))]))
    }

    fn rb_proc_call_with_block(vm, block: Value, count: c_int, arguments: *const Value, passed: Value) -> Value {
        Ok(ruby::send(vm, block, Symbol::CALL, List::of(memory::values(arguments, count)), passed))
    }

    fn rb_proc_call_with_block_kw(vm, block: Value, count: c_int, arguments: *const Value, passed: Value, keywords: c_int) -> Value {
        let list = listed(vm, count, arguments, keywords)?;
        Ok(ruby::send(vm, block, Symbol::CALL, list, passed))
    }

    fn rb_proc_arity(vm, block: Value) -> c_int {
        Ok(ruby::call(vm, block, "arity", &[]).as_fixnum().unwrap_or(-1) as c_int)
    }

    fn rb_proc_lambda_p(vm, block: Value) -> Value {
        Ok(ruby::call(vm, block, "lambda?", &[]))
    }

    fn rb_method_call(vm, count: c_int, arguments: *const Value, method: Value) -> Value {
        Ok(ruby::send(vm, method, Symbol::CALL, List::of(memory::values(arguments, count)), context().block))
    }

    fn rb_method_call_with_block(vm, count: c_int, arguments: *const Value, method: Value, block: Value) -> Value {
        Ok(ruby::send(vm, method, Symbol::CALL, List::of(memory::values(arguments, count)), block))
    }

    fn rb_block_call(vm, object: Value, name: Id, count: c_int, arguments: *const Value, function: usize, data: usize) -> Value {
        let list = vm.new_array(memory::values(arguments, count)).value();
        block_call(vm, object, name, list, function, data)
    }

    fn rb_block_call_kw(
        vm, object: Value, name: Id, count: c_int, arguments: *const Value, function: usize, data: usize, keywords: c_int,
    ) -> Value {
        let list = vm.new_array(memory::values(arguments, count));
        if passes_keywords(keywords)
            && let Some(hash) = list.get(list.len().wrapping_sub(1)).as_hash()
        {
            let copy = vm.hash_copy(hash);
            copy.set_ruby2_keywords(true);
            vm.array_store(list, list.len() - 1, copy.value());
        }
        block_call(vm, object, name, list.value(), function, data)
    }

    fn rb_lambda_call(vm, object: Value, name: Id, count: c_int, arguments: *const Value, function: usize, _least: c_int, _most: c_int, data: usize) -> Value {
        let list = vm.new_array(memory::values(arguments, count)).value();
        block_call(vm, object, name, list, function, data)
    }

    fn rb_iterate(vm, function: usize, argument: usize, block: usize, data: usize) -> Value {
        let [function, word] = ruby::words(vm, [function, argument]);
        let [block, data_word, holder] = function_words(vm, block, data);
        let result = ruby::helper_with_block(vm, "iterate", &[function, word, block, data_word, holder]);
        std::hint::black_box(argument);
        Ok(result)
    }

    fn rb_each(vm, object: Value) -> Value {
        let block = context().block;
        Ok(ruby::send(vm, object, Symbol::EACH, List::of(&[]), block))
    }

    fn rb_iter_break(vm) {
        ruby::helper(vm, "break_from_block", &[Value::NIL]);
        Ok(())
    }

    fn rb_iter_break_value(vm, value: Value) {
        ruby::helper(vm, "break_from_block", &[value]);
        Ok(())
    }

    fn rb_enumeratorize(vm, object: Value, method: Value, count: c_int, arguments: *const Value) -> Value {
        Ok(rb_enumeratorize_with_size(object, method, count, arguments, 0))
    }

    fn rb_enumeratorize_with_size(vm, object: Value, method: Value, count: c_int, arguments: *const Value, size: usize) -> Value {
        Ok(rb_enumeratorize_with_size_kw(object, method, count, arguments, size, (count > 0 && context().has_keywords).into()))
    }

    fn rb_enumeratorize_with_size_kw(
        vm, object: Value, method: Value, count: c_int, arguments: *const Value, size: usize, keywords: c_int,
    ) -> Value {
        let list = vm.new_array(memory::values(arguments, count)).value();
        let [size] = ruby::words(vm, [size]);
        Ok(ruby::helper(vm, "sized_enumerator", &[object, method, list, size, Value::boolean(keywords != 0)]))
    }

    // What a block of one parameter takes of the values that were yielded.
    fn rb_enum_values_pack(vm, count: c_int, values: *const Value) -> Value {
        Ok(match memory::values(values, count) {
            [] => Value::NIL,
            [one] => *one,
            all => vm.new_array(all).value(),
        })
    }

    fn rutile_missing_keywords(vm, names: Value) {
        ruby::helper(vm, "raise_missing_keywords", &[names]);
        Ok(())
    }

    fn rutile_unknown_keywords(vm, names: Value) {
        ruby::helper(vm, "raise_unknown_keywords", &[names]);
        Ok(())
    }

    fn rb_extract_keywords(vm, place: *mut Value) -> Value {
        let all = memory::load(place);
        let parts = ruby::helper(vm, "split_keywords", &[all]);
        let parts = parts.as_array();
        memory::store(place, parts.map_or(Value::NIL, |parts| parts.get(1)));
        Ok(parts.map_or(Value::FALSE, |parts| parts.get(0)))
    }

    fn rb_method_call_kw(vm, count: c_int, arguments: *const Value, method: Value, keywords: c_int) -> Value {
        let list = List::of(memory::values(arguments, count)).with_keywords(passes_keywords(keywords));
        Ok(ruby::send(vm, method, Symbol::CALL, list, context().block))
    }

    fn rb_method_call_with_block_kw(vm, count: c_int, arguments: *const Value, method: Value, block: Value, keywords: c_int) -> Value {
        let list = List::of(memory::values(arguments, count)).with_keywords(passes_keywords(keywords));
        Ok(ruby::send(vm, method, Symbol::CALL, list, block))
    }
}

fn block_call(vm: &mut Vm, object: Value, name: Id, list: Value, function: usize, data: usize) -> Result<Value, Exit> {
    let name = Value::symbol(name.symbol());
    if function == 0 {
        let block = block_proc(vm);
        return Ok(ruby::helper(vm, "call_with_block", &[object, name, list, block]));
    }
    let [function, word, holder] = function_words(vm, function, data);
    Ok(ruby::helper_with_block(vm, "block_call", &[object, name, list, function, word, holder]))
}
