//! The heap as programs see it: what lives, what is to be done when it dies.

use std::collections::HashMap;

use rutile_vm::prelude::*;
use rutile_vm::vm::CollectionKind;

/// `collect_garbage(full)`
fn collect_garbage(vm: &mut Vm, args: Arguments) -> NativeResult {
    let kind = if args.get(0).truthy() { CollectionKind::Major } else { CollectionKind::Minor };
    vm.collect(kind);
    Ok(Value::NIL)
}

/// What `Process.warmup` does.
fn warm_up(vm: &mut Vm, _args: Arguments) -> NativeResult {
    vm.warm_up();
    Ok(Value::NIL)
}

/// The parent of this process ends: nothing of its heap need be left alone any more.
fn adopt_heap(vm: &mut Vm, _args: Arguments) -> NativeResult {
    vm.heap.adopt();
    Ok(Value::NIL)
}

/// Every live object that is a `module`, or every one where it is nil, as an Array.
fn live_objects(vm: &mut Vm, args: Arguments) -> NativeResult {
    let class = ClassRef::from_module(args.get(0));
    vm.collect(CollectionKind::Major);
    let mut found = Vec::new();
    vm.heap.each_cell(&mut |cell| found.push(cell.address()));
    let list = vm.array_with_capacity(found.len() / 8 + 1);
    for address in found {
        let value = Value::from_word(address);
        if is_visible(value) && class.is_none_or(|class| vm.is_a(value, class)) && value != list.value() {
            vm.array_push(list, value);
        }
    }
    Ok(list.value())
}

fn is_visible(value: Value) -> bool {
    match value.kind() {
        Kind::Class => ClassRef::from_module(value).is_some_and(|class| !class.is_singleton()),
        Kind::Float | Kind::BigInteger | Kind::String | Kind::Array | Kind::Hash | Kind::Object | Kind::Module | Kind::Proc
        | Kind::Fiber | Kind::Regexp | Kind::MatchData | Kind::Binding | Kind::MethodObject => true,
        _ => false,
    }
}

/// How many live cells there are of each kind: names and counts, flat.
fn live_counts(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let mut counts: HashMap<u8, i64> = HashMap::new();
    vm.heap.each_cell(&mut |cell| *counts.entry(cell.kind()).or_insert(0) += 1);
    let list = vm.array_with_capacity(counts.len() * 2);
    for (kind, count) in counts {
        let name = vm.string(&format!("{:?}", Kind::from_number(kind)));
        vm.array_push(list, name);
        vm.array_push(list, Value::fixnum(count));
    }
    Ok(list.value())
}

fn object_of_id(vm: &mut Vm, args: Arguments) -> NativeResult {
    let found = args.get(0).as_fixnum().and_then(|id| vm.object_of_id(id));
    Ok(found.unwrap_or(args.get(1)))
}

/// `define_finalizer(object, procs)`: nil takes them away.
fn set_finalizers(vm: &mut Vm, args: Arguments) -> NativeResult {
    let object = args.get(0);
    if args.get(1).is_nil() {
        vm.finalizers.remove(object.word());
    } else {
        vm.id_of(object);
        vm.finalizers.insert(object.word(), args.get(1));
    }
    Ok(Value::NIL)
}

fn finalizers(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(vm.finalizers.get(args.get(0).word()).copied().unwrap_or(Value::NIL))
}

/// The finalizers of everything that has one, for the end of the program: ids and Arrays, flat.
fn all_finalizers(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let list = vm.array_with_capacity(4);
    let entries = vm.finalizers.drain();
    for (word, procs) in entries {
        let id = vm.id_of(Value::from_word(word));
        vm.array_push(list, Value::fixnum(id));
        vm.array_push(list, procs);
    }
    Ok(list.value())
}

/// Figures about the heap and its collections, a Hash.
fn heap_figures(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let figures = vm.heap.statistics();
    let live: u64 = figures.pools.iter().map(|pool| pool.live_slots).sum();
    let free: u64 = figures.pools.iter().map(|pool| pool.free_slots).sum();
    let allocated: u64 = figures.pools.iter().map(|pool| pool.allocated).sum();
    let freed: u64 = figures.pools.iter().map(|pool| pool.freed).sum();
    let blocks: u64 = figures.pools.iter().map(|pool| pool.blocks).sum();
    let entries = [
        ("count", figures.minor_collections + figures.major_collections),
        ("time", figures.collection_nanoseconds / 1_000_000),
        ("heap_allocated_pages", blocks),
        ("heap_available_slots", live + free),
        ("heap_live_slots", live),
        ("heap_free_slots", free),
        ("heap_final_slots", figures.finalizers),
        ("total_allocated_objects", allocated + figures.large_allocated),
        ("total_freed_objects", freed + figures.large_freed),
        ("minor_gc_count", figures.minor_collections),
        ("major_gc_count", figures.major_collections),
        ("compact_count", figures.compactions),
        ("moved_cells", figures.moved_cells),
        ("longest_pause", figures.longest_pause_nanoseconds),
        ("allocated_bytes", figures.allocated_bytes),
        ("live_bytes", figures.live_bytes_after_collection),
        ("old_bytes", figures.old_bytes),
        ("permanent_bytes", figures.permanent_bytes),
        ("remembered_cells", figures.remembered_cells),
        ("large_objects", figures.large_cells),
        ("large_bytes", figures.large_bytes),
        ("used_bytes", figures.used_bytes),
        ("free_block_bytes", figures.free_block_bytes),
    ];
    let table = vm.new_hash(entries.len());
    for (name, number) in entries {
        let name = vm.intern(name.as_bytes());
        let number = vm.integer(number as i128);
        vm.hash_set_symbol(table, name, number);
    }
    Ok(table.value())
}

/// `hold_collections(hold)`: whether they were held before. What allocation can't do without is done all the same.
fn hold_collections(vm: &mut Vm, args: Arguments) -> NativeResult {
    let held = vm.collections_held > 0;
    vm.collections_held = args.get(0).truthy() as u32;
    Ok(Value::boolean(held))
}

/// A collection at every allocation.
fn stress_collections(vm: &mut Vm, args: Arguments) -> NativeResult {
    vm.heap.set_stress(args.get(0).truthy());
    Ok(Value::NIL)
}

pub const NATIVES: &[(&str, Native)] = &[
    ("heap_figures", heap_figures),
    ("hold_collections", hold_collections),
    ("stress_collections", stress_collections),
    ("warm_up", warm_up),
    ("adopt_heap", adopt_heap),
    ("collect_garbage", collect_garbage),
    ("live_objects", live_objects),
    ("live_counts", live_counts),
    ("object_of_id", object_of_id),
    ("set_finalizers", set_finalizers),
    ("finalizers", finalizers),
    ("all_finalizers", all_finalizers),
];
