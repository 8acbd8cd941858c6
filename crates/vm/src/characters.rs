//! Characters.

use crate::encoding::Encoding;

pub fn is_valid(_bytes: &[u8], _encoding: Encoding) -> bool {
    true
}
