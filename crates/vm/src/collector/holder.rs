//! The references that code outside the machine holds: the values of C extensions.

use std::any::Any;

use rutile_heap::{Liveness, RootVisitor};

use crate::object::data::DataRef;
use crate::value::Value;

/// Where a collection is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CollectionPhase {
    Begins,
    Ended,
}

/// What has become of a thread (`concurrency::scheduler::journal`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ThreadEvent {
    Started,
    /// It would run if others didn't.
    Ready,
    Resumed,
    Suspended,
    Exited,
}

/// Holds references in places that the machine does not know. What it shows it pins, since it can't be told where a cell went.
pub trait Holder: Any {
    /// Shows what lives in any case.
    fn visit(&mut self, visitor: &mut dyn RootVisitor);

    /// Shows what lives because a cell was found to live. Asked again until nothing new is shown.
    fn visit_reachable(&mut self, liveness: &Liveness, visitor: &mut dyn RootVisitor);

    /// Forgets the cells that died and follows those that moved.
    fn after_mark(&mut self, liveness: &Liveness);

    /// A collection begins, or has ended: whoever wants to know of it is told.
    fn note_collection(&mut self, phase: CollectionPhase);

    /// Something has become of a thread that is watched (`Journal::watch`): no Ruby can run here.
    fn note_thread(&mut self, thread: Value, event: ThreadEvent);

    /// Whether work that was asked for where no Ruby can run waits for a safepoint, and is not under way. Who is told so has it done.
    fn take_work(&mut self) -> bool;

    /// Bytes outside the heap that belong to an object of an extension.
    fn bytes_of(&self, object: DataRef) -> usize;

    /// An object of an extension died. Its words may be read; what belongs to it must not be freed yet.
    fn finalize(&mut self, object: DataRef);

    /// The collection is over: what belonged to the dead may be freed.
    fn release(&mut self);
}
