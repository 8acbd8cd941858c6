//! The names that the natives of the core library need.

pub use crate::code::Code;
pub use crate::concurrency::attention::{Attention, LONG_TEXT, LeftOff};
pub use crate::value::encoding::Encoding;
pub use crate::object::globals::Global;
pub use crate::value::kind::{Header, Kind, flags};
pub use crate::calls::method::{MethodKind, Visibility};
pub use crate::code::native::{Arguments, Exit, Native, NativeResult};
pub use crate::object::array::ArrayRef;
pub use crate::object::narrow::Elements;
pub use crate::object::class::{ClassRef, state};
pub use crate::object::hash::HashRef;
pub use crate::object::id_table::IdTable;
pub use crate::object::plain::FirstVariables;
pub use crate::object::records::*;
pub use crate::object::string::{CodeRange, StringRef};
pub use crate::value::symbol::{Standing, Symbol};
pub use crate::value::Value;
pub use crate::vm::Vm;
pub use crate::object::key::strings_equal;
