//! The fields of Prism's binary form, and how another version of the gem `prism` names them.
//!
//! `nodes.list` is written by `script/prism-nodes` of the version of the crate that is built in. The layout of the gem
//! that is loaded comes from Ruby in the same words: lines of `version`, `tokens`, `diagnostics` and `node`.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

static BUILT_IN: &str = include_str!("nodes.list");

/// How a field is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    Node,
    OptionalNode,
    Nodes,
    Number,
    Numbers,
    Location,
    OptionalLocation,
    Text,
    Integer,
    Double,
    Byte,
}

impl Form {
    fn of(name: &str) -> Option<Form> {
        Some(match name {
            "node" => Form::Node,
            "node?" => Form::OptionalNode,
            "node[]" => Form::Nodes,
            "constant" | "constant?" | "uint32" => Form::Number,
            "constant[]" => Form::Numbers,
            "location" => Form::Location,
            "location?" => Form::OptionalLocation,
            "string" => Form::Text,
            "integer" => Form::Integer,
            "double" => Form::Double,
            "uint8" => Form::Byte,
            _ => return None,
        })
    }
}

/// The fate of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    Kept,
    /// The other version says whether it is there.
    MadeOptional,
    Dropped,
}

/// How the nodes of one kind are to be written.
pub struct Plan {
    /// The number of the kind in the other version; none if that doesn't know it.
    pub kind: Option<u8>,
    pub name: &'static str,
    /// Whether it has a length behind its location.
    pub has_length: bool,
    /// Whether it stands for what is wrong, with what was found there instead.
    pub is_recovery: bool,
    /// For each flag its bit in the other version, if it has it.
    pub flags: Vec<Option<u32>>,
    pub fields: Vec<(Form, Fate)>,
}

/// The plans that were made last: a program has one version of the gem, and asks thousands of times.
static LAST: Mutex<Option<Arc<Plans>>> = Mutex::new(None);

/// How to write all of a version's binary form for another.
pub struct Plans {
    layout: String,
    pub version: [u8; 3],
    /// By number of the kind, from 1 on.
    pub nodes: Vec<Plan>,
    /// Names here, and places among the other version's.
    pub tokens: Vec<(&'static str, Option<u32>)>,
    pub diagnostics: Vec<Option<u32>>,
}

/// The version that is built in.
pub fn built_in_version() -> &'static str {
    words("version").next().unwrap_or_default()
}

/// The names of all diagnostics.
pub fn diagnostics() -> impl Iterator<Item = &'static str> {
    words("diagnostics")
}

fn words(first: &str) -> impl Iterator<Item = &'static str> {
    words_of(BUILT_IN, first)
}

fn words_of<'a>(layout: &'a str, first: &str) -> impl Iterator<Item = &'a str> {
    let line = layout.lines().find_map(|line| line.strip_prefix(first)?.strip_prefix(' '));
    line.unwrap_or_default().split(' ').filter(|word| !word.is_empty())
}

/// A name here and its name in older versions.
fn names(word: &'static str) -> (&'static str, &'static str) {
    word.split_once('=').unwrap_or((word, word))
}

impl Plans {
    /// For the gem of a layout; otherwise what it has that isn't known.
    pub fn for_layout(layout: &[u8]) -> Result<Arc<Plans>, String> {
        let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(plans) = last.as_ref().filter(|plans| plans.layout.as_bytes() == layout) {
            return Ok(plans.clone());
        }
        let plans = Arc::new(Plans::read(String::from_utf8_lossy(layout).into_owned())?);
        *last = Some(plans.clone());
        Ok(plans)
    }

    fn read(own: String) -> Result<Plans, String> {
        let layout = own.as_str();
        let mut version = words_of(layout, "version").next().unwrap_or_default().split('.').map(|part| part.parse::<u8>().unwrap_or(0));
        let version = [0; 3].map(|_| version.next().unwrap_or(0));
        let tokens = numbering(words_of(layout, "tokens"));
        let diagnostics = numbering(words_of(layout, "diagnostics"));
        let others: Vec<Vec<&str>> = node_lines(layout).map(|line| line.split(' ').collect()).collect();
        let kinds = numbering(others.iter().map(|words| words[0]));
        let nodes: Result<Vec<Plan>, String> = node_lines(BUILT_IN).map(|line| Plan::read(line, &kinds, &others)).collect();
        Ok(Plans {
            version,
            nodes: nodes?,
            tokens: words("tokens").map(|word| (names(word).0, find(&tokens, word))).collect(),
            diagnostics: words("diagnostics").map(|word| find(&diagnostics, word)).collect(),
            layout: own,
        })
    }
}

/// Those of one layout are the same.
impl PartialEq for Plans {
    fn eq(&self, other: &Plans) -> bool {
        self.layout == other.layout
    }
}

fn node_lines(layout: &str) -> impl Iterator<Item = &str> {
    layout.lines().filter_map(|line| line.strip_prefix("node "))
}

fn numbering<'a>(names: impl Iterator<Item = &'a str>) -> HashMap<&'a str, u32> {
    names.enumerate().map(|(number, name)| (name, number as u32)).collect()
}

fn find(numbers: &HashMap<&str, u32>, word: &'static str) -> Option<u32> {
    let (name, older) = names(word);
    numbers.get(name).or_else(|| numbers.get(older)).copied()
}

impl Plan {
    /// Whether the other version has no place for what a node stands around.
    pub fn is_only_mark(&self) -> bool {
        self.is_recovery && self.fields.iter().all(|(_, fate)| *fate == Fate::Dropped)
    }

    /// Of a line of the built-in list, with the other version's kinds and their lines.
    fn read(line: &'static str, kinds: &HashMap<&str, u32>, others: &[Vec<&str>]) -> Result<Plan, String> {
        let mut words = line.split(' ');
        let word = words.next().unwrap_or_default();
        let name = names(word).0;
        let index = find(kinds, word);
        let other = index.map(|index| &others[index as usize][1..]).unwrap_or_default();
        let other_flags = numbering(other.iter().filter_map(|field| field.strip_prefix("flags:")).flat_map(|flags| flags.split(',')));
        let flags = words.next().unwrap_or_default().trim_start_matches("flags:");
        let flags = flags.split(',').filter(|flag| !flag.is_empty()).map(|flag| other_flags.get(flag).copied()).collect();
        let mut wanted = other.iter().filter(|field| !field.starts_with("flags:")).peekable();
        let mut fields = Vec::new();
        for word in words {
            let (names_of_field, form) = word.split_once(':').unwrap_or((word, ""));
            let form = Form::of(form).ok_or_else(|| format!("the field {word} of {name}"))?;
            let (new, old) = names(names_of_field);
            let kept = wanted.next_if(|field| field.trim_end_matches('?') == new || field.trim_end_matches('?') == old);
            fields.push((form, fate(form, kept)));
        }
        if let (Some(field), Some(_)) = (wanted.next(), index) {
            return Err(format!("{name}#{field}"));
        }
        let kind = index.map(|index| index as u8 + 1);
        Ok(Plan { kind, name, has_length: name == "DefNode", is_recovery: word == "ErrorRecoveryNode=MissingNode", flags, fields })
    }
}

fn fate(form: Form, kept: Option<&&str>) -> Fate {
    match kept {
        None => Fate::Dropped,
        Some(field) if form == Form::Location && field.ends_with('?') => Fate::MadeOptional,
        Some(_) => Fate::Kept,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_of_the_crate_that_is_built_in() {
        let options = crate::prism::library::Options::plain("UTF-8", 0);
        let bytes = crate::prism::library::serialize(crate::prism::library::Content::Tree, b"1", &options);
        let version = bytes[5..8].iter().map(u8::to_string).collect::<Vec<_>>().join(".");
        assert_eq!(version, built_in_version(), "run script/prism-nodes");
    }

    #[test]
    fn a_field_that_is_not_known_is_named() {
        let layout = b"version 1.2.3\nnode AndNode flags: left right middle operator_loc\n";
        assert_eq!(Plans::for_layout(layout).err().as_deref(), Some("AndNode#middle"));
    }
}
