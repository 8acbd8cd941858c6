//! Random requests, whole and cut: whatever the pieces in which bytes come, the same requests are read from them, and the same is refused.
//! `RUTILE_HTTP_REQUESTS` says how many are tried (a million take some seconds), `RUTILE_HTTP_SEED` where to begin. What they leave behind is
//! nothing: the process has as much memory at the end as when it had seen a tenth of them.

use rutile_http::body::{Body, Reader};
use rutile_http::head::{self, Parsed};
use rutile_http::limits::Limits;

const PIECES: &[&str] = &[
    "GET ", "POST ", "HEAD ", "get ", "/", "/a?b=c", "*", "http://h/x", " ", "HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "\r\n", "\n", "\r", "\r\n\r\n", "Host: a",
    "Host: b", "Content-Length: 5", "Content-Length: 0", "content-length:5", "Content-Length: 5, 5", "Content-Length: -5", "Transfer-Encoding: chunked",
    "Transfer-Encoding: gzip, chunked", "Transfer-Encoding : chunked", "Connection: close", "Connection: keep-alive", "Expect: 100-continue", "X: y", "X", ":",
    " folded", "\0", "\x7f", "5\r\nhello\r\n", "0\r\n\r\n", "0\r\nT: u\r\n\r\n", "5;x=y\r\nhello\r\n", "ffffffffffffffff\r\n", "hello", "5", "a", ";",
];

/// A stream that is whole now and then: heads with random fields and a body that may fit.
fn request(random: &mut Random) -> Vec<u8> {
    let mut bytes = Vec::new();
    if random.below(3) > 0 {
        bytes.extend_from_slice(b"POST /p HTTP/1.1\r\nHost: a\r\n");
        for _ in 0..random.below(4) {
            bytes.extend_from_slice(PIECES[16 + random.below(14)].as_bytes());
            bytes.extend_from_slice(b"\r\n");
        }
        bytes.extend_from_slice(b"\r\n");
    }
    for _ in 0..random.below(8) {
        bytes.extend_from_slice(PIECES[random.below(PIECES.len())].as_bytes());
    }
    if random.below(4) == 0 && !bytes.is_empty() {
        let at = random.below(bytes.len());
        bytes[at] = random.below(256) as u8;
    }
    bytes
}

/// The story of a connection: its requests with their bodies, and the status of what is refused.
#[derive(Default, PartialEq, Debug)]
struct Story {
    requests: Vec<(Vec<u8>, Vec<u8>)>,
    refused: Option<u16>,
}

/// Reads as a connection does: bytes are added, and as many requests taken as are whole.
struct Conversation {
    limits: Limits,
    input: Vec<u8>,
    under_way: Option<(Vec<u8>, Reader)>,
    story: Story,
}

impl Conversation {
    fn new() -> Conversation {
        let limits = Limits { line: 200, head: 400, fields: 8, body: 1000, ..Limits::default() };
        Conversation { limits, input: Vec::new(), under_way: None, story: Story::default() }
    }

    fn add(&mut self, bytes: &[u8]) {
        self.input.extend_from_slice(bytes);
        while self.story.refused.is_none() && self.step() {}
    }

    /// Whether there may be more to do.
    fn step(&mut self) -> bool {
        if let Some((head, mut reader)) = self.under_way.take() {
            return match reader.take(&self.input, &self.limits) {
                Ok((taken, whole)) => {
                    assert!(taken <= self.input.len());
                    self.input.drain(..taken);
                    if !whole {
                        self.under_way = Some((head, reader));
                        return false;
                    }
                    let Body::Memory(body) = reader.into_body() else { panic!("a small body in a file") };
                    self.story.requests.push((head, body));
                    true
                }
                Err(refusal) => self.refuse(refusal.status),
            };
        }
        match head::parse(&self.input, &self.limits) {
            Ok(Parsed::Incomplete) => false,
            Ok(Parsed::Whole(head, length)) => {
                let bytes: Vec<u8> = self.input.drain(..length).collect();
                match Reader::new(head.framing, &self.limits) {
                    Ok(None) => self.story.requests.push((bytes, Vec::new())),
                    Ok(Some(reader)) => self.under_way = Some((bytes, reader)),
                    Err(refusal) => return self.refuse(refusal.status),
                }
                true
            }
            Err(refusal) => self.refuse(refusal.status),
        }
    }

    fn refuse(&mut self, status: u16) -> bool {
        self.story.refused = Some(status);
        false
    }
}

/// xorshift64*, after Vigna.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % limit
    }
}

fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// Kilobytes that a process may grow by without that anything leaks: the allocator's own.
const GROWTH_MAX: usize = 4 << 10;

/// Kilobytes of memory that this process has.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    status.lines().find_map(|line| line.strip_prefix("VmRSS:")).and_then(|text| text.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}

#[test]
fn requests_are_the_same_in_whatever_pieces_they_come() {
    let (count, seed) = (setting("RUTILE_HTTP_REQUESTS", 20_000), setting("RUTILE_HTTP_SEED", 1));
    let (mut served, mut refused, mut early) = (0, 0, 0);
    for number in 0..count {
        if number == count / 10 {
            early = resident();
        }
        let mut random = Random((seed + number).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let bytes: Vec<u8> = (0..=random.below(3)).flat_map(|_| request(&mut random)).collect();
        let mut whole = Conversation::new();
        whole.add(&bytes);
        let mut cut = Conversation::new();
        let mut rest = &bytes[..];
        while !rest.is_empty() {
            let (piece, others) = rest.split_at(1 + random.below(rest.len().min(7)));
            cut.add(piece);
            rest = others;
        }
        // What is refused of the whole may be refused before a piece that would make it another reason: the requests are the same.
        assert_eq!(whole.story.requests, cut.story.requests, "seed {}: {:?}", seed + number, String::from_utf8_lossy(&bytes));
        assert_eq!(whole.story.refused.is_some(), cut.story.refused.is_some(), "seed {}: {:?}", seed + number, String::from_utf8_lossy(&bytes));
        served += whole.story.requests.len();
        refused += usize::from(whole.story.refused.is_some());
    }
    assert!(resident() < early + GROWTH_MAX, "{early} KB became {}", resident());
    assert!(served > count as usize / 4 && refused > count as usize / 4, "{served} served, {refused} refused");
}
