//! What the tables of the large character sets were asked before: `encoding_rs` keeps them small, and looks long for a character.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use rutile_vm::value::encoding::{Encoding, TABLE};

/// The answers of one encoding by a key of 16 bits, kept in rows of 256 that are made when one of them is asked for. An answer is kept as it
/// is; 0 stands for none so far.
pub struct Memo {
    rows: [OnceLock<Box<[AtomicU32; 256]>>; 256],
}

/// The memos of all encodings.
pub type Memos = [OnceLock<Box<Memo>>; TABLE.len()];

pub const fn memos() -> Memos {
    [const { OnceLock::new() }; TABLE.len()]
}

pub fn of(memos: &Memos, encoding: Encoding) -> &Memo {
    memos[encoding.0 as usize].get_or_init(|| Box::new(Memo { rows: [const { OnceLock::new() }; 256] }))
}

impl Memo {
    /// The answer to a key, which is found once. It is never 0.
    pub fn get(&self, key: u16, find: impl FnOnce() -> u32) -> u32 {
        let row = self.rows[usize::from(key >> 8)].get_or_init(|| Box::new([const { AtomicU32::new(0) }; 256]));
        let kept = &row[usize::from(key & 0xff)];
        match kept.load(Ordering::Relaxed) {
            0 => {
                let found = find();
                kept.store(found, Ordering::Relaxed);
                found
            }
            known => known,
        }
    }
}
