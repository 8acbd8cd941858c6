//! Shapes: what a header's 32 bits say of a cell.
//!
//! A shape names the class and, for plain objects, which instance variable
//! stands in which slot. Shapes form trees: each class has a root per capacity
//! (slots a new instance has), and adding a variable leads to a child. Two
//! objects with the same shape have the same class and the same variables in the
//! same slots, so an inline cache compares one number.
//!
//! Where an object has more variables than its capacity, its last slot refers to
//! an overflow payload:
//!
//! ```text
//!   +--------+--------+--------+------------+      +--------+--------+----
//!   | header | slot 0 | slot 1 | overflow --|----> | header | slot 2 | ...
//!   +--------+--------+--------+------------+      +--------+--------+----
//! ```

use std::collections::HashMap;

use crate::object::class::ClassRef;
use crate::symbol::Symbol;
use crate::value::Value;

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

/// Shapes there is room for, at least, after a warm-up.
const CHILD_ROOM: usize = 512;

/// All shapes of a machine.
pub struct ShapeTable {
    shapes: Vec<Shape>,
    /// Class of each shape, dense: the hottest table there is.
    classes: Vec<Value>,
    transitions: HashMap<(u32, Symbol), u32>,
    roots: HashMap<(u64, u16), u32>,
    /// The classes of the shapes before this one are permanent: a collection needs no word of them.
    settled: usize,
}

impl ShapeTable {
    pub fn new() -> ShapeTable {
        let mut table = ShapeTable { shapes: Vec::new(), classes: Vec::new(), transitions: HashMap::new(), roots: HashMap::new(), settled: 0 };
        for _ in 0..immediate::COUNT {
            table.add(Shape { class: Value::NIL, parent: 0, name: Symbol(0), count: 0, capacity: 0 });
        }
        table
    }

    fn add(&mut self, shape: Shape) -> u32 {
        self.classes.push(shape.class);
        self.shapes.push(shape);
        (self.shapes.len() - 1) as u32
    }

    #[inline(always)]
    pub fn class(&self, shape: u32) -> Value {
        self.classes[shape as usize]
    }

    pub fn get(&self, shape: u32) -> &Shape {
        &self.shapes[shape as usize]
    }

    pub fn set_immediate(&mut self, shape: u32, class: ClassRef) {
        self.classes[shape as usize] = class.value();
        self.shapes[shape as usize].class = class.value();
    }

    /// The root shape of a class for cells that keep no variables in slots.
    #[inline]
    pub fn of_class(&mut self, class: ClassRef) -> u32 {
        match class.instance_shape().as_fixnum() {
            Some(shape) => shape as u32,
            None => {
                let shape = self.root(class, 0);
                class.0.set_word_raw(9, Value::fixnum(shape as i64).word());
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
        let id = self.shapes.len() as u32;
        self.add(Shape { class: class.value(), parent: id, name: Symbol(0), count: 0, capacity });
        self.roots.insert(key, id);
        id
    }

    /// The shape with one more variable.
    pub fn with_variable(&mut self, shape: u32, name: Symbol) -> u32 {
        if let Some(&child) = self.transitions.get(&(shape, name)) {
            return child;
        }
        let parent = self.get(shape);
        let child = Shape { class: parent.class, parent: shape, name, count: parent.count + 1, capacity: parent.capacity };
        let id = self.add(child);
        self.transitions.insert((shape, name), id);
        id
    }

    /// Position of a variable, counted from 0.
    pub fn position(&self, shape: u32, name: Symbol) -> Option<u16> {
        let mut id = shape;
        loop {
            let shape = self.get(id);
            if shape.count == 0 {
                return None;
            }
            if shape.name == name {
                return Some(shape.count - 1);
            }
            id = shape.parent;
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
    pub fn place(&self, shape: u32, position: u16) -> u32 {
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
        let mut id = if capacity == 0 { self.of_class(class) } else { self.root(class, capacity) };
        for name in self.names(shape) {
            id = self.with_variable(id, name);
        }
        id
    }

    /// Every class became permanent.
    pub fn settle(&mut self) {
        self.settled = self.shapes.len();
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

    /// The words that refer to classes, for the collector.
    pub fn visit(&mut self, visit: &mut dyn FnMut(&mut rutile_heap::Word)) {
        for (class, shape) in self.classes.iter_mut().zip(&mut self.shapes).skip(self.settled) {
            visit(&mut class.0);
            if shape.class != *class {
                shape.class = *class;
            }
        }
    }
}

impl Default for ShapeTable {
    fn default() -> Self {
        ShapeTable::new()
    }
}
