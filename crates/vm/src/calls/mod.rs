//! What a call finds: methods, refinements, and what caches rely on.

pub mod assumptions;
pub(crate) mod autoload;
pub mod basic_operations;
pub mod lookup;
pub mod method;
pub mod polymorphic;
pub mod refinements;
