//! The faults of a pattern, in the words of Ruby's own engine.

/// Why a pattern is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error(pub String);

impl Error {
    pub fn new(message: impl Into<String>) -> Error {
        Error(message.into())
    }

    /// A message about a name, which stands between its two halves.
    pub fn about(before: &str, name: &[u8], after: &str) -> Error {
        Error(format!("{before}{}{after}", String::from_utf8_lossy(name)))
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// Something in a pattern that is allowed, and hardly meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    pub message: String,
    /// It is worth saying only to who asked for all warnings.
    pub only_verbose: bool,
}

pub type Result<T> = std::result::Result<T, Error>;
