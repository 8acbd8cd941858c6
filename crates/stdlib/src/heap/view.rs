//! Cells as `objspace` and the heap report see them: type, size, and what they refer to.
//!
//! A cell owns its payloads: the cells that hold its bytes, elements, entries or tables and
//! that no one else refers to. They count as part of it, and what they refer to is what it
//! refers to. Cells that are neither objects nor payloads are the machine's own (`IMEMO`).

use rutile_heap::Cell;
use rutile_vm::object::data::DataRef;
use rutile_vm::prelude::*;

/// CRuby's name of a cell's type, without `T_`.
pub fn type_name(vm: &Vm, cell: Cell) -> &'static str {
    match Kind::of(cell) {
        Kind::Object => object_type(vm, cell),
        Kind::Resource if ClassRef::from_module(vm.shapes.class(cell.shape())).is_some_and(|class| inherits_named(vm, class, "IO")) => "FILE",
        Kind::Class => "CLASS",
        Kind::Module => "MODULE",
        Kind::IncludedModule => "ICLASS",
        Kind::Float => "FLOAT",
        Kind::String => "STRING",
        Kind::Regexp => "REGEXP",
        Kind::Array => "ARRAY",
        Kind::Hash => "HASH",
        Kind::BigInteger => "BIGNUM",
        Kind::MatchData => "MATCH",
        Kind::Proc | Kind::Fiber | Kind::Binding | Kind::MethodObject | Kind::Resource | Kind::Buffer => "DATA",
        _ => "IMEMO",
    }
}

fn object_type(vm: &Vm, cell: Cell) -> &'static str {
    let class = vm.class_of(Value::cell(cell));
    if class.inherits(vm.classes.rational) {
        return "RATIONAL";
    }
    if class.inherits(vm.classes.complex) {
        return "COMPLEX";
    }
    if ["Struct", "Data", "Range"].iter().any(|name| inherits_named(vm, class, name)) { "STRUCT" } else { "OBJECT" }
}

fn inherits_named(vm: &Vm, class: ClassRef, name: &str) -> bool {
    class.chain().any(|class| is_named(vm, class, name))
}

/// Whether a class is a constant of Object's by this name.
fn is_named(vm: &Vm, class: ClassRef, name: &str) -> bool {
    match class.name().as_symbol() {
        Some(own) => class.lexical_parent() == vm.classes.object.value() && vm.symbols.bytes(own) == name.as_bytes(),
        None => StringRef::from_value(class.name()).is_some_and(|text| text.bytes() == name.as_bytes()),
    }
}

/// The machine's name for a cell of its own.
pub fn internal_name(cell: Cell) -> &'static str {
    match Kind::of(cell) {
        Kind::Method => "ment",
        Kind::Code => "iseq",
        Kind::Environment => "env",
        Kind::Scope => "cref",
        Kind::NonLocalExit => "throw_data",
        Kind::IdTable => "id_table",
        Kind::ClassRest => "class_rest",
        Kind::Bytes => "bytes",
        Kind::Text => "text",
        Kind::Values => "values",
        Kind::Weak => "weak_values",
        Kind::Stack => "stack",
        Kind::Activation => "activation",
        _ => "other",
    }
}

pub fn is_internal(vm: &Vm, cell: Cell) -> bool {
    matches!(type_name(vm, cell), "IMEMO" | "ICLASS") || cell.shape() == 0 || Kind::of(cell) == Kind::Resource && !vm.is_shown_resource(cell)
}

fn is_payload(kind: Kind) -> bool {
    matches!(kind, Kind::Values | Kind::Bytes | Kind::Text | Kind::Weak | Kind::IdTable | Kind::ClassRest)
}

/// Calls `visit` with a cell and the payloads it owns, theirs included.
fn each_part(vm: &Vm, cell: Cell, visit: &mut dyn FnMut(Cell)) {
    if cell.has_flag(flags::SHARED) && Kind::of(cell) == Kind::String {
        return visit(cell);
    }
    let mut parts = vec![cell];
    let mut next = 0;
    while next < parts.len() {
        vm.heap.each_reference(parts[next], &mut |word| {
            let part = vm.heap.cell_at(word).filter(|part| is_payload(Kind::of(*part)));
            parts.extend(part.filter(|part| !parts.contains(part)));
        });
        next += 1;
    }
    parts.into_iter().for_each(|part| visit(part));
}

/// Bytes of a cell with its payloads; 0 for immediates.
pub fn memory_size(vm: &Vm, value: Value) -> u64 {
    let mut bytes = 0;
    if let Some(cell) = value.as_cell() {
        each_part(vm, cell, &mut |part| bytes += part.slot_words() as u64 * 8);
        bytes += match_offsets(cell).map_or(0, |offsets| memory_size(vm, offsets));
        if let (Some(holder), Some(object)) = (vm.holder.as_ref(), DataRef::from_value(value)) {
            bytes += holder.bytes_of(object) as u64;
        }
    }
    bytes
}

/// The Array of a MatchData's offsets, which no program sees.
fn match_offsets(cell: Cell) -> Option<Value> {
    MatchRef::from_value(Value::cell(cell)).map(MatchRef::offsets)
}

/// The cells that a cell refers to, its class left out, each once.
pub fn references(vm: &Vm, cell: Cell) -> Vec<Cell> {
    let mut found = Vec::new();
    each_part(vm, cell, &mut |part| {
        if is_payload(Kind::of(part)) || part == cell {
            vm.heap.each_reference(part, &mut |word| found.extend(vm.heap.cell_at(word)));
        }
    });
    found.retain(|part| !is_payload(Kind::of(*part)) && *part != cell);
    keep_first(&mut found);
    found
}

/// Longest list that is searched instead of a set.
const SHORT_LIST: usize = 16;

/// Leaves each cell once, where it comes first.
fn keep_first(cells: &mut Vec<Cell>) {
    if cells.len() > SHORT_LIST {
        let mut seen = std::collections::HashSet::new();
        return cells.retain(|cell| seen.insert(cell.address()));
    }
    let mut kept = 0;
    for index in 0..cells.len() {
        if !cells[..kept].contains(&cells[index]) {
            cells.swap(kept, index);
            kept += 1;
        }
    }
    cells.truncate(kept);
}

/// The class of an object as programs see it: none of the machine's own cells.
pub fn class_of(vm: &Vm, cell: Cell) -> Option<ClassRef> {
    if cell.shape() == 0 || type_name(vm, cell) == "IMEMO" {
        return None;
    }
    ClassRef::from_module(vm.shapes.class(cell.shape()))
}
