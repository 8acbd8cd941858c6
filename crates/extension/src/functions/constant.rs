//! The variables of the C API: classes, modules and the standard streams.

use std::sync::atomic::{AtomicU64, Ordering};

use rutile_vm::prelude::*;

use crate::define::Export;
use crate::state::state;

macro_rules! constants {
    ($($name:ident = $path:literal),* $(,)?) => {
        $(
            #[unsafe(no_mangle)]
            #[allow(non_upper_case_globals)]
            pub static $name: AtomicU64 = AtomicU64::new(0);
        )*

        pub const VARIABLES: &[Export] = &[$(Export { name: stringify!($name), address: &raw const $name as *const () }),*];

        const CONSTANTS: &[(&AtomicU64, &str)] = &[$((&$name, $path)),*];
    };
}

constants! {
    rb_cObject = "Object", rb_cBasicObject = "BasicObject", rb_cModule = "Module", rb_cClass = "Class",
    rb_mKernel = "Kernel", rb_mComparable = "Comparable", rb_mEnumerable = "Enumerable", rb_mErrno = "Errno", rb_mFileTest = "FileTest",
    rb_mGC = "GC", rb_mMath = "Math", rb_mProcess = "Process", rb_mWaitReadable = "IO::WaitReadable", rb_mWaitWritable = "IO::WaitWritable",
    rb_cArray = "Array", rb_cBinding = "Binding", rb_cDir = "Dir", rb_cEncoding = "Encoding", rb_cEnumerator = "Enumerator",
    rb_cFalseClass = "FalseClass", rb_cFile = "File", rb_cComplex = "Complex", rb_cFloat = "Float", rb_cHash = "Hash", rb_cIO = "IO", rb_cIOBuffer = "IO::Buffer",
    rb_cInteger = "Integer", rb_cMatch = "MatchData", rb_cMethod = "Method", rb_cNilClass = "NilClass", rb_cNumeric = "Numeric",
    rb_cProc = "Proc", rb_cRandom = "Random", rb_cRange = "Range", rb_cRational = "Rational", rb_cRegexp = "Regexp", rb_cSet = "Set",
    rb_cStat = "File::Stat", rb_cString = "String", rb_cStruct = "Struct", rb_cSymbol = "Symbol", rb_cThread = "Thread", rb_cTime = "Time",
    rb_cTrueClass = "TrueClass", rb_cUnboundMethod = "UnboundMethod", rb_cRefinement = "Refinement", rb_cRactor = "Ractor",
    rb_eException = "Exception", rb_eStandardError = "StandardError", rb_eSystemExit = "SystemExit", rb_eInterrupt = "Interrupt",
    rb_eSignal = "SignalException", rb_eArgError = "ArgumentError", rb_eEOFError = "EOFError", rb_eIndexError = "IndexError",
    rb_eStopIteration = "StopIteration", rb_eKeyError = "KeyError", rb_eRangeError = "RangeError", rb_eIOError = "IOError",
    rb_eRuntimeError = "RuntimeError", rb_eFrozenError = "FrozenError", rb_eSecurityError = "SecurityError",
    rb_eSystemCallError = "SystemCallError", rb_eThreadError = "ThreadError", rb_eTypeError = "TypeError",
    rb_eZeroDivError = "ZeroDivisionError", rb_eNotImpError = "NotImplementedError", rb_eNoMemError = "NoMemoryError",
    rb_eNoMethodError = "NoMethodError", rb_eFloatDomainError = "FloatDomainError", rb_eLocalJumpError = "LocalJumpError",
    rb_eSysStackError = "SystemStackError", rb_eRegexpError = "RegexpError", rb_eEncodingError = "EncodingError",
    rb_eEncCompatError = "Encoding::CompatibilityError", rb_eNoMatchingPatternError = "NoMatchingPatternError",
    rb_eNoMatchingPatternKeyError = "NoMatchingPatternKeyError", rb_eScriptError = "ScriptError", rb_eNameError = "NameError",
    rb_eSyntaxError = "SyntaxError", rb_eLoadError = "LoadError", rb_eFatal = "Rutile::FATAL", rb_eMathDomainError = "Math::DomainError", rb_eIOTimeoutError = "IO::TimeoutError",
    rb_argv0 = "$0",
}

/// The value of a constant by its path, or of a global variable.
fn find(vm: &mut Vm, path: &str) -> Value {
    if path.starts_with('$') {
        let name = vm.intern(path.as_bytes());
        return match vm.globals.get(vm.globals.resolve(name)) {
            Some(Global::Value(value)) => value,
            _ => Value::NIL,
        };
    }
    let mut module = vm.classes.object;
    for part in path.split("::") {
        let name = vm.intern(part.as_bytes());
        let found = vm.own_constant(module, name).and_then(ClassRef::from_module);
        match found {
            Some(next) => module = next,
            // What the library defines later, or nobody: NameError would say it where it is used.
            None => return vm.classes.object.value(),
        }
    }
    module.value()
}

/// Gives the variables their values. The classes are kept, and so stay where they are.
pub fn set(vm: &mut Vm) {
    for (place, path) in CONSTANTS {
        let value = find(vm, path);
        place.store(value.word(), Ordering::Relaxed);
        state(vm).keep(value);
    }
}
