//! Random frames, whole and cut: whatever a client sends, nothing panics, and what it would have us keep is bounded.

use super::*;

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

fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let mut bytes = (payload.len() as u32).to_be_bytes()[1..].to_vec();
    bytes.extend([kind, flags]);
    bytes.extend(stream.to_be_bytes());
    bytes.extend_from_slice(payload);
    bytes
}

/// `:method GET`, `:scheme http`, `:path /` and `:authority a`, by the static table.
const FIELDS: &[u8] = &[0x82, 0x86, 0x84, 0x41, 0x01, b'a'];

fn random_frame(random: &mut Random, next: &mut u32) -> Vec<u8> {
    let stream = random.below(9) as u32;
    let mut bytes = match random.below(5) {
        0..3 => {
            *next += 2;
            frame(1, [4, 5, 5, 5][random.below(4)], *next, FIELDS)
        }
        _ => {
            let payload: Vec<u8> = (0..random.below(20)).map(|_| random.below(256) as u8).collect();
            frame(random.below(11) as u8, random.below(64) as u8, stream, &payload)
        }
    };
    if random.below(12) == 0 {
        let at = random.below(bytes.len());
        bytes[at] = random.below(256) as u8;
    }
    bytes
}

/// Answers what is whole, and counts it.
fn serve(multiplexer: &mut Multiplexer, limits: &Limits) -> usize {
    let mut served = 0;
    multiplexer.drive(limits);
    for happening in multiplexer.take_happenings() {
        if let Happening::Ready(id) = happening
            && let Some(stream) = multiplexer.stream(id)
        {
            use crate::answer::Answer;
            assert!(stream.request().is_some_and(|request| !request.method().is_empty()));
            let _ = stream.begin(200, &[], crate::response::Content::Length(2), true);
            stream.write(b"ok");
            stream.end();
            served += 1;
        }
    }
    multiplexer.drive(limits);
    assert!(multiplexer.streams() <= STREAMS_MAX as usize);
    served
}

#[test]
fn frames_may_be_anything_and_come_in_any_pieces() {
    let limits = Limits::default();
    let count = std::env::var("RUTILE_HTTP_REQUESTS").ok().and_then(|text| text.parse().ok()).unwrap_or(3000_u64);
    let (mut served, mut early) = (0, 0);
    for seed in 1..count {
        if seed == count / 10 {
            early = resident();
        }
        let mut random = Random(u64::wrapping_mul(seed, 0x9e37_79b9_7f4a_7c15) | 1);
        let (mut bytes, mut next) = (PREFACE.to_vec(), 1);
        bytes.extend(frame(4, 0, 0, &[]));
        for _ in 0..random.below(30) {
            bytes.extend(random_frame(&mut random, &mut next));
        }
        let mut multiplexer = Multiplexer::new(&limits);
        let mut rest = &bytes[..];
        while !rest.is_empty() && !multiplexer.is_over() {
            let (piece, others) = rest.split_at(1 + random.below(rest.len().min(40)));
            multiplexer.add(piece);
            served += serve(&mut multiplexer, &limits);
            multiplexer.take_unsent();
            rest = others;
        }
    }
    assert!(served as u64 > count / 3, "{served}");
    assert!(resident() < early + GROWTH_MAX, "{early} KB became {}", resident());
}

/// Kilobytes that a process may grow by without that anything leaks: the allocator's own, and that of tests beside this one.
const GROWTH_MAX: usize = 16 << 10;

/// Kilobytes of memory that this process has.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    status.lines().find_map(|line| line.strip_prefix("VmRSS:")).and_then(|text| text.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}

#[test]
fn a_client_that_reads_no_answers_is_not_read_from() {
    let limits = Limits::default();
    let mut multiplexer = Multiplexer::new(&limits);
    multiplexer.add(PREFACE);
    let pings = frame(6, 0, 0, &[0; 8]).repeat(1000);
    let mut added = 0;
    multiplexer.add(&frame(4, 0, 0, &[]));
    while multiplexer.wants_more() && added < 10_000_000 {
        multiplexer.add(&pings);
        added += pings.len();
        multiplexer.drive(&limits);
    }
    assert!(added < 1_000_000, "{added}");
}
