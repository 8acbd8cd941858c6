//! The order in which the core library is loaded. One list: a file may use at
//! load time only what stands before it.

/// Files of `core/`, without their ending.
pub const FILES: &[&str] = &[
    // What everything else is written with.
    "rutile", "rutile_patterns", "recursion", "collection_support",
    "basic_object", "module", "class", "kernel", "object", "nil", "true",
    // Values.
    "comparable", "enumerable", "enumerable_order", "enumerable_slices",
    "numeric", "integer", "float", "rational", "complex", "math", "random", "kernel_numbers", "sprintf",
    "symbol", "string",
    "array", "array_access", "array_iteration", "array_search", "array_sets", "array_sort", "array_combinatorics",
    "hash", "hash_iteration", "hash_filter", "hash_compare",
    "range", "range_iteration",
    // Exceptions and control.
    "exception", "exceptions_system", "warning", "proc", "method", "binding", "fiber",
    "enumerator", "enumerator_lazy", "enumerator_chain", "enumerator_product", "arithmetic_sequence",
    "struct", "data",
    "regexp", "match_data", "encoding", "pack",
    // The world outside.
    "object_space", "gc", "process", "signal", "env", "dir", "file", "file_stat", "io", "kernel_io", "argf",
    "time", "time_arguments", "marshal", "load", "main",
];
