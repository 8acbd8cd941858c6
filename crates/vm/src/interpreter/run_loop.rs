//! The loop: each instruction's common case.
//!
//! Whatever takes more is a step outside, in a sibling module.

use rutile_bytecode::{Op, sending};

use super::calls::Identity;
use super::instruction_pointer::InstructionPointer;
use super::{blocks, call_sites, calls, clauses, constants, environments, exits, fibers, operators, plain_calls, safepoint, specials, texts, tracing, unwind, values, variables};
use crate::calls::assumptions::Assumption;
use crate::calls::basic_operations::of;
use crate::code::CallTarget;
use crate::code::native::{Arguments, Exit, NativeNumber};
use crate::code::frame_flags;
use crate::object::array::ArrayRef;
use crate::object::records::{MethodRef, ProcRef};
use crate::value::Value;
use crate::value::fields::Fields;
use crate::value::kind::{Header, Kind, flags};
use crate::value::symbol::Symbol;
use crate::vm::Vm;

/// The loop itself: one that a `TracePoint` watches, and one that knows of none.
#[inline(never)]
pub(super) fn run_loop<const WATCHED: bool>(vm: &mut Vm) -> Result<Value, Value> {
    let mut frame = vm.registers.frame;
    let mut code = frame.code();
    let mut pc = InstructionPointer(vm.registers.pc);

    // Leaves for a step outside, then goes on from wherever it left the machine.
    macro_rules! step {
        ($step:expr) => {{
            vm.registers.pc = pc.0;
            if let Err(exit) = $step {
                unwind::take(vm, exit)?;
            }
            frame = vm.registers.frame;
            code = frame.code();
            pc = InstructionPointer(vm.registers.pc);
        }};
    }
    macro_rules! read {
        ($register:expr) => {
            frame.register($register as usize)
        };
    }
    macro_rules! write {
        ($register:expr, $value:expr) => {
            frame.set_register($register as usize, $value)
        };
    }
    // Goes on at the start of a frame that was opened at a window.
    macro_rules! enter {
        ($window:expr, $callee:expr) => {{
            frame = $window;
            code = $callee;
            pc = InstructionPointer(code.first_instruction());
        }};
    }
    // Opens a method's frame at a window and goes on in it, behind the safepoint that each method begins with.
    macro_rules! open_method {
        ($window:expr, $callee:expr, $flags:expr, $identity:expr $(, $entry:expr)?) => {{
            calls::open_frame(vm, frame, pc.0, $window, $callee, $flags, $identity);
            enter!($window, $callee);
            $(pc.jump($entry);)?
            if vm.is_interrupted() {
                step!(safepoint::service_interrupts(vm));
            }
            continue;
        }};
    }
    // Goes on after the call under way in a frame, which has this value.
    macro_rules! go_on {
        ($frame:expr, $value:expr) => {{
            frame = $frame;
            code = frame.code();
            pc = InstructionPointer(vm.saved_pc(frame));
            write!(pc.before().a, $value);
        }};
    }
    macro_rules! jump_if {
        ($i:ident, $condition:expr) => {
            if $condition {
                pc.jump($i.bc());
            }
        };
    }
    // The small literal on the right of an operator.
    macro_rules! integer {
        ($i:ident) => {
            Value::fixnum($i.c as i16 as i64)
        };
    }
    // Arithmetic of two fixnums (checked) or of numbers one of which is a float; anything else outside.
    macro_rules! arithmetic {
        ($i:ident, $operator:expr, $checked:expr, $float:expr) => {{
            let (x, y) = (read!($i.b), read!($i.c));
            if x.is_fixnum() && y.is_fixnum() && vm.is_basic($operator, of::INTEGER) {
                if let Some(value) = $checked(x, y) {
                    write!($i.a, value);
                    continue;
                }
            } else if x.is_flonum() && y.is_flonum() && vm.is_basic($operator, of::FLOAT) {
                let float: f64 = $float(x.flonum_value(), y.flonum_value());
                vm.registers.pc = pc.0;
                let value = vm.float(float);
                write!($i.a, value);
                continue;
            } else if let (Some(x), Some(y), true) = (operators::as_float(x), operators::as_float(y), vm.is_basic($operator, of::NUMBERS)) {
                let float: f64 = $float(x, y);
                vm.registers.pc = pc.0;
                let value = vm.float(float);
                write!($i.a, value);
                continue;
            }
            step!(operators::binary(vm, *$i, y));
        }};
    }
    // Of two fixnums; anything else, and what has no value that way, outside.
    macro_rules! of_fixnums {
        ($i:ident, $right:expr, $operator:expr, $value:expr) => {{
            let (x, y) = (read!($i.b), $right);
            if x.is_fixnum() && y.is_fixnum() && vm.is_basic($operator, of::INTEGER) {
                if let Some(value) = $value(x, y) {
                    write!($i.a, value);
                    continue;
                }
            }
            step!(operators::binary(vm, *$i, y));
        }};
    }
    macro_rules! equality {
        ($i:ident, $right:expr) => {{
            let (x, y) = (read!($i.b), $right);
            match operators::equal_values(vm, Symbol::EQUAL, x, y) {
                Some(truth) => pc.deliver_truth::<WATCHED>(frame, $i, truth),
                None => step!(operators::binary(vm, *$i, y)),
            }
        }};
    }
    macro_rules! comparison {
        ($i:ident, $right:expr, $operator:expr, $integers:expr, $floats:expr) => {{
            let (x, y) = (read!($i.b), $right);
            if x.is_fixnum() && y.is_fixnum() && vm.is_basic($operator, of::INTEGER) {
                pc.deliver_truth::<WATCHED>(frame, $i, $integers(&(x.word() as i64), &(y.word() as i64)));
                continue;
            }
            if x.is_flonum() && y.is_flonum() && vm.is_basic($operator, of::FLOAT) {
                pc.deliver_truth::<WATCHED>(frame, $i, $floats(&x.flonum_value(), &y.flonum_value()));
                continue;
            }
            if let (Some(x), Some(y), true) = (operators::as_exact_float(x), operators::as_exact_float(y), vm.is_basic($operator, of::NUMBERS)) {
                pc.deliver_truth::<WATCHED>(frame, $i, $floats(&x, &y));
                continue;
            }
            step!(operators::binary(vm, *$i, y));
        }};
    }

    macro_rules! index {
        ($i:ident, $right:expr) => {{
            let (x, y) = (read!($i.b), $right);
            match operators::array_index(vm, x, y).map(Some).or_else(|| operators::hash_index(vm, x, y)) {
                Some(Some(value)) => write!($i.a, value),
                Some(None) => step!(operators::missing_index(vm, *$i, y)),
                None => step!(operators::binary(vm, *$i, y)),
            }
        }};
    }

    loop {
        let i = pc.next();
        if WATCHED {
            let mut comes_again = true;
            step!(tracing::observe(vm, *i).map(|told| comes_again = told));
            if comes_again {
                continue;
            }
        }
        match i.op {
            Op::Move => write!(i.a, read!(i.b)),
            Op::LoadNil => write!(i.a, Value::NIL),
            Op::LoadNils => frame.set_nils(i.a as usize, i.b as usize),
            Op::LoadTrue => write!(i.a, Value::TRUE),
            Op::LoadFalse => write!(i.a, Value::FALSE),
            Op::LoadUndefined => write!(i.a, Value::UNDEFINED),
            Op::LoadInteger => write!(i.a, Value::fixnum(i.bc() as i64)),
            Op::LoadLiteral => write!(i.a, code.literal(i.bc() as u32 as usize)),
            Op::LoadSelf => write!(i.a, frame.receiver()),
            Op::NewString => {
                vm.registers.pc = pc.0;
                let value = values::new_string(vm, frame, code, *i, *pc.peek());
                write!(i.a, value);
            }
            Op::NewArray => {
                vm.registers.pc = pc.0;
                let value = values::new_array(vm, frame, *i);
                write!(i.a, value);
            }
            Op::NewHash => {
                vm.registers.pc = pc.0;
                let value = vm.new_hash(i.c as usize);
                write!(i.a, value.value());
            }
            Op::CopyHash => {
                vm.registers.pc = pc.0;
                let value = values::copy_hash(vm, read!(i.b));
                write!(i.a, value);
            }
            Op::HashStore => step!(values::hash_store(vm, *i)),
            Op::ArrayPush => {
                if let Some(array) = ArrayRef::from_value(read!(i.a)) {
                    vm.registers.pc = pc.0;
                    vm.array_push(array, read!(i.b));
                }
            }
            Op::ArrayConcat => step!(values::array_concat(vm, *i)),
            Op::SplatArray => {
                let value = read!(i.b);
                if i.n == 0 && value.is_kind(Kind::Array) {
                    write!(i.a, value);
                    continue;
                }
                step!(values::splat_array(vm, *i));
            }
            Op::SplatHash => step!(values::splat_hash(vm, *i)),
            Op::AssignableArray => step!(values::assignable_array(vm, *i)),
            Op::ExpandArray => step!(values::expand_array(vm, *i)),
            Op::ArrayAt => match ArrayRef::from_value(read!(i.b)) {
                Some(array) if array.0.shape() == vm.shapes.plain.array => write!(i.a, array.get(i.c as usize)),
                _ => step!(operators::array_at(vm, *i)),
            },
            Op::ArraySize => match ArrayRef::from_value(read!(i.b)) {
                Some(array) => write!(i.a, Value::fixnum(array.len() as i64)),
                None => step!(values::not_an_array(vm)),
            },
            Op::ArrayElement => match (ArrayRef::from_value(read!(i.b)), read!(i.c).as_fixnum()) {
                (Some(array), Some(index)) => write!(i.a, array.get(index as usize)),
                (Some(_), None) => write!(i.a, Value::NIL),
                (None, _) => step!(values::not_an_array(vm)),
            },
            Op::HashNext => match values::place_in_hash(read!(i.b), read!(i.c)) {
                Some((hash, position)) => write!(i.a, hash.next_live(position).map_or(Value::NIL, |next| Value::fixnum(next as i64))),
                None => step!(values::not_in_a_hash(vm)),
            },
            Op::HashKey => match values::place_in_hash(read!(i.b), read!(i.c)) {
                Some((hash, position)) => write!(i.a, if hash.is_live(position) { hash.key_at(position) } else { Value::NIL }),
                None => step!(values::not_in_a_hash(vm)),
            },
            Op::HashValue => match values::place_in_hash(read!(i.b), read!(i.c)) {
                Some((hash, position)) => write!(i.a, if hash.is_live(position) { hash.value_at(position) } else { Value::NIL }),
                None => step!(values::not_in_a_hash(vm)),
            },
            Op::InterpolatedString => {
                let value = read!(i.b);
                if value.is_kind(Kind::String) {
                    write!(i.a, value);
                    continue;
                }
                step!(texts::interpolated_string(vm, *i));
            }
            Op::ConcatStrings => step!(texts::concat_strings(vm, *i)),

            Op::NewEnvironment => {
                vm.registers.pc = pc.0;
                environments::open(vm, frame, i.a as usize);
            }
            Op::GetEnvironment => write!(i.a, environments::get_environment(frame, i.b, i.c)),
            Op::SetEnvironment => environments::set_environment(vm, frame, i.b, i.c, read!(i.a)),
            Op::GetInstanceVariable => {
                let feedback = code.feedback_at(i.c);
                if let Some(cell) = frame.receiver().as_cell() {
                    if cell.shape() == feedback.key.get() {
                        write!(i.a, Vm::read_variable_at(cell, feedback.location.get()));
                        continue;
                    }
                }
                step!(variables::get_instance_variable(vm, frame, *i));
            }
            Op::SetInstanceVariable => {
                let feedback = code.feedback_at(i.c);
                if !variables::store_remembered(vm, frame.receiver(), feedback, read!(i.a)) {
                    step!(variables::set_instance_variable(vm, *i));
                }
            }
            Op::GetGlobal => step!(variables::get_global(vm, *i)),
            Op::GetConstant => {
                let value = vm.assumptions.answer(Assumption(code.feedback_at(i.c).key.get()));
                if !value.is_undefined() {
                    write!(i.a, value);
                    continue;
                }
                step!(constants::get_constant(vm, *i));
            }
            Op::GetConstantFrom => step!(constants::get_constant_from(vm, *i)),
            Op::GetOnce => write!(i.a, code.feedback[i.b as usize].value.get()),
            Op::SetOnce => variables::set_once(vm, frame, *i),

            Op::Jump => pc.jump(i.bc()),
            Op::LoopBack => {
                if vm.is_interrupted() {
                    // What is attended to may raise, and is then to be raised inside the loop, where its handlers
                    // cover it; after whatever ran for it, this instruction is run again.
                    pc.jump(-1);
                    let (before, at) = (frame, pc.0);
                    step!(safepoint::service_interrupts(vm));
                    if frame != before || pc.0 != at {
                        continue;
                    }
                    pc.jump(1);
                }
                pc.jump(i.bc());
            }
            Op::JumpIf => jump_if!(i, read!(i.a).truthy()),
            Op::JumpUnless => jump_if!(i, !read!(i.a).truthy()),
            Op::JumpIfNil => jump_if!(i, read!(i.a).is_nil()),
            Op::JumpUnlessNil => jump_if!(i, !read!(i.a).is_nil()),
            Op::JumpIfDefined => jump_if!(i, !read!(i.a).is_undefined()),
            Op::JumpToClause => pc.jump(clauses::jump_for(vm, code.literal(i.bc() as u32 as usize), read!(i.a))),

            Op::Add => arithmetic!(i, Symbol::ADD, operators::add_fixnums, |x, y| x + y),
            Op::Subtract => arithmetic!(i, Symbol::SUBTRACT, operators::subtract_fixnums, |x, y| x - y),
            Op::Multiply => arithmetic!(i, Symbol::MULTIPLY, operators::multiply_fixnums, |x, y| x * y),
            Op::Divide => arithmetic!(i, Symbol::DIVIDE, operators::divide_fixnums, |x, y| x / y),
            Op::Modulo => of_fixnums!(i, read!(i.c), Symbol::MODULO, operators::modulo_fixnums),
            Op::BitAnd => of_fixnums!(i, read!(i.c), Symbol::BIT_AND, operators::and_fixnums),
            Op::BitAndInteger => of_fixnums!(i, integer!(i), Symbol::BIT_AND, operators::and_fixnums),
            Op::BitOr => of_fixnums!(i, read!(i.c), Symbol::BIT_OR, |x: Value, y: Value| Some(Value::from_word(x.word() | y.word()))),
            Op::ShiftLeft => {
                let (x, y) = (read!(i.b), read!(i.c));
                if let (Some(value), true) = (operators::shift_left_fixnums(x, y), vm.is_basic(Symbol::SHIFT_LEFT, of::INTEGER)) {
                    write!(i.a, value);
                    continue;
                }
                vm.registers.pc = pc.0;
                if operators::append_to_array(vm, x, y) || operators::append_to_string(vm, x, y) {
                    write!(i.a, x);
                    continue;
                }
                step!(operators::binary(vm, *i, y));
            }
            Op::ShiftRight => of_fixnums!(i, read!(i.c), Symbol::SHIFT_RIGHT, operators::shift_right_fixnums),
            Op::ShiftRightInteger => of_fixnums!(i, integer!(i), Symbol::SHIFT_RIGHT, operators::shift_right_fixnums),
            Op::BitXor => of_fixnums!(i, read!(i.c), Symbol::BIT_XOR, |x: Value, y: Value| Some(Value::from_word(x.word() ^ y.word() | 1))),
            Op::Compare => of_fixnums!(i, read!(i.c), Symbol::COMPARE, |x: Value, y: Value| Some(Value::fixnum(x.fixnum_value().cmp(&y.fixnum_value()) as i64))),
            Op::Power | Op::Match => step!(operators::binary(vm, *i, read!(i.c))),
            Op::Equal => equality!(i, read!(i.c)),
            Op::EqualInteger => equality!(i, integer!(i)),
            Op::CaseEqual => {
                let (x, y) = (read!(i.b), read!(i.c));
                let truth = operators::equal_values(vm, Symbol::CASE_EQUAL, x, y).or_else(|| operators::module_case_equal(vm, pc.0, x, y));
                match truth {
                    Some(truth) => pc.deliver_truth::<WATCHED>(frame, i, truth),
                    None => step!(operators::binary(vm, *i, y)),
                }
            }
            Op::NotEqual => match operators::unequal_values(vm, read!(i.b), read!(i.c)) {
                Some(truth) => pc.deliver_truth::<WATCHED>(frame, i, truth),
                None => step!(operators::not_equal(vm, *i)),
            },
            Op::Less => comparison!(i, read!(i.c), Symbol::LESS, i64::lt, f64::lt),
            Op::LessInteger => comparison!(i, integer!(i), Symbol::LESS, i64::lt, f64::lt),
            Op::LessEqual => comparison!(i, read!(i.c), Symbol::LESS_EQUAL, i64::le, f64::le),
            Op::LessEqualInteger => comparison!(i, integer!(i), Symbol::LESS_EQUAL, i64::le, f64::le),
            Op::Greater => comparison!(i, read!(i.c), Symbol::GREATER, i64::gt, f64::gt),
            Op::GreaterInteger => comparison!(i, integer!(i), Symbol::GREATER, i64::gt, f64::gt),
            Op::GreaterEqual => comparison!(i, read!(i.c), Symbol::GREATER_EQUAL, i64::ge, f64::ge),
            Op::GreaterEqualInteger => comparison!(i, integer!(i), Symbol::GREATER_EQUAL, i64::ge, f64::ge),
            Op::Index => index!(i, read!(i.c)),
            Op::IndexInteger => index!(i, integer!(i)),
            Op::IndexSet => {
                vm.registers.pc = pc.0;
                let (x, y, z) = (read!(i.a), read!(i.b), read!(i.c));
                if !operators::array_index_set(vm, x, y, z) && !operators::hash_index_set(vm, x, y, z) {
                    step!(operators::index_set(vm, *i));
                }
            }
            Op::AddInteger => {
                let x = read!(i.b);
                if x.is_fixnum() && vm.is_basic(Symbol::ADD, of::INTEGER) {
                    if let Some(value) = operators::add_fixnums(x, integer!(i)) {
                        write!(i.a, value);
                        if !WATCHED {
                            pc.take_back_edge(vm, frame);
                        }
                        continue;
                    }
                }
                step!(operators::binary(vm, *i, integer!(i)));
            }
            Op::SubtractInteger => of_fixnums!(i, integer!(i), Symbol::SUBTRACT, operators::subtract_fixnums),
            Op::Not => {
                let x = read!(i.b);
                if operators::has_plain_not(vm, pc.0, x) {
                    pc.deliver_truth::<WATCHED>(frame, i, !x.truthy());
                } else {
                    step!(operators::unary(vm, *i));
                }
            }
            Op::IsNil => {
                let x = read!(i.b);
                if operators::has_plain_nil_test(vm, pc.0, x) {
                    pc.deliver_truth::<WATCHED>(frame, i, x.is_nil());
                } else {
                    step!(operators::unary(vm, *i));
                }
            }
            Op::Negate => {
                let x = read!(i.b);
                match x.as_fixnum().and_then(|integer| Value::try_fixnum(-integer)) {
                    Some(value) if vm.is_basic(Symbol::NEGATE, of::INTEGER) => write!(i.a, value),
                    _ => step!(operators::unary(vm, *i)),
                }
            }

            Op::Send => {
                let window = frame.window(i.b as usize);
                if i.n & sending::SELF_CALL != 0 {
                    window.set_receiver(frame.receiver());
                }
                let receiver = window.receiver();
                let known = call_sites::own_entry(code.cache(i.site()), vm.shape_of(receiver));
                if let Some((cache, method)) = known.map(|cache| (cache, call_sites::method_of(vm, cache))).filter(|(_, method)| !method.is_undefined()) {
                    let target = cache.target.get();
                    // Nearly half of all calls: tested first, they need no jump through a table.
                    if let CallTarget::Simple(callee) = target {
                        // SAFETY: a cached code is kept alive by the method that it is of.
                        let callee = unsafe { &*callee };
                        if vm.has_room(window, callee.registers as usize) {
                            let block = blocks::passed_by(vm, frame, code, i);
                            open_method!(window, callee, 0, Identity { block, method, environment: Value::NIL });
                        }
                    }
                    match target {
                        CallTarget::Adapted(layout, callee) => {
                            // SAFETY: as above.
                            let callee = unsafe { &*callee };
                            let site = code.site(i.site());
                            if vm.has_room(window, callee.registers as usize) {
                                layout.apply(window, site, callee);
                                let block = blocks::passed_by(vm, frame, code, i);
                                let identity = Identity { block, method, environment: Value::NIL };
                                open_method!(window, callee, 0, identity, layout.entry() as i32);
                            }
                        }
                        CallTarget::Passing(layout, callee) => {
                            // SAFETY: as above.
                            let callee = unsafe { &*callee };
                            vm.registers.pc = pc.0;
                            if let Some(block) = plain_calls::pass_block(vm, window, code.site(i.site()), layout, callee) {
                                let identity = Identity { block, method, environment: Value::NIL };
                                open_method!(window, callee, 0, identity, layout.entry() as i32);
                            }
                        }
                        CallTarget::Spread(callee) => {
                            // SAFETY: as above.
                            let callee = unsafe { &*callee };
                            if calls::spread_array(vm, window, code.site(i.site()), callee) {
                                let block = blocks::passed_by(vm, frame, code, i);
                                open_method!(window, callee, 0, Identity { block, method, environment: Value::NIL });
                            }
                        }
                        CallTarget::MethodBlock(callee) => {
                            // SAFETY: as above.
                            let callee = unsafe { &*callee };
                            if vm.has_room(window, callee.registers as usize)
                                && let Some((closure, _)) = MethodRef::from_value(method).and_then(blocks::method_block)
                            {
                                let identity = Identity { block: closure.value(), method, environment: closure.environment() };
                                open_method!(window, callee, frame_flags::LAMBDA | frame_flags::METHOD_BLOCK, identity);
                            }
                        }
                        CallTarget::Leaf(count, native) => {
                            vm.registers.pc = pc.0;
                            window.set_block(blocks::passed_by(vm, frame, code, i));
                            match native(vm, Arguments::new(window.arguments_pointer(), count as usize)) {
                                Ok(value) => {
                                    write!(i.a, value);
                                    continue;
                                }
                                Err(Exit::Fallback) => {
                                    step!(plain_calls::call_body(vm, *i));
                                    continue;
                                }
                                Err(exit) => {
                                    let exit = plain_calls::blame(vm, *i, exit);
                                    step!(Err::<(), Exit>(exit));
                                    continue;
                                }
                            }
                        }
                        CallTarget::Reader(place) => {
                            if let Some(cell) = receiver.as_cell() {
                                write!(i.a, Vm::read_variable_at(cell, place));
                                continue;
                            }
                        }
                        CallTarget::FarReader(name) => { write!(i.a, vm.get_variable(receiver, name)); continue }
                        CallTarget::Writer(place) => {
                            if let Some(cell) = receiver.as_cell().filter(|cell| !cell.has_flag(flags::FROZEN)) {
                                vm.write_variable_at(cell, place, window.register(0));
                                continue;
                            }
                        }
                        CallTarget::Adder(place, shape) => {
                            if let Some(cell) = receiver.as_cell().filter(|cell| !cell.has_flag(flags::FROZEN)) {
                                cell.set_shape(shape);
                                vm.write_variable_at(cell, place, window.register(0));
                                continue;
                            }
                        }
                        CallTarget::New(initialize, layout) => {
                            vm.registers.pc = pc.0;
                            if let Some(entry) = calls::open_constructor(vm, frame, code, i, cache, (initialize, layout)) {
                                enter!(window, window.code());
                                pc.jump(entry);
                                continue;
                            }
                            step!(plain_calls::call_new(vm, *i));
                            continue;
                        }
                        CallTarget::Call => {
                            if let Some(closure) = ProcRef::from_value(receiver) {
                                if let Some(callee) = blocks::open_proc(vm, frame, pc.0, window, closure, code.site(i.site()).arguments) {
                                    enter!(window, callee);
                                    continue;
                                }
                            }
                        }
                        CallTarget::Resume => {
                            let argument = if code.site(i.site()).arguments == 0 { Value::NIL } else { window.register(0) };
                            if let Some(resumed) = fibers::resume_at_once(vm, frame, code, pc.0, receiver) {
                                go_on!(resumed, argument);
                                continue;
                            }
                            step!(plain_calls::call_special(vm, *i, method, vm.natives.special(specials::FIBER_RESUME)));
                            continue;
                        }
                        CallTarget::FiberYield => {
                            let argument = if code.site(i.site()).arguments == 0 { Value::NIL } else { window.register(0) };
                            if let Some(resumer) = fibers::yield_at_once(vm, frame, code, pc.0) {
                                go_on!(resumer, argument);
                                continue;
                            }
                            step!(plain_calls::call_special(vm, *i, method, vm.natives.special(specials::FIBER_YIELD)));
                            continue;
                        }
                        CallTarget::Special(special) => {
                            step!(plain_calls::call_special(vm, *i, method, special));
                            continue;
                        }
                        CallTarget::Simple(_) | CallTarget::General | CallTarget::None | CallTarget::SuperSimple(_) | CallTarget::SuperLeaf(_) | CallTarget::Super | CallTarget::NoResponse(_) => {}
                    }
                }
                step!(calls::send(vm, *i));
            }
            Op::Super => match calls::open_super(vm, frame, code, pc.0, *i) {
                Some((window, callee)) => enter!(window, callee),
                None => step!(calls::call_super(vm, *i)),
            },
            Op::Yield => {
                let site = code.site(i.site());
                if site.plain {
                    let window = frame.window(i.b as usize);
                    if let Some(callee) = blocks::open_yield(vm, frame, code, pc.0, window, site.arguments) {
                        enter!(window, callee);
                        continue;
                    }
                    if site.arguments == 1
                        && let Some(answer) = blocks::answer_yield(vm, frame, code, pc.0, window)
                    {
                        match answer {
                            Ok(value) => write!(i.a, value),
                            Err(exit) => step!(Err::<(), Exit>(exit)),
                        }
                        continue;
                    }
                }
                step!(blocks::call_yield(vm, *i));
            }
            Op::CallPrimitive => {
                let window = frame.window(code.registers as usize);
                if let Some(NativeNumber::Leaf(number)) = code.native(i.c) {
                    let native = vm.natives.leaf(number);
                    vm.registers.pc = pc.0;
                    window.set_receiver(Value::NIL);
                    window.set_block(Value::NIL);
                    for index in 0..i.n as usize {
                        window.set_register(index, read!(i.b as usize + index));
                    }
                    match native(vm, Arguments::new(window.arguments_pointer(), i.n as usize)) {
                        Ok(value) => write!(i.a, value),
                        Err(exit) => step!(calls::declined_primitive(vm, *i, exit)),
                    }
                    continue;
                }
                step!(calls::call_special_primitive(vm, *i, window));
            }
            Op::CallHelper => step!(calls::call_helper(vm, *i)),
            Op::Return => {
                let value = read!(i.a);
                let plain = !frame.has_flags(frame_flags::NEEDS_CARE | frame_flags::CONSTRUCT);
                if plain || !frame.has_flags(frame_flags::NEEDS_CARE) {
                    let value = if plain { value } else { frame.receiver() };
                    if i.b != 0 {
                        environments::close(vm, frame, i.b as usize);
                    }
                    // The first frame of a stack needs care.
                    let caller = frame.certain_caller();
                    vm.registers.frame = caller;
                    go_on!(caller, value);
                    continue;
                }
                vm.registers.pc = pc.0;
                match exits::leave_frame(vm, value) {
                    Ok(None) => {
                        frame = vm.registers.frame;
                        code = frame.code();
                        pc = InstructionPointer(vm.registers.pc);
                    }
                    Ok(Some(value)) => return Ok(value),
                    Err(exit) => {
                        // It is raised where the frame was left to.
                        pc = InstructionPointer(vm.registers.pc);
                        step!(Err::<(), Exit>(exit));
                    }
                }
            }
            Op::ReturnFromMethod => step!(exits::return_from_method(vm, read!(i.a))),
            Op::Break => step!(exits::break_from_block(vm, read!(i.a))),
            Op::BlockGiven => {
                let given = blocks::is_given(vm, frame);
                pc.deliver_truth::<WATCHED>(frame, i, given);
            }
            Op::GetBlock => {
                vm.registers.pc = pc.0;
                let value = blocks::given_block(vm, frame);
                write!(i.a, value);
            }
            Op::NewLambda => {
                vm.registers.pc = pc.0;
                let value = blocks::new_lambda(vm, frame, *i);
                write!(i.a, value);
            }

            Op::Rethrow => step!(Err::<(), Exit>(Exit::Raise(read!(i.a)))),
            Op::GetErrorInfo => write!(i.a, vm.registers.fiber.error_info()),
            Op::SetErrorInfo => {
                let (fiber, value) = (vm.registers.fiber, read!(i.a));
                fiber.set_error_info(vm, value);
            }
            Op::GetLastMatch => write!(i.a, vm.last_match_of(frame)),
            Op::GetClassVariable => step!(variables::get_class_variable(vm, *i)),
            Op::HashMerge | Op::NewRange | Op::NewRegexp | Op::StringToSymbol | Op::SetClassVariable
            | Op::SetConstant | Op::GetBackReference | Op::Defined | Op::DefineMethod | Op::DefineSingletonMethod
            | Op::OpenClass | Op::OpenSingletonClass | Op::AliasMethod | Op::UndefineMethod | Op::SetFrameVariable
            | Op::RescueMatch | Op::SetGlobal | Op::GetFrameVariable | Op::AliasGlobal | Op::Count => step!(super::take_rare_step(vm, *i)),
        }
    }
}
