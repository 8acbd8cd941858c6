//! The compiler itself: from a node to the module that compiles its kind.
//!
//! Every expression is compiled towards a [`Destination`]. Temporaries that it
//! takes are given back when it is done, but for the one that holds the result.

use hashbrown::HashMap;
use std::rc::Rc;

use ruby_prism::*;
use rutile_bytecode::{EncodingName, Function, FunctionKind, LineEntry, Op};

use crate::captures::{self, LAST_LINE, LAST_MATCH, ScopeFacts};
use crate::error::{CompileError, Result};
use crate::options::Options;
use crate::scope::{Register, Scope};

/// The use that an expression's value is put to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Destination {
    /// Only its effects.
    Discard,
    /// Its value, in whichever register is best: a variable's own, or the next temporary.
    Any,
    /// Its value in this register.
    Into(Register),
}

/// Trees deeper than this are refused; the stack that compiling runs on has room for it.
pub(crate) const NESTING_LIMIT: usize = 10_000;

/// The state of one compilation.
pub struct Compiler<'pr> {
    pub options: &'pr Options,
    /// Name of the source's encoding.
    pub encoding: EncodingName,
    pub(crate) facts: HashMap<u32, Rc<ScopeFacts>>,
    /// Scopes being compiled, innermost last.
    pub scopes: Vec<Scope<'pr>>,
    pub(crate) nesting: usize,
    pub(crate) coverage: Option<crate::coverage::Recorder>,
    pub(crate) sharing: Option<Sharing>,
    pub(crate) lines: Lines<'pr>,
    /// How many `return`s of the file itself have a value, which nobody gets.
    pub(crate) vain_returns: usize,
}

/// The lines of a source. Most questions are about the one that was asked for last.
pub(crate) struct Lines<'pr> {
    offsets: &'pr [u32],
    /// Number of the first.
    first: i32,
    last: usize,
}

impl<'pr> Lines<'pr> {
    /// Of a source whose lines begin at these offsets, and in which this line begins somewhere.
    pub(crate) fn new(offsets: &'pr [u32], known: &Location<'_>) -> Lines<'pr> {
        let mut lines = Lines { offsets, first: 0, last: 0 };
        lines.first = known.start_line() - lines.index_of(known) as i32;
        lines
    }

    /// The line in which a location begins, negative ones as 0.
    pub(crate) fn line_of(&mut self, location: &Location<'_>) -> u32 {
        (self.first + self.index_of(location) as i32).max(0) as u32
    }

    fn index_of(&mut self, location: &Location<'_>) -> usize {
        let start = location.start();
        let begins_by = |line: usize| self.offsets.get(line).is_some_and(|&offset| offset <= start);
        if !begins_by(self.last) || begins_by(self.last + 1) {
            self.last = self.offsets.partition_point(|&offset| offset <= start).saturating_sub(1);
        }
        self.last
    }
}

/// How the values of constants are made shareable where `# shareable_constant_value:` asks for it.
pub(crate) struct Sharing {
    /// `literal`, `everything` or `copy`, and for literals the form of the value.
    pub(crate) mode: String,
    /// The constant as messages name it.
    pub(crate) name: String,
}

macro_rules! compile_by_kind {
    ($self:ident, $node:ident, $destination:ident; $($kind:ident $cast:ident $method:ident),* $(,)?) => {
        match $node {
            $(Node::$kind { .. } => {
                if let Some(node) = $node.$cast() {
                    return $self.$method(&node, $destination);
                }
            })*
            _ => {}
        }
    };
}

impl<'pr> Compiler<'pr> {
    /// Compiles an expression. The answer is the register that holds the value (meaningless with `Discard`);
    /// with `Any` it is the next temporary, now taken, or the register of a local variable.
    pub fn compile(&mut self, node: &Node<'pr>, destination: Destination) -> Result<Register> {
        self.nesting += 1;
        if self.nesting > NESTING_LIMIT {
            return Err(CompileError::Limit("nesting too deep"));
        }
        let mark = self.mark();
        let register = self.compile_kind(node, destination)?;
        self.nesting -= 1;
        match destination {
            Destination::Discard => self.release(mark),
            Destination::Into(to) => {
                self.emit_move(to, register);
                self.release(mark);
                return Ok(to);
            }
            Destination::Any if register < mark => self.release(mark),
            Destination::Any => {
                self.release(mark);
                let to = self.allocate()?;
                self.emit_move(to, register);
                return Ok(to);
            }
        }
        Ok(register)
    }

    /// Compiles an expression for its effects.
    pub fn compile_effect(&mut self, node: &Node<'pr>) -> Result<()> {
        self.compile(node, Destination::Discard)?;
        Ok(())
    }

    /// Compiles an expression whose value is needed on the way, even where the destination does not ask for it.
    pub fn compile_value(&mut self, node: &Node<'pr>, destination: Destination) -> Result<Register> {
        match destination {
            Destination::Into(_) => self.compile(node, destination),
            _ => self.compile(node, Destination::Any),
        }
    }

    /// Compiles an expression into the next temporary and takes it.
    pub fn compile_push(&mut self, node: &Node<'pr>) -> Result<Register> {
        let register = self.mark();
        if self.writes_last(node) {
            self.touch(register as u32 + 1)?;
            self.compile(node, Destination::Into(register))?;
            self.allocate()
        } else {
            self.allocate()?;
            self.compile(node, Destination::Into(register))
        }
    }

    /// Compiles an operand that must keep its value while `following` is evaluated: a local variable that
    /// `following` may assign is copied.
    pub fn compile_operand(&mut self, node: &Node<'pr>, following: &[&Node<'pr>]) -> Result<Register> {
        let mark = self.mark();
        let register = self.compile(node, Destination::Any)?;
        if register < mark && following.iter().any(|node| self.may_assign_locals(node)) {
            let copy = self.allocate()?;
            self.emit_move(copy, register);
            return Ok(copy);
        }
        Ok(register)
    }

    /// Compiles statements; the value is that of the last.
    pub fn compile_statements(
        &mut self, statements: Option<&StatementsNode<'pr>>, destination: Destination,
    ) -> Result<Register> {
        self.compile_list_of(statements, destination, destination == Destination::Discard)
    }

    /// The same where the reference keeps the value although nobody may want it.
    pub fn compile_valued(&mut self, statements: Option<&StatementsNode<'pr>>, destination: Destination) -> Result<Register> {
        self.compile_list_of(statements, destination, false)
    }

    fn compile_list_of(
        &mut self, statements: Option<&StatementsNode<'pr>>, destination: Destination, popped: bool,
    ) -> Result<Register> {
        let body: Vec<Node<'pr>> = statements.map(|node| node.body().iter().collect()).unwrap_or_default();
        let Some((last, before)) = body.split_last() else { return self.load_nil(destination) };
        for node in before {
            self.mark_statement(node, true);
            self.compile_effect(node)?;
        }
        self.mark_statement(last, popped);
        self.compile(last, destination)
    }

    /// Notes that a statement begins here, unless it is one more on the same line or only holds others.
    pub(crate) fn mark_statement(&mut self, node: &Node<'pr>, popped: bool) {
        self.note_statement(node);
        self.cover_line(node, popped);
    }

    fn note_statement(&mut self, node: &Node<'pr>) {
        if self.options.core || matches!(node, Node::BeginNode { .. } | Node::ParenthesesNode { .. } | Node::StatementsNode { .. }) {
            return;
        }
        let (pc, line) = (self.here(), self.lines.line_of(&node.location()));
        let scope = self.scope_mut();
        if scope.statement_line != line {
            scope.statement_line = line;
            match scope.function.statements.last_mut() {
                Some(entry) if entry.pc == pc => entry.line = line,
                _ => scope.function.statements.push(LineEntry { pc, line }),
            }
        }
    }

    /// Compiles an optional expression; nil where there is none.
    pub fn compile_optional(&mut self, node: Option<&Node<'pr>>, destination: Destination) -> Result<Register> {
        match node {
            Some(node) => self.compile(node, destination),
            None => self.load_nil(destination),
        }
    }

    pub fn load_nil(&mut self, destination: Destination) -> Result<Register> {
        self.load_simple(Op::LoadNil, destination)
    }

    /// One of the loads without operands.
    pub fn load_simple(&mut self, op: Op, destination: Destination) -> Result<Register> {
        if destination == Destination::Discard {
            return Ok(0);
        }
        let to = self.place(destination)?;
        self.emit(op, to, 0, 0);
        Ok(to)
    }

    /// Sets the current line to where the node begins.
    pub fn at_node(&mut self, node: &Node<'pr>) {
        self.at(&node.location());
        self.note_node(node);
    }

    /// The node that the following instructions come from, where they are to tell.
    pub(crate) fn note_node(&mut self, node: &Node<'pr>) {
        if self.options.nodes {
            self.scope_mut().node = crate::parser_questions::number_of(node);
        }
    }

    /// Sets the current line to where the location begins.
    pub fn at(&mut self, location: &Location<'pr>) {
        let line = self.lines.line_of(location);
        self.set_line(line);
        self.scope_mut().position = (location.start(), location.end());
    }

    fn compile_kind(&mut self, node: &Node<'pr>, destination: Destination) -> Result<Register> {
        self.at_node(node);
        compile_by_kind!(self, node, destination;
            AliasGlobalVariableNode as_alias_global_variable_node compile_alias_global,
            AliasMethodNode as_alias_method_node compile_alias_method,
            AndNode as_and_node compile_and,
            ArrayNode as_array_node compile_array,
            BackReferenceReadNode as_back_reference_read_node compile_back_reference,
            BeginNode as_begin_node compile_begin,
            BreakNode as_break_node compile_break,
            CallAndWriteNode as_call_and_write_node compile_call_and_write,
            CallNode as_call_node compile_call,
            CallOperatorWriteNode as_call_operator_write_node compile_call_operator_write,
            CallOrWriteNode as_call_or_write_node compile_call_or_write,
            CaseMatchNode as_case_match_node compile_case_match,
            CaseNode as_case_node compile_case,
            ClassNode as_class_node compile_class,
            ClassVariableAndWriteNode as_class_variable_and_write_node compile_class_variable_and_write,
            ClassVariableOperatorWriteNode as_class_variable_operator_write_node compile_class_variable_operator_write,
            ClassVariableOrWriteNode as_class_variable_or_write_node compile_class_variable_or_write,
            ClassVariableReadNode as_class_variable_read_node compile_class_variable_read,
            ClassVariableWriteNode as_class_variable_write_node compile_class_variable_write,
            ConstantAndWriteNode as_constant_and_write_node compile_constant_and_write,
            ConstantOperatorWriteNode as_constant_operator_write_node compile_constant_operator_write,
            ConstantOrWriteNode as_constant_or_write_node compile_constant_or_write,
            ConstantPathAndWriteNode as_constant_path_and_write_node compile_constant_path_and_write,
            ConstantPathNode as_constant_path_node compile_constant_path,
            ConstantPathOperatorWriteNode as_constant_path_operator_write_node compile_constant_path_operator_write,
            ConstantPathOrWriteNode as_constant_path_or_write_node compile_constant_path_or_write,
            ConstantPathWriteNode as_constant_path_write_node compile_constant_path_write,
            ConstantReadNode as_constant_read_node compile_constant_read,
            ConstantWriteNode as_constant_write_node compile_constant_write,
            DefNode as_def_node compile_def,
            DefinedNode as_defined_node compile_defined,
            FalseNode as_false_node compile_false,
            FlipFlopNode as_flip_flop_node compile_flip_flop,
            FloatNode as_float_node compile_float,
            ForNode as_for_node compile_for,
            ForwardingSuperNode as_forwarding_super_node compile_forwarding_super,
            GlobalVariableAndWriteNode as_global_variable_and_write_node compile_global_and_write,
            GlobalVariableOperatorWriteNode as_global_variable_operator_write_node compile_global_operator_write,
            GlobalVariableOrWriteNode as_global_variable_or_write_node compile_global_or_write,
            GlobalVariableReadNode as_global_variable_read_node compile_global_read,
            GlobalVariableWriteNode as_global_variable_write_node compile_global_write,
            HashNode as_hash_node compile_hash,
            IfNode as_if_node compile_if,
            ImaginaryNode as_imaginary_node compile_imaginary,
            ImplicitNode as_implicit_node compile_implicit,
            IndexAndWriteNode as_index_and_write_node compile_index_and_write,
            IndexOperatorWriteNode as_index_operator_write_node compile_index_operator_write,
            IndexOrWriteNode as_index_or_write_node compile_index_or_write,
            InstanceVariableAndWriteNode as_instance_variable_and_write_node compile_instance_variable_and_write,
            InstanceVariableOperatorWriteNode as_instance_variable_operator_write_node compile_instance_variable_operator_write,
            InstanceVariableOrWriteNode as_instance_variable_or_write_node compile_instance_variable_or_write,
            InstanceVariableReadNode as_instance_variable_read_node compile_instance_variable_read,
            InstanceVariableWriteNode as_instance_variable_write_node compile_instance_variable_write,
            IntegerNode as_integer_node compile_integer,
            InterpolatedMatchLastLineNode as_interpolated_match_last_line_node compile_interpolated_match_last_line,
            InterpolatedRegularExpressionNode as_interpolated_regular_expression_node compile_interpolated_regexp,
            InterpolatedStringNode as_interpolated_string_node compile_interpolated_string,
            InterpolatedSymbolNode as_interpolated_symbol_node compile_interpolated_symbol,
            InterpolatedXStringNode as_interpolated_x_string_node compile_interpolated_command,
            ItLocalVariableReadNode as_it_local_variable_read_node compile_it_read,
            KeywordHashNode as_keyword_hash_node compile_keyword_hash,
            LambdaNode as_lambda_node compile_lambda,
            LocalVariableAndWriteNode as_local_variable_and_write_node compile_local_and_write,
            LocalVariableOperatorWriteNode as_local_variable_operator_write_node compile_local_operator_write,
            LocalVariableOrWriteNode as_local_variable_or_write_node compile_local_or_write,
            LocalVariableReadNode as_local_variable_read_node compile_local_read,
            LocalVariableWriteNode as_local_variable_write_node compile_local_write,
            MatchLastLineNode as_match_last_line_node compile_match_last_line,
            MatchPredicateNode as_match_predicate_node compile_match_predicate,
            MatchRequiredNode as_match_required_node compile_match_required,
            MatchWriteNode as_match_write_node compile_match_write,
            ModuleNode as_module_node compile_module,
            MultiWriteNode as_multi_write_node compile_multi_write,
            NextNode as_next_node compile_next,
            NilNode as_nil_node compile_nil,
            NumberedReferenceReadNode as_numbered_reference_read_node compile_numbered_reference,
            OrNode as_or_node compile_or,
            ParenthesesNode as_parentheses_node compile_parentheses,
            PostExecutionNode as_post_execution_node compile_post_execution,
            PreExecutionNode as_pre_execution_node compile_pre_execution,
            RangeNode as_range_node compile_range,
            RationalNode as_rational_node compile_rational,
            RedoNode as_redo_node compile_redo,
            RegularExpressionNode as_regular_expression_node compile_regexp,
            RescueModifierNode as_rescue_modifier_node compile_rescue_modifier,
            RetryNode as_retry_node compile_retry,
            ReturnNode as_return_node compile_return,
            SelfNode as_self_node compile_self,
            ShareableConstantNode as_shareable_constant_node compile_shareable_constant,
            SingletonClassNode as_singleton_class_node compile_singleton_class,
            SourceEncodingNode as_source_encoding_node compile_source_encoding,
            SourceFileNode as_source_file_node compile_source_file,
            SourceLineNode as_source_line_node compile_source_line,
            SplatNode as_splat_node compile_splat,
            StatementsNode as_statements_node compile_statements_node,
            StringNode as_string_node compile_string,
            SuperNode as_super_node compile_super,
            SymbolNode as_symbol_node compile_symbol,
            TrueNode as_true_node compile_true,
            UndefNode as_undef_node compile_undef,
            UnlessNode as_unless_node compile_unless,
            UntilNode as_until_node compile_until,
            WhileNode as_while_node compile_while,
            XStringNode as_x_string_node compile_command,
            YieldNode as_yield_node compile_yield,
        );
        Err(CompileError::Syntax {
            start: node.location().start(),
            end: node.location().end(),
            message: "unexpected construct".to_string(),
        })
    }

    fn compile_statements_node(&mut self, node: &StatementsNode<'pr>, destination: Destination) -> Result<Register> {
        self.compile_statements(Some(node), destination)
    }

    fn compile_parentheses(&mut self, node: &ParenthesesNode<'pr>, destination: Destination) -> Result<Register> {
        self.compile_optional(node.body().as_ref(), destination)
    }

    fn compile_implicit(&mut self, node: &ImplicitNode<'pr>, destination: Destination) -> Result<Register> {
        self.compile(&node.value(), destination)
    }

    // --- Scopes ---

    /// Opens a scope; what is compiled until [`Compiler::close_scope`] goes into it.
    pub(crate) fn open_scope(&mut self, kind: FunctionKind, name: String, location: &Location<'pr>) {
        let line = self.lines.line_of(location);
        let mut scope = Scope::new(kind, name, self.options.file.clone(), line, self.options.core);
        scope.last_line = location.end_line().max(0) as u32;
        self.scopes.push(scope);
    }

    /// The facts of the scope that begins at `key`.
    pub(crate) fn facts(&self, key: u32) -> Rc<ScopeFacts> {
        self.facts.get(&key).cloned().unwrap_or_default()
    }

    /// Finishes the innermost scope and answers its function.
    pub(crate) fn close_scope(&mut self) -> Result<Function> {
        self.patch_jumps()?;
        let last_match = self.hidden_location(LAST_MATCH);
        let last_line = self.hidden_location(LAST_LINE);
        let Some(mut scope) = self.scopes.pop() else {
            return Err(CompileError::Limit("a scope that was not opened"));
        };
        scope.function.last_match = last_match;
        scope.function.last_line = last_line;
        Ok(scope.function)
    }

    /// Compiles the whole program.
    pub(crate) fn compile_program(&mut self, program: &ProgramNode<'pr>) -> Result<Function> {
        let kind = self.options.kind;
        let name = match (&self.options.label, kind, self.options.main) {
            (Some(label), _, _) => label.clone(),
            (None, FunctionKind::Eval, _) | (None, _, true) => "<main>".to_string(),
            _ => "<top (required)>".to_string(),
        };
        self.open_scope(kind, name, &program.location());
        self.scope_mut().line = self.options.line.unwrap_or(1).max(0) as u32;
        let line = self.scope().line;
        self.scope_mut().function.line = line;
        let facts = self.facts(captures::PROGRAM);
        let known_outside =
            |name: &str| kind == FunctionKind::Eval && self.options.eval_scopes.iter().flat_map(|scope| &scope.names).any(|n| n == name);
        let hidden: Vec<String> = facts.hidden.iter().filter(|name| !known_outside(name)).cloned().collect();
        let locals: Vec<String> = program.locals().iter().map(|name| crate::text(&name)).collect();
        for name in locals.iter().chain(&hidden) {
            self.define_variable(name, facts.is_captured(name), None)?;
        }
        self.end_of_variables();
        self.open_environment();
        self.clear_locals(0);
        let mut begins = Vec::new();
        pre_executions(&program.statements(), &mut begins);
        for node in begins {
            self.cover_line(&node.as_node(), true);
            self.set_pending(false);
            self.compile_statements(node.statements().as_ref(), Destination::Discard)?;
        }
        self.compile_tail(Some(&program.statements().as_node()))?;
        self.close_scope()
    }

    /// Opens the environment of the scope if it has one.
    pub(crate) fn open_environment(&mut self) {
        let slots = self.scope().function.environment.len() as u16;
        if slots > 0 {
            self.emit(Op::NewEnvironment, slots, 0, 0);
        }
    }

    /// Leaves the frame with a value.
    pub(crate) fn emit_return(&mut self, value: Register) {
        let slots = self.scope().function.environment.len() as u16;
        self.emit(Op::Return, value, slots, 0);
    }

    /// Makes all registers from `first` up to the temporaries nil.
    pub(crate) fn clear_locals(&mut self, first: Register) {
        let end = self.mark();
        match end.saturating_sub(first) {
            0 => {}
            1 => self.emit(Op::LoadNil, first, 0, 0),
            count => self.emit(Op::LoadNils, first, count, 0),
        }
    }
}

/// The statement that stands alone among the statements.
pub(crate) fn lone_statement<'pr>(statements: &StatementsNode<'pr>) -> Option<Node<'pr>> {
    let body = statements.body();
    if body.len() == 1 { body.first() } else { None }
}

/// `BEGIN { }` blocks of the program, which run before everything else; one within another runs before it.
fn pre_executions<'pr>(statements: &StatementsNode<'pr>, found: &mut Vec<PreExecutionNode<'pr>>) {
    for node in statements.body().iter() {
        if let Some(begin) = node.as_pre_execution_node() {
            if let Some(body) = begin.statements() {
                pre_executions(&body, found);
            }
            found.push(begin);
        } else if let Some(body) = node.as_while_node().and_then(|wrapper| wrapper.statements()) {
            // The loop that `-n` puts around a program; in any other loop there can be none.
            found.extend(body.body().iter().filter_map(|node| node.as_pre_execution_node()));
        }
    }
}
