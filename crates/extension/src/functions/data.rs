//! Objects with data of the extension's.

use std::ffi::{c_int, c_void};

use rutile_vm::object::data::DataRef;
use rutile_vm::prelude::*;

use crate::data::{DEFAULT_FREE, DataType, type_of};
use crate::define::functions;
use crate::memory;
use crate::state::state;
use super::object::module_of;

/// Tells the collector of a new object, if it has to know.
fn noted(vm: &mut Vm, object: DataRef) -> Value {
    state(vm).objects.note(object);
    object.value()
}

/// The class of a new object; 0 is none of the program's.
fn class_for(vm: &mut Vm, class: Value) -> Result<ClassRef, Exit> {
    if class == Value::FALSE { Ok(vm.classes.object) } else { module_of(vm, class) }
}

fn zeroed(vm: &mut Vm, size: usize) -> Result<usize, Exit> {
    vm.check_allocation(size)?;
    // SAFETY: asks for memory.
    let memory = unsafe { libc::calloc(1, size.max(1)) };
    if memory.is_null() {
        return Err(vm.raise(vm.classes.no_memory_error, "failed to allocate memory".to_string()));
    }
    Ok(memory as usize)
}

/// Whether a type is another one, or made from it.
fn descends(mut kind: *const DataType, other: *const DataType) -> bool {
    while !kind.is_null() {
        if kind == other {
            return true;
        }
        // SAFETY: a type of an extension's.
        kind = unsafe { (*kind).parent };
    }
    false
}

/// The only type of what `hold` makes.
static HELD: DataType = DataType {
    name: c"held".as_ptr(),
    mark: 0,
    free: 0,
    size: None,
    compact: 0,
    reserved: [std::ptr::null()],
    parent: std::ptr::null(),
    data: std::ptr::null(),
    flags: 0,
};

// SAFETY: it is never written.
unsafe impl Sync for DataType {}

/// An object that keeps alive what a word may refer to.
pub fn hold(vm: &mut Vm, word: usize) -> Value {
    let object = vm.new_typed_data(vm.classes.object, &raw const HELD as usize, word);
    state(vm).objects.note(object);
    object.value()
}

/// Whether an object only holds a word.
pub fn is_holder(object: DataRef) -> bool {
    object.data_type() == Some(&raw const HELD as usize)
}

/// The only type of what `buffer` makes.
static BUFFER: DataType = DataType { name: c"buffer".as_ptr(), free: DEFAULT_FREE, ..HELD };

/// Before a buffer's memory stands of how many words it is; the rest keeps it aligned.
const BUFFER_HEAD: usize = 16;

/// Memory that lives as long as an object, and keeps alive what its words may refer to.
pub fn buffer(vm: &mut Vm, size: usize) -> Result<(Value, *mut c_void), Exit> {
    let words = size.div_ceil(size_of::<u64>());
    let start = zeroed(vm, words.saturating_mul(size_of::<u64>()).saturating_add(BUFFER_HEAD))?;
    // SAFETY: so much was given.
    unsafe { (start as *mut usize).write(words) };
    let object = vm.new_typed_data(vm.classes.object, &raw const BUFFER as usize, start);
    state(vm).objects.note(object);
    Ok((object.value(), (start + BUFFER_HEAD) as *mut c_void))
}

/// The memory of an object that `buffer` made: where its words stand, and how many.
pub fn buffer_words(object: DataRef) -> Option<(*const u64, usize)> {
    if object.data_type() != Some(&raw const BUFFER as usize) {
        return None;
    }
    match object.data() {
        0 => Some((std::ptr::null(), 0)),
        // SAFETY: `buffer` wrote it.
        start => Some(((start + BUFFER_HEAD) as *const u64, unsafe { *(start as *const usize) })),
    }
}

/// Gives a buffer's memory back before the object dies.
pub fn empty_buffer(object: DataRef) {
    if buffer_words(object).is_some() {
        // SAFETY: it is the object's own, which has none from now on.
        unsafe { libc::free(object.data() as *mut c_void) };
        object.set_data(0);
    }
}

functions! {
    fn rb_data_object_wrap(vm, class: Value, data: *mut c_void, marker: usize, releaser: usize) -> Value {
        let class = class_for(vm, class)?;
        let object = vm.new_data(class, marker, releaser, data as usize);
        Ok(noted(vm, object))
    }

    fn rb_data_object_zalloc(vm, class: Value, size: usize, marker: usize, releaser: usize) -> Value {
        let class = class_for(vm, class)?;
        let data = zeroed(vm, size)?;
        let object = vm.new_data(class, marker, releaser, data);
        Ok(noted(vm, object))
    }

    fn rb_data_typed_object_wrap(vm, class: Value, data: *mut c_void, kind: *const DataType) -> Value {
        let class = class_for(vm, class)?;
        let object = vm.new_typed_data(class, kind as usize, data as usize);
        Ok(noted(vm, object))
    }

    fn rb_data_typed_object_zalloc(vm, class: Value, size: usize, kind: *const DataType) -> Value {
        let class = class_for(vm, class)?;
        let data = zeroed(vm, size)?;
        let object = vm.new_typed_data(class, kind as usize, data);
        Ok(noted(vm, object))
    }

    fn rb_check_typeddata(vm, value: Value, kind: *const DataType) -> *mut c_void {
        let object = DataRef::from_value(value);
        let own = object.and_then(type_of);
        if let (Some(object), Some(own)) = (object, own)
            && descends(own, kind)
        {
            return Ok(object.data() as *mut c_void);
        }
        let wanted = String::from_utf8_lossy(memory::text(memory::load(&raw const (*kind_of(kind)).name)));
        let given = match own {
            Some(own) => String::from_utf8_lossy(memory::text(own.name)).into_owned(),
            None => super::object::described(vm, value),
        };
        let message = format!("wrong argument type {given} (expected {wanted})");
        drop((wanted, given));
        Err(vm.type_error(message))
    }

    fn rb_typeddata_is_kind_of(vm, value: Value, kind: *const DataType) -> c_int {
        let own = DataRef::from_value(value).and_then(type_of);
        Ok(own.is_some_and(|own| descends(own, kind)).into())
    }

    fn rb_typeddata_inherited_p(vm, kind: *const DataType, other: *const DataType) -> c_int {
        Ok(descends(kind, other).into())
    }
}

/// The type that C code names: it names one.
fn kind_of<'a>(kind: *const DataType) -> &'a DataType {
    // SAFETY: by the API it is one.
    unsafe { &*kind }
}
