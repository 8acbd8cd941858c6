//! YAML: text to events and back, over libyaml (`rutile-yaml`).
//!
//! An event has a number; Psych's Ruby makes calls of those that were read, and has others written:
//!
//! | number | event | read: start and end line and column, then | written |
//! |---|---|---|---|
//! | 0 | stream starts | encoding | the same |
//! | 1 | document starts | version, tag directives, implicit | the same |
//! | 2 | document ends | implicit | the same |
//! | 3 | alias | anchor | the same |
//! | 4 | scalar | value, anchor, tag, plain, quoted, style | the same |
//! | 5, 6 | sequence starts, ends | anchor, tag, implicit, style | the same |
//! | 7, 8 | mapping starts, ends | anchor, tag, implicit, style | the same |
//! | 9 | stream ends | | |
//!
//! | primitive | does |
//! |---|---|
//! | `yaml_events(text)` | all events, each an Array; after a syntax error the last is [-1, line, column, offset, problem, context] |
//! | `yaml_emitter` | a new emitter |
//! | `yaml_style(emitter, canonical, indentation, width)` | says how its text is to look |
//! | `yaml_emit(emitter, number, ...)` | writes an event; the text that is complete by now, nil where none is |

use rutile_vm::prelude::*;
use rutile_yaml::{Collection, Emitter, Event, Parsed, Parser, Problem, Scalar};

use crate::resource::owned;

// --- Reading ---

fn yaml_events(vm: &mut Vm, args: Arguments) -> NativeResult {
    let Some(text) = args.get(0).as_string() else {
        return Err(vm.type_error("YAML is read from a String".to_string()));
    };
    // The events' own allocations may move the string: it is read from a copy.
    let bytes = text.bytes().to_vec();
    let mut parser = Parser::new(&bytes);
    let list = vm.array_with_capacity(16);
    loop {
        let (event, is_last) = match parser.parse() {
            Ok(parsed) => {
                let event = parsed.event();
                (event_array(vm, &parsed, &event), event == Event::StreamEnd)
            }
            Err(problem) => (problem_array(vm, &problem), true),
        };
        vm.array_push(list, event);
        if is_last {
            return Ok(list.value());
        }
    }
}

fn problem_array(vm: &mut Vm, problem: &Problem) -> Value {
    let array = numbers(vm, &[-1, problem.place.line as i64 + 1, problem.place.column as i64 + 1, problem.offset as i64]);
    push_text(vm, array, Some(problem.problem.as_bytes()));
    push_text(vm, array, problem.context.as_ref().map(|context| context.as_bytes()));
    array.value()
}

fn numbers(vm: &mut Vm, values: &[i64]) -> ArrayRef {
    let array = vm.array_with_capacity(values.len() + 6);
    for &value in values {
        vm.array_push(array, Value::fixnum(value));
    }
    array
}

fn push_text(vm: &mut Vm, array: ArrayRef, text: Option<&[u8]>) {
    let value = text.map_or(Value::NIL, |text| vm.new_string(text, Encoding::UTF_8).value());
    vm.array_push(array, value);
}

fn event_array(vm: &mut Vm, parsed: &Parsed, event: &Event) -> Value {
    let (start, end) = (parsed.start(), parsed.end());
    let places = [start.line, start.column, end.line, end.column].map(|number| number as i64);
    let array = numbers(vm, &[number_of(event), places[0], places[1], places[2], places[3]]);
    match event {
        Event::StreamStart { encoding } => vm.array_push(array, Value::fixnum(i64::from(*encoding))),
        Event::DocumentStart { version, tags, implicit } => {
            push_directives(vm, array, *version, tags);
            vm.array_push(array, Value::boolean(*implicit));
        }
        Event::DocumentEnd { implicit } => vm.array_push(array, Value::boolean(*implicit)),
        Event::Alias { anchor } => push_text(vm, array, Some(anchor)),
        Event::Scalar(Scalar { anchor, tag, value, plain_implicit, quoted_implicit, style }) => {
            for text in [Some(*value), *anchor, *tag] {
                push_text(vm, array, text);
            }
            for value in [Value::boolean(*plain_implicit), Value::boolean(*quoted_implicit), Value::fixnum(i64::from(*style))] {
                vm.array_push(array, value);
            }
        }
        Event::SequenceStart(Collection { anchor, tag, implicit, style }) | Event::MappingStart(Collection { anchor, tag, implicit, style }) => {
            push_text(vm, array, *anchor);
            push_text(vm, array, *tag);
            vm.array_push(array, Value::boolean(*implicit));
            vm.array_push(array, Value::fixnum(i64::from(*style)));
        }
        Event::SequenceEnd | Event::MappingEnd | Event::StreamEnd => {}
    }
    array.value()
}

fn number_of(event: &Event) -> i64 {
    match event {
        Event::StreamStart { .. } => 0,
        Event::DocumentStart { .. } => 1,
        Event::DocumentEnd { .. } => 2,
        Event::Alias { .. } => 3,
        Event::Scalar(_) => 4,
        Event::SequenceStart(_) => 5,
        Event::SequenceEnd => 6,
        Event::MappingStart(_) => 7,
        Event::MappingEnd => 8,
        Event::StreamEnd => 9,
    }
}

fn push_directives(vm: &mut Vm, array: ArrayRef, version: Option<(i32, i32)>, tags: &[(&[u8], &[u8])]) {
    let parts: Vec<i64> = version.map_or(Vec::new(), |(major, minor)| vec![major.into(), minor.into()]);
    let version = numbers(vm, &parts).value();
    vm.array_push(array, version);
    let list = vm.array_with_capacity(tags.len());
    vm.array_push(array, list.value());
    for (handle, prefix) in tags {
        let pair = vm.array_with_capacity(2);
        vm.array_push(list, pair.value());
        push_text(vm, pair, Some(handle));
        push_text(vm, pair, Some(prefix));
    }
}

// --- Writing ---

fn yaml_emitter(vm: &mut Vm, _args: Arguments) -> NativeResult {
    Ok(vm.keep_resource(Emitter::new()))
}

fn yaml_style(vm: &mut Vm, args: Arguments) -> NativeResult {
    let [indentation, width] = [2, 3].map(|place| i32::try_from(args.get(place).as_fixnum().unwrap_or(0)).unwrap_or(0));
    owned::<Emitter>(vm, args, 0, "an emitter")?.set_style(args.get(1).truthy(), indentation, width);
    Ok(Value::NIL)
}

fn yaml_emit(vm: &mut Vm, args: Arguments) -> NativeResult {
    let Some(event) = written_event(args) else { return Err(vm.argument_error("not an event of YAML".to_string())) };
    let emitter = owned::<Emitter>(vm, args, 0, "an emitter")?;
    let outcome = emitter.emit(&event);
    let written = emitter.take_written();
    match outcome {
        Err(problem) => Err(vm.runtime_error(problem)),
        Ok(()) if written.is_empty() => Ok(Value::NIL),
        Ok(()) => Ok(vm.new_string(&written, Encoding::UTF_8).value()),
    }
}

/// The event that the arguments behind the emitter stand for. Its texts are those of the Strings: nothing is allocated while it lives.
fn written_event<'a>(args: Arguments) -> Option<Event<'a>> {
    let at = |place: usize| if place < args.count() { args.get(place) } else { Value::NIL };
    let text = |place: usize| at(place).as_string().map(|text| text.bytes());
    let style = |place: usize| at(place).as_fixnum().and_then(|style| u32::try_from(style).ok()).unwrap_or(0);
    let collection = || Collection { anchor: text(2), tag: text(3), implicit: at(4).truthy(), style: style(5) };
    Some(match at(1).as_fixnum()? {
        0 => Event::StreamStart { encoding: style(2) },
        1 => Event::DocumentStart { version: version(at(2))?, tags: tags(at(3))?, implicit: at(4).truthy() },
        2 => Event::DocumentEnd { implicit: at(2).truthy() },
        3 => Event::Alias { anchor: text(2)? },
        4 => Event::Scalar(Scalar {
            value: text(2)?, anchor: text(3), tag: text(4), plain_implicit: at(5).truthy(), quoted_implicit: at(6).truthy(), style: style(7),
        }),
        5 => Event::SequenceStart(collection()),
        6 => Event::SequenceEnd,
        7 => Event::MappingStart(collection()),
        8 => Event::MappingEnd,
        9 => Event::StreamEnd,
        _ => return None,
    })
}

/// Two numbers, or an empty Array for none.
fn version(value: Value) -> Option<Option<(i32, i32)>> {
    let parts = ArrayRef::from_value(value)?;
    let part = |place: usize| i32::try_from(parts.get(place).as_fixnum()?).ok();
    if parts.len() < 2 { Some(None) } else { Some(Some((part(0)?, part(1)?))) }
}

fn tags<'a>(value: Value) -> Option<Vec<(&'a [u8], &'a [u8])>> {
    let pairs = ArrayRef::from_value(value)?;
    pairs.values().iter().map(|&pair| {
        let pair = ArrayRef::from_value(pair)?;
        Some((pair.get(0).as_string()?.bytes(), pair.get(1).as_string()?.bytes()))
    }).collect()
}

pub const NATIVES: &[(&str, Native)] =
    &[("yaml_events", yaml_events), ("yaml_emitter", yaml_emitter), ("yaml_style", yaml_style), ("yaml_emit", yaml_emit)];
