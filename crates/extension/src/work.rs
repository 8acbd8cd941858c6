//! Functions of extensions that block and need no Ruby (`rb_thread_call_without_gvl`). Where other threads could run meanwhile, such
//! a function runs on a thread of the system's; the thread of Ruby's that called parks until it is over. On its way the function
//! may ask for Ruby again (`rb_thread_call_with_gvl`): then it waits, and the machine's thread makes that call.
//!
//! ```text
//!   machine's thread   extension_work --parks--> awake: Wanted --calls--> extension_work_answer --parks--> awake: Done
//!   system's thread        [ function ....... with_gvl waits ..................... goes on ........ returns ]
//! ```

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, Once, PoisonError};
use std::time::Duration;

/// How far a function has come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Running,
    /// It wants this function called with this data by the machine's thread.
    Wanted { function: usize, data: usize },
    /// The function's value.
    Answered(usize),
    /// Its value and the system's error that it left (`errno`).
    Done(usize, i32),
}

/// The parts of a function's work that both threads see.
pub struct Work {
    stage: Mutex<Stage>,
    changed: Condvar,
    /// The thread that does it, as the system knows it; 0 before it has begun.
    thread: AtomicU64,
    is_interrupted: AtomicBool,
}

/// Why the machine's thread was woken.
pub enum Event {
    Done(usize, i32),
    Wanted { function: usize, data: usize },
}

thread_local! {
    /// The work that a thread of the system's does.
    static OWN: RefCell<Option<Arc<Work>>> = const { RefCell::new(None) };
}

impl Work {
    /// Begins a function on a thread of its own. None where the system has no thread for it.
    pub fn begin(function: usize, data: usize) -> Option<Arc<Work>> {
        let work = Arc::new(Work { stage: Mutex::new(Stage::Running), changed: Condvar::new(), thread: AtomicU64::new(0), is_interrupted: AtomicBool::new(false) });
        let own = work.clone();
        let body = move || {
            OWN.set(Some(own.clone()));
            allow_signal();
            // SAFETY: asks which thread this is.
            own.thread.store(unsafe { libc::pthread_self() }, Ordering::Release);
            // SAFETY: the extension says that this function may run on any thread.
            let function: extern "C" fn(usize) -> usize = unsafe { std::mem::transmute(function) };
            let result = function(data);
            let error = std::io::Error::last_os_error().raw_os_error().unwrap_or(0);
            own.set(Stage::Done(result, error));
        };
        std::thread::Builder::new().name("extension".to_string()).spawn(body).ok()?;
        Some(work)
    }

    fn lock(&self) -> MutexGuard<'_, Stage> {
        self.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, stage: Stage) {
        *self.lock() = stage;
        self.changed.notify_all();
    }

    /// Waits until the function is over or wants something: for a helper of the reactor's.
    pub fn wait(&self) {
        let running = |stage: &mut Stage| matches!(stage, Stage::Running | Stage::Answered(_));
        drop(self.changed.wait_while(self.lock(), running));
    }

    pub fn event(&self) -> Option<Event> {
        match *self.lock() {
            Stage::Done(result, error) => Some(Event::Done(result, error)),
            Stage::Wanted { function, data } => Some(Event::Wanted { function, data }),
            Stage::Running | Stage::Answered(_) => None,
        }
    }

    pub fn answer(&self, result: usize) {
        self.set(Stage::Answered(result));
    }
}

/// The signal that `interrupt` sends, in a thread that may not take any.
fn allow_signal() {
    // SAFETY: a set that is begun empty; only this thread's mask is changed.
    unsafe {
        let mut signals: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&mut signals);
        libc::sigaddset(&mut signals, libc::SIGVTALRM);
        libc::pthread_sigmask(libc::SIG_UNBLOCK, &signals, std::ptr::null_mut());
    }
}

/// How often a function is interrupted that goes on.
const AGAIN: Duration = Duration::from_millis(10);

/// Ends what the function waits for in the system: such calls answer `EINTR` (`RUBY_UBF_IO`). As the signal may come before
/// the function waits, it is sent until the function is over.
pub fn interrupt(work: &Arc<Work>) {
    static HANDLER: Once = Once::new();
    HANDLER.call_once(|| {
        extern "C" fn nothing(_signal: i32) {}
        // SAFETY: the action is fully set, without `SA_RESTART`; its handler does nothing. No program may trap this signal.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = nothing as *const () as usize;
            libc::sigaction(libc::SIGVTALRM, &action, std::ptr::null_mut());
        }
    });
    if work.is_interrupted.swap(true, Ordering::AcqRel) {
        return;
    }
    let work = work.clone();
    let send = move || {
        let mut stage = work.lock();
        while !matches!(*stage, Stage::Done(..)) {
            let thread = work.thread.load(Ordering::Acquire);
            if thread != 0 {
                // SAFETY: the thread is there: it takes the lock that is held here before it ends.
                unsafe { libc::pthread_kill(thread, libc::SIGVTALRM) };
            }
            stage = work.changed.wait_timeout(stage, AGAIN).unwrap_or_else(PoisonError::into_inner).0;
        }
    };
    // Where the system has no thread for it, the function ends by itself.
    let _ = std::thread::Builder::new().name("interrupts".to_string()).spawn(send);
}

/// Has the machine's thread call a function, on a thread that does work. None on any other.
pub fn call_by_machine(function: usize, data: usize) -> Option<usize> {
    let work = OWN.with_borrow(|own| own.clone())?;
    work.set(Stage::Wanted { function, data });
    let waiting = |stage: &mut Stage| matches!(stage, Stage::Wanted { .. });
    let mut stage = work.changed.wait_while(work.lock(), waiting).unwrap_or_else(PoisonError::into_inner);
    let Stage::Answered(result) = *stage else { return Some(0) };
    *stage = Stage::Running;
    Some(result)
}
