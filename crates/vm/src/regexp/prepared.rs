//! Patterns as code outside of the machine names them: by an address, which is good as long as the Regexp lives. There is one for each
//! program, so that a pattern is prepared once for strings of an encoding.

use std::rc::Rc;

use super::engine::{Places, Program, SearchError};
use super::{Compiled, FIRST, Matcher};
use crate::code::native::Exit;
use crate::object::records::RegexpRef;
use crate::object::string::StringRef;
use crate::value::encoding::Encoding;
use crate::vm::Vm;

pub struct Prepared {
    program: Rc<Program>,
    timeout: Option<f64>,
    /// The encoding of the strings that it is for.
    pub encoding: Encoding,
    pub options: u8,
    /// Group names, each with its numbers.
    pub names: Vec<(Vec<u8>, Vec<i32>)>,
}

/// Where a match begins, and its groups, the whole match before them.
pub struct Found {
    pub place: usize,
    pub groups: Vec<Option<(usize, usize)>>,
}

impl Prepared {
    /// Searches bytes; `None` where there is no match.
    pub fn search(&self, vm: &mut Vm, bytes: &[u8], places: Places) -> Result<Option<Found>, SearchError> {
        if !super::search(vm, &self.program, self.timeout, bytes, places)? {
            return Ok(None);
        }
        let groups = vm.regexps.scratch.borrow();
        Ok(Some(Found { place: groups.place(), groups: (0..groups.group_count()).map(|number| groups.group(number)).collect() }))
    }
}

impl Compiled {
    fn prepared(&self, program: usize, encoding: Encoding) -> *const Prepared {
        let mut all = self.prepared.borrow_mut();
        let program = self.with_program(program, Rc::clone);
        if let Some(known) = all.iter().find(|known| Rc::ptr_eq(&known.program, &program)) {
            return &raw const **known;
        }
        let names = self.names.iter().map(|(name, numbers)| (name.clone(), numbers.iter().map(|number| *number as i32).collect())).collect();
        let made = Box::new(Prepared { program, timeout: self.timeout, encoding, options: self.options, names });
        let place = &raw const *made;
        all.push(made);
        place
    }
}

impl Vm {
    /// A regexp's pattern for the strings that it is for before all others.
    pub fn prepared_regexp(&mut self, regexp: RegexpRef) -> Result<*const Prepared, Exit> {
        let compiled = self.compiled_regexp(regexp)?;
        Ok(compiled.prepared(FIRST, compiled.encoding))
    }

    /// Its pattern for a string, whose encoding is checked.
    pub fn prepared_for(&mut self, regexp: RegexpRef, string: StringRef) -> Result<*const Prepared, Exit> {
        let Matcher { compiled, program, .. } = self.matcher(regexp, string)?;
        Ok(compiled.prepared(program, if program == FIRST { compiled.encoding } else { string.encoding() }))
    }
}
