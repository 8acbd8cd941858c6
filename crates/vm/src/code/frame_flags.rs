//! What a frame is and how it must be left: fifteen bits of its link (see `stack`).

use crate::value::symbol::Symbol;

/// The interpreter's loop ends with this frame.
pub const ENTRY: u64 = 1;
/// `initialize` called by `new`: the value is the receiver.
pub const CONSTRUCT: u64 = 1 << 1;
/// The first frame of a fiber.
pub const FIBER: u64 = 1 << 2;
/// Procs made in this frame refer to it by an activation.
pub const ACTIVATED: u64 = 1 << 3;
/// A block's frame that `return` leaves: a lambda.
pub const LAMBDA: u64 = 1 << 4;
/// A block that runs as a method (`define_method`).
pub const METHOD_BLOCK: u64 = 1 << 5;
/// `self` and the definee were replaced (`instance_eval` and kin).
pub const EVALUATED: u64 = 1 << 6;
/// A watched frame of which nothing was told yet.
pub const ENTERING: u64 = 1 << 7;

/// How the value is delivered, if not as it is: one of those that follow.
pub const DELIVERY: u64 = 7 << 8;
/// The value is not delivered.
pub const DISCARD: u64 = 1 << 8;
/// `to_s` called by interpolation: the value must be a String.
pub const TO_STRING: u64 = 2 << 8;
/// `==` called for `!=`: the value is negated.
pub const NEGATE: u64 = 3 << 8;
/// The value is delivered as true or false.
pub const BOOLEAN: u64 = 4 << 8;
/// A conversion for the instruction under way: the value goes into the register that the
/// frame's block word names, and the instruction runs again.
pub const RETRY: u64 = 5 << 8;
/// `respond_to_missing?` called by `defined?`: delivered as a description or nil.
pub const DEFINED: u64 = 6 << 8;

/// The method in whose place the frame runs, which has none of its own: a place in `UNFRAMED`, counted from 1.
pub const IN_PLACE: u64 = 15 << IN_PLACE_SHIFT;
pub const IN_PLACE_SHIFT: u32 = 11;

/// Any of these: leaving takes more than delivering the value (or the receiver of a `new`).
pub const NEEDS_CARE: u64 = !(CONSTRUCT | LAMBDA | METHOD_BLOCK | EVALUATED | ENTERING | IN_PLACE);

/// Methods without frames: they go on with a call in their place.
pub const UNFRAMED: [Symbol; 11] = [
    Symbol::PUBLIC_SEND,
    Symbol::CALL,
    Symbol::INDEX,
    Symbol::CASE_EQUAL,
    Symbol::BIND_CALL,
    Symbol::INSTANCE_EXEC,
    Symbol::INSTANCE_EVAL,
    Symbol::CLASS_EXEC,
    Symbol::MODULE_EXEC,
    Symbol::CLASS_EVAL,
    Symbol::MODULE_EVAL,
];
/// From here on they run a block with another self.
pub const EVALUATORS: usize = 5;
const _: () = assert!(UNFRAMED.len() <= (IN_PLACE >> IN_PLACE_SHIFT) as usize);

/// The flags of a call's frame that is to run in the place of a method as well; of another than these, those that it was to have.
pub fn in_place_of(method: Symbol, flags: u64) -> u64 {
    match UNFRAMED.iter().position(|name| *name == method) {
        Some(place) => flags & !IN_PLACE | (place as u64 + 1) << IN_PLACE_SHIFT,
        None => flags,
    }
}

/// The method in whose place a frame with these flags runs.
pub fn unframed(flags: u64) -> Option<Symbol> {
    let place = (flags & IN_PLACE) >> IN_PLACE_SHIFT;
    UNFRAMED.get((place as usize).wrapping_sub(1)).copied()
}
