//! The bytes that a text must go on with for a step to match.

use crate::program::{ByteSet, Peek, Program, RunOf, Step};

/// More steps than these are not looked through.
const MOST_STEPS: usize = 100;

/// The bytes that the text goes on with where matching goes on at a step.
pub fn of(program: &Program, at: usize) -> Peek {
    let mut found = Peek { bytes: ByteSet::default(), end: false };
    let mut seen = Vec::with_capacity(16);
    let mut waiting = vec![at];
    while let Some(at) = waiting.pop() {
        if seen.contains(&at) {
            continue;
        }
        seen.push(at);
        if seen.len() > MOST_STEPS {
            return Peek::ANYTHING;
        }
        let mut add = |bytes: &ByteSet| found.bytes = found.bytes.union(bytes);
        match program.steps[at] {
            Step::Byte(byte) => {
                let mut one = ByteSet::default();
                one.add(byte);
                add(&one);
            }
            Step::Text { start, .. } => {
                let mut one = ByteSet::default();
                one.add(program.text[start as usize]);
                add(&one);
            }
            Step::Set(set) => add(&program.sets[set as usize].first),
            Step::Any => add(&not_newline()),
            Step::AnyOrNewline => add(&ByteSet::ALL),
            Step::Run(run) => {
                let run = &program.runs[run as usize];
                add(&bytes_of(program, run.of));
                if run.low == 0 {
                    waiting.push(at + 1);
                }
            }
            Step::Split { first, second, .. } => waiting.extend([first as usize, second as usize]),
            Step::Dispatch(table) => waiting.extend(program.tables[table as usize].iter().map(|&at| at as usize)),
            Step::Jump(to) => waiting.push(to as usize),
            Step::Save(_) | Step::SaveAgain { .. } | Step::Open { .. } | Step::OpenForGood { .. } | Step::OpenUnseen { .. } | Step::Close { asked: false, .. } | Step::Note { .. } => waiting.push(at + 1),
            Step::AtomicStart { .. } | Step::TurnStart { .. } | Step::CountStart { .. } => waiting.push(at + 1),
            Step::LineStart | Step::LineEnd | Step::TextStart | Step::TextEnd | Step::LastLineEnd | Step::SearchStart | Step::WordBoundary { .. } | Step::AnchorInEcho { .. } => {
                waiting.push(at + 1)
            }
            // At `after` the text goes on where it does here.
            Step::LookStart { after, .. } | Step::Back { after, .. } | Step::NotLookStart { after, .. } => waiting.push(after as usize),
            Step::TurnEnd { exit, .. } => waiting.extend([at + 1, exit as usize]),
            Step::Count(index) | Step::CountLazy(index) => {
                let counted = program.counted[index as usize];
                waiting.extend([counted.body as usize, counted.exit as usize]);
            }
            Step::Condition { otherwise, .. } => waiting.extend([at + 1, otherwise as usize]),
            Step::Fail => {}
            // To close it is of use itself.
            Step::Close { asked: true, .. } => return Peek::ANYTHING,
            // What is atomic must not be chosen by what follows it.
            Step::Match | Step::AtomicEnd { .. } | Step::LookEnd { .. } | Step::NotLookEnd { .. } | Step::Reference { .. } | Step::Call(_) | Step::Return
            | Step::AbsentStart { .. } | Step::AbsentEnd { .. } => return Peek::ANYTHING,
        }
    }

    found
}

/// The bytes that characters of a run begin with.
pub fn bytes_of(program: &Program, of: RunOf) -> ByteSet {
    match of {
        RunOf::Set(set) => program.sets[set as usize].first,
        RunOf::Any => not_newline(),
        RunOf::AnyOrNewline => ByteSet::ALL,
    }
}

fn not_newline() -> ByteSet {
    let mut bytes = ByteSet::default();
    (0..=255).filter(|&byte| byte != b'\n').for_each(|byte| bytes.add(byte));
    bytes
}
