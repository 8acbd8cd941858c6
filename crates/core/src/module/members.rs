//! Where the members of a Struct or a Data stand: `@ name` holds the member `name`.

use rutile_vm::prelude::*;

/// The variable that holds a member.
pub fn variable_of(vm: &mut Vm, member: Symbol) -> Symbol {
    vm.symbols.hidden_variable(member)
}

/// The class that declared the members, and their list.
pub fn members_of(vm: &Vm, class: ClassRef) -> Option<(ClassRef, ArrayRef)> {
    let mut class = class.real_class();
    loop {
        if let Some(members) = vm.get_variable(class.value(), Symbol::MEMBERS).as_array() {
            return Some((class, members));
        }
        class = class.real_superclass()?;
    }
}

/// The value of the member at a place.
pub fn member(vm: &mut Vm, object: Value, members: ArrayRef, index: usize) -> Result<Value, Exit> {
    let name = members.get(index).as_symbol().ok_or(Exit::Fallback)?;
    let variable = variable_of(vm, name);
    Ok(vm.get_variable(object, variable))
}
