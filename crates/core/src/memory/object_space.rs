//! The heap as programs see it: what lives, what is to be done when it dies.

use rutile_vm::object::class::state;
use rutile_vm::prelude::*;
use rutile_vm::vm::CollectionKind;

use crate::arguments::integer_of_any_size;

/// The work of `Process.warmup`.
fn warm_up(vm: &mut Vm, _args: Arguments) -> NativeResult {
    vm.warm_up();
    Ok(Value::NIL)
}

/// The parent of this process ends: nothing of its heap need be left alone any more.
fn adopt_heap(vm: &mut Vm, _args: Arguments) -> NativeResult {
    vm.heap.adopt();
    Ok(Value::NIL)
}

/// Every live object that is a `module`, or every one where it is nil, as an Array. With them, as by the reference, what of a program's own
/// classes died since the last collection: a program that asks often is not to pay for a collection each time.
fn live_objects(vm: &mut Vm, args: Arguments) -> NativeResult {
    let class = ClassRef::from_module(args.get(0));
    let singletons = class.is_some_and(|class| class.is_singleton());
    // Where the program holds collections it is shown garbage as well, as tools that count allocations expect.
    if vm.collector.disabled == 0 && !class.is_some_and(|class| is_of_programs(vm, class)) {
        vm.collect(CollectionKind::Major);
    }
    let list = vm.live_values(|vm, value| is_visible(vm, value, singletons) && class.is_none_or(|class| vm.is_a(value, class)));
    Ok(list.value())
}

/// Whether all instances of a class were made for programs: of built-in kinds the machine makes some for itself, and leaves them as garbage that
/// is in no state to be shown.
fn is_of_programs(vm: &Vm, class: ClassRef) -> bool {
    let for_all = [vm.classes.object, vm.classes.basic_object];
    class.is_class() && !for_all.contains(&class) && matches!(class.instance_kind(), Kind::Object | Kind::Class | Kind::Module | Kind::Data)
}

/// Whether programs are shown a cell. The singleton classes that built-in objects begin with are shown to those who ask by one.
fn is_visible(vm: &Vm, value: Value, singletons: bool) -> bool {
    match value.kind() {
        Kind::Class => ClassRef::from_module(value).is_some_and(|class| singletons || !class.is_singleton() || !class.has_state(state::BUILT_IN)),
        Kind::Module => true,
        Kind::Float | Kind::BigInteger | Kind::String | Kind::Array | Kind::Hash | Kind::Object | Kind::Proc | Kind::Fiber
        | Kind::Regexp | Kind::MatchData | Kind::Binding | Kind::MethodObject | Kind::Buffer => has_class(value),
        // Those of no class of its own hold memory of C code.
        Kind::Data => has_class(value) && vm.class_of(value) != vm.classes.object,
        Kind::Resource => value.as_cell().is_some_and(|cell| vm.is_shown_resource(cell)),
        _ => false,
    }
}

/// Cells that the machine keeps for itself have no class.
fn has_class(value: Value) -> bool {
    value.as_cell().is_some_and(|cell| cell.shape() != 0)
}

/// The keys and values of a weak table, flat: what is in the list lives.
fn weak_entries(vm: &mut Vm, args: Arguments) -> NativeResult {
    let table = crate::arguments::hash(vm, args, 0)?;
    let list = vm.array_with_capacity(table.len() * 2);
    for (key, value) in table.entries() {
        vm.array_push(list, key);
        vm.array_push(list, value);
    }
    Ok(list.value())
}

fn object_of_id(vm: &mut Vm, args: Arguments) -> NativeResult {
    let Ok(id) = i64::try_from(integer_of_any_size(vm, args, 0)?) else { return Ok(args.get(1)) };
    Ok(vm.object_of_id(id).unwrap_or(args.get(1)))
}

/// Whether an id can't have been given out yet.
fn is_future_id(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::boolean(integer_of_any_size(vm, args, 0)? > vm.last_object_id().into()))
}

/// `define_finalizer(object, procs)`: nil takes them away.
fn set_finalizers(vm: &mut Vm, args: Arguments) -> NativeResult {
    let object = args.get(0);
    if args.get(1).is_nil() {
        vm.finalizers.by_object.remove(object.word());
    } else {
        vm.id_of(object);
        vm.finalizers.by_object.insert(object.word(), args.get(1));
    }
    Ok(Value::NIL)
}

/// A copy has the finalizers of what it is a copy of.
pub fn copy_finalizers(vm: &mut Vm, original: Value, copy: Value) {
    if vm.finalizers.by_object.is_empty() {
        return;
    }
    if let Some(procs) = vm.finalizers.by_object.get(original.word()).copied() {
        vm.id_of(copy);
        vm.finalizers.by_object.insert(copy.word(), procs);
    }
}

fn finalizers(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(vm.finalizers.by_object.get(args.get(0).word()).copied().unwrap_or(Value::NIL))
}

/// The finalizers of everything that has one, for the end of the program: ids and Arrays, flat.
fn all_finalizers(vm: &mut Vm, _args: Arguments) -> NativeResult {
    vm.disable_collections(|vm| {
        let entries = vm.finalizers.by_object.drain();
        let list = vm.array_with_capacity(entries.len() * 2);
        for (object, procs) in entries {
            let id = vm.id_of(object);
            vm.array_push(list, Value::fixnum(id));
            vm.array_push(list, procs);
        }
        Ok(list.value())
    })
}

/// `weak_table(weak_values, by_identity)`: a Hash whose keys are weak; for the core library only.
fn weak_table(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(vm.new_weak_hash(args.get(0).truthy(), args.get(1).truthy()).value())
}

pub const NATIVES: &[(&str, Native)] = &[
    ("warm_up", warm_up),
    ("adopt_heap", adopt_heap),
    ("weak_table", weak_table),
    ("weak_entries", weak_entries),
    ("live_objects", live_objects),
    ("object_of_id", object_of_id),
    ("is_future_id", is_future_id),
    ("set_finalizers", set_finalizers),
    ("finalizers", finalizers),
    ("all_finalizers", all_finalizers),
];
