//! Running the command, and a folder to play in.

use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

pub const COMMAND: &str = env!("CARGO_BIN_EXE_rutile");

/// The output of a run and how it ended.
#[derive(Debug)]
pub struct Outcome {
    pub output: String,
    pub errors: String,
    end: ExitStatus,
}

impl Outcome {
    pub fn of(command: &mut Command) -> Outcome {
        let output = command.stdin(Stdio::null()).output().unwrap();
        Outcome::from(output)
    }

    fn from(output: std::process::Output) -> Outcome {
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        Outcome { output: text(output.stdout), errors: text(output.stderr), end: output.status }
    }

    /// The output of a run that went well.
    #[track_caller]
    pub fn text(&self) -> String {
        assert!(self.end.success() && self.errors.is_empty(), "{self:?}");
        self.output.clone()
    }

    /// The text on standard error of a run that failed.
    #[track_caller]
    pub fn fails_with(&self, status: i32) -> String {
        assert_eq!((self.status(), self.output.as_str()), (Some(status), ""), "{self:?}");
        self.errors.clone()
    }

    pub fn status(&self) -> Option<i32> {
        self.end.code()
    }

    pub fn signal(&self) -> Option<i32> {
        self.end.signal()
    }
}

/// The command, free of what this process' environment would tell it.
pub fn command(words: &[&str]) -> Command {
    let mut command = Command::new(COMMAND);
    command.args(words).env_remove("RUBYOPT").env_remove("RUBYLIB");
    command
}

pub fn run(words: &[&str]) -> Outcome {
    Outcome::of(&mut command(words))
}

pub fn run_with_input(words: &[&str], input: &str) -> Outcome {
    let mut command = command(words);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A program that ends without reading is none of this function's business.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    Outcome::from(child.wait_with_output().unwrap())
}

/// A folder that is gone when the test is.
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    pub fn new() -> Folder {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("rutile-command-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Folder { path }
    }

    pub fn path(&self) -> &str {
        self.path.to_str().unwrap()
    }

    /// Writes a file; its path is the answer.
    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        let path = self.path.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left over in the temporary folder harms nobody.
        let _ = std::fs::remove_dir_all(&self.path);
    }
}
