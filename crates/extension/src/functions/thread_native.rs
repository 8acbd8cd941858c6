//! Locks and conditions of the system's, under the API's names for them. They ask for no machine: threads of an extension's own use them.

use std::ffi::{c_int, c_ulong};
use std::ptr;

use libc::{pthread_cond_t, pthread_mutex_t, pthread_t};

use crate::define::plain_functions;

/// What the system refuses here is a mistake in the extension that can't be told to anybody.
fn expect_done(result: c_int, what: &str) {
    if result != 0 {
        eprintln!("rutile: {what}: {}", std::io::Error::from_raw_os_error(result));
        std::process::abort();
    }
}

/// Declares functions that do one thing with one place.
macro_rules! forward {
    ($($name:ident($place:ident: $type:ty) => $system:ident($($argument:expr),*);)*) => {
        plain_functions! {
            $(
                fn $name($place: *mut $type) {
                    // SAFETY: by the API there is such a lock or condition.
                    expect_done(unsafe { libc::$system($($argument),*) }, stringify!($system));
                }
            )*

            fn rb_nativethread_self() -> pthread_t {
                // SAFETY: asks which thread this is.
                unsafe { libc::pthread_self() }
            }

            fn rb_native_mutex_trylock(lock: *mut pthread_mutex_t) -> c_int {
                // SAFETY: by the API there is such a lock.
                let result = unsafe { libc::pthread_mutex_trylock(lock) };
                if result != libc::EBUSY {
                    expect_done(result, "pthread_mutex_trylock");
                }
                result
            }

            fn rb_native_cond_wait(condition: *mut pthread_cond_t, lock: *mut pthread_mutex_t) {
                // SAFETY: by the API there are both.
                expect_done(unsafe { libc::pthread_cond_wait(condition, lock) }, "pthread_cond_wait");
            }

            fn rb_native_cond_timedwait(condition: *mut pthread_cond_t, lock: *mut pthread_mutex_t, milliseconds: c_ulong) {
                let mut until = libc::timespec { tv_sec: 0, tv_nsec: 0 };
                // SAFETY: asks for the time, by the clock of a condition that has no other.
                unsafe { libc::clock_gettime(libc::CLOCK_REALTIME, &mut until) };
                let nanoseconds = until.tv_nsec + (milliseconds % 1000) as i64 * 1_000_000;
                until.tv_sec += (milliseconds / 1000) as i64 + nanoseconds / 1_000_000_000;
                until.tv_nsec = nanoseconds % 1_000_000_000;
                // SAFETY: by the API there are both.
                let result = unsafe { libc::pthread_cond_timedwait(condition, lock, &until) };
                if result != libc::ETIMEDOUT {
                    expect_done(result, "pthread_cond_timedwait");
                }
            }
        }
    };
}

forward! {
    rb_nativethread_lock_initialize(lock: pthread_mutex_t) => pthread_mutex_init(lock, ptr::null());
    rb_nativethread_lock_destroy(lock: pthread_mutex_t) => pthread_mutex_destroy(lock);
    rb_nativethread_lock_lock(lock: pthread_mutex_t) => pthread_mutex_lock(lock);
    rb_nativethread_lock_unlock(lock: pthread_mutex_t) => pthread_mutex_unlock(lock);
    rb_native_mutex_initialize(lock: pthread_mutex_t) => pthread_mutex_init(lock, ptr::null());
    rb_native_mutex_destroy(lock: pthread_mutex_t) => pthread_mutex_destroy(lock);
    rb_native_mutex_lock(lock: pthread_mutex_t) => pthread_mutex_lock(lock);
    rb_native_mutex_unlock(lock: pthread_mutex_t) => pthread_mutex_unlock(lock);
    rb_native_cond_initialize(condition: pthread_cond_t) => pthread_cond_init(condition, ptr::null());
    rb_native_cond_destroy(condition: pthread_cond_t) => pthread_cond_destroy(condition);
    rb_native_cond_signal(condition: pthread_cond_t) => pthread_cond_signal(condition);
    rb_native_cond_broadcast(condition: pthread_cond_t) => pthread_cond_broadcast(condition);
}
