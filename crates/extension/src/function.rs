//! C functions: what they are called with, and the call itself, on the stack that runs.

use std::mem::{MaybeUninit, transmute};

use rutile_vm::object::data::{function_address, function_arity};
use rutile_vm::prelude::*;

use crate::machine;

/// A C function: how its arguments are passed.
#[derive(Clone, Copy)]
pub enum Function {
    /// The body of a method.
    Method(i64),
    /// It takes words, and gives one.
    Plain(usize),
    /// It takes a word, and gives one that is no value: an Integer stands for it.
    Word(usize),
    /// A block: it takes the first value, data of its own, how many values there are, where, and its block.
    Block { address: usize, data: usize, block: Value },
}

/// More arguments than this are passed in an Array of their own.
const FEW: usize = 16;

/// A call to be made: these words are the arguments of a method without its self.
pub struct Order {
    function: Function,
    receiver: Value,
    first: *const Value,
    count: usize,
    list: Option<ArrayRef>,
}

impl Order {
    /// # Safety
    /// At the function's address is one that takes so many words. They stay where they are until the order is carried out, which
    /// copies them.
    pub unsafe fn new(vm: &mut Vm, function: Function, receiver: Value, words: &[Value]) -> Order {
        let list = if words.len() > FEW { Some(wide_array(vm, words)) } else { None };
        Order { function, receiver, first: words.as_ptr(), count: words.len(), list }
    }

    /// Calls the function on the stack that runs. What it was called with lies in this frame, where the collector finds it as long
    /// as the function runs: C code may read an object's memory and remember the object no more.
    ///
    /// # Safety
    /// The order is there until its function begins, if no longer.
    #[inline(never)]
    pub unsafe fn carry_out(order: *const Order) -> usize {
        // SAFETY: by the condition.
        let order = unsafe { &*order };
        if let Some(list) = order.list {
            return carry_out_with_list(order.function, order.receiver, list);
        }
        let (count, mut few) = (order.count, [const { MaybeUninit::<Value>::uninit() }; FEW + 1]);
        few[0].write(order.receiver);
        for (index, word) in few[1..=count].iter_mut().enumerate() {
            // SAFETY: by the condition of `new`.
            word.write(unsafe { *order.first.add(index) });
        }
        // SAFETY: so many were written a moment ago.
        let words = unsafe { std::slice::from_raw_parts(few.as_ptr().cast::<Value>(), count + 1) };
        // SAFETY: by the condition of `new`; the order is not read behind it.
        let result = unsafe { call(order.function, words) };
        std::hint::black_box(&few);
        result.word() as usize
    }
}

/// An Array whose elements are words: they can be passed where they stand, and the collector knows them there.
fn wide_array(vm: &mut Vm, words: &[Value]) -> ArrayRef {
    let list = vm.new_array(words);
    if list.is_narrow() {
        vm.array_reserve(list, words.len());
    }
    list
}

/// More arguments than lie on the stack: only a function that takes their number and where they are, or an Array, takes so many.
#[cold]
fn carry_out_with_list(function: Function, receiver: Value, list: ArrayRef) -> usize {
    let values = list.values();
    // SAFETY: by the condition of `Order::new`.
    let result = unsafe {
        match function {
            Function::Method(body) => call_method(body, receiver, &values),
            Function::Block { address, data, block } => call_block(address, data, block, &values),
            Function::Plain(_) | Function::Word(_) => unreachable!("a function of an extension takes at most 16 words"),
        }
    };
    std::hint::black_box(&list);
    result.word() as usize
}

/// Calls a function with a receiver and the words behind it.
///
/// # Safety
/// As `Order::new`.
#[inline(always)]
unsafe fn call(function: Function, words: &[Value]) -> Value {
    // SAFETY: by the condition.
    unsafe {
        match function {
            Function::Method(body) if function_arity(body) >= 0 => call_plain(function_address(body), words),
            Function::Method(body) => call_method(body, words[0], &words[1..]),
            Function::Plain(address) | Function::Word(address) => call_plain(address, &words[1..]),
            Function::Block { address, data, block } => call_block(address, data, block, &words[1..]),
        }
    }
}

/// The body of a method that takes the number of its arguments and where they are, or an Array of them.
///
/// # Safety
/// As `Order::new`.
unsafe fn call_method(body: i64, receiver: Value, words: &[Value]) -> Value {
    let address = function_address(body);
    // SAFETY: by the condition; the arity says what it takes.
    unsafe {
        if function_arity(body) == -1 {
            let function: extern "C" fn(libc::c_int, *const Value, Value) -> Value = transmute(address);
            return function(words.len() as libc::c_int, words.as_ptr(), receiver);
        }
        let function: extern "C" fn(Value, Value) -> Value = transmute(address);
        let list = machine::machine().new_array(words);
        function(receiver, list.value())
    }
}

/// # Safety
/// As `Order::new`.
unsafe fn call_block(address: usize, data: usize, block: Value, words: &[Value]) -> Value {
    // SAFETY: by the condition.
    let function: extern "C" fn(Value, usize, libc::c_int, *const Value, Value) -> Value = unsafe { transmute(address) };
    function(words.first().copied().unwrap_or(Value::NIL), data, words.len() as libc::c_int, words.as_ptr(), block)
}

/// Calls by the number of words.
macro_rules! call_by_count {
    ($address:expr, $words:expr, $($count:literal: $($index:literal)*;)*) => {
        match $words.len() {
            $($count => {
                let function: extern "C" fn($(one!($index Value)),*) -> Value = transmute($address);
                function($($words[$index]),*)
            })*
            _ => unreachable!("a function of an extension takes at most 16 words"),
        }
    };
}

macro_rules! one {
    ($index:literal $type:ty) => { $type };
}

/// # Safety
/// As `Order::new`.
#[inline(always)]
unsafe fn call_plain(address: usize, words: &[Value]) -> Value {
    // SAFETY: by the condition.
    unsafe {
        call_by_count! { address, words,
            0: ;
            1: 0;
            2: 0 1;
            3: 0 1 2;
            4: 0 1 2 3;
            5: 0 1 2 3 4;
            6: 0 1 2 3 4 5;
            7: 0 1 2 3 4 5 6;
            8: 0 1 2 3 4 5 6 7;
            9: 0 1 2 3 4 5 6 7 8;
            10: 0 1 2 3 4 5 6 7 8 9;
            11: 0 1 2 3 4 5 6 7 8 9 10;
            12: 0 1 2 3 4 5 6 7 8 9 10 11;
            13: 0 1 2 3 4 5 6 7 8 9 10 11 12;
            14: 0 1 2 3 4 5 6 7 8 9 10 11 12 13;
            15: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14;
            16: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15;
        }
    }
}
