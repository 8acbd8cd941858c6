//! The patterns compiled last: a program that builds the same regexp again and again (`/#{name}/` in a loop) compiles it
//! once. It forgets all of them when it is full, which only costs compiling anew.

use std::collections::HashMap;
use std::rc::Rc;

use super::Compiled;
use crate::value::encoding::Encoding;

/// Patterns kept at most.
const MOST: usize = 256;
/// Longer ones are seldom built twice.
const LONGEST: usize = 1024;

/// A source, its encoding and the options it was given.
type Key = (Vec<u8>, Encoding, u8);

#[derive(Default)]
pub struct Recent(HashMap<Key, Rc<Compiled>>);

impl Recent {
    /// The compiled form of a pattern; what is wrong with it otherwise.
    pub fn compiled(&mut self, source: &[u8], encoding: Encoding, options: u8) -> Result<Rc<Compiled>, String> {
        if source.len() > LONGEST {
            return super::compile(source, encoding, options).map(Rc::new);
        }
        let key = (source.to_vec(), encoding, options);
        if let Some(known) = self.0.get(&key) {
            return Ok(known.clone());
        }
        let compiled = Rc::new(super::compile(source, encoding, options)?);
        if self.0.len() >= MOST {
            self.0.clear();
        }
        self.0.insert(key, compiled.clone());
        Ok(compiled)
    }
}
