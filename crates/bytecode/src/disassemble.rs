//! Readable text of functions, for people and for tests of the compiler.
//!
//! One instruction a line, after its position: the operation, then its operands
//! as [`Op::operands`] declares them, with names, literals, call sites and
//! nested functions printed in place and jump targets as labels. Anything that
//! is out of range is printed as its number with a question mark, so that
//! unsound code can be read too.
//!
//! ```text
//! == greet (method) at hello.rb:1
//!    parameters: name
//!    registers: 9
//!    0000 [2]      JumpUnless           r0, -> L1
//!    0001          Move                 r8, r0
//!    0002          Send                 r1, r2, puts(1) self
//! L1:
//!    0003 [3]      Return               r1
//! ```

use std::fmt::{Display, Write};

use crate::function::{CallFlags, CallSite, Function, HandlerKind, KeywordRest, VariableLocation};
use crate::instruction::{Instruction, Op, OperandKind, class_flags, defined};
use crate::literal::Literal;
use crate::verify;

#[cfg(test)]
mod tests;

/// The function and, after it, everything nested in it.
pub fn disassemble(function: &Function) -> String {
    let mut text = String::new();
    put_function(&mut text, function);
    text
}

/// Only the function itself.
pub fn disassemble_own(function: &Function) -> String {
    let mut text = String::new();
    put_own(&mut text, function);
    text
}

/// Adds a line. Writing to a String cannot fail.
fn line(text: &mut String, what: impl Display) {
    let _ = writeln!(text, "{what}");
}

fn put_function(text: &mut String, function: &Function) {
    put_own(text, function);
    for nested in &function.functions {
        text.push('\n');
        put_function(text, nested);
    }
}

fn put_own(text: &mut String, function: &Function) {
    put_head(text, function);
    let labels = labels(function);
    let mut lines = function.lines.iter().peekable();
    for (pc, instruction) in function.instructions.iter().enumerate() {
        if let Some(label) = label_at(&labels, pc as i64) {
            line(text, format_args!("{label}:"));
        }
        let mut mark = String::new();
        while let Some(entry) = lines.next_if(|entry| entry.pc as usize <= pc) {
            mark = format!("[{}]", entry.line);
        }
        let operands = operands(function, pc, *instruction, &labels);
        let row = format!("   {pc:04} {mark:<8} {:<20} {operands}", instruction.op.name());
        line(text, row.trim_end());
    }
    put_handlers(text, function, &labels);
}

fn put_head(text: &mut String, function: &Function) {
    let kind = format!("{:?}", function.kind).to_lowercase();
    line(text, format_args!("== {} ({kind}) at {}:{}", function.name, function.file, function.line));
    if let Some(primitive) = &function.primitive {
        line(text, format_args!("   primitive: {primitive}"));
    }
    let parameters = parameters(function);
    if !parameters.is_empty() {
        line(text, format_args!("   parameters: {parameters}"));
    }
    line(text, format_args!("   registers: {}", function.registers));
    if !function.locals.is_empty() {
        let locals: Vec<String> =
            function.locals.iter().map(|(name, register)| format!("{name} r{register}")).collect();
        line(text, format_args!("   locals: {}", locals.join(", ")));
    }
    if !function.environment.is_empty() {
        line(text, format_args!("   environment: {}", function.environment.join(", ")));
    }
    for (what, location) in [("$~", function.last_match), ("$_", function.last_line)] {
        match location {
            VariableLocation::None => {}
            VariableLocation::Register(register) => line(text, format_args!("   {what}: r{register}")),
            VariableLocation::Environment { slot, depth } => {
                line(text, format_args!("   {what}: env({depth})[{slot}]"))
            }
        }
    }
}

/// The parameter list as it was written, more or less.
fn parameters(function: &Function) -> String {
    let parameters = &function.parameters;
    let mut names = parameters.names.iter();
    let mut next = |prefix: &str, suffix: &str| {
        let name = names.next().map_or("", String::as_str);
        let shown = if name.is_empty() { "(...)" } else { name };
        let shown = if shown == prefix { "" } else { shown };
        format!("{prefix}{shown}{suffix}")
    };
    let mut list = Vec::new();
    (0..parameters.required).for_each(|_| list.push(next("", "")));
    let entry = |index: usize| parameters.optional_entries.get(index).map_or("?".to_string(), u32::to_string);
    (0..parameters.optional).for_each(|index| list.push(next("", &format!(" = @{}", entry(index as usize)))));
    (0..parameters.rest as u16).for_each(|_| list.push(next("*", "")));
    (0..parameters.post).for_each(|_| list.push(next("", "")));
    for keyword in &parameters.keywords {
        list.push(format!("{}:{}", keyword.name, if keyword.required { "" } else { " ?" }));
    }
    match parameters.keyword_rest {
        KeywordRest::None => {}
        KeywordRest::Collected => list.push(next("**", "")),
        KeywordRest::Forbidden => list.push("**nil".to_string()),
    }
    (0..parameters.block as u16).for_each(|_| list.push(next("&", "")));
    if parameters.excess_comma {
        list.push("(comma)".to_string());
    }
    list.join(", ")
}

/// Positions that jumps, handlers and optional parameters go to, in order.
fn labels(function: &Function) -> Vec<i64> {
    let jumps = function
        .instructions
        .iter()
        .enumerate()
        .filter_map(|(pc, instruction)| verify::jump_target(pc, *instruction));
    let handlers = function.handlers.iter().map(|handler| handler.target as i64);
    let mut labels: Vec<i64> = jumps.chain(handlers).collect();
    labels.sort_unstable();
    labels.dedup();
    labels
}

fn label_at(labels: &[i64], pc: i64) -> Option<String> {
    labels.binary_search(&pc).ok().map(|index| format!("L{}", index + 1))
}

fn operands(function: &Function, pc: usize, instruction: Instruction, labels: &[i64]) -> String {
    let kinds = instruction.op.operands();
    let fields = [instruction.a, instruction.b, instruction.c];
    let mut shown = Vec::new();
    for (position, (kind, field)) in kinds.into_iter().zip(fields).enumerate() {
        if verify::is_ignored(instruction, position) {
            continue;
        }
        match kind {
            OperandKind::None | OperandKind::Half => {}
            OperandKind::Jump => {
                let target = verify::jump_target(pc, instruction).unwrap_or_default();
                let label = label_at(labels, target).unwrap_or_default();
                let outside = target < 0 || target >= function.instructions.len() as i64;
                shown.push(if outside { format!("-> {target}?") } else { format!("-> {label}") });
            }
            OperandKind::Number if position > 0 && counts_registers(instruction.op) => {}
            // Few functions open variables.
            OperandKind::Number if instruction.op == Op::Return && field == 0 => {}
            _ => shown.push(operand(function, kind, field, instruction)),
        }
    }
    let extra = immediate(instruction);
    shown.extend((!extra.is_empty()).then_some(extra));
    shown.join(", ")
}

/// Operations whose count is shown with the register range.
fn counts_registers(op: Op) -> bool {
    matches!(op, Op::NewArray | Op::ConcatStrings | Op::NewRegexp | Op::LoadNils)
}

fn operand(function: &Function, kind: OperandKind, field: u16, instruction: Instruction) -> String {
    let Instruction { op, n, a, b, c } = instruction;
    match kind {
        OperandKind::Out if op == Op::LoadNils => registers(a, b),
        OperandKind::In | OperandKind::Out | OperandKind::InOut | OperandKind::Window => format!("r{field}"),
        OperandKind::First => match op {
            Op::CallHelper | Op::CallPrimitive => registers(b, n as u16),
            Op::OpenClass => open_class(instruction),
            _ => registers(b, c),
        },
        OperandKind::Name => name(function, field),
        OperandKind::Site => match function.call_sites.get(instruction.site()) {
            Some(site) => call_site(function, site),
            None => format!("site {}?", instruction.site()),
        },
        OperandKind::Function => match function.functions.get(field as usize) {
            Some(nested) => format!("function {field} ({})", nested.name),
            None => format!("function {field}?"),
        },
        OperandKind::Literal => match function.literals.get(instruction.bc() as usize) {
            Some(value) => literal(value),
            None => format!("literal {}?", instruction.bc()),
        },
        OperandKind::Feedback => format!("feedback {field}"),
        OperandKind::Number if op == Op::ExpandArray => {
            format!("{} + {n} + {}", c & 255, c >> 8)
        }
        OperandKind::Number => field.to_string(),
        OperandKind::Signed => (field as i16).to_string(),
        OperandKind::Integer => instruction.bc().to_string(),
        OperandKind::None | OperandKind::Half | OperandKind::Jump => String::new(),
    }
}

fn registers(first: u16, count: u16) -> String {
    match count {
        0 => "none".to_string(),
        1 => format!("r{first}"),
        _ => format!("r{first}..r{}", first as u32 + count as u32 - 1),
    }
}

fn name(function: &Function, index: impl Into<u32>) -> String {
    let index = index.into();
    function.names.get(index as usize).cloned().unwrap_or_else(|| format!("name {index}?"))
}

fn open_class(instruction: Instruction) -> String {
    let Instruction { n, b, .. } = instruction;
    let mut parts = vec![if n & class_flags::MODULE != 0 { "module" } else { "class" }.to_string()];
    if n & class_flags::SCOPED != 0 {
        parts.push(format!("in r{b}"));
    }
    if n & class_flags::TOP != 0 {
        parts.push("in Object".to_string());
    }
    if n & class_flags::SUPERCLASS != 0 {
        parts.push(format!("< r{}", b as u32 + 1));
    }
    parts.join(" ")
}

/// The meaning of `n`, where it says more than a count already shown.
fn immediate(instruction: Instruction) -> String {
    let Instruction { op, n, .. } = instruction;
    match op {
        Op::CallHelper | Op::CallPrimitive | Op::ExpandArray | Op::OpenClass | Op::Send | Op::Super | Op::Yield => String::new(),
        Op::Defined => defined_kind(n).to_string(),
        Op::GetBackReference if n > 0 => format!("${}", n as char),
        Op::NewString if n == 1 => "chilled".to_string(),
        Op::NewRange if n == 1 => "exclusive".to_string(),
        Op::SplatArray if n == 1 => "copy".to_string(),
        Op::GetConstantFrom if n == 1 => "top".to_string(),
        Op::SetConstant if n == 1 => "lexical".to_string(),
        Op::SetConstant if n == 2 => "top".to_string(),
        Op::NewRegexp if n > 0 => format!("options {n}"),
        _ if n > 0 => format!("n {n}"),
        _ => String::new(),
    }
}

fn defined_kind(number: u8) -> &'static str {
    match number {
        defined::GLOBAL => "global",
        defined::INSTANCE_VARIABLE => "instance variable",
        defined::CLASS_VARIABLE => "class variable",
        defined::CONSTANT => "constant",
        defined::CONSTANT_FROM => "constant from",
        defined::METHOD => "method",
        defined::SELF_METHOD => "self method",
        defined::YIELD => "yield",
        defined::SUPER => "super",
        defined::TOP_CONSTANT => "top constant",
        _ => "unknown?",
    }
}

/// `name(2, key:, &)` and what its flags say.
fn call_site(function: &Function, site: &CallSite) -> String {
    let flags = site.flags;
    let mut arguments = Vec::new();
    let splats = flags.has(CallFlags::SPLAT);
    let plain = site.arguments - splats as u16;
    if plain > 0 {
        arguments.push(plain.to_string());
    }
    if splats {
        arguments.push("*".to_string());
    }
    arguments.extend(site.keywords.iter().map(|keyword| format!("{}:", name(function, *keyword))));
    let marks = [(CallFlags::KEYWORD_HASH, "**"), (CallFlags::BLOCK_ARGUMENT, "&"), (CallFlags::FORWARD_BLOCK, "&own")];
    arguments.extend(marks.iter().filter(|(flag, _)| flags.has(*flag)).map(|(_, mark)| mark.to_string()));
    let called = function.names.get(site.name as usize).map_or("", String::as_str);
    let mut text = format!("{called}({})", arguments.join(", "));
    if let Some(block) = site.block {
        let _ = write!(text, " {{function {block}}}");
    }
    let words = [
        (CallFlags::SELF_CALL, " self"),
        (CallFlags::VARIABLE_CALL, " variable"),
        (CallFlags::IMPLICIT_SUPER, " implicit"),
        (CallFlags::ASSIGNMENT, " assignment"),
    ];
    words.iter().filter(|(flag, _)| flags.has(*flag)).for_each(|(_, word)| text.push_str(word));
    text
}

/// A literal about as Ruby writes it.
pub fn literal(value: &Literal) -> String {
    match value {
        Literal::Integer(value) => value.to_string(),
        Literal::BigInteger { negative, digits } => {
            let sign = if *negative { "-" } else { "" };
            let digits: String = digits.iter().rev().map(|digit| format!("{digit:08x}")).collect();
            format!("{sign}0x{}", digits.trim_start_matches('0'))
        }
        Literal::Float(value) => format!("{value:?}"),
        Literal::String { bytes, encoding } => format!("\"{}\"{}", bytes.escape_ascii(), other_encoding(encoding)),
        Literal::Symbol { bytes, encoding } => format!(":{}{}", bytes.escape_ascii(), other_encoding(encoding)),
        Literal::Regexp { source, encoding, options } => {
            format!("/{}/{options}{}", source.escape_ascii(), other_encoding(encoding))
        }
        Literal::Rational { numerator, denominator } => format!("{}/{}r", literal(numerator), literal(denominator)),
        Literal::Imaginary(part) => format!("{}i", literal(part)),
        Literal::Array(elements) => format!("[{}]", elements.iter().map(literal).collect::<Vec<_>>().join(", ")),
        Literal::Hash(pairs) => {
            let pairs: Vec<String> = pairs.iter().map(|(key, value)| format!("{} => {}", literal(key), literal(value))).collect();
            format!("{{{}}}", pairs.join(", "))
        }
        Literal::Nil => "nil".to_string(),
        Literal::True => "true".to_string(),
        Literal::False => "false".to_string(),
        Literal::Clauses(clauses) => {
            let clauses: Vec<String> = clauses.iter().map(|(key, jump)| format!("{} => {jump}", literal(key))).collect();
            format!("{{{}}}", clauses.join(", "))
        }
        Literal::Range { first, last, exclusive } => {
            let end = |end: &Option<Box<Literal>>| end.as_ref().map_or(String::new(), |end| literal(end));
            format!("{}{}{}", end(first), if *exclusive { "..." } else { ".." }, end(last))
        }
    }
}

fn other_encoding(encoding: &str) -> String {
    match encoding {
        "UTF-8" | "US-ASCII" | "" => String::new(),
        _ => format!(" ({encoding})"),
    }
}

fn put_handlers(text: &mut String, function: &Function, labels: &[i64]) {
    for handler in &function.handlers {
        let kind = match handler.kind {
            HandlerKind::Rescue => "rescue",
            HandlerKind::Ensure => "ensure",
            HandlerKind::Clause => "clause",
        };
        let target = label_at(labels, handler.target as i64).unwrap_or_default();
        line(
            text,
            format_args!("   {kind} {:04}..{:04} -> {target}, r{}", handler.start, handler.end, handler.register),
        );
    }
}
