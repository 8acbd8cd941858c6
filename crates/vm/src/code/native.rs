//! Natives: leaf functions in Rust that answer a call without a frame.
//!
//! A native never calls back into Ruby. It answers, raises, or declines
//! (`Exit::Fallback`, having changed nothing), in which case the machine runs the
//! Ruby body of the method. A few need the machine itself to make a call in
//! their place (`send`, `Class#new`, `Proc#call` ...): those are *specials*,
//! which set up a frame and let the interpreter's loop go on.

use rutile_bytecode::frame;

use crate::value::Value;
pub use crate::value::exit::{Exit, NativeResult};
use crate::vm::Vm;

/// A leaf.
pub type Native = fn(&mut Vm, Arguments) -> NativeResult;

/// A native that goes on with a call in its place.
pub type Special = fn(&mut Vm, &crate::code::call::Call) -> Result<(), Exit>;

/// The receiver and positional arguments of a native's call, as they stand on the VM stack.
///
/// Invariant: the window holds a frame header followed by `count` values, and stays
/// in place while the native runs, since natives are leaves.
#[derive(Clone, Copy)]
pub struct Arguments {
    window: *const Value,
    count: usize,
}

impl Arguments {
    pub(crate) fn new(window: *const Value, count: usize) -> Arguments {
        Arguments { window, count }
    }

    #[inline(always)]
    pub fn count(self) -> usize {
        self.count
    }

    #[inline(always)]
    pub fn receiver(self) -> Value {
        // SAFETY: the window begins with a frame header.
        unsafe { *self.window.add(frame::RECEIVER as usize) }
    }

    /// The argument at `index`; undefined where it was not passed.
    #[inline(always)]
    pub fn get(self, index: usize) -> Value {
        if index >= self.count {
            return Value::UNDEFINED;
        }
        // SAFETY: `count` values follow the header.
        unsafe { *self.window.add(frame::HEADER as usize + index) }
    }

    /// All arguments.
    pub fn as_slice<'a>(self) -> &'a [Value] {
        // SAFETY: as `get`; natives do not outlive their window.
        unsafe { std::slice::from_raw_parts(self.window.add(frame::HEADER as usize), self.count) }
    }

    /// The block that the call passes: nil, a Proc, a Symbol or a frame block.
    #[inline(always)]
    pub fn block(self) -> Value {
        // SAFETY: the window begins with a frame header.
        unsafe { *self.window.add(frame::BLOCK as usize) }
    }

    /// Whether the call passes a block.
    pub fn has_block(self) -> bool {
        !self.block().is_nil()
    }
}

/// The natives and specials of a machine, by number.
#[derive(Default)]
pub struct NativeTable {
    natives: Vec<Native>,
    specials: Vec<Special>,
    index: std::collections::HashMap<&'static str, NativeNumber>,
    /// Calls the functions of C extensions.
    extension: Option<Special>,
}

/// Which table a primitive is in, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NativeNumber {
    Leaf(u16),
    Special(u16),
}

/// The native that is tried before the body of a method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MethodNative {
    pub number: NativeNumber,
    /// Most positional arguments that the method takes; with more the body says that they are too many.
    pub most: u8,
}

impl MethodNative {
    /// `most` of a method that takes any number.
    pub const ANY: u8 = u8::MAX;

    pub fn new(number: NativeNumber, most: Option<u64>) -> MethodNative {
        MethodNative { number, most: most.map_or(MethodNative::ANY, |most| most.min(MethodNative::ANY as u64) as u8) }
    }

    pub fn takes(self, count: usize) -> bool {
        count <= self.most as usize || self.most == MethodNative::ANY
    }
}

impl NativeTable {
    pub fn register(&mut self, natives: &[(&'static str, Native)]) {
        for &(name, native) in natives {
            self.index.insert(name, NativeNumber::Leaf(self.natives.len() as u16));
            self.natives.push(native);
        }
    }

    pub fn register_specials(&mut self, specials: &[(&'static str, Special)]) {
        for &(name, special) in specials {
            self.index.insert(name, NativeNumber::Special(self.specials.len() as u16));
            self.specials.push(special);
        }
    }

    /// Says who calls the functions of C extensions.
    pub fn register_extensions(&mut self, special: Special) {
        self.extension = Some(special);
    }

    /// A method that is such a function was made by whoever calls them.
    pub(crate) fn extension(&self) -> Special {
        self.extension.unwrap_or(|_, _| Err(Exit::Fallback))
    }

    pub fn find(&self, name: &str) -> Option<NativeNumber> {
        self.index.get(name).copied()
    }

    #[inline(always)]
    pub fn leaf(&self, number: u16) -> Native {
        self.natives[number as usize]
    }

    #[inline(always)]
    pub fn special(&self, number: u16) -> Special {
        self.specials[number as usize]
    }
}
