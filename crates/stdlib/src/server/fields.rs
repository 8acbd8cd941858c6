//! The header fields of a response, as an application gives them.

use rutile_vm::prelude::*;

/// A name and a value, as bytes of Strings that the argument holds.
pub type Field<'a> = (&'a [u8], &'a [u8]);

/// The fields of the Hash at `index`: a String for each value, or an Array of them. Of a String with several lines each is
/// a value (Rack 2), and `rack.` names are the server's, not the client's.
pub fn of<'a>(vm: &mut Vm, args: Arguments, index: usize) -> Result<Vec<Field<'a>>, Exit> {
    let hash = rutile_core::arguments::hash(vm, args, index)?;
    let mut fields = Vec::with_capacity(hash.len());
    for position in 0..hash.used() {
        let (name, value) = (hash.key_at(position), hash.value_at(position));
        if name.is_undefined() {
            continue;
        }
        let Some(name) = name.as_string() else { return Err(not_a_string(vm, "name")) };
        let name = name.bytes();
        if name.starts_with(b"rack.") {
            continue;
        }
        if let Some(text) = value.as_string() {
            add_lines(&mut fields, name, text);
        } else if let Some(values) = value.as_array() {
            for index in 0..values.len() {
                let Some(text) = values.get(index).as_string() else { return Err(not_a_string(vm, "value")) };
                add_lines(&mut fields, name, text);
            }
        } else if !value.is_nil() {
            return Err(not_a_string(vm, "value"));
        }
    }
    Ok(fields)
}

fn add_lines<'a>(fields: &mut Vec<Field<'a>>, name: &'a [u8], text: StringRef) {
    fields.extend(text.bytes().split(|byte| *byte == b'\n').map(|line| (name, line)));
}

fn not_a_string(vm: &mut Vm, what: &str) -> Exit {
    vm.type_error(format!("a header's {what} is not a String"))
}
