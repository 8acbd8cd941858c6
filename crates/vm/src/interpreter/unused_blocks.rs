//! Blocks that a method has no use for, of which `-w` warns.
//!
//! A site asks when it meets a method for the first time. As in the reference, a method whose parameters are plain is told of
//! once for each way to call it, any other once for each place. Methods are known by
//! name where the program wants no more (`Warning[:strict_unused_block]`): if any method of the name uses a block, the caller
//! may have meant to pass one to whatever it is.

use std::collections::HashSet;

use rutile_bytecode::{FunctionFlags, FunctionKind, KeywordRest};

use super::calls::Call;
use crate::calls::method::MethodKind;
use crate::object::records::MethodRef;
use crate::value::symbol::Symbol;
use crate::vm::Vm;

/// Names of methods that use a block in what the reference has loaded before any program.
const KNOWN: &str = "detailed_message done_installing each each_gemspec each_spec enable disable extend_object extensions_dir \
    find_all_satisfiers freeze gem_dir gemspec_stubs_in initialize initialize_copy inspect internal_init loop map_stubs message \
    method_missing mon_synchronize needs new open open_file open_file_with_flock open_file_with_lock outdated_and_latest_version \
    post_build post_install post_reset post_uninstall pre_install pre_reset pre_uninstall skip_during tap then time times to_a to_s \
    trace traverse traverse_parents unpack wait_until wait_while";

/// The level of warnings at which blocks without use are told of.
const VERBOSE: u8 = 2;

#[derive(Default)]
pub struct UnusedBlocks {
    /// Names of the program's methods that use a block.
    users: HashSet<Symbol>,
    /// The methods that were told of, and where or how they were called.
    told: HashSet<(u64, Manner)>,
}

#[derive(PartialEq, Eq, Hash)]
enum Manner {
    At(usize),
    Plainly { class: u64, arguments: usize, flags: u16 },
}

impl Vm {
    /// Keeps the name of a method that uses its block.
    pub(super) fn note_use_of_block(&mut self, name: &str, kind: FunctionKind, flags: FunctionFlags) {
        let uses = kind == FunctionKind::Method && flags.has(FunctionFlags::USES_BLOCK);
        if uses && !flags.has(FunctionFlags::CORE) {
            let name = self.symbols.intern(name.as_bytes());
            self.program.unused_blocks.users.insert(name);
        }
    }

    /// A site passes a block to a method that it has not met before: where that has no use for it, it is told of at the next safepoint.
    #[inline]
    pub(super) fn meet_block(&mut self, call: &Call, method: MethodRef) {
        let is_told = self.settings.warning_level >= VERBOSE || self.settings.warns_of_unused_blocks;
        if is_told && !call.block.is_nil() && self.settings.warning_level > 0 {
            self.warn_of_unused_block(call, method);
        }
    }

    #[cold]
    fn warn_of_unused_block(&mut self, call: &Call, method: MethodRef) {
        if method.kind() != MethodKind::Code || self.code().has(FunctionFlags::CORE) {
            return;
        }
        let Some(code) = self.method_code(method).filter(|code| !code.has(FunctionFlags::CORE | FunctionFlags::USES_BLOCK)) else { return };
        let name = method.symbol();
        if !self.settings.warns_of_unused_blocks
            && (self.program.unused_blocks.users.contains(&name) || KNOWN.split_whitespace().any(|known| known.as_bytes() == self.symbols.bytes(name)))
        {
            return;
        }
        let parameters = code.parameters();
        let is_plain = !parameters.rest && parameters.post == 0 && parameters.keywords.is_empty() && parameters.keyword_rest == KeywordRest::None;
        let manner = if is_plain {
            let class = self.class_of(call.receiver()).0.address();
            Manner::Plainly { class, arguments: call.count, flags: call.flags }
        } else {
            Manner::At(self.registers.pc as usize)
        };
        if !self.program.unused_blocks.told.insert((method.value().word(), manner)) {
            return;
        }
        let Some((path, line)) = self.program_position() else { return };
        // The reference names the owner of a class's method only.
        let is_of_module = method.owner_class().is_some_and(|owner| owner.represented().is_module());
        let label = if is_of_module { self.symbol_text(name) } else { self.method_label(method) };
        let place = self.definition_position(method);
        let Some(place) = place.as_string().map(|place| place.text().into_owned()) else { return };
        self.program.due_warnings.push(format!("{path}:{line}: warning: the block passed to '{label}' defined at {place} may be ignored\n"));
        self.request_interrupt();
    }
}
