//! Random generators of an extension's own: objects with data whose type names the functions that draw. What a Random does with draws is
//! said in Ruby (`lib/rutile/c_extensions/generators.rb`), which calls those functions by the ones here.

use std::ffi::{CStr, c_char, c_int};
use std::mem::transmute;
use std::sync::atomic::{AtomicUsize, Ordering};

use rutile_core::number::random::float_of_pair;
use rutile_vm::object::data::DataRef;
use rutile_vm::prelude::*;

use crate::data::{self, DataType};
use crate::define::{Export, functions, plain_functions};
use crate::memory;

/// `rb_random_interface_t`
#[repr(C)]
struct Interface {
    default_seed_bits: usize,
    major: u8,
    minor: u8,
    flags: u16,
    init: usize,
    init_word: usize,
    get_word: usize,
    get_bytes: usize,
    get_real: usize,
}

type Draw = extern "C" fn(usize) -> u32;

/// `rb_random_data_type`, which the types of generators name as their parent.
#[unsafe(no_mangle)]
#[allow(non_upper_case_globals)]
pub static rb_random_data_type_1_0: [AtomicUsize; 9] = [const { AtomicUsize::new(0) }; 9];

pub const VARIABLES: &[Export] = &[Export { name: "rb_random_data_type_1_0", address: &raw const rb_random_data_type_1_0 as *const () }];

const NAME: &CStr = c"random";

/// Gives the variable its value.
pub fn set() {
    rb_random_data_type_1_0[0].store(NAME.as_ptr() as usize, Ordering::Relaxed);
}

/// Whether a type is one of generators.
fn is_generator(kind: &DataType) -> bool {
    let wanted = rb_random_data_type_1_0.as_ptr() as usize;
    let mut parent = kind.parent;
    // SAFETY: an extension's types live as long as their objects.
    while let Some(known) = unsafe { parent.as_ref() } {
        if parent as usize == wanted {
            return true;
        }
        parent = known.parent;
    }
    false
}

/// `extension_generator(object)`: `[bits of a seed, major, minor, functions ..., where its data stand]`; the type's name where it has no
/// functions, nil where the object is no generator.
fn extension_generator(vm: &mut Vm, args: Arguments) -> NativeResult {
    let Some(object) = DataRef::from_value(args.get(0)) else { return Ok(Value::NIL) };
    let Some(kind) = data::type_of(object).filter(|kind| is_generator(kind)) else { return Ok(Value::NIL) };
    // SAFETY: by the API such a type's data is its interface.
    let Some(interface) = (unsafe { (kind.data as *const Interface).as_ref() }) else {
        return Ok(vm.string(&String::from_utf8_lossy(memory::text(kind.name))));
    };
    let Interface { default_seed_bits, major, minor, flags: _, init, init_word, get_word, get_bytes, get_real } = *interface;
    let words = [default_seed_bits, major.into(), minor.into(), init, init_word, get_word, get_bytes, get_real, object.data() as usize];
    let words = words.map(|word| vm.integer(word as i128));
    Ok(vm.new_array(&words).value())
}

pub const NATIVES: &[(&str, Native)] = &[("extension_generator", extension_generator)];

plain_functions! {
    fn rb_random_mark(generator: *const Value) {
        data::mark_value(memory::load(generator));
    }

    fn rb_random_base_init(generator: *mut Value) {
        memory::store(generator, Value::fixnum(0));
    }

    fn rb_int_pair_to_real(first: u32, second: u32, exclusive: c_int) -> f64 {
        float_of_pair(first, second, exclusive != 0)
    }

    fn rb_rand_bytes_int32(draw: Draw, generator: usize, target: *mut c_char, length: usize) {
        let mut word = [0; 4];
        for index in 0..length {
            if index % 4 == 0 {
                word = draw(generator).to_le_bytes();
            }
            memory::store(target.wrapping_add(index), word[index % 4] as c_char);
        }
    }
}

functions! {
    /// Begins a generator with words of 32 bits.
    fn rutile_generator_begin(vm, init: usize, generator: usize, words: Value) -> Value {
        // SAFETY: by the API it is such a function.
        let init: extern "C" fn(usize, *const c_char, usize) = unsafe { transmute(init) };
        let words = super::string::string(vm, words)?;
        let start = super::string::pointer(vm, words);
        init(generator, start, words.len() / 4);
        Ok(words.value())
    }

    fn rutile_generator_begin_word(vm, init: usize, generator: usize, word: usize) -> Value {
        // SAFETY: by the API it is such a function.
        let init: extern "C" fn(usize, u32) = unsafe { transmute(init) };
        init(generator, word as u32);
        Ok(Value::NIL)
    }

    /// Where C code finds the seed.
    fn rutile_generator_seed(vm, generator: *mut Value, seed: Value) -> Value {
        memory::store(generator, seed);
        Ok(seed)
    }

    fn rutile_generator_word(vm, draw: usize, generator: usize) -> Value {
        // SAFETY: by the API it is such a function.
        let draw: Draw = unsafe { transmute(draw) };
        Ok(Value::fixnum(draw(generator).into()))
    }

    fn rutile_generator_real(vm, draw: usize, generator: usize, exclusive: usize) -> Value {
        // SAFETY: by the API it is such a function.
        let draw: extern "C" fn(usize, c_int) -> f64 = unsafe { transmute(draw) };
        let real = draw(generator, exclusive as c_int);
        Ok(vm.float(real))
    }

    /// Fills a text.
    fn rutile_generator_bytes(vm, draw: usize, generator: usize, text: Value) -> Value {
        // SAFETY: by the API it is such a function.
        let draw: extern "C" fn(usize, *mut c_char, usize) = unsafe { transmute(draw) };
        let string = super::string::string(vm, text)?;
        vm.string_modify(string)?;
        let start = super::string::pointer(vm, string);
        draw(generator, start, string.len());
        Ok(text)
    }
}
