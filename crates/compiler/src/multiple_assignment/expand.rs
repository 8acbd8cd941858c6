//! Taking an Array apart into targets.
//!
//! One instruction spreads the Array over registers side by side. Where the targets
//! are variables whose registers are themselves side by side, it writes them at once.

use super::*;

/// Leading or trailing targets that one instruction can serve.
const EXPAND_LIMIT: usize = 255;

impl<'pr> Compiler<'pr> {
    /// Takes any value apart: an Array, what `to_ary` makes of it, or the value as the only element.
    pub(super) fn expand_value(&mut self, targets: &Targets, value: Register) -> Result<()> {
        let mark = self.mark();
        let array = self.allocate()?;
        self.emit(Op::AssignableArray, array, value, 0);
        self.expand_array(targets, array)?;
        self.release(mark);
        Ok(())
    }

    /// Takes an Array apart that is not a variable among the targets.
    pub(super) fn expand_array(&mut self, targets: &Targets, mut array: Register) -> Result<()> {
        if targets.after.len() > EXPAND_LIMIT {
            return Err(CompileError::Limit("more than 255 targets after a splat"));
        }
        let mark = self.mark();
        let mut before = targets.before.as_slice();
        while before.len() > EXPAND_LIMIT {
            let (some, others) = before.split_at(EXPAND_LIMIT);
            array = self.expand_chunk(some, array)?;
            before = others;
        }
        self.expand_last(before, targets, array)?;
        self.release(mark);
        Ok(())
    }

    /// Serves leading targets and answers the register of the remaining elements.
    fn expand_chunk(&mut self, targets: &[Target], array: Register) -> Result<Register> {
        let count = targets.len() as u16;
        let remaining = self.allocate()?;
        let mark = self.mark();
        let first = self.allocate_many(targets.len() + 1)?;
        self.emit_n(Op::ExpandArray, 1, first, array, count);
        for (index, target) in targets.iter().enumerate() {
            self.write_target(target, first + index as u16)?;
        }
        self.emit_move(remaining, first + count);
        self.release(mark);
        Ok(remaining)
    }

    fn expand_last(&mut self, before: &[Target], targets: &Targets, array: Register) -> Result<()> {
        let rest = match &targets.rest {
            Rest::Kept(target) => Some(target.as_ref()),
            Rest::None | Rest::Dropped => None,
        };
        // An unnamed rest matters only to tell where the trailing ones begin.
        let has_rest = rest.is_some() || !targets.after.is_empty();
        let counts = before.len() as u16 | (targets.after.len() as u16) << 8;
        if counts == 0 && !has_rest {
            return Ok(());
        }
        if rest.is_some() == has_rest
            && let Some(first) = side_by_side(before.iter().chain(rest).chain(&targets.after))
            && !covers(first, before.len() + has_rest as usize + targets.after.len(), array)
        {
            self.emit_n(Op::ExpandArray, has_rest as u8, first, array, counts);
            return Ok(());
        }
        let first = self.allocate_many(before.len() + has_rest as usize + targets.after.len())?;
        self.emit_n(Op::ExpandArray, has_rest as u8, first, array, counts);
        for (index, target) in before.iter().enumerate() {
            self.write_target(target, first + index as u16)?;
        }
        let rest_register = first + before.len() as u16;
        if let Some(target) = rest {
            self.write_target(target, rest_register)?;
        }
        for (index, target) in targets.after.iter().enumerate() {
            self.write_target(target, rest_register + 1 + index as u16)?;
        }
        Ok(())
    }
}

/// The first of the registers, if all targets are variables in registers side by side.
fn side_by_side<'a>(targets: impl Iterator<Item = &'a Target>) -> Option<Register> {
    let mut first = None;
    for (index, target) in targets.enumerate() {
        let Target::Single(Assignable::Local(Variable::Register(register))) = target else { return None };
        let start = register.checked_sub(index as u16)?;
        if *first.get_or_insert(start) != start {
            return None;
        }
    }
    first
}

fn covers(first: Register, count: usize, register: Register) -> bool {
    (first as usize..first as usize + count).contains(&(register as usize))
}
