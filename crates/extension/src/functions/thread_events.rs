//! Watching threads, and words of C code that belong to one.

use std::ffi::c_int;

use rutile_vm::prelude::*;

use crate::define::functions;
use crate::state::state;
use crate::thread_hooks::ThreadHook;

/// `RB_INTERNAL_THREAD_SPECIFIC_KEY_MAX`
const MOST_WORDS: c_int = 8;

/// The variable of a thread that has a word.
fn word_name(vm: &mut Vm, key: c_int) -> Symbol {
    vm.intern(format!("@ extension_word_{key}").as_bytes())
}

functions! {
    fn rb_internal_thread_add_event_hook(vm, function: usize, events: u32, data: usize) -> *const ThreadHook {
        let hook = Box::new(ThreadHook { function, events, data });
        let place: *const ThreadHook = &raw const *hook;
        let hooks = &mut state(vm).thread_hooks;
        hooks.push(hook);
        if hooks.len() == 1 {
            vm.threads.scheduler.journal.watch(true);
        }
        Ok(place)
    }

    fn rb_internal_thread_remove_event_hook(vm, hook: *const ThreadHook) -> bool {
        vm.tell_thread_events();
        let hooks = &mut state(vm).thread_hooks;
        let before = hooks.len();
        hooks.retain(|known| !std::ptr::eq(&raw const **known, hook));
        let (is_gone, none_is_left) = (hooks.len() < before, hooks.is_empty());
        if none_is_left {
            vm.threads.scheduler.journal.watch(false);
        }
        Ok(is_gone)
    }

    fn rb_internal_thread_specific_key_create(vm) -> c_int {
        let key = state(vm).thread_words;
        if key == MOST_WORDS {
            return Err(vm.raise(vm.classes.thread_error, "rb_internal_thread_specific_key_create() is called more than 8 times".to_string()));
        }
        state(vm).thread_words += 1;
        Ok(key)
    }

    fn rb_internal_thread_specific_get(vm, thread: Value, key: c_int) -> usize {
        let name = word_name(vm, key);
        let word = vm.get_variable(thread, name);
        Ok(vm.low_bits(word).unwrap_or(0) as usize)
    }

    fn rb_internal_thread_specific_set(vm, thread: Value, key: c_int, word: usize) {
        let name = word_name(vm, key);
        let word = vm.integer(word as i128);
        vm.set_variable(thread, name, word);
        Ok(())
    }

    /// Threads of Ruby's all run on the machine's own, which no other machine takes: it is theirs already.
    fn rb_thread_lock_native_thread(vm) -> bool {
        Ok(false)
    }
}
