//! Broken sources: whatever is given to the compiler, it answers with a sound function or a syntax error.
//!
//! Snippets that between them use the whole language are cut, doubled, shuffled and
//! sprinkled with tokens, repeatably. Nothing may panic, and all that compiles must
//! satisfy the verifier and survive being written and read.

mod support;

use std::time::{Duration, Instant};

use rutile_bytecode::FunctionKind;
use rutile_compiler::{EvalScope, Options, compile};

/// How long the random part may take, however slow the machine.
const PATIENCE: Duration = Duration::from_secs(4);

const SNIPPETS: &[&str] = &[
    "class A < B::C\n  include D\n  attr_accessor :e\n  def f(a, b = 1, *c, d, e:, f: 2, **g, &h) = super\n  def self.x = yield(1, *a, k: 2)\nend\n",
    "module M; class << self; private def g(...) = h(...); end; X ||= 1; ::Y = 2; A::B += 3; end\n",
    "a = b = 1\ncase [1, [2, 3], {a: 4}]\nin [Integer => x, [*, y, *z], {a: 4 | 5 => w, **nil}] if x > y then p(x)\nin {k:, **r} unless r; 3\nin ^a | ^(b + 1) | A(1, *) | B[c: 2] then 4\nelse 5\nend\n",
    "begin\n  foo\nrescue A, *B => e.x\n  retry\nrescue => @y\n  raise\nelse\n  1\nensure\n  bar\nend\n",
    "while a = gets\n  next if a\n  break 1, 2 unless b\n  redo while c\nend until d\n",
    "a, (b, *c), d.e, f[0, *g], @h, $i, @@j, K, L::M, *n = *o, 1, *p\n",
    "x = (a, b = b, a); *a, b = c; a, = d; a.b, a[c] = a[c], a.b\n",
    "a ||= 1; @b &&= 2; $c += 3; @@d -= 4; E ||= 5; F::G *= 6; h.i <<= 7; j&.k ||= 8; l[1, *m] **= 9\n",
    "p defined?(a.b(c).d), defined?(@x), defined?($1), defined?(A::B::C), defined?(yield), defined?(super)\n",
    "foo { |a, (b, *c), d = 1, *e, f:, **g; h| a; break b; next c; redo }\n",
    "[1, 2].each_with_index.map { _1 + _2 }; [3].map { it }; ->(a, b = a) { return b }.(1)\n",
    "\"a#{b + \"c#{d}\"}e\" 'f'; ?g; %w[h i]; %i[j k]; :\"l#{m}\"; /n#{o}/mix; `p #{q}`; <<~R + <<'S'\n  t #{u}\n    v\nR\nw\nS\n",
    "for i, (j, k.l) in m do n = i; o { n } end; BEGIN { p 1 }; END { p 2 }\n",
    "if a..b then c elsif d...e then f else g end; h ? i : j; k and not l or m\n",
    "alias a b; alias $c $d; undef e, :f; __FILE__; __LINE__; __ENCODING__; __method__\n",
    "1_000 + 0x1f - 0b11 * 1.5e3 / 2r ** 3i % 12345678901234567890123; (1..); (..2); 3...4\n",
    "{a: 1, \"b\": 2, :c => 3, **d, e:, \"f#{g}\" => 4}; h(*i, j: 1, **k, &l); m[*n, 1] = 2; o&.p&.q = 3\n",
    "if /(?<year>\\d+)-(?<month>\\d+)/ =~ date then year; $~; $1; $&; $' end; x if /y/; until /z/ do end\n",
    "def a = b rescue c; d = e rescue f; g rescue (h rescue i)\n",
    "def m(*, **, &) = n(*, **, &); def o(a, (b, c), d) end; def p = binding; def self.q; @r; end\n",
    "loop { begin; break; ensure; next; end }; def z; return 1 ensure return 2 end\n",
    "v => {name: String => n, tags: [first, *]}; w in [Float | Integer, _]; 1 => Integer | nil\n",
];

const TOKENS: &[&str] = &[
    " ", "\n", ";", "(", ")", "[", "]", "{", "}", "|", "||=", "&&=", "+=", "=", "=>", "in ", "*", "**", "&", "&.", ".", "::", ",", "..", "do ", "end ",
    "if ", "unless ", "while ", "case ", "when ", "begin ", "rescue ", "ensure ", "else ", "def a ", "class A ", "module M ", "yield ", "super ",
    "return ", "break ", "next ", "redo ", "retry ", "defined? ", "not ", "and ", "or ", "->{", "\"#{", "'", "/", "%w[", "<<~X\n", "nil", "self", "@a",
    "@@b", "$c", "$1", "D", "e", "f:", "_1", "it", "0", "1.5", "^", "^(", "...", "\0", "\u{e9}", "__END__\n", "alias ", "undef ", "BEGIN {", "END {", "for ",
];

/// A small repeatable generator (xorshift).
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }

    fn range(&mut self, length: usize) -> std::ops::Range<usize> {
        let start = self.below(length + 1);
        start..start + self.below((length - start).min(24) + 1)
    }

    fn snippet(&mut self) -> &'static [u8] {
        SNIPPETS[self.below(SNIPPETS.len())].as_bytes()
    }

    fn mutate(&mut self, source: &mut Vec<u8>) {
        let at = self.below(source.len() + 1);
        match self.below(6) {
            0 => {
                let range = self.range(source.len());
                source.drain(range);
            }
            1 => {
                let range = self.range(source.len());
                let copy = source[range].to_vec();
                source.splice(at..at, copy);
            }
            2 | 3 => {
                let token = TOKENS[self.below(TOKENS.len())].bytes();
                source.splice(at..at, token);
            }
            4 => {
                let other = self.snippet();
                let range = self.range(other.len());
                source.splice(at..at, other[range].iter().copied());
            }
            _ => {
                if let Some(byte) = source.get_mut(at) {
                    *byte = self.below(256) as u8;
                }
            }
        }
    }
}

/// Compiles; what comes out must be sound. The answer is whether the source was valid.
fn try_compile(source: &[u8], options: &Options) -> bool {
    match compile(source, options) {
        Ok(compiled) => {
            support::sound(&String::from_utf8_lossy(source), &compiled.function);
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    }
}

fn as_file() -> Options {
    Options { file: "test.rb".to_string(), ..Options::default() }
}

fn as_eval() -> Options {
    let scopes = vec![
        EvalScope { names: vec!["a".to_string(), "b".to_string()], of_frame: false },
        EvalScope { names: vec!["c".to_string()], of_frame: true },
    ];
    Options { kind: FunctionKind::Eval, eval_scopes: scopes, inside_method: true, ..as_file() }
}

fn as_core() -> Options {
    Options { core: true, frozen_string_literal: Some(true), ..as_file() }
}

#[test]
fn the_snippets_are_valid_where_they_may_stand() {
    for snippet in SNIPPETS {
        let inside = format!("def around(*, **, &)\n{snippet}\nend");
        let valid = [snippet.to_string(), inside].iter().any(|source| try_compile(source.as_bytes(), &as_file()));
        assert!(valid, "{snippet}\n{}", support::refusal(snippet));
    }
}

#[test]
fn mutated_sources_never_panic() {
    let started = Instant::now();
    let mut chance = Chance(0x9e37_79b9_7f4a_7c15);
    let modes = [as_file(), as_eval(), as_core()];
    let (mut tried, mut valid) = (0, 0);
    while tried < 20_000 && started.elapsed() < PATIENCE {
        let mut source = chance.snippet().to_vec();
        for _ in 0..chance.below(6) {
            chance.mutate(&mut source);
        }
        if chance.below(4) == 0 {
            source = [b"def around\n".as_slice(), &source, b"\nend"].concat();
        }
        valid += try_compile(&source, &modes[chance.below(modes.len())]) as usize;
        tried += 1;
    }
    assert!(valid > tried / 50, "only {valid} of {tried} were valid: the mutations are too wild to test much");
}

#[test]
fn every_beginning_of_a_source_is_answered() {
    for snippet in SNIPPETS {
        for length in 0..snippet.len() {
            try_compile(&snippet.as_bytes()[..length], &as_file());
        }
    }
}

#[test]
fn deep_nesting_is_answered() {
    for (open, middle, close) in [
        ("(", "1", ")"),
        ("[", "1", "]"),
        ("{a: ", "1", "}"),
        ("foo(", "1", ")"),
        ("foo { ", "1", " }"),
        ("-> { ", "1", " }"),
        ("if a; ", "1", " end;"),
        ("begin; ", "1", "; ensure; 2; end;"),
        ("begin; return; ensure; ", "1", "; end;"),
        ("begin; ", "1", "; rescue; 2; end;"),
        ("def a; ", "1", "; end;"),
        ("class A; ", "1", "; end;"),
        ("\"#{", "1", "}\""),
        ("!", "a", ""),
        ("defined?(", "a", ")"),
        ("a = ", "1", ""),
        ("a ||= ", "1", ""),
    ] {
        for depth in [10, 100, 400] {
            // A body of `ensure` is compiled for each way into it.
            if open.ends_with("ensure; ") && depth > 10 {
                continue;
            }
            let source = format!("{}{middle}{}", open.repeat(depth), close.repeat(depth));
            try_compile(source.as_bytes(), &as_file());
        }
    }
    let pattern = format!("a in {}b{}; nil", "[".repeat(400), "]".repeat(400));
    try_compile(pattern.as_bytes(), &as_file());
    let targets = format!("{}a{}, b = c", "(".repeat(200), ", d)".repeat(200));
    try_compile(targets.as_bytes(), &as_file());
}

#[test]
fn long_chains_are_answered() {
    for (first, more) in [("a", " + b"), ("a", ".b"), ("a", "&.b"), ("a", "[0]"), ("a", " && b"), ("A", "::B"), ("[a", ", b"), ("foo(a", ", b")] {
        for count in [100, 3_000, 30_000] {
            let source = format!("{first}{}{}", more.repeat(count), closing(first));
            try_compile(source.as_bytes(), &as_file());
        }
    }
    let lines = "a = foo(1) { |b| b }\n".repeat(3_000);
    assert!(try_compile(lines.as_bytes(), &as_file()));
}

fn closing(first: &str) -> &'static str {
    match first.find(['[', '(']).map(|at| &first[at..=at]) {
        Some("[") => "]",
        Some(_) => ")",
        None => "",
    }
}

#[test]
fn any_bytes_are_answered() {
    let mut chance = Chance(42);
    for _ in 0..500 {
        let source: Vec<u8> = (0..chance.below(60)).map(|_| chance.below(256) as u8).collect();
        try_compile(&source, &as_file());
    }
}
