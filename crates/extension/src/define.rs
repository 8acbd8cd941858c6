//! How functions of the C API are declared: one entry says name, parameters and body. The body is safe Rust over the machine; an
//! error leaves the C function that called.

/// Functions with a body. Each table lists what it defines, so that the linker keeps it and `names` tells it.
macro_rules! functions {
    ($($(#[$meta:meta])* fn $name:ident($vm:ident $(, $argument:ident: $type:ty)* $(,)?) $(-> $result:ty)? $body:block)*) => {
        $(
            $(#[$meta])*
            #[unsafe(no_mangle)]
            pub(crate) extern "C" fn $name($($argument: $type),*) $(-> $result)? {
                fn body($vm: &mut rutile_vm::prelude::Vm $(, $argument: $type)*) -> Result<$crate::define::result_type!($($result)?), rutile_vm::prelude::Exit> {
                    // Some need no machine.
                    let _ = &$vm;
                    $body
                }
                // SAFETY: C code calls it, which runs only where a machine was lent to it.
                let vm = unsafe { $crate::machine::machine() };
                match body(vm $(, $argument)*) {
                    Ok(result) => result,
                    Err(exit) => $crate::request::leave(vm, exit),
                }
            }
        )*

        pub const FUNCTIONS: &[$crate::define::Export] = &[$($crate::define::Export { name: stringify!($name), address: $name as *const () }),*];
    };
}

/// Functions that may be called where no machine can be had: while a collection is under way, in a handler of a signal, on any thread.
macro_rules! plain_functions {
    ($($(#[$meta:meta])* fn $name:ident($($argument:ident: $type:ty),* $(,)?) $(-> $result:ty)? $body:block)*) => {
        $(
            $(#[$meta])*
            #[unsafe(no_mangle)]
            pub(crate) extern "C" fn $name($($argument: $type),*) $(-> $result)? $body
        )*

        /// Those of them.
        pub const PLAIN_FUNCTIONS: &[$crate::define::Export] = &[$($crate::define::Export { name: stringify!($name), address: $name as *const () }),*];
    };
}

/// Functions that call a Ruby method of their first argument with the others: `any`, the one that it finds, or that of a core class,
/// whatever a subclass has in its place.
macro_rules! methods {
    ($class:ident: $($name:ident($receiver:ident $(, $argument:ident)* $(,)?) => $method:literal;)*) => {
        $crate::define::functions! {
            $(
                fn $name(vm, $receiver: rutile_vm::prelude::Value $(, $argument: rutile_vm::prelude::Value)*) -> rutile_vm::prelude::Value {
                    Ok($crate::define::call_of!($class, vm, $receiver, $method, &[$($argument),*]))
                }
            )*
        }
    };
}

macro_rules! result_type {
    () => { () };
    ($result:ty) => { $result };
}

macro_rules! call_of {
    (any, $vm:ident, $receiver:expr, $method:literal, $arguments:expr) => {
        $crate::ruby::call($vm, $receiver, $method, $arguments)
    };
    ($class:ident, $vm:ident, $receiver:expr, $method:literal, $arguments:expr) => {{
        let class = $vm.classes.$class;
        $crate::ruby::call_own($vm, class, $receiver, $method, $arguments)
    }};
}

pub(crate) use {call_of, functions, methods, plain_functions, result_type};

/// An exported name of C code and its value.
pub struct Export {
    pub name: &'static str,
    pub address: *const (),
}

// SAFETY: the address of a function, or of a variable that is atomic.
unsafe impl Sync for Export {}
