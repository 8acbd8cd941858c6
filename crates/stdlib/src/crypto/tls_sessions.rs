//! Sessions of TLS that can be taken up again, and the secrets of a connection for those who analyse it.
//!
//! A client's session is a value of rustls's that can't be looked into; Ruby has it in a Resource cell and gives it to
//! another connection (`lib/rutile/openssl/ssl_session.rb`). A server that sends no tickets keeps its sessions in a cache of its
//! context, by numbers that its clients send again.
//!
//! | primitive | does |
//! |---|---|
//! | `tls_cache(size)` | a server's cache of so many sessions (0 for no limit), in a Resource cell |
//! | `tls_cache_get(cache, id)` | the bytes of a session, or nil |
//! | `tls_cache_put(cache, id, bytes)` | keeps them; false where they were there |
//! | `tls_cache_remove(cache, id)` | drops them; false where there was nothing |
//! | `tls_cache_flush(cache, time, timeout)` | drops those that are older than `timeout` seconds at that time |
//! | `tls_cache_about(cache)` | `[sessions, hits, misses, how many were dropped for want of room]` |

use std::collections::{HashMap, VecDeque};
use std::fmt::{Debug, Formatter};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use rustls::client::{ClientSessionStore, Tls12ClientSessionValue, Tls13ClientSessionValue};
use rustls::pki_types::ServerName;
use rustls::server::StoresServerSessions;
use rustls::{KeyLog, NamedGroup};
use rutile_core::arguments::{bytes, integer, position};
use rutile_vm::prelude::*;

use super::binary;
use crate::resource::owned;

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A session as a client has it.
#[derive(Clone)]
pub enum Session {
    Older(Tls12ClientSessionValue),
    /// A ticket, which is shown once: who saw it can tell who comes with it again.
    Newer(Arc<Mutex<Option<Tls13ClientSessionValue>>>),
}

/// What one connection of a client begins with, and what its server gave it since.
#[derive(Default)]
pub struct Sessions {
    given: Option<Session>,
    received: Mutex<Vec<Session>>,
}

impl Sessions {
    pub fn new(given: Option<Session>) -> Sessions {
        Sessions { given, received: Mutex::default() }
    }

    pub fn take_received(&self) -> Vec<Session> {
        std::mem::take(&mut locked(&self.received))
    }
}

impl Debug for Sessions {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Sessions")
    }
}

/// The names of servers play no part: the store is of one connection.
impl ClientSessionStore for Sessions {
    fn set_kx_hint(&self, _: ServerName<'static>, _: NamedGroup) {}

    fn kx_hint(&self, _: &ServerName<'_>) -> Option<NamedGroup> {
        None
    }

    fn set_tls12_session(&self, _: ServerName<'static>, session: Tls12ClientSessionValue) {
        locked(&self.received).push(Session::Older(session));
    }

    fn tls12_session(&self, _: &ServerName<'_>) -> Option<Tls12ClientSessionValue> {
        match &self.given {
            Some(Session::Older(session)) => Some(session.clone()),
            _ => None,
        }
    }

    fn remove_tls12_session(&self, _: &ServerName<'static>) {}

    fn insert_tls13_ticket(&self, _: ServerName<'static>, session: Tls13ClientSessionValue) {
        locked(&self.received).push(Session::Newer(Arc::new(Mutex::new(Some(session)))));
    }

    fn take_tls13_ticket(&self, _: &ServerName<'static>) -> Option<Tls13ClientSessionValue> {
        match &self.given {
            Some(Session::Newer(ticket)) => locked(ticket).take(),
            _ => None,
        }
    }
}

/// The secrets of a connection, a line each, in the format of NSS.
#[derive(Debug, Default)]
pub struct Secrets(Mutex<Vec<String>>);

impl Secrets {
    pub fn take(&self) -> Vec<String> {
        std::mem::take(&mut locked(&self.0))
    }
}

/// The seconds since 1970.
fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl KeyLog for Secrets {
    fn log(&self, label: &str, client_random: &[u8], secret: &[u8]) {
        let line = format!("{label} {} {}", hexadecimal(client_random), hexadecimal(secret));
        locked(&self.0).push(line);
    }
}

/// A server's sessions by their numbers, the oldest first.
#[derive(Debug, Default)]
struct Kept {
    /// The bytes of each, and the second in which they came.
    sessions: HashMap<Vec<u8>, (Vec<u8>, i64)>,
    order: VecDeque<Vec<u8>>,
    hits: i64,
    misses: i64,
    dropped: i64,
}

#[derive(Debug)]
pub struct Cache {
    limit: usize,
    kept: Mutex<Kept>,
}

impl Cache {
    fn remove(&self, key: &[u8]) -> Option<Vec<u8>> {
        let mut kept = locked(&self.kept);
        let found = kept.sessions.remove(key)?;
        kept.order.retain(|other| other != key);
        Some(found.0)
    }

    fn insert(&self, key: Vec<u8>, session: Vec<u8>) -> bool {
        let mut kept = locked(&self.kept);
        if kept.sessions.insert(key.clone(), (session, now())).is_some() {
            return false;
        }
        kept.order.push_back(key);
        if self.limit > 0 && kept.order.len() > self.limit {
            if let Some(oldest) = kept.order.pop_front() {
                kept.sessions.remove(&oldest);
                kept.dropped += 1;
            }
        }
        true
    }

    fn counted(&self, found: Option<Vec<u8>>) -> Option<Vec<u8>> {
        let mut kept = locked(&self.kept);
        match found {
            Some(_) => kept.hits += 1,
            None => kept.misses += 1,
        }
        found
    }
}

impl StoresServerSessions for Cache {
    fn put(&self, key: Vec<u8>, session: Vec<u8>) -> bool {
        self.insert(key, session);
        true
    }

    fn get(&self, key: &[u8]) -> Option<Vec<u8>> {
        let found = locked(&self.kept).sessions.get(key).map(|(session, _)| session.clone());
        self.counted(found)
    }

    fn take(&self, key: &[u8]) -> Option<Vec<u8>> {
        let found = self.remove(key);
        self.counted(found)
    }

    fn can_cache(&self) -> bool {
        true
    }
}

fn cache(vm: &mut Vm, args: Arguments) -> Result<Arc<Cache>, Exit> {
    Ok(owned::<Arc<Cache>>(vm, args, 0, "a cache of TLS sessions")?.clone())
}

fn tls_cache(vm: &mut Vm, args: Arguments) -> NativeResult {
    let limit = position(vm, args, 0)?;
    Ok(vm.keep_resource(Arc::new(Cache { limit, kept: Mutex::default() })))
}

fn tls_cache_get(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (cache, key) = (cache(vm, args)?, bytes(vm, args, 1)?);
    let found = locked(&cache.kept).sessions.get(key).map(|(session, _)| session.clone());
    binary(vm, found.as_deref())
}

fn tls_cache_put(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (cache, key, session) = (cache(vm, args)?, bytes(vm, args, 1)?, bytes(vm, args, 2)?);
    Ok(Value::boolean(cache.insert(key.to_vec(), session.to_vec())))
}

fn tls_cache_remove(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (cache, key) = (cache(vm, args)?, bytes(vm, args, 1)?);
    Ok(Value::boolean(cache.remove(key).is_some()))
}

fn tls_cache_flush(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (cache, time, timeout) = (cache(vm, args)?, integer(vm, args, 1)?, integer(vm, args, 2)?);
    let mut kept = locked(&cache.kept);
    let Kept { sessions, order, .. } = &mut *kept;
    sessions.retain(|_, (_, since)| time.saturating_sub(*since) < timeout);
    order.retain(|key| sessions.contains_key(key));
    Ok(Value::NIL)
}

fn tls_cache_about(vm: &mut Vm, args: Arguments) -> NativeResult {
    let cache = cache(vm, args)?;
    let numbers = {
        let kept = locked(&cache.kept);
        [kept.order.len() as i64, kept.hits, kept.misses, kept.dropped]
    };
    Ok(vm.new_array(&numbers.map(Value::fixnum)).value())
}

pub const NATIVES: &[(&str, Native)] = &[
    ("tls_cache", tls_cache),
    ("tls_cache_get", tls_cache_get),
    ("tls_cache_put", tls_cache_put),
    ("tls_cache_remove", tls_cache_remove),
    ("tls_cache_flush", tls_cache_flush),
    ("tls_cache_about", tls_cache_about),
];
