//! A call on its way: what stands in its window, and how.

use rutile_bytecode::CallFlags;

use crate::code::stack::FrameRef;
use crate::object::records::MethodRef;
use crate::value::Value;
use crate::value::symbol::Symbol;

/// A call about to be made. The window holds the receiver and `count` positional
/// arguments, then the values of `keywords`.
#[derive(Clone, Copy)]
pub struct Call<'a> {
    pub window: FrameRef,
    pub name: Symbol,
    pub count: usize,
    pub keywords: &'a [Symbol],
    /// Keywords as one Hash, or nil.
    pub keyword_hash: Value,
    /// nil, a Proc, a Symbol or a frame block.
    pub block: Value,
    /// `CallFlags`.
    pub flags: u16,
    /// How the frame is to be left.
    pub frame_flags: u64,
    /// The method that the caller found, where it is known.
    pub method: Option<MethodRef>,
}

impl<'a> Call<'a> {
    /// A call of positional arguments that stand in the window already.
    pub fn plain(window: FrameRef, name: Symbol, count: usize) -> Call<'a> {
        Call { window, name, count, keywords: &[], keyword_hash: Value::NIL, block: Value::NIL, flags: CallFlags::SELF_CALL, frame_flags: 0, method: None }
    }

    pub fn receiver(&self) -> Value {
        self.window.receiver()
    }

    pub fn set_receiver(&self, receiver: Value) {
        self.window.set_receiver(receiver);
    }

    pub fn argument(&self, index: usize) -> Value {
        if index < self.count { self.window.register(index) } else { Value::UNDEFINED }
    }

    /// The positional arguments, as long as the window stays where it is.
    pub fn positional(&self) -> &'a [Value] {
        self.window.registers(self.count)
    }

    pub fn has_keywords(&self) -> bool {
        !self.keywords.is_empty() || !self.keyword_hash.is_nil()
    }

    /// Values in the window after the header.
    pub fn words(&self) -> usize {
        self.count + self.keywords.len()
    }
}
