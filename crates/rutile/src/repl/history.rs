//! The entries of earlier sessions, kept in the user's state folder.

use std::path::{Path, PathBuf};

use super::SessionEditor;

/// Entries that are kept: years of use, and read in a few milliseconds.
pub const ENTRIES: usize = 10_000;

/// Reads the history. The answer is its file; None where there is no place for one.
pub fn load(editor: &mut SessionEditor) -> Option<PathBuf> {
    let file = state_folder()?.join("rutile/history");
    std::fs::create_dir_all(file.parent()?).ok()?;
    // The first session finds no file.
    let _ = editor.load_history(&file);
    Some(file)
}

/// Adds an entry and writes it at once, so that a session that dies loses none.
pub fn add(editor: &mut SessionEditor, file: Option<&Path>, entry: &str) {
    let added = editor.add_history_entry(entry).unwrap_or(false);
    if let (true, Some(file)) = (added, file) {
        // A full disk is no reason to end a session.
        let _ = editor.append_history(file);
    }
}

/// `$XDG_STATE_HOME`, by default `~/.local/state`.
fn state_folder() -> Option<PathBuf> {
    let named = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from).filter(|folder| folder.is_absolute());
    named.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".local/state")))
}
