//! Postponed jobs: functions that C code wants called at the next safepoint. They may be asked for anywhere, in a handler of a signal, on a
//! thread that runs no Ruby or in a collection, so all of it is atomic and process-wide: a job belongs to nobody's machine until one takes it.

use std::ffi::c_uint;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use rutile_vm::prelude::*;

use crate::state::state;

/// A function and what it is called with. Once there is a function it stays.
struct Job {
    function: AtomicUsize,
    data: AtomicUsize,
}

/// As many as a word has bits.
const MOST: usize = u64::BITS as usize;

static JOBS: [Job; MOST] = [const { Job { function: AtomicUsize::new(0), data: AtomicUsize::new(0) } }; MOST];
/// Those that are to be done, a bit each.
static DUE: AtomicU64 = AtomicU64::new(0);

/// `POSTPONED_JOB_HANDLE_INVALID`
const NONE: c_uint = c_uint::MAX;

/// The job of a function, with new data.
pub fn prepare(function: usize, data: usize) -> c_uint {
    for (index, job) in JOBS.iter().enumerate() {
        let known = job.function.compare_exchange(0, function, Ordering::Relaxed, Ordering::Relaxed).unwrap_or_else(|known| known);
        if known == 0 || known == function {
            job.data.store(data, Ordering::Release);
            return index as c_uint;
        }
    }
    NONE
}

/// Has a job done, once for however many requests there are until then.
pub fn request(handle: c_uint) {
    if (handle as usize) < MOST {
        DUE.fetch_or(1 << handle, Ordering::Release);
        rutile_platform::signals::nudge();
    }
}

pub fn are_due() -> bool {
    DUE.load(Ordering::Relaxed) != 0
}

/// `extension_job`: function and data of one that is due, which is not any more; nil where there is none.
fn extension_job(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let due = DUE.load(Ordering::Acquire);
    if due == 0 {
        return Ok(Value::NIL);
    }
    let index = due.trailing_zeros() as usize;
    DUE.fetch_and(!(1 << index), Ordering::Acquire);
    let job = &JOBS[index];
    let words = [job.function.load(Ordering::Relaxed), job.data.load(Ordering::Acquire)];
    let words = words.map(|word| vm.integer(word as i128));
    Ok(vm.new_array(&words).value())
}

/// `extension_jobs_end`: who took them is through.
fn extension_jobs_end(vm: &mut Vm, _args: Arguments) -> NativeResult {
    state(vm).does_jobs = false;
    if are_due() {
        rutile_platform::signals::raise_flag();
    }
    Ok(Value::NIL)
}

pub const NATIVES: &[(&str, Native)] = &[("extension_job", extension_job), ("extension_jobs_end", extension_jobs_end)];
