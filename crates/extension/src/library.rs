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

/// Whether a function is missing that is no Ruby's: a library may do without one until it calls it, and the reference finds out then. What Ruby
/// should have is missed at once, by its name.
fn lacks_another(words: &str) -> bool {
    let missing = words.split("undefined symbol: ").nth(1).and_then(|rest| rest.split([' ', ',']).next());
    missing.is_some_and(|name| !["rb_", "ruby_", "onig", "st_", "rutile_"].iter().any(|start| name.starts_with(start)))
}

fn extension_open(vm: &mut Vm, args: Arguments) -> NativeResult {
    let path = bytes(vm, args, 0)?;
    let path = zero_ended(vm, path)?;
    functions::set_variables(vm);
    // SAFETY: the words are read before the next call. What a library does when it is loaded is its own affair.
    unsafe {
        let mut handle = libc::dlopen(path.as_ptr(), libc::RTLD_NOW);
        let mut words = String::new();
        if handle.is_null() {
            words = CStr::from_ptr(libc::dlerror()).to_string_lossy().into_owned();
            if lacks_another(&words) {
                handle = libc::dlopen(path.as_ptr(), libc::RTLD_LAZY);
            }
        }
        if handle.is_null() {
            return Ok(vm.string(&words));
        }
        rutile_platform::crash::note_library(&path);
        Ok(vm.integer(handle as i128))
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
