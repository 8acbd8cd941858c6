//! Writing functions: the mirror of the reader, in the same order.

use super::*;

/// The bytes of a function and everything nested in it.
pub fn write_function(function: &Function) -> Vec<u8> {
    let mut out = Vec::new();
    put_string(&mut out, &function.name);
    put_function(&mut out, function, None, None);
    out
}

/// The bytes of each of the files' functions, and the back with their methods' bodies.
pub(super) fn write_files<'f>(files: impl Iterator<Item = &'f Function>, early: &[&str]) -> (Vec<Vec<u8>>, Vec<u8>) {
    let files: Vec<&Function> = files.collect();
    // Places have the same width whatever they are: where bodies stand is known once all have been written.
    let mut draft = Back::new(early);
    draft.write(&files);
    let mut back = Back { starts: draft.starts(), ..Back::new(early) };
    let parts = back.write(&files);
    (parts, back.early.into_iter().chain([back.later]).flatten().collect())
}

/// The bodies of an image's methods, as they are collected.
pub(super) struct Back<'a> {
    /// The early methods' places in their row, by their paths.
    ranks: HashMap<&'a str, usize>,
    /// Their bodies, in this order.
    early: Vec<Vec<u8>>,
    /// All others.
    later: Vec<u8>,
    /// Where each of the early bodies begins, and the later ones.
    starts: Vec<usize>,
}

impl<'a> Back<'a> {
    fn new(early: &[&'a str]) -> Back<'a> {
        let ranks = early.iter().enumerate().map(|(rank, path)| (*path, rank)).collect();
        Back { ranks, early: vec![Vec::new(); early.len()], later: Vec::new(), starts: vec![0; early.len() + 1] }
    }

    /// The bytes of each of the functions; the bodies of methods are taken.
    fn write(&mut self, files: &[&Function]) -> Vec<Vec<u8>> {
        let parts = files.iter().map(|function| {
            let mut out = Vec::new();
            put_string(&mut out, &function.name);
            put_function(&mut out, function, None, Some(self));
            out
        });
        parts.collect()
    }

    /// Takes the body of the method at a path; answers its place. Of several methods of one path the first is early.
    fn take(&mut self, path: &str, body: &[u8]) -> u32 {
        let (bodies, start) = match self.ranks.get(path) {
            Some(&rank) if self.early[rank].is_empty() => (&mut self.early[rank], self.starts[rank]),
            _ => (&mut self.later, self.starts[self.early.len()]),
        };
        let place = start + bodies.len();
        bodies.extend_from_slice(body);
        place as u32
    }

    fn starts(&self) -> Vec<usize> {
        let mut starts = vec![0];
        for body in &self.early {
            starts.push(starts[starts.len() - 1] + body.len());
        }
        starts
    }
}

/// LEB128: seven bits a byte, the lowest first. (The crate of that name reads and writes by `io`, whose errors can't be here.)
pub(super) fn put_number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Small magnitudes of either sign become small numbers.
fn put_signed(out: &mut Vec<u8>, number: i64) {
    put_number(out, ((number << 1) ^ (number >> 63)) as u64);
}

fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    put_number(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

pub(super) fn put_string(out: &mut Vec<u8>, string: &str) {
    put_bytes(out, string.as_bytes());
}

fn put_strings(out: &mut Vec<u8>, strings: &[String]) {
    put_number(out, strings.len() as u64);
    strings.iter().for_each(|string| put_string(out, string));
}

pub(super) fn put_function(out: &mut Vec<u8>, function: &Function, outer_file: Option<&str>, mut back: Option<&mut Back>) {
    let mut own = Vec::new();
    put_own_part(&mut own, function, outer_file);
    put_bytes(out, &own);
    put_number(out, function.functions.len() as u64);
    let mut here = Vec::new();
    for nested in &function.functions {
        put_nested(out, &mut here, nested, function, back.as_deref_mut());
    }
    out.extend_from_slice(&here);
}

/// Writes the facts of a nested function; its bytes go to `here` or to the back.
fn put_nested(out: &mut Vec<u8>, here: &mut Vec<u8>, function: &Function, outer: &Function, back: Option<&mut Back>) {
    let outer_file = outer.file.as_str();
    put_string(out, &function.name);
    out.push(function.kind as u8);
    if function.kind == FunctionKind::Method {
        put_primitive(out, function.primitive.as_deref());
        let parameters = &function.parameters;
        let positional = parameters.required as u64 + parameters.optional as u64 + parameters.post as u64;
        put_number(out, if parameters.rest { 0 } else { positional + 1 });
    }
    let mut body = Vec::new();
    let place = match back {
        // What is nested in a method stands with it, and all that it takes to read it.
        Some(back) if function.kind == FunctionKind::Method => {
            put_string(&mut body, &function.name);
            put_string(&mut body, &outer.name);
            put_function(&mut body, function, Some(outer_file), None);
            Some(back.take(&format!("{outer_file}/{}/{}", outer.name, function.name), &body))
        }
        back => {
            put_function(&mut body, function, Some(outer_file), back);
            None
        }
    };
    put_place(out, place);
    put_number(out, body.len() as u64);
    if place.is_none() {
        here.extend_from_slice(&body);
    }
}

fn put_place(out: &mut Vec<u8>, place: Option<u32>) {
    out.push(place.is_some() as u8);
    place.into_iter().for_each(|place| out.extend_from_slice(&place.to_le_bytes()));
}

fn put_primitive(out: &mut Vec<u8>, name: Option<&str>) {
    out.push(name.is_some() as u8);
    name.into_iter().for_each(|name| put_string(out, name));
}

fn put_own_part(out: &mut Vec<u8>, function: &Function, outer_file: Option<&str>) {
    // The file comes first: a record reads it to hand it on to nested functions.
    if outer_file == Some(&function.file) {
        out.push(0);
    } else {
        out.push(1);
        put_string(out, &function.file);
    }
    out.push(function.kind as u8);
    put_number(out, function.flags.0 as u64);
    put_number(out, function.line as u64);
    put_primitive(out, function.primitive.as_deref());
    put_parameters(out, &function.parameters);
    put_number(out, function.registers as u64);
    put_number(out, function.feedback_slots as u64);
    put_number(out, function.instructions.len() as u64);
    function.instructions.iter().for_each(|each| put_instruction(out, *each));
    put_number(out, function.literals.len() as u64);
    function.literals.iter().for_each(|literal| put_literal(out, literal));
    put_strings(out, &function.names);
    put_number(out, function.call_sites.len() as u64);
    function.call_sites.iter().for_each(|site| put_call_site(out, site));
    put_number(out, function.handlers.len() as u64);
    function.handlers.iter().for_each(|handler| put_handler(out, handler));
    put_lines(out, &function.lines);
    put_lines(out, &function.statements);
    put_lines(out, &function.nodes);
    put_strings(out, &function.environment);
    put_number(out, function.locals.len() as u64);
    for (name, register) in &function.locals {
        put_string(out, name);
        put_number(out, *register as u64);
    }
    put_location(out, function.last_match);
    put_location(out, function.last_line);
}

fn put_parameters(out: &mut Vec<u8>, parameters: &Parameters) {
    let bits = parameters.rest as u8
        | (parameters.block as u8) << 1
        | (parameters.auto_splat as u8) << 2
        | (parameters.excess_comma as u8) << 3
        | (parameters.implicit_it as u8) << 4;
    out.push(bits);
    put_number(out, parameters.required as u64);
    put_number(out, parameters.optional as u64);
    put_number(out, parameters.post as u64);
    out.push(parameters.keyword_rest as u8);
    out.push(parameters.numbered);
    put_number(out, parameters.keywords.len() as u64);
    for keyword in &parameters.keywords {
        put_string(out, &keyword.name);
        out.push(keyword.required as u8);
    }
    put_number(out, parameters.optional_entries.len() as u64);
    parameters.optional_entries.iter().for_each(|entry| put_number(out, *entry as u64));
    put_strings(out, &parameters.names);
}

/// The operation, two bits for the width of each of `n`, `a`, `b` and `c`
/// (nothing for zero, else one or two bytes), and what is not zero.
fn put_instruction(out: &mut Vec<u8>, instruction: Instruction) {
    let fields = [instruction.n as u16, instruction.a, instruction.b, instruction.c];
    let width = |field: u16| (field > 0) as u8 + (field > 0xff) as u8;
    let widths = fields.iter().rev().fold(0, |widths, field| widths << 2 | width(*field));
    out.extend_from_slice(&[instruction.op as u8, widths]);
    for field in fields {
        out.extend_from_slice(&field.to_le_bytes()[..width(field) as usize]);
    }
}

fn put_literal(out: &mut Vec<u8>, literal: &Literal) {
    match literal {
        Literal::Integer(value) => {
            out.push(0);
            put_signed(out, *value);
        }
        Literal::BigInteger { negative, digits } => {
            out.extend_from_slice(&[1, *negative as u8]);
            put_number(out, digits.len() as u64);
            digits.iter().for_each(|digit| out.extend_from_slice(&digit.to_le_bytes()));
        }
        Literal::Float(value) => {
            out.push(2);
            out.extend_from_slice(&value.to_bits().to_le_bytes());
        }
        Literal::String { bytes, encoding } => put_text(out, 3, bytes, encoding),
        Literal::Symbol { bytes, encoding } => put_text(out, 4, bytes, encoding),
        Literal::Regexp { source, encoding, options } => {
            put_text(out, 5, source, encoding);
            out.push(*options);
        }
        Literal::Rational { numerator, denominator } => {
            out.push(6);
            put_literal(out, numerator);
            put_literal(out, denominator);
        }
        Literal::Imaginary(part) => {
            out.push(7);
            put_literal(out, part);
        }
        Literal::Array(elements) => {
            out.push(9);
            put_number(out, elements.len() as u64);
            elements.iter().for_each(|element| put_literal(out, element));
        }
        Literal::Clauses(clauses) => {
            out.push(10);
            put_number(out, clauses.len() as u64);
            for (key, jump) in clauses {
                put_literal(out, key);
                put_number(out, *jump as u64);
            }
        }
        Literal::Hash(pairs) => {
            out.push(11);
            put_number(out, pairs.len() as u64);
            for (key, value) in pairs {
                put_literal(out, key);
                put_literal(out, value);
            }
        }
        Literal::Nil => out.push(12),
        Literal::True => out.push(13),
        Literal::False => out.push(14),
        Literal::Range { first, last, exclusive } => {
            let bits = first.is_some() as u8 | (last.is_some() as u8) << 1 | (*exclusive as u8) << 2;
            out.extend_from_slice(&[8, bits]);
            first.iter().chain(last).for_each(|end| put_literal(out, end));
        }
    }
}

fn put_text(out: &mut Vec<u8>, tag: u8, bytes: &[u8], encoding: &str) {
    out.push(tag);
    put_bytes(out, bytes);
    // A common encoding is its place in the list plus one; any other follows a zero.
    match COMMON_ENCODINGS.iter().position(|common| *common == encoding) {
        Some(place) => out.push(place as u8 + 1),
        None => {
            out.push(0);
            put_string(out, encoding);
        }
    }
}

fn put_call_site(out: &mut Vec<u8>, site: &CallSite) {
    put_number(out, site.name as u64);
    put_number(out, site.arguments as u64);
    put_number(out, site.flags.0 as u64);
    put_number(out, site.keywords.len() as u64);
    site.keywords.iter().for_each(|name| put_number(out, *name as u64));
    // 0: no block; else its index plus one.
    put_number(out, site.block.map_or(0, |index| index as u64 + 1));
}

fn put_handler(out: &mut Vec<u8>, handler: &Handler) {
    put_number(out, handler.start as u64);
    put_number(out, handler.end as u64);
    put_number(out, handler.target as u64);
    put_number(out, handler.register as u64);
    out.push(handler.kind as u8);
}

fn put_lines(out: &mut Vec<u8>, lines: &[LineEntry]) {
    put_number(out, lines.len() as u64);
    let mut before = LineEntry { pc: 0, line: 0 };
    for entry in lines {
        put_signed(out, entry.pc as i64 - before.pc as i64);
        put_signed(out, entry.line as i64 - before.line as i64);
        before = *entry;
    }
}

fn put_location(out: &mut Vec<u8>, location: VariableLocation) {
    match location {
        VariableLocation::None => out.push(0),
        VariableLocation::Register(register) => {
            out.push(1);
            put_number(out, register as u64);
        }
        VariableLocation::Environment { slot, depth } => {
            out.push(2);
            put_number(out, slot as u64);
            put_number(out, depth as u64);
        }
    }
}
