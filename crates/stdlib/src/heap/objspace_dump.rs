//! Cells as lines of JSON, in the form of CRuby's `ObjectSpace.dump`.

use std::fmt::Write;

use rutile_heap::Cell;
use rutile_vm::prelude::*;

use crate::heap::view;

/// Longest text that is written out.
const TEXT_MAX: usize = 1 << 20;

/// Text as a JSON string.
pub fn quote(out: &mut String, text: &str) {
    out.push('"');
    let mut rest = text;
    while let Some(place) = rest.bytes().position(is_escaped) {
        out.push_str(&rest[..place]);
        escape(out, rest.as_bytes()[place]);
        rest = &rest[place + 1..];
    }
    out.push_str(rest);
    out.push('"');
}

fn is_escaped(byte: u8) -> bool {
    byte < 32 || matches!(byte, b'"' | b'\\' | 0x7f)
}

fn escape(out: &mut String, byte: u8) {
    let short = match byte {
        b'"' => "\\\"",
        b'\\' => "\\\\",
        b'\n' => "\\n",
        b'\r' => "\\r",
        b'\t' => "\\t",
        8 => "\\b",
        12 => "\\f",
        control => {
            let _ = write!(out, "\\u{control:04x}");
            return;
        }
    };
    out.push_str(short);
}

/// A cell's address, quoted. Most of a dump is addresses, so `write!` would cost too much.
fn address(out: &mut String, cell: Cell) {
    let address = cell.address();
    let digits = (64 - address.leading_zeros()).div_ceil(4).max(1);
    out.push_str("\"0x");
    for digit in (0..digits).rev() {
        let nibble = (address >> (4 * digit) & 15) as u8;
        out.push(char::from(if nibble < 10 { b'0' + nibble } else { b'a' - 10 + nibble }));
    }
    out.push('"');
}

fn address_field(out: &mut String, name: &str, cell: Cell) {
    begin_field(out, name);
    address(out, cell);
}

fn number_field(out: &mut String, name: &str, number: u64) {
    begin_field(out, name);
    let _ = write!(out, "{number}");
}

fn text_field(out: &mut String, name: &str, text: &str) {
    begin_field(out, name);
    quote(out, text);
}

fn true_field(out: &mut String, name: &str) {
    begin_field(out, name);
    out.push_str("true");
}

fn begin_field(out: &mut String, name: &str) {
    out.push_str(", \"");
    out.push_str(name);
    out.push_str("\":");
}

/// A number with six significant digits, as C's `%#g` writes it.
fn significant(number: f64) -> String {
    if number.is_nan() {
        return "NaN".to_string();
    }
    if number.is_infinite() {
        return if number > 0.0 { "Inf" } else { "-Inf" }.to_string();
    }
    let scientific = format!("{number:.5e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    match exponent.parse::<i32>().unwrap_or(0) {
        exponent @ -4..6 => format!("{number:.*}{}", (5 - exponent) as usize, if exponent == 5 { "." } else { "" }),
        exponent => format!("{mantissa}e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs()),
    }
}

/// A slot that holds no cell, as one line without its end.
pub fn free_slot(address: u64, slot_bytes: u64, out: &mut String) {
    let _ = write!(out, "{{\"address\":\"{address:#x}\", \"type\":\"NONE\", \"slot_size\":{slot_bytes}}}");
}

fn address_list(out: &mut String, cells: &[Cell]) {
    if cells.is_empty() {
        return;
    }
    begin_field(out, "references");
    for (index, &cell) in cells.iter().enumerate() {
        out.push_str(if index > 0 { ", " } else { "[" });
        address(out, cell);
    }
    out.push(']');
}

/// Any value, as one line without its end.
pub fn value(vm: &Vm, value: Value) -> String {
    let mut out = String::new();
    match value.as_cell() {
        Some(cell) => self::cell(vm, cell, &mut out),
        None => match value {
            Value::NIL => out.push_str("null"),
            Value::TRUE => out.push_str("true"),
            Value::FALSE => out.push_str("false"),
            _ => match (value.as_fixnum(), value.as_symbol(), value.as_float()) {
                (Some(number), _, _) => out.push_str(&number.to_string()),
                (_, Some(symbol), _) => {
                    out.push_str("{\"type\":\"SYMBOL\", \"value\":");
                    quote(&mut out, &vm.symbol_text(symbol));
                    out.push('}');
                }
                (_, _, Some(number)) => out.push_str(&significant(number)),
                _ => out.push_str("null"),
            },
        },
    }
    out
}

/// A cell, as one line without its end.
pub fn cell(vm: &Vm, cell: Cell, out: &mut String) {
    let facts = vm.heap.cell_facts(cell);
    let name = view::type_name(vm, cell);
    let class = view::class_of(vm, cell).map(|class| class.cell());
    out.push_str("{\"address\":");
    address(out, cell);
    text_field(out, "type", name);
    number_field(out, "shape_id", cell.shape().into());
    number_field(out, "slot_size", facts.slot_bytes);
    if let Some(class) = class {
        address_field(out, "class", class);
    }
    if cell.has_flag(flags::FROZEN) && name != "IMEMO" {
        true_field(out, "frozen");
    }
    by_kind(vm, cell, out);
    let mut references = view::references(vm, cell);
    references.retain(|reference| Some(*reference) != class);
    address_list(out, &references);
    origin(vm, cell, out);
    number_field(out, "memsize", view::memory_size(vm, Value::cell(cell)));
    out.push_str(", \"flags\":{\"wb_protected\":true");
    for (name, is) in [("old", facts.old), ("uncollectible", facts.old), ("marked", facts.old), ("pinned", facts.pinned), ("permanent", facts.permanent)] {
        if is {
            true_field(out, name);
        }
    }
    out.push_str("}}");
}

fn by_kind(vm: &Vm, cell: Cell, out: &mut String) {
    let value = Value::cell(cell);
    if let Some(text) = value.as_string() {
        return string(vm, text, out);
    }
    if let Some(array) = value.as_array() {
        number_field(out, "length", array.len() as u64);
        if array.payload().is_none() {
            true_field(out, "embedded");
        }
    } else if let Some(hash) = value.as_hash() {
        number_field(out, "size", hash.len() as u64);
    } else if let Some(module) = ClassRef::from_module(value) {
        return class(vm, module, out);
    }
    match Kind::of(cell) {
        Kind::Object => {
            let shape = vm.shapes.get(cell.shape());
            if shape.count <= shape.capacity {
                true_field(out, "embedded");
            }
            number_field(out, "ivars", shape.count.into());
        }
        Kind::Float => text_field(out, "value", &significant(Value::cell(cell).as_float().unwrap_or_default())),
        Kind::Proc => text_field(out, "struct", "proc"),
        Kind::Fiber => text_field(out, "struct", "fiber"),
        Kind::Binding => text_field(out, "struct", "binding"),
        Kind::MethodObject => text_field(out, "struct", "method"),
        Kind::Buffer => text_field(out, "struct", "IO::Buffer"),
        Kind::Resource => text_field(out, "struct", "resource"),
        _ if view::is_internal(vm, value.as_cell().unwrap_or(cell)) => text_field(out, "imemo_type", view::internal_name(cell)),
        _ => {}
    }
}

fn embedded(cell: Cell, out: &mut String) {
    if cell.has_flag(flags::EMBEDDED) {
        true_field(out, "embedded");
    } else if cell.has_flag(flags::SHARED) {
        true_field(out, "shared");
    }
}

fn string(vm: &Vm, string: StringRef, out: &mut String) {
    embedded(string.cell(), out);
    if vm.is_shared(string) {
        true_field(out, "fstring");
    }
    if string.is_chilled() {
        true_field(out, "chilled");
    }
    number_field(out, "bytesize", string.len() as u64);
    let range = string.known_code_range();
    let readable = string.encoding() == Encoding::UTF_8 || string.bytes().is_ascii() && string.encoding().is_ascii_compatible();
    if let (true, Ok(text)) = (readable && string.len() <= TEXT_MAX, std::str::from_utf8(string.bytes())) {
        text_field(out, "value", text);
    }
    if string.encoding() != Encoding::BINARY {
        text_field(out, "encoding", string.encoding().name());
    }
    let range = match range {
        CodeRange::Ascii => "7bit",
        CodeRange::Valid => "valid",
        CodeRange::Broken => "broken",
        _ => "unknown",
    };
    text_field(out, "coderange", range);
}

fn class(vm: &Vm, class: ClassRef, out: &mut String) {
    if class.is_class() && let Some(superclass) = class.real_superclass() {
        address_field(out, "superclass", superclass.cell());
    }
    if class.is_singleton() {
        text_field(out, "real_class_name", &vm.class_name(class.real_class()));
        true_field(out, "singleton");
    } else if !class.name().is_nil() {
        text_field(out, "name", &vm.class_name(class));
    }
}

fn origin(vm: &Vm, cell: Cell, out: &mut String) {
    let Some(origin) = vm.sites.origin(cell) else { return };
    let site = vm.sites.site(origin);
    text_field(out, "file", &vm.symbol_text(site.file));
    if site.line > 0 {
        number_field(out, "line", site.line.into());
    }
    if let Some(method) = site.method {
        text_field(out, "method", &vm.symbol_text(method));
    }
    number_field(out, "generation", origin.generation.into());
}

/// The roots, one line a group.
pub fn roots(vm: &mut Vm, out: &mut String) {
    for (name, cells) in vm.root_cells() {
        let _ = write!(out, "{{\"type\":\"ROOT\", \"root\":\"{name}\"");
        address_list(out, &cells);
        out.push_str("}\n");
    }
}

/// The shapes from a number on, one line each.
pub fn shapes(vm: &Vm, since: u32, out: &mut String) {
    let edges = vm.shapes.edges();
    vm.shapes.each(&mut |id, shape| {
        if id < since {
            return;
        }
        let root = shape.count == 0;
        let _ = write!(out, "{{\"address\":\"{:#x}\", \"type\":\"SHAPE\", \"id\":{id}", shape as *const _ as usize);
        if !root {
            number_field(out, "parent_id", shape.parent.into());
        }
        number_field(out, "depth", u64::from(shape.count) + 1);
        text_field(out, "shape_type", if root { "ROOT" } else { "IVAR" });
        if root {
            if let Some(class) = ClassRef::from_module(shape.class) {
                text_field(out, "class_name", &vm.class_name(class));
            }
        } else {
            text_field(out, "edge_name", &vm.symbol_text(shape.name));
        }
        let _ = writeln!(out, ", \"edges\":{}, \"memsize\":{}}}", edges.get(&id).unwrap_or(&0), size_of_val(shape));
    });
}
