//! Where a program's text comes from: `-e`, a file, or standard input.

use std::ffi::OsStr;
use std::io::Read;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use crate::failure::{Failure, system_text};
use crate::settings::Settings;

/// A program before it is compiled.
#[derive(Clone, Debug)]
pub struct Program {
    /// `$0`, and the file of its backtraces.
    pub name: Vec<u8>,
    pub source: Vec<u8>,
    pub origin: Origin,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    Inline,
    File,
    Input,
}

impl Program {
    /// Reads the program that the settings name.
    pub fn read(settings: &Settings) -> Result<Program, Failure> {
        if let Some(code) = &settings.code {
            return Ok(Program { name: b"-e".to_vec(), source: code.clone(), origin: Origin::Inline });
        }
        match &settings.script {
            Some(path) if path != b"-" => read_file(path, settings.search_path),
            _ => read_input(),
        }
    }

    pub fn name_text(&self) -> String {
        String::from_utf8_lossy(&self.name).into_owned()
    }
}

fn read_input() -> Result<Program, Failure> {
    let mut source = Vec::new();
    match std::io::stdin().lock().read_to_end(&mut source) {
        Ok(_) => Ok(Program { name: b"-".to_vec(), source, origin: Origin::Input }),
        Err(error) => Err(Failure::load(format!("{} -- -", system_text(&error)))),
    }
}

fn read_file(name: &[u8], search: bool) -> Result<Program, Failure> {
    let path = if search { search_path(name) } else { None };
    let path = path.unwrap_or_else(|| PathBuf::from(OsStr::from_bytes(name)));
    let refused = |text: String| Failure::load(format!("{text} -- {}", path.display()));
    if path.is_dir() {
        return Err(refused("Is a directory".to_string()));
    }
    let source = std::fs::read(&path).map_err(|error| refused(system_text(&error)))?;
    Ok(Program { name: path.into_os_string().into_vec(), source, origin: Origin::File })
}

/// `-S`: the first file of this name in the folders of `RUBYPATH` and `PATH`.
fn search_path(name: &[u8]) -> Option<PathBuf> {
    if name.contains(&b'/') {
        return None;
    }
    let lists = ["RUBYPATH", "PATH"].into_iter().filter_map(std::env::var_os);
    let folders: Vec<PathBuf> = lists.flat_map(|list| std::env::split_paths(&list).collect::<Vec<_>>()).collect();
    folders.into_iter().map(at_home).map(|folder| folder.join(Path::new(OsStr::from_bytes(name)))).find(|path| path.is_file())
}

/// A folder, counted from the user's own where it begins with `~`.
fn at_home(folder: PathBuf) -> PathBuf {
    match (folder.strip_prefix("~"), std::env::var_os("HOME")) {
        (Ok(rest), Some(home)) => Path::new(&home).join(rest),
        _ => folder,
    }
}
