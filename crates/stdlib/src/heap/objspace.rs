//! The natives of `objspace`. All but `objspace_trace` only look.
//!
//! | primitive | answers |
//! |---|---|
//! | `objspace_size(object)` | bytes, payloads included |
//! | `objspace_sizes(module)` | the sum over all objects that are a `module` (nil: over all) |
//! | `objspace_references(object)` | two Arrays: objects, and flat types and addresses of internal cells; nil of an immediate |
//! | `objspace_roots` | names, each with two such Arrays |
//! | `objspace_trace(change)` | `:start`, `:stop` or `:clear` |
//! | `objspace_pause_trace(depth)` | how many traces are under way; makes it so many |
//! | `objspace_origin(object)` | file, line, class path, method, generation; or nil |
//! | `objspace_dump(object)` | a line of JSON |
//! | `objspace_blocks` | addresses of the heap's blocks |
//! | `objspace_dump_block(address, since, full)` | lines for its cells, made in generation `since` or later, and of free slots if `full` is true |
//! | `objspace_class(cell)`, `objspace_superclass(cell)` | an object, or the type and the address of an internal cell; a cell is an object or an address |
//! | `objspace_dump_roots`, `objspace_dump_shapes(since)` | lines |

use rutile_heap::Cell;
use rutile_vm::prelude::*;

use crate::heap::objspace_dump;
use crate::heap::view as heap_view;

fn size(vm: &mut Vm, args: Arguments) -> NativeResult {
    Ok(Value::fixnum(heap_view::memory_size(vm, args.get(0)) as i64))
}

fn sizes(vm: &mut Vm, args: Arguments) -> NativeResult {
    let module = ClassRef::from_module(args.get(0));
    let mut cells = Vec::new();
    vm.heap.each_cell(&mut |cell| cells.push(cell));
    cells.retain(|&cell| module.is_none_or(|module| !heap_view::is_internal(vm, cell) && vm.is_a(Value::cell(cell), module)));
    let bytes: u64 = match module {
        Some(_) => cells.iter().map(|&cell| heap_view::memory_size(vm, Value::cell(cell))).sum(),
        None => cells.iter().map(|cell| cell.slot_words() as u64 * 8).sum(),
    };
    Ok(Value::fixnum(bytes as i64))
}

/// Two Arrays: objects, and the types and addresses of cells that are none.
fn listed(vm: &mut Vm, cells: &[Cell]) -> Value {
    vm.disable_collections(|vm| {
        let (objects, internal) = (vm.array_with_capacity(cells.len()), vm.array_with_capacity(4));
        for &cell in cells {
            if heap_view::is_internal(vm, cell) {
                let name = vm.string(&format!("T_{}", heap_view::type_name(vm, cell)));
                vm.array_push(internal, name);
                vm.array_push(internal, Value::fixnum(cell.address() as i64));
            } else {
                vm.array_push(objects, Value::cell(cell));
            }
        }
        vm.new_array(&[objects.value(), internal.value()]).value()
    })
}

fn references(vm: &mut Vm, args: Arguments) -> NativeResult {
    let Some(cell) = args.get(0).as_cell() else { return Ok(Value::NIL) };
    let mut cells: Vec<Cell> = heap_view::class_of(vm, cell).map(|class| class.cell()).into_iter().collect();
    cells.extend(heap_view::references(vm, cell).into_iter().filter(|other| !cells.contains(other)).collect::<Vec<_>>());
    Ok(listed(vm, &cells))
}

fn roots(vm: &mut Vm, _args: Arguments) -> NativeResult {
    vm.disable_collections(|vm| {
        let groups = vm.root_cells();
        let list = vm.array_with_capacity(groups.len() * 2);
        for (name, cells) in groups {
            let name = vm.string(name);
            let cells = listed(vm, &cells);
            vm.array_push(list, name);
            vm.array_push(list, cells);
        }
        Ok(list.value())
    })
}

fn trace(vm: &mut Vm, args: Arguments) -> NativeResult {
    let change = args.get(0).as_symbol().map(|symbol| vm.symbol_text(symbol)).unwrap_or_default();
    match change.as_str() {
        "start" => vm.start_tracing_allocations(),
        "stop" => vm.stop_tracing_allocations(),
        _ => vm.sites.clear(),
    }
    Ok(Value::NIL)
}

/// Notes no allocations for a while: answers how often that was begun, and is given it to go on.
fn pause_trace(vm: &mut Vm, args: Arguments) -> NativeResult {
    let depth = vm.pause_tracing_allocations(args.get(0).as_fixnum().unwrap_or(0) as u32);
    Ok(Value::fixnum(depth.into()))
}

fn origin(vm: &mut Vm, args: Arguments) -> NativeResult {
    let Some(origin) = args.get(0).as_cell().and_then(|cell| vm.sites.origin(cell)) else { return Ok(Value::NIL) };
    let site = vm.sites.site(origin).clone();
    let file = vm.string(&vm.symbol_text(site.file));
    let class_path = match site.class_path {
        Some(path) => vm.string(&vm.symbol_text(path)),
        None => Value::NIL,
    };
    let method = site.method.map_or(Value::NIL, Value::symbol);
    let fields = [file, Value::fixnum(site.line.into()), class_path, method, Value::fixnum(origin.generation as i64)];
    Ok(vm.new_array(&fields).value())
}

fn dump(vm: &mut Vm, args: Arguments) -> NativeResult {
    let line = objspace_dump::value(vm, args.get(0));
    Ok(vm.string(&line))
}

fn blocks(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let blocks = vm.heap.census();
    let list = vm.array_with_capacity(blocks.len());
    blocks.iter().for_each(|block| vm.array_push(list, Value::fixnum(block.address as i64)));
    Ok(list.value())
}

fn dump_block(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (address, since) = (args.get(0).as_fixnum().unwrap_or(0), args.get(1).as_fixnum());
    let mut cells = Vec::new();
    vm.heap.each_cell_of_block(address as u64, &mut |cell| cells.push(cell));
    let is_new = |vm: &Vm, cell| since.is_none_or(|since| vm.sites.origin(cell).is_some_and(|origin| origin.generation as i64 >= since));
    let mut out = String::new();
    for cell in cells.into_iter().filter(|&cell| is_new(vm, cell)) {
        objspace_dump::cell(vm, cell, &mut out);
        out.push('\n');
    }
    if args.get(2) == Value::TRUE {
        free_slots(vm, address as u64, &mut out);
    }
    Ok(vm.string(&out))
}

fn free_slots(vm: &mut Vm, block: u64, out: &mut String) {
    vm.heap.each_free_slot_of_block(block, &mut |address, bytes| {
        objspace_dump::free_slot(address, bytes, out);
        out.push('\n');
    });
}

/// What an internal cell's address, as a number, or an object stands for.
fn cell_of(vm: &mut Vm, asked: Value) -> Option<Cell> {
    match asked.as_fixnum() {
        Some(address) => vm.heap.live_cell_at(address as u64),
        None => asked.as_cell(),
    }
}

/// One cell as an object, or nil, or an Array of the type and the address of an internal one.
fn shown(vm: &mut Vm, cell: Option<Cell>) -> Value {
    match cell {
        Some(cell) if heap_view::is_internal(vm, cell) => {
            let name = vm.string(&format!("T_{}", heap_view::type_name(vm, cell)));
            vm.new_array(&[name, Value::fixnum(cell.address() as i64)]).value()
        }
        Some(cell) => Value::cell(cell),
        None => Value::NIL,
    }
}

fn class_behind(vm: &mut Vm, args: Arguments) -> NativeResult {
    let class = cell_of(vm, args.get(0)).and_then(|cell| match ClassRef::from_chain(Value::cell(cell)) {
        Some(included) if included.kind() == Kind::IncludedModule => Some(included.represented().cell()),
        _ => heap_view::class_of(vm, cell).map(|class| class.cell()),
    });
    Ok(shown(vm, class))
}

/// False for what is neither a class nor a module.
fn superclass_behind(vm: &mut Vm, args: Arguments) -> NativeResult {
    let Some(class) = cell_of(vm, args.get(0)).and_then(|cell| ClassRef::from_chain(Value::cell(cell))) else { return Ok(Value::FALSE) };
    Ok(shown(vm, class.superclass().as_cell()))
}

/// Keeps collections from moving cells, or lets them again as the number says that it gave: a dump goes block by block.
fn hold_moves(vm: &mut Vm, args: Arguments) -> NativeResult {
    let restored = args.get(0).as_fixnum().unwrap_or(0);
    let compacts = std::mem::replace(&mut vm.collector.auto_compact, restored & 1 != 0);
    let moves = vm.heap.set_move_everything(restored & 2 != 0);
    Ok(Value::fixnum(i64::from(compacts) | i64::from(moves) << 1))
}

fn dump_roots(vm: &mut Vm, _args: Arguments) -> NativeResult {
    let mut out = String::new();
    objspace_dump::roots(vm, &mut out);
    Ok(vm.string(&out))
}

fn dump_shapes(vm: &mut Vm, args: Arguments) -> NativeResult {
    let mut out = String::new();
    objspace_dump::shapes(vm, args.get(0).as_fixnum().unwrap_or(0) as u32, &mut out);
    Ok(vm.string(&out))
}

pub const NATIVES: &[(&str, Native)] = &[
    ("objspace_size", size),
    ("objspace_sizes", sizes),
    ("objspace_references", references),
    ("objspace_roots", roots),
    ("objspace_trace", trace),
    ("objspace_pause_trace", pause_trace),
    ("objspace_origin", origin),
    ("objspace_dump", dump),
    ("objspace_blocks", blocks),
    ("objspace_dump_block", dump_block),
    ("objspace_hold_moves", hold_moves),
    ("objspace_class", class_behind),
    ("objspace_superclass", superclass_behind),
    ("objspace_dump_roots", dump_roots),
    ("objspace_dump_shapes", dump_shapes),
];
