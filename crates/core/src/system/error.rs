//! Failed system calls as exceptions.

use rustix::io::Errno;
use rutile_vm::prelude::*;

/// What the system says of an error.
pub fn text(number: i32) -> String {
    let text = std::io::Error::from_raw_os_error(number).to_string();
    match text.rfind(" (os error") {
        Some(end) => text[..end].to_string(),
        None => text,
    }
}

/// The class under `Errno` for a number; SystemCallError where there is none.
fn class_for(vm: &mut Vm, number: i32) -> ClassRef {
    let general = vm.classes.system_call_error;
    let key = vm.intern(b"Errno");
    let Some(module) = vm.own_constant(vm.classes.object, key).and_then(ClassRef::from_module) else { return general };
    let Some(table) = IdTable::from_value(module.constants()) else { return general };
    let wanted = Some(Value::fixnum(number as i64));
    let found = table.entries()
        .filter_map(|(_, value)| ClassRef::from_module(value))
        .find(|class| vm.own_constant(*class, key) == wanted);
    found.unwrap_or(general)
}

/// The exception of a failed call; `detail` is what it was about.
pub fn raise_number(vm: &mut Vm, number: i32, detail: &str) -> Exit {
    let class = class_for(vm, number);
    let mut message = text(number);
    if !detail.is_empty() {
        message = format!("{message} - {detail}");
    }
    let exit = vm.raise(class, message);
    let errno = vm.intern(b"@__errno");
    vm.describe(exit, &[(errno, Value::fixnum(number as i64))])
}

/// The same, naming the function that the reference names: `No such file or directory @ rb_sysopen - path`.
pub fn raise_in(vm: &mut Vm, errno: Errno, function: &str, path: &str) -> Exit {
    let class = class_for(vm, errno.raw_os_error());
    let message = format!("{} @ {function} - {path}", text(errno.raw_os_error()));
    let exit = vm.raise(class, message);
    let number = vm.intern(b"@__errno");
    vm.describe(exit, &[(number, Value::fixnum(errno.raw_os_error() as i64))])
}

pub fn raise(vm: &mut Vm, errno: Errno, detail: &str) -> Exit {
    raise_number(vm, errno.raw_os_error(), detail)
}

/// The same for errors that the standard library reports.
pub fn raise_io(vm: &mut Vm, error: &std::io::Error, detail: &str) -> Exit {
    raise_number(vm, error.raw_os_error().unwrap_or(libc::EINVAL), detail)
}
