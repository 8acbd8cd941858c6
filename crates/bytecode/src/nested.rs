//! Functions within a function, those of methods in their binary form until somebody looks at them.
//!
//! A file may have thousands of methods. As a [`Function`] each takes a kilobyte in some twenty allocations, and all
//! of them would be there while the parser's tree still is; their binary form takes a tenth of that in one. A machine may keep
//! that form until the method is called: most methods of a library never are.

use std::cell::OnceCell;
use std::fmt;
use std::ops::Deref;

use crate::function::{Function, FunctionKind};
use crate::literal::Literal;
use crate::serialize::{DEEPEST_NESTING, PackedMethod};

/// A function that stands in another.
#[derive(Clone)]
pub struct Nested {
    /// Its binary form, if it was packed: `whole` is made of it when it is asked for.
    packed: Option<Packed>,
    whole: OnceCell<Box<Function>>,
    has_regexps: bool,
}

/// A method in its binary form, and what those who load it ask before it is called.
#[derive(Clone)]
pub struct Packed {
    /// As [`Function::file`].
    pub file: String,
    /// As [`Function::asks_for_bindings`], of it and of what is nested in it.
    pub asks_for_bindings: bool,
    /// What [`PackedMethod::parse`] reads.
    pub bytes: Box<[u8]>,
}

impl Nested {
    /// Packs the function of a method; a block or a class body is looked at again soon, and stays as it is, and so does
    /// one with positions, which the binary form leaves out.
    pub fn packed(function: Function) -> Nested {
        if function.kind != FunctionKind::Method || !function.positions.is_empty() || depth(&function) > DEEPEST_NESTING {
            return function.into();
        }
        let packed = Packed {
            bytes: PackedMethod::write(&function).into_boxed_slice(),
            asks_for_bindings: asks_for_bindings(&function),
            file: function.file.clone(),
        };
        Nested { packed: Some(packed), whole: OnceCell::new(), has_regexps: has_regexps(&function) }
    }

    /// The binary form, if it was packed.
    pub fn packed_form(&self) -> Option<&Packed> {
        self.packed.as_ref()
    }

    /// The function itself.
    pub fn into_function(self) -> Function {
        let Nested { packed, whole, .. } = self;
        whole.into_inner().map_or_else(|| unpack(packed.as_ref()), |function| *function)
    }

    /// As [`Function::kind`], without unpacking it.
    pub fn kind(&self) -> FunctionKind {
        if self.packed.is_some() { FunctionKind::Method } else { self.kind }
    }

    /// Bytes that packed functions take in it.
    pub(crate) fn packed_bytes(&self) -> usize {
        match &self.packed {
            Some(packed) => packed.bytes.len(),
            None => self.whole.get().map_or(0, |function| function.packed_bytes()),
        }
    }

    /// Whether a Regexp stands in it, or in what is nested in it.
    pub fn has_regexps(&self) -> bool {
        self.has_regexps
    }
}

impl Deref for Nested {
    type Target = Function;

    fn deref(&self) -> &Function {
        self.whole.get_or_init(|| Box::new(unpack(self.packed.as_ref())))
    }
}

impl From<Function> for Nested {
    /// The function as it is.
    fn from(function: Function) -> Nested {
        let has_regexps = has_regexps(&function);
        Nested { packed: None, whole: OnceCell::from(Box::new(function)), has_regexps }
    }
}

impl PartialEq for Nested {
    fn eq(&self, other: &Nested) -> bool {
        **self == **other
    }
}

impl fmt::Debug for Nested {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(formatter)
    }
}

fn unpack(packed: Option<&Packed>) -> Function {
    match packed.map(|packed| PackedMethod::parse(&packed.bytes)?.read(&packed.file)) {
        Some(Ok(function)) => function,
        _ => unreachable!("what was packed here is well formed"),
    }
}

fn has_regexps(function: &Function) -> bool {
    function.literals.iter().any(|literal| matches!(literal, Literal::Regexp { .. })) || function.functions.iter().any(Nested::has_regexps)
}

fn asks_for_bindings(function: &Function) -> bool {
    let does = |nested: &Nested| nested.packed.as_ref().map_or_else(|| asks_for_bindings(nested), |packed| packed.asks_for_bindings);
    function.asks_for_bindings() || function.functions.iter().any(does)
}

/// How deep functions are nested in a function.
fn depth(function: &Function) -> usize {
    function.functions.iter().map(|nested| 1 + depth(nested)).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::Chance;

    #[test]
    fn what_is_packed_comes_back_as_it_was() {
        for seed in 1..200 {
            let function = Function { kind: FunctionKind::Method, ..Chance(seed * 7919).function(0) };
            let nested = Nested::packed(function.clone());
            assert_eq!(*nested, function, "seed {seed}");
            assert_eq!(nested.into_function(), function, "seed {seed}");
        }
    }

    #[test]
    fn what_the_binary_form_cannot_hold_is_not_packed() {
        let mut function = Function { kind: FunctionKind::Method, ..Function::default() };
        for _ in 0..DEEPEST_NESTING + 1 {
            function = Function { kind: FunctionKind::Block, functions: vec![function.into()], ..Function::default() };
        }
        function.kind = FunctionKind::Method;
        assert_eq!(depth(&Nested::packed(function)), DEEPEST_NESTING + 1);
    }
}
