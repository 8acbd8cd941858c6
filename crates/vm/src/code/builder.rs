//! Making a `Code` of a `Function`: everything it consists of, laid out in one piece.

use std::cell::Cell as Slot;

use rutile_bytecode::serialize::FunctionSource;
use rutile_bytecode::{CallFlags, CallSite, Function, FunctionFlags, FunctionKind, Op, Parameters, VariableLocation};

use crate::code::{CallCache, Code, Feedback, Keyword, Local, ParameterTable, Rare, Site};
use crate::code::line_table;
use crate::code::native::NativeNumber;
use crate::memory::relative::{OwnerRelative, CountedSlice, RelativePointer, RelativeSlice};
use crate::value::Value;
use crate::value::symbol::Symbol;
use crate::vm::Vm;

/// Where the arrays of a piece will stand, counted from its start.
struct Plan {
    bytes: usize,
}

impl Plan {
    fn add<T>(&mut self, count: usize) -> usize {
        let at = self.bytes.next_multiple_of(align_of::<T>());
        self.bytes = at + count * size_of::<T>();
        at
    }
}

/// The contents of a piece: the arrays that come of a function, names interned.
struct Contents {
    names: Vec<Symbol>,
    /// For each site that has keywords how many, and they.
    site_keywords: Vec<u32>,
    natives: Vec<Option<NativeNumber>>,
    environment: Vec<Symbol>,
    locals: Vec<Local>,
    parameter_names: Vec<Symbol>,
    keywords: Vec<Keyword>,
    lines: Vec<u8>,
    unloaded: Option<Box<FunctionSource<'static>>>,
    has_rare: bool,
}

impl Vm {
    /// Lays out a function, its literals and nested functions still nil. They are filled in by the loader.
    pub(crate) fn build_code(&mut self, function: &Function, nested: usize, parent: Value, has_exits: bool, unloaded: Option<Box<FunctionSource<'static>>>) -> *mut Code {
        let mut contents = self.contents(function);
        contents.has_rare |= unloaded.is_some();
        contents.unloaded = unloaded;
        let is_inner = matches!(function.kind, FunctionKind::Block | FunctionKind::Lambda);
        let parameters = &function.parameters;
        let packs = function.flags.has(FunctionFlags::PACKS);
        let simple = parameters.is_simple() && !packs && !(parameters.auto_splat && parameters.required == 1);
        let code = Code {
            parent: Slot::new(if is_inner { parent } else { Value::NIL }),
            before: 0,
            file: CountedSlice::NONE,
            line: function.line,
            name: self.intern(function.name.as_bytes()),
            primitive: function.primitive.as_ref().and_then(|name| self.natives.find(name)),
            instruction_count: function.instructions.len() as u32,
            names: RelativeSlice::NONE,
            functions: RelativeSlice::NONE,
            sites: RelativeSlice::NONE,
            rare: RelativePointer::NONE,
            flags: function.flags.0,
            kind: function.kind,
            has_exits: Slot::new(has_exits),
            literals: RelativeSlice::NONE,
            feedback: RelativeSlice::NONE,
            first_cache: OwnerRelative::NONE,
            registers: function.registers,
            simple_arguments: if simple { parameters.required } else { u16::MAX },
            cell: Slot::new(Value::NIL),
        };
        self.lay_out_code(code, function, nested, contents)
    }

    fn contents(&mut self, function: &Function) -> Contents {
        let names: Vec<Symbol> = function.names.iter().map(|name| self.intern(name.as_bytes())).collect();
        let parameters = &function.parameters;
        let mut site_keywords = Vec::new();
        for site in function.call_sites.iter().filter(|site| !site.keywords.is_empty()) {
            site_keywords.push(site.keywords.len() as u32);
            site_keywords.extend(site.keywords.iter().map(|index| names[*index as usize].0));
        }
        let keywords = parameters.keywords.iter()
            .map(|keyword| Keyword { name: self.intern(keyword.name.as_bytes()), required: keyword.required })
            .collect();
        let natives = self.resolve_natives(function);
        let has_rare = *parameters != Parameters::default()
            || !function.environment.is_empty() || !function.handlers.is_empty() || !function.locals.is_empty()
            || function.last_match != VariableLocation::None || function.last_line != VariableLocation::None;
        Contents {
            site_keywords,
            natives,
            environment: function.environment.iter().map(|name| self.intern(name.as_bytes())).collect(),
            locals: function.locals.iter().map(|(name, register)| Local { name: self.intern(name.as_bytes()), register: *register }).collect(),
            parameter_names: parameters.names.iter().map(|name| self.intern(name.as_bytes())).collect(),
            keywords,
            lines: line_table::encode_all([&function.lines, &function.statements, &function.nodes]),
            unloaded: None,
            names,
            has_rare,
        }
    }

    /// The natives that `CallPrimitive` names, by the index of the name; empty where there are none.
    fn resolve_natives(&mut self, function: &Function) -> Vec<Option<NativeNumber>> {
        if !function.instructions.iter().any(|instruction| instruction.op == Op::CallPrimitive) {
            return Vec::new();
        }
        function.names.iter().map(|name| self.natives.find(name)).collect()
    }

    fn lay_out_code(&mut self, code: Code, function: &Function, nested: usize, contents: Contents) -> *mut Code {
        let parameters = &function.parameters;
        let mut plan = Plan { bytes: 0 };
        // What is read least stands first; within that from the most strictly aligned to the least, so that little is lost in between.
        let rare_at = plan.add::<Rare>(contents.has_rare as usize);
        let functions_at = plan.add::<Slot<Value>>(nested);
        let sites_at = plan.add::<Site>(function.call_sites.len());
        let site_keywords_at = plan.add::<u32>(contents.site_keywords.len());
        let environment_at = plan.add::<Symbol>(contents.environment.len());
        let locals_at = plan.add::<Local>(contents.locals.len());
        let parameter_names_at = plan.add::<Symbol>(contents.parameter_names.len());
        let keywords_at = plan.add::<Keyword>(contents.keywords.len());
        let entries_at = plan.add::<u32>(parameters.optional_entries.len());
        let handlers_at = plan.add::<rutile_bytecode::Handler>(function.handlers.len());
        let names_at = plan.add::<Symbol>(contents.names.len());
        let natives_at = plan.add::<Option<NativeNumber>>(contents.natives.len());
        let literals_at = plan.add::<Slot<Value>>(function.literals.len());
        let code_at = plan.add::<Code>(1);
        let instructions_at = plan.add::<rutile_bytecode::Instruction>(function.instructions.len());
        let lines_at = plan.add::<u8>(contents.lines.len());
        let mut feedback_plan = Plan { bytes: 0 };
        let caches_at = feedback_plan.add::<CallCache>(function.call_sites.len());
        let slots_at = feedback_plan.add::<Feedback>(function.feedback_slots as usize);

        let file = self.code_space.file(&function.file);
        let is_core = function.flags.has(FunctionFlags::CORE);
        let piece = self.code_space.take_code(plan.bytes, runs_once(function.kind), is_core);
        let feedback = self.code_space.take_feedback(feedback_plan.bytes, is_core);
        // SAFETY: both stretches are ours alone, aligned and as long as planned; every array is written at
        // the place planned for it before a part is pointed at it, and nothing moves afterwards.
        unsafe {
            let to = |at: usize| piece.add(at);
            let pointer = to(code_at) as *mut Code;
            pointer.write(Code { before: code_at as u32, ..code });
            fill(&raw mut (*pointer).literals, to(literals_at), function.literals.iter().map(|_| Slot::new(Value::NIL)));
            fill(&raw mut (*pointer).functions, to(functions_at), (0..nested).map(|_| Slot::new(Value::NIL)));
            fill(&raw mut (*pointer).names, to(names_at), contents.names.iter().copied());
            std::ptr::copy_nonoverlapping(contents.natives.as_ptr(), to(natives_at) as *mut Option<NativeNumber>, contents.natives.len());
            std::ptr::copy_nonoverlapping(function.instructions.as_ptr(), to(instructions_at) as *mut rutile_bytecode::Instruction, function.instructions.len());
            std::ptr::copy_nonoverlapping(contents.lines.as_ptr(), to(lines_at), contents.lines.len());
            CountedSlice::point(&raw mut (*pointer).file, file);
            if !function.call_sites.is_empty() {
                let caches = feedback.add(caches_at) as *mut CallCache;
                (0..function.call_sites.len()).for_each(|index| caches.add(index).write(CallCache::default()));
                OwnerRelative::point(&raw mut (*pointer).first_cache, pointer, caches);
            }
            fill(&raw mut (*pointer).feedback, feedback.add(slots_at), (0..function.feedback_slots).map(|_| empty_feedback()));
            fill(&raw mut (*pointer).sites, to(sites_at), function.call_sites.iter().map(|site| plain_site(site, &contents.names)));
            std::ptr::copy_nonoverlapping(contents.site_keywords.as_ptr(), to(site_keywords_at) as *mut u32, contents.site_keywords.len());
            let mut keywords = to(site_keywords_at) as *const u32;
            for (index, site) in function.call_sites.iter().enumerate().filter(|(_, site)| !site.keywords.is_empty()) {
                let place = (to(sites_at) as *mut Site).add(index);
                CountedSlice::point(&raw mut (*place).keywords, keywords);
                keywords = keywords.add(1 + site.keywords.len());
            }
            if contents.has_rare {
                let rare = to(rare_at) as *mut Rare;
                rare.write(Rare {
                    parameters: numbers_of(parameters),
                    last_match: function.last_match,
                    last_line: function.last_line,
                    unloaded: contents.unloaded,
                    ..Rare::NOTHING
                });
                RelativePointer::point(&raw mut (*pointer).rare, rare);
                fill(&raw mut (*rare).environment, to(environment_at), contents.environment.iter().copied());
                fill(&raw mut (*rare).locals, to(locals_at), contents.locals.iter().copied());
                fill(&raw mut (*rare).handlers, to(handlers_at), function.handlers.iter().copied());
                let table = &raw mut (*rare).parameters;
                fill(&raw mut (*table).names, to(parameter_names_at), contents.parameter_names.iter().copied());
                fill(&raw mut (*table).optional_entries, to(entries_at), parameters.optional_entries.iter().copied());
                fill(&raw mut (*table).keywords, to(keywords_at), contents.keywords.into_iter());
            }
            pointer
        }
    }

    /// Gives back the memory of a code whose cell died.
    pub(crate) fn release_code(&mut self, cell: rutile_heap::Cell) {
        let Some(pointer) = Code::of_dead(cell) else { return };
        // SAFETY: the cell was the only owner, and no frame refers to it any more.
        let code = unsafe { &*pointer };
        code.caches().iter().for_each(|cache| self.polymorphic.release(cache));
        self.polymorphic.release_operators(code.instructions());
        self.global_cache.clear();
        // SAFETY: the cell was the only owner, and no frame refers to it any more.
        let (start, code_bytes, feedback, feedback_bytes) = unsafe {
            let code = &*pointer;
            if let Some(rare) = code.rare.get() {
                drop(std::ptr::read(&raw const rare.unloaded));
            }
            let (code_bytes, feedback_bytes) = code.bytes();
            let feedback = if code.first_cache.is_none() { code.feedback.as_ptr() as *mut u8 } else { code.caches().as_ptr() as *mut u8 };
            (pointer.byte_sub(code.before as usize), code_bytes + code.before as usize, feedback, feedback_bytes)
        };
        self.code_space.give(start as *mut u8, code_bytes, feedback, feedback_bytes);
    }
}

/// Writes values from `target` on and points a part at them.
///
/// # Safety
/// As `RelativeSlice::point`; there is room for the values, and nothing in it.
unsafe fn fill<T>(part: *mut RelativeSlice<T>, target: *mut u8, values: impl Iterator<Item = T>) {
    let target = target as *mut T;
    let mut count = 0;
    for value in values {
        // SAFETY: by the caller's word.
        unsafe { target.add(count).write(value) };
        count += 1;
    }
    // SAFETY: by the caller's word.
    unsafe { RelativeSlice::point(part, target, count) };
}

/// Whether a function is left for good soon after it was loaded, by most programs.
fn runs_once(kind: FunctionKind) -> bool {
    use FunctionKind::{Class, Eval, File, Module, SingletonClass};
    matches!(kind, File | Eval | Class | Module | SingletonClass)
}

fn empty_feedback() -> Feedback {
    Feedback { key: Slot::new(0), location: Slot::new(0), value: Slot::new(Value::UNDEFINED) }
}

/// A site without its keywords.
fn plain_site(site: &CallSite, names: &[Symbol]) -> Site {
    let special = CallFlags::SPLAT | CallFlags::KEYWORD_HASH | CallFlags::BLOCK_ARGUMENT | CallFlags::FORWARD_BLOCK | CallFlags::ASSIGNMENT;
    Site {
        name: names.get(site.name as usize).copied().unwrap_or(Symbol::CALL),
        arguments: site.arguments,
        flags: site.flags.0,
        keywords: CountedSlice::NONE,
        block: site.block.unwrap_or(0),
        has_block: site.block.is_some(),
        plain: site.keywords.is_empty() && site.flags.0 & special == 0,
    }
}

/// The parameters without their arrays.
fn numbers_of(parameters: &Parameters) -> ParameterTable {
    ParameterTable {
        required: parameters.required,
        optional: parameters.optional,
        post: parameters.post,
        rest: parameters.rest,
        block: parameters.block,
        auto_splat: parameters.auto_splat,
        implicit_it: parameters.implicit_it,
        numbered: parameters.numbered,
        keyword_rest: parameters.keyword_rest,
        keywords_pass_on: parameters.keyword_rest_is_anonymous(),
        ..Rare::NOTHING.parameters
    }
}
