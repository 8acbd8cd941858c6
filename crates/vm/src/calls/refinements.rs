//! Refinements: methods that only some lexical scopes see.
//!
//! `using` adds to the scope's list an Array of refinement modules, the latest
//! first. Each refinement is a module whose `attached` is the class it refines.

use crate::calls::method::MethodKind;
use crate::object::array::ArrayRef;
use crate::object::class::{ClassRef, state};
use crate::object::records::MethodRef;
use crate::value::Value;
use crate::value::symbol::Symbol;
use crate::vm::Vm;

impl Vm {
    /// A method as a scope with these refinements sees it: at each step of the
    /// ancestor chain the refinements of that class or module come first.
    pub fn find_refined_method(&mut self, class: ClassRef, name: Symbol, refinements: ArrayRef) -> Option<MethodRef> {
        let found = self.assume_refined_method(class, name, refinements.value());
        MethodRef::from_value(self.assumptions.answer(found))
    }

    pub(crate) fn search_refined_method(&self, class: ClassRef, name: Symbol, refinements: Value) -> Option<MethodRef> {
        self.search_refined(class, name, refinements, None)
    }

    /// `except`: the class whose own method is wanted, not its refinements'.
    fn search_refined(&self, class: ClassRef, name: Symbol, refinements: Value, except: Option<ClassRef>) -> Option<MethodRef> {
        let refinements = ArrayRef::from_value(refinements)?;
        let there = |method: MethodRef| (method.kind() != MethodKind::Undefined).then_some(method);
        for cell in class.chain() {
            let represented = cell.represented();
            for index in 0..refinements.len() {
                let Some(refinement) = ClassRef::from_module(refinements.get(index)) else { continue };
                if refinement.attached() != represented.value() || except == Some(represented) {
                    continue;
                }
                if let Some(method) = self.refinement_method(refinement, name) {
                    return there(method);
                }
            }
            if let Some(found) = cell.method_table().and_then(|table| table.get(name)) {
                return MethodRef::from_value(found).and_then(there);
            }
        }
        None
    }

    /// What a refinement says of a name, also that it is undefined.
    fn refinement_method(&self, refinement: ClassRef, name: Symbol) -> Option<MethodRef> {
        let own = self.own_method(refinement, name).filter(|method| method.kind() == MethodKind::Undefined);
        own.or_else(|| self.search_method(refinement, name).map(|(method, _)| method))
    }

    /// `super` in a refined method: the class's own method, or one of its ancestors', which the refinements in use there may refine.
    pub(crate) fn super_of_refined(&self, owner: ClassRef, name: Symbol, refinements: Value) -> Option<MethodRef> {
        if refinements.is_nil() || !owner.has_state(state::REFINEMENT) {
            return self.find_refined_super(owner, name).map(|(method, _)| method);
        }
        let refined = ClassRef::from_module(owner.attached())?;
        self.search_refined(refined, name, refinements, Some(refined))
    }

    /// The method that a refinement's class has without it.
    pub fn find_refined_super(&self, owner: ClassRef, name: Symbol) -> Option<(MethodRef, ClassRef)> {
        if !owner.has_state(state::REFINEMENT) {
            return None;
        }
        let refined = ClassRef::from_module(owner.attached())?;
        self.search_method(refined, name)
    }
}
