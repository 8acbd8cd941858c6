//! Where the Ruby of the core library comes from.
//!
//! `RUTILE_CORE` names a folder to read it from: an edit then needs no build.

use rutile_compiler::Options;
use rutile_vm::value::Value;
use rutile_vm::vm::Vm;

use crate::files::FILES;

/// The folder in which this binary's sources stood when it was built.
const BUILT_FROM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../core");

/// Runs every file of the core library.
pub fn load(vm: &mut Vm) -> Result<(), Value> {
    let folder = std::env::var("RUTILE_CORE").unwrap_or_else(|_| BUILT_FROM.to_string());
    for name in FILES {
        let path = format!("{folder}/{name}.rb");
        let Ok(source) = std::fs::read(&path) else { continue };
        run(vm, name, &source)?;
    }
    Ok(())
}

fn run(vm: &mut Vm, name: &str, source: &[u8]) -> Result<(), Value> {
    let options = Options { file: format!("<internal:{name}>"), core: true, ..Options::default() };
    let compiled = match rutile_compiler::compile(source, &options) {
        Ok(compiled) => compiled,
        Err(error) => {
            eprintln!("{error}");
            return Err(Value::NIL);
        }
    };
    let code = vm.load_function(compiled.function, Value::NIL);
    let method = vm.new_public_frame_method();
    let receiver = vm.main_object;
    vm.execute(code, method, receiver).map(|_| ())
}
