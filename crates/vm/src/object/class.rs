//! Classes, modules, and a module's place in an ancestor chain.
//!
//! An ancestor chain is linked through `superclass`. Including a module puts an
//! `IncludedModule` cell into the chain, whose `attached` is the module and whose
//! method table *is* the module's (looked up through it). Prepending moves the
//! class's own methods to an `origin` cell further down the chain.
//!
//! What many classes and most modules do without is in a second cell, made when it is first needed:
//!
//! ```text
//!   class  | header | superclass | methods | constants | name | facts | lexical parent | rest |
//!                                                                                         |
//!      +----------------------------------------------------------------------------------+
//!      +-> | header | class variables | attached | origin | dependents | variables | details | replaced |
//!
//!   facts  | root shape of instances, 31 bits | slots of instances, 15 bits | state, 16 bits |
//! ```

use rutile_heap::Cell;

use crate::cell_fields;
use crate::object::id_table::IdTable;
use crate::value::Value;
use crate::value::encoding::Encoding;
use crate::value::fields::Fields;
use crate::value::kind::{Kind, flags, header};
use crate::value::symbol::Symbol;
use crate::vm::Vm;

/// Bits of a class's `state`.
pub mod state {
    pub const SINGLETON: i64 = 1;
    /// Instances are cells of this kind (bits 8 and up hold the kind).
    pub const KIND_SHIFT: u32 = 8;
    /// `Class.allocate` is undefined.
    pub const NO_ALLOCATOR: i64 = 2;
    /// A module made by `refine`.
    pub const REFINEMENT: i64 = 4;
    /// Created but not yet initialised (`Class.allocate`).
    pub const UNINITIALIZED: i64 = 8;
    /// This cell is the origin of a class with prepended modules.
    pub const ORIGIN: i64 = 16;
    /// The name is not reachable through constants yet.
    pub const TEMPORARY_NAME: i64 = 32;
    /// Of a singleton class, or one that was not initialised: something was assumed about what it finds (`calls/assumptions`).
    pub const ASSUMED: i64 = 64;
    /// The core library made it.
    pub const BUILT_IN: i64 = 128;
}

cell_fields! {
    /// A class, a module or an included module: any cell of a chain.
    ClassRef Class {
        superclass / set_superclass = 1,
        /// IdTable of methods, or nil.
        methods / set_methods = 2,
        /// IdTable of constants, or nil.
        constants / set_constants = 3,
        /// Full name (a frozen String); or its last part (a Symbol), of what stands in its lexical parent for good,
        /// until someone asks for the whole; or nil.
        name / set_name = 4,
        /// Numbers: see the drawing.
        facts / set_facts = 5,
        lexical_parent / set_lexical_parent = 6,
        /// A cell with what most do without, or nil.
        rest / set_rest = 7,
    }
}

cell_fields! {
    /// The parts that many classes and most modules do without.
    ClassRest ClassRest {
        /// IdTable of class variables, or nil.
        class_variables / set_class_variables = 1,
        /// Singleton: its object. Included module: the module. Refinement: the refined class.
        attached / set_attached = 2,
        /// Where the class's own methods are when modules were prepended; otherwise nil.
        origin / set_origin = 3,
        /// Weak hash of the direct subclasses, or of the classes that include this module: see `collector::weak`.
        dependents / set_dependents = 4,
        /// IdTable of the class's own instance variables, or nil.
        variables / set_variables = 5,
        /// Constants' attributes: an IdTable or nil.
        details / set_details = 6,
        /// IdTable of the core library's methods in whose place a program put others (`calls/replaced`), or nil.
        replaced / set_replaced = 7,
    }
}

impl ClassRest {
    // Words of tables, for `Vm::table_set`.
    pub const CLASS_VARIABLES: usize = 1;
    pub const VARIABLES: usize = 5;
    pub const DETAILS: usize = 6;
    pub const REPLACED: usize = 7;
}

/// Reading and writing what is in the second cell.
macro_rules! rest_fields {
    ($($field:ident / $setter:ident),* $(,)?) => {
        impl ClassRef {
            $(
                #[inline]
                pub fn $field(self) -> Value {
                    ClassRest::from_value(self.rest()).map_or(Value::NIL, |rest| rest.$field())
                }

                pub fn $setter(self, vm: &mut Vm, value: Value) {
                    vm.class_rest(self).$setter(vm, value);
                }
            )*
        }
    };
}

rest_fields! {
    attached / set_attached, origin / set_origin, dependents / set_dependents, class_variables / set_class_variables,
    variables / set_variables, details / set_details, replaced / set_replaced,
}

// The places of the numbers in `facts`.
const STATE_MASK: i64 = 0xffff;
const SLOTS_SHIFT: u32 = 16;
const SLOTS_MASK: i64 = 0x7fff;
const SHAPE_SHIFT: u32 = 31;
const SHAPE_MASK: i64 = 0x7fff_ffff;
const FACTS: usize = 5;

impl ClassRef {
    #[inline(always)]
    fn fact(self, shift: u32, mask: i64) -> i64 {
        (self.0.value_at(FACTS).as_fixnum().unwrap_or(0) >> shift) & mask
    }

    fn set_fact(self, shift: u32, mask: i64, fact: i64) {
        let others = self.fact(0, !0) & !(mask << shift);
        // An integer refers to nothing.
        self.0.set_field_raw(FACTS, Value::fixnum(others | (fact & mask) << shift).word());
    }

    /// Bits: see [`state`].
    #[inline(always)]
    pub fn state(self) -> i64 {
        self.fact(0, STATE_MASK)
    }

    pub fn set_state(self, state: i64) {
        self.set_fact(0, STATE_MASK, state);
    }

    /// Root shape of instances; none before the first.
    #[inline(always)]
    pub fn instance_shape(self) -> Option<u32> {
        Some(self.fact(SHAPE_SHIFT, SHAPE_MASK) as u32).filter(|&shape| shape != 0)
    }

    pub fn set_instance_shape(self, shape: Option<u32>) {
        self.set_fact(SHAPE_SHIFT, SHAPE_MASK, shape.unwrap_or(0) as i64);
    }

    /// Slots that a new instance gets, where that was settled.
    #[inline(always)]
    pub fn instance_slots(self) -> Option<i64> {
        Some(self.fact(SLOTS_SHIFT, SLOTS_MASK)).filter(|&slots| slots != 0)
    }

    pub fn set_instance_slots(self, slots: Option<i64>) {
        self.set_fact(SLOTS_SHIFT, SLOTS_MASK, slots.unwrap_or(0));
    }
}

impl ClassRef {
    /// A class, module or chain cell.
    #[inline(always)]
    pub fn from_chain(value: Value) -> Option<ClassRef> {
        match value.as_cell() {
            Some(cell) if matches!(Kind::of(cell), Kind::Class | Kind::Module | Kind::IncludedModule) => Some(ClassRef(cell)),
            _ => None,
        }
    }

    /// A class or module, as Ruby code sees them.
    #[inline(always)]
    pub fn from_module(value: Value) -> Option<ClassRef> {
        match value.as_cell() {
            Some(cell) if matches!(Kind::of(cell), Kind::Class | Kind::Module) => Some(ClassRef(cell)),
            _ => None,
        }
    }

    pub fn kind(self) -> Kind {
        Kind::of(self.0)
    }

    pub fn is_class(self) -> bool {
        self.kind() == Kind::Class
    }

    pub fn is_module(self) -> bool {
        self.kind() == Kind::Module
    }

    /// Whether its name is reachable through constants.
    pub fn has_lasting_name(self) -> bool {
        !self.name().is_nil() && !self.has_state(state::TEMPORARY_NAME)
    }

    pub fn has_state(self, bit: i64) -> bool {
        self.state() & bit != 0
    }

    pub fn is_singleton(self) -> bool {
        self.has_state(state::SINGLETON)
    }

    /// The kind of cell that instances are.
    pub fn instance_kind(self) -> Kind {
        Kind::from_number((self.state() >> state::KIND_SHIFT) as u8)
    }

    /// The next cell of the ancestor chain.
    #[inline(always)]
    pub fn next(self) -> Option<ClassRef> {
        ClassRef::from_chain(self.superclass())
    }

    /// The class or module a chain cell stands for: the module for an included
    /// one, the class itself for its origin.
    pub fn represented(self) -> ClassRef {
        match self.kind() {
            Kind::IncludedModule => ClassRef::from_chain(self.attached()).unwrap_or(self),
            _ => self,
        }
    }

    /// The cell whose tables hold this class's or module's own definitions.
    pub fn definitions(self) -> ClassRef {
        match ClassRef::from_chain(self.origin()) {
            Some(origin) => origin,
            None => self,
        }
    }

    /// The method table in force at this chain cell.
    #[inline(always)]
    pub fn method_table(self) -> Option<IdTable> {
        if self.kind() == Kind::IncludedModule && !self.has_state(state::ORIGIN) {
            return ClassRef::from_chain(self.attached()).and_then(|module| IdTable::from_value(module.definitions().methods()));
        }
        if !self.origin().is_nil() {
            return None;
        }
        IdTable::from_value(self.methods())
    }

    /// The constant table of the class or module that a chain cell stands for.
    pub fn constant_table(self) -> Option<IdTable> {
        IdTable::from_value(self.represented_owner().constants())
    }

    /// The class or module that owns constants and class variables at this chain cell.
    pub fn represented_owner(self) -> ClassRef {
        if self.kind() == Kind::IncludedModule {
            return ClassRef::from_chain(self.attached()).unwrap_or(self);
        }
        self
    }

    /// Whose instances the methods of this owner are for: of a refinement those of the class that it refines.
    pub fn receiving_class(self) -> ClassRef {
        let owner = self.represented_owner();
        if owner.has_state(state::REFINEMENT) { ClassRef::from_module(owner.attached()).unwrap_or(owner) } else { owner }
    }

    /// The superclass as Ruby code sees it: included modules and singletons' origins skipped.
    pub fn real_superclass(self) -> Option<ClassRef> {
        let mut next = self.definitions().next();
        while let Some(class) = next {
            if class.kind() == Kind::Class && !class.has_state(state::ORIGIN) {
                return Some(class);
            }
            next = class.next();
        }
        None
    }

    /// The class of instances that is no singleton class.
    pub fn real_class(self) -> ClassRef {
        let mut class = self;
        while class.is_singleton() || class.kind() == Kind::IncludedModule {
            match class.next() {
                Some(next) => class = next,
                None => break,
            }
        }
        class
    }

    /// Every cell of the chain from this one on.
    pub fn chain(self) -> impl Iterator<Item = ClassRef> {
        std::iter::successors(Some(self), |class| class.next())
    }

    /// Whether `module` stands in the chain: what `kind_of?` and `<=` ask.
    pub fn inherits(self, module: ClassRef) -> bool {
        self.chain().any(|cell| cell == module || cell.kind() == Kind::IncludedModule && cell.attached() == module.value())
    }
}

impl Vm {
    /// A bare class or module cell with everything nil.
    pub fn new_chain_cell(&mut self, kind: Kind, class: Option<ClassRef>) -> ClassRef {
        let shape = match class {
            Some(class) => self.shapes.of_class(class),
            None => 0,
        };
        let cell = self.allocate(ClassRef::WORDS * 8, header(kind, shape, 0, 0));
        for index in 1..ClassRef::WORDS {
            cell.set_field_raw(index, Value::NIL.word());
        }
        cell.set_field_raw(FACTS, Value::fixnum(if self.phase.booting { state::BUILT_IN } else { 0 }).word());
        ClassRef(cell)
    }

    /// The second cell of a class, made if it has none.
    pub fn class_rest(&mut self, class: ClassRef) -> ClassRest {
        if let Some(rest) = ClassRest::from_value(class.rest()) {
            return rest;
        }
        let cell = self.allocate(ClassRest::WORDS * 8, header(Kind::ClassRest, 0, 0, 0));
        (1..ClassRest::WORDS).for_each(|index| cell.set_field_raw(index, Value::NIL.word()));
        class.set_rest(self, Value::cell(cell));
        ClassRest(cell)
    }

    pub fn set_class_state(&mut self, class: ClassRef, bit: i64) {
        class.set_state(class.state() | bit);
    }

    /// A new class under `superclass`, with its singleton class and not yet named.
    pub fn new_class(&mut self, superclass: ClassRef) -> ClassRef {
        // It answers what its superclass answers: the nearest singleton class above is its class.
        let class_of = self.class_of(superclass.value());
        let class = self.new_chain_cell(Kind::Class, Some(class_of));
        class.set_superclass(self, superclass.value());
        let inherited = superclass.real_class().state() & !0xff;
        let allocator = superclass.state() & state::NO_ALLOCATOR;
        self.set_class_state(class, inherited | allocator);
        class.set_instance_slots(superclass.instance_slots());
        self.add_dependent(superclass, class);
        class
    }

    pub fn new_module(&mut self) -> ClassRef {
        self.new_chain_cell(Kind::Module, Some(self.classes.module))
    }

    /// The singleton class of an object, made when first asked for.
    pub fn singleton_class(&mut self, object: Value) -> Result<ClassRef, crate::value::exit::Exit> {
        let cell = match object.as_cell() {
            Some(cell) if !matches!(Kind::of(cell), Kind::Float | Kind::BigInteger) => cell,
            _ => match object {
                Value::NIL => return Ok(self.classes.nil),
                Value::TRUE => return Ok(self.classes.true_class),
                Value::FALSE => return Ok(self.classes.false_class),
                _ => return Err(self.type_error("can't define singleton".to_string())),
            },
        };
        if let Some(string) = object.as_string() {
            if string.is_chilled() {
                self.change_literal(string);
            } else if self.is_shared(string) {
                // Whoever writes the same text has this object as well.
                return Err(self.type_error("can't define singleton".to_string()));
            }
        }
        Ok(self.singleton_class_of_cell(cell))
    }

    pub(crate) fn singleton_class_of_cell(&mut self, cell: Cell) -> ClassRef {
        let object = Value::cell(cell);
        let class = self.class_of(object);
        if class.is_singleton() && class.attached() == object {
            return class;
        }
        // A class's singleton class inherits from the singleton class of its superclass.
        let superclass = match ClassRef::from_module(object) {
            Some(own) if own.is_class() => match own.real_superclass() {
                Some(above) => self.singleton_class_of_cell(above.0),
                None => self.classes.class,
            },
            _ => class,
        };
        // What it answers itself: a class's singleton class what that of the class above answers; another object's
        // what the object's class answers, whose singleton class is made now, so that no list has to tell this one of it.
        let of_class = ClassRef::from_module(object).is_some_and(|own| own.is_class());
        let answers = if of_class { self.class_of(superclass.value()) } else { self.singleton_class_of_cell(class.0) };
        let singleton = self.new_chain_cell(Kind::Class, Some(answers));
        singleton.set_superclass(self, superclass.value());
        singleton.set_attached(self, object);
        let kind = class.state() & !0xff;
        self.set_class_state(singleton, kind | state::SINGLETON);
        singleton.set_instance_slots(class.instance_slots());
        self.reshape_to_class(cell, singleton);
        use crate::value::kind::Header;
        if cell.has_flag(flags::FROZEN) {
            singleton.0.set_flag(flags::FROZEN);
        }
        if let Some(own) = ClassRef::from_module(object).filter(|own| own.is_class()) {
            self.pass_on_singleton(own, singleton);
            self.add_dependent(superclass, singleton);
        }
        singleton
    }

    /// Subclasses without a singleton class of their own answer to that of the nearest class above.
    fn pass_on_singleton(&mut self, class: ClassRef, singleton: ClassRef) {
        let dependents = self.dependents_of(class);
        for index in 0..dependents.len() {
            let Some(subclass) = ClassRef::from_module(dependents.get(index)).filter(|subclass| subclass.is_class()) else { continue };
            let class_of = self.class_of(subclass.value());
            if class_of.is_singleton() && class_of.attached() == subclass.value() {
                continue;
            }
            self.reshape_to_class(subclass.0, singleton);
            self.pass_on_singleton(subclass, singleton);
        }
    }

    /// The full name of a class or module for messages: its name, or what `inspect` prints for one without.
    pub fn class_name(&self, class: ClassRef) -> String {
        let class = class.represented();
        if let Some(name) = crate::object::string::StringRef::from_value(class.name()) {
            return name.text().into_owned();
        }
        if let Some(own) = class.name().as_symbol() {
            return self.path_in(class.lexical_parent(), own);
        }
        if class.is_singleton() {
            let attached = class.attached();
            let inner = match ClassRef::from_module(attached) {
                Some(class) => self.class_name(class),
                None => self.any_to_s(attached),
            };
            return format!("#<Class:{inner}>");
        }
        let kind = self.class_name(self.class_of(class.value()).real_class());
        format!("#<{kind}:{:#018x}>", class.0.address())
    }

    /// The name of a constant in a class or module.
    pub fn path_in(&self, outer: Value, own: Symbol) -> String {
        match ClassRef::from_module(outer) {
            Some(outer) if outer != self.classes.object => format!("{}::{}", self.class_name(outer), self.symbol_text(own)),
            _ => self.symbol_text(own),
        }
    }

    /// The full name, the same String each time, or nil.
    pub fn name_of_class(&mut self, class: ClassRef) -> Value {
        if class.name().as_symbol().is_some() {
            let (full, encoding) = self.written_name(class);
            let text = self.frozen_string(&full, encoding);
            class.set_name(self, text.value());
        }
        class.name()
    }

    /// The name of a class as the program wrote it, in the encoding of what isn't ASCII in it.
    fn written_name(&self, class: ClassRef) -> (Vec<u8>, Encoding) {
        let Some(own) = class.name().as_symbol() else {
            let known = crate::object::string::StringRef::from_value(class.name());
            let known = known.map(|name| (name.bytes().to_vec(), name.encoding()));
            return known.unwrap_or_else(|| (self.class_name(class).into_bytes(), Encoding::UTF_8));
        };
        let (own, encoding) = (self.symbols.bytes(own), self.symbols.encoding(own));
        let Some(outer) = ClassRef::from_module(class.lexical_parent()).filter(|outer| *outer != self.classes.object) else {
            return (own.to_vec(), encoding);
        };
        let (mut full, around) = self.written_name(outer.represented());
        let encoding = if own.is_ascii() && !full.is_ascii() { around } else { encoding };
        full.extend_from_slice(b"::");
        full.extend_from_slice(own);
        (full, encoding)
    }

    /// The text of `Object#to_s`: `#<Name:0x...>`.
    pub fn any_to_s(&self, object: Value) -> String {
        let name = self.class_name(self.class_of(object).real_class());
        format!("#<{name}:{:#018x}>", object.word())
    }

    /// A constant of a class or module itself, not of its ancestors.
    pub fn own_constant(&self, class: ClassRef, name: Symbol) -> Option<Value> {
        self.constant_entry(class, name).and_then(|entry| self.constant_seen(class, name, entry))
    }

    /// As it stands in the table: undefined where a file is to define it.
    pub(crate) fn constant_entry(&self, class: ClassRef, name: Symbol) -> Option<Value> {
        IdTable::from_value(class.constants()).and_then(|table| table.get(name))
    }
}
