//! Terminals, for io/console: their size and mode. A mode is kept as a String of the bytes
//! that the system has for it, which nobody else reads. What asks the system answers a negative
//! number where it refuses.

use rutile_core::arguments::integer;
use rutile_platform::{SystemResult, terminal};
use rutile_vm::prelude::*;

fn descriptor(vm: &mut Vm, args: Arguments) -> Result<i32, Exit> {
    Ok(integer(vm, args, 0)? as i32)
}

/// Nothing, or the system's error as the negative number that the library makes an exception of.
fn answer(result: SystemResult<()>) -> NativeResult {
    Ok(result.map_or_else(failure, |()| Value::NIL))
}

fn failure(number: i32) -> Value {
    Value::fixnum(-i64::from(number))
}

fn console_size(vm: &mut Vm, args: Arguments) -> NativeResult {
    match terminal::size(descriptor(vm, args)?) {
        Ok((rows, columns)) => Ok(vm.new_array(&[Value::fixnum(rows.into()), Value::fixnum(columns.into())]).value()),
        Err(number) => Ok(failure(number)),
    }
}

fn console_set_size(vm: &mut Vm, args: Arguments) -> NativeResult {
    let part = |index: usize| args.get(index).as_fixnum().and_then(|value| u16::try_from(value).ok()).unwrap_or(0);
    let size = libc::winsize { ws_row: part(1), ws_col: part(2), ws_xpixel: part(3), ws_ypixel: part(4) };
    answer(terminal::set_size(descriptor(vm, args)?, &size))
}

fn console_mode(vm: &mut Vm, args: Arguments) -> NativeResult {
    match terminal::mode(descriptor(vm, args)?) {
        Ok(mode) => Ok(mode_string(vm, &mode)),
        Err(number) => Ok(failure(number)),
    }
}

fn mode_string(vm: &mut Vm, mode: &libc::termios) -> Value {
    vm.new_string(&terminal::mode_bytes(mode), Encoding::BINARY).value()
}

/// The mode that the String at `index` holds.
fn mode_argument(vm: &mut Vm, args: Arguments, index: usize) -> Result<libc::termios, Exit> {
    let mode = args.get(index).as_string().and_then(|string| terminal::mode_of_bytes(string.bytes()));
    mode.ok_or_else(|| vm.type_error("a console mode was expected".to_string()))
}

fn console_set_mode(vm: &mut Vm, args: Arguments) -> NativeResult {
    let mode = mode_argument(vm, args, 1)?;
    answer(terminal::set_mode(descriptor(vm, args)?, &mode))
}

const ECHOES: libc::tcflag_t = libc::ECHO | libc::ECHOE | libc::ECHOK | libc::ECHONL;

/// `Primitive.console_changed(mode, how, least bytes, tenths of a second)`: another mode.
fn console_changed(vm: &mut Vm, args: Arguments) -> NativeResult {
    let mut mode = mode_argument(vm, args, 0)?;
    let how = args.get(1).as_symbol().map(|name| vm.symbol_bytes(name).to_vec()).unwrap_or_default();
    match how.as_slice() {
        b"echo" => mode.c_lflag |= ECHOES,
        b"noecho" => mode.c_lflag &= !ECHOES,
        b"cooked" => {
            mode.c_iflag |= libc::BRKINT | libc::ISTRIP | libc::ICRNL | libc::IXON;
            mode.c_oflag |= libc::OPOST;
            mode.c_lflag |= ECHOES | libc::ICANON | libc::ISIG | libc::IEXTEN;
        }
        _ => make_raw(&mut mode, &how, integer(vm, args, 2)?, integer(vm, args, 3)?),
    }
    Ok(mode_string(vm, &mode))
}

fn make_raw(mode: &mut libc::termios, how: &[u8], least: i64, tenths: i64) {
    terminal::make_raw(mode);
    mode.c_lflag &= !ECHOES;
    if how == b"raw_interruptible" {
        mode.c_iflag |= libc::BRKINT;
        mode.c_lflag |= libc::ISIG;
        mode.c_oflag |= libc::OPOST;
    }
    mode.c_cc[libc::VMIN] = u8::try_from(least).unwrap_or(1);
    mode.c_cc[libc::VTIME] = u8::try_from(tenths).unwrap_or(0);
}

fn console_echoes(vm: &mut Vm, args: Arguments) -> NativeResult {
    let mode = mode_argument(vm, args, 0)?;
    Ok(Value::boolean(mode.c_lflag & (libc::ECHO | libc::ECHONL) != 0))
}

/// `Primitive.console_flush(descriptor, queue)`: forgets what was typed (0), what is to be shown (1), or both (2).
fn console_flush(vm: &mut Vm, args: Arguments) -> NativeResult {
    let descriptor = descriptor(vm, args)?;
    let queue = match integer(vm, args, 1)? {
        0 => libc::TCIFLUSH,
        1 => libc::TCOFLUSH,
        _ => libc::TCIOFLUSH,
    };
    answer(terminal::flush(descriptor, queue))
}

/// `Primitive.console_unread(descriptor)`: how many bytes the system holds for it.
fn console_unread(vm: &mut Vm, args: Arguments) -> NativeResult {
    let unread = terminal::unread(descriptor(vm, args)?);
    Ok(unread.map_or_else(failure, |count| Value::fixnum(count.into())))
}

pub const NATIVES: &[(&str, Native)] = &[
    ("console_size", console_size),
    ("console_set_size", console_set_size),
    ("console_mode", console_mode),
    ("console_set_mode", console_set_mode),
    ("console_changed", console_changed),
    ("console_echoes", console_echoes),
    ("console_flush", console_flush),
    ("console_unread", console_unread),
];
