//! The command.

use rutile_vm::vm::{Options, Vm};

fn main() {
    let path = std::env::args().nth(1).unwrap_or_default();
    let source = if path == "-e" { std::env::args().nth(2).unwrap_or_default().into_bytes() } else { std::fs::read(&path).unwrap_or_default() };
    let options = Options::from_environment();
    let mut vm = Vm::new(options).expect("memory");
    if let Err(error) = rutile_core::install(&mut vm) {
        report(&mut vm, error);
        std::process::exit(1);
    }
    let code = match vm.compile_file(&source, &path, true) {
        Ok(code) => code.cell.get(),
        Err(rutile_vm::native::Exit::Raise(error)) => { report(&mut vm, error); std::process::exit(1) }
        Err(_) => return,
    };
    let (method, receiver) = (vm.top_method, vm.main_object);
    if let Err(error) = vm.execute(code, method, receiver) {
        rutile_core::io_stream::flush_all(&mut vm);
        report(&mut vm, error);
        std::process::exit(1);
    }
    rutile_core::io_stream::flush_all(&mut vm);
}

fn report(vm: &mut Vm, error: rutile_vm::value::Value) {
    use rutile_vm::symbol::Symbol;
    let class = vm.class_name(vm.class_of(error));
    let message = vm.get_variable(error, Symbol::MESSAGE);
    let text = rutile_vm::object::string::StringRef::from_value(message).map(|s| s.text().into_owned()).unwrap_or_default();
    eprintln!("{class}: {text}");
    let raw = vm.get_variable(error, Symbol::BACKTRACE);
    for location in vm.locations(raw) { eprintln!("  {location}"); }
    if let Some(raw) = rutile_vm::object::array::ArrayRef::from_value(raw) {
        for f in raw.as_slice().chunks(3) {
            if let Some(c) = rutile_vm::code::Code::of_value(f[0]) { eprintln!("    raw {}:{} {}", c.function.file, c.line_at(f[2].as_fixnum().unwrap_or(0) as usize), c.function.name); }
        }
    }
}
