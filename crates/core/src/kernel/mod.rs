//! What every object answers (`object`), global variables, and loading files.

pub mod globals;
pub mod load;
pub mod object;
pub mod verbosity;
