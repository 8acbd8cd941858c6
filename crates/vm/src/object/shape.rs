//! Shapes: what a header's 32 bits say of a cell.
//!
//! A shape names the class and, for plain objects, which instance variable
//! stands in which slot. Shapes form trees: each class has a root per capacity
//! (slots a new instance has), and adding a variable leads to a child. Two
//! objects with the same shape have the same class and the same variables in the
//! same slots, so an inline cache compares one number.
//!
//! A shape keeps its class no more alive than an object does that is dead: the collector finds classes by the shapes
//! of the objects it reaches (`heap/src/shapes.rs`). The shapes of a class die with it. Their numbers are used again
//! once no inline cache can hold one (`Vm::clean_caches`): until then they wait, classless. Where shapes of living
//! classes have become many, those go too that neither an object has nor one that grew out of them (`Vm::prune_shapes`).
//!
//! Where an object has more variables than its capacity, its last slot refers to
//! an overflow payload:
//!
//! ```text
//!   +--------+--------+--------+------------+      +--------+--------+----
//!   | header | slot 0 | slot 1 | overflow --|----> | header | slot 2 | ...
//!   +--------+--------+--------+------------+      +--------+--------+----
//! ```

use std::cell::Cell;
use std::collections::HashMap;

use foldhash::fast::FixedState;
use rutile_heap::{Liveness, Word};

use crate::object::class::ClassRef;
use crate::value::Value;
use crate::value::hashing::random_seed;
use crate::value::name_set::NameSet;
use crate::value::symbol::Symbol;

/// The shapes that stand for immediates in inline caches.
pub mod immediate {
    pub const FIXNUM: u32 = 1;
    pub const FLONUM: u32 = 2;
    pub const SYMBOL: u32 = 3;
    pub const NIL: u32 = 4;
    pub const TRUE: u32 = 5;
    pub const FALSE: u32 = 6;
    pub const COUNT: u32 = 8;
}

/// One shape.
pub struct Shape {
    pub class: Value,
    /// The shape without the last variable; itself for a root.
    pub parent: u32,
    /// The last variable.
    pub name: Symbol,
    /// Variables of this shape.
    pub count: u16,
    /// Slots in the object's own cell.
    pub capacity: u16,
}

/// Where a place keeps the word that refers to the payload.
pub const HOLDER_SHIFT: u32 = 16;

/// Where a variable of a shape is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slot {
    /// Word of the object's cell.
    Inline(u16),
    /// Word of the overflow payload.
    Overflow(u16),
}

/// An object may have this many variables and one more: their positions are 16 bits, and words stand before them.
const MOST_VARIABLES: u16 = u16::MAX - 16;

/// From so many variables on a new one is first asked for among all names: most are new.
const MANY_VARIABLES: u16 = 32;

/// So many variables of a long row of shapes are found by one look, and of a very long one so many.
const SPAN: u16 = 64;
const LONG_SPAN: u16 = 16 * SPAN;

/// The variables that a shape and those right before it added.
struct Span {
    positions: HashMap<Symbol, u16, FixedState>,
    /// The shape before those.
    before: u32,
}

/// From so many variables on what was found last is looked at before the row is walked.
const SEVERAL_VARIABLES: u16 = 4;

/// How many places that were found are remembered.
const FOUND: usize = 64;

/// Where a shape has a variable, or that it has none.
#[derive(Clone, Copy)]
struct Found {
    shape: u32,
    name: Symbol,
    position: Option<u16>,
}

impl Found {
    /// Of a shape without variables, of which nothing is remembered.
    const NOTHING: Found = Found { shape: 0, name: Symbol(0), position: None };
}

/// How many kinds of whole objects are remembered.
const MADE: usize = 16;

/// Shapes there is room for, at least, after a warm-up.
const CHILD_ROOM: usize = 512;

/// Shapes of plain Arrays, Hashes and Strings: the fast paths are theirs alone.
#[derive(Default)]
pub struct PlainShapes {
    pub array: u32,
    pub hash: u32,
    pub string: u32,
}

/// All shapes of a machine.
pub struct ShapeTable {
    pub(crate) plain: PlainShapes,
    shapes: Vec<Shape>,
    /// Class of each shape, dense: the hottest table there is. Nil where it is gone.
    classes: Vec<Word>,
    transitions: HashMap<(u32, Symbol), u32, FixedState>,
    roots: HashMap<(u64, u16), u32, FixedState>,
    /// Of the shapes whose variables are a multiple of `SPAN`.
    spans: HashMap<u32, Span, FixedState>,
    /// What was asked of shapes with several variables last.
    found: [Cell<Found>; FOUND],
    /// Names of variables that some shape has.
    names: NameSet,
    /// Bare shapes and what whole objects were made of them last.
    made: [(u32, u32); MADE],
    /// Shapes whose class is gone; inline caches may still name them.
    dead: Vec<u32>,
    /// Numbers to use again.
    free: Vec<u32>,
    /// The classes of the shapes before this one are permanent: a collection needs no word of them.
    settled: usize,
    /// Shapes whose class may be young.
    young: Vec<u32>,
    /// Shapes in use, without the settled, when those that no object has went last.
    pruned: usize,
}

/// Dead shapes are worth a walk through the caches from this many on.
const DEAD_MIN: usize = 1024;
/// And the objects are worth a walk for shapes that none has when there are twice as many as after the last, and these.
const NEW_MIN: usize = 4096;

impl ShapeTable {
    pub fn new() -> ShapeTable {
        let mut table = ShapeTable {
            plain: PlainShapes::default(),
            shapes: Vec::new(),
            classes: Vec::new(),
            transitions: HashMap::with_hasher(FixedState::with_seed(random_seed())),
            roots: HashMap::with_hasher(FixedState::with_seed(random_seed())),
            spans: HashMap::default(),
            found: std::array::from_fn(|_| Cell::new(Found::NOTHING)),
            names: NameSet::default(),
            made: [(0, 0); MADE],
            dead: Vec::new(),
            free: Vec::new(),
            settled: 0,
            young: Vec::new(),
            pruned: 0,
        };
        for _ in 0..immediate::COUNT {
            table.add(Shape { class: Value::NIL, parent: 0, name: Symbol(0), count: 0, capacity: 0 });
        }
        table
    }

    fn add(&mut self, shape: Shape) -> u32 {
        let id = self.next_id();
        if id as usize == self.shapes.len() {
            self.classes.push(shape.class.word());
            self.shapes.push(shape);
        } else {
            self.classes[id as usize] = shape.class.word();
            self.shapes[id as usize] = shape;
            self.spans.remove(&id);
            self.found.iter().filter(|found| found.get().shape == id).for_each(|found| found.set(Found::NOTHING));
        }
        self.young.push(id);
        id
    }

    /// The number that `add` gives next.
    fn next_id(&mut self) -> u32 {
        match self.free.pop() {
            Some(id) => id,
            None => self.shapes.len() as u32,
        }
    }

    #[inline(always)]
    pub fn class(&self, shape: u32) -> Value {
        Value::from_word(self.classes[shape as usize])
    }

    pub fn get(&self, shape: u32) -> &Shape {
        &self.shapes[shape as usize]
    }

    pub fn set_immediate(&mut self, shape: u32, class: ClassRef) {
        self.set_class(shape, class.value());
        self.young.push(shape);
    }

    /// The root shape of a class for cells that keep no variables in slots.
    #[inline]
    pub fn of_class(&mut self, class: ClassRef) -> u32 {
        match class.instance_shape() {
            Some(shape) => shape,
            None => {
                let shape = self.root(class, 0);
                class.set_instance_shape(Some(shape));
                shape
            }
        }
    }

    /// The root shape of a class for plain objects with this many slots.
    pub fn root(&mut self, class: ClassRef, capacity: u16) -> u32 {
        let key = (class.0.address(), capacity);
        if let Some(&shape) = self.roots.get(&key) {
            return shape;
        }
        let id = self.add(Shape { class: class.value(), parent: 0, name: Symbol(0), count: 0, capacity });
        self.shapes[id as usize].parent = id;
        self.roots.insert(key, id);
        id
    }

    /// The shape with one more variable.
    pub fn with_variable(&mut self, shape: u32, name: Symbol) -> u32 {
        if let Some(&child) = self.transitions.get(&(shape, name)) {
            return child;
        }
        let parent = self.get(shape);
        if parent.count > MOST_VARIABLES {
            crate::memory::exhaustion::unwind();
        }
        let child = Shape { class: parent.class, parent: shape, name, count: parent.count + 1, capacity: parent.capacity };
        let id = self.add(child);
        self.names.note(name);
        self.transitions.insert((shape, name), id);
        if (self.get(id).count).is_multiple_of(SPAN) {
            self.add_span(id);
        }
        id
    }

    fn add_span(&mut self, id: u32) {
        let (mut positions, mut before) = (HashMap::default(), id);
        let length = if self.get(id).count.is_multiple_of(LONG_SPAN) { LONG_SPAN } else { SPAN };
        for _ in 0..length {
            let shape = self.get(before);
            positions.insert(shape.name, shape.count - 1);
            before = shape.parent;
        }
        self.spans.insert(id, Span { positions, before });
    }

    /// The shape with these variables behind those of a bare one, of which there are none.
    pub fn with_variables(&mut self, bare: u32, names: impl DoubleEndedIterator<Item = Symbol> + Clone) -> u32 {
        let place = bare as usize % MADE;
        let (known, made) = self.made[place];
        if known == bare && self.consists_of(made, bare, names.clone()) {
            return made;
        }
        let made = names.fold(bare, |shape, name| self.with_variable(shape, name));
        self.made[place] = (bare, made);
        made
    }

    fn consists_of(&self, shape: u32, bare: u32, names: impl DoubleEndedIterator<Item = Symbol>) -> bool {
        let mut id = shape;
        names.rev().all(|name| {
            let shape = self.get(id);
            id = shape.parent;
            shape.count > 0 && shape.name == name
        }) && id == bare
    }

    /// Position of a variable, counted from 0.
    pub fn position(&self, shape: u32, name: Symbol) -> Option<u16> {
        let count = self.get(shape).count;
        if count < SEVERAL_VARIABLES {
            return self.position_by_walk(shape, name);
        }
        let found = &self.found[(shape ^ name.0) as usize % FOUND];
        if (found.get().shape, found.get().name) == (shape, name) {
            return found.get().position;
        }
        let may_have = count <= MANY_VARIABLES || self.names.has(name);
        let position = if may_have { self.position_by_walk(shape, name) } else { None };
        found.set(Found { shape, name, position });
        position
    }

    fn position_by_walk(&self, shape: u32, name: Symbol) -> Option<u16> {
        let mut id = shape;
        loop {
            let shape = self.get(id);
            if shape.count == 0 {
                return None;
            }
            if shape.name == name {
                return Some(shape.count - 1);
            }
            id = if shape.count.is_multiple_of(SPAN) && let Some(span) = self.spans.get(&id) {
                if let Some(&position) = span.positions.get(&name) {
                    return Some(position);
                }
                span.before
            } else {
                shape.parent
            };
        }
    }

    /// Where the variable at a position is kept in an object of this shape.
    pub fn slot(&self, shape: u32, position: u16) -> Slot {
        let shape = self.get(shape);
        if shape.count > shape.capacity && position + 1 >= shape.capacity {
            return Slot::Overflow(position + 2 - shape.capacity);
        }
        Slot::Inline(position + 1)
    }

    /// The same packed for caches: the word, and above it, for a variable in the payload,
    /// the object's word that refers to that (never 0).
    pub fn location(&self, shape: u32, position: u16) -> u32 {
        match self.slot(shape, position) {
            Slot::Inline(word) => word as u32,
            Slot::Overflow(word) => word as u32 | (self.get(shape).capacity as u32) << HOLDER_SHIFT,
        }
    }

    /// The variables of a shape in order.
    pub fn names(&self, shape: u32) -> Vec<Symbol> {
        let mut names = Vec::new();
        let mut id = shape;
        while self.get(id).count > 0 {
            names.push(self.get(id).name);
            id = self.get(id).parent;
        }
        names.reverse();
        names
    }

    /// The same variables under another class.
    pub fn for_class(&mut self, shape: u32, class: ClassRef) -> u32 {
        let capacity = self.get(shape).capacity;
        let root = if capacity == 0 { self.of_class(class) } else { self.root(class, capacity) };
        self.with_variables_of(root, shape)
    }

    /// The same variables in a cell of another size.
    pub fn with_capacity(&mut self, shape: u32, capacity: u16) -> u32 {
        let Some(class) = ClassRef::from_chain(self.get(shape).class) else { return shape };
        let root = self.root(class, capacity);
        self.with_variables_of(root, shape)
    }

    fn with_variables_of(&mut self, root: u32, shape: u32) -> u32 {
        self.names(shape).into_iter().fold(root, |id, name| self.with_variable(id, name))
    }

    /// Every class became permanent.
    pub fn settle(&mut self) {
        self.settled = self.shapes.len();
        // The collector asks no more for classes of shapes below.
        (self.dead, self.free, self.young) = (Vec::new(), Vec::new(), Vec::new());
        self.pruned = 0;
    }

    /// Makes room for as many as a child may need: growing the tables there would copy them whole.
    pub fn make_room(&mut self) {
        let room = self.shapes.len() / 4 + CHILD_ROOM;
        self.shapes.reserve(room);
        self.classes.reserve(room);
        self.transitions.reserve(CHILD_ROOM);
        self.roots.reserve(CHILD_ROOM);
    }

    pub fn len(&self) -> usize {
        self.shapes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.shapes.is_empty()
    }

    /// The cells that shapes stand for, for the collector, from a shape on. A minor collection asks only where a class may be young.
    pub fn referents(&self, minor: bool) -> (u32, &[Word]) {
        let classes = if minor && self.young.is_empty() { &[] } else { &self.classes[self.settled..] };
        (self.settled as u32, classes)
    }

    /// Takes the shapes of dead classes out of use, and follows those that moved. Written is only what changes.
    pub fn after_mark(&mut self, liveness: &Liveness) {
        let mut young = std::mem::take(&mut self.young);
        let mut moved = Vec::new();
        if liveness.is_minor() {
            young.retain(|&id| self.revise(id, liveness, &mut moved));
        } else {
            young.clear();
            young.extend((self.settled as u32..self.shapes.len() as u32).filter(|&id| self.revise(id, liveness, &mut moved)));
        }
        self.young = young;
        self.enter_again(&moved);
    }

    /// Answers whether the class of a shape may die in a minor collection.
    fn revise(&mut self, id: u32, liveness: &Liveness, moved: &mut Vec<(u32, Value)>) -> bool {
        let class = self.class(id);
        if class.is_nil() {
            return false;
        }
        let Some(word) = liveness.resolve(class.word()) else {
            self.bury(id);
            return false;
        };
        if word != class.word() {
            moved.push((id, class));
            self.set_class(id, Value::from_word(word));
        }
        self.class(id).as_cell().is_some_and(|class| !liveness.is_old(class))
    }

    fn set_class(&mut self, id: u32, class: Value) {
        self.classes[id as usize] = class.word();
        self.shapes[id as usize].class = class;
    }

    /// Puts the roots of classes that moved to their new addresses: all leave before any arrives, for a class may move
    /// to where another was.
    fn enter_again(&mut self, moved: &[(u32, Value)]) {
        for &(id, class) in moved.iter().filter(|(id, _)| self.shapes[*id as usize].parent == *id) {
            self.roots.remove(&(class.word(), self.shapes[id as usize].capacity));
        }
        for &(id, _) in moved {
            let shape = &self.shapes[id as usize];
            if shape.parent == id {
                self.roots.insert((shape.class.word(), shape.capacity), id);
            }
        }
    }

    /// Whether there may be so many shapes that no object has that they should be looked for.
    pub fn pruning_is_due(&self) -> bool {
        self.mortal() > self.pruned * 2 + NEW_MIN
    }

    /// Shapes in use that may die.
    fn mortal(&self) -> usize {
        self.shapes.len() - self.settled - self.dead.len() - self.free.len()
    }

    /// Takes the shapes with variables out of use that no object has, nor a shape that grew out of them. `each_object`
    /// calls its argument with the shapes of all objects.
    pub fn prune(&mut self, each_object: impl FnOnce(&mut dyn FnMut(u32))) {
        let mut wanted = vec![false; self.shapes.len()];
        each_object(&mut |mut id| {
            while !std::mem::replace(&mut wanted[id as usize], true) {
                id = self.shapes[id as usize].parent;
            }
        });
        for id in self.settled..self.shapes.len() {
            let shape = &self.shapes[id];
            if !wanted[id] && shape.count > 0 && !shape.class.is_nil() {
                self.bury(id as u32);
            }
        }
        self.pruned = self.mortal();
    }

    /// Takes a shape out of use.
    fn bury(&mut self, id: u32) {
        let Shape { class, parent, name, capacity, .. } = self.shapes[id as usize];
        self.made = [(0, 0); MADE];
        if parent == id {
            self.roots.remove(&(class.word(), capacity));
        } else {
            self.transitions.remove(&(parent, name));
        }
        self.set_class(id, Value::NIL);
        self.dead.push(id);
    }

    /// Shapes in use, and numbers given out once and not in use.
    pub fn counts(&self) -> (usize, usize) {
        let unused = self.dead.len() + self.free.len();
        (self.shapes.len() - unused, unused)
    }

    /// Calls `visit` with each shape in use.
    pub fn each(&self, visit: &mut dyn FnMut(u32, &Shape)) {
        for (id, shape) in self.shapes.iter().enumerate().skip(immediate::COUNT as usize) {
            if !shape.class.is_nil() {
                visit(id as u32, shape);
            }
        }
    }

    /// For each shape how many have one variable more.
    pub fn edges(&self) -> HashMap<u32, usize> {
        let mut edges = HashMap::new();
        for (parent, _) in self.transitions.keys() {
            *edges.entry(*parent).or_insert(0) += 1;
        }
        edges
    }

    /// Whether there are so many dead shapes that their numbers should be had back.
    pub fn reuse_is_due(&self) -> bool {
        self.dead.len() >= DEAD_MIN
    }

    /// Whether a class of this shape died.
    pub fn is_dead(&self, shape: u32) -> bool {
        shape >= immediate::COUNT && self.classes.get(shape as usize) == Some(&Value::NIL.word())
    }

    /// No cache names a dead shape any more.
    pub fn reuse_dead(&mut self) {
        self.free.append(&mut self.dead);
    }
}

impl Default for ShapeTable {
    fn default() -> Self {
        ShapeTable::new()
    }
}
