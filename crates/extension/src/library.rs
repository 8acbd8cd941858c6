//! Loading extensions: shared libraries, and the functions that they begin with.
//!
//! | primitive | does |
//! |---|---|
//! | `extension_open(path)` | a library's handle, or the system's words in a String |
//! | `extension_symbol(handle, name)` | the address of a function, or nil |
//! | `extension_offer(helpers)` | the module whose methods C code asks for what is easier said in Ruby |
//! | `extension_names` | what C code finds in this program |

use std::ffi::{CStr, CString};

use rutile_core::arguments::{bytes, position};
use rutile_vm::prelude::*;

use crate::functions;
use crate::state::state;

fn zero_ended(vm: &mut Vm, text: &[u8]) -> Result<CString, Exit> {
    CString::new(text).map_err(|_| vm.argument_error("string contains null byte".to_string()))
}

fn extension_open(vm: &mut Vm, args: Arguments) -> NativeResult {
    let path = bytes(vm, args, 0)?;
    let path = zero_ended(vm, path)?;
    functions::set_variables(vm);
    // SAFETY: the words are read before the next call. What a library does when it is loaded is its own affair.
    unsafe {
        // As in the reference, what one library brings along is there for those behind it.
        let handle = libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_GLOBAL);
        if !handle.is_null() {
            rutile_platform::crash::note_library(&path);
            return Ok(vm.integer(handle as i128));
        }
        let words = CStr::from_ptr(libc::dlerror()).to_string_lossy().into_owned();
        Ok(vm.string(&words))
    }
}

fn extension_symbol(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (handle, name) = (position(vm, args, 0)?, bytes(vm, args, 1)?);
    let name = zero_ended(vm, name)?;
    // SAFETY: a handle that `dlopen` gave; libraries are never closed.
    let address = unsafe { libc::dlsym(handle as *mut libc::c_void, name.as_ptr()) };
    Ok(if address.is_null() { Value::NIL } else { vm.integer(address as i128) })
}

fn extension_offer(vm: &mut Vm, args: Arguments) -> NativeResult {
    state(vm).helpers = args.get(0);
    state(vm).keep(args.get(0));
    Ok(Value::NIL)
}

fn extension_names(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let list = vm.array_with_capacity(64);
    for name in crate::names() {
        let name = vm.string(name);
        vm.array_push(list, name);
    }
    Ok(list.value())
}

pub const NATIVES: &[(&str, Native)] = &[
    ("extension_open", extension_open),
    ("extension_symbol", extension_symbol),
    ("extension_offer", extension_offer),
    ("extension_names", extension_names),
];
