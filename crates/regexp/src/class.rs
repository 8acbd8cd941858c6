//! Character classes in brackets.

use crate::charset::CharSet;
use crate::encoding::Encoding;
use crate::error::{Error, Result};
use crate::parse::Parser;
use crate::properties::{self, POSIX_NAMES, Posix};
use crate::token::{RAW, short_form};
use crate::tree::{Form, Node, Range};

/// A class as it is written: what it is made of, and whether it stands for all else.
pub struct Class {
    pub members: CharSet,
    /// Members that fold between ASCII and other characters.
    pub crossing: CharSet,
    pub negated: bool,
}

/// Something in a class.
enum Item {
    Character(u32),
    Hyphen,
    And,
    Open,
    Close,
    Posix,
    Type { class: Posix, negated: bool },
    Property { set: CharSet, negated: bool },
    End,
}

/// Where in a range the reading stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Start,
    /// A character, or a class of some, was read.
    Value(Value),
    /// A character and a hyphen were read.
    Range(u32),
    /// A range was read.
    Complete,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Value {
    Character(u32),
    Class,
}

/// The class while it is read.
struct Building {
    members: CharSet,
    crossing: CharSet,
    state: State,
    /// The set before the last `&&`.
    before: Option<(CharSet, CharSet)>,
    after_and: bool,
}

/// How deep classes may be nested.
const DEEPEST: usize = 4096;

impl Parser<'_> {
    /// A class whose bracket is read, up to behind the one that closes it.
    pub fn class(&mut self) -> Result<Class> {
        self.class_at(0)
    }

    fn class_at(&mut self, depth: usize) -> Result<Class> {
        if depth > DEEPEST {
            return Err(Error::new("parse depth limit over"));
        }
        let negated = self.eat(b'^');
        let mut building = Building { members: CharSet::new(), crossing: CharSet::new(), state: State::Start, before: None, after_and: false };
        let mut item = self.class_item()?;
        if matches!(item, Item::Close) {
            if !self.closes_later() {
                return Err(Error::new("empty char-class"));
            }
            self.class_warning("]");
            item = Item::Character(b']' as u32);
        }
        loop {
            item = match item {
                Item::Close => break,
                Item::End => return Err(Error::new("premature end of char-class")),
                Item::Character(code) => {
                    self.value(&mut building, code & !RAW)?;
                    self.class_item()?
                }
                Item::Hyphen => self.hyphen(&mut building)?,
                Item::Posix => {
                    self.posix_bracket(&mut building)?;
                    self.class_item()?
                }
                Item::Type { class, negated } => {
                    let ascii = self.options.range != Range::Unicode;
                    let set = self.type_set(class, negated, ascii);
                    self.add_class(&mut building, &set, class != Posix::Word)?;
                    self.class_item()?
                }
                Item::Property { set, negated } => {
                    let crosses = set != properties::ascii(Posix::Ascii);
                    let set = if negated { set.complement(self.encoding.last()) } else { set };
                    self.add_class(&mut building, &set, crosses)?;
                    self.class_item()?
                }
                Item::Open => {
                    let inner = self.class_at(depth + 1)?;
                    let last = self.encoding.last();
                    let (members, crossing) = match inner.negated {
                        true => (inner.members.complement(last), inner.crossing.complement(last)),
                        false => (inner.members, inner.crossing),
                    };
                    self.check_duplicates(&building, &members);
                    building.members = building.members.union(&members);
                    building.crossing = building.crossing.union(&crossing);
                    self.class_item()?
                }
                Item::And => {
                    self.finish_value(&mut building);
                    building.intersect();
                    building.state = State::Start;
                    building.after_and = true;
                    self.class_item()?
                }
            };
        }
        self.finish_value(&mut building);
        if building.before.is_some() {
            building.intersect();
            let (members, crossing) = building.before.take().unwrap_or_default();
            building.members = members;
            building.crossing = crossing;
        }
        Ok(Class { members: building.members, crossing: building.crossing, negated })
    }

    /// The node of a class.
    pub fn class_node(&self, class: Class) -> Node {
        if self.options.ignore_case {
            return self.folded_class(class.members, &class.crossing, class.negated);
        }
        Node::Set(if class.negated { class.members.complement(self.encoding.last()) } else { class.members }, Form::Class)
    }

    /// Whether another bracket closes the class that begins with one.
    fn closes_later(&self) -> bool {
        let mut rest = self.rest().iter();
        while let Some(&byte) = rest.next() {
            match byte {
                b']' => return true,
                b'\\' => {
                    rest.next();
                }
                _ => {}
            }
        }
        false
    }

    fn class_warning(&mut self, what: &str) {
        self.warn(&format!("character class has '{what}' without escape"), false);
    }

    fn check_duplicates(&mut self, building: &Building, set: &CharSet) {
        if !building.members.is_disjoint(set) {
            self.warn("character class has duplicated range", true);
        }
    }

    fn class_item(&mut self) -> Result<Item> {
        if let Some(code) = self.pending.pop() {
            return Ok(Item::Character(code));
        }
        let Some(byte) = self.peek() else { return Ok(Item::End) };
        if byte >= 0x80 {
            return Ok(Item::Character(self.raw_character()?));
        }
        self.at += 1;
        Ok(match byte {
            b']' => Item::Close,
            b'-' => Item::Hyphen,
            b'[' if self.peek() == Some(b':') && self.looks_posix() => Item::Posix,
            b'[' => Item::Open,
            b'&' if self.eat(b'&') => Item::And,
            b'\\' => return self.class_escape(),
            _ => Item::Character(byte as u32),
        })
    }

    fn class_escape(&mut self) -> Result<Item> {
        let Some(byte) = self.peek() else { return Err(Error::new("too short escape sequence")) };
        if let Some((class, negated)) = short_form(byte) {
            self.at += 1;
            return Ok(Item::Type { class, negated });
        }
        if matches!(byte, b'p' | b'P') {
            if self.peek_at(1) == Some(b'{') {
                let (set, negated) = self.property_escape()?;
                return Ok(Item::Property { set, negated });
            }
            self.warn(&format!("invalid Unicode Property \\{}", byte as char), false);
            self.at += 1;
            return Ok(Item::Character(byte as u32));
        }
        if matches!(byte, b'R' | b'X') {
            self.at += 1;
            return Ok(Item::Character(byte as u32));
        }
        let codes = self.character_escape(true)?;
        self.pending.extend(codes.into_iter().rev());
        self.class_item()
    }

    /// Whether `[:` opens what ends in `:]`, before a bracket closes the class.
    fn looks_posix(&self) -> bool {
        let rest = &self.rest()[1..];
        let mut at = 0;
        while at < rest.len() {
            match rest[at] {
                b'\\' => at += 1,
                b':' if rest.get(at + 1) == Some(&b']') => return true,
                b']' => return false,
                _ => {}
            }
            at += 1;
        }
        false
    }

    /// `[:name:]`, of which the bracket is read.
    fn posix_bracket(&mut self, building: &mut Building) -> Result<()> {
        let start = self.at;
        self.at += 1;
        let negated = self.eat(b'^');
        let found = POSIX_NAMES.iter().find(|(name, _)| self.rest().starts_with(name.as_bytes()));
        if let Some(&(name, class)) = found {
            self.at += name.len();
            if !self.rest().starts_with(b":]") {
                return Err(Error::new("invalid POSIX bracket type"));
            }
            self.at += 2;
            let ascii = self.options.range == Range::Ascii;
            let set = if ascii || self.encoding == Encoding::Bytes { properties::ascii(class) } else { properties::unicode(class) };
            let set = if negated { set.complement(self.encoding.last()) } else { set };
            let crosses = !matches!(class, Posix::Word | Posix::Ascii) && !ascii;
            return self.add_class(building, &set, crosses);
        }
        const LONGEST: usize = 20;
        let length = self.rest().iter().take(LONGEST + 1).take_while(|byte| !matches!(byte, b':' | b']')).count();
        if self.rest()[length.min(self.rest().len())..].starts_with(b":]") {
            return Err(Error::new("invalid POSIX bracket type"));
        }
        self.class_warning("[");
        self.at = start;
        self.value(building, b'[' as u32)
    }

    /// Adds a class within the class.
    fn add_class(&mut self, building: &mut Building, set: &CharSet, crosses: bool) -> Result<()> {
        if let State::Range(_) = building.state {
            return Err(Error::new("char-class value at end of range"));
        }
        self.finish_value(building);
        self.check_duplicates(building, set);
        building.members = building.members.union(set);
        if crosses {
            building.crossing = building.crossing.union(set);
        }
        building.state = State::Value(Value::Class);
        Ok(())
    }

    /// A character was read: the value before it stands alone, or a range ends.
    fn value(&mut self, building: &mut Building, code: u32) -> Result<()> {
        match building.state {
            State::Range(low) => {
                if low > code {
                    return Err(Error::new("empty range in char class"));
                }
                self.add_range(building, low, code);
                building.state = State::Complete;
            }
            State::Value(_) => {
                self.finish_value(building);
                building.state = State::Value(Value::Character(code));
            }
            State::Complete | State::Start => building.state = State::Value(Value::Character(code)),
        }
        Ok(())
    }

    fn add_range(&mut self, building: &mut Building, low: u32, high: u32) {
        let set = CharSet::of([(low, high)]);
        self.check_duplicates(building, &set);
        building.members.add(low, high);
        building.crossing.add(low, high);
    }

    fn finish_value(&mut self, building: &mut Building) {
        if let State::Value(Value::Character(code)) = building.state {
            self.add_range(building, code, code);
            building.state = State::Complete;
        }
    }

    /// A hyphen: it makes a range, or stands for itself. Gives what comes after it.
    fn hyphen(&mut self, building: &mut Building) -> Result<Item> {
        const HYPHEN: u32 = b'-' as u32;
        let state = building.state;
        if let State::Range(_) = state {
            self.class_warning("-");
            self.value(building, HYPHEN)?;
            return self.class_item();
        }
        let next = self.class_item()?;
        match state {
            State::Start => {
                if matches!(next, Item::Hyphen) || building.after_and {
                    self.class_warning("-");
                }
                self.value(building, HYPHEN)?;
            }
            State::Value(_) | State::Complete if matches!(next, Item::Close) => self.value(building, HYPHEN)?,
            State::Value(_) | State::Complete if matches!(next, Item::And) => {
                self.class_warning("-");
                self.value(building, HYPHEN)?;
            }
            State::Value(Value::Character(low)) => building.state = State::Range(low),
            State::Value(Value::Class) => return Err(Error::new("unmatched range specifier in char-class")),
            State::Complete => {
                self.class_warning("-");
                self.value(building, HYPHEN)?;
            }
            State::Range(_) => {}
        }
        Ok(next)
    }
}

impl Building {
    /// Ends a part before `&&`, or the last one.
    fn intersect(&mut self) {
        let members = std::mem::take(&mut self.members);
        let crossing = std::mem::take(&mut self.crossing);
        self.before = Some(match self.before.take() {
            None => (members, crossing),
            Some((before, crossing_before)) => (before.intersection(&members), crossing_before.intersection(&crossing)),
        });
    }
}
