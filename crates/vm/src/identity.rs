//! `object_id` and identity hashes: in a side table, never in the object.
//!
//! Numbers are given out in order as they are asked for. The table is weak: an
//! entry goes with its object, and follows it when it moves.

use std::collections::HashMap;

use rutile_heap::{Liveness, RootVisitor};

use crate::value::Value;

#[derive(Default)]
pub struct ObjectIds {
    ids: HashMap<u64, i64>,
    objects: HashMap<i64, u64>,
    last: i64,
    /// Ids of objects that died in the collection under way.
    dead: HashMap<u64, i64>,
}

impl ObjectIds {
    /// The id of any value, as CRuby numbers immediates.
    pub fn id(&mut self, value: Value) -> i64 {
        if let Some(integer) = value.as_fixnum() {
            return integer.wrapping_mul(2).wrapping_add(1);
        }
        match value {
            Value::NIL => return 4,
            Value::TRUE => return 20,
            Value::FALSE => return 0,
            _ => {}
        }
        if value.as_cell().is_none() {
            return (value.word() >> 1) as i64 & i64::MAX;
        }
        if let Some(&id) = self.ids.get(&value.word()) {
            return id;
        }
        self.last += 8;
        let id = self.last;
        self.ids.insert(value.word(), id);
        self.objects.insert(id, value.word());
        id
    }

    /// The object with an id, if it was given out and the object lives.
    pub fn find(&self, id: i64) -> Option<Value> {
        self.objects.get(&id).map(|&word| Value::from_word(word))
    }

    /// The id that an object, dead since the last collection, had.
    pub fn last_id_of(&self, address: u64) -> i64 {
        self.dead.get(&address).copied().unwrap_or(0)
    }

    pub fn visit(&mut self, _visitor: &mut dyn RootVisitor) {}

    pub fn after_mark(&mut self, liveness: &Liveness) {
        self.dead.clear();
        let ids = std::mem::take(&mut self.ids);
        for (address, id) in ids {
            match liveness.resolve(address) {
                Some(word) => {
                    self.ids.insert(word, id);
                    self.objects.insert(id, word);
                }
                None => {
                    self.objects.remove(&id);
                    self.dead.insert(address, id);
                }
            }
        }
    }
}
