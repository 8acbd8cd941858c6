//! Terminals, for io/console: their size and mode. A mode is kept as a String of the bytes
//! that the system has for it, which nobody else reads. What asks the system answers a negative
//! number where it refuses.

use std::mem::{MaybeUninit, size_of};

use rutile_core::arguments::integer;
use rutile_vm::prelude::*;

fn descriptor(vm: &mut Vm, args: Arguments) -> Result<i32, Exit> {
    Ok(integer(vm, args, 0)? as i32)
}

/// The system's last error, as the negative number that the library makes an exception of.
fn failed() -> NativeResult {
    Ok(Value::fixnum(-i64::from(std::io::Error::last_os_error().raw_os_error().unwrap_or(libc::EIO))))
}

fn console_size(vm: &mut Vm, args: Arguments) -> NativeResult {
    let descriptor = descriptor(vm, args)?;
    let mut size = MaybeUninit::<libc::winsize>::zeroed();
    // SAFETY: the request fills a winsize.
    if unsafe { libc::ioctl(descriptor, libc::TIOCGWINSZ, size.as_mut_ptr()) } != 0 {
        return failed();
    }
    // SAFETY: it was filled.
    let size = unsafe { size.assume_init() };
    Ok(vm.new_array(&[Value::fixnum(size.ws_row.into()), Value::fixnum(size.ws_col.into())]).value())
}

fn console_set_size(vm: &mut Vm, args: Arguments) -> NativeResult {
    let descriptor = descriptor(vm, args)?;
    let part = |index: usize| args.get(index).as_fixnum().and_then(|value| u16::try_from(value).ok()).unwrap_or(0);
    let size = libc::winsize { ws_row: part(1), ws_col: part(2), ws_xpixel: part(3), ws_ypixel: part(4) };
    // SAFETY: the request reads a winsize.
    if unsafe { libc::ioctl(descriptor, libc::TIOCSWINSZ, &size) } != 0 {
        return failed();
    }
    Ok(Value::NIL)
}

fn console_mode(vm: &mut Vm, args: Arguments) -> NativeResult {
    let descriptor = descriptor(vm, args)?;
    let mut mode = MaybeUninit::<libc::termios>::zeroed();
    // SAFETY: the call fills a termios.
    if unsafe { libc::tcgetattr(descriptor, mode.as_mut_ptr()) } != 0 {
        return failed();
    }
    // SAFETY: it was filled.
    let mode = unsafe { mode.assume_init() };
    Ok(mode_string(vm, &mode))
}

fn mode_string(vm: &mut Vm, mode: &libc::termios) -> Value {
    // SAFETY: a termios is plain numbers, zeroed before it was filled, so each of its bytes can be read.
    let bytes = unsafe { std::slice::from_raw_parts(std::ptr::from_ref(mode).cast::<u8>(), size_of::<libc::termios>()) };
    vm.new_string(bytes, Encoding::BINARY).value()
}

/// The mode that the String at `index` holds.
fn mode_argument(vm: &mut Vm, args: Arguments, index: usize) -> Result<libc::termios, Exit> {
    let bytes = args.get(index).as_string().map(StringRef::bytes).filter(|bytes| bytes.len() == size_of::<libc::termios>());
    let Some(bytes) = bytes else { return Err(vm.type_error("a console mode was expected".to_string())) };
    // SAFETY: there are as many bytes as a termios has, and any bytes are one.
    Ok(unsafe { std::ptr::read_unaligned(bytes.as_ptr().cast()) })
}

fn console_set_mode(vm: &mut Vm, args: Arguments) -> NativeResult {
    let descriptor = descriptor(vm, args)?;
    let mode = mode_argument(vm, args, 1)?;
    // SAFETY: the call reads a termios.
    if unsafe { libc::tcsetattr(descriptor, libc::TCSADRAIN, &mode) } != 0 {
        return failed();
    }
    Ok(Value::NIL)
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
    // SAFETY: the call changes the termios given.
    unsafe { libc::cfmakeraw(mode) };
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
    // SAFETY: any descriptor may be given.
    if unsafe { libc::tcflush(descriptor, queue) } != 0 {
        return failed();
    }
    Ok(Value::NIL)
}

/// `Primitive.console_unread(descriptor)`: how many bytes the system holds for it.
fn console_unread(vm: &mut Vm, args: Arguments) -> NativeResult {
    let descriptor = descriptor(vm, args)?;
    let mut count: libc::c_int = 0;
    // SAFETY: the request fills an int.
    if unsafe { libc::ioctl(descriptor, libc::FIONREAD, &mut count) } != 0 {
        return failed();
    }
    Ok(Value::fixnum(count.into()))
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
