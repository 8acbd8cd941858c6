//! The order in which the core library is loaded. One list: a file may use at
//! load time only what stands before it.

/// Files of `core/`, without their ending.
pub const FILES: &[&str] = &[
    // What everything else is written with.
    "module", "rutile", "basic_object", "array", "array_access", "module_methods", "module_constants", "module_evaluation",
    "kernel", "kernel_control", "kernel_evaluation", "kernel_tracing", "nil", "true",
    "command",
    // Values.
    "comparable", "array_iteration", "integer", "integer_chr", "numeric", "float",
    "rutile_patterns", "recursion", "collection_support", "enumerable", "enumerable_order", "enumerable_slices",
    "rational", "complex", "complex_power", "math", "random", "kernel_numbers", "sprintf",
    "symbol", "string", "string_access", "string_search", "string_substitute", "string_iteration", "string_case", "string_change",
    "string_numbers",
    "array_search", "array_sets", "array_sort", "array_combinatorics",
    "hash", "hash_iteration", "hash_filter", "hash_compare", "kernel_conversion",
    "range", "range_iteration",
    // Exceptions and control.
    "exception", "system_call_error", "warning", "proc", "method", "binding", "fiber",
    "thread", "thread_locals", "thread_interrupts", "mutex", "condition_variable", "queue", "sized_queue", "monitor", "thread_group", "fiber_scheduler",
    "trace_point",
    "enumerator", "enumerator_lazy", "enumerator_chain", "enumerator_product", "arithmetic_sequence",
    "struct", "data",
    "regexp", "match_data", "encoding", "string_encode", "encoding_paths", "encoding_steps", "encoding_converter", "pack",
    // The world outside.
    "object_space", "weak_map", "gc", "signal",
    "process", "process_identity", "process_status", "process_redirections", "process_spawn",
    "env", "dir", "file", "file_stat", "reading", "io", "kernel_io", "argf",
    "env_change", "dir_class",
    "file_constants", "file_path", "file_test",
    "io_class", "io_encodings", "io_modes", "io_waiting", "io_reading", "io_lines", "io_writing", "io_select", "io_process", "io_standard", "io_buffer", "io_buffer_data", "io_buffer_transfer", "io_hooks",
    "time", "time_arguments", "time_marshal", "marshal", "marshal_dump", "marshal_load", "load", "libraries", "main", "repl",
    "ractor_sharing", "ractor", "ractor_messages",
];
