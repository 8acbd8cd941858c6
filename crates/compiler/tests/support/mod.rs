//! Compiling snippets: every one is verified and survives being written and read.

#![allow(dead_code)]

use rutile_bytecode::serialize::{read_function, write_function};
use rutile_bytecode::{Function, disassemble, verify};
use rutile_compiler::{Options, compile};

/// The function of a program that must compile and be sound.
pub fn function(source: &str) -> Function {
    let options = Options { file: "test.rb".to_string(), ..Options::default() };
    let compiled = compile(source.as_bytes(), &options).unwrap_or_else(|error| panic!("{source}\n{error:?}"));
    sound(source, &compiled.function);
    compiled.function
}

/// Fails unless the function is sound and survives being written and read.
pub fn sound(source: &str, function: &Function) {
    if let Err(error) = verify::verify(function) {
        panic!("{source}\n{error}\n{}", disassemble::disassemble(function));
    }
    assert_eq!(read_function(&write_function(function)).as_ref(), Ok(function), "{source}");
}

/// The instructions of the program itself, one a line, without positions, lines and padding.
pub fn instructions(source: &str) -> Vec<String> {
    instructions_of(&function(source))
}

/// The same for any function.
pub fn instructions_of(function: &Function) -> Vec<String> {
    let text = disassemble::disassemble_own(function);
    text.lines()
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            let first = words.next()?;
            if first.len() == 4 && first.bytes().all(|byte| byte.is_ascii_digit()) {
                let rest: Vec<&str> = words.filter(|word| !word.starts_with('[') || !word.ends_with(']')|| *word == "[]").collect();
                return Some(rest.join(" "));
            }
            (first.starts_with('L') && first.ends_with(':')).then(|| first.to_string())
        })
        .collect()
}

/// The operations alone, in order.
pub fn operations(source: &str) -> Vec<String> {
    instructions(source)
        .into_iter()
        .filter(|line| !line.ends_with(':'))
        .filter_map(|line| line.split(' ').next().map(str::to_string))
        .collect()
}

/// The text that Ruby would print for a program that isn't valid.
pub fn refusal(source: &str) -> String {
    let options = Options { file: "test.rb".to_string(), ..Options::default() };
    match compile(source.as_bytes(), &options) {
        Ok(_) => panic!("compiled: {source}"),
        Err(error) => format!("{error:?}"),
    }
}

/// How many instructions of the program contain this text.
pub fn count(source: &str, what: &str) -> usize {
    instructions(source).iter().filter(|line| line.contains(what)).count()
}
