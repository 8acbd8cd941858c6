//! Where the standard library is, and the order in which `require` looks.
//!
//! `-I` comes first, then `RUBYLIB`, the site's folder, our own halves of the
//! libraries that CRuby writes in C, and the standard library behind them. Where our
//! halves are, the standard library's crate says (they may be in the binary itself); the
//! standard library is looked for from the executable upwards: in the workspace that it
//! was built in, or in the place that it is installed in. The site's folder stands in the
//! list whether it is there or not: RubyGems puts gems before it, behind `-I`.
//!
//! An installation is one folder, the *home*, which holds a version whole and may stand anywhere; the folder of
//! everyone's programs has links into it (`script/install`).
//!
//! ```text
//!   workspace/                                      home/         prefix/lib/rutile/0.1.0, say
//!     target/debug/rutile                             bin/rutile
//!     lib/                           own halves       (in the binary)
//!     build/stdlib/lib/ruby/3.4.0/   standard         lib/rutile/3.4.0/
//!     target/lib/rutile/...          site             lib/rutile/site_ruby/3.4.0/
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
/// The standard library of an installation, likewise.
const INSTALLED: &str = "lib/rutile";
/// The site's folder, in either, likewise; RbConfig names it too.
const SITE: &str = "lib/rutile/site_ruby";
/// A workspace is at most so far above its executables (`target/<triple>/debug/deps`).
const HIGHEST: usize = 5;

/// The facts of a start that `require` is told.
pub struct Libraries {
    /// The folders that `$LOAD_PATH` begins with.
    pub path: Vec<Vec<u8>>,
    /// Where the standard library is, or would be.
    pub standard: Vec<u8>,
    pub has_standard: bool,
}

/// Where libraries are looked for; `own` has our halves of the standard library.
pub fn libraries(settings: &Settings, own: &str) -> Libraries {
    let executable = std::fs::canonicalize(rutile_platform::process::executable()).unwrap_or_default();
    let home = executable.ancestors().nth(2).unwrap_or(Path::new("/"));
    let standard = standard(&executable, home);
    let has_standard = standard.is_dir();
    let mut path: Vec<PathBuf> = settings.load_path.iter().map(|folder| absolute(OsStr::from_bytes(folder))).collect();
    if let Some(list) = std::env::var_os("RUBYLIB") {
        path.extend(std::env::split_paths(&list).filter(|folder| !folder.as_os_str().is_empty()).map(|folder| absolute(folder.as_os_str())));
    }
    path.extend([home.join(SITE).join(library_version()), PathBuf::from(own)]);
    path.extend(has_standard.then(|| standard.clone()));
    path.extend(settings.last_load_path.iter().map(|folder| absolute(OsStr::from_bytes(folder))));
    let bytes = |folder: PathBuf| folder.into_os_string().into_vec();
    Libraries { path: path.into_iter().map(bytes).collect(), standard: bytes(standard), has_standard }
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

/// The standard library's folder: the one that `RUTILE_STDLIB` names, the workspace's, or the home's.
fn standard(executable: &Path, home: &Path) -> PathBuf {
    if let Some(named) = std::env::var_os("RUTILE_STDLIB").filter(|named| !named.is_empty()) {
        return absolute(&named);
    }
    let workspace = executable.ancestors().skip(1).take(HIGHEST).find(|above| above.join(WORKSPACE_MARK).is_file());
    workspace.map_or_else(|| home.join(INSTALLED), |workspace| workspace.join(IN_WORKSPACE)).join(library_version())
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
