//! Numbers that `Rutile` tells of its own: caches, counters of instructions, machine stacks.

pub mod caches;
pub mod counts;
pub mod machine_stacks;
