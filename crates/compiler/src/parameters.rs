//! Parameters: how they arrive, and the prologue that finishes them.
//!
//! Parameters arrive in the first registers. The prologue opens the environment,
//! copies captured ones into it, computes the defaults that were not passed, and
//! takes destructured ones apart. A function with optional parameters has one entry
//! for each number of them that may have been passed:
//!
//! ```text
//!   entry 0:  open the environment, copy what arrived;   jump to default 0
//!   entry 1:  the same, and the first optional;          jump to default 1
//!   entry 2:  the same, and both
//!             jump to body
//!   default 0: ...   default 1: ...
//!   body:
//! ```
//!
//! In the core library `|value = Primitive.packed|` is a parameter that all of the arguments arrive in: nil, the only
//! one, or an Array of several (`FunctionFlags::PACKS`). `|value = Primitive.packed, several = Primitive.several|` also tells whether
//! they are in an Array, which they are where there is none, too: what passes them on as they came makes none for one.

use ruby_prism::*;
use rutile_bytecode::{Function, FunctionFlags, Keyword, KeywordRest, Op, Parameters};

use crate::captures::{ANONYMOUS_BLOCK, ANONYMOUS_KEYWORDS, ANONYMOUS_REST, IMPLICIT_IT, ScopeFacts};
use crate::compiler::{Compiler, Destination};
use crate::error::{CompileError, Result};
use crate::scope::{Label, Place, Register, Variable};
use crate::text;

/// A positional or other parameter in the order of registers.
pub(crate) struct Arrival {
    pub name: String,
    pub role: Role,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    Required,
    Optional,
    Rest,
    Post,
    Keyword { required: bool },
    KeywordRest,
    Block,
}

/// The name of a parameter as the program wrote it; nothing if it wrote none.
pub(crate) fn written_name(name: &str) -> &str {
    name.split('(').next().unwrap_or_default()
}

/// The hidden name of the destructured parameter that begins at `offset`.
fn destructured_name(offset: u32) -> String {
    format!("(destructured {offset})")
}

/// All parameters of a list in the order of registers. Of several with one name (`_`) the first keeps it; the others have
/// hidden ones, for `super` passes each of them on.
pub(crate) fn arrivals(node: &ParametersNode<'_>) -> Vec<Arrival> {
    let mut list: Vec<Arrival> = Vec::new();
    let mut add = |name: String, role: Role| {
        let repeated = name.starts_with('_') && list.iter().any(|earlier| earlier.name == name);
        let name = if repeated { format!("{name}(again {})", list.len()) } else { name };
        list.push(Arrival { name, role });
    };
    for required in node.requireds().iter() {
        add(required_name(&required), Role::Required);
    }
    for optional in node.optionals().iter().filter_map(|node| node.as_optional_parameter_node()) {
        add(text(&optional.name()), Role::Optional);
    }
    match node.rest() {
        Some(Node::ImplicitRestNode { .. }) | None => {}
        Some(rest) => {
            let name = rest.as_rest_parameter_node().and_then(|rest| rest.name());
            add(name.map_or_else(|| ANONYMOUS_REST.to_string(), |name| text(&name)), Role::Rest);
        }
    }
    let forwarding = node.keyword_rest().is_some_and(|rest| matches!(rest, Node::ForwardingParameterNode { .. }));
    if forwarding && node.rest().is_none() {
        add(ANONYMOUS_REST.to_string(), Role::Rest);
    }
    for post in node.posts().iter() {
        add(required_name(&post), Role::Post);
    }
    for keyword in node.keywords().iter() {
        if let Some(keyword) = keyword.as_required_keyword_parameter_node() {
            add(text(&keyword.name()), Role::Keyword { required: true });
        } else if let Some(keyword) = keyword.as_optional_keyword_parameter_node() {
            add(text(&keyword.name()), Role::Keyword { required: false });
        }
    }
    if let Some(rest) = node.keyword_rest().and_then(|rest| rest.as_keyword_rest_parameter_node()) {
        let name = rest.name().map_or_else(|| ANONYMOUS_KEYWORDS.to_string(), |name| text(&name));
        add(name, Role::KeywordRest);
    }
    if forwarding {
        add(ANONYMOUS_KEYWORDS.to_string(), Role::KeywordRest);
        add(ANONYMOUS_BLOCK.to_string(), Role::Block);
    }
    if let Some(block) = node.block().and_then(|block| block.as_block_parameter_node()) {
        let name = block.name().map_or_else(|| ANONYMOUS_BLOCK.to_string(), |name| text(&name));
        add(name, Role::Block);
    }
    list
}

/// The names of all parameters, those of anonymous and destructured ones included.
pub(crate) fn parameter_names(node: &ParametersNode<'_>) -> Vec<String> {
    arrivals(node).into_iter().map(|arrival| arrival.name).collect()
}

/// Whether the parameters are `name = Primitive.packed`, and maybe `name = Primitive.several`.
fn packs(list: &ParametersNode<'_>) -> bool {
    let count = list.optionals().iter().count();
    (1..=2).contains(&count)
        && arrivals(list).len() == count
        && list.optionals().iter().zip([b"packed".as_slice(), b"several"]).all(|(node, name)| is_primitive(&node, name))
}

/// Whether an optional parameter's default is `Primitive.name`.
fn is_primitive(parameter: &Node<'_>, name: &[u8]) -> bool {
    parameter.as_optional_parameter_node().and_then(|optional| optional.value().as_call_node()).is_some_and(|call| {
        call.name().as_slice() == name && call.receiver().is_some_and(|receiver| receiver.location().as_slice() == b"Primitive")
    })
}

fn required_name(node: &Node<'_>) -> String {
    match node.as_required_parameter_node() {
        Some(parameter) => text(&parameter.name()),
        None => destructured_name(node.location().start()),
    }
}

impl<'pr> Compiler<'pr> {
    /// Declares the parameters and variables of a method, block or lambda and writes its prologue.
    pub(crate) fn compile_prologue(
        &mut self, list: Option<&ParametersNode<'pr>>, locals: &[String], facts: &ScopeFacts, is_method: bool,
    ) -> Result<()> {
        let mut arrived = list.map(arrivals).unwrap_or_default();
        if self.options.core && list.is_some_and(packs) {
            arrived.iter_mut().for_each(|arrival| arrival.role = Role::Required);
            let flags = if arrived.len() == 2 { FunctionFlags::PACKS | FunctionFlags::TELLS_SEVERAL } else { FunctionFlags::PACKS };
            self.scope_mut().function.flags.set(flags);
        }
        if arrived.len() > u16::MAX as usize {
            return Err(CompileError::Limit("too many parameters"));
        }
        // A block that is only passed on never becomes a Proc.
        if let Some(last) = arrived.last()
            && last.role == Role::Block
            && is_method
            && !facts.captures_all
            && (last.name == ANONYMOUS_BLOCK || !facts.block_escapes && !facts.is_captured(&last.name))
        {
            let name = last.name.clone();
            self.scope_mut().forwarded_block = Some(name);
            self.scope_mut().function.flags.set(FunctionFlags::USES_BLOCK);
            arrived.pop();
        }
        self.scope_mut().arrivals = arrived.iter().map(|arrival| (arrival.name.clone(), arrival.role)).collect();
        self.declare_parameters(list, &arrived);
        self.finish_prologue(list, &arrived, locals, facts)
    }

    /// Fills in the function's parameter table.
    fn declare_parameters(&mut self, list: Option<&ParametersNode<'pr>>, arrived: &[Arrival]) {
        let mut parameters = Parameters::default();
        for arrival in arrived {
            match arrival.role {
                Role::Required => parameters.required += 1,
                Role::Optional => parameters.optional += 1,
                Role::Rest => parameters.rest = true,
                Role::Post => parameters.post += 1,
                Role::Keyword { required } => {
                    parameters.keywords.push(Keyword { name: written_name(&arrival.name).to_string(), required });
                    continue;
                }
                Role::KeywordRest => parameters.keyword_rest = KeywordRest::Collected,
                Role::Block => {
                    parameters.block = true;
                    self.scope_mut().function.flags.set(FunctionFlags::USES_BLOCK);
                }
            }
            parameters.names.push(written_name(&arrival.name).to_string());
        }
        if self.scope().function.flags.has(FunctionFlags::TELLS_SEVERAL) {
            parameters.required = 1;
            parameters.names.truncate(1);
        }
        // The name of a block that is only passed on is told, though it has no register.
        parameters.names.extend(self.scope().forwarded_block.as_deref().map(|name| written_name(name).to_string()));
        if let Some(list) = list {
            if matches!(list.keyword_rest(), Some(Node::NoKeywordsParameterNode { .. })) {
                parameters.keyword_rest = KeywordRest::Forbidden;
            }
            parameters.excess_comma = matches!(list.rest(), Some(Node::ImplicitRestNode { .. }));
        }
        self.scope_mut().function.parameters = parameters;
    }

    fn finish_prologue(
        &mut self, list: Option<&ParametersNode<'pr>>, arrived: &[Arrival], locals: &[String], facts: &ScopeFacts,
    ) -> Result<()> {
        let first = self.allocate_many(arrived.len())?;
        for (index, arrival) in arrived.iter().enumerate() {
            self.define_variable(&arrival.name, facts.is_captured(&arrival.name), Some(first + index as u16))?;
        }
        let first_local = self.mark();
        let forwarded = self.scope().forwarded_block.clone();
        if let Some(name) = &forwarded {
            self.list_local(name, Function::FRAME_BLOCK);
        }
        for name in locals.iter().chain(&facts.hidden) {
            if forwarded.as_ref() != Some(name) {
                self.define_variable(name, facts.is_captured(name), None)?;
            }
        }
        self.end_of_variables();
        let optionals: Vec<OptionalParameterNode<'pr>> = list
            .filter(|_| arrived.iter().any(|arrival| arrival.role == Role::Optional))
            .map(|list| list.optionals().iter().filter_map(|node| node.as_optional_parameter_node()).collect())
            .unwrap_or_default();
        if optionals.is_empty() {
            self.open_entry(arrived, first_local, 0);
        } else {
            self.compile_optionals(&optionals, arrived, first_local)?;
        }
        if let Some(list) = list {
            self.compile_keyword_defaults(list, arrived)?;
            self.compile_destructuring(list)?;
        }
        Ok(())
    }

    /// Begins as every entry does: the environment, copies of captured parameters (of optional ones only the first
    /// `passed`), nil in the other variables.
    fn open_entry(&mut self, arrived: &[Arrival], first_local: Register, passed: usize) {
        self.open_environment();
        self.clear_locals(first_local);
        let mut optional = 0;
        for (register, arrival) in arrived.iter().enumerate() {
            match arrival.role {
                Role::Keyword { .. } => continue,
                Role::Optional => {
                    optional += 1;
                    if optional > passed {
                        continue;
                    }
                }
                _ => {}
            }
            self.copy_captured(&arrival.name, register as Register);
        }
    }

    /// Copies a parameter into the environment if it is captured.
    fn copy_captured(&mut self, name: &str, register: Register) {
        if let Some(Place::Slot(slot)) = self.scope().places.get(name).copied() {
            self.emit(Op::SetEnvironment, register, slot, 0);
        }
    }

    fn compile_optionals(
        &mut self, optionals: &[OptionalParameterNode<'pr>], arrived: &[Arrival], first_local: Register,
    ) -> Result<()> {
        let nothing_to_open =
            !self.scope().has_environment() && self.mark() == first_local;
        let defaults: Vec<Label> = optionals.iter().map(|_| self.new_label()).collect();
        let body = self.new_label();
        let mut entries = Vec::new();
        if !nothing_to_open {
            for passed in 0..=optionals.len() {
                entries.push(self.here());
                self.open_entry(arrived, first_local, passed);
                self.jump(defaults.get(passed).copied().unwrap_or(body));
            }
        }
        let first = arrived.iter().take_while(|arrival| arrival.role == Role::Required).count() as Register;
        for (index, optional) in optionals.iter().enumerate() {
            self.bind(defaults[index]);
            if nothing_to_open {
                entries.push(self.here());
            }
            let register = first + index as Register;
            // The default may read the parameter itself, which is nil then.
            if mentions(&optional.value(), optional.name().as_slice()) {
                self.emit(Op::LoadNil, register, 0, 0);
            }
            self.at_node(&optional.as_node());
            let mark = self.mark();
            self.compile(&optional.value(), Destination::Into(register))?;
            self.release(mark);
            self.copy_captured(&arrived[register as usize].name, register);
        }
        self.bind(body);
        if nothing_to_open {
            entries.push(self.here());
        }
        self.scope_mut().function.parameters.optional_entries = entries;
        Ok(())
    }

    fn compile_keyword_defaults(&mut self, list: &ParametersNode<'pr>, arrived: &[Arrival]) -> Result<()> {
        let first = arrived.iter().take_while(|arrival| !matches!(arrival.role, Role::Keyword { .. })).count();
        for (index, keyword) in list.keywords().iter().enumerate() {
            let register = (first + index) as Register;
            if let Some(optional) = keyword.as_optional_keyword_parameter_node() {
                let given = self.new_label();
                self.at_node(&optional.as_node());
                self.branch(Op::JumpIfDefined, register, given);
                if mentions(&optional.value(), optional.name().as_slice()) {
                    self.emit(Op::LoadNil, register, 0, 0);
                }
                let mark = self.mark();
                self.compile(&optional.value(), Destination::Into(register))?;
                self.release(mark);
                self.bind(given);
            }
            if let Some(arrival) = arrived.get(first + index) {
                self.copy_captured(&arrival.name, register);
            }
        }
        Ok(())
    }

    fn compile_destructuring(&mut self, list: &ParametersNode<'pr>) -> Result<()> {
        for node in list.requireds().iter().chain(list.posts().iter()) {
            let Some(target) = node.as_multi_target_node() else { continue };
            let variable = self.resolve(&required_name(&node), 0)?;
            let mark = self.mark();
            let value = self.read_variable(variable, Destination::Any)?;
            self.at_node(&target.as_node());
            self.compile_multi_target(&target, value)?;
            self.release(mark);
        }
        Ok(())
    }

    /// Parameters that the body of a block implies: `_1` .. `_9` or `it`.
    pub(crate) fn compile_implied_parameters(
        &mut self, node: &Node<'pr>, locals: &[String], facts: &ScopeFacts,
    ) -> Result<()> {
        let mut parameters = Parameters::default();
        let names: Vec<String> = match node.as_numbered_parameters_node() {
            Some(numbered) => {
                parameters.numbered = numbered.maximum();
                (1..=numbered.maximum()).map(|number| format!("_{number}")).collect()
            }
            None => {
                parameters.implicit_it = true;
                vec![IMPLICIT_IT.to_string()]
            }
        };
        parameters.required = names.len() as u16;
        parameters.auto_splat = names.len() > 1;
        parameters.names = if parameters.implicit_it { vec![String::new()] } else { names.clone() };
        self.scope_mut().function.parameters = parameters;
        let arrived: Vec<Arrival> =
            names.into_iter().map(|name| Arrival { name, role: Role::Required }).collect();
        self.finish_prologue(None, &arrived, locals, facts)
    }

    /// The variable of a parameter for `super` without arguments, seen from the current scope.
    pub(crate) fn parameter_variable(&self, name: &str) -> Option<Variable> {
        self.resolve_hidden(name)
    }
}

/// Whether the source of a default mentions a name (it may do so in other roles: the answer is cautious).
fn mentions(node: &Node<'_>, name: &[u8]) -> bool {
    node.location().as_slice().windows(name.len().max(1)).any(|window| window == name)
}
