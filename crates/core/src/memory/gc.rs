//! The collector as `GC` sees it: collections asked for, settings, and figures.
//!
//! | primitive | does |
//! |---|---|
//! | `collect_garbage(full, at_once, sweep)` | a major (at once or begun) or a minor collection; sweeps all if asked |
//! | `compact_heap(everything)` | collects and moves cells together, or every cell that can be |
//! | `compacted_kinds` | names of kinds with how many live and how many moved, flat |
//! | `extended_objects` | how many objects the last compaction moved to a larger cell |
//! | `verify_heap` | nil, or what is wrong |
//! | `heap_figures` | a Hash of figures |
//! | `cache_figures` | a Hash of what caches found changed, by the names of `RubyVM.stat` |
//! | `pool_figures` | an Array: for each size pool a Hash |
//! | `memory_page_bytes` | bytes of the system's pages |
//! | `memory_figures` | a Hash: what of the process the system says is shared and private |
//! | `collection_facts` | a Hash about the last collection |
//! | `collection_profile` | an Array of Arrays, one a collection |
//! | `disable_collections`, `stress_collections`, `compact_automatically`, `measure_collections`, `profile_collections`, `allow_full_marks` | settings |
//! | `kind_figures` | names of kinds with cells and bytes, flat |

use rutile_vm::collector::Latest;
use rutile_vm::prelude::*;

use crate::arguments;
use rutile_vm::vm::CollectionKind;

fn collect_garbage(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (full, at_once, sweep) = (args.get(0).truthy(), args.get(1).truthy(), args.get(2).truthy());
    vm.clear_leftovers();
    match (full, at_once) {
        (false, _) => vm.collect(CollectionKind::Minor),
        (true, true) => vm.collect(CollectionKind::Major),
        (true, false) => vm.begin_major(),
    }
    finish(vm, sweep);
    Ok(Value::NIL)
}

/// As `GC.start`.
pub fn collect_all(vm: &mut Vm) {
    vm.collect(CollectionKind::Major);
    finish(vm, true);
}

fn finish(vm: &mut Vm, sweep: bool) {
    if sweep {
        vm.heap.sweep_now();
        vm.collector.latest.immediate_sweep = true;
        if vm.collector.profile_start.is_some() && let Some(record) = vm.collector.profile.last_mut() {
            record.latest.immediate_sweep = true;
        }
    }
}

fn compact_heap(vm: &mut Vm, args: Arguments) -> NativeResult {
    let everything = args.get(0).truthy();
    vm.clear_leftovers();
    vm.compact(everything);
    Ok(Value::NIL)
}

fn compacted_kinds(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let moved = vm.collector.moved.clone();
    let counts = kind_counts(vm);
    let list = vm.array_with_capacity(counts.len() * 3);
    for (kind, count, _) in counts {
        let moved = moved.iter().find(|(number, _)| Kind::from_number(*number) == kind).map_or(0, |&(_, moved)| moved);
        let name = vm.string(&format!("{kind:?}"));
        [name, Value::fixnum(count as i64), Value::fixnum(moved as i64)].into_iter().for_each(|value| vm.array_push(list, value));
    }
    Ok(list.value())
}

fn extended_objects(vm: &mut Vm, _args: Arguments) -> NativeResult {
    Ok(Value::fixnum(vm.collector.extended as i64))
}

fn verify_heap(vm: &mut Vm, _args: Arguments) -> NativeResult {
    match vm.verify_heap() {
        Ok(()) => Ok(Value::NIL),
        Err(complaint) => Ok(vm.string(&complaint)),
    }
}

/// A Hash of names, of which no two are the same, and numbers.
fn table(vm: &mut Vm, entries: &[(&str, u64)]) -> Value {
    let table = vm.new_hash(entries.len());
    for &(name, number) in entries {
        let name = Value::symbol(vm.intern(name.as_bytes()));
        let number = vm.integer(number as i128);
        // Every Symbol has one.
        if let Some(code) = vm.hash_code_for(table, name) {
            vm.hash_append(table, code, name, number);
        }
    }
    table.value()
}

/// `heap_counter(name)`: one of the figures of `heap_figures` that need no walk over the heap, else nil. Programs ask for them around
/// each of their steps.
fn heap_counter(vm: &mut Vm, args: Arguments) -> NativeResult {
    let name = arguments::symbol(vm, args, 0)?;
    let counts = vm.heap.counts();
    let figure = match vm.symbol_bytes(name) {
        b"count" => vm.heap.collections(),
        b"time" => vm.measured_collection_time() / 1_000_000,
        b"total_time_ns" => vm.measured_collection_time(),
        b"total_allocated_objects" => vm.heap.turnover().0,
        b"total_freed_objects" => vm.heap.turnover().1,
        b"minor_gc_count" => counts.minor_collections,
        b"major_gc_count" => counts.major_collections + counts.compactions,
        b"compact_count" => counts.compactions,
        b"total_moved_objects" => counts.moved_cells,
        b"malloc_increase_bytes" => allowance(vm).0,
        b"malloc_increase_bytes_limit" => allowance(vm).1,
        _ => return Ok(Value::NIL),
    };
    Ok(Value::fixnum(figure as i64))
}

/// `GC.stat` of a figure that is counted anyway.
fn gc_stat(vm: &mut Vm, args: Arguments) -> NativeResult {
    if args.count() != 1 || args.get(0).as_symbol().is_none() {
        return Err(Exit::Fallback);
    }
    match heap_counter(vm, args)? {
        Value::NIL => Err(Exit::Fallback),
        figure => Ok(figure),
    }
}

/// Bytes allocated since the last collection was due, and those after which the next is.
fn allowance(vm: &Vm) -> (u64, u64) {
    let left = vm.heap.pressure().allowance.max(0) as u64;
    let limit = left.max(vm.options.heap.nursery_bytes);
    (limit - left, limit)
}

fn heap_figures(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let figures = vm.heap.brief_statistics();
    let (pressure, totals) = (vm.heap.pressure(), vm.heap.totals());
    // What a major collection waits for is counted in bytes; here it is in objects as large as the old ones are.
    let old_bytes_each = pressure.old_bytes.checked_div(totals.old).unwrap_or(0).max(totals.smallest_slot_bytes);
    let (shapes, unused_shapes) = vm.shapes.counts();
    let time = vm.measured_collection_time();
    let (increase, limit) = allowance(vm);
    let entries = [
        ("count", vm.heap.collections()),
        ("time", time / 1_000_000),
        ("marking_time", figures.marking_nanoseconds / 1_000_000),
        ("sweeping_time", figures.sweeping_nanoseconds / 1_000_000),
        ("heap_allocated_pages", totals.blocks),
        ("heap_empty_pages", figures.free_block_bytes >> 16),
        ("heap_allocatable_slots", figures.free_block_bytes / totals.smallest_slot_bytes),
        ("heap_available_slots", totals.live + totals.free_slots),
        ("heap_live_slots", totals.live),
        ("heap_free_slots", totals.free_slots),
        ("heap_final_slots", vm.finalizers.due.len() as u64),
        ("heap_marked_slots", totals.marked),
        ("heap_eden_pages", totals.blocks),
        ("total_allocated_pages", (figures.used_bytes >> 16) + figures.freed_blocks),
        ("total_freed_pages", figures.freed_blocks),
        ("total_allocated_objects", totals.allocated),
        ("total_freed_objects", totals.freed),
        ("malloc_increase_bytes", increase),
        ("malloc_increase_bytes_limit", limit),
        ("minor_gc_count", figures.minor_collections),
        ("major_gc_count", figures.major_collections + figures.compactions),
        ("compact_count", figures.compactions),
        ("read_barrier_faults", 0),
        ("total_moved_objects", figures.moved_cells),
        ("remembered_wb_unprotected_objects", 0),
        ("remembered_wb_unprotected_objects_limit", 0),
        ("old_objects", totals.old),
        ("old_objects_limit", pressure.major_threshold / old_bytes_each),
        ("oldmalloc_increase_bytes", pressure.old_bytes),
        ("oldmalloc_increase_bytes_limit", pressure.major_threshold),
        ("total_time_ns", time),
        ("longest_pause_ns", figures.longest_pause_nanoseconds),
        ("allocated_bytes", figures.allocated_bytes),
        ("live_bytes", figures.live_bytes_after_collection),
        ("old_bytes", figures.old_bytes),
        ("permanent_bytes", figures.permanent_bytes),
        ("remembered_objects", figures.remembered_cells),
        ("large_objects", figures.large_cells),
        ("large_bytes", figures.large_bytes),
        ("used_bytes", figures.used_bytes),
        ("free_block_bytes", figures.free_block_bytes),
        ("block_count", totals.pool_blocks),
        ("shape_count", shapes as u64),
        ("unused_shape_count", unused_shapes as u64),
        ("weak_references", vm.weak.entries()),
    ];
    Ok(table(vm, &entries))
}

fn cache_figures(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let assumptions = &vm.assumptions;
    let (shapes, unused_shapes) = vm.shapes.counts();
    let entries = [
        ("constant_cache_invalidations", assumptions.constant_changes),
        ("constant_cache_misses", assumptions.constant_searches),
        ("global_cvar_state", assumptions.class_variable_changes),
        ("next_shape_id", (shapes + unused_shapes) as u64),
        // Each shape knows its children itself.
        ("shape_cache_size", 0),
    ];
    Ok(table(vm, &entries))
}

fn pool_figures(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let figures = vm.heap.statistics();
    let list = vm.array_with_capacity(figures.pools.len());
    for pool in &figures.pools {
        let entries = [
            ("slot_size", pool.slot_bytes),
            ("heap_eden_pages", pool.blocks),
            ("heap_eden_slots", pool.live_slots + pool.free_slots),
            ("heap_live_slots", pool.live_slots),
            ("heap_free_slots", pool.free_slots),
            ("total_allocated_pages", pool.opened_blocks),
            ("force_major_gc_count", 0),
            ("force_incremental_marking_finish_count", 0),
            ("total_allocated_objects", pool.allocated),
            ("total_freed_objects", pool.freed),
        ];
        let entries = table(vm, &entries);
        vm.array_push(list, entries);
    }
    Ok(list.value())
}

fn memory_page_bytes(_vm: &mut Vm, _args: Arguments) -> NativeResult {
    Ok(Value::fixnum(rutile_platform::pages::page_bytes() as i64))
}

/// The system's figures of the process's memory. Empty where it has none.
fn memory_figures(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let text = std::fs::read_to_string("/proc/self/smaps_rollup").unwrap_or_default();
    let of = |name: &str| {
        let line = text.lines().find(|line| line.strip_prefix(name).is_some_and(|rest| rest.starts_with(':')));
        line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok()).unwrap_or(0) * 1024
    };
    if text.is_empty() {
        return Ok(table(vm, &[]));
    }
    let entries = [
        ("resident_bytes", of("Rss")),
        ("proportional_bytes", of("Pss")),
        ("shared_bytes", of("Shared_Clean") + of("Shared_Dirty")),
        ("private_bytes", of("Private_Clean") + of("Private_Dirty")),
        ("private_dirty_bytes", of("Private_Dirty")),
    ];
    Ok(table(vm, &entries))
}

fn name_or_nil(vm: &mut Vm, name: Option<&str>) -> Value {
    name.map_or(Value::NIL, |name| Value::symbol(vm.intern(name.as_bytes())))
}

fn latest_table(vm: &mut Vm, latest: Latest) -> HashRef {
    let (major_by, by) = (name_or_nil(vm, latest.major_by), name_or_nil(vm, latest.by));
    let table = vm.new_hash(9);
    let entries = [
        ("major_by", major_by),
        ("gc_by", by),
        ("have_finalizer", Value::boolean(latest.had_finalizers)),
        ("immediate_sweep", Value::boolean(latest.immediate_sweep)),
        ("weak_references_count", Value::fixnum(vm.weak.references as i64)),
        ("retained_weak_references_count", Value::fixnum(vm.weak.retained as i64)),
    ];
    for (name, value) in entries {
        let name = vm.intern(name.as_bytes());
        vm.hash_set_symbol(table, name, value);
    }
    table
}

fn collection_facts(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let table = latest_table(vm, vm.collector.latest);
    let pressure = vm.heap.pressure();
    let needed = (pressure.old_bytes >= pressure.major_threshold).then_some("oldgen");
    let state = if vm.heap.is_marking() { "marking" } else { "none" };
    for (name, value) in [("need_major_by", needed), ("state", Some(state))] {
        let value = name_or_nil(vm, value);
        let name = vm.intern(name.as_bytes());
        vm.hash_set_symbol(table, name, value);
    }
    Ok(table.value())
}

fn collection_profile(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let records = vm.collector.profile.clone();
    let list = vm.array_with_capacity(records.len());
    for record in records {
        let flags = latest_table(vm, record.latest).value();
        let (seconds, at) = (vm.float(record.seconds), vm.float(record.at));
        let counts = [record.used_bytes, record.total_bytes, record.objects, record.moved];
        let counts = counts.map(|count| Value::fixnum(count as i64));
        let row = vm.new_array(&[flags, seconds, at, counts[0], counts[1], counts[2], counts[3]]);
        vm.array_push(list, row.value());
    }
    Ok(list.value())
}

/// Live cells and their bytes by kind.
fn kind_counts(vm: &mut Vm) -> Vec<(Kind, u64, u64)> {
    let mut counts = vec![(0u64, 0u64); 256];
    vm.heap.each_cell(&mut |cell| {
        let count = &mut counts[cell.kind() as usize];
        *count = (count.0 + 1, count.1 + cell.slot_words() as u64 * 8);
    });
    let found = counts.into_iter().enumerate().filter(|(_, (cells, _))| *cells > 0);
    found.map(|(kind, (cells, bytes))| (Kind::from_number(kind as u8), cells, bytes)).collect()
}

fn kind_figures(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let counts = kind_counts(vm);
    let list = vm.array_with_capacity(counts.len() * 3);
    for (kind, cells, bytes) in counts {
        let name = vm.string(&format!("{kind:?}"));
        [name, Value::fixnum(cells as i64), Value::fixnum(bytes as i64)].into_iter().for_each(|value| vm.array_push(list, value));
    }
    Ok(list.value())
}

// --- settings: each answers what it was, and changes it unless it is given nil ---

/// `disable_collections(hold)`. What allocation can't do without is done all the same.
fn disable_collections(vm: &mut Vm, args: Arguments) -> NativeResult {
    let held = vm.collector.disabled > 0;
    if !args.get(0).is_nil() {
        vm.collector.disabled = args.get(0).truthy() as u32;
    }
    Ok(Value::boolean(held))
}

/// A collection at every allocation.
fn stress_collections(vm: &mut Vm, args: Arguments) -> NativeResult {
    vm.set_stress(args.get(0).truthy());
    Ok(Value::NIL)
}

fn change(place: &mut bool, value: Value) -> NativeResult {
    let before = *place;
    if !value.is_nil() {
        *place = value.truthy();
    }
    Ok(Value::boolean(before))
}

fn compact_automatically(vm: &mut Vm, args: Arguments) -> NativeResult {
    change(&mut vm.collector.auto_compact, args.get(0))
}

fn allow_full_marks(vm: &mut Vm, args: Arguments) -> NativeResult {
    let mut allowed = !vm.collector.minor_only;
    let before = change(&mut allowed, args.get(0));
    vm.collector.minor_only = !allowed;
    before
}

fn measure_collections(vm: &mut Vm, args: Arguments) -> NativeResult {
    let mut measured = !vm.collector.unmeasured;
    let before = change(&mut measured, args.get(0));
    vm.collector.unmeasured = !measured;
    before
}

/// `profile_collections(on)`: `:clear` forgets what was recorded.
fn profile_collections(vm: &mut Vm, args: Arguments) -> NativeResult {
    let before = vm.collector.profile_start.is_some();
    match args.get(0) {
        Value::NIL => {}
        Value::TRUE if before => {}
        Value::TRUE => vm.collector.profile_start = Some(vm.program.started),
        Value::FALSE => vm.collector.profile_start = None,
        _ => vm.collector.profile.clear(),
    }
    Ok(Value::boolean(before))
}

/// Nanoseconds spent in collections while they were measured.
fn collection_time(vm: &mut Vm, _args: Arguments) -> NativeResult {
    Ok(Value::fixnum(vm.measured_collection_time() as i64))
}

fn collection_count(vm: &mut Vm, _args: Arguments) -> NativeResult {
    Ok(Value::fixnum(vm.heap.collections() as i64))
}

pub const NATIVES: &[(&str, Native)] = &[
    ("collect_garbage", collect_garbage),
    ("compact_heap", compact_heap),
    ("compacted_kinds", compacted_kinds),
    ("extended_objects", extended_objects),
    ("verify_heap", verify_heap),
    ("heap_counter", heap_counter),
    ("heap_figures", heap_figures),
    ("cache_figures", cache_figures),
    ("pool_figures", pool_figures),
    ("memory_page_bytes", memory_page_bytes),
    ("memory_figures", memory_figures),
    ("collection_facts", collection_facts),
    ("collection_profile", collection_profile),
    ("kind_figures", kind_figures),
    ("disable_collections", disable_collections),
    ("stress_collections", stress_collections),
    ("compact_automatically", compact_automatically),
    ("allow_full_marks", allow_full_marks),
    ("measure_collections", measure_collections),
    ("profile_collections", profile_collections),
    ("collection_time", collection_time),
    ("gc_total_time", arguments::exactly!(0, collection_time)),
    ("gc_stat", gc_stat),
    ("collection_count", collection_count),
];
