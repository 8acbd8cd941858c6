//! The heap report: each block with what is in it, and whose its pages are.
//!
//! The system's page map says of each page of ours whether it is there, and whether we alone
//! map it. After a fork that is what tells shared from private.

use std::collections::HashMap;
use std::fs::File;
use std::os::unix::fs::FileExt;

use rutile_heap::{BlockFacts, Cell};
use rutile_platform::pages::page_bytes;
use rutile_vm::prelude::*;

use crate::heap::view;

const PRESENT: u64 = 1 << 63;
const SWAPPED: u64 = 1 << 62;
/// Only this process maps the page.
const EXCLUSIVE: u64 = 1 << 56;
/// Pages of a large cell that are looked at in one read.
const PAGES_AT_ONCE: usize = 4096;
/// Entries of a list of classes or sites.
const LISTED: usize = 12;

/// Counts of a block's pages: ours alone, and shared. Zeros where the system doesn't tell.
fn pages(map: &Option<File>, block: &BlockFacts) -> (u64, u64) {
    let Some(map) = map else { return (0, 0) };
    let (mut private, mut shared) = (0, 0);
    let (first, count) = (block.address / page_bytes(), block.bytes / page_bytes());
    for start in (0..count).step_by(PAGES_AT_ONCE) {
        let mut bytes = vec![0; (count - start).min(PAGES_AT_ONCE as u64) as usize * 8];
        if map.read_exact_at(&mut bytes, (first + start) * 8).is_err() {
            break;
        }
        for entry in bytes.chunks_exact(8) {
            let entry = u64::from_ne_bytes([entry[0], entry[1], entry[2], entry[3], entry[4], entry[5], entry[6], entry[7]]);
            if entry & (PRESENT | SWAPPED) != 0 {
                *(if entry & EXCLUSIVE != 0 { &mut private } else { &mut shared }) += 1;
            }
        }
    }
    (private, shared)
}

/// The label that a cell is listed under: its class, or the machine's own name.
fn label(vm: &Vm, cell: Cell) -> (u64, Option<ClassRef>) {
    match view::class_of(vm, cell).map(ClassRef::real_class) {
        Some(class) => (class.cell().address(), Some(class)),
        None => (Kind::of(cell) as u64, None),
    }
}

/// Counts under names, most first, flat. The rest is not listed.
fn ranked(vm: &mut Vm, counts: HashMap<String, u64>) -> Value {
    let mut counts: Vec<(String, u64)> = counts.into_iter().collect();
    counts.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let list = vm.array_with_capacity(LISTED * 2);
    for (name, count) in counts.into_iter().take(LISTED) {
        let name = Value::symbol(vm.intern(name.as_bytes()));
        vm.array_push(list, name);
        vm.array_push(list, Value::fixnum(count as i64));
    }
    list.value()
}

fn classes_in(vm: &Vm, cells: &[Cell]) -> HashMap<String, u64> {
    let mut counts: HashMap<(u64, Option<ClassRef>), (u64, Cell)> = HashMap::new();
    for &cell in cells {
        counts.entry(label(vm, cell)).or_insert((0, cell)).0 += 1;
    }
    let mut named = HashMap::new();
    for ((_, class), (count, example)) in counts {
        let name = match class {
            Some(class) => vm.class_name(class),
            None => format!("({})", view::internal_name(example)),
        };
        *named.entry(name).or_insert(0) += count;
    }
    named
}

fn sites_in(vm: &Vm, cells: &[Cell]) -> HashMap<String, u64> {
    let mut counts: HashMap<u32, (u64, rutile_vm::collector::allocation_sites::Origin)> = HashMap::new();
    for origin in cells.iter().filter_map(|&cell| vm.sites.origin(cell)) {
        counts.entry(origin.site).or_insert((0, origin)).0 += 1;
    }
    let mut named = HashMap::new();
    for (count, origin) in counts.into_values() {
        let site = vm.sites.site(origin);
        let method = site.method.map(|method| vm.symbol_text(method));
        let inside = method.map_or(String::new(), |method| format!(" in {method}"));
        *named.entry(format!("{}:{}{inside}", vm.symbol_text(site.file), site.line)).or_insert(0) += count;
    }
    named
}

/// For each block an Array: address, bytes, slot size, whether it is a large cell's, whether permanent, live and
/// old slots, private and shared pages, classes and sites with counts.
fn heap_tiles(vm: &mut Vm, _args: Arguments) -> NativeResult {
    vm.disable_collections(|vm| {
        let map = File::open("/proc/self/pagemap").ok();
        let blocks = vm.heap.census();
        let mut contents: HashMap<u64, Vec<Cell>> = HashMap::new();
        for block in &blocks {
            let cells = contents.entry(block.address).or_default();
            vm.heap.each_cell_of_block(block.address, &mut |cell| cells.push(cell));
        }
        let list = vm.array_with_capacity(blocks.len());
        for block in &blocks {
            let cells = contents.remove(&block.address).unwrap_or_default();
            let (private, shared) = pages(&map, block);
            let (classes, sites) = (classes_in(vm, &cells), sites_in(vm, &cells));
            let (classes, sites) = (ranked(vm, classes), ranked(vm, sites));
            let number = |number: u64| Value::fixnum(number as i64);
            let row = [
                number(block.address), number(block.bytes), number(block.slot_bytes), Value::boolean(block.large),
                Value::boolean(block.permanent), number(block.live_slots), number(block.old_slots), number(private), number(shared),
                classes, sites,
            ];
            let row = vm.new_array(&row);
            vm.array_push(list, row.value());
        }
        Ok(list.value())
    })
}

/// Classes and sites of all that lives: two flat lists of names, counts and bytes.
fn heap_totals(vm: &mut Vm, _args: Arguments) -> NativeResult {
    vm.disable_collections(|vm| {
        let mut cells = Vec::new();
        vm.heap.each_cell(&mut |cell| cells.push(cell));
        let mut sizes: HashMap<(u64, Option<ClassRef>), (u64, u64, Cell)> = HashMap::new();
        for &cell in &cells {
            let entry = sizes.entry(label(vm, cell)).or_insert((0, 0, cell));
            (entry.0, entry.1) = (entry.0 + 1, entry.1 + cell.slot_words() as u64 * 8);
        }
        let list = vm.array_with_capacity(sizes.len() * 3);
        for ((_, class), (count, bytes, example)) in sizes {
            let name = match class {
                Some(class) => vm.class_name(class),
                None => format!("({})", view::internal_name(example)),
            };
            let name = Value::symbol(vm.intern(name.as_bytes()));
            [name, Value::fixnum(count as i64), Value::fixnum(bytes as i64)].into_iter().for_each(|value| vm.array_push(list, value));
        }
        let sites = site_totals(vm, &cells);
        Ok(vm.new_array(&[list.value(), sites]).value())
    })
}

fn site_totals(vm: &mut Vm, cells: &[Cell]) -> Value {
    let mut totals: HashMap<u32, (u64, u64, rutile_vm::collector::allocation_sites::Origin)> = HashMap::new();
    for &cell in cells {
        let Some(origin) = vm.sites.origin(cell) else { continue };
        let bytes = view::memory_size(vm, Value::cell(cell));
        let entry = totals.entry(origin.site).or_insert((0, 0, origin));
        (entry.0, entry.1) = (entry.0 + 1, entry.1 + bytes);
    }
    let list = vm.array_with_capacity(totals.len() * 3);
    for (count, bytes, origin) in totals.into_values() {
        let site = vm.sites.site(origin).clone();
        let inside = site.method.map_or(String::new(), |method| format!(" in {}", vm.symbol_text(method)));
        let name = format!("{}:{}{inside}", vm.symbol_text(site.file), site.line);
        let name = Value::symbol(vm.intern(name.as_bytes()));
        [name, Value::fixnum(count as i64), Value::fixnum(bytes as i64)].into_iter().for_each(|value| vm.array_push(list, value));
    }
    list.value()
}

pub const NATIVES: &[(&str, Native)] = &[("heap_tiles", heap_tiles), ("heap_totals", heap_totals)];
