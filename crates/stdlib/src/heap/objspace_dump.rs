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
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            control if (control as u32) < 32 || control == '\u{7f}' => {
                let _ = write!(out, "\\u{:04x}", control as u32);
            }
            other => out.push(other),
        }
    }
    out.push('"');
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

fn text_field(out: &mut String, name: &str, text: &str) {
    let _ = write!(out, ", \"{name}\":");
    quote(out, text);
}

fn address_list(out: &mut String, cells: &[Cell]) {
    if cells.is_empty() {
        return;
    }
    out.push_str(", \"references\":[");
    for (index, cell) in cells.iter().enumerate() {
        let _ = write!(out, "{}\"{:#x}\"", if index > 0 { ", " } else { "" }, cell.address());
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
    let _ = write!(out, "{{\"address\":\"{:#x}\", \"type\":\"{name}\", \"shape_id\":{}, \"slot_size\":{}", cell.address(), cell.shape(), facts.slot_bytes);
    if let Some(class) = view::class_of(vm, cell) {
        let _ = write!(out, ", \"class\":\"{:#x}\"", class.cell().address());
    }
    if cell.has_flag(flags::FROZEN) && name != "IMEMO" {
        out.push_str(", \"frozen\":true");
    }
    by_kind(vm, cell, out);
    let mut references = view::references(vm, cell);
    let class = view::class_of(vm, cell).map(|class| class.cell());
    references.retain(|reference| Some(*reference) != class);
    address_list(out, &references);
    origin(vm, cell, out);
    let _ = write!(out, ", \"memsize\":{}, \"flags\":{{\"wb_protected\":true", view::memory_size(vm, Value::cell(cell)));
    for (name, is) in [("old", facts.old), ("uncollectible", facts.old), ("marked", facts.old), ("pinned", facts.pinned), ("permanent", facts.permanent)] {
        if is {
            let _ = write!(out, ", \"{name}\":true");
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
        let _ = write!(out, ", \"length\":{}", array.len());
        if array.payload().is_none() {
            out.push_str(", \"embedded\":true");
        }
    } else if let Some(hash) = value.as_hash() {
        let _ = write!(out, ", \"size\":{}", hash.len());
    } else if let Some(module) = ClassRef::from_module(value) {
        return class(vm, module, out);
    }
    match Kind::of(cell) {
        Kind::Object => {
            let shape = vm.shapes.get(cell.shape());
            if shape.count <= shape.capacity {
                out.push_str(", \"embedded\":true");
            }
            let _ = write!(out, ", \"ivars\":{}", shape.count);
        }
        Kind::Float => {
            let _ = write!(out, ", \"value\":\"{}\"", significant(Value::cell(cell).as_float().unwrap_or_default()));
        }
        Kind::Proc => out.push_str(", \"struct\":\"proc\""),
        Kind::Fiber => out.push_str(", \"struct\":\"fiber\""),
        Kind::Binding => out.push_str(", \"struct\":\"binding\""),
        Kind::MethodObject => out.push_str(", \"struct\":\"method\""),
        Kind::Buffer => out.push_str(", \"struct\":\"IO::Buffer\""),
        Kind::Resource => out.push_str(", \"struct\":\"resource\""),
        _ if view::is_internal(vm, value.as_cell().unwrap_or(cell)) => text_field(out, "imemo_type", view::internal_name(cell)),
        _ => {}
    }
}

fn embedded(cell: Cell, out: &mut String) {
    if cell.has_flag(flags::EMBEDDED) {
        out.push_str(", \"embedded\":true");
    } else if cell.has_flag(flags::SHARED) {
        out.push_str(", \"shared\":true");
    }
}

fn string(vm: &Vm, string: StringRef, out: &mut String) {
    embedded(string.cell(), out);
    if vm.is_shared(string) {
        out.push_str(", \"fstring\":true");
    }
    if string.is_chilled() {
        out.push_str(", \"chilled\":true");
    }
    let _ = write!(out, ", \"bytesize\":{}", string.len());
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
        let _ = write!(out, ", \"superclass\":\"{:#x}\"", superclass.cell().address());
    }
    if class.is_singleton() {
        text_field(out, "real_class_name", &vm.class_name(class.real_class()));
        out.push_str(", \"singleton\":true");
    } else if !class.name().is_nil() {
        text_field(out, "name", &vm.class_name(class));
    }
}

fn origin(vm: &Vm, cell: Cell, out: &mut String) {
    let Some(origin) = vm.sites.origin(cell) else { return };
    let site = vm.sites.site(origin);
    text_field(out, "file", &vm.symbol_text(site.file));
    if site.line > 0 {
        let _ = write!(out, ", \"line\":{}", site.line);
    }
    if let Some(method) = site.method {
        text_field(out, "method", &vm.symbol_text(method));
    }
    let _ = write!(out, ", \"generation\":{}", origin.generation);
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
            let _ = write!(out, ", \"parent_id\":{}", shape.parent);
        }
        let _ = write!(out, ", \"depth\":{}, \"shape_type\":\"{}\"", shape.count + 1, if root { "ROOT" } else { "IVAR" });
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
