//! The native half of the gem `prism`: the parser that this program is built with, for whichever version of the gem's
//! Ruby half is loaded.
//!
//! The parser writes its tree in the binary form of its own version. The Ruby half reads that of the version it came
//! with, and shows by reflection what its nodes are; `transcode` writes the one as the other.

#[expect(unsafe_code)]
pub mod library;
mod nodes;
mod reader;
mod transcode;
mod tree;

use std::sync::Arc;

use ruby_prism::StringQuery;
use rutile_core::arguments::{bytes, bytes_or_nil, string, symbol};
use rutile_vm::prelude::*;

use library::{Content, Options};
use nodes::Plans;
use reader::Trouble;

fn options(vm: &mut Vm, args: Arguments, index: usize) -> Result<Options, Exit> {
    let options = Options::checked(bytes(vm, args, index)?);
    options.ok_or_else(|| vm.raise(vm.classes.argument_error, "incomplete options".to_string()))
}

/// Reads a source in some way; a helper reads long ones.
pub fn in_time<K: PartialEq + Clone + Send + 'static, T: Send + 'static>(vm: &mut Vm, subject: &(Vec<u8>, K), read: fn(&(Vec<u8>, K)) -> T) -> Result<T, Exit> {
    if subject.0.len() < LONG_TEXT { Ok(read(subject)) } else { vm.work_aside(subject.clone(), read) }
}

fn written(source: &[u8], (content, options, plans): &(Content, Options, Option<Arc<Plans>>)) -> reader::Outcome<Vec<u8>> {
    library::on_deep_stack(source, || {
        let own = library::serialize(*content, source, options);
        match plans {
            Some(plans) => transcode::transcode(*content, &own, plans),
            None => Ok(own),
        }
    })
}

/// How to write for the gem whose layout is an argument; `None`: as the version built in does.
fn plans(vm: &mut Vm, args: Arguments, index: usize) -> Result<Option<Arc<Plans>>, Exit> {
    let plans = bytes_or_nil(vm, args, index)?.map(Plans::for_layout).transpose();
    plans.map_err(|name| unknown(vm, &name))
}

fn unknown(vm: &mut Vm, name: &str) -> Exit {
    vm.not_implemented(&format!("{name} of Prism {} for another version of its gem", nodes::built_in_version()))
}

/// `prism_serialize(content, source, options, layout)`: the content (`:parse`, `:parse_comments`, `:lex`, `:parse_lex`)
/// of a source in the binary form of the gem with that layout; without one in that of the version built in.
fn prism_serialize(vm: &mut Vm, args: Arguments) -> NativeResult {
    let content = symbol(vm, args, 0)?;
    let content = match vm.symbol_text(content).as_str() {
        "parse" => Content::Tree,
        "parse_comments" => Content::Comments,
        "lex" => Content::Tokens,
        "parse_lex" => Content::TokensAndTree,
        other => return Err(vm.raise(vm.classes.argument_error, format!("unknown content: {other}"))),
    };
    let source = bytes(vm, args, 1)?.to_vec();
    let options = options(vm, args, 2)?;
    let plans = plans(vm, args, 3)?;
    match in_time(vm, &(source, (content, options, plans)), |(source, request)| written(source, request))? {
        Ok(written) => Ok(vm.new_string(&written, Encoding::BINARY).value()),
        Err(Trouble::Unknown(name)) => Err(unknown(vm, &name)),
        Err(Trouble::Malformed) => Err(vm.raise(vm.classes.runtime_error, "Prism wrote what isn't its binary form".to_string())),
    }
}

/// `prism_right(source, options)`: whether the source has no errors.
fn prism_right(vm: &mut Vm, args: Arguments) -> NativeResult {
    let source = bytes(vm, args, 0)?.to_vec();
    let options = options(vm, args, 1)?;
    let is_right = in_time(vm, &(source, options), |(source, options)| library::on_deep_stack(source, || library::is_right(source, options)))?;
    Ok(Value::boolean(is_right))
}

/// `prism_version`: that of the parser.
fn prism_version(vm: &mut Vm, _args: Arguments) -> NativeResult {
    Ok(vm.string(nodes::built_in_version()))
}

/// `prism_diagnostics`: the names of all diagnostics.
fn prism_diagnostics(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let list = vm.array_with_capacity(0);
    for name in nodes::diagnostics() {
        let name = vm.intern(name.as_bytes());
        vm.array_push(list, Value::symbol(name));
    }
    Ok(list.value())
}

/// `prism_name_is(kind, name)`: whether a name is a `:local`, `:constant` or `:method_name`; nil if its encoding is unfit.
fn prism_name_is(vm: &mut Vm, args: Arguments) -> NativeResult {
    let kind = symbol(vm, args, 0)?;
    let name = string(vm, args, 1)?;
    let query = StringQuery::new(name.bytes()).encoding(name.encoding().name());
    let answer = match vm.symbol_text(kind).as_str() {
        "local" => query.is_local(),
        "constant" => query.is_constant(),
        _ => query.is_method_name(),
    };
    Ok(answer.map_or(Value::NIL, Value::boolean))
}

pub const NATIVES: &[(&str, Native)] = &[
    ("prism_serialize", prism_serialize),
    ("prism_right", prism_right),
    ("prism_version", prism_version),
    ("prism_diagnostics", prism_diagnostics),
    ("prism_name_is", prism_name_is),
];
