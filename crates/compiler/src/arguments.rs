//! Arguments of a call: evaluated straight into the call's window.
//!
//! ```text
//!   window + HEADER:  positional values, the last an Array of those that follow (`SPLAT`)
//!                     values of static keywords, or one Hash (`KEYWORD_HASH`)
//!                     the block argument (`BLOCK_ARGUMENT`)
//! ```

use ruby_prism::*;
use rutile_bytecode::{CallFlags, CallSite, Op};

use crate::captures::{ANONYMOUS_BLOCK, ANONYMOUS_KEYWORDS, ANONYMOUS_REST};
use crate::compiler::{Compiler, Destination};
use crate::error::{CompileError, Result};
use crate::purity::{are_ready, passes_ready_block};
use crate::scope::Register;
use crate::text;

/// Arguments taken apart by how they are passed.
struct Split<'pr> {
    positional: Vec<Node<'pr>>,
    keywords: Option<KeywordHashNode<'pr>>,
    /// `...`: everything the method was given is passed on.
    forwarding: bool,
}

fn split<'pr>(arguments: Option<&ArgumentsNode<'pr>>) -> Split<'pr> {
    let mut parts = Split { positional: Vec::new(), keywords: None, forwarding: false };
    for node in arguments.iter().flat_map(|arguments| arguments.arguments().iter()) {
        match &node {
            Node::KeywordHashNode { .. } => parts.keywords = node.as_keyword_hash_node(),
            Node::ForwardingArgumentsNode { .. } => parts.forwarding = true,
            _ => parts.positional.push(node),
        }
    }
    parts
}

impl<'pr> Compiler<'pr> {
    /// Compiles arguments and block argument on top of an open window; the answer is the call site, whose name
    /// and own flags are the caller's to fill in.
    pub fn compile_arguments(
        &mut self, arguments: Option<&ArgumentsNode<'pr>>, block: Option<&Node<'pr>>,
    ) -> Result<CallSite> {
        let parts = split(arguments);
        let mut site = CallSite::default();
        let block_is_ready = block.is_none_or(passes_ready_block);
        let rest_is_ready = block_is_ready && parts.keywords.as_ref().is_none_or(are_ready);
        self.compile_positional(&parts, !rest_is_ready, &mut site)?;
        match &parts.keywords {
            Some(keywords) => self.compile_keywords(keywords, parts.forwarding, block_is_ready, &mut site)?,
            None if parts.forwarding => {
                self.pass_parameter(ANONYMOUS_KEYWORDS)?;
                site.flags.set(CallFlags::KEYWORD_HASH);
            }
            None => {}
        }
        match block {
            Some(block) => self.compile_block_argument(block, &mut site)?,
            None if parts.forwarding => self.pass_anonymous_block(&mut site)?,
            None => {}
        }
        Ok(site)
    }

    /// `more_runs`: code runs before the call that could change a splatted Array.
    fn compile_positional(&mut self, parts: &Split<'pr>, more_runs: bool, site: &mut CallSite) -> Result<()> {
        let nodes = &parts.positional;
        let first_splat = nodes.iter().position(|node| matches!(node, Node::SplatNode { .. }));
        let plain = first_splat.unwrap_or(nodes.len());
        let arguments = plain + (first_splat.is_some() || parts.forwarding) as usize;
        site.arguments = u16::try_from(arguments).map_err(|_| CompileError::Limit("too many arguments"))?;
        for node in &nodes[..plain] {
            self.compile_push(node)?;
        }
        if arguments > plain {
            site.flags.set(CallFlags::SPLAT);
            self.compile_splatted(&nodes[plain..], parts.forwarding, more_runs)?;
        }
        Ok(())
    }

    /// Compiles what follows from a splat on, and what the method was given, into one Array.
    fn compile_splatted(&mut self, nodes: &[Node<'pr>], forwarding: bool, more_runs: bool) -> Result<()> {
        if forwarding && nodes.is_empty() {
            return self.pass_parameter(ANONYMOUS_REST);
        }
        let array = self.allocate()?;
        let mark = self.mark();
        if let [single] = nodes
            && let Some(splat) = single.as_splat_node()
            && !forwarding
        {
            let value = self.compile_splat_value(&splat, Destination::Any)?;
            self.emit_n(Op::SplatArray, more_runs as u8, array, value, 0);
        } else {
            self.compile_list_into(nodes, array)?;
            if forwarding {
                let value = self.read_parameter(ANONYMOUS_REST, Destination::Any)?;
                self.emit(Op::ArrayConcat, array, value, 0);
            }
        }
        self.release(mark);
        Ok(())
    }

    /// Compiles the value behind a `*`: an expression, or the anonymous rest parameter.
    pub(crate) fn compile_splat_value(&mut self, node: &SplatNode<'pr>, destination: Destination) -> Result<Register> {
        match node.expression() {
            Some(expression) => self.compile(&expression, destination),
            None => self.read_parameter(ANONYMOUS_REST, destination),
        }
    }

    /// Reads an anonymous parameter of the method.
    pub(crate) fn read_parameter(&mut self, name: &str, destination: Destination) -> Result<Register> {
        let variable = self.parameter_variable(name).ok_or(CompileError::Limit("no anonymous parameter to pass on"))?;
        self.read_variable(variable, destination)
    }

    fn pass_parameter(&mut self, name: &str) -> Result<()> {
        let register = self.allocate()?;
        self.read_parameter(name, Destination::Into(register))?;
        Ok(())
    }

    // --- Keywords ---

    /// `block_is_ready`: nothing runs between the keywords and the call.
    fn compile_keywords(
        &mut self, node: &KeywordHashNode<'pr>, forwarding: bool, block_is_ready: bool, site: &mut CallSite,
    ) -> Result<()> {
        let elements: Vec<Node<'pr>> = node.elements().iter().collect();
        if !forwarding && elements.iter().all(passes_nothing) {
            // Beside an Array of arguments it still says that the last of them is not to be taken for keywords.
            if site.flags.has(CallFlags::SPLAT) {
                let none = self.allocate()?;
                self.emit(Op::LoadNil, none, 0, 0);
                site.flags.set(CallFlags::KEYWORD_HASH);
            }
            return Ok(());
        }
        if !forwarding && let Some(names) = static_names(&elements) {
            for (name, value) in names {
                site.keywords.push(self.site_name(&name));
                self.compile_push(&value)?;
            }
            return Ok(());
        }
        let hash = self.allocate()?;
        if let [only] = elements.as_slice()
            && let Some(splat) = only.as_assoc_splat_node()
            && block_is_ready
            && !forwarding
        {
            let mark = self.mark();
            let value = self.compile_keyword_splat(&splat)?;
            self.emit(Op::SplatHash, hash, value, 0);
            self.release(mark);
            site.flags.set(CallFlags::KEYWORD_HASH);
            return Ok(());
        }
        self.compile_pairs_into(&elements, hash)?;
        if forwarding {
            self.merge_anonymous_keywords(hash)?;
        }
        site.flags.set(CallFlags::KEYWORD_HASH);
        Ok(())
    }

    fn merge_anonymous_keywords(&mut self, hash: Register) -> Result<()> {
        let mark = self.mark();
        let rest = self.read_parameter(ANONYMOUS_KEYWORDS, Destination::Any)?;
        self.emit(Op::HashMerge, hash, rest, 0);
        self.release(mark);
        Ok(())
    }

    // --- Blocks ---

    /// A literal block or `&expression`.
    fn compile_block_argument(&mut self, block: &Node<'pr>, site: &mut CallSite) -> Result<()> {
        if let Some(literal) = block.as_block_node() {
            site.block = Some(self.compile_block(&literal)?);
            return Ok(());
        }
        let Some(argument) = block.as_block_argument_node() else { return Ok(()) };
        let Some(expression) = argument.expression() else { return self.pass_anonymous_block(site) };
        if let Some(read) = expression.as_local_variable_read_node()
            && self.is_forwarded_block(&text(&read.name()), read.depth())
        {
            self.uses_block();
            site.flags.set(CallFlags::FORWARD_BLOCK);
            return Ok(());
        }
        self.compile_push(&expression)?;
        site.flags.set(CallFlags::BLOCK_ARGUMENT);
        Ok(())
    }

    fn pass_anonymous_block(&mut self, site: &mut CallSite) -> Result<()> {
        self.uses_block();
        let Some(variable) = self.parameter_variable(ANONYMOUS_BLOCK) else {
            site.flags.set(CallFlags::FORWARD_BLOCK);
            return Ok(());
        };
        let register = self.allocate()?;
        self.read_variable(variable, Destination::Into(register))?;
        site.flags.set(CallFlags::BLOCK_ARGUMENT);
        Ok(())
    }

    /// Writes a call whose window is complete. The window's own first register takes the result if none is named.
    pub fn emit_call(
        &mut self, op: Op, window: Register, site: CallSite, destination: Destination,
    ) -> Result<Register> {
        let index = self.add_call_site(site)?;
        let to = match destination {
            Destination::Into(register) => register,
            Destination::Any | Destination::Discard => window,
        };
        self.emit_site(op, to, window, index);
        Ok(to)
    }
}

/// `**nil`
fn passes_nothing(node: &Node<'_>) -> bool {
    node.as_assoc_splat_node()
        .and_then(|splat| splat.value())
        .is_some_and(|value| matches!(value, Node::NilNode { .. }))
}

/// The names and values of keywords that are all written as different names.
fn static_names<'pr>(elements: &[Node<'pr>]) -> Option<Vec<(String, Node<'pr>)>> {
    let mut pairs: Vec<(String, Node<'pr>)> = Vec::with_capacity(elements.len());
    let mut seen = std::collections::HashSet::new();
    for element in elements {
        let pair = element.as_assoc_node()?;
        let name = std::str::from_utf8(pair.key().as_symbol_node()?.unescaped()).ok()?.to_string();
        if !seen.insert(name.clone()) {
            return None;
        }
        pairs.push((name, pair.value()));
    }
    Some(pairs)
}
