//! Where objects were made, while someone wants to know.
//!
//! While this is on the heap declines every allocation, so that each comes by here. A site
//! is a place in the program (core library frames are passed over) with the method that
//! was called there; objects name their site by number in a weak table.

use std::collections::HashMap;

use rutile_bytecode::Op;
use rutile_heap::{Cell, Liveness, header_kind};

use crate::memory::weak_table::{Held, WeakTable};
use crate::object::class::ClassRef;
use crate::object::records::MethodRef;
use crate::value::Value;
use crate::value::kind::Kind;
use crate::value::symbol::Symbol;
use crate::vm::Vm;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Site {
    pub file: Symbol,
    pub line: u32,
    pub class_path: Option<Symbol>,
    pub method: Option<Symbol>,
}

/// Where an object was made, and how many collections there had been.
#[derive(Clone, Copy, Debug)]
pub struct Origin {
    pub site: u32,
    pub generation: u64,
}

impl Held for Origin {}

#[derive(Default)]
pub struct AllocationSites {
    /// How often tracing was started and not stopped.
    depth: u32,
    sites: Vec<Site>,
    numbers: HashMap<Site, u32>,
    /// The file whose literals are being made.
    loading: Option<Symbol>,
    origins: WeakTable<Origin>,
}

impl AllocationSites {
    pub fn is_on(&self) -> bool {
        self.depth > 0
    }

    pub fn origin(&self, cell: Cell) -> Option<Origin> {
        self.origins.get(cell.address()).copied()
    }

    pub fn site(&self, origin: Origin) -> &Site {
        &self.sites[origin.site as usize]
    }

    pub(crate) fn set_loading(&mut self, file: Option<Symbol>) {
        self.loading = file;
    }

    pub fn clear(&mut self) {
        self.origins = WeakTable::default();
        if self.depth == 0 {
            (self.sites, self.numbers) = Default::default();
        }
    }

    fn number(&mut self, site: Site) -> u32 {
        let next = self.sites.len() as u32;
        let number = *self.numbers.entry(site.clone()).or_insert(next);
        if number == next {
            self.sites.push(site);
        }
        number
    }

    pub(crate) fn after_mark(&mut self, liveness: &Liveness) {
        self.origins.after_mark(liveness, |_, _, _| {});
    }
}

/// Whether cells of a kind are objects of the program's or of the library's making.
fn is_object(kind: Kind) -> bool {
    use Kind::*;
    matches!(
        kind,
        Float | BigInteger | String | Array | Hash | Object | Class | Module | Proc | Fiber | Regexp | MatchData | Binding | MethodObject | Buffer | Resource | Data
    )
}

impl Vm {
    pub fn start_tracing_allocations(&mut self) {
        self.sites.loading = None; // also where memory was out while literals were made
        self.sites.depth += 1;
        self.choose_slow_allocation();
    }

    pub fn stop_tracing_allocations(&mut self) {
        self.sites.depth = self.sites.depth.saturating_sub(1);
        self.choose_slow_allocation();
    }

    /// Takes so many traces for begun; answers how many were.
    pub fn pause_tracing_allocations(&mut self, depth: u32) -> u32 {
        let before = std::mem::replace(&mut self.sites.depth, depth);
        self.choose_slow_allocation();
        before
    }

    pub(crate) fn note_allocation(&mut self, cell: Cell, header: u64) {
        // A cell from the place of a dead one has nothing of it.
        self.sites.origins.remove(cell.address());
        if !is_object(Kind::from_number(header_kind(header))) {
            return;
        }
        let Some(site) = self.program_site() else { return };
        let site = self.sites.number(site);
        let generation = self.collections();
        self.sites.origins.insert(cell.address(), Origin { site, generation });
    }

    /// Collections so far.
    pub fn collections(&self) -> u64 {
        self.heap.collections()
    }

    /// Literals are of the file that they stand in, at no line of it, and not of who loads that. Answers what they were of before.
    pub(crate) fn begin_literals(&mut self, file: &[u8]) -> Option<Symbol> {
        if !self.sites.is_on() {
            return self.sites.loading;
        }
        let file = self.symbols.intern(file);
        self.sites.loading.replace(file)
    }

    fn program_site(&mut self) -> Option<Site> {
        if let Some(file) = self.sites.loading {
            return Some(Site { file, line: 0, class_path: None, method: None });
        }
        let (frame, pc) = self.program_frame()?;
        let code = frame.code();
        let (file, line) = (self.symbols.intern(code.file().as_bytes()), code.line_at(pc));
        let instruction = code.instructions().get(pc.checked_sub(1)?)?;
        let called = matches!(instruction.op, Op::Send | Op::Super).then(|| {
            let cache = &code.caches()[instruction.site()];
            (MethodRef::from_value(self.assumptions.answer(cache.assumption.get())), code.sites[instruction.site()].name)
        });
        let (method, name) = match called {
            Some((method, name)) => (method, Some(name)),
            None => {
                let method = MethodRef::from_value(frame.method());
                (method, method.and_then(|method| method.name().as_symbol()))
            }
        };
        let owner = method.filter(|_| name.is_some()).and_then(MethodRef::owner_class);
        let class_path = owner.and_then(|owner| self.class_path(owner));
        Some(Site { file, line, class_path, method: name })
    }

    /// The name of a class or module, or of that whose singleton class it is; none if it has none.
    fn class_path(&mut self, class: ClassRef) -> Option<Symbol> {
        let class = if class.is_singleton() { ClassRef::from_module(class.attached())? } else { class };
        if Value::is_nil(class.represented().name()) {
            return None;
        }
        let name = self.class_name(class);
        Some(self.symbols.intern(name.as_bytes()))
    }
}
