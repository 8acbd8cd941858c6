//! Inline caches: what a call site or a variable of the program found last.
//!
//! ```text
//!   call cache                                feedback slot
//!   +-------+------------+--------+------+    +-------+-------+--------+
//!   | shape | assumption | target | next |    |  key  | place | value  |
//!   +-------+------------+--------+------+    +-------+-------+--------+
//!    4 bytes  4            16       8          4       4       8
//! ```
//!
//! A call cache holds as long as its assumption does (`calls::assumptions`), which names the method; `next` leads to what the site
//! calls for receivers of other shapes (`calls::polymorphic`). The key of a constant's slot is an assumption too.

use std::cell::Cell as Slot;

use crate::code::Code;
use crate::code::argument_layout::ArgumentLayout;
use crate::code::native::{Native, Special};
use crate::value::Value;
use crate::value::symbol::Symbol;

/// The number of an assumption: see `calls::assumptions`. `NONE` never holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Assumption(pub(crate) u32);

impl Assumption {
    pub const NONE: Assumption = Assumption(0);
}

/// The method that a call site found for receivers of a shape.
#[derive(Default)]
pub struct CallCache {
    /// Shape of the receiver it was found for; 0: nothing yet.
    pub shape: Slot<u32>,
    /// That this is what the receiver's class finds: it names the method.
    pub assumption: Slot<Assumption>,
    pub target: Slot<CallTarget>,
    /// The entry for receivers of another shape, if there is one: see `calls::polymorphic`, which never moves one.
    pub(crate) next: Slot<Option<&'static CallCache>>,
}

impl CallCache {
    /// Takes what was found.
    pub fn fill(&self, shape: u32, assumption: Assumption, target: CallTarget) {
        self.shape.set(shape);
        self.assumption.set(assumption);
        self.target.set(target);
    }

    /// Holds nothing any more. Written is only what changes.
    pub fn empty(&self) {
        if self.shape.get() != 0 {
            self.fill(0, Assumption::NONE, CallTarget::None);
        }
    }
}

/// How a cached call is made. `Simple`, `Adapted`, `Passing`, `Spread`, `Writer`, `New` and `General` are of other than plain sites, too.
#[derive(Clone, Copy, Default)]
pub enum CallTarget {
    #[default]
    None,
    /// Code with only required parameters, as many as are passed.
    Simple(*const Code),
    /// Code whose optional parameters or keywords are left out, or whose keywords are named.
    Adapted(ArgumentLayout, *const Code),
    /// As `Adapted`, where the site passes a block that stands in a register or is the frame's own, or the code has a parameter for it.
    Passing(ArgumentLayout, *const Code),
    /// Code with only required parameters, of a site that passes nothing but the elements of an Array.
    Spread(*const Code),
    /// A block that is a method (`define_method`), with only required parameters, as many as are passed.
    MethodBlock(*const Code),
    /// A leaf, and how many arguments the site passes; tried before `Simple` or `General`.
    Leaf(u16, Native),
    /// An instance variable's reader: the variable's place in this shape.
    Reader(u32),
    /// The same of a variable that stands in no slot of the object: of a class, a String ...
    FarReader(Symbol),
    /// An instance variable's writer, called by an assignment.
    Writer(u32),
    /// The same where the object has no such variable yet: its place, and the shape that has it, in a plain object that has room for it.
    Adder(u32, u32),
    /// `Class#new`: that the class which came last finds this `initialize`, and how that takes what the site passes, where that takes no binding.
    New(Assumption, Option<ArgumentLayout>),
    /// `Proc#call`.
    Call,
    /// `Fiber#resume` of an object that is a Fiber, with at most one argument.
    Resume,
    /// `Fiber.yield` with at most one argument.
    FiberYield,
    /// A native that goes on with a call in its place.
    Special(Special),
    /// Anything else: the general path, with the method known.
    General,
    /// A `super`, to code with only required parameters, as many as are passed. The assumption names the method that it is out of.
    SuperSimple(*const Code),
    /// A `super` to a leaf.
    SuperLeaf(Native),
    /// A `super` to anything else.
    Super,
    /// Nothing: what was asked for is not there, while it holds that the core library's `respond_to_missing?` is asked (see `global_cache`).
    NoResponse(Assumption),
}

/// One feedback slot.
pub struct Feedback {
    /// Shape (instance variables) or the number of an assumption (constants).
    pub key: Slot<u32>,
    /// Where an instance variable is kept: see `ShapeTable::location`.
    pub location: Slot<u32>,
    /// A value computed once, or the change of shape that storing a new instance variable makes.
    pub value: Slot<Value>,
}

/// The sizes in the drawing; there is one of these for every call and every variable of a program.
const _: () = assert!(size_of::<CallCache>() == 32 && size_of::<Feedback>() == 16);
