//! Definitions: methods, classes, modules, aliases, and code that runs at the start or the end.

use ruby_prism::*;
use rutile_bytecode::instruction::class_flags;
use rutile_bytecode::{FunctionFlags, FunctionKind, Op, Parameters};

use crate::compiler::{Compiler, Destination, lone_statement};
use crate::constants::path_name;
use crate::coverage::span;
use crate::error::Result;
use crate::escapes::escapes;
use crate::scope::Register;
use crate::text;

impl<'pr> Compiler<'pr> {
    // --- Methods ---

    pub(crate) fn compile_def(&mut self, node: &DefNode<'pr>, destination: Destination) -> Result<Register> {
        let mark = self.mark();
        let receiver = match node.receiver() {
            Some(receiver) => Some(self.compile(&receiver, Destination::Any)?),
            None => None,
        };
        let function = self.method_function(node)?;
        self.at_node(&node.as_node());
        self.release(mark);
        let to = self.place(destination)?;
        match receiver {
            Some(receiver) => self.emit(Op::DefineSingletonMethod, to, receiver, function),
            None => self.emit(Op::DefineMethod, to, 0, function),
        }
        Ok(to)
    }

    fn method_function(&mut self, node: &DefNode<'pr>) -> Result<u16> {
        let facts = self.facts(node.location().start());
        let name = self.internal_name(&text(&node.name())).into_owned();
        self.open_scope(FunctionKind::Method, name, &node.location());
        let locals: Vec<String> = node.locals().iter().map(|name| text(&name)).collect();
        let parameters = node.parameters();
        self.compile_prologue(parameters.as_ref(), &locals, &facts, true)?;
        if parameters.as_ref().is_some_and(forwards_all) {
            self.scope_mut().function.flags.set(FunctionFlags::FORWARDS_ALL | FunctionFlags::USES_BLOCK);
        }
        self.cover_body(span(&node.location()));
        let body = node.body();
        match body.as_ref().and_then(|body| body.as_statements_node()) {
            Some(statements) if self.options.core => self.core_body(&statements)?,
            // The body of `def name = body` is no statement to those who watch or count.
            Some(statements) if node.equal_loc().is_some() => self.compile_tail(lone_statement(&statements).as_ref())?,
            _ => self.compile_tail(body.as_ref())?,
        }
        let function = self.close_scope()?;
        self.add_function(function)
    }

    /// In the core library the body of a method or a block may begin with `primitive :name`.
    pub(crate) fn core_body(&mut self, statements: &StatementsNode<'pr>) -> Result<()> {
        let body: Vec<Node<'pr>> = statements.body().iter().collect();
        let directive = body.first().and_then(|first| first.as_call_node());
        let primitive = directive
            .filter(|call| self.is_directive(call, b"primitive"))
            .and_then(|call| crate::operators::single_argument(&call))
            .and_then(|argument| argument.as_symbol_node())
            .map(|symbol| String::from_utf8_lossy(symbol.unescaped()).into_owned());
        let Some(primitive) = primitive else {
            return self.compile_tail(Some(&statements.as_node()));
        };
        let function = &mut self.scope_mut().function;
        function.flags.set(FunctionFlags::HAS_PRIMITIVE);
        function.primitive = Some(primitive);
        let Some((last, before)) = body[1..].split_last() else { return self.compile_tail(None) };
        for node in before {
            self.compile_effect(node)?;
        }
        self.compile_tail(Some(last))
    }

    // --- Classes and modules ---

    pub(crate) fn compile_class(&mut self, node: &ClassNode<'pr>, destination: Destination) -> Result<Register> {
        let mark = self.mark();
        let place = self.allocate_many(2)?;
        let mut flags = self.compile_scope_of(&node.constant_path(), place)?;
        if let Some(superclass) = node.superclass() {
            self.compile(&superclass, Destination::Into(place + 1))?;
            flags |= class_flags::SUPERCLASS;
        }
        let label = format!("<class:{}>", text(&node.name()));
        let locals: Vec<String> = node.locals().iter().map(|name| text(&name)).collect();
        let function = self.body_function(FunctionKind::Class, label, &node.location(), &locals, node.body())?;
        self.at_node(&node.as_node());
        self.release(mark);
        let escapes = escapes(node.body().as_ref());
        self.define_with_escapes(&escapes, &node.location(), destination, |compiler, to| {
            compiler.emit_n(Op::OpenClass, flags, to, place, function);
        })
    }

    pub(crate) fn compile_module(&mut self, node: &ModuleNode<'pr>, destination: Destination) -> Result<Register> {
        let mark = self.mark();
        let place = self.allocate_many(2)?;
        let flags = self.compile_scope_of(&node.constant_path(), place)? | class_flags::MODULE;
        let label = format!("<module:{}>", text(&node.name()));
        let locals: Vec<String> = node.locals().iter().map(|name| text(&name)).collect();
        let function = self.body_function(FunctionKind::Module, label, &node.location(), &locals, node.body())?;
        self.at_node(&node.as_node());
        self.release(mark);
        let escapes = escapes(node.body().as_ref());
        self.define_with_escapes(&escapes, &node.location(), destination, |compiler, to| {
            compiler.emit_n(Op::OpenClass, flags, to, place, function);
        })
    }

    /// Evaluates the scope of `class A::B` into `place`; the answer is the flags for `OpenClass`.
    fn compile_scope_of(&mut self, path: &Node<'pr>, place: Register) -> Result<u8> {
        let Some(path) = path.as_constant_path_node() else { return Ok(0) };
        path_name(&path)?;
        match path.parent() {
            None => Ok(class_flags::TOP),
            Some(parent) => {
                self.compile(&parent, Destination::Into(place))?;
                Ok(class_flags::SCOPED)
            }
        }
    }

    pub(crate) fn compile_singleton_class(
        &mut self, node: &SingletonClassNode<'pr>, destination: Destination,
    ) -> Result<Register> {
        let mark = self.mark();
        let object = self.compile(&node.expression(), Destination::Any)?;
        let locals: Vec<String> = node.locals().iter().map(|name| text(&name)).collect();
        let label = "singleton class".to_string();
        let function =
            self.body_function(FunctionKind::SingletonClass, label, &node.location(), &locals, node.body())?;
        self.at_node(&node.as_node());
        self.release(mark);
        let escapes = escapes(node.body().as_ref());
        self.define_with_escapes(&escapes, &node.location(), destination, |compiler, to| {
            compiler.emit(Op::OpenSingletonClass, to, object, function);
        })
    }

    fn body_function(
        &mut self, kind: FunctionKind, label: String, location: &Location<'pr>, locals: &[String],
        body: Option<Node<'pr>>,
    ) -> Result<u16> {
        let facts = self.facts(location.start());
        self.open_scope(kind, label, location);
        self.compile_prologue(None, locals, &facts, false)?;
        if escapes(body.as_ref()).is_empty() {
            self.compile_tail(body.as_ref())?;
        } else {
            self.scope_mut().tells_definer = true;
            let value = self.compile_optional(body.as_ref(), Destination::Any)?;
            self.tell_definer(None, value)?;
        }
        let function = self.close_scope()?;
        self.add_function(function)
    }

    // --- alias, undef ---

    pub(crate) fn compile_alias_method(
        &mut self, node: &AliasMethodNode<'pr>, destination: Destination,
    ) -> Result<Register> {
        let first = self.mark();
        let new_name = self.compile_push(&node.new_name())?;
        let old_name = self.compile_push(&node.old_name())?;
        self.emit(Op::AliasMethod, new_name, old_name, 0);
        self.release(first);
        self.load_nil(destination)
    }

    pub(crate) fn compile_alias_global(
        &mut self, node: &AliasGlobalVariableNode<'pr>, destination: Destination,
    ) -> Result<Register> {
        let new_name = self.global_name(&node.new_name())?;
        let old_name = self.global_name(&node.old_name())?;
        self.emit(Op::AliasGlobal, new_name, old_name, 0);
        self.load_nil(destination)
    }

    fn global_name(&mut self, node: &Node<'pr>) -> Result<u16> {
        let name = String::from_utf8_lossy(node.location().as_slice()).into_owned();
        self.name(&name)
    }

    pub(crate) fn compile_undef(&mut self, node: &UndefNode<'pr>, destination: Destination) -> Result<Register> {
        for name in node.names().iter() {
            let mark = self.mark();
            let symbol = self.compile(&name, Destination::Any)?;
            self.emit(Op::UndefineMethod, symbol, 0, 0);
            self.release(mark);
        }
        self.load_nil(destination)
    }

    // --- BEGIN, END ---

    /// `BEGIN { }` was compiled at the start of the program.
    pub(crate) fn compile_pre_execution(
        &mut self, _node: &PreExecutionNode<'pr>, destination: Destination,
    ) -> Result<Register> {
        self.load_nil(destination)
    }

    /// `END { }`: registers its body once, however often it is reached.
    pub(crate) fn compile_post_execution(
        &mut self, node: &PostExecutionNode<'pr>, destination: Destination,
    ) -> Result<Register> {
        let mark = self.mark();
        let slot = self.feedback()?;
        let (register, done) = (self.allocate()?, self.new_label());
        self.emit(Op::GetOnce, register, slot, 0);
        self.branch(Op::JumpIfDefined, register, done);
        let statements = node.statements();
        let body = self.shared_block(FunctionKind::Lambda, &node.location(), Parameters::default(), |compiler| {
            compiler.compile_tail(statements.map(|statements| statements.as_node()).as_ref())
        })?;
        self.emit(Op::NewLambda, register, 0, body);
        self.emit(Op::SetOnce, register, slot, 0);
        self.emit_helper(register, "at_exit", register, 1)?;
        self.bind(done);
        self.release(mark);
        self.load_nil(destination)
    }
}

/// `def f(...)`
fn forwards_all(parameters: &ParametersNode<'_>) -> bool {
    matches!(parameters.keyword_rest(), Some(Node::ForwardingParameterNode { .. }))
}
