//! Rust values that Ruby holds: a cell of kind Resource owns one, by its number in a table of the machine's, and lets go
//! of it when the cell dies, or before.

use std::any::Any;

use rutile_heap::Cell;

use crate::object::class::ClassRef;
use crate::object::records::ResourceRef;
use crate::value::Value;
use crate::value::fields::Fields;
use crate::value::kind::{Header, Kind, header};
use crate::vm::Vm;

/// Something outside the heap that a cell owns.
pub type Resource = Box<dyn Any>;

/// The values that the cells of a machine own, by number.
#[derive(Default)]
pub struct Resources {
    slots: Vec<Option<Resource>>,
    free: Vec<usize>,
    /// What a descriptor gives is read to here, and copied from here to where it belongs.
    pub read_buffer: Vec<u8>,
}

impl Resources {
    pub(crate) fn get(&self, index: usize) -> Option<&Resource> {
        self.slots.get(index)?.as_ref()
    }

    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Resource> {
        self.slots.iter_mut().flatten()
    }

    fn add(&mut self, resource: Resource) -> usize {
        match self.free.pop() {
            Some(index) => {
                self.slots[index] = Some(resource);
                index
            }
            None => {
                self.slots.push(Some(resource));
                self.slots.len() - 1
            }
        }
    }

    fn remove(&mut self, index: usize) -> Option<Resource> {
        let resource = self.slots.get_mut(index)?.take();
        self.free.push(index);
        resource
    }
}

/// The value that a cell owns, if that is a `T`; for natives that use the rest of the machine beside it.
pub fn find<T: Any>(resources: &mut Resources, value: Value) -> Option<&mut T> {
    let index = ResourceRef::from_value(value)?.index().as_fixnum()?;
    resources.slots.get_mut(index as usize)?.as_mut()?.downcast_mut()
}

impl Vm {
    /// A cell that owns nothing yet.
    pub fn new_resource_cell(&mut self) -> ResourceRef {
        let shape = self.shapes.of_class(self.classes.object);
        let cell = self.allocate(32, header(Kind::Resource, shape, 0, 0));
        for index in 1..4 {
            cell.set_field_raw(index, Value::NIL.word());
        }
        self.heap.register_finalizer(cell);
        ResourceRef(cell)
    }

    /// Whether a cell of kind Resource is an object of the program's, a stream or a folder, and not what one of them owns.
    pub fn is_shown_resource(&self, cell: Cell) -> bool {
        ClassRef::from_module(self.shapes.class(cell.shape())).is_some_and(|class| class != self.classes.object)
    }

    /// A cell that owns the value.
    pub fn keep_resource<T: Any>(&mut self, owned: T) -> Value {
        let cell = self.new_resource_cell();
        self.give_resource(cell, owned);
        cell.value()
    }

    /// Makes a cell own the value, in place of what it had.
    pub fn give_resource<T: Any>(&mut self, cell: ResourceRef, owned: T) {
        self.discard_resource(cell);
        let index = self.add_resource(Box::new(owned));
        cell.set_index(self, Value::fixnum(index as i64));
    }

    /// The value that a cell owns, if that is a `T`.
    pub fn resource<T: Any>(&mut self, value: Value) -> Option<&mut T> {
        find(&mut self.resources, value)
    }

    /// Takes what a cell owns out of it, if that is a `T`.
    pub fn take_resource<T: Any>(&mut self, value: Value) -> Option<Box<T>> {
        self.resource::<T>(value)?;
        self.empty(ResourceRef::from_value(value)?)?.downcast().ok()
    }

    /// Drops what a cell owns before its end.
    pub fn discard_resource(&mut self, cell: ResourceRef) {
        drop(self.empty(cell));
    }

    fn empty(&mut self, cell: ResourceRef) -> Option<Resource> {
        let index = cell.index().as_fixnum()?;
        cell.set_index(self, Value::NIL);
        self.remove_resource(index as usize)
    }

    /// Puts something outside the heap under a number that a cell can own.
    pub(crate) fn add_resource(&mut self, resource: Resource) -> usize {
        self.resources.add(resource)
    }

    pub(crate) fn remove_resource(&mut self, index: usize) -> Option<Resource> {
        self.resources.remove(index)
    }
}
