//! Views of objects' memory: a class says how its objects show theirs (`rb_memory_view_register`), and other extensions read it as numbers
//! in one or more dimensions without knowing the class.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::mem::size_of;
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};

use rutile_vm::object::data::DataRef;
use rutile_vm::prelude::*;

use super::memory_format::{Component, parse};
use super::table::{Table, rb_mark_set, rb_st_delete, rb_st_init_numtable, rb_st_insert, rb_st_lookup};
use crate::define::{Export, functions};
use crate::state::state;
use crate::{memory, ruby};

/// `rb_memory_view_t`
#[repr(C)]
pub struct View {
    object: Value,
    data: *mut u8,
    byte_size: isize,
    is_readonly: bool,
    format: *const c_char,
    item_size: isize,
    members: *const Component,
    member_count: usize,
    dimensions: isize,
    shape: *const isize,
    strides: *const isize,
    sub_offsets: *const isize,
    private_data: *mut c_void,
    entry: *const Entry,
}

/// `rb_memory_view_entry_t`
#[repr(C)]
pub struct Entry {
    get: Option<extern "C" fn(Value, *mut View, c_int) -> bool>,
    release: Option<extern "C" fn(Value, *mut View) -> bool>,
    is_available: Option<extern "C" fn(Value) -> bool>,
}

/// How many views each shown object has: a Data object of this type over a table of `st.h`.
#[unsafe(no_mangle)]
#[allow(non_upper_case_globals)]
pub static rb_memory_view_exported_object_registry: AtomicUsize = AtomicUsize::new(0);
/// Name, mark, free, size, compact, reserved, parent, data, flags: `rb_data_type_t`.
#[unsafe(no_mangle)]
#[allow(non_upper_case_globals)]
pub static rb_memory_view_exported_object_registry_data_type: [AtomicUsize; 9] = [const { AtomicUsize::new(0) }; 9];

pub const VARIABLES: &[Export] = &[
    Export { name: "rb_memory_view_exported_object_registry", address: &raw const rb_memory_view_exported_object_registry as *const () },
    Export { name: "rb_memory_view_exported_object_registry_data_type", address: &raw const rb_memory_view_exported_object_registry_data_type as *const () },
];

const REGISTRY_NAME: &CStr = c"memory_view/exported_object_registry";

/// Gives the variables their values.
pub fn set(vm: &mut Vm) {
    let kind = &rb_memory_view_exported_object_registry_data_type;
    kind[0].store(REGISTRY_NAME.as_ptr() as usize, Ordering::Relaxed);
    kind[1].store(rb_mark_set as *const () as usize, Ordering::Relaxed);
    let object = vm.new_typed_data(vm.classes.object, kind.as_ptr() as usize, rb_st_init_numtable() as usize);
    state(vm).objects.note(object);
    rb_memory_view_exported_object_registry.store(object.value().word() as usize, Ordering::Relaxed);
    state(vm).keep(object.value());
}

fn registry() -> *mut Table {
    // SAFETY: a value that is kept, or 0.
    let object = unsafe { Value::from_foreign_word(rb_memory_view_exported_object_registry.load(Ordering::Relaxed) as u64) };
    DataRef::from_value(object).map_or(ptr::null_mut(), |object| object.data() as *mut Table)
}

/// The entry of an object's class, or of one that it inherits from.
fn entry_of(vm: &mut Vm, object: Value) -> *const Entry {
    let mut class = Some(vm.class_of(object).real_class());
    while let Some(known) = class {
        if let Some(&entry) = state(vm).memory_views.get(&known.value().word()) {
            return entry as *const Entry;
        }
        class = known.real_superclass();
    }
    ptr::null()
}

fn is_available(entry: *const Entry, object: Value) -> bool {
    // SAFETY: an extension's entries live as long as it does.
    let entry = unsafe { entry.as_ref() };
    entry.and_then(|entry| entry.is_available).is_some_and(|ask| ask(object))
}

/// The sides of a view; none where it has no shape.
fn sides<'a>(view: &View, place: *const isize) -> Option<&'a [isize]> {
    // SAFETY: by the API they are as many as there are dimensions.
    (!place.is_null()).then(|| unsafe { std::slice::from_raw_parts(place, view.dimensions.max(0) as usize) })
}

/// Whether items lie one behind the other, where a step in these dimensions, from the innermost on, is as long as all that is within it.
fn is_contiguous(view: &View, order: impl Iterator<Item = usize>) -> bool {
    let (Some(shape), Some(strides)) = (sides(view, view.shape), sides(view, view.strides)) else { return false };
    let mut expected = view.item_size;
    for index in order {
        if strides[index] != expected {
            return false;
        }
        expected *= shape[index];
    }
    true
}

fn item_place(view: &View, indices: *const isize) -> *mut u8 {
    let Some(indices) = sides(view, indices).filter(|indices| !indices.is_empty()) else { return view.data };
    let (shape, strides, sub_offsets) = (sides(view, view.shape), sides(view, view.strides), sides(view, view.sub_offsets));
    let mut place = view.data;
    let mut inner = view.item_size * shape.map_or(1, |shape| shape.iter().product());
    for (dimension, index) in indices.iter().enumerate() {
        let stride = match (strides, shape) {
            (Some(strides), _) => strides[dimension],
            (None, Some(shape)) => {
                inner /= shape[dimension].max(1);
                inner
            }
            (None, None) => view.item_size,
        };
        place = place.wrapping_offset(stride * index);
        if let Some(&offset) = sub_offsets.map(|offsets| &offsets[dimension]).filter(|offset| **offset >= 0) {
            // SAFETY: by the API a pointer to the next dimension stands there.
            place = unsafe { place.cast::<*mut u8>().read_unaligned() }.wrapping_offset(offset);
        }
    }
    place
}

/// One number of an item.
fn number(vm: &mut Vm, bytes: &[u8], member: &Component) -> Value {
    let mut low = [0; 8];
    low[..bytes.len()].copy_from_slice(bytes);
    if !member.is_little_endian {
        low[..bytes.len()].reverse();
    }
    let bits = u64::from_le_bytes(low);
    match member.format {
        b'f' | b'e' | b'g' => vm.float(f32::from_bits(bits as u32) as f64),
        b'd' | b'E' | b'G' => vm.float(f64::from_bits(bits)),
        b'c' | b's' | b'i' | b'l' | b'q' | b'j' => {
            let unused = 64 - 8 * bytes.len() as u32;
            vm.integer(((bits << unused) as i64 >> unused) as i128)
        }
        _ => vm.integer(bits as i128),
    }
}

fn members_of(vm: &mut Vm, place: *const u8, members: &[Component]) -> Value {
    let at = |member: &Component, index: usize| {
        // SAFETY: by the API there are all members of an item.
        unsafe { std::slice::from_raw_parts(place.add(member.offset + index * member.size), member.size) }
    };
    if let [member @ Component { repeat: 1, .. }] = members {
        return number(vm, at(member, 0), member);
    }
    let list = vm.array_with_capacity(members.len());
    for member in members {
        for index in 0..member.repeat {
            let value = number(vm, at(member, index), member);
            vm.array_push(list, value);
        }
    }
    list.value()
}

/// Members as C code owns them.
fn for_c(members: &[Component]) -> *mut Component {
    // SAFETY: there is room for so many.
    unsafe {
        let place: *mut Component = libc::malloc((members.len().max(1)) * size_of::<Component>()).cast();
        if !place.is_null() {
            ptr::copy_nonoverlapping(members.as_ptr(), place, members.len());
        }
        place
    }
}

/// What stands in a list of members that C code has.
fn from_c<'a>(members: *const Component, count: usize) -> &'a [Component] {
    // SAFETY: by the API there are so many.
    if members.is_null() { &[] } else { unsafe { std::slice::from_raw_parts(members, count) } }
}

fn prepare(vm: &mut Vm, view: &mut View) -> Result<(), Exit> {
    if !view.members.is_null() {
        return Ok(());
    }
    let format = memory::text(view.format);
    match parse(format) {
        Ok((members, size)) => {
            (view.members, view.member_count, view.item_size) = (for_c(&members), members.len(), size as isize);
            Ok(())
        }
        Err(place) => {
            let message = format!("Unable to parse item format at {place} in {}", String::from_utf8_lossy(format));
            Err(vm.raise(vm.classes.argument_error, message))
        }
    }
}

/// A view that C code passes.
fn view<'a>(place: *mut View) -> &'a mut View {
    // SAFETY: by the API it is one, which nobody else uses meanwhile.
    unsafe { &mut *place }
}

functions! {
    fn rb_memory_view_register(vm, class: Value, entry: *const Entry) -> bool {
        let Some(class) = ClassRef::from_module(class).filter(|class| !class.is_module()) else {
            let name = vm.class_name(vm.class_of(class).real_class());
            return Err(vm.type_error(format!("wrong argument type {name} (expected Class)")));
        };
        if state(vm).memory_views.contains_key(&class.value().word()) {
            ruby::helper(vm, "warn_of_memory_view", &[class.value()]);
            return Ok(false);
        }
        state(vm).keep_module(class.value());
        state(vm).memory_views.insert(class.value().word(), entry as usize);
        Ok(true)
    }

    fn rb_memory_view_available_p(vm, object: Value) -> bool {
        let entry = entry_of(vm, object);
        Ok(is_available(entry, object))
    }

    fn rb_memory_view_get(vm, object: Value, place: *mut View, flags: c_int) -> bool {
        let entry = entry_of(vm, object);
        // SAFETY: an extension's entries live as long as it does.
        let Some(get) = unsafe { entry.as_ref() }.and_then(|entry| entry.get) else { return Ok(false) };
        if !is_available(entry, object) || !get(object, place, flags) {
            return Ok(false);
        }
        view(place).entry = entry;
        let (table, key) = (registry(), view(place).object.word() as usize);
        let mut count = 0;
        rb_st_lookup(table, key, &mut count);
        rb_st_insert(table, key, count + 1);
        Ok(true)
    }

    fn rb_memory_view_release(vm, place: *mut View) -> bool {
        let shown = view(place);
        // SAFETY: as in `rb_memory_view_get`, which noted it.
        let Some(entry) = (unsafe { shown.entry.as_ref() }) else { return Ok(false) };
        let object = shown.object;
        let is_released = entry.release.is_none_or(|release| release(object, place));
        if is_released {
            let (table, mut key, mut count) = (registry(), object.word() as usize, 0);
            if rb_st_lookup(table, key, &mut count) != 0 && count > 1 {
                rb_st_insert(table, key, count - 1);
            } else {
                rb_st_delete(table, &mut key, &mut count);
            }
            // SAFETY: `for_c` made them.
            unsafe { libc::free(shown.members.cast_mut().cast()) };
            shown.members = ptr::null();
        }
        Ok(is_released)
    }

    fn rb_memory_view_init_as_byte_array(vm, place: *mut View, object: Value, data: *mut c_void, length: isize, is_readonly: bool) -> bool {
        let made = View {
            object, data: data.cast(), byte_size: length, is_readonly, format: ptr::null(), item_size: 1, members: ptr::null(), member_count: 0,
            dimensions: 1, shape: ptr::null(), strides: ptr::null(), sub_offsets: ptr::null(), private_data: ptr::null_mut(), entry: ptr::null(),
        };
        memory::store(place, made);
        Ok(true)
    }

    fn rb_memory_view_is_row_major_contiguous(vm, place: *mut View) -> bool {
        Ok(is_contiguous(view(place), (0..view(place).dimensions.max(0) as usize).rev()))
    }

    fn rb_memory_view_is_column_major_contiguous(vm, place: *mut View) -> bool {
        Ok(is_contiguous(view(place), 0..view(place).dimensions.max(0) as usize))
    }

    fn rb_memory_view_fill_contiguous_strides(vm, dimensions: isize, item_size: isize, shape: *const isize, is_row_major: bool, strides: *mut isize) {
        let (mut stride, dimensions) = (item_size, dimensions.max(0) as usize);
        for step in 0..dimensions {
            let index = if is_row_major { dimensions - 1 - step } else { step };
            // SAFETY: by the API there are as many as dimensions.
            unsafe {
                strides.add(index).write(stride);
                stride *= *shape.add(index);
            }
        }
        Ok(())
    }

    fn rb_memory_view_parse_item_format(
        vm, format: *const c_char, members: *mut *mut Component, count: *mut usize, error: *mut *const c_char,
    ) -> isize {
        if format.is_null() {
            memory::store(count, 0);
            memory::store(members, ptr::null_mut());
            return Ok(1);
        }
        match parse(memory::text(format)) {
            Ok((found, size)) => {
                memory::store(count, found.len());
                memory::store(members, for_c(&found));
                Ok(size as isize)
            }
            Err(place) => {
                memory::store(error, format.wrapping_add(place));
                Ok(-1)
            }
        }
    }

    fn rb_memory_view_item_size_from_format(vm, format: *const c_char, error: *mut *const c_char) -> isize {
        if format.is_null() {
            return Ok(1);
        }
        match parse(memory::text(format)) {
            Ok((_, size)) => Ok(size as isize),
            Err(place) => {
                memory::store(error, format.wrapping_add(place));
                Ok(-1)
            }
        }
    }

    fn rb_memory_view_get_item_pointer(vm, place: *mut View, indices: *const isize) -> *mut u8 {
        Ok(item_place(view(place), indices))
    }

    fn rb_memory_view_extract_item_members(vm, place: *const u8, members: *const Component, count: usize) -> Value {
        Ok(members_of(vm, place, from_c(members, count)))
    }

    fn rb_memory_view_prepare_item_desc(vm, place: *mut View) {
        prepare(vm, view(place))
    }

    fn rb_memory_view_get_item(vm, place: *mut View, indices: *const isize) -> Value {
        let shown = view(place);
        if shown.format.is_null() {
            // SAFETY: by the API the item is within the view.
            return Ok(Value::fixnum(unsafe { *item_place(shown, indices) }.into()));
        }
        prepare(vm, shown)?;
        Ok(members_of(vm, item_place(shown, indices), from_c(shown.members, shown.member_count)))
    }
}
