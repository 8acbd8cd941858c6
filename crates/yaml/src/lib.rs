//! The border to libyaml, in its translation to Rust: texts to events and back.
//!
//! | type | is |
//! |---|---|
//! | [`Event`] | what both sides speak in |
//! | [`Parser`] | the events of a text, one after the other |
//! | [`Emitter`] | the text of events, as far as it is complete |
//!
//! libyaml's structures stay in this crate. Each is initialised when it is made, does not move, and is deleted once, when it is dropped.

mod emitter;
mod event;
mod parser;

pub use emitter::Emitter;
pub use event::{Collection, Event, Scalar};
pub use parser::{Mark, Parsed, Parser, Problem};
