//! Bindings: the variables and the self of a place in the program.
//!
//! The variables are those of a chain of environments, whose names the chain of code tells. Locals that stand in
//! registers come before them, as *views*: environments whose only slot holds the activation of a frame.
//!
//! ```text
//!   binding of a block in a method
//!     environment -> [view of the block's frame] -> [view of the method's] -> [block's captured] -> [method's captured]
//!     code        -> block's code -> method's code
//! ```
//!
//! Each code in turn has names for one environment, if it captures anything; a view names its own. The views of
//! the frames outside stand before the environments of those inside, so a name may be *hidden* by one that
//! comes later; it is left out.

use rutile_compiler::EvalScope;

use crate::code::Code;
use crate::code::native::Exit;
use crate::code::stack::FrameRef;
use crate::interpreter::{activations, as_proc, block_of};
use crate::object::records::{ActivationRef, BindingRef, EnvironmentRef, ProcRef};
use crate::value::Value;
use crate::value::fields::Fields;
use crate::value::kind::{Header, Kind, flags, header};
use crate::value::symbol::Symbol;
use crate::vm::Vm;

/// One environment that a binding sees.
pub struct Level {
    pub environment: EnvironmentRef,
    /// How many scopes lie between.
    pub distance: usize,
    /// By slot, or by place among the frame's locals; `None`: hidden.
    pub names: Vec<Option<Symbol>>,
}

impl EnvironmentRef {
    /// The activation that it is a view of.
    pub fn view(self) -> Option<ActivationRef> {
        if self.0.has_flag(flags::SPECIAL) { ActivationRef::from_value(self.slot(0)) } else { None }
    }
}

impl Vm {
    /// A binding of a frame of the running fiber.
    pub fn new_binding(&mut self, frame: FrameRef) -> BindingRef {
        let binding = self.empty_binding();
        let block = block_of(self, frame);
        let block = as_proc(self, block);
        let pc = if frame == self.registers.frame { self.pc_index() } else { frame.pc() };
        let shown = activations::shown_by(self, frame);
        let environment = self.with_views(shown, frame.environment());
        binding.set_receiver(self, frame.receiver());
        binding.set_environment(self, environment);
        binding.set_method(self, frame.method());
        binding.set_block(self, block);
        binding.set_code(self, frame.code_value());
        binding.set_line(self, Value::fixnum(frame.code().line_at(pc) as i64));
        binding.set_place(self, frame.code_value());
        binding
    }

    /// The binding of a Proc that is code: of the place where it was made.
    pub fn binding_of_proc(&mut self, closure: ProcRef, code: &Code) -> BindingRef {
        let binding = self.empty_binding();
        let shown = activations::of_proc(self, closure);
        let environment = self.with_views(shown, closure.environment());
        binding.set_receiver(self, closure.receiver());
        binding.set_environment(self, environment);
        binding.set_method(self, closure.method());
        binding.set_block(self, closure.block());
        binding.set_code(self, code.parent.get());
        binding.set_line(self, Value::fixnum(code.line as i64));
        binding.set_place(self, code.cell.get());
        binding
    }

    /// A binding without anything.
    pub fn empty_binding(&mut self) -> BindingRef {
        let shape = self.shapes.of_class(self.classes.binding);
        let binding = BindingRef(self.allocate(BindingRef::WORDS * 8, header(Kind::Binding, shape, 0, 0)));
        for index in 1..BindingRef::WORDS {
            binding.0.set_field_raw(index, Value::NIL.word());
        }
        binding
    }

    /// Has a binding show the locals of the running frame, of which it knows what is captured.
    pub(crate) fn show_locals(&mut self, binding: BindingRef) {
        let frame = self.registers.frame;
        if frame.code().locals().is_empty() {
            return;
        }
        let shown = activations::shown_by(self, frame);
        let environment = self.with_views(shown, frame.environment());
        binding.set_environment(self, environment);
        binding.set_code(self, frame.code_value());
    }

    /// An environment, behind views of the frames of an activation and of those around it.
    fn with_views(&mut self, activation: Value, environment: Value) -> Value {
        let mut shown = Vec::new();
        let mut next = ActivationRef::from_value(activation);
        while let Some(activation) = next {
            if activation.code().is_some_and(|code| !code.locals().is_empty()) {
                shown.push(activation);
            }
            next = activation.around();
        }
        let mut environment = self.kept(environment);
        // The innermost holds all the others: the collector sees them.
        for activation in shown.into_iter().rev() {
            let view = self.new_environment(environment, 1, flags::SPECIAL);
            view.set_slot(self, 0, activation.value());
            environment = view.value();
        }
        environment
    }

    /// Assigns a local that a view shows.
    pub fn set_shown_local(&mut self, activation: ActivationRef, index: usize, value: Value) -> Result<(), Exit> {
        if activation.set_local(self, index, value) {
            return Ok(());
        }
        Err(self.not_implemented("assigning a block parameter that its method only passes on through a binding"))
    }

    /// The environments that a binding sees, innermost first.
    pub fn binding_levels(&self, binding: BindingRef) -> Vec<Level> {
        let mut levels = Vec::new();
        let mut code = Code::of_value(binding.code());
        let mut environment = EnvironmentRef::from_value(binding.environment());
        let mut distance = 0;
        while let Some(slots) = environment {
            if let Some(activation) = slots.view() {
                levels.extend(view_level(slots, activation, code, distance));
                environment = EnvironmentRef::from_value(slots.parent());
                continue;
            }
            let Some(current) = code else { break };
            if !current.environment().is_empty() {
                let names = current.environment().iter().map(|name| Some(*name)).collect();
                levels.push(Level { environment: slots, distance, names });
                environment = EnvironmentRef::from_value(slots.parent());
            }
            distance += 1;
            code = Code::of_value(current.parent.get());
        }
        levels
    }

    /// Where a binding has the variable of a name: the nearest in `binding_levels`, of which no list is made here.
    pub fn binding_place(&self, binding: BindingRef, name: Symbol) -> Option<(EnvironmentRef, usize)> {
        let mut nearest: Option<(usize, EnvironmentRef, usize)> = None;
        let mut code = Code::of_value(binding.code());
        let mut environment = EnvironmentRef::from_value(binding.environment());
        let mut distance = 0;
        while let Some(slots) = environment {
            if nearest.is_some_and(|(found, ..)| found <= distance) {
                break;
            }
            if let Some(activation) = slots.view() {
                let place = place_in_view(activation, code, name).map(|(outwards, place)| (distance + outwards, slots, place));
                nearest = place.filter(|place| nearest.is_none_or(|nearest| place.0 < nearest.0)).or(nearest);
                environment = EnvironmentRef::from_value(slots.parent());
                continue;
            }
            let Some(current) = code else { break };
            let names = current.environment();
            if !names.is_empty() {
                let slot = names.iter().position(|known| *known == name).filter(|slot| *slot < slots.slots());
                nearest = slot.map(|slot| (distance, slots, slot)).or(nearest);
                environment = EnvironmentRef::from_value(slots.parent());
            }
            distance += 1;
            code = Code::of_value(current.parent.get());
        }
        nearest.map(|(_, environment, place)| (environment, place))
    }

    /// The environments around an eval, as the compiler is to know them.
    pub(crate) fn binding_scopes(&self, binding: BindingRef) -> Vec<EvalScope> {
        let levels = self.binding_levels(binding);
        let text = |name: Option<Symbol>| name.map_or(String::new(), |name| self.symbol_text(name));
        let scope = |level: Level| EvalScope {
            of_frame: level.environment.view().is_some(),
            names: level.names.into_iter().map(text).collect(),
        };
        levels.into_iter().map(scope).collect()
    }
}

/// The locals that a view shows, standing before the environment of `code`, which lies so many scopes out.
fn view_level(environment: EnvironmentRef, activation: ActivationRef, code: Option<&Code>, distance: usize) -> Option<Level> {
    let shown = activation.code()?;
    let is_hidden = |name: Symbol| scopes_within(code, shown).any(|inner| inner.environment().contains(&name));
    let names = shown.locals().iter().map(|local| (!is_hidden(local.name)).then_some(local.name)).collect();
    Some(Level { environment, distance: distance + scopes_within(code, shown).count(), names })
}

/// The scopes from `code` outwards that stand within that of `shown`.
fn scopes_within<'a>(code: Option<&'a Code>, shown: &'a Code) -> impl Iterator<Item = &'a Code> {
    let outwards = std::iter::successors(code, |inner| Code::of_value(inner.parent.get()));
    outwards.take_while(|inner| inner.cell.get() != shown.cell.get())
}

/// How many scopes out of `code` a view stands that shows a local of this name, and the local's place there.
fn place_in_view(activation: ActivationRef, code: Option<&Code>, name: Symbol) -> Option<(usize, usize)> {
    let shown = activation.code()?;
    if scopes_within(code, shown).any(|inner| inner.environment().contains(&name)) {
        return None;
    }
    let place = shown.locals().iter().position(|local| local.name == name)?;
    Some((scopes_within(code, shown).count(), place))
}
