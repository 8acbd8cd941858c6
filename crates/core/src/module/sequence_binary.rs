//! Text compiled without being run, and the bytes that such code is written to and read from
//! (`RubyVM::InstructionSequence.compile`, `#to_binary`, `.load_from_binary`).
//!
//! | primitive | answers |
//! |---|---|
//! | `sequence_compile(source, file, line, label, frozen)` | the code; what the parser warned of is kept for the next primitive |
//! | `sequence_warnings()` | the lines that the parser warned of in what was compiled last |
//! | `sequence_write(source, file, line, label, frozen, path, extra)` | the code's binary form |
//! | `sequence_rewrite(binary, extra)` | a binary form with another text of the program's |
//! | `sequence_read(binary)` | the code, its absolute path and first line |
//! | `sequence_extra(binary)` | the text that the program added to a binary form |
//!
//! ```text
//!   +------------+--------------+---------------+------+-------+-------------------------------------+
//!   | "RutileIS" | its length   | its length    | path | extra | an image (`rutile_bytecode`) of one |
//!   |            | (4 bytes) of | (4 bytes) of  |      |       | file                                |
//!   |            | the path     | the extra     |      |       |                                     |
//!   +------------+--------------+---------------+------+-------+-------------------------------------+
//! ```
//!
//! Bytes may come from anywhere: they are verified before they are made code, and code of the core's kind, which may
//! call natives as the core library does, is refused.

use rutile_bytecode::serialize::{FormatError, Image};
use rutile_bytecode::{Function, FunctionFlags, FunctionKind, verify};
use rutile_compiler::Options;
use rutile_vm::prelude::*;

const MAGIC: &[u8; 8] = b"RutileIS";
/// Lengths behind the magic, four bytes each.
const LENGTHS: usize = 2 * 4;

/// The text and how it is to be compiled, from the arguments that two primitives share.
fn request(vm: &mut Vm, args: Arguments) -> Result<(StringRef, Options), Exit> {
    let (Some(source), Some(file), Some(line), Some(label)) =
        (args.get(0).as_string(), args.get(1).as_string(), args.get(2).as_fixnum(), args.get(3).as_string())
    else {
        return Err(vm.argument_error("a primitive expects a text, a file, a line and a label".to_string()));
    };
    let encoding = source.encoding();
    if !encoding.is_ascii_compatible() {
        return Err(vm.argument_error("invalid source encoding".to_string()));
    }
    let mut options = Options {
        file: file.text().into_owned(),
        line: Some(line as i32),
        label: Some(label.text().into_owned()),
        encoding: (encoding != Encoding::UTF_8).then(|| encoding.name().to_string()),
        ..vm.loader.compiler_options.clone()
    };
    if !args.get(4).is_nil() {
        options.frozen_string_literal = Some(args.get(4).truthy());
    }
    Ok((source, options))
}

fn sequence_compile(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (source, options) = request(vm, args)?;
    Ok(vm.compile(source.bytes(), &options)?.cell.get())
}

fn sequence_warnings(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let warnings = std::mem::take(&mut vm.loader.warnings);
    let lines = vm.array_with_capacity(warnings.len());
    for line in &warnings {
        let line = vm.string(line);
        vm.array_push(lines, line);
    }
    Ok(lines.value())
}

fn sequence_write(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (source, options) = request(vm, args)?;
    let compiled = match rutile_compiler::compile(source.bytes(), &options) {
        Ok(compiled) => compiled,
        Err(error) => return Err(vm.argument_error(error.to_string())),
    };
    let path = args.get(5).as_string().map(|path| path.bytes().to_vec()).unwrap_or_default();
    put_together(vm, &path, args.get(6), &Image::write(&[("", &compiled.function)], &[]))
}

fn sequence_rewrite(vm: &mut Vm, args: Arguments) -> NativeResult {
    let binary = binary_of(vm, args)?;
    let parts = parts_of(vm, &binary)?;
    put_together(vm, parts.path, args.get(1), parts.image)
}

fn put_together(vm: &mut Vm, path: &[u8], extra: Value, image: &[u8]) -> NativeResult {
    let extra = extra.as_string().map(|extra| extra.bytes().to_vec()).unwrap_or_default();
    let (Ok(path_length), Ok(extra_length)) = (u32::try_from(path.len()), u32::try_from(extra.len())) else {
        return Err(vm.argument_error("string too long".to_string()));
    };
    let lengths = [path_length.to_le_bytes(), extra_length.to_le_bytes()].concat();
    let binary = [MAGIC, lengths.as_slice(), path, &extra, image].concat();
    Ok(vm.new_string(&binary, Encoding::BINARY).value())
}

/// A binary form taken apart.
struct Parts<'a> {
    path: &'a [u8],
    extra: &'a [u8],
    image: &'a [u8],
}

fn take_apart(binary: &[u8]) -> Option<Parts<'_>> {
    let (lengths, rest) = binary.strip_prefix(MAGIC)?.split_at_checked(LENGTHS)?;
    let (path, extra) = lengths.split_at(LENGTHS / 2);
    let length = |bytes: &[u8]| bytes.try_into().ok().map(|bytes| u32::from_le_bytes(bytes) as usize);
    let (path, rest) = rest.split_at_checked(length(path)?)?;
    let (extra, image) = rest.split_at_checked(length(extra)?)?;
    Some(Parts { path, extra, image })
}

/// What a binary form must be for its code to be loaded; else why not.
fn checked_function(image: &[u8]) -> Result<Function, String> {
    let decode = || -> Result<Option<Function>, FormatError> {
        let file = Image::read(image)?.find("");
        file.map(|file| file.record()?.decode()).transpose()
    };
    match decode() {
        Ok(Some(function)) if function.kind == FunctionKind::File && !is_core(&function) => {
            verify::verify(&function).map_err(|error| format!("broken binary format: {error}")).map(|()| function)
        }
        Ok(_) | Err(FormatError::NotAnImage | FormatError::Truncated) => Err("broken binary format".to_string()),
        Err(error) => Err(error.to_string()),
    }
}

fn is_core(function: &Function) -> bool {
    function.flags.has(FunctionFlags::CORE) || function.functions.iter().any(|nested| is_core(nested))
}

fn parts_of<'a>(vm: &mut Vm, binary: &'a StringRef) -> Result<Parts<'a>, Exit> {
    match take_apart(binary.bytes()) {
        Some(parts) => Ok(parts),
        None => Err(vm.raise(vm.classes.runtime_error, "broken binary format".to_string())),
    }
}

fn binary_of(vm: &mut Vm, args: Arguments) -> Result<StringRef, Exit> {
    match args.get(0).as_string() {
        Some(binary) => Ok(binary),
        None => Err(vm.argument_error("a primitive expects a String".to_string())),
    }
}

fn sequence_read(vm: &mut Vm, args: Arguments) -> NativeResult {
    let binary = binary_of(vm, args)?;
    let parts = parts_of(vm, &binary)?;
    let path = String::from_utf8_lossy(parts.path).into_owned();
    let function = match checked_function(parts.image) {
        Ok(function) => function,
        Err(reason) => return Err(vm.raise(vm.classes.runtime_error, reason)),
    };
    let line = Value::fixnum(function.line.into());
    vm.disable_collections(|vm| {
        let code = vm.load_function(function, Value::NIL);
        let path = vm.string(&path);
        Ok(vm.new_array(&[code, path, line]).value())
    })
}

fn sequence_extra(vm: &mut Vm, args: Arguments) -> NativeResult {
    let binary = binary_of(vm, args)?;
    let extra = parts_of(vm, &binary)?.extra.to_vec();
    Ok(vm.new_string(&extra, Encoding::BINARY).value())
}

pub const NATIVES: &[(&str, Native)] = &[
    ("sequence_compile", sequence_compile),
    ("sequence_warnings", sequence_warnings),
    ("sequence_write", sequence_write),
    ("sequence_rewrite", sequence_rewrite),
    ("sequence_read", sequence_read),
    ("sequence_extra", sequence_extra),
];
