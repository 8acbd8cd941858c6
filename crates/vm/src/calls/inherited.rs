//! Methods whose visibility a class changed without defining them: `private :name` of what it inherits. The class has a copy in its own
//! table, which follows what is inherited: when that changes, the copy is made anew.

use crate::calls::lookup::METHODS;
use crate::object::class::ClassRef;
use crate::object::records::MethodRef;
use crate::value::symbol::Symbol;
use crate::vm::Vm;

impl Vm {
    /// Notes that a class's method is a copy of what it inherits.
    pub fn note_inherited(&mut self, method: MethodRef, name: Symbol) {
        method.mark_inherited(self);
        self.program.inherited_names.insert(name);
    }

    /// After a class's method changed: copies of it, in what inherits from the class, are made anew.
    pub(crate) fn follow_inherited(&mut self, class: ClassRef, name: Symbol) {
        if !self.program.inherited_names.contains(&name) {
            return;
        }
        let dependents = self.dependents_of(class);
        for index in 0..dependents.len() {
            let Some(dependent) = ClassRef::from_module(dependents.get(index)) else { continue };
            self.renew_inherited(dependent, name);
            self.follow_inherited(dependent, name);
        }
    }

    fn renew_inherited(&mut self, class: ClassRef, name: Symbol) {
        let Some(old) = self.own_method(class, name).filter(|method| method.is_inherited()) else { return };
        let Some(above) = class.definitions().next() else { return };
        let Some((found, _)) = self.search_method(above, name) else { return };
        let copy = self.copy_method(found);
        let copy = self.method_with_visibility(copy, old.visibility());
        copy.mark_inherited(self);
        self.table_set(class.definitions().0, METHODS, name, copy.value());
        self.recheck(class, name);
        self.operator_changed(class, name);
    }
}
