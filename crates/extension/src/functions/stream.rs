//! Pictures of streams: the structure by which older extensions go.

use std::ffi::{c_char, c_int, c_void};
use std::mem::size_of;

use rutile_vm::object::data::DataRef;
use rutile_vm::prelude::*;

use crate::data::DataType;
use super::encoding::{CEncoding, for_c};
use crate::define::functions;
use crate::{memory, ruby};

/// `rb_io_t`. It is filled when it is asked for; what is changed in it changes nothing.
#[repr(C)]
pub struct Stream {
    stream: Value,
    file: *mut libc::FILE,
    descriptor: c_int,
    mode: c_int,
    process: c_int,
    line: c_int,
    path: Value,
    finalize: usize,
    buffers: [[usize; 3]; 2],
    written_to: Value,
    encodings: [usize; 4],
    timeout: Value,
}

/// The name of the hidden variable that holds a stream's picture.
const PICTURE: &[u8] = b"@ picture";

static TYPE: DataType = DataType {
    name: c"stream".as_ptr(),
    mark: 0,
    // `RUBY_DEFAULT_FREE`: memory of the C heap.
    free: usize::MAX,
    size: None,
    compact: 0,
    reserved: [std::ptr::null()],
    parent: std::ptr::null(),
    data: std::ptr::null(),
    flags: 0,
};

fn picture<'a>(place: *mut Stream) -> &'a mut Stream {
    // SAFETY: it came from here, and lives as long as its stream.
    unsafe { &mut *place }
}

/// The picture of a stream, as it is now.
fn draw(vm: &mut Vm, io: Value) -> *mut Stream {
    let name = vm.intern(PICTURE);
    let place = match DataRef::from_value(vm.get_variable(io, name)) {
        Some(known) => known.data() as *mut Stream,
        None => {
            // SAFETY: asks for memory, which is zero: a picture of nothing.
            let place = unsafe { libc::calloc(1, size_of::<Stream>()) };
            let object = vm.new_typed_data(vm.classes.object, &raw const TYPE as usize, place as usize);
            crate::state::state(vm).objects.note(object);
            vm.set_variable(io, name, object.value());
            place.cast()
        }
    };
    let facts = ruby::helper(vm, "stream_facts", &[io]).as_array();
    let fact = |index| facts.map_or(Value::NIL, |facts| facts.get(index));
    let stream = picture(place);
    stream.stream = io;
    stream.descriptor = fact(0).as_fixnum().unwrap_or(-1) as c_int;
    stream.mode = fact(1).as_fixnum().unwrap_or(0) as c_int;
    stream.path = fact(2);
    stream.written_to = Value::FALSE;
    stream.timeout = Value::NIL;
    place
}

fn check(vm: &mut Vm, place: *mut Stream, what: &str) {
    let io = picture(place).stream;
    let what = vm.string(what);
    ruby::helper(vm, "check_stream", &[io, what]);
}

/// `rb_io_enc_t`
#[repr(C)]
pub struct Encodings {
    first: *const CEncoding,
    second: *const CEncoding,
    flags: c_int,
    options: Value,
}

functions! {
    fn rutile_io_pointer(vm, io: Value) -> *mut Stream {
        Ok(draw(vm, io))
    }

    fn rb_io_check_closed(vm, place: *mut Stream) {
        check(vm, place, "closed");
        Ok(())
    }

    fn rb_io_check_initialized(vm, place: *mut Stream) {
        check(vm, place, "closed");
        Ok(())
    }

    fn rb_io_check_readable(vm, place: *mut Stream) {
        check(vm, place, "reading");
        Ok(())
    }

    fn rb_io_check_char_readable(vm, place: *mut Stream) {
        check(vm, place, "reading");
        Ok(())
    }

    fn rb_io_check_byte_readable(vm, place: *mut Stream) {
        check(vm, place, "reading");
        Ok(())
    }

    fn rb_io_check_writable(vm, place: *mut Stream) {
        check(vm, place, "writing");
        Ok(())
    }

    fn rb_io_set_nonblock(vm, place: *mut Stream) {
        let number = picture(place).descriptor;
        // SAFETY: sets a flag of a descriptor.
        unsafe {
            let flags = libc::fcntl(number, libc::F_GETFL);
            libc::fcntl(number, libc::F_SETFL, flags | libc::O_NONBLOCK);
        }
        Ok(())
    }

    fn rb_io_synchronized(vm, place: *mut Stream) {
        let io = picture(place).stream;
        ruby::call(vm, io, "sync=", &[Value::TRUE]);
        Ok(())
    }

    fn rb_io_read_pending(vm, place: *mut Stream) -> c_int {
        let io = picture(place).stream;
        Ok(ruby::helper(vm, "has_read_ahead", &[io]).truthy().into())
    }

    fn rb_io_stdio_file(vm, place: *mut Stream) -> *mut libc::FILE {
        let stream = picture(place);
        if stream.file.is_null() {
            let mode: &std::ffi::CStr = match stream.mode & 3 {
                1 => c"r",
                2 => c"w",
                _ => c"r+",
            };
            // SAFETY: makes a file of the descriptor, which stays the stream's.
            stream.file = unsafe { libc::fdopen(stream.descriptor, mode.as_ptr()) };
        }
        Ok(stream.file)
    }

    fn rb_fdopen(vm, number: c_int, mode: *const c_char) -> *mut libc::FILE {
        // SAFETY: by the API the mode ends with a zero byte.
        Ok(unsafe { libc::fdopen(number, mode) })
    }

    fn rb_io_bufwrite(vm, io: Value, start: *const c_void, size: usize) -> isize {
        let text = vm.new_string(memory::bytes(start.cast(), size as i64), Encoding::BINARY).value();
        Ok(ruby::call(vm, io, "write", &[text]).as_fixnum().unwrap_or(-1) as isize)
    }

    fn rb_io_modestr_oflags(vm, mode: *const c_char) -> c_int {
        let mode = vm.string(&String::from_utf8_lossy(memory::text(mode)));
        Ok(ruby::helper(vm, "open_flags", &[mode]).as_fixnum().unwrap_or(0) as c_int)
    }

    fn rb_io_extract_modeenc(vm, mode: *mut Value, permissions: *mut Value, options: Value, flags: *mut c_int, bits: *mut c_int, encodings: *mut Encodings) {
        let given = [mode, permissions].map(|place| if place.is_null() { Value::NIL } else { memory::load(place) });
        let Some(parts) = ruby::helper(vm, "open_mode", &[given[0], given[1], options]).as_array() else { return Ok(()) };
        memory::store(flags, parts.get(0).as_fixnum().unwrap_or(0) as c_int);
        memory::store(bits, parts.get(1).as_fixnum().unwrap_or(0) as c_int);
        memory::store(mode, parts.get(2));
        memory::store(permissions, parts.get(3));
        let [first, second] = [parts.get(4), parts.get(5)].map(|name| {
            let encoding = name.as_string().and_then(|name| Encoding::find(&name.text()));
            encoding.map_or(std::ptr::null(), |encoding| for_c(vm, encoding))
        });
        memory::store(encodings, Encodings { first, second, flags: 0, options: Value::NIL });
        Ok(())
    }
}
