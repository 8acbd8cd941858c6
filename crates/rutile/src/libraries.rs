//! Where the standard library is, and the order in which `require` looks.
//!
//! `-I` comes first, then `RUBYLIB`, the site's folders, our own halves of the
//! libraries that CRuby writes in C, and the standard library behind them.

use std::ffi::OsStr;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use crate::settings::Settings;

/// The standard library in a workspace, as `script/fetch-stdlib` puts it there.
const FETCHED: &str = "build/stdlib/lib/ruby/3.3.0";
/// The standard library beside an installed executable's folder.
const INSTALLED: &str = "lib/rutile/stdlib";
/// Our own halves, in a workspace and installed.
const OWN: [&str; 2] = ["crates/stdlib/lib", "lib/rutile/lib"];
/// What a site adds, beside an installed executable's folder.
const SITE: &str = "lib/rutile/site_ruby";

/// The folders that `$LOAD_PATH` begins with.
pub fn load_path(settings: &Settings) -> Vec<Vec<u8>> {
    let mut path: Vec<PathBuf> = settings.load_path.iter().map(|folder| absolute(OsStr::from_bytes(folder))).collect();
    if let Some(list) = std::env::var_os("RUBYLIB") {
        path.extend(std::env::split_paths(&list).filter(|folder| !folder.as_os_str().is_empty()).map(|folder| absolute(folder.as_os_str())));
    }
    let homes = homes();
    path.extend(existing(&homes, &[SITE]));
    path.extend(existing(&homes, &OWN));
    path.extend(standard_library(&homes));
    path.into_iter().map(|folder| folder.into_os_string().into_vec()).collect()
}

/// Whether RubyGems is there to be loaded.
pub fn has_gems(load_path: &[Vec<u8>]) -> bool {
    load_path.iter().any(|folder| Path::new(OsStr::from_bytes(folder)).join("rubygems.rb").is_file())
}

/// The folder that holds `set.rb`.
fn standard_library(homes: &[PathBuf]) -> Option<PathBuf> {
    let named = std::env::var_os("RUTILE_STDLIB").filter(|folder| !folder.is_empty()).map(PathBuf::from);
    named.or_else(|| existing(homes, &[FETCHED, INSTALLED]).next())
}

/// The folders of the executable and above it: an installation's, or a workspace with `target/debug` in it.
fn homes() -> Vec<PathBuf> {
    let executable = std::env::current_exe().and_then(std::fs::canonicalize).unwrap_or_default();
    executable.ancestors().skip(2).take(3).map(Path::to_path_buf).collect()
}

fn existing<'a>(homes: &'a [PathBuf], names: &'a [&str]) -> impl Iterator<Item = PathBuf> + 'a {
    homes.iter().flat_map(|home| names.iter().map(|name| home.join(name))).filter(|folder| folder.is_dir())
}

fn absolute(folder: &OsStr) -> PathBuf {
    std::path::absolute(folder).unwrap_or_else(|_| PathBuf::from(folder))
}
