//! How a step of the machine ends that has no value.

use super::Value;

/// How a native leaves when it has no value.
#[derive(Clone, Copy, Debug)]
pub enum Exit {
    /// An exception (or an exit under way) to be raised.
    Raise(Value),
    /// Not for this native: run the Ruby body.
    Fallback,
}

pub type NativeResult = Result<Value, Exit>;
