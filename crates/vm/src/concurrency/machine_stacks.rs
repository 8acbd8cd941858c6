//! The machine stacks of natives that are suspended half way: one pool of a machine's own, made when the first is wanted.
//!
//! Ruby frames need none (see `stack`), nor do leaves. What is left is foreign code that calls back. The pool's settings
//! are `rutile_fiber::Policy`'s, in `RUTILE_MACHINE_STACKS` or from the program; compaction and warm-up trim it, and a
//! major collection gives back what was idle for long.

use rutile_fiber::{Policy, StackPool, recover_from_overflow};

use crate::vm::Vm;

impl Vm {
    /// The pool.
    pub fn machine_stacks(&mut self) -> &StackPool {
        let policy = self.options.machine_stacks;
        self.machine_stacks.get_or_insert_with(|| {
            // Where the handler can't be installed, an overflow is the signal that it is in any other program.
            // SAFETY: only foreign functions run on these stacks, and the runtime holds nothing of theirs: it drops the
            // stack with all that is on it. What such a function was about to change is the program's concern, as it
            // would be had the function never returned.
            let _ = unsafe { recover_from_overflow() };
            StackPool::new(policy)
        })
    }

    /// The pool, if there was a need for it.
    pub fn used_machine_stacks(&self) -> Option<&StackPool> {
        self.machine_stacks.as_ref()
    }

    /// Other settings from now on. Stacks that are in use go back to where they came from.
    pub fn set_machine_stack_policy(&mut self, policy: Policy) {
        self.options.machine_stacks = policy;
        self.machine_stacks = None;
    }

    /// Gives back what nobody uses.
    pub(crate) fn trim_machine_stacks(&self) {
        if let Some(pool) = &self.machine_stacks {
            pool.trim();
        }
    }

    /// Gives back what nobody has used for as long as the policy says.
    pub(crate) fn trim_idle_machine_stacks(&self) {
        if let Some(pool) = &self.machine_stacks {
            pool.trim_idle();
        }
    }
}
