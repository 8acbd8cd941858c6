//! Heads of requests: parsed by `httparse`, then held to what RFC 9112 says of framing, since what one server lets pass
//! and another reads otherwise is how requests are smuggled.

use std::mem::MaybeUninit;
use std::ops::Range;

use crate::limits::Limits;
use crate::refusal::Refusal;

/// Fields of a head at most, whatever the limits say.
pub const FIELDS_MAX: usize = 256;

/// The versions that a request may speak.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Version {
    Http10,
    Http11,
    Http2,
}

/// How the end of a request's body is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Framing {
    None,
    Length(u64),
    Chunked,
}

/// A head, as ranges of the bytes it was read from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    pub method: Range<usize>,
    pub target: Range<usize>,
    pub version: Version,
    /// Names and values, in their order.
    pub fields: Vec<(Range<usize>, Range<usize>)>,
    pub framing: Framing,
    /// The connection may serve another request after this one.
    pub keep_alive: bool,
    /// The client waits to be told before it sends the body.
    pub expects_continue: bool,
}

/// The outcome of reading a head from the beginning of some bytes.
#[derive(PartialEq, Eq, Debug)]
pub enum Parsed {
    /// Part of a head.
    Incomplete,
    /// A head of so many bytes.
    Whole(Head, usize),
}

/// Parses the head that `bytes` begin with. Empty lines before it are passed over.
pub fn parse(bytes: &[u8], limits: &Limits) -> Result<Parsed, Refusal> {
    let start = bytes.chunks_exact(2).take_while(|pair| *pair == b"\r\n").count() * 2;
    let Some(length) = head_length(&bytes[start..], limits)? else { return Ok(Parsed::Incomplete) };
    check_line_ends(&bytes[start..start + length])?;
    // Left as it is: to fill eight kilobytes for each head costs more than to read most of them.
    let mut storage = [const { MaybeUninit::uninit() }; FIELDS_MAX];
    let fields = &mut storage[..limits.fields.min(FIELDS_MAX)];
    let mut request = httparse::Request::new(&mut []);
    match request.parse_with_uninit_headers(&bytes[start..start + length], fields) {
        Ok(httparse::Status::Complete(_)) => Ok(Parsed::Whole(checked(bytes, &request)?, start + length)),
        Ok(httparse::Status::Partial) => Err(Refusal::bad_request("the head ends early")),
        Err(httparse::Error::Version) => Err(version_refusal(&bytes[start..start + length])),
        Err(error) => Err(refusal_of(error)),
    }
}

/// The length of the head that `bytes` begin with, if it is whole.
fn head_length(bytes: &[u8], limits: &Limits) -> Result<Option<usize>, Refusal> {
    // The line's CR stands before its LF and does not count.
    if memchr::memchr(b'\n', bytes).unwrap_or(bytes.len()) > limits.line + 1 {
        // A method of that length is none.
        let has_target = memchr::memchr(b' ', &bytes[..limits.line]).is_some();
        return Err(if has_target { Refusal::new(414, "the request line is too long") } else { Refusal::bad_request("the method is malformed") });
    }
    let end = memchr::memmem::find(bytes, b"\r\n\r\n");
    if end.unwrap_or(bytes.len()) > limits.head {
        return Err(Refusal::new(431, "the head is too long"));
    }
    if end.is_none() {
        // A head whose lines end otherwise would never be whole.
        check_line_ends(bytes)?;
    }
    Ok(end.map(|end| end + 4))
}

/// Every line ends with CR LF, and neither stands alone. The last byte may be a CR whose LF is still to come.
fn check_line_ends(bytes: &[u8]) -> Result<(), Refusal> {
    for at in memchr::memchr2_iter(b'\r', b'\n', bytes) {
        let is_pair = match bytes[at] {
            b'\r' => bytes.get(at + 1).is_none_or(|next| *next == b'\n'),
            _ => at > 0 && bytes[at - 1] == b'\r',
        };
        if !is_pair {
            return Err(Refusal::bad_request("a CR or LF stands alone"));
        }
    }
    Ok(())
}

/// Of a request line whose version is not ours: it is another one, or none at all.
fn version_refusal(head: &[u8]) -> Refusal {
    let line = &head[..memchr::memchr(b'\r', head).unwrap_or(head.len())];
    match line.rsplit(|byte| *byte == b' ').next() {
        Some(&[b'H', b'T', b'T', b'P', b'/', major @ b'0'..=b'9', b'.', minor @ b'0'..=b'9']) if (major, minor) > (b'1', b'1') || major < b'1' => {
            Refusal::new(505, "not HTTP/1.0 or HTTP/1.1")
        }
        _ => Refusal::bad_request("the request line is malformed"),
    }
}

fn refusal_of(error: httparse::Error) -> Refusal {
    match error {
        httparse::Error::TooManyHeaders => Refusal::new(431, "too many header fields"),
        httparse::Error::HeaderName => Refusal::bad_request("a field name is not a token"),
        httparse::Error::HeaderValue => Refusal::bad_request("a field value has a control character"),
        httparse::Error::Token => Refusal::bad_request("the method or target is malformed"),
        _ => Refusal::bad_request("the head is malformed"),
    }
}

/// The facts that are read off the fields while they are walked.
#[derive(Default)]
struct Facts<'a> {
    hosts: usize,
    length: Option<u64>,
    chunked: bool,
    codings: usize,
    close: bool,
    keep_alive: bool,
    expects: Option<&'a [u8]>,
}

fn checked(bytes: &[u8], request: &httparse::Request) -> Result<Head, Refusal> {
    let method = request.method.unwrap_or_default();
    let target = request.path.unwrap_or_default();
    let minor_version = request.version.unwrap_or(1);
    check_target(method, target.as_bytes())?;
    let mut facts = Facts::default();
    let mut fields = Vec::with_capacity(request.headers.len());
    for field in request.headers.iter() {
        facts.note(field.name, field.value)?;
        fields.push((range_in(bytes, field.name.as_bytes()), range_in(bytes, field.value)));
    }
    if facts.hosts > 1 || facts.hosts == 0 && minor_version == 1 {
        return Err(Refusal::bad_request("not one Host field"));
    }
    Ok(Head {
        method: range_in(bytes, method.as_bytes()),
        target: range_in(bytes, target.as_bytes()),
        version: if minor_version == 1 { Version::Http11 } else { Version::Http10 },
        fields,
        framing: facts.framing(minor_version)?,
        keep_alive: !facts.close && (minor_version == 1 || facts.keep_alive),
        expects_continue: facts.expects_continue(minor_version)?,
    })
}

impl<'a> Facts<'a> {
    fn note(&mut self, name: &str, value: &'a [u8]) -> Result<(), Refusal> {
        if name.eq_ignore_ascii_case("host") {
            self.hosts += 1;
            check_host(value)?;
        } else if name.eq_ignore_ascii_case("content-length") {
            if self.length.is_some() {
                return Err(Refusal::bad_request("more than one Content-Length"));
            }
            self.length = Some(decimal(value).ok_or(Refusal::bad_request("Content-Length is not a number"))?);
        } else if name.eq_ignore_ascii_case("transfer-encoding") {
            for coding in members(value) {
                if self.chunked {
                    return Err(Refusal::bad_request("a transfer coding behind chunked"));
                }
                self.codings += 1;
                self.chunked = coding.eq_ignore_ascii_case(b"chunked");
            }
            self.codings = self.codings.max(1);
        } else if name.eq_ignore_ascii_case("connection") {
            for option in members(value) {
                self.close |= option.eq_ignore_ascii_case(b"close");
                self.keep_alive |= option.eq_ignore_ascii_case(b"keep-alive");
            }
        } else if name.eq_ignore_ascii_case("expect") {
            self.expects = Some(value);
        }
        Ok(())
    }

    fn framing(&self, minor_version: u8) -> Result<Framing, Refusal> {
        if self.codings == 0 {
            return Ok(self.length.map_or(Framing::None, |length| if length == 0 { Framing::None } else { Framing::Length(length) }));
        }
        if minor_version == 0 {
            return Err(Refusal::bad_request("Transfer-Encoding in HTTP/1.0"));
        }
        if self.length.is_some() {
            return Err(Refusal::bad_request("both Transfer-Encoding and Content-Length"));
        }
        match (self.codings, self.chunked) {
            (1, true) => Ok(Framing::Chunked),
            (_, true) => Err(Refusal::new(501, "a transfer coding is not known")),
            (_, false) => Err(Refusal::bad_request("the last transfer coding is not chunked")),
        }
    }

    fn expects_continue(&self, minor_version: u8) -> Result<bool, Refusal> {
        match self.expects {
            Some(expected) if expected.eq_ignore_ascii_case(b"100-continue") => Ok(minor_version == 1),
            Some(_) => Err(Refusal::new(417, "an expectation is not known")),
            None => Ok(false),
        }
    }
}

/// Origin form, absolute form, or the asterisk of OPTIONS.
pub(crate) fn check_target(method: &str, target: &[u8]) -> Result<(), Refusal> {
    if method == "CONNECT" {
        return Err(Refusal::new(501, "CONNECT is for proxies"));
    }
    if target.contains(&b'#') {
        return Err(Refusal::bad_request("the target has a fragment"));
    }
    let is_known = target.starts_with(b"/") || target == b"*" && method == "OPTIONS" || authority_length(target).is_some();
    if is_known { Ok(()) } else { Err(Refusal::bad_request("the target is neither a path nor a URI")) }
}

/// Of a target in absolute form: where its authority begins, and where it ends.
pub fn authority_of(target: &[u8]) -> Option<Range<usize>> {
    let start = [&b"http://"[..], b"https://"].into_iter().find(|scheme| {
        target.len() > scheme.len() && target[..scheme.len()].eq_ignore_ascii_case(scheme)
    })?.len();
    let length = target[start..].iter().position(|byte| matches!(byte, b'/' | b'?')).unwrap_or(target.len() - start);
    (length > 0).then_some(start..start + length)
}

fn authority_length(target: &[u8]) -> Option<usize> {
    let authority = authority_of(target)?;
    check_host(&target[authority.clone()]).ok().map(|()| authority.len())
}

/// A host and perhaps a port: nothing that could be read as something else.
pub(crate) fn check_host(value: &[u8]) -> Result<(), Refusal> {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._~!$&'()*+;=:[]%".contains(byte);
    if !value.is_empty() && value.iter().all(is_part) { Ok(()) } else { Err(Refusal::bad_request("Host is not a host")) }
}

/// The members of a list, without the spaces around them; empty ones are none.
fn members(value: &[u8]) -> impl Iterator<Item = &[u8]> {
    value.split(|byte| *byte == b',').map(<[u8]>::trim_ascii).filter(|member| !member.is_empty())
}

/// Digits alone, of a number that fits.
fn decimal(value: &[u8]) -> Option<u64> {
    if value.is_empty() || !value.iter().all(u8::is_ascii_digit) {
        return None;
    }
    value.iter().try_fold(0u64, |number, digit| number.checked_mul(10)?.checked_add(u64::from(digit - b'0')))
}

/// Where `part`, a slice of `whole`, lies in it.
fn range_in(whole: &[u8], part: &[u8]) -> Range<usize> {
    let start = (part.as_ptr() as usize).saturating_sub(whole.as_ptr() as usize);
    if part.is_empty() { 0..0 } else { start..start + part.len() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(text: &str) -> Result<Head, u16> {
        match parse(text.as_bytes(), &Limits::default()) {
            Ok(Parsed::Whole(head, length)) => {
                assert_eq!(length, text.len());
                Ok(head)
            }
            Ok(Parsed::Incomplete) => Err(0),
            Err(refusal) => Err(refusal.status),
        }
    }

    #[test]
    fn a_head_is_whole_after_its_empty_line() {
        let text = "GET /a?b HTTP/1.1\r\nHost: x\r\nAccept: a, b\r\n\r\n";
        for length in 0..text.len() {
            assert_eq!(head(&text[..length]), Err(0), "{length}");
        }
        let found = head(text).unwrap();
        assert_eq!((&text[found.method], &text[found.target]), ("GET", "/a?b"));
        assert_eq!((found.framing, found.keep_alive, found.version), (Framing::None, true, Version::Http11));
        assert_eq!(&text[found.fields[1].1.clone()], "a, b");
    }

    #[test]
    fn bodies_are_framed_in_one_way_or_not_at_all() {
        let of = |fields: &str| head(&format!("POST / HTTP/1.1\r\nHost: x\r\n{fields}\r\n")).map(|head| head.framing);
        assert_eq!(of("Content-Length: 10\r\n"), Ok(Framing::Length(10)));
        assert_eq!(of("Transfer-Encoding: Chunked\r\n"), Ok(Framing::Chunked));
        for fields in [
            "Content-Length: 1\r\nContent-Length: 1\r\n",
            "Content-Length: 1, 1\r\n",
            "Content-Length:\r\n",
            "Content-Length: +1\r\n",
            "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n",
            "Transfer-Encoding: chunked, chunked\r\n",
            "Transfer-Encoding: gzip\r\n",
            "Transfer-Encoding: chunked, gzip\r\n",
            "Transfer-Encoding:\r\n",
            "Content-Length: 99999999999999999999\r\n",
            "Content-Length : 1\r\n",
            "A: b\r\n c\r\n",
        ] {
            assert_eq!(of(fields), Err(400), "{fields}");
        }
        assert_eq!(of("Transfer-Encoding: gzip, chunked\r\n"), Err(501));
        assert_eq!(of("Expect: tea\r\n"), Err(417));
    }

    #[test]
    fn lines_end_with_cr_lf() {
        assert_eq!(head("GET / HTTP/1.1\nHost: x\n\n"), Err(400));
        assert_eq!(head("GET / HTTP/1.1\r\nHost: x\n\r\n"), Err(400));
        assert_eq!(head("GET / HTTP/1.1\r\nHost: x\r\r\n\r\n"), Err(400));
    }

    #[test]
    fn targets_and_hosts() {
        assert_eq!(head("GET http://a/b HTTP/1.1\r\nHost: x\r\n\r\n").is_ok(), true);
        assert_eq!(head("OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n").is_ok(), true);
        for text in ["GET * HTTP/1.1\r\nHost: x\r\n\r\n", "GET a HTTP/1.1\r\nHost: x\r\n\r\n", "GET / HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n", "GET / HTTP/1.1\r\nHost:\r\n\r\n", "GET /#a HTTP/1.1\r\nHost: a\r\n\r\n"] {
            assert_eq!(head(text), Err(400), "{text}");
        }
        assert_eq!(head("GET / HTTP/2.0\r\nHost: x\r\n\r\n"), Err(505));
        assert_eq!(head("CONNECT a:1 HTTP/1.1\r\nHost: x\r\n\r\n"), Err(501));
        assert!(!head("GET / HTTP/1.0\r\n\r\n").unwrap().keep_alive);
    }

    #[test]
    fn what_is_too_long_is_refused_before_it_is_whole() {
        let limits = Limits { line: 20, head: 60, fields: 2, ..Limits::default() };
        let status = |text: &str| parse(text.as_bytes(), &limits).err().map(|refusal| refusal.status);
        assert_eq!(status("GET /aaaaaaaaaaaaaaaaaaaaaaaaaa"), Some(414));
        assert_eq!(status("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAA / "), Some(400));
        assert_eq!(status(&format!("GET / HTTP/1.1\r\nA: {}", "b".repeat(60))), Some(431));
        assert_eq!(status("GET / HTTP/1.1\r\nA:b\r\nA:b\r\nA:b\r\n\r\n"), Some(431));
    }
}
