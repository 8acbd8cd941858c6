//! Plain objects and the instance variables of everything.
//!
//! A plain object keeps its variables in slots (see `shape`). Classes keep theirs
//! in a table of their own; all other kinds in the machine's side table, marked
//! by a header flag, so that a string or an array pays nothing for the ability.

use rutile_heap::Cell;

use crate::object::class::{ClassRef, ClassRest};
use crate::object::id_table::IdTable;
use crate::object::shape::{HOLDER_SHIFT, Slot};
use crate::value::Value;
use crate::value::fields::{Fields, Store};
use crate::value::kind::{Header, Kind, flags, header};
use crate::value::symbol::{Standing, Symbol};
use crate::vm::Vm;

/// Slots of a new object whose class promises nothing.
const DEFAULT_SLOTS: i64 = 3;
/// Most slots in an object's own cell; further variables overflow.
const SLOTS_MAX: i64 = 127;

/// The cell that holds the word of a place.
#[inline(always)]
fn location_holder(cell: Cell, place: u32) -> Option<Cell> {
    match place >> HOLDER_SHIFT {
        0 => Some(cell),
        word => cell.cell_at(word as usize),
    }
}

/// The first variables that were set of a plain object, by their positions. Good until it is given another.
pub struct FirstVariables {
    cell: Cell,
    /// How many the cell itself holds; the others are in the payload.
    held: usize,
    payload: Cell,
}

impl FirstVariables {
    /// The cell and the word that hold a variable.
    fn place(&self, position: usize) -> (Cell, usize) {
        if position < self.held { (self.cell, position + 1) } else { (self.payload, position - self.held + 1) }
    }

    pub fn get(&self, position: usize) -> Value {
        let (cell, word) = self.place(position);
        cell.value_at(word)
    }

    pub fn set(&self, vm: &mut Vm, position: usize, value: Value) {
        let (cell, word) = self.place(position);
        vm.heap.store(cell, word, value.word());
    }
}

impl Vm {
    /// The variables of a plain object, where these are the first that were set, in this order.
    pub fn first_variables(&self, object: Value, names: &'static [Symbol]) -> Option<FirstVariables> {
        let cell = object.as_cell().filter(|cell| Kind::of(*cell) == Kind::Object)?;
        let shape = self.shapes.get(cell.shape());
        if names.len() > shape.count as usize {
            return None;
        }
        let capacity = shape.capacity as usize;
        let (held, payload) = match shape.count > shape.capacity {
            true => (capacity - 1, cell.cell_at(capacity)?),
            false => (capacity, cell),
        };
        let asked = (cell.shape(), names.as_ptr() as usize, names.len());
        if self.variables.layout_cache.get() != asked {
            if !self.begins_with(shape, names) {
                return None;
            }
            self.variables.layout_cache.set(asked);
        }
        Some(FirstVariables { cell, held, payload })
    }

    /// Whether these are the first variables of a shape, in this order.
    fn begins_with<'a>(&'a self, mut shape: &'a crate::object::shape::Shape, names: &[Symbol]) -> bool {
        while shape.count as usize > names.len() {
            shape = self.shapes.get(shape.parent);
        }
        names.iter().rev().all(|name| {
            let found = shape.name == *name;
            shape = self.shapes.get(shape.parent);
            found
        })
    }

    /// A new plain object without variables.
    #[inline]
    pub fn new_object(&mut self, class: ClassRef) -> Value {
        let (bytes, shape) = self.settle_instances(class);
        Value::cell(self.allocate(bytes, header(Kind::Object, shape, 0, 0)))
    }

    /// The size and the first shape of a class's instances, which the class knows from now on.
    #[inline]
    pub fn settle_instances(&mut self, class: ClassRef) -> (usize, u32) {
        let slots = class.instance_slots().unwrap_or(DEFAULT_SLOTS);
        let bytes = rutile_heap::Heap::slot_bytes(8 + slots as usize * 8);
        // A cell without slots, a resource or an extension's data, may have asked for the class's shape first (`ShapeTable::of_class`).
        let shape = match class.instance_shape().filter(|&shape| self.shapes.get(shape).capacity > 0) {
            Some(shape) => shape,
            None => {
                let shape = self.shapes.root(class, (bytes / 8 - 1) as u16);
                class.set_instance_shape(Some(shape));
                shape
            }
        };
        (bytes, shape)
    }

    /// Promises that instances of a class have at least this many variables.
    pub fn reserve_slots(&mut self, class: ClassRef, slots: usize) {
        let slots = (slots as i64).clamp(DEFAULT_SLOTS, SLOTS_MAX);
        if slots > class.instance_slots().unwrap_or(DEFAULT_SLOTS) {
            class.set_instance_slots(Some(slots));
            class.set_instance_shape(None);
        }
    }

    /// The variable at a place (see `ShapeTable::location`) of an object that has it.
    #[inline(always)]
    pub fn read_variable_at(cell: Cell, place: u32) -> Value {
        let value = match location_holder(cell, place) {
            Some(holder) => holder.value_at(place as u16 as usize),
            None => Value::NIL,
        };
        if value.is_undefined() { Value::NIL } else { value }
    }

    #[inline(always)]
    pub fn write_variable_at(&mut self, cell: Cell, place: u32, value: Value) {
        if let Some(holder) = location_holder(cell, place) {
            self.heap.store(holder, place as u16 as usize, value.word());
        }
    }

    fn read_overflow(&self, cell: Cell, word: u16) -> Value {
        let capacity = self.shapes.get(cell.shape()).capacity as usize;
        match cell.cell_at(capacity) {
            Some(payload) => payload.value_at(word as usize),
            None => Value::NIL,
        }
    }

    #[inline(always)]
    pub fn write_slot(&mut self, cell: Cell, slot: Slot, value: Value) {
        match slot {
            Slot::Inline(word) => self.heap.store(cell, word as usize, value.word()),
            Slot::Overflow(word) => {
                let capacity = self.shapes.get(cell.shape()).capacity as usize;
                if let Some(payload) = cell.cell_at(capacity) {
                    self.heap.store(payload, word as usize, value.word());
                }
            }
        }
    }

    /// The instance variable, `None` where it is not set.
    pub fn variable(&self, object: Value, name: Symbol) -> Option<Value> {
        let cell = object.as_cell()?;
        match Kind::of(cell) {
            Kind::Object => {
                let position = self.shapes.position(cell.shape(), name)?;
                let value = match self.shapes.slot(cell.shape(), position) {
                    Slot::Inline(word) => cell.value_at(word as usize),
                    Slot::Overflow(word) => self.read_overflow(cell, word),
                };
                if value.is_undefined() { None } else { Some(value) }
            }
            Kind::Class | Kind::Module => IdTable::from_value(ClassRef(cell).variables())?.get(name),
            _ if cell.has_flag(flags::HAS_VARIABLES) => self.variables.get(cell, name),
            _ => None,
        }
    }

    /// The instance variable, nil where it is not set.
    pub fn get_variable(&self, object: Value, name: Symbol) -> Value {
        self.variable(object, name).unwrap_or(Value::NIL)
    }

    /// Sets an instance variable. Frozen checks are the caller's.
    pub fn set_variable(&mut self, object: Value, name: Symbol, value: Value) {
        let Some(cell) = object.as_cell() else { return };
        match Kind::of(cell) {
            Kind::Object => self.set_plain_variable(cell, name, value),
            Kind::Class | Kind::Module => {
                let rest = self.class_rest(ClassRef(cell));
                self.table_set(rest.0, ClassRest::VARIABLES, name, value);
            }
            _ => self.set_side_variable(cell, name, value),
        }
    }

    /// A new plain object with these variables, in this order.
    pub fn new_object_with(&mut self, class: ClassRef, variables: &[(Symbol, Value)]) -> Value {
        self.reserve_slots(class, variables.len());
        let object = self.new_object(class);
        self.set_variables(object, variables);
        object
    }

    /// Sets the first `count` variables of a plain object that has none, all at once: `shape` has them and its own slots
    /// hold them.
    pub fn set_first_variables(&mut self, object: Value, shape: u32, count: usize, value_at: impl Fn(&Vm, usize) -> Value) {
        let Some(cell) = object.as_cell() else { return };
        cell.set_shape(shape);
        for index in 0..count {
            let value = value_at(self, index);
            self.heap.store(cell, index + 1, value.word());
        }
    }

    /// Sets these variables, in this order: all at once where the object has none yet, and room for them.
    pub fn set_variables(&mut self, object: Value, variables: &[(Symbol, Value)]) {
        if let Some(cell) = object.as_cell().filter(|cell| Kind::of(*cell) == Kind::Object) {
            let shape = self.shapes.get(cell.shape());
            if shape.count == 0 && shape.capacity as usize >= variables.len() {
                let shape = self.shapes.with_variables(cell.shape(), variables.iter().map(|(name, _)| *name));
                return self.set_first_variables(object, shape, variables.len(), |_, index| variables[index].1);
            }
        }
        for (name, value) in variables {
            self.set_variable(object, *name, *value);
        }
    }

    fn set_plain_variable(&mut self, cell: Cell, name: Symbol, value: Value) {
        let slot = match self.shapes.position(cell.shape(), name) {
            Some(position) => self.shapes.slot(cell.shape(), position),
            None => {
                self.symbols.raise(name, Standing::Used);
                let shape = self.shapes.with_variable(cell.shape(), name);
                self.grow_object(cell, shape);
                self.shapes.slot(shape, self.shapes.get(shape).count - 1)
            }
        };
        self.write_slot(cell, slot, value);
    }

    /// Gives an object the shape with one more variable, and room for it.
    pub fn grow_object(&mut self, cell: Cell, shape: u32) {
        let new = self.shapes.get(shape);
        let (count, capacity, class) = (new.count as usize, new.capacity as usize, new.class);
        if count > capacity {
            let needed = count - capacity + 1;
            let old = cell.cell_at(capacity).filter(|_| count > capacity + 1);
            let room = old.map_or(0, |payload| payload.slot_words() - 1);
            if needed > room {
                let payload = self.allocate(8 + (needed + needed / 2).max(3) * 8, header(Kind::Values, 0, 0, 0));
                match old {
                    Some(old) => {
                        for word in 1..=room {
                            payload.set_field_raw(word, old.field(word));
                        }
                    }
                    None => payload.set_field_raw(1, cell.field(capacity)),
                }
                self.heap.barrier(payload);
                self.heap.store(cell, capacity, payload.address());
            }
            if let Some(class) = ClassRef::from_chain(class) {
                self.reserve_slots(class.real_class(), count);
            }
        }
        cell.set_shape(shape);
    }

    /// The bytes of the cell that an object whose variables overflow would get today, if all of them fit there.
    pub(crate) fn wanted_bytes(&self, cell: Cell) -> Option<usize> {
        if Kind::of(cell) != Kind::Object {
            return None;
        }
        let shape = self.shapes.get(cell.shape());
        if shape.count <= shape.capacity || shape.capacity == 0 {
            return None;
        }
        let slots = ClassRef::from_chain(shape.class)?.real_class().instance_slots()?;
        (shape.count as i64 <= slots).then(|| rutile_heap::Heap::slot_bytes(8 + slots as usize * 8))
    }

    /// Takes the variables that overflowed into the object's cell, which is larger by now.
    pub(crate) fn embed_variables(&mut self, cell: Cell) {
        let shape = self.shapes.get(cell.shape());
        let (count, capacity) = (shape.count as usize, shape.capacity as usize);
        let Some(payload) = cell.cell_at(capacity) else { return };
        for word in 1..=count - capacity + 1 {
            cell.set_field_raw(capacity + word - 1, payload.field(word));
        }
        cell.set_shape(self.shapes.with_capacity(cell.shape(), (cell.slot_words() - 1) as u16));
        self.collector.extended += 1;
    }

    /// Removes an instance variable, returning what it was.
    pub fn remove_variable(&mut self, object: Value, name: Symbol) -> Option<Value> {
        let old = self.variable(object, name)?;
        let cell = object.as_cell()?;
        match Kind::of(cell) {
            Kind::Object => {
                // The others move up, as if the variable had never been set.
                let kept: Vec<Symbol> = self.variable_names(object).into_iter().filter(|other| *other != name).collect();
                let values = self.array_with_capacity(kept.len());
                for other in &kept {
                    let value = self.get_variable(object, *other);
                    self.array_push(values, value);
                }
                let class = self.class_of(object);
                let capacity = self.shapes.get(cell.shape()).capacity;
                let root = self.shapes.root(class, capacity);
                cell.set_shape(root);
                for (index, other) in kept.iter().enumerate() {
                    self.set_variable(object, *other, values.get(index));
                }
            }
            Kind::Class | Kind::Module => {
                let rest = self.class_rest(ClassRef(cell));
                self.table_remove(rest.0, ClassRest::VARIABLES, name);
            }
            _ => self.remove_side_variable(cell, name),
        }
        Some(old)
    }

    /// The names of an object's instance variables in order of their setting (internal ones included).
    pub fn variable_names(&self, object: Value) -> Vec<Symbol> {
        let Some(cell) = object.as_cell() else { return Vec::new() };
        let table = match Kind::of(cell) {
            Kind::Object => {
                let names = self.shapes.names(cell.shape());
                return names.into_iter().filter(|&name| self.variable(object, name).is_some()).collect();
            }
            Kind::Class | Kind::Module => ClassRef(cell).variables(),
            _ => return self.variables.names(cell),
        };
        IdTable::from_value(table).map(|table| table.entries().map(|(name, _)| name).collect()).unwrap_or_default()
    }

    /// Copies every instance variable from one object to another (for `dup` and `clone`).
    pub fn copy_variables(&mut self, from: Value, to: Value) {
        for name in self.variable_names(from) {
            let value = self.get_variable(from, name);
            self.set_variable(to, name, value);
        }
    }

    /// A plain object with the same variables, unless they need more room than an object has of its own.
    pub fn copy_plain(&mut self, original: Cell) -> Option<Value> {
        let shape = original.shape();
        let (count, capacity) = (self.shapes.get(shape).count, self.shapes.get(shape).capacity as usize);
        if count as usize > capacity {
            return None;
        }
        let copy = self.allocate(8 + capacity * 8, header(Kind::Object, shape, 0, 0));
        for word in 1..=count as usize {
            copy.set_field_raw(word, original.field(word));
        }
        Some(Value::cell(copy))
    }

    /// Freezes an object (immediates are frozen as they are).
    pub fn freeze(&mut self, object: Value) {
        if let Some(cell) = object.as_cell() {
            cell.set_flag(flags::FROZEN);
        }
    }

    /// Freezes an object for a program: as its methods must stay too, with its singleton class.
    pub fn freeze_with_methods(&mut self, object: Value) {
        let Some(cell) = object.as_cell() else { return };
        if let Some(string) = object.as_string() {
            string.code_range();
            cell.clear_flag(flags::CHILLED);
        }
        self.freeze(object);
        let class = self.class_of(object);
        if class.is_singleton() && class.attached() == object {
            class.0.set_flag(flags::FROZEN);
        }
    }

    /// Makes an object an instance of another class whose instances are of the same kind.
    pub fn set_class(&mut self, object: Value, class: ClassRef) {
        if let Some(cell) = object.as_cell() {
            self.reshape_to_class(cell, class);
        }
    }

    /// Gives a cell the shape of the same variables under another class (its new singleton class).
    pub fn reshape_to_class(&mut self, cell: Cell, class: ClassRef) {
        let shape = if Kind::of(cell) == Kind::Object {
            self.shapes.for_class(cell.shape(), class)
        } else {
            self.shapes.of_class(class)
        };
        cell.set_shape(shape);
        self.heap.external_write_barrier(cell, class.value().word());
        self.weak.note_class(&self.heap, cell, class);
    }
}
