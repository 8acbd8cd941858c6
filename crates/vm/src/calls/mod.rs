//! The look-up of calls, and the facts that caches of it rely on.
//!
//! `lookup` walks ancestor chains and `method` says what it found; `refinements` sees them as a scope does. `assumptions` and
//! `basic_operations` tell caches when an answer no longer holds, and `polymorphic` keeps the answers that do not fit a site, `global_cache`
//! those of instructions without a site. `discarded` knows which methods a definition takes the place of, `inherited`
//! those of which a class changed the visibility only. `replaced` keeps what a program takes from the core library's calls. `ancestry`
//! remembers who inherits from what.

pub mod ancestry;
pub mod assumptions;
pub(crate) mod autoload;
pub mod basic_operations;
mod discarded;
pub mod risky_definitions;
pub mod global_cache;
mod inherited;
pub mod lookup;
pub mod method;
pub mod polymorphic;
pub mod refinements;
mod replaced;
