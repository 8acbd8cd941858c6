//! Finding methods and constants along the ancestors of a class, and changing these. What was found is kept as `assumptions`.

use crate::calls::method::{MethodKind, Visibility};
use crate::object::class::{ClassRef, ClassRest, state};
use crate::object::id_table::IdTable;
use crate::object::records::{MethodRef, ScopeRef};
use crate::value::Value;
use crate::value::kind::Kind;
use crate::value::symbol::Symbol;
use crate::vm::Vm;

/// Word of a class cell: the table of its constants.
pub const CONSTANTS: usize = 3;
/// Word of a class cell: the table of its methods.
pub const METHODS: usize = 2;

/// The part of a class's chain in which a module counts as there already: from one cell on, up to another.
#[derive(Clone, Copy)]
struct Reach {
    from: ClassRef,
    to: Option<ClassRef>,
}

impl Vm {
    /// The method that a class's instances answer `name` with, if any (undefined ones are none).
    #[inline]
    pub fn find_method(&mut self, class: ClassRef, name: Symbol) -> Option<MethodRef> {
        let found = self.assume_method(class, name);
        MethodRef::from_value(self.assumptions.answer(found))
    }

    /// The method and the chain cell it was found at.
    pub fn search_method(&self, class: ClassRef, name: Symbol) -> Option<(MethodRef, ClassRef)> {
        for cell in class.chain() {
            if let Some(found) = cell.method_table().and_then(|table| table.get(name)) {
                let method = MethodRef::from_value(found)?;
                return if method.kind() == MethodKind::Undefined { None } else { Some((method, cell)) };
            }
        }
        None
    }

    /// The next method of that name above `place` in a class's chain: what `super` calls. The place is a class or module, or the cell of the
    /// chain where a module stands once more.
    pub fn find_super_method(&self, class: ClassRef, place: ClassRef, name: Symbol) -> Option<(MethodRef, ClassRef)> {
        self.search_method(self.above(class, place)?, name)
    }

    /// The cell of a class's chain behind the one by which `place` stands in it. A module that does not (its method was bound
    /// to an object which has it not) stands before them all.
    fn above(&self, class: ClassRef, place: ClassRef) -> Option<ClassRef> {
        let mut cells = class.chain();
        match cells.by_ref().find(|cell| self.is_home(*cell, place)) {
            Some(_) => cells.next(),
            None => (place.is_module() && !place.has_state(state::REFINEMENT)).then_some(class),
        }
    }

    /// Where a module stands more than once in a class's chain, `super` finds its method again, at a later cell. The frame of that call has to go
    /// on from there, so it runs as a copy whose owner is the cell, in whose own table the copy is kept. None for all other methods.
    pub(crate) fn method_of_later_place(&mut self, class: ClassRef, origin: MethodRef, found: MethodRef) -> Option<MethodRef> {
        let owner = found.owner_class().filter(|owner| owner.is_module())?;
        let first = class.chain().find(|cell| self.is_home(*cell, owner))?;
        let above = self.above(class, origin.place()?)?;
        let place = above.chain().find(|cell| self.is_home(*cell, owner))?;
        if place == first {
            return None;
        }
        let name = found.symbol();
        let kept = IdTable::from_value(place.methods()).and_then(|table| table.get(name)).and_then(MethodRef::from_value);
        if let Some(kept) = kept.filter(|kept| kept.body() == found.body() && kept.flags() == found.flags()) {
            return Some(kept);
        }
        let copy = self.copy_method(found);
        copy.set_owner(self, place.value());
        self.table_set(place.0, METHODS, name, copy.value());
        Some(copy)
    }

    /// The method that `super` out of a method calls for instances of a class, with the refinements in use where the method stands. Out of a
    /// refined method it calls the class's own.
    pub(crate) fn search_super_method(&self, class: ClassRef, origin: Value) -> Option<MethodRef> {
        let origin = MethodRef::from_value(origin)?;
        let (owner, name) = (origin.owner_class()?, origin.symbol());
        let refinements = origin.scope_ref().map_or(Value::NIL, |scope| scope.refinements());
        let found = match self.above(class, origin.place()?) {
            Some(above) if !refinements.is_nil() => self.search_refined_method(above, name, refinements),
            Some(above) => self.search_method(above, name).map(|(method, _)| method),
            None => None,
        };
        found.or_else(|| self.super_of_refined(owner, name, refinements))
    }

    fn is_home(&self, cell: ClassRef, owner: ClassRef) -> bool {
        if cell.kind() == Kind::IncludedModule && !cell.has_state(state::ORIGIN) {
            return cell.attached() == owner.value() || cell == owner;
        }
        if cell.has_state(state::ORIGIN) {
            return cell.attached() == owner.value();
        }
        cell == owner && cell.origin().is_nil()
    }

    /// A method of a class (or of what its chain refers to) has changed.
    pub fn method_changed(&mut self, class: ClassRef, name: Symbol) {
        if !self.is_unobserved(class) {
            self.recheck(class, name);
        }
        self.operator_changed(class, name);
        self.follow_inherited(class, name);
    }

    // --- modules in chains ---

    /// Includes a module (and what it includes) in a class or module.
    pub fn include_module(&mut self, class: ClassRef, module: ClassRef) {
        self.keep_replaced_by(class, module);
        let home = class.definitions();
        if self.insert_modules(class, home, module, Reach { from: class, to: None }) || class.is_module() {
            self.chain_changed(class, module, |dependent| {
                let link = Vm::link_of(dependent, class)?;
                Some((link, Reach { from: dependent.definitions(), to: None }))
            });
        }
    }

    /// Prepends a module to a class or module.
    pub fn prepend_module(&mut self, class: ClassRef, module: ClassRef) {
        self.keep_replaced_by(class, module);
        self.ensure_origin(class);
        if self.insert_modules(class, class, module, Reach { from: class, to: Some(class.definitions()) }) || class.is_module() {
            self.chain_changed(class, module, |dependent| {
                let before = Vm::cell_before(dependent, class)?;
                Some((before, Reach { from: before, to: Vm::link_of(dependent, class) }))
            });
        }
    }

    /// Links `module` and its ancestors in after `place`, leaving out what that reach of the chain has already. Whether there was more.
    fn insert_modules(&mut self, class: ClassRef, place: ClassRef, module: ClassRef, reach: Reach) -> bool {
        let mut inserted = false;
        let mut place = place;
        let modules = self.array_with_capacity(module.chain().count());
        for cell in module.chain().filter(|cell| !(cell == &module && !module.origin().is_nil())) {
            self.array_push(modules, cell.represented_module().value());
        }
        for index in 0..modules.len() {
            let Some(module) = ClassRef::from_module(modules.get(index)) else { continue };
            if let Some(existing) = Vm::find_in_chain(reach, module) {
                if self.is_before_superclass(class, existing) && self.comes_after(place, existing) {
                    place = existing;
                }
                continue;
            }
            let link = self.new_chain_cell(Kind::IncludedModule, None);
            link.set_attached(self, module.value());
            let next = place.superclass();
            link.set_superclass(self, next);
            place.set_superclass(self, link.value());
            self.add_dependent(module, class);
            place = link;
            inserted = true;
        }
        inserted
    }

    fn comes_after(&self, place: ClassRef, cell: ClassRef) -> bool {
        place.chain().any(|candidate| candidate == cell)
    }

    fn is_before_superclass(&self, class: ClassRef, cell: ClassRef) -> bool {
        for candidate in class.chain() {
            if candidate == cell {
                return true;
            }
            if candidate != class && candidate.kind() == Kind::Class {
                return false;
            }
        }
        false
    }

    fn find_in_chain(reach: Reach, module: ClassRef) -> Option<ClassRef> {
        let stands_for = |cell: &ClassRef| cell.kind() == Kind::IncludedModule && cell.attached() == module.value() && !cell.has_state(state::ORIGIN);
        reach.from.chain().take_while(|cell| Some(*cell) != reach.to).find(stands_for)
    }

    /// Splits a class into the cell that others refer to and the origin, which holds its own methods.
    fn ensure_origin(&mut self, class: ClassRef) {
        if !class.origin().is_nil() {
            return;
        }
        let origin = self.new_chain_cell(Kind::IncludedModule, None);
        self.set_class_state(origin, state::ORIGIN);
        origin.set_attached(self, class.value());
        let (methods, next) = (class.methods(), class.superclass());
        origin.set_methods(self, methods);
        origin.set_superclass(self, next);
        class.set_superclass(self, origin.value());
        class.set_origin(self, origin.value());
    }

    /// After a module was put into a module, every class that includes the latter gets it too, after the cell of its chain that `place` says, if
    /// it is not within a reach already.
    fn chain_changed(&mut self, class: ClassRef, module: ClassRef, place: impl Fn(ClassRef) -> Option<(ClassRef, Reach)>) {
        if class.is_module() {
            let dependents = self.dependents_of(class);
            for index in 0..dependents.len() {
                if let Some(dependent) = ClassRef::from_module(dependents.get(index))
                    && let Some((place, reach)) = place(dependent)
                {
                    self.insert_modules(dependent, place, module, reach);
                }
            }
        }
        self.ancestry.forget();
        self.recheck_names_of(class, module);
    }

    /// The cell by which a module stands in a class's chain.
    fn link_of(class: ClassRef, module: ClassRef) -> Option<ClassRef> {
        class.chain().find(|cell| cell.attached() == module.value() && cell.kind() == Kind::IncludedModule)
    }

    /// The cell before the one by which a module stands in a class's chain, and before what was prepended to it.
    fn cell_before(class: ClassRef, module: ClassRef) -> Option<ClassRef> {
        let prepended: Vec<Value> = module.chain().skip(1).take_while(|cell| !cell.has_state(state::ORIGIN)).map(|cell| cell.attached()).collect();
        let link = Vm::link_of(class, module)?;
        let mut before = None;
        for cell in class.chain().take_while(|cell| *cell != link) {
            if !(cell.kind() == Kind::IncludedModule && prepended.contains(&cell.attached())) {
                before = Some(cell);
            }
        }
        before
    }

    // --- constants ---

    /// Sets a constant of a class or module. An anonymous class or module gets its name by it.
    pub fn set_constant(&mut self, class: ClassRef, name: Symbol, value: Value) {
        self.note_constant_location(class, name);
        if !self.keep_promised(class, name, value) {
            self.table_set(class.0, CONSTANTS, name, value);
            self.forget_shareable(class, name);
        }
        self.recheck(class, name);
    }

    /// A constant by the rules of lexical scope: each scope's own table, then the ancestors of the innermost.
    pub fn find_lexical_constant(&self, scope: ScopeRef, name: Symbol) -> Option<(Value, ClassRef)> {
        let mut current = Some(scope);
        while let Some(scope) = current {
            let parent = ScopeRef::from_value(scope.parent());
            if let (Some(module), Some(_)) = (ClassRef::from_chain(scope.module()), parent) {
                if let Some(value) = self.own_constant(module, name) {
                    return Some((value, module));
                }
            }
            current = parent;
        }
        let module = ClassRef::from_chain(scope.module())?;
        self.find_constant(module, name, true)
    }

    /// A constant of a class or module or its ancestors; Object's too for modules where `object` is asked for.
    pub fn find_constant(&self, module: ClassRef, name: Symbol, object: bool) -> Option<(Value, ClassRef)> {
        for cell in module.constant_chain() {
            let owner = cell.represented_owner();
            let entry = cell.constant_table().and_then(|table| table.get(name));
            if let Some(value) = entry.and_then(|entry| self.constant_seen(owner, name, entry)) {
                return Some((value, owner));
            }
        }
        if object && !module.is_class() {
            return self.find_constant(self.classes.object, name, false);
        }
        None
    }

    /// The class or module in whose chain a class variable is defined, and its value.
    pub fn find_class_variable(&self, class: ClassRef, name: Symbol) -> Option<(ClassRef, Value)> {
        self.class_variable_owners(class, name).next()
    }

    /// The cells at which class variables are looked for: where the class is a module's singleton, its own and then the module's.
    pub fn class_variable_chain(&self, class: ClassRef) -> impl Iterator<Item = ClassRef> {
        let attached = if class.is_singleton() { ClassRef::from_module(class.attached()) } else { None };
        let own = attached.map(|_| class);
        own.into_iter().chain(attached.unwrap_or(class).chain())
    }

    /// The class whose class variables a scope sees: the innermost that is no singleton's, nor stands in for one. None at the top level.
    pub fn class_variable_scope(&self, scope: Option<ScopeRef>) -> Option<ClassRef> {
        let mut scope = scope;
        while let Some(current) = scope {
            if let Some(class) = ClassRef::from_module(current.module()) {
                if !(class.is_singleton() || current.hides_class_variables()) || current.parent().is_nil() {
                    return (!current.parent().is_nil() || class != self.classes.object).then_some(class);
                }
            }
            scope = ScopeRef::from_value(current.parent());
        }
        None
    }

    /// The owner of a class variable that a scope sees, undefined where none has it or another has overtaken it.
    pub(crate) fn reliable_variable_owner(&self, scope: Value, name: Symbol) -> Value {
        let class = self.class_variable_scope(ScopeRef::from_value(scope));
        let class = class.filter(|class| self.overtaking_owner(*class, name).is_none());
        class.and_then(|class| self.find_class_variable(class, name)).map_or(Value::UNDEFINED, |(owner, _)| owner.value())
    }

    /// Sets a class variable of the class or module that has it, or is to.
    pub fn set_class_variable(&mut self, owner: ClassRef, name: Symbol, value: Value) {
        let is_new = IdTable::from_value(owner.class_variables()).is_none_or(|table| table.get(name).is_none());
        let rest = self.class_rest(owner);
        self.table_set(rest.0, ClassRest::CLASS_VARIABLES, name, value);
        if is_new {
            self.recheck(owner, name);
        }
    }

    fn class_variable_owners(&self, start: ClassRef, name: Symbol) -> impl Iterator<Item = (ClassRef, Value)> {
        self.class_variable_chain(start).filter_map(move |cell| {
            let owner = cell.represented_owner();
            IdTable::from_value(owner.class_variables()).and_then(|table| table.get(name)).map(|value| (owner, value))
        })
    }

    /// The class or module furthest up that took over a class variable from the first that a class has it of.
    pub fn overtaking_owner(&self, class: ClassRef, name: Symbol) -> Option<ClassRef> {
        let mut owners = self.class_variable_owners(class, name).map(|(owner, _)| owner);
        let first = owners.next()?;
        owners.filter(|owner| *owner != first).last()
    }
}

impl ClassRef {
    /// The cells at which constants are looked for: the class's or module's own come first, those of what it inherits from behind what
    /// was prepended to that.
    pub(crate) fn constant_chain(self) -> impl Iterator<Item = ClassRef> {
        self.chain().filter(move |cell| *cell == self || cell.origin().is_nil())
    }

    /// The module that a cell of a module's chain brings in.
    fn represented_module(self) -> ClassRef {
        if self.kind() == Kind::IncludedModule { ClassRef::from_chain(self.attached()).unwrap_or(self) } else { self }
    }
}

impl MethodRef {
    /// Whether a call without receiver is needed.
    pub fn is_private(self) -> bool {
        self.visibility() == Visibility::Private
    }
}
