//! The collector's view of the kinds of cell.

use rutile_heap::Layout;

use crate::{code, object};
use crate::value::kind::{BY_NUMBER, Kind, TRACING, Tracing};

/// How the cells of each kind are traced, by the number of the kind.
pub static LAYOUTS: [Layout; 256] = {
    const RAW: Layout = Layout::Raw;
    let mut table = [RAW; 256];
    let mut number = 0;
    while number < table.len() {
        table[number] = match TRACING[number] {
            Tracing::Raw => Layout::Raw,
            Tracing::Words => Layout::Words,
            Tracing::Text => Layout::Text,
            Tracing::Own => own_layout(BY_NUMBER[number]),
        };
        number += 1;
    }
    table
};

const fn own_layout(kind: Kind) -> Layout {
    match kind {
        Kind::String => Layout::Span(object::string::traced_words),
        Kind::Array => Layout::Span(object::array::traced_words),
        Kind::Code => Layout::Custom(code::trace),
        Kind::Stack => Layout::Custom(code::stack::trace),
        _ => panic!("a kind is traced in its own way and has none here"),
    }
}
