//! Where the Ruby of the core library comes from.
//!
//! It is compiled into an image when the binary is built, so that a start neither
//! reads nor parses it; of the image only what runs is decoded, a method when it is
//! first called. `RUTILE_CORE` names a folder to read it from instead, and a
//! debug build reads its own source folder while that is there: an edit then needs
//! no build. An empty `RUTILE_CORE` asks for the image.

use std::path::{Path, PathBuf};

use rutile_bytecode::serialize::{FormatError, Image};
use rutile_compiler::Options;
use rutile_vm::code::native::Exit;
use rutile_vm::value::Value;
use rutile_vm::vm::Vm;

use crate::load_order::{FILES, label};

/// The core library as it was when this binary was built.
static IMAGE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/core.image"));

/// The folder in which this binary's sources stood when it was built.
const BUILT_FROM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../core");

/// Runs every file of the core library. An error is the exception that left one.
pub fn load(vm: &mut Vm) -> Result<(), Value> {
    match folder() {
        Some(folder) => load_folder(vm, &folder),
        None => load_image(vm),
    }
}

/// The folder to read from, if not the image.
fn folder() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("RUTILE_CORE") {
        return (!named.is_empty()).then(|| PathBuf::from(named));
    }
    let sources = Path::new(BUILT_FROM);
    (cfg!(debug_assertions) && sources.is_dir()).then(|| sources.to_path_buf())
}

fn load_image(vm: &mut Vm) -> Result<(), Value> {
    let image = Image::read(IMAGE).map_err(|error| damaged(vm, error))?;
    for (_, file) in image.files() {
        let record = file.record().map_err(|error| damaged(vm, error))?;
        vm.check_image(&record).map_err(|error| damaged(vm, error))?;
        let code = vm.load_record(&record, Value::NIL).map_err(|error| damaged(vm, error))?;
        run(vm, code)?;
    }
    Ok(())
}

fn damaged(vm: &mut Vm, error: FormatError) -> Value {
    exception(vm.raise(vm.classes.load_error, format!("the core library's image: {error}")))
}

fn load_folder(vm: &mut Vm, folder: &Path) -> Result<(), Value> {
    for name in FILES {
        let path = folder.join(format!("{name}.rb"));
        let source = match std::fs::read(&path) {
            Ok(source) => source,
            Err(error) => return Err(exception(vm.raise(vm.classes.load_error, format!("{}: {error}", path.display())))),
        };
        let options = Options { file: label(name), core: true, ..Options::default() };
        match rutile_compiler::compile(&source, &options) {
            Ok(compiled) => {
                let code = vm.load_function(compiled.function, Value::NIL);
                run(vm, code)?;
            }
            Err(error) => return Err(exception(vm.raise(vm.classes.syntax_error, error.to_string()))),
        }
    }
    Ok(())
}

fn exception(exit: Exit) -> Value {
    match exit {
        Exit::Raise(exception) => exception,
        Exit::Fallback => Value::NIL,
    }
}

fn run(vm: &mut Vm, code: Value) -> Result<(), Value> {
    let method = vm.new_public_frame_method();
    let receiver = vm.program.main_object;
    vm.execute(code, method, receiver).map(|_| ())
}
