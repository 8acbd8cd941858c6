//! Why the command could not start a program.

use std::fmt;

/// A reason, and the class of exception that it is told as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    pub message: String,
    pub class: &'static str,
    /// Whom it is about where that is not the command: a program's path.
    pub subject: Option<String>,
}

impl Failure {
    pub fn new(class: &'static str, message: impl Into<String>) -> Failure {
        Failure { message: message.into(), class, subject: None }
    }

    pub fn runtime(message: impl Into<String>) -> Failure {
        Failure::new("RuntimeError", message)
    }

    pub fn load(message: impl Into<String>) -> Failure {
        Failure::new("LoadError", message)
    }

    pub fn about(self, subject: String) -> Failure {
        Failure { subject: Some(subject), ..self }
    }

    pub fn fatal(message: impl Into<String>) -> Failure {
        Failure::new("fatal", message)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} ({})", self.message, self.class)
    }
}

impl std::error::Error for Failure {}

/// The system's words for an error, without the number that Rust adds.
pub fn system_text(error: &std::io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error") {
        Some(end) => text[..end].to_string(),
        None => text,
    }
}
