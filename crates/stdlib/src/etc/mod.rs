//! Etc: the system's tables of users and groups, and what it says of itself.

pub mod names;

use rutile_core::arguments::{bytes, integer};
use rutile_platform::accounts::{self, Group, User};
use rutile_platform::{SystemResult, configuration};
use rutile_vm::prelude::*;

use crate::etc::names::NAMES;

fn text(vm: &mut Vm, text: &Option<Vec<u8>>) -> Value {
    text.as_ref().map_or(Value::NIL, |text| vm.new_string(text, Encoding::UTF_8).value())
}

/// name, password, uid, gid, gecos, home, shell; nil for no user
fn user_fields(vm: &mut Vm, user: Option<User>) -> Value {
    let Some(user) = user else { return Value::NIL };
    let fields = vm.array_with_capacity(7);
    let (name, password) = (text(vm, &user.name), text(vm, &user.password));
    vm.array_concat(fields, &[name, password, Value::fixnum(user.number.into()), Value::fixnum(user.group.into())]);
    for field in [&user.comment, &user.home, &user.shell] {
        let value = text(vm, field);
        vm.array_push(fields, value);
    }
    fields.value()
}

/// name, password, gid, members; nil for no group
fn group_fields(vm: &mut Vm, group: Option<Group>) -> Value {
    let Some(group) = group else { return Value::NIL };
    let fields = vm.array_with_capacity(4);
    let (name, password) = (text(vm, &group.name), text(vm, &group.password));
    let members = vm.array_with_capacity(group.members.len());
    for member in &group.members {
        let member = vm.new_string(member, Encoding::UTF_8).value();
        vm.array_push(members, member);
    }
    vm.array_concat(fields, &[name, password, Value::fixnum(group.number.into()), members.value()]);
    fields.value()
}

fn etc_user_named(vm: &mut Vm, args: Arguments) -> NativeResult {
    let user = accounts::user_named(bytes(vm, args, 0)?);
    Ok(user_fields(vm, user))
}

fn etc_user_numbered(vm: &mut Vm, args: Arguments) -> NativeResult {
    let user = accounts::user_numbered(integer(vm, args, 0)? as u32);
    Ok(user_fields(vm, user))
}

fn etc_group_named(vm: &mut Vm, args: Arguments) -> NativeResult {
    let group = accounts::group_named(bytes(vm, args, 0)?);
    Ok(group_fields(vm, group))
}

fn etc_group_numbered(vm: &mut Vm, args: Arguments) -> NativeResult {
    let group = accounts::group_numbered(integer(vm, args, 0)? as u32);
    Ok(group_fields(vm, group))
}

fn etc_users(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let list = vm.array_with_capacity(16);
    for user in accounts::users() {
        let fields = user_fields(vm, Some(user));
        vm.array_push(list, fields);
    }
    Ok(list.value())
}

fn etc_groups(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let list = vm.array_with_capacity(16);
    for group in accounts::groups() {
        let fields = group_fields(vm, Some(group));
        vm.array_push(list, fields);
    }
    Ok(list.value())
}

fn etc_login(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let name = accounts::login();
    if name.is_some() {
        return Ok(text(vm, &name));
    }
    let user = std::env::var_os("USER").map(|name| name.to_string_lossy().into_owned());
    Ok(user.map_or(Value::NIL, |name| vm.string(&name)))
}

fn etc_uname(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let list = vm.array_with_capacity(5);
    for field in configuration::system_names() {
        let value = vm.new_string(&field, Encoding::UTF_8).value();
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

/// A limit of the system in an Array, nil where there is none; an error's number.
fn limit(vm: &mut Vm, limit: SystemResult<Option<i64>>) -> NativeResult {
    match limit {
        Ok(limit) => {
            let limit = limit.map_or(Value::NIL, |limit| vm.integer(limit.into()));
            Ok(vm.new_array(&[limit]).value())
        }
        Err(number) => Ok(Value::fixnum(number as i64)),
    }
}

fn etc_sysconf(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = integer(vm, args, 0)? as i32;
    limit(vm, configuration::system_limit(name))
}

fn etc_pathconf(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (descriptor, name) = (integer(vm, args, 0)? as i32, integer(vm, args, 1)? as i32);
    limit(vm, configuration::file_limit(descriptor, name))
}

fn etc_confstr(vm: &mut Vm, args: Arguments) -> NativeResult {
    match configuration::setting(integer(vm, args, 0)? as i32) {
        Ok(setting) => {
            let setting = text(vm, &setting);
            Ok(vm.new_array(&[setting]).value())
        }
        Err(number) => Ok(Value::fixnum(number as i64)),
    }
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
