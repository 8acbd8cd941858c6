//! Constants that a file is to define: `autoload`.
//!
//! In the table of its module such a constant is undefined; what was promised stands in a hidden variable of
//! the module:
//!
//! ```text
//!   @__autoloads: name -> Array
//!   +------+------------------+--------+-- -
//!   | path | value, undefined | fiber  |         fibers that require the file at the moment
//!   |      | until it is set  |        |
//!   +------+------------------+--------+-- -
//! ```
//!
//! To a fiber that loads the file, and to those that it waits for, the constant is not there, until the file sets it. What it
//! sets is seen by no other fiber or thread before the file has come to its end: they wait for it (`Rutile.load_promised_constant`).

use crate::calls::lookup::CONSTANTS;
use crate::object::array::ArrayRef;
use crate::object::class::ClassRef;
use crate::object::hash::HashRef;
use crate::object::records::FiberRef;
use crate::value::Value;
use crate::value::symbol::Symbol;
use crate::vm::Vm;

const PATH: usize = 0;
const VALUE: usize = 1;
const FIRST_FIBER: usize = 2;

impl Vm {
    fn promise(&self, module: ClassRef, name: Symbol) -> Option<ArrayRef> {
        let promises = HashRef::from_value(self.get_variable(module.value(), Symbol::AUTOLOADS))?;
        ArrayRef::from_value(self.hash_get_symbol(promises, name)?)
    }

    /// The promise whose file the running fiber loads.
    fn promise_being_kept(&self, module: ClassRef, name: Symbol) -> Option<ArrayRef> {
        self.promise(module, name).filter(|promise| promise.values()[FIRST_FIBER..].iter().any(|fiber| self.leads_here(*fiber)))
    }

    /// Whether a fiber is the running one, or waits for that.
    pub fn leads_here(&self, fiber: Value) -> bool {
        let mut running = Some(self.registers.fiber);
        while let Some(link) = running {
            if link.value() == fiber {
                return true;
            }
            running = FiberRef::from_value(link.resumer());
        }
        false
    }

    /// The constant that the running fiber sees where its table entry is this.
    #[inline]
    pub(crate) fn constant_seen(&self, module: ClassRef, name: Symbol, entry: Value) -> Option<Value> {
        if entry.is_undefined() { self.promised_seen(module, name) } else { Some(entry) }
    }

    #[cold]
    fn promised_seen(&self, module: ClassRef, name: Symbol) -> Option<Value> {
        match self.promise_being_kept(module, name) {
            Some(promise) => Some(promise.get(VALUE)).filter(|value| !value.is_undefined()),
            None => Some(Value::UNDEFINED),
        }
    }

    /// Whether a constant that the running fiber sees is hidden from others.
    pub(crate) fn is_hidden(&self, module: ClassRef, name: Symbol) -> bool {
        self.constant_entry(module, name).is_some_and(|entry| entry.is_undefined())
    }

    /// Whether to set a constant takes the place of what it was. A file that is to define it may set it as often as it likes.
    pub fn is_set_again(&self, module: ClassRef, name: Symbol) -> bool {
        self.constant_entry(module, name).is_some_and(|entry| !entry.is_undefined())
    }

    /// Keeps what the running fiber sets a constant to, if it loads the file that was to do it.
    pub(crate) fn keep_promised(&mut self, module: ClassRef, name: Symbol, value: Value) -> bool {
        if !self.is_hidden(module, name) {
            return false;
        }
        match self.promise_being_kept(module, name) {
            Some(promise) => {
                self.array_store(promise, VALUE, value);
                true
            }
            None => false,
        }
    }

    /// Promises a constant; false where it is there already.
    pub fn promise_constant(&mut self, module: ClassRef, name: Symbol, path: Value) -> bool {
        let entry = self.constant_entry(module, name);
        if entry.is_some_and(|entry| !entry.is_undefined()) || self.promise_being_kept(module, name).is_some() {
            return false;
        }
        let promises = match HashRef::from_value(self.get_variable(module.value(), Symbol::AUTOLOADS)) {
            Some(promises) => promises,
            None => {
                let promises = self.new_hash(1);
                self.set_variable(module.value(), Symbol::AUTOLOADS, promises.value());
                promises
            }
        };
        let promise = self.new_array(&[path, Value::UNDEFINED]);
        self.hash_set_symbol(promises, name, promise.value());
        self.set_constant(module, name, Value::UNDEFINED);
        true
    }

    /// The path of a promise that the running fiber isn't keeping; nil: there is none.
    pub fn promised_path(&self, module: ClassRef, name: Symbol) -> Value {
        if !self.own_constant(module, name).is_some_and(|value| value.is_undefined()) {
            return Value::NIL;
        }
        self.promise(module, name).map_or(Value::NIL, |promise| promise.get(PATH))
    }

    /// The running fiber is about to load the file.
    pub fn begin_promised(&mut self, module: ClassRef, name: Symbol) {
        if let Some(promise) = self.promise(module, name) {
            let fiber = self.registers.fiber.value();
            self.array_push(promise, fiber);
            self.recheck(module, name);
        }
    }

    /// The running fiber has loaded the file, or given up: then the promise stands again.
    pub fn end_promised(&mut self, module: ClassRef, name: Symbol, done: bool) {
        let Some(promise) = self.promise_being_kept(module, name) else { return };
        let fiber = self.registers.fiber.value();
        let mut kept = FIRST_FIBER;
        for index in FIRST_FIBER..promise.len() {
            let other = promise.get(index);
            if other != fiber {
                self.array_store(promise, kept, other);
                kept += 1;
            }
        }
        self.array_resize(promise, kept);
        let value = promise.get(VALUE);
        if !self.is_hidden(module, name) {
            self.array_store(promise, VALUE, Value::UNDEFINED);
        } else if !done {
            // What the file set before it failed is there when it is loaded again: a class is opened again, not made anew.
        } else if value.is_undefined() {
            self.withdraw_promise(module, name);
        } else {
            self.table_set(module.0, CONSTANTS, name, value);
        }
        self.recheck(module, name);
    }

    /// Nothing will define the constant any more.
    pub fn withdraw_promise(&mut self, module: ClassRef, name: Symbol) {
        if self.is_hidden(module, name) {
            self.table_remove(module.0, CONSTANTS, name);
            self.recheck(module, name);
        }
    }
}
