//! The layouts of the kinds of cell, each behind a typed reference.
//!
//! A typed reference (`StringRef`, `ClassRef` ...) is a cell known to be of one
//! kind. Reading needs nothing else; whatever allocates or stores a reference
//! goes through the `Vm`, which knows the heap and its write barrier.

pub mod array;
pub mod array_key;
mod buckets;
pub mod class;
pub mod data;
pub mod globals;
pub mod hash;
mod hash_copies;
mod hash_index;
pub mod id_table;
pub mod key;
pub mod narrow;
pub mod number;
pub mod plain;
pub mod records;
pub mod resource;
pub mod shape;
mod shared_strings;
pub mod side_variables;
pub mod string;

impl crate::value::Value {
    #[inline(always)]
    pub fn as_string(self) -> Option<string::StringRef> {
        string::StringRef::from_value(self)
    }

    #[inline(always)]
    pub fn as_array(self) -> Option<array::ArrayRef> {
        array::ArrayRef::from_value(self)
    }

    #[inline(always)]
    pub fn as_hash(self) -> Option<hash::HashRef> {
        hash::HashRef::from_value(self)
    }
}

/// Declares a view of the cells of one kind.
#[macro_export]
macro_rules! cell_view {
    ($(#[doc = $doc:literal])* $name:ident $kind:ident) => {
        $(#[doc = $doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(transparent)]
        pub struct $name(pub(crate) rutile_heap::Cell);

        impl $name {
            #[inline(always)]
            pub fn from_value(value: $crate::value::Value) -> Option<$name> {
                value.as_kind($crate::value::kind::Kind::$kind).map($name)
            }

            /// The cell itself.
            #[inline(always)]
            pub fn cell(self) -> rutile_heap::Cell {
                self.0
            }

            #[inline(always)]
            pub fn value(self) -> $crate::value::Value {
                $crate::value::Value::cell(self.0)
            }
        }
    };
}

/// Declares a view of the cells of one kind whose words are named fields.
#[macro_export]
macro_rules! cell_fields {
    ($(#[doc = $doc:literal])* $name:ident $kind:ident { $($(#[doc = $field_doc:literal])* $field:ident / $setter:ident = $index:literal),* $(,)? }) => {
        $crate::cell_view! { $(#[doc = $doc])* $name $kind }

        #[allow(dead_code)]
        impl $name {
            /// Words of the cell, header included.
            pub const WORDS: usize = {
                let indexes = [0usize, $($index),*];
                let mut most = 0;
                let mut i = 0;
                while i < indexes.len() {
                    if indexes[i] > most { most = indexes[i]; }
                    i += 1;
                }
                most + 1
            };

            $(
                $(#[doc = $field_doc])*
                #[inline(always)]
                pub fn $field(self) -> $crate::value::Value {
                    $crate::value::fields::Fields::value_at(self.0, $index)
                }

                #[inline(always)]
                pub fn $setter(self, vm: &mut $crate::vm::Vm, value: $crate::value::Value) {
                    $crate::value::fields::Store::store(&mut vm.heap, self.0, $index, value.word());
                }
            )*
        }
    };
}
