//! Method calls, `super`, attribute assignment.

use ruby_prism::*;
use rutile_bytecode::{CallFlags, CallSite, FunctionFlags, FunctionKind, KeywordRest, Op, frame, operating};

use crate::compiler::{Compiler, Destination};
use crate::error::{CompileError, Result};
use crate::operators::single_argument;
use crate::parameters::{Role, written_name};
use crate::scope::{Label, Register};
use crate::text;
use crate::variables::located;

impl<'pr> Compiler<'pr> {
    pub(crate) fn compile_call(&mut self, call: &CallNode<'pr>, destination: Destination) -> Result<Register> {
        if call.is_attribute_write() {
            return self.compile_attribute_write(call, destination);
        }
        if let Some(register) = self.compile_special_call(call, destination)? {
            return Ok(register);
        }
        if let Some(register) = self.compile_operator(call, destination, 0)? {
            return Ok(register);
        }
        self.compile_plain_call(call, destination)
    }

    /// Sets the line to the one that a backtrace shows for a call: that of its name.
    pub(crate) fn at_call(&mut self, call: &CallNode<'pr>) {
        let location = call.message_loc().unwrap_or_else(|| call.location());
        self.at(&location);
        let whole = call.location();
        self.scope_mut().position = (whole.start(), whole.end());
        self.note_node(&call.as_node());
    }

    fn compile_plain_call(&mut self, call: &CallNode<'pr>, destination: Destination) -> Result<Register> {
        let core_raise = self.is_core_raise(call);
        let (window, skip) = if core_raise {
            (self.open_call_of_helpers()?, None)
        } else {
            self.open_call(call.receiver().as_ref(), call.is_safe_navigation())?
        };
        let counter = self.cover_safe_call(call);
        let mut site = self.compile_arguments(call.arguments().as_ref(), call.block().as_ref())?;
        site.name = self.site_name(&text(&call.name()));
        if !core_raise {
            self.flag_receiver(call, &mut site);
        }
        self.at_call(call);
        let to = self.emit_call(Op::Send, window, site, destination)?;
        self.close_call(skip, counter, to, destination);
        Ok(to)
    }

    /// `raise` in the core library asks nobody: its methods serve objects that have no `raise`, or one that means something else.
    fn is_core_raise(&self, call: &CallNode<'pr>) -> bool {
        self.options.core && call.receiver().is_none() && call.name().as_slice() == b"raise"
    }

    /// Opens a window for a call of the core library's helpers.
    fn open_call_of_helpers(&mut self) -> Result<Register> {
        let window = self.mark();
        let place = window as u32 + frame::RECEIVER as u32;
        self.touch(place + 1)?;
        self.reserve_to(place + 1)?;
        self.read_constant_from(None, "Rutile", place as Register)?;
        self.reserve_to(window as u32 + frame::HEADER as u32)?;
        Ok(window)
    }

    fn flag_receiver(&mut self, call: &CallNode<'pr>, site: &mut CallSite) {
        if call.receiver().is_none_or(|receiver| matches!(receiver, Node::SelfNode { .. })) {
            site.flags.set(CallFlags::SELF_CALL);
        }
        if call.is_variable_call() {
            site.flags.set(CallFlags::VARIABLE_CALL);
        }
    }

    /// Opens a window and puts the receiver into it; the answer is the window and, with `&.`, where to go for nil.
    pub(crate) fn open_call(
        &mut self, receiver: Option<&Node<'pr>>, safe: bool,
    ) -> Result<(Register, Option<Label>)> {
        let window = self.mark();
        let place = window as u32 + frame::RECEIVER as u32;
        self.touch(place + 1)?;
        let mut skip = None;
        match receiver {
            None | Some(Node::SelfNode { .. }) => {}
            Some(receiver) => {
                if !self.writes_last(receiver) {
                    self.reserve_to(place + 1)?;
                }
                self.compile(receiver, Destination::Into(place as Register))?;
                if safe {
                    let label = self.new_label();
                    self.branch(Op::JumpIfNil, place as Register, label);
                    skip = Some(label);
                }
            }
        }
        self.reserve_to(window as u32 + frame::HEADER as u32)?;
        Ok((window, skip))
    }

    /// The branches of `&.`, of which the call is the first: it is counted here.
    fn cover_safe_call(&mut self, call: &CallNode<'pr>) -> Option<u32> {
        if !call.is_safe_navigation() {
            return None;
        }
        let counter = self.cover_safe_navigation(call);
        self.count_branch(counter, 0);
        counter
    }

    /// Ends a call with `&.`: its value is nil where the receiver was.
    fn close_call(&mut self, skip: Option<Label>, counter: Option<u32>, to: Register, destination: Destination) {
        let Some(skip) = skip else { return };
        if destination == Destination::Discard && counter.is_none() {
            return self.bind(skip);
        }
        let end = self.new_label();
        self.jump(end);
        self.bind(skip);
        self.count_branch(counter, 1);
        if destination != Destination::Discard {
            self.emit(Op::LoadNil, to, 0, 0);
        }
        self.bind(end);
    }

    /// Calls that have a meaning of their own for the compiler.
    fn compile_special_call(&mut self, call: &CallNode<'pr>, destination: Destination) -> Result<Option<Register>> {
        let name = call.name();
        let plain = call.arguments().is_none() && call.block().is_none();
        match (call.receiver(), name.as_slice()) {
            (None, b"block_given?") if plain => {
                self.uses_block();
                let to = self.place(destination)?;
                self.emit(Op::BlockGiven, to, 0, 0);
                Ok(Some(to))
            }
            (Some(receiver), b"freeze" | b"-@") if plain && !call.is_safe_navigation() => {
                let Some(string) = receiver.as_string_node() else { return Ok(None) };
                let to = self.place(destination)?;
                let literal = self.string_literal(&string);
                self.load_literal(to, literal);
                Ok(Some(to))
            }
            (Some(Node::ConstantReadNode { .. }), _) if self.options.core => self.compile_primitive(call, destination),
            _ => Ok(None),
        }
    }

    /// `Primitive.name(a, b)` in the core library.
    fn compile_primitive(&mut self, call: &CallNode<'pr>, destination: Destination) -> Result<Option<Register>> {
        let is_primitive = call
            .receiver()
            .and_then(|receiver| receiver.as_constant_read_node())
            .is_some_and(|constant| constant.name().as_slice() == b"Primitive");
        if !is_primitive {
            return Ok(None);
        }
        if let Some(register) = self.compile_inlined_primitive(call, destination)? {
            return Ok(Some(register));
        }
        let first = self.mark();
        let mut count = 0u32;
        for argument in call.arguments().iter().flat_map(|arguments| arguments.arguments().iter()) {
            if matches!(argument, Node::SplatNode { .. }) {
                return Err(CompileError::Unsupported("a splat among the arguments of a primitive"));
            }
            self.compile_push(&argument)?;
            count += 1;
        }
        if call.block().is_some() {
            return Err(CompileError::Unsupported("a block for a primitive"));
        }
        let count =
            u8::try_from(count).map_err(|_| CompileError::Limit("too many arguments of a primitive"))?;
        self.touch(first as u32 + 1)?;
        let name = self.name(&text(&call.name()))?;
        self.at_call(call);
        let to = match destination {
            Destination::Into(register) => register,
            _ => first,
        };
        self.emit_n(Op::CallPrimitive, count, to, first, name);
        if to == first {
            self.release(first);
            self.allocate()?;
        }
        Ok(Some(to))
    }

    /// Those that have an instruction of their own.
    fn compile_inlined_primitive(&mut self, call: &CallNode<'pr>, destination: Destination) -> Result<Option<Register>> {
        let arguments: Vec<Node<'pr>> = call.arguments().iter().flat_map(|arguments| arguments.arguments().iter()).collect();
        let (op, list, index) = match (call.name().as_slice(), &arguments[..]) {
            (b"dispatch", [Node::CallNode { .. }]) => return self.compile_dispatched(&arguments[0], destination),
            (b"array_size", [list]) => (Op::ArraySize, list, None),
            (b"array_at", [list, index]) => (Op::ArrayElement, list, Some(index)),
            (b"hash_next_index", [hash, index]) => (Op::HashNext, hash, Some(index)),
            (b"hash_key_at", [hash, index]) => (Op::HashKey, hash, Some(index)),
            (b"hash_value_at", [hash, index]) => (Op::HashValue, hash, Some(index)),
            _ => return Ok(None),
        };
        let mark = self.mark();
        let following: Vec<&Node<'pr>> = index.into_iter().collect();
        let array = self.compile_operand(list, &following)?;
        let place = match index {
            Some(index) => self.compile(index, Destination::Any)?,
            None => 0,
        };
        self.at_call(call);
        self.release(mark);
        let to = self.place(destination)?;
        self.emit(op, to, array, place);
        Ok(Some(to))
    }

    /// `Primitive.dispatch(a == b)`: the operator is a program's, where a program has redefined it.
    fn compile_dispatched(&mut self, operation: &Node<'pr>, destination: Destination) -> Result<Option<Register>> {
        let Some(call) = operation.as_call_node() else { return Ok(None) };
        let compiled = self.compile_operator(&call, destination, operating::DISPATCHED)?;
        compiled.map(Some).ok_or(CompileError::Unsupported("a call that is no operator for Primitive.dispatch"))
    }

    // --- Assignment through methods ---

    /// `x.y = v` and `x[i] = v`: the value is `v`, whatever the method returns.
    fn compile_attribute_write(&mut self, call: &CallNode<'pr>, destination: Destination) -> Result<Register> {
        if let Some(register) = self.compile_index_set(call)? {
            return Ok(register);
        }
        let result = match destination {
            Destination::Discard => None,
            _ => Some(self.place(destination)?),
        };
        let (window, skip) = self.open_call(call.receiver().as_ref(), call.is_safe_navigation())?;
        let counter = self.cover_safe_call(call);
        let mut site = self.compile_assigned(call.arguments().as_ref(), result)?;
        site.name = self.site_name(&text(&call.name()));
        self.flag_receiver(call, &mut site);
        site.flags.set(CallFlags::ASSIGNMENT);
        self.at_call(call);
        self.emit_call(Op::Send, window, site, Destination::Discard)?;
        self.close_call(skip, counter, result.unwrap_or(window), destination);
        Ok(result.unwrap_or(window))
    }

    /// The arguments of an assignment, the assigned value last; it is copied to `result`.
    fn compile_assigned(
        &mut self, arguments: Option<&ArgumentsNode<'pr>>, result: Option<Register>,
    ) -> Result<CallSite> {
        let nodes: Vec<Node<'pr>> =
            arguments.map(|arguments| arguments.arguments().iter().collect()).unwrap_or_default();
        let splat = nodes.iter().any(|node| matches!(node, Node::SplatNode { .. }));
        let (value, before) = match nodes.split_last() {
            Some(parts) if splat => parts,
            _ => {
                let site = self.compile_arguments(arguments, None)?;
                if let Some(result) = result
                    && site.arguments > 0
                {
                    let last = self.mark() - 1;
                    self.emit_move(result, last);
                }
                return Ok(site);
            }
        };
        let array = self.allocate()?;
        self.compile_list_into(before, array)?;
        let mark = self.mark();
        let value = self.compile(value, Destination::Any)?;
        if let Some(result) = result {
            self.emit_move(result, value);
        }
        self.emit(Op::ArrayPush, array, value, 0);
        self.release(mark);
        let mut site = CallSite { arguments: 1, ..CallSite::default() };
        site.flags.set(CallFlags::SPLAT);
        Ok(site)
    }

    /// `x[i] = v` with one plain index.
    fn compile_index_set(&mut self, call: &CallNode<'pr>) -> Result<Option<Register>> {
        if call.name().as_slice() != b"[]=" || call.block().is_some() || call.is_safe_navigation() {
            return Ok(None);
        }
        let (Some(receiver), Some(arguments)) = (call.receiver(), call.arguments()) else { return Ok(None) };
        let nodes: Vec<Node<'pr>> = arguments.arguments().iter().collect();
        let [index, value] = nodes.as_slice() else { return Ok(None) };
        let plain = |node: &Node<'pr>| !matches!(node, Node::SplatNode { .. } | Node::KeywordHashNode { .. });
        if !plain(index) || !plain(value) || matches!(receiver, Node::SelfNode { .. }) {
            return Ok(None);
        }
        let object = self.compile_operand(&receiver, &[index, value])?;
        let index = self.compile_operand(index, &[value])?;
        let register = self.compile(value, Destination::Any)?;
        self.at_call(call);
        self.emit(Op::IndexSet, object, index, register);
        Ok(Some(register))
    }

    // --- super ---

    pub(crate) fn compile_super(&mut self, node: &SuperNode<'pr>, destination: Destination) -> Result<Register> {
        self.mark_method(FunctionFlags::USES_SUPER);
        if node.block().is_none() {
            // The method's own block is passed on.
            self.uses_block();
        }
        let window = self.open_window()?;
        let mut site = self.compile_arguments(node.arguments().as_ref(), node.block().as_ref())?;
        site.name = self.method_name();
        site.flags.set(CallFlags::SELF_CALL);
        self.at_node(&node.as_node());
        self.emit_call(Op::Super, window, site, destination)
    }

    /// `super` alone: passes on what the method's parameters hold now.
    pub(crate) fn compile_forwarding_super(
        &mut self, node: &ForwardingSuperNode<'pr>, destination: Destination,
    ) -> Result<Register> {
        self.mark_method(FunctionFlags::USES_SUPER);
        if node.block().is_none() {
            self.uses_block();
        }
        let window = self.open_window()?;
        let mut site = CallSite::default();
        self.pass_parameters(&mut site)?;
        if let Some(block) = node.block() {
            site.block = Some(self.compile_block(&block)?);
        }
        site.name = self.method_name();
        site.flags.set(CallFlags::SELF_CALL);
        site.flags.set(CallFlags::IMPLICIT_SUPER);
        self.at_node(&node.as_node());
        self.emit_call(Op::Super, window, site, destination)
    }

    fn method_name(&mut self) -> u32 {
        let name = self
            .scopes
            .iter()
            .rev()
            .find(|scope| !scope.is_block())
            .filter(|scope| scope.kind == FunctionKind::Method)
            .map(|scope| scope.function.name.clone())
            .unwrap_or_default();
        self.site_name(&name)
    }

    /// Passes on the parameters of the method around this point.
    fn pass_parameters(&mut self, site: &mut CallSite) -> Result<()> {
        let Some(method) = self.scopes.iter().rev().find(|scope| !scope.is_block()) else { return Ok(()) };
        if method.kind != FunctionKind::Method {
            return Ok(());
        }
        let arrivals: Vec<(String, Role)> = method.arrivals.clone();
        let collects = method.function.parameters.keyword_rest == KeywordRest::Collected;
        let has_rest = arrivals.iter().any(|(_, role)| *role == Role::Rest);
        let positional: Vec<&(String, Role)> = arrivals
            .iter()
            .filter(|(_, role)| matches!(role, Role::Required | Role::Optional | Role::Rest | Role::Post))
            .collect();
        if has_rest {
            self.pass_with_rest(&positional)?;
            site.arguments = 1;
            site.flags.set(CallFlags::SPLAT);
        } else {
            for (name, _) in &positional {
                self.pass_named(name)?;
            }
            site.arguments = positional.len() as u16;
        }
        let keywords: Vec<&str> = arrivals
            .iter()
            .filter(|(_, role)| matches!(role, Role::Keyword { .. }))
            .map(|(name, _)| name.as_str())
            .collect();
        if collects {
            let rest = arrivals.iter().find(|(_, role)| *role == Role::KeywordRest).map(|(name, _)| name.as_str());
            self.pass_keywords_in_hash(&keywords, rest.unwrap_or_default())?;
            site.flags.set(CallFlags::KEYWORD_HASH);
        } else {
            for name in keywords {
                site.keywords.push(self.site_name(written_name(name)));
                self.pass_named(name)?;
            }
        }
        Ok(())
    }

    /// A parameter of the method, whatever blocks around this point call theirs.
    fn read_method_parameter(&mut self, name: &str, destination: Destination) -> Result<Register> {
        let mut environments = 0;
        for scope in self.scopes.iter().rev() {
            if !scope.is_block() {
                let place = scope.places.get(name).copied();
                let variable = located(place.as_ref(), environments).ok_or(CompileError::Limit("no parameter to pass on"))?;
                return self.read_variable(variable, destination);
            }
            environments += scope.has_environment() as u16;
        }
        Err(CompileError::Limit("no parameter to pass on"))
    }

    fn pass_named(&mut self, name: &str) -> Result<Register> {
        let register = self.allocate()?;
        self.read_method_parameter(name, Destination::Into(register))
    }

    fn pass_with_rest(&mut self, positional: &[&(String, Role)]) -> Result<()> {
        let array = self.allocate()?;
        if let [(rest, Role::Rest)] = positional {
            let mark = self.mark();
            let rest = self.read_method_parameter(rest, Destination::Any)?;
            self.emit_n(Op::SplatArray, 0, array, rest, 0);
            self.release(mark);
            return Ok(());
        }
        let before: Vec<&str> =
            positional.iter().take_while(|(_, role)| *role != Role::Rest).map(|(name, _)| name.as_str()).collect();
        let first = self.mark();
        for name in &before {
            self.pass_named(name)?;
        }
        self.emit(Op::NewArray, array, first, before.len() as u16);
        self.touch(first as u32 + 1)?;
        self.release(first);
        for (name, role) in &positional[before.len()..] {
            let value = self.read_method_parameter(name, Destination::Any)?;
            let op = if *role == Role::Rest { Op::ArrayConcat } else { Op::ArrayPush };
            self.emit(op, array, value, 0);
            self.release(first);
        }
        Ok(())
    }

    fn pass_keywords_in_hash(&mut self, keywords: &[&str], rest: &str) -> Result<()> {
        let hash = self.allocate()?;
        if keywords.is_empty() {
            let mark = self.mark();
            let rest = self.read_method_parameter(rest, Destination::Any)?;
            self.emit(Op::SplatHash, hash, rest, 0);
            self.release(mark);
            return Ok(());
        }
        self.emit(Op::NewHash, hash, 0, keywords.len() as u16);
        let mark = self.mark();
        let rest = self.read_method_parameter(rest, Destination::Any)?;
        self.emit(Op::HashMerge, hash, rest, 0);
        self.release(mark);
        for name in keywords {
            let key = self.allocate()?;
            self.load_symbol(key, written_name(name));
            let value = self.read_method_parameter(name, Destination::Any)?;
            self.emit(Op::HashStore, hash, key, value);
            self.release(mark);
        }
        Ok(())
    }

    /// Whether a call is a self call of `name` with one plain argument, as `primitive :name` is.
    pub(crate) fn is_directive(&self, call: &CallNode<'pr>, name: &[u8]) -> bool {
        call.receiver().is_none() && call.name().as_slice() == name && single_argument(call).is_some()
    }
}
