//! Etc: the system's tables of users and groups, and what it says of itself.
//!
//! The system's library is asked with its re-entrant calls, which fill a buffer of ours; only
//! walking a whole table has no such call on every system, so that is done by name service calls
//! that keep their place in the process, one walk at a time within one primitive.

pub mod names;

use std::ffi::{CStr, CString, c_char};
use std::mem::MaybeUninit;

use rutile_core::arguments::integer;
use rutile_vm::prelude::*;

use crate::etc::names::NAMES;

/// Bytes that the first attempt to read an entry has room for.
const ENTRY_ROOM: usize = 1024;
/// Bytes beyond which an entry is not believed.
const ENTRY_ROOM_MAX: usize = 1 << 20;

fn text(vm: &mut Vm, pointer: *const c_char) -> Value {
    if pointer.is_null() {
        return Value::NIL;
    }
    // SAFETY: the system's tables hold C strings, alive until the next call that fills them; the bytes are copied here.
    let bytes = unsafe { CStr::from_ptr(pointer) }.to_bytes();
    vm.new_string(bytes, Encoding::UTF_8).value()
}

/// name, password, uid, gid, gecos, home, shell
fn user_fields(vm: &mut Vm, entry: &libc::passwd) -> Value {
    let fields = vm.array_with_capacity(7);
    let (name, password) = (text(vm, entry.pw_name), text(vm, entry.pw_passwd));
    vm.array_concat(fields, &[name, password, Value::fixnum(entry.pw_uid.into()), Value::fixnum(entry.pw_gid.into())]);
    for pointer in [entry.pw_gecos, entry.pw_dir, entry.pw_shell] {
        let value = text(vm, pointer);
        vm.array_push(fields, value);
    }
    fields.value()
}

/// name, password, gid, members
fn group_fields(vm: &mut Vm, entry: &libc::group) -> Value {
    let fields = vm.array_with_capacity(4);
    let (name, password) = (text(vm, entry.gr_name), text(vm, entry.gr_passwd));
    let members = vm.array_with_capacity(4);
    let mut position = entry.gr_mem;
    // SAFETY: the members are pointers to C strings, the last of them null.
    while !position.is_null() && unsafe { !(*position).is_null() } {
        // SAFETY: as above; the pointer moves no further than the null.
        let member = unsafe { *position };
        let member = text(vm, member);
        vm.array_push(members, member);
        position = unsafe { position.add(1) };
    }
    vm.array_concat(fields, &[name, password, Value::fixnum(entry.gr_gid.into()), members.value()]);
    fields.value()
}

/// One entry by a re-entrant call, with as much room as it asks for; nil where there is none.
fn look_up<T>(vm: &mut Vm, call: impl Fn(*mut T, &mut [c_char], *mut *mut T) -> i32, fields: fn(&mut Vm, &T) -> Value) -> NativeResult {
    let mut room = vec![0 as c_char; ENTRY_ROOM];
    loop {
        let mut entry = MaybeUninit::<T>::uninit();
        let mut found: *mut T = std::ptr::null_mut();
        match call(entry.as_mut_ptr(), &mut room, &mut found) {
            libc::ERANGE if room.len() < ENTRY_ROOM_MAX => room.resize(room.len() * 2, 0),
            0 if !found.is_null() => {
                // SAFETY: the call has filled the entry, whose strings are in `room`.
                let entry = unsafe { entry.assume_init_ref() };
                return Ok(fields(vm, entry));
            }
            _ => return Ok(Value::NIL),
        }
    }
}

/// The String given first, for C.
fn name_argument(args: Arguments) -> Option<CString> {
    CString::new(args.get(0).as_string()?.bytes()).ok()
}

fn etc_user_named(vm: &mut Vm, args: Arguments) -> NativeResult {
    let Some(name) = name_argument(args) else { return Ok(Value::NIL) };
    // SAFETY: every pointer is to memory that outlives the call, the room's length is its own.
    look_up(vm, |entry, room, found| unsafe { libc::getpwnam_r(name.as_ptr(), entry, room.as_mut_ptr(), room.len(), found) }, user_fields)
}

fn etc_user_numbered(vm: &mut Vm, args: Arguments) -> NativeResult {
    let number = integer(vm, args, 0)? as libc::uid_t;
    // SAFETY: as above.
    look_up(vm, |entry, room, found| unsafe { libc::getpwuid_r(number, entry, room.as_mut_ptr(), room.len(), found) }, user_fields)
}

fn etc_group_named(vm: &mut Vm, args: Arguments) -> NativeResult {
    let Some(name) = name_argument(args) else { return Ok(Value::NIL) };
    // SAFETY: as above.
    look_up(vm, |entry, room, found| unsafe { libc::getgrnam_r(name.as_ptr(), entry, room.as_mut_ptr(), room.len(), found) }, group_fields)
}

fn etc_group_numbered(vm: &mut Vm, args: Arguments) -> NativeResult {
    let number = integer(vm, args, 0)? as libc::gid_t;
    // SAFETY: as above.
    look_up(vm, |entry, room, found| unsafe { libc::getgrgid_r(number, entry, room.as_mut_ptr(), room.len(), found) }, group_fields)
}

fn etc_users(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let list = vm.array_with_capacity(16);
    // SAFETY: the walk begins and ends here, and each entry is copied before the next is asked for.
    unsafe {
        libc::setpwent();
        while let Some(entry) = libc::getpwent().as_ref() {
            let fields = user_fields(vm, entry);
            vm.array_push(list, fields);
        }
        libc::endpwent();
    }
    Ok(list.value())
}

fn etc_groups(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let list = vm.array_with_capacity(16);
    // SAFETY: as above.
    unsafe {
        libc::setgrent();
        while let Some(entry) = libc::getgrent().as_ref() {
            let fields = group_fields(vm, entry);
            vm.array_push(list, fields);
        }
        libc::endgrent();
    }
    Ok(list.value())
}

fn etc_login(vm: &mut Vm, _args: Arguments) -> NativeResult {
    // SAFETY: the name stays in the system's buffer until the next such call; it is copied at once.
    let name = unsafe { libc::getlogin() };
    if !name.is_null() {
        return Ok(text(vm, name));
    }
    let user = std::env::var_os("USER").map(|name| name.to_string_lossy().into_owned());
    Ok(user.map_or(Value::NIL, |name| vm.string(&name)))
}

fn etc_uname(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let mut names = MaybeUninit::<libc::utsname>::zeroed();
    // SAFETY: the call fills the structure; zeroes are C strings as well, should it fail.
    let names = unsafe {
        libc::uname(names.as_mut_ptr());
        names.assume_init()
    };
    let list = vm.array_with_capacity(5);
    for field in [&names.sysname, &names.nodename, &names.release, &names.version, &names.machine] {
        let value = text(vm, field.as_ptr());
        vm.array_push(list, value);
    }
    Ok(list.value())
}

fn etc_processors(_vm: &mut Vm, _args: Arguments) -> NativeResult {
    let count = std::thread::available_parallelism().map_or(1, |count| count.get());
    Ok(Value::fixnum(count as i64))
}

fn etc_constants(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let list = vm.array_with_capacity(NAMES.len());
    for (name, number) in NAMES {
        let name = Value::symbol(vm.intern(name.as_bytes()));
        let pair = vm.new_array(&[name, Value::fixnum((*number).into())]);
        vm.array_push(list, pair.value());
    }
    Ok(list.value())
}

/// A limit of the system; nil where there is none.
fn limit(vm: &mut Vm, ask: impl Fn() -> i64) -> NativeResult {
    // SAFETY: the location of errno is the thread's own.
    unsafe { *libc::__errno_location() = 0 };
    match (ask(), std::io::Error::last_os_error()) {
        (-1, error) if error.raw_os_error() != Some(0) => Err(vm.argument_error(format!("invalid name: {error}"))),
        (-1, _) => Ok(Value::NIL),
        (value, _) => Ok(vm.integer(value.into())),
    }
}

fn etc_sysconf(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = integer(vm, args, 0)? as i32;
    // SAFETY: any number may be asked for.
    limit(vm, || unsafe { libc::sysconf(name) })
}

fn etc_pathconf(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (descriptor, name) = (integer(vm, args, 0)? as i32, integer(vm, args, 1)? as i32);
    // SAFETY: any descriptor and number may be asked for.
    limit(vm, || unsafe { libc::fpathconf(descriptor, name) })
}

fn etc_confstr(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = integer(vm, args, 0)? as i32;
    // SAFETY: a null room of no length asks for the length alone.
    let length = unsafe { libc::confstr(name, std::ptr::null_mut(), 0) };
    if length == 0 {
        return Ok(Value::NIL);
    }
    let mut room = vec![0 as c_char; length];
    // SAFETY: the length is the room's.
    unsafe { libc::confstr(name, room.as_mut_ptr(), room.len()) };
    Ok(text(vm, room.as_ptr()))
}

pub const NATIVES: &[(&str, Native)] = &[
    ("etc_user_named", etc_user_named),
    ("etc_user_numbered", etc_user_numbered),
    ("etc_group_named", etc_group_named),
    ("etc_group_numbered", etc_group_numbered),
    ("etc_users", etc_users),
    ("etc_groups", etc_groups),
    ("etc_login", etc_login),
    ("etc_uname", etc_uname),
    ("etc_processors", etc_processors),
    ("etc_constants", etc_constants),
    ("etc_sysconf", etc_sysconf),
    ("etc_pathconf", etc_pathconf),
    ("etc_confstr", etc_confstr),
];
