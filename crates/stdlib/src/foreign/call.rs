//! The border to foreign functions: called by address with words, each call on a machine stack from the pool.
//!
//! A foreign function may call back: through a closure, code made while the program runs, which stands for a Ruby
//! block. Then its stack is suspended, and the interpreter answers in its own time, with Ruby frames where they
//! always are; no Ruby code runs on top of foreign frames, so that threads switch and fibers yield in a block that
//! `qsort` called as in any other.
//!
//! ```text
//!   begin --> [ function ... closure ] --suspended: a Request--> interpreter runs the block
//!             [ closure  ... returns ] <--answer---------------- its value
//!             [ function ... returns ] --ended: a word--------->
//! ```
//!
//! Invariant: a stack is suspended with a closure's question in `ask` alone, by the address of a request there.

use std::cell::Cell;
use std::ffi::c_void;
use std::rc::Rc;

use libffi::low::ffi_cif;
use libffi::middle::{Cif, Closure, Type};
use libffi::raw::ffi_call;
use rutile_fiber::{Coroutine, Fault, GuardKind, PoolError, Question, StackPool, Step};

/// A type of the C language, as a foreign function takes and gives it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ForeignType {
    Void,
    Pointer,
    /// Bytes, and whether it has a sign.
    Integer(u8, bool),
    Float,
    Double,
}

impl ForeignType {
    /// The type of a number of `Fiddle::Types`; unsigned ones are negative.
    pub fn of_number(number: i64) -> Option<ForeignType> {
        Some(match number {
            0 => ForeignType::Void,
            1 | 10 => ForeignType::Pointer,
            2..=6 | -6..=-2 => ForeignType::Integer([1, 2, 4, 8, 8][number.unsigned_abs() as usize - 2], number > 0),
            7 => ForeignType::Float,
            8 => ForeignType::Double,
            11 => ForeignType::Integer(1, false),
            _ => return None,
        })
    }

    fn for_library(self) -> Type {
        match self {
            ForeignType::Void => Type::void(),
            ForeignType::Pointer => Type::pointer(),
            ForeignType::Integer(1, true) => Type::i8(),
            ForeignType::Integer(1, false) => Type::u8(),
            ForeignType::Integer(2, true) => Type::i16(),
            ForeignType::Integer(2, false) => Type::u16(),
            ForeignType::Integer(4, true) => Type::i32(),
            ForeignType::Integer(4, false) => Type::u32(),
            ForeignType::Integer(_, true) => Type::i64(),
            ForeignType::Integer(_, false) => Type::u64(),
            ForeignType::Float => Type::f32(),
            ForeignType::Double => Type::f64(),
        }
    }

    /// A word of which only the bytes of this type count, as one in which all do.
    fn widened(self, word: u64) -> u64 {
        match self {
            ForeignType::Void => 0,
            ForeignType::Integer(bytes, signed) => {
                let unused = 64 - 8 * u32::from(bytes);
                let high = word << unused;
                if signed { (high as i64 >> unused) as u64 } else { high >> unused }
            }
            ForeignType::Float => word & u64::from(u32::MAX),
            ForeignType::Pointer | ForeignType::Double => word,
        }
    }
}

/// The types that a function takes and gives.
pub struct Signature {
    cif: Cif,
    arguments: Vec<ForeignType>,
    pub result: ForeignType,
    /// `errno` after the last call by this signature.
    pub error_number: Cell<i32>,
}

impl Signature {
    /// `fixed`: how many arguments are named where the function takes any number. `None` where the library has no way
    /// to call such a function.
    pub fn new(arguments: Vec<ForeignType>, fixed: Option<usize>, result: ForeignType) -> Option<Signature> {
        let types: Vec<Type> = arguments.iter().map(|one| one.for_library()).collect();
        let cif = match fixed {
            Some(fixed) => Cif::try_new_variadic(types, fixed, result.for_library()),
            None => Cif::try_new(types, result.for_library()),
        };
        Some(Signature { cif: cif.ok()?, arguments, result, error_number: Cell::new(0) })
    }

    pub fn arguments(&self) -> &[ForeignType] {
        &self.arguments
    }
}

/// The request of a closure that foreign code has called.
pub struct Request {
    /// The number that the closure was made with.
    pub closure: usize,
    pub words: Vec<u64>,
    pub signature: Rc<Signature>,
}

/// How far a call came.
pub enum Progress {
    Ended(u64),
    /// It waits for an answer to its request.
    Asked,
    /// C code of an extension within it asks for Ruby, which nobody answers here.
    Strange,
}

/// Why there is no stack for a call.
pub enum NoStack {
    Refused(PoolError),
    /// A limit in software holds those only that ask for it, and foreign code doesn't.
    Unguarded,
}

/// A call under way. What the function works on is owned here and not by its frames, which may be abandoned.
pub struct Call {
    coroutine: Coroutine,
    /// Boxed, since the coroutine has its address.
    passed: Box<Passed>,
    /// The request that it waits with.
    request: Option<Request>,
}

/// The words that go into a call and come out of it.
struct Passed {
    signature: Rc<Signature>,
    address: usize,
    words: Vec<u64>,
    /// Where each word stands: as the library wants them.
    places: Vec<*mut c_void>,
    /// Two words: the library may write a little more than the result.
    result: [u64; 2],
}

impl Passed {
    /// Calls the function on the stack that runs.
    ///
    /// # Safety
    /// At the address is a function of the signature, and there are as many words as it takes.
    unsafe fn run(&mut self) {
        // Values stand at the low end of their words.
        const { assert!(cfg!(target_endian = "little")) };
        // SAFETY: by the condition; every place is a word, the widest type there is.
        unsafe {
            let function: unsafe extern "C" fn() = std::mem::transmute(self.address);
            *libc::__errno_location() = 0;
            ffi_call(self.signature.cif.as_raw_ptr(), Some(function), self.result.as_mut_ptr().cast(), self.places.as_mut_ptr());
            self.signature.error_number.set(*libc::__errno_location());
        }
    }
}

impl Call {
    /// # Safety
    /// At the address is a function of this signature, and there are as many words as it takes.
    pub unsafe fn new(pool: &StackPool, signature: Rc<Signature>, address: usize, words: Vec<u64>) -> Result<Call, NoStack> {
        let mut passed = Box::new(Passed { signature, address, words, places: Vec::new(), result: [0; 2] });
        passed.places = passed.words.iter_mut().map(|word| (word as *mut u64).cast()).collect();
        let place: *mut Passed = &mut *passed;
        let stack = pool.acquire().map_err(NoStack::Refused)?;
        if stack.guard_kind() == GuardKind::Software {
            return Err(NoStack::Unguarded);
        }
        // SAFETY: by the condition; what is passed lives as long as the coroutine, which alone touches it until it has ended.
        let coroutine = Coroutine::on(stack, move |_| unsafe {
            (*place).run();
            0
        });
        Ok(Call { coroutine, passed, request: None })
    }

    pub fn result(&self) -> ForeignType {
        self.passed.signature.result
    }

    /// Goes on with the answer to the request, any word at first.
    pub fn resume(&mut self, answer: u64) -> Result<Progress, Fault> {
        self.request = None;
        match self.coroutine.resume(answer as usize)? {
            Step::Suspended(word) => {
                let Question::Closure(place) = Question::of_word(word) else { return Ok(Progress::Strange) };
                // SAFETY: by the invariant of this module; taken out, so that no frame owns it.
                self.request = unsafe { (*(place as *mut Option<Request>)).take() };
                Ok(Progress::Asked)
            }
            Step::Returned(_) => Ok(Progress::Ended(self.result().widened(self.passed.result[0]))),
        }
    }

    /// The request that it waits for.
    pub fn request(&self) -> Option<&Request> {
        self.request.as_ref()
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        // As a jump out of a callback would: what the function had begun stays half done.
        // SAFETY: the frames are the function's, and those of this module, which own nothing while they wait.
        unsafe { self.coroutine.abandon() };
    }
}

/// Code that asks for a block to be run.
pub struct ForeignClosure {
    closure: Closure<'static>,
    context: *mut Context,
}

struct Context {
    number: usize,
    signature: Rc<Signature>,
}

impl ForeignClosure {
    /// `None` where the system gives no memory that code may stand in.
    pub fn new(signature: Rc<Signature>, number: usize) -> Option<ForeignClosure> {
        let cif = signature.cif.clone();
        let context = Box::into_raw(Box::new(Context { number, signature }));
        // SAFETY: the context stays where it is until the closure has been dropped.
        let closure = unsafe { Closure::try_new(cif, ask, &*context) };
        match closure {
            Ok(closure) => Some(ForeignClosure { closure, context }),
            Err(_) => {
                // SAFETY: nobody else has it.
                drop(unsafe { Box::from_raw(context) });
                None
            }
        }
    }

    pub fn address(&self) -> usize {
        *self.closure.code_ptr() as usize
    }
}

impl Drop for ForeignClosure {
    fn drop(&mut self) {
        // Foreign code must not call a closure that has been freed, so that nobody reads this any more. The library's
        // handle goes after it, and does not look at it.
        // SAFETY: made from a box, and given back once.
        drop(unsafe { Box::from_raw(self.context) });
    }
}

/// The function behind every closure: suspends the call that it is in until there is an answer. Outside of one (in a
/// thread of foreign code, say) nobody can answer: then it gives zero.
unsafe extern "C" fn ask(_signature: &ffi_cif, result: &mut u64, places: *const *const c_void, context: &Context) {
    let Context { number, signature } = context;
    // SAFETY: the library gives a place for every argument, of its type's size.
    let words = signature.arguments.iter().enumerate().map(|(index, kind)| unsafe { read(*kind, *places.add(index)) }).collect();
    let mut request = Some(Request { closure: *number, words, signature: signature.clone() });
    let answer = Question::Closure(&raw mut request as usize).ask().map_or(0, |answer| answer as u64);
    if signature.result != ForeignType::Void {
        *result = signature.result.widened(answer);
    }
}

/// # Safety
/// At the place is a value of the type.
unsafe fn read(kind: ForeignType, place: *const c_void) -> u64 {
    // SAFETY: by the condition.
    let word = unsafe {
        match kind {
            ForeignType::Void => 0,
            ForeignType::Integer(1, _) => u64::from(place.cast::<u8>().read_unaligned()),
            ForeignType::Integer(2, _) => u64::from(place.cast::<u16>().read_unaligned()),
            ForeignType::Integer(4, _) | ForeignType::Float => u64::from(place.cast::<u32>().read_unaligned()),
            ForeignType::Integer(..) | ForeignType::Pointer | ForeignType::Double => place.cast::<u64>().read_unaligned(),
        }
    };
    kind.widened(word)
}
