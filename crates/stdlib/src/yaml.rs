//! YAML: text to events and back, over libyaml's port to Rust.
//!
//! An event is an Array that begins with its number; Psych's Ruby makes calls of the
//! first kind and collects the second:
//!
//! | number | event | read: start and end line and column, then | written |
//! |---|---|---|---|
//! | 0 | stream starts | encoding | |
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
//! | `yaml_events(text)` | all events; after a syntax error the last is [-1, line, column, offset, problem, context] |
//! | `yaml_text(events, first, canonical, indentation, width)` | [text of one document, what ends the stream after it] |

use libyaml_safer::{
    Emitter, Encoding as YamlEncoding, Error, Event, EventData, MappingStyle, Parser, ScalarStyle, SequenceStyle,
    TagDirective, VersionDirective,
};
use rutile_vm::prelude::*;

// --- Reading ---

fn yaml_events(vm: &mut Vm, args: Arguments) -> NativeResult {
    let Some(text) = args.get(0).as_string() else {
        return Err(vm.type_error("YAML is read from a String".to_string()));
    };
    // The events' own allocations may move the string: it is read from a copy.
    let bytes = text.bytes().to_vec();
    let mut input: &[u8] = &bytes;
    let mut parser = Parser::new();
    parser.set_input(&mut input);
    let list = vm.array_with_capacity(16);
    loop {
        match parser.parse() {
            Ok(event) => {
                let last = matches!(event.data, EventData::StreamEnd);
                let event = event_array(vm, &event);
                vm.array_push(list, event);
                if last {
                    return Ok(list.value());
                }
            }
            Err(error) => {
                let error = error_array(vm, &error);
                vm.array_push(list, error);
                return Ok(list.value());
            }
        }
    }
}

/// As libyaml tells of an error: by the place of its context where there is one.
fn error_array(vm: &mut Vm, error: &Error) -> Value {
    let mark = error.context_mark().or(match error.kind() {
        libyaml_safer::ErrorKind::Scanner => error.problem_mark(),
        _ => None,
    });
    let (line, column) = mark.map_or((0, 0), |mark| (mark.line, mark.column));
    let array = numbers(vm, &[-1, line as i64 + 1, column as i64 + 1, 0]);
    let problem = vm.string(error.problem());
    vm.array_push(array, problem);
    push_text(vm, array, error.context());
    array.value()
}

fn numbers(vm: &mut Vm, values: &[i64]) -> ArrayRef {
    let array = vm.array_with_capacity(values.len() + 6);
    for &value in values {
        vm.array_push(array, Value::fixnum(value));
    }
    array
}

fn push_text(vm: &mut Vm, array: ArrayRef, text: Option<&str>) {
    let value = text.map_or(Value::NIL, |text| vm.string(text));
    vm.array_push(array, value);
}

fn event_array(vm: &mut Vm, event: &Event) -> Value {
    let (start, end) = (event.start_mark, event.end_mark);
    let places = [start.line, start.column, end.line, end.column].map(|number| number as i64);
    let head = |vm: &mut Vm, number: i64| numbers(vm, &[number, places[0], places[1], places[2], places[3]]);
    let array = match &event.data {
        EventData::StreamStart { encoding } => {
            let array = head(vm, 0);
            vm.array_push(array, Value::fixnum(*encoding as i64));
            array
        }
        EventData::DocumentStart { version_directive, tag_directives, implicit } => {
            let array = head(vm, 1);
            push_directives(vm, array, version_directive.as_ref(), tag_directives);
            vm.array_push(array, Value::boolean(*implicit));
            array
        }
        EventData::DocumentEnd { implicit } => {
            let array = head(vm, 2);
            vm.array_push(array, Value::boolean(*implicit));
            array
        }
        EventData::Alias { anchor } => {
            let array = head(vm, 3);
            push_text(vm, array, Some(anchor));
            array
        }
        EventData::Scalar { anchor, tag, value, plain_implicit, quoted_implicit, style } => {
            let array = head(vm, 4);
            push_text(vm, array, Some(value));
            push_text(vm, array, anchor.as_deref());
            push_text(vm, array, tag.as_deref());
            for value in [Value::boolean(*plain_implicit), Value::boolean(*quoted_implicit), Value::fixnum(*style as i64)] {
                vm.array_push(array, value);
            }
            array
        }
        EventData::SequenceStart { anchor, tag, implicit, style } => {
            let array = head(vm, 5);
            push_collection(vm, array, anchor, tag, *implicit, *style as i64);
            array
        }
        EventData::SequenceEnd => head(vm, 6),
        EventData::MappingStart { anchor, tag, implicit, style } => {
            let array = head(vm, 7);
            push_collection(vm, array, anchor, tag, *implicit, *style as i64);
            array
        }
        EventData::MappingEnd => head(vm, 8),
        EventData::StreamEnd => head(vm, 9),
    };
    array.value()
}

fn push_collection(vm: &mut Vm, array: ArrayRef, anchor: &Option<String>, tag: &Option<String>, implicit: bool, style: i64) {
    push_text(vm, array, anchor.as_deref());
    push_text(vm, array, tag.as_deref());
    vm.array_push(array, Value::boolean(implicit));
    vm.array_push(array, Value::fixnum(style));
}

fn push_directives(vm: &mut Vm, array: ArrayRef, version: Option<&VersionDirective>, tags: &[TagDirective]) {
    let parts: Vec<i64> = version.map_or(Vec::new(), |version| vec![version.major as i64, version.minor as i64]);
    let version = numbers(vm, &parts).value();
    vm.array_push(array, version);
    let list = vm.array_with_capacity(tags.len());
    vm.array_push(array, list.value());
    for tag in tags {
        let pair = vm.array_with_capacity(2);
        vm.array_push(list, pair.value());
        push_text(vm, pair, Some(&tag.handle));
        push_text(vm, pair, Some(&tag.prefix));
    }
}

// --- Writing ---

fn yaml_text(vm: &mut Vm, args: Arguments) -> NativeResult {
    let Some(list) = ArrayRef::from_value(args.get(0)) else {
        return Err(vm.type_error("YAML is written from events".to_string()));
    };
    let mut events = vec![Event::stream_start(YamlEncoding::Utf8)];
    for (index, &event) in list.values().iter().enumerate() {
        match written_event(event, args.get(1).truthy() || index > 0) {
            Some(event) => events.push(event),
            None => return Err(vm.argument_error("not an event of YAML".to_string())),
        }
    }
    if !are_tags_divisible(&events) {
        return Err(vm.runtime_error("tag value must begin with an ASCII character".to_string()));
    }
    let (mut text, mut tail) = (Vec::new(), Vec::new());
    let settings = Settings {
        canonical: args.get(2).truthy(),
        indentation: args.get(3).as_fixnum().unwrap_or(2) as i32,
        width: args.get(4).as_fixnum().unwrap_or(0) as i32,
    };
    if let Err(error) = write(events, &settings, &mut text, &mut tail) {
        return Err(vm.runtime_error(error.problem().to_string()));
    }
    let text = vm.new_string(&text, Encoding::UTF_8).value();
    let tail = vm.new_string(&tail, Encoding::UTF_8).value();
    Ok(vm.new_array(&[text, tail]).value())
}

/// Whether every tag can be cut where the prefix of any directive, or of the two that always hold, would end: the
/// emitter cuts it there before it compares.
fn are_tags_divisible(events: &[Event]) -> bool {
    let mut lengths = vec!["!".len(), "tag:yaml.org,2002:".len()];
    events.iter().all(|event| match &event.data {
        EventData::DocumentStart { tag_directives, .. } => {
            lengths.extend(tag_directives.iter().map(|directive| directive.prefix.len()));
            true
        }
        EventData::Scalar { tag: Some(tag), .. } | EventData::SequenceStart { tag: Some(tag), .. } | EventData::MappingStart { tag: Some(tag), .. } => {
            lengths.iter().all(|length| *length >= tag.len() || tag.is_char_boundary(*length))
        }
        _ => true,
    })
}

struct Settings {
    canonical: bool,
    indentation: i32,
    width: i32,
}

/// Where an emitter writes: to the text, and to the tail once the document is complete.
struct Output<'a> {
    text: &'a mut Vec<u8>,
    tail: &'a mut Vec<u8>,
    complete: &'a std::cell::Cell<bool>,
}

impl std::io::Write for Output<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let target = if self.complete.get() { &mut self.tail } else { &mut self.text };
        target.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn write(events: Vec<Event>, settings: &Settings, text: &mut Vec<u8>, tail: &mut Vec<u8>) -> Result<(), Error> {
    let complete = std::cell::Cell::new(false);
    let mut output = Output { text, tail, complete: &complete };
    let mut emitter = Emitter::new();
    emitter.set_output(&mut output);
    emitter.set_encoding(YamlEncoding::Utf8);
    emitter.set_unicode(true);
    emitter.set_canonical(settings.canonical);
    emitter.set_indent(settings.indentation);
    emitter.set_width(settings.width);
    for event in events {
        emitter.emit(event)?;
    }
    emitter.flush()?;
    complete.set(true);
    emitter.emit(Event::stream_end())?;
    emitter.flush()
}

/// The event that an Array stands for; a document that is not the stream's first starts with its mark.
fn written_event(event: Value, first: bool) -> Option<Event> {
    let event = ArrayRef::from_value(event)?;
    let at = |index: usize| event.values().get(index).copied().unwrap_or(Value::NIL);
    let text = |index: usize| at(index).as_string().map(|text| text.text().into_owned());
    let style = |index: usize| at(index).as_fixnum().unwrap_or(0);
    Some(match at(0).as_fixnum()? {
        1 => {
            let (version, tags) = directives(at(1), at(2))?;
            Event::document_start(version, &tags, at(3).truthy() && first)
        }
        2 => Event::document_end(at(1).truthy()),
        3 => Event::alias(&text(1)?),
        4 => {
            let style = match style(6) {
                1 => ScalarStyle::Plain,
                2 => ScalarStyle::SingleQuoted,
                3 => ScalarStyle::DoubleQuoted,
                4 => ScalarStyle::Literal,
                5 => ScalarStyle::Folded,
                _ => ScalarStyle::Any,
            };
            Event::scalar(text(2).as_deref(), text(3).as_deref(), &text(1)?, at(4).truthy(), at(5).truthy(), style)
        }
        5 => {
            let style = match style(4) {
                1 => SequenceStyle::Block,
                2 => SequenceStyle::Flow,
                _ => SequenceStyle::Any,
            };
            Event::sequence_start(text(1).as_deref(), text(2).as_deref(), at(3).truthy(), style)
        }
        6 => Event::sequence_end(),
        7 => {
            let style = match style(4) {
                1 => MappingStyle::Block,
                2 => MappingStyle::Flow,
                _ => MappingStyle::Any,
            };
            Event::mapping_start(text(1).as_deref(), text(2).as_deref(), at(3).truthy(), style)
        }
        8 => Event::mapping_end(),
        _ => return None,
    })
}

/// Directives of a document's start. Only the parser makes them, so it is given their text.
fn directives(version: Value, tags: Value) -> Option<(Option<VersionDirective>, Vec<TagDirective>)> {
    let mut head = String::new();
    if let Some(parts) = ArrayRef::from_value(version).filter(|parts| parts.len() == 2) {
        let part = |index: usize| parts.get(index).as_fixnum();
        head += &format!("%YAML {}.{}\n", part(0)?, part(1)?);
    }
    for &pair in ArrayRef::from_value(tags).map(ArrayRef::values).unwrap_or_default().iter() {
        let pair = ArrayRef::from_value(pair)?;
        head += &format!("%TAG {} {}\n", pair.get(0).as_string()?.text(), pair.get(1).as_string()?.text());
    }
    if head.is_empty() {
        return Some((None, Vec::new()));
    }
    head += "--- x\n";
    let mut input = head.as_bytes();
    let mut parser = Parser::new();
    parser.set_input(&mut input);
    parser.parse().ok()?;
    match parser.parse().ok()?.data {
        EventData::DocumentStart { version_directive, tag_directives, .. } => Some((version_directive, tag_directives)),
        _ => None,
    }
}

pub const NATIVES: &[(&str, Native)] = &[("yaml_events", yaml_events), ("yaml_text", yaml_text)];
