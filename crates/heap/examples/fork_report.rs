//! The cost of a forked child's collections in memory: `cargo run --release --example fork_report`.
//!
//! A parent builds a heap, forks, and the child collects. Each line is the
//! private dirty memory the child gained, which the two no longer share.

use rutile_heap::*;

mod stack;
use stack::Stack;

const NODE: u8 = 1;
static LAYOUTS: [Layout; 256] = {
    let mut layouts = [Layout::Raw; 256];
    layouts[NODE as usize] = Layout::Words;
    layouts
};
const KEPT: usize = 1_500_000;

fn allocate(heap: &mut Heap, roots: &mut Stack, bytes: usize) -> Cell {
    let header = NODE as u64;
    match heap.try_allocate(bytes, header) {
        Some(cell) => cell,
        None => heap.collect_and_allocate(bytes, header, roots).expect("memory"),
    }
}

/// Cells of several sizes, a quarter of them kept, in one large table.
fn build(heap: &mut Heap, roots: &mut Stack) {
    let table = allocate(heap, roots, (KEPT + 1) * 8);
    roots.0.push(table.address());
    for index in 0..KEPT * 4 {
        let cell = allocate(heap, roots, 24 + index % 7 * 16);
        if index % 4 == 0 {
            // SAFETY: an index of one of its own words.
            unsafe { heap.write(table, 1 + index / 4, cell.address()) };
        }
    }
}

fn private_dirty_kib() -> u64 {
    let text = std::fs::read_to_string("/proc/self/smaps_rollup").unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with("Private_Dirty:")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// Runs `work` in a child and prints what it made private there.
fn in_child(name: &str, work: impl FnOnce()) {
    // SAFETY: this program has one thread.
    match unsafe { libc::fork() } {
        0 => {
            let before = private_dirty_kib();
            work();
            println!("  {name:32} {:8.2} MiB", (private_dirty_kib() - before) as f64 / 1024.0);
            std::process::exit(0);
        }
        // SAFETY: waits for the child made above.
        child => unsafe {
            libc::waitpid(child, std::ptr::null_mut(), 0);
        },
    }
}

fn report(title: &str, heap: &mut Heap, roots: &mut Stack) {
    println!("{title}: {} MiB of blocks, the parent dirty {} MiB", heap.statistics().used_bytes >> 20, private_dirty_kib() >> 10);
    in_child("nothing", || {});
    in_child("a minor collection", || heap.collect(CollectionKind::Minor, roots));
    in_child("a major collection", || heap.collect(CollectionKind::Major, roots));
    in_child("a compaction", || heap.collect(CollectionKind::Compact, roots));
    in_child("8 MiB of garbage, then a major", || {
        (0..131_072).for_each(|_| _ = allocate(heap, roots, 64));
        heap.collect(CollectionKind::Major, roots);
    });
}

fn main() {
    let mut heap = Heap::new(Config::default(), &LAYOUTS).expect("address space");
    let mut roots = Stack(Vec::new());
    build(&mut heap, &mut roots);
    report("cold", &mut heap, &mut roots);
    heap.seal(|_| false, &mut roots);
    report("sealed", &mut heap, &mut roots);
}
