//! The questions that a library asks of the process it runs in.

use std::os::unix::ffi::OsStrExt;

use rutile_vm::prelude::*;

/// `Primitive.executable_path()`: the file that runs.
fn executable_path(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let path = rutile_platform::process::executable();
    Ok(vm.new_string(path.as_os_str().as_bytes(), Encoding::UTF_8).value())
}

pub const NATIVES: &[(&str, Native)] = &[("executable_path", executable_path)];
