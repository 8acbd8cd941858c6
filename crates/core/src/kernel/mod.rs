//! Methods of every object (`object`, `dup`), global variables, and loading files.

pub mod dup;
pub mod enumerator;
pub mod globals;
pub mod load;
pub mod object;
pub mod verbosity;
