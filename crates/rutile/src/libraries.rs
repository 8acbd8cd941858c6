//! Where the standard library is, and the order in which `require` looks.
//!
//! `-I` comes first, then `RUBYLIB`, the site's folder, our own halves of the
//! libraries that CRuby writes in C, and the standard library behind them. Where our
//! halves are, the standard library's crate says (they may be in the binary itself); the
//! standard library is looked for from the executable upwards: in the workspace that it
//! was built in, or in the place that it is installed in. The site's folder stands in the
//! list whether it is there or not: RubyGems puts gems before it, behind `-I`.
//!
//! ```text
//!   workspace/                                 prefix/
//!     target/debug/rutile                        bin/rutile
//!     lib/                      own halves       (in the binary)
//!     build/stdlib/...          standard         lib/rutile/stdlib/
//!     target/lib/rutile/...     site             lib/rutile/site_ruby/
//! ```

use std::ffi::OsStr;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Component, Path, PathBuf};

use rutile_core::about::LANGUAGE_VERSION;

use crate::settings::Settings;

/// A file that tells a workspace from any other folder.
const WORKSPACE_MARK: &str = "crates/rutile/Cargo.toml";
/// The standard library of a workspace, where `script/fetch-stdlib` puts it: in a folder that `library_version` names.
const IN_WORKSPACE: &str = "build/stdlib/lib/ruby";
/// The standard library of an installation.
const INSTALLED: &str = "lib/rutile/stdlib";
/// The site's folder, in either; RbConfig names it too.
const SITE: &str = "lib/rutile/site_ruby";
/// A workspace is at most so far above its executables (`target/<triple>/debug/deps`).
const HIGHEST: usize = 5;

/// The folders that `$LOAD_PATH` begins with; `own` has our halves of the standard library.
pub fn load_path(settings: &Settings, own: &str) -> Vec<Vec<u8>> {
    let mut path: Vec<PathBuf> = settings.load_path.iter().map(|folder| absolute(OsStr::from_bytes(folder))).collect();
    if let Some(list) = std::env::var_os("RUBYLIB") {
        path.extend(std::env::split_paths(&list).filter(|folder| !folder.as_os_str().is_empty()).map(|folder| absolute(folder.as_os_str())));
    }
    path.extend(libraries(own));
    path.extend(settings.last_load_path.iter().map(|folder| absolute(OsStr::from_bytes(folder))));
    path.into_iter().map(|folder| folder.into_os_string().into_vec()).collect()
}

/// Whether RubyGems is there to be loaded.
pub fn has_gems(load_path: &[Vec<u8>]) -> bool {
    load_path.iter().any(|folder| Path::new(OsStr::from_bytes(folder)).join("rubygems.rb").is_file())
}

/// The version that folders of libraries carry: of the language's, the last part is 0 (`3.4.0`).
fn library_version() -> String {
    let (level, _) = LANGUAGE_VERSION.rsplit_once('.').unwrap_or((LANGUAGE_VERSION, ""));
    format!("{level}.0")
}

/// The folders around the executable, `RUTILE_STDLIB` in the place of the standard library's, our halves before it.
fn libraries(own: &str) -> Vec<PathBuf> {
    let executable = std::env::current_exe().and_then(std::fs::canonicalize).unwrap_or_default();
    let prefix = executable.ancestors().nth(2).unwrap_or(Path::new("/"));
    let standard = match std::env::var_os("RUTILE_STDLIB").filter(|named| !named.is_empty()) {
        Some(named) => absolute(&named),
        None => match executable.ancestors().skip(1).take(HIGHEST).find(|home| home.join(WORKSPACE_MARK).is_file()) {
            Some(workspace) => workspace.join(IN_WORKSPACE).join(library_version()),
            None => prefix.join(INSTALLED),
        },
    };
    let mut folders = vec![prefix.join(SITE), PathBuf::from(own)];
    folders.extend(Some(standard).filter(|folder| folder.is_dir()));
    folders
}

/// A folder's whole path, without `.` and `..`, as `File.expand_path` would have it.
fn absolute(folder: &OsStr) -> PathBuf {
    let path = std::path::absolute(folder).unwrap_or_else(|_| PathBuf::from(folder));
    let mut whole = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(whole.pop()),
            Component::CurDir => {}
            part => whole.push(part),
        }
    }
    whole
}
