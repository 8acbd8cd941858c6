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
#[derive(Clone, Copy)]
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
        let list = if words.len() > FEW { Some(vm.new_array(words)) } else { None };
        Order { function, receiver, first: words.as_ptr(), count: words.len(), list }
    }

    /// Calls the function on the stack that runs. What it was called with lies in this frame, where the collector finds it as long
    /// as the function runs: C code may read an object's memory and remember the object no more.
    #[inline(never)]
    pub fn carry_out(self) -> usize {
        let list = self.list.map(|list| list.values());
        let mut few = [const { MaybeUninit::<Value>::uninit() }; FEW + 1];
        few[0].write(self.receiver);
        if list.is_none() {
            for (index, word) in few[1..=self.count].iter_mut().enumerate() {
                // SAFETY: by the condition of `new`.
                word.write(unsafe { *self.first.add(index) });
            }
        }
        let words = match &list {
            Some(values) => &values[..],
            // SAFETY: so many were written a moment ago.
            None => unsafe { std::slice::from_raw_parts(few.as_ptr().cast::<Value>().add(1), self.count) },
        };
        // SAFETY: by the condition of `new`.
        let result = unsafe {
            match self.function {
                Function::Method(body) => call_method(function_address(body), function_arity(body), &few, words),
                Function::Plain(address) | Function::Word(address) => call_plain(address, words),
                Function::Block { address, data, block } => {
                    let function: extern "C" fn(Value, usize, libc::c_int, *const Value, Value) -> Value = transmute(address);
                    function(words.first().copied().unwrap_or(Value::NIL), data, words.len() as libc::c_int, words.as_ptr(), block)
                }
            }
        };
        std::hint::black_box((&few, &list));
        result.word() as usize
    }
}

/// # Safety
/// As `Order::new`; a receiver is the first of `few`, before the words where the arity says how many there are.
#[inline]
unsafe fn call_method(address: usize, arity: i64, few: &[MaybeUninit<Value>; FEW + 1], words: &[Value]) -> Value {
    // SAFETY: by the condition; the arity says what it takes.
    unsafe {
        let receiver = few[0].assume_init();
        match arity {
            -1 => {
                let function: extern "C" fn(libc::c_int, *const Value, Value) -> Value = transmute(address);
                function(words.len() as libc::c_int, words.as_ptr(), receiver)
            }
            -2 => {
                let function: extern "C" fn(Value, Value) -> Value = transmute(address);
                let list = machine::machine().new_array(words);
                function(receiver, list.value())
            }
            _ => call_plain(address, std::slice::from_raw_parts(few.as_ptr().cast(), words.len() + 1)),
        }
    }
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
/// As `Order::carry_out`.
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
