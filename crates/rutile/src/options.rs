//! Reads a command line as `ruby` does.
//!
//! One-letter options may be bundled (`-ne`), take their value from the rest of
//! the word or from the next one (`-Idir`, `-I dir`), and mean less in `RUBYOPT` and
//! in a program's `#!` line. No common option parser knows these rules, so they are
//! written out here: [`parse`] walks the words, [`Words::bundle`] the letters of one.

use crate::failure::Failure;
use crate::long_options;
use crate::settings::{Record, Settings, Task, Verbosity};
use rutile_vm::value::encoding::Encoding;

/// Where options stand, which decides what they may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    CommandLine,
    /// `RUBYOPT`
    Environment,
    /// The `#!` line of the program.
    Shebang,
}

/// Letters that `RUBYOPT` may hold.
const ENVIRONMENT_LETTERS: &[u8] = b"EIdvwWrKU";
/// Warning categories, as `Warning[]` knows them.
pub const CATEGORIES: [&str; 4] = ["deprecated", "experimental", "performance", "strict_unused_block"];

/// Settings from the words of a command line, the command's own name first.
pub fn parse(words: Vec<Vec<u8>>) -> Result<Settings, Failure> {
    let mut words = words.into_iter();
    let command = words.next().map_or_else(|| "rutile".to_string(), |name| String::from_utf8_lossy(&name).into_owned());
    let mut reader = Words::new(words.collect(), Origin::CommandLine);
    reader.settings.command = command;
    reader.options()?;
    Ok(reader.program())
}

/// Settings from the text of `RUBYOPT`. A word without a dash where an option is due is one whose dash was left out;
/// a level of warnings chosen before it holds.
pub fn parse_environment(text: &[u8]) -> Result<Settings, Failure> {
    let words = text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let mut reader = Words::new(words.map(<[u8]>::to_vec).collect(), Origin::Environment);
    while let Some(word) = reader.words.front_mut() {
        if word == b"-" {
            break;
        }
        if !word.starts_with(b"-") {
            word.insert(0, b'-');
        }
        reader.finished = false;
        reader.options()?;
        reader.verbosity_holds = reader.verbosity_chosen;
    }
    Ok(reader.settings)
}

/// Adds the options of a program's `#!` line, which stand behind the name of the Ruby. The folders that it
/// names for libraries come last of all.
pub fn add_shebang(settings: &mut Settings, line: &[u8]) -> Result<(), Failure> {
    let words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let mut reader = Words::new(words.skip_while(|word| !word.starts_with(b"-")).map(<[u8]>::to_vec).collect(), Origin::Shebang);
    reader.settings = std::mem::take(settings);
    let before = std::mem::take(&mut reader.settings.load_path);
    let result = reader.options();
    *settings = reader.settings;
    settings.last_load_path = std::mem::replace(&mut settings.load_path, before);
    result
}

/// The words still to be read, and what they have said so far.
pub struct Words {
    words: std::collections::VecDeque<Vec<u8>>,
    pub origin: Origin,
    pub settings: Settings,
    finished: bool,
    verbosity_chosen: bool,
    /// Nothing chooses it again.
    verbosity_holds: bool,
}

impl Words {
    fn new(words: Vec<Vec<u8>>, origin: Origin) -> Words {
        Words { words: words.into(), origin, settings: Settings::default(), finished: false, verbosity_chosen: false, verbosity_holds: false }
    }

    /// Reads up to the first word that is no option.
    fn options(&mut self) -> Result<(), Failure> {
        while !self.finished {
            match self.words.front() {
                Some(word) if word.len() > 1 && word[0] == b'-' => {}
                _ => break,
            }
            let Some(word) = self.words.pop_front() else { break };
            match word.strip_prefix(b"--") {
                Some(b"") => self.finished = true,
                Some(long) => long_options::read(self, long)?,
                None => self.bundle(&word[1..])?,
            }
        }
        Ok(())
    }

    /// Takes the rest as the program and its arguments.
    fn program(mut self) -> Settings {
        let mut rest = self.words.into_iter();
        if self.settings.code.is_none() {
            self.settings.script = rest.next();
        }
        self.settings.arguments = rest.collect();
        self.settings
    }

    /// The value of an option: what is left of its word, or the next word.
    pub fn value(&mut self, rest: &[u8]) -> Option<Vec<u8>> {
        if rest.is_empty() { self.next_word() } else { Some(rest.to_vec()) }
    }

    pub fn next_word(&mut self) -> Option<Vec<u8>> {
        self.words.pop_front()
    }

    pub fn note(&mut self, text: String) {
        self.settings.notes.push(format!("warning: {text}"));
    }

    pub fn invalid(&self, option: &str) -> Failure {
        match self.origin {
            Origin::Environment => Failure::runtime(format!("invalid switch in RUBYOPT: {option}")),
            _ => Failure::runtime(format!("invalid option {option}  (-h will show valid options)")),
        }
    }

    /// Reads the letters of one word.
    fn bundle(&mut self, letters: &[u8]) -> Result<(), Failure> {
        let mut letters = letters;
        while let Some((&letter, rest)) = letters.split_first() {
            if self.origin == Origin::Environment && !ENVIRONMENT_LETTERS.contains(&letter) {
                return Err(self.invalid(&format!("-{}", letter as char)));
            }
            letters = self.letter(letter, rest)?;
        }
        Ok(())
    }

    /// Reads one letter; what it leaves of its word is read next.
    fn letter<'a>(&mut self, letter: u8, rest: &'a [u8]) -> Result<&'a [u8], Failure> {
        match letter {
            b'a' => self.settings.lines.split = true,
            b'c' => self.settings.task = Task::CheckSyntax,
            b'd' => (self.settings.debug, self.settings.verbosity) = (true, Some(Verbosity::Verbose)),
            b'h' => self.settings.task = Task::Usage,
            b'l' => self.line_ends(),
            b'n' => self.settings.lines.each_line = true,
            b'p' => (self.settings.lines.each_line, self.settings.lines.print) = (true, true),
            b's' => self.settings.switches = true,
            b'S' => self.settings.search_path = true,
            b'U' => self.internal_encoding("UTF-8")?,
            b'v' => {
                self.settings.show_version = true;
                self.verbosity(Verbosity::Verbose);
            }
            b'w' => self.verbosity(Verbosity::Verbose),
            b'y' | b'\r' => {}
            b'-' => return self.dash_within(rest),
            b'0' => return Ok(self.record_separator(rest)),
            b'W' => return self.warnings(rest),
            _ => return self.letter_with_value(letter, rest),
        }
        Ok(rest)
    }

    fn letter_with_value<'a>(&mut self, letter: u8, rest: &'a [u8]) -> Result<&'a [u8], Failure> {
        match letter {
            b'C' | b'X' => {
                let folder = self.value(rest).filter(|folder| !folder.is_empty());
                self.settings.folders.push(folder.ok_or_else(|| Failure::fatal("Can't chdir"))?);
            }
            b'E' => {
                let names = self.value(rest).ok_or_else(|| Failure::runtime("missing argument for -E"))?;
                self.encodings("-E", &names)?;
            }
            b'e' => self.code(rest)?,
            b'F' => self.settings.lines.field_pattern = Some(rest.to_vec()).filter(|pattern| !pattern.is_empty()),
            b'I' => {
                let value = self.value(rest).unwrap_or_default();
                let paths = value.split(|&byte| byte == b':').filter(|path| !path.is_empty());
                self.settings.load_path.extend(paths.map(<[u8]>::to_vec));
            }
            b'i' => self.settings.lines.in_place = Some(rest.to_vec()),
            b'K' => self.kanji(rest),
            b'r' => {
                let library = self.value(rest).filter(|library| !library.is_empty());
                self.settings.libraries.extend(library);
            }
            b'x' => {
                self.settings.lines.extract = true;
                self.settings.folders.extend(Some(rest.to_vec()).filter(|folder| !folder.is_empty()));
            }
            _ => return Err(self.invalid(&format!("-{}", String::from_utf8_lossy(&[letter])))),
        }
        Ok(&[])
    }

    /// A `-` between letters stands for nothing before other letters, and is an error at the end.
    fn dash_within<'a>(&mut self, rest: &'a [u8]) -> Result<&'a [u8], Failure> {
        if rest.is_empty() || rest[0] == b'-' { Err(self.invalid("--")) } else { Ok(rest) }
    }

    fn code(&mut self, rest: &[u8]) -> Result<(), Failure> {
        let text = self.value(rest).ok_or_else(|| Failure::runtime("no code specified for -e"))?;
        let code = self.settings.code.get_or_insert_default();
        code.extend_from_slice(&text);
        code.push(b'\n');
        Ok(())
    }

    fn line_ends(&mut self) {
        let lines = &mut self.settings.lines;
        lines.chomp = true;
        lines.output_record = Some(lines.record.unwrap_or(Record::Newline));
    }

    /// `-0[octal]`: at most three digits.
    fn record_separator<'a>(&mut self, rest: &'a [u8]) -> &'a [u8] {
        let digits = rest.iter().take(3).take_while(|digit| (b'0'..=b'7').contains(digit)).count();
        let number = rest[..digits].iter().fold(0u32, |number, digit| number * 8 + (digit - b'0') as u32);
        self.settings.lines.record = Some(match number {
            0 if digits > 0 => Record::Paragraph,
            0..=0o377 => Record::Byte(number as u8),
            _ => Record::Whole,
        });
        &rest[digits..]
    }

    /// `-W`, `-W0` to `-W2`, `-W:category`, `-W:no-category`.
    fn warnings<'a>(&mut self, rest: &'a [u8]) -> Result<&'a [u8], Failure> {
        if let Some(category) = rest.strip_prefix(b":") {
            let (name, on) = match category.strip_prefix(b"no-") {
                Some(name) => (name, false),
                None => (category, true),
            };
            let name = String::from_utf8_lossy(name).replace('-', "_");
            match CATEGORIES.iter().find(|known| **known == name) {
                Some(known) => self.settings.warning_categories.push((known, on)),
                None => self.note(format!("unknown warning category: '{name}'")),
            }
            return Ok(&[]);
        }
        let digits = rest.iter().take_while(|digit| digit.is_ascii_digit()).count();
        self.verbosity(match &rest[..digits] {
            b"0" => Verbosity::Silent,
            b"1" => Verbosity::Normal,
            _ => Verbosity::Verbose,
        });
        // What is no level ends the word.
        Ok(if digits == 0 { &[] } else { &rest[digits..] })
    }

    /// A level chooses categories too; what stands behind it may choose otherwise.
    fn verbosity(&mut self, level: Verbosity) {
        if self.verbosity_holds {
            return;
        }
        self.verbosity_chosen = true;
        self.settings.verbosity = Some(level);
        let categories: &[(&'static str, bool)] = match level {
            Verbosity::Silent => &[("deprecated", false), ("experimental", false)],
            Verbosity::Normal => &[("deprecated", false)],
            Verbosity::Verbose => &[("deprecated", true), ("experimental", true)],
        };
        self.settings.warning_categories.extend(categories);
    }

    /// `-E external:internal`, either of which may be left out; `option` is how it is written.
    pub fn encodings(&mut self, option: &str, names: &[u8]) -> Result<(), Failure> {
        let names = String::from_utf8_lossy(names).into_owned();
        let (external, rest) = names.split_once(':').unwrap_or((&names, ""));
        let (internal, surplus) = rest.split_once(':').unwrap_or((rest, ""));
        if !surplus.is_empty() {
            return Err(Failure::runtime(format!("extra argument for {option}: {surplus}")));
        }
        self.external_encoding(external)?;
        self.internal_encoding(internal)
    }

    pub fn external_encoding(&mut self, name: &str) -> Result<(), Failure> {
        set_encoding(&mut self.settings.encodings.external, "default_external", name)
    }

    pub fn internal_encoding(&mut self, name: &str) -> Result<(), Failure> {
        set_encoding(&mut self.settings.encodings.internal, "default_internal", name)
    }

    fn kanji(&mut self, rest: &[u8]) {
        let encoding = match rest.first().map(u8::to_ascii_lowercase) {
            Some(b'e') => Encoding::find("EUC-JP"),
            Some(b's') => Encoding::find("Windows-31J"),
            Some(b'u') => Some(Encoding::UTF_8),
            Some(b'n' | b'a') => Some(Encoding::BINARY),
            _ => None,
        };
        if encoding.is_some() {
            self.settings.encodings.source = encoding;
            self.settings.encodings.external = encoding;
        }
    }
}

fn set_encoding(place: &mut Option<Encoding>, what: &str, name: &str) -> Result<(), Failure> {
    if name.is_empty() {
        return Ok(());
    }
    let encoding = Encoding::find(name).ok_or_else(|| Failure::runtime(format!("unknown encoding name - {name}")))?;
    match *place {
        Some(before) if before != encoding => Err(Failure::runtime(format!("{what} already set to {}", before.name()))),
        _ => {
            *place = Some(encoding);
            Ok(())
        }
    }
}

#[cfg(test)]
#[path = "options_tests.rs"]
mod tests;
