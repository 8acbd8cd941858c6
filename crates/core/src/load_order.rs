//! The order in which the core library is loaded. One list: a file may use at
//! load time only what stands before it.

/// Files of `core/`, without their ending.
pub const FILES: &[&str] = &[
    // What everything else is written with.
    "module/module", "rutile/rutile", "kernel/basic_object", "array/array", "array/access", "module/methods", "module/constants", "module/evaluation",
    "kernel/kernel", "kernel/control", "kernel/evaluation", "kernel/tracing", "kernel/nil", "kernel/true",
    "rutile/command",
    // Values.
    "comparable", "array/iteration", "number/integer", "number/integer_chr", "number/numeric", "number/float",
    "rutile/patterns", "rutile/recursion", "rutile/collection_support", "enumerable/enumerable", "enumerable/gathering", "enumerable/questions", "enumerable/order", "enumerable/extremes", "enumerable/slices",
    "number/rational", "number/complex", "number/complex_power", "number/math", "number/random", "kernel/numbers", "sprintf",
    "symbol", "string/string", "string/access", "string/search", "string/substitute", "string/iteration", "string/case", "string/change",
    "string/numbers",
    "array/search", "array/sets", "array/sort", "array/combinatorics",
    "hash/hash", "hash/iteration", "hash/filter", "hash/compare", "kernel/conversion",
    "range/range", "range/iteration",
    // Exceptions and control.
    "exception/exception", "exception/system_call_error", "kernel/warning", "module/proc", "module/method", "module/binding", "concurrency/fiber",
    "concurrency/thread", "concurrency/thread_locals", "concurrency/thread_interrupts", "concurrency/mutex", "concurrency/condition_variable", "concurrency/queue", "concurrency/sized_queue", "concurrency/monitor", "concurrency/thread_group", "concurrency/fiber_scheduler",
    "module/trace_point",
    "enumerator/enumerator", "enumerator/lazy", "enumerator/chain", "enumerator/product", "enumerator/arithmetic_sequence",
    "module/struct", "module/data",
    "regexp/regexp", "regexp/match_data", "encoding/encoding", "string/encode", "encoding/paths", "encoding/steps", "encoding/converter", "pack",
    // The world outside.
    "memory/object_space", "memory/weak_map", "memory/gc", "process/signal",
    "process/process", "process/identity", "process/privileges", "process/status", "process/redirections", "process/spawn",
    "process/env", "file/dir", "file/file", "file/stat", "io/shared_reading", "io/io", "kernel/io", "io/argf",
    "process/env_change", "file/dir_class_methods",
    "file/constants", "file/path", "file/test",
    "io/class_methods", "io/encodings", "io/modes", "io/waiting", "io/reading", "io/lines", "io/writing", "io/select", "io/process", "io/standard", "io/buffer", "io/buffer_data", "io/buffer_transfer", "io/hooks",
    "time/time", "time/arguments", "time/marshal", "marshal/marshal", "marshal/dump", "marshal/load", "marshal/load_numbers", "kernel/load_path", "kernel/newer_gems", "kernel/load", "kernel/extension_files",
    "kernel/extension", "kernel/libraries", "kernel/main", "rutile/repl",
    "concurrency/ractor_sharing", "concurrency/ractor", "concurrency/ractor_messages",
    // What tools ask of the machine.
    "kernel/ruby_vm", "kernel/instruction_sequence", "rutile/closer_methods",
];

/// The name that a file of `core/` goes by in backtraces: `array/array` is the Array of the folder `array`, so it is `<internal:array>`.
pub fn label(name: &str) -> String {
    let name = name.split_once('/').filter(|(folder, file)| folder == file).map_or(name, |(folder, _)| folder);
    format!("<internal:{name}>")
}
