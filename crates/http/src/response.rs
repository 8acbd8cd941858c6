//! Heads of responses: which framing the body gets, and what must not be written into a head.

use std::io::Write;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::head::Version;
use crate::request::Exchange;

/// How the client finds the end of the body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Framing {
    /// There is no body: the status or the method forbids it.
    None,
    Length(u64),
    Chunked,
    /// The application frames it itself, or the connection does.
    Own,
    UntilClose,
}

/// The facts of a body that are known before it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    Length(u64),
    Unknown,
    /// The application takes the socket and writes what it likes.
    Raw,
}

impl Content {
    pub(crate) fn length(self) -> Option<u64> {
        match self {
            Content::Length(length) => Some(length),
            Content::Unknown | Content::Raw => None,
        }
    }
}

/// The outcome of writing a head.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Written {
    pub framing: Framing,
    pub keep_alive: bool,
}

/// A field that cannot be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InvalidField {
    pub name: Vec<u8>,
    pub reason: &'static str,
}

/// A name and a value.
pub type Field<'a> = (&'a [u8], &'a [u8]);

/// The facts of the connection and the body in an application's fields.
#[derive(Default)]
pub(crate) struct Facts {
    pub length: Option<u64>,
    pub own_framing: bool,
    close: bool,
    upgrade: bool,
    pub date: bool,
}

/// Appends the head of a response. Nothing is appended where a field cannot be written.
pub fn write_head(output: &mut Vec<u8>, exchange: Exchange, status: u16, fields: &[Field], body: Content) -> Result<Written, InvalidField> {
    let start = output.len();
    let result = write_all(output, exchange, status, fields, body);
    if result.is_err() {
        output.truncate(start);
    }
    result
}

fn write_all(output: &mut Vec<u8>, exchange: Exchange, status: u16, fields: &[Field], body: Content) -> Result<Written, InvalidField> {
    let _ = write!(output, "HTTP/1.1 {status} {}\r\n", reason(status));
    let mut facts = Facts::default();
    for &(name, value) in fields {
        if !facts.note(name, value)? {
            continue;
        }
        output.extend_from_slice(name);
        output.extend_from_slice(b": ");
        output.extend_from_slice(value);
        output.extend_from_slice(b"\r\n");
    }
    if !facts.date {
        write_date(output);
    }
    let framing = facts.framing(exchange, status, body);
    match framing {
        // What a GET would have got.
        Framing::None if exchange.is_head => write_length(output, facts.length.or(body.length())),
        Framing::Length(length) => write_length(output, Some(length)),
        Framing::Chunked => output.extend_from_slice(b"transfer-encoding: chunked\r\n"),
        Framing::None | Framing::Own | Framing::UntilClose => {}
    }
    let keep_alive = exchange.keep_alive && !facts.close && !facts.upgrade && framing != Framing::UntilClose;
    if facts.upgrade {
        output.extend_from_slice(b"connection: upgrade\r\n");
    } else if !keep_alive {
        output.extend_from_slice(b"connection: close\r\n");
    } else if exchange.version == Version::Http10 {
        output.extend_from_slice(b"connection: keep-alive\r\n");
    }
    output.extend_from_slice(b"\r\n");
    Ok(Written { framing, keep_alive })
}

fn write_length(output: &mut Vec<u8>, length: Option<u64>) {
    if let Some(length) = length {
        let _ = write!(output, "content-length: {length}\r\n");
    }
}

impl Facts {
    /// Whether the field is written as it is: what concerns the connection is the server's to say.
    pub fn note(&mut self, name: &[u8], value: &[u8]) -> Result<bool, InvalidField> {
        check_field(name, value)?;
        let is = |other: &str| name.eq_ignore_ascii_case(other.as_bytes());
        if is("content-length") {
            let digits = std::str::from_utf8(value.trim_ascii()).ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
            let length = digits.and_then(|text| text.parse().ok());
            self.length = Some(length.ok_or_else(|| invalid(name, "is not a number"))?);
            return Ok(false);
        }
        if is("connection") {
            for option in value.split(|byte| *byte == b',') {
                self.close |= option.trim_ascii().eq_ignore_ascii_case(b"close");
                self.upgrade |= option.trim_ascii().eq_ignore_ascii_case(b"upgrade");
            }
            return Ok(false);
        }
        self.own_framing |= is("transfer-encoding");
        self.date |= is("date");
        Ok(!is("keep-alive"))
    }

    pub fn framing(&self, exchange: Exchange, status: u16, body: Content) -> Framing {
        if exchange.is_head || matches!(status, 100..=199 | 204 | 304) {
            return Framing::None;
        }
        if self.own_framing {
            return Framing::Own;
        }
        match self.length.or(body.length()) {
            Some(length) => Framing::Length(length),
            None if exchange.version == Version::Http2 => Framing::Own,
            None if exchange.version == Version::Http11 && body != Content::Raw => Framing::Chunked,
            None => Framing::UntilClose,
        }
    }
}

pub(crate) fn invalid(name: &[u8], reason: &'static str) -> InvalidField {
    InvalidField { name: name.to_vec(), reason }
}

/// A name is a token; a value has nothing that ends its line.
pub(crate) fn check_field(name: &[u8], value: &[u8]) -> Result<(), InvalidField> {
    if name.is_empty() || !name.iter().all(|&byte| is_token(byte)) {
        return Err(invalid(name, "is not the name of a field"));
    }
    if value.iter().any(|byte| matches!(byte, b'\r' | b'\n' | 0)) {
        return Err(invalid(name, "has a value with a line end or a zero byte"));
    }
    Ok(())
}

fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

/// A chunk's size line, for so many bytes.
pub fn write_chunk_size(output: &mut Vec<u8>, length: usize) {
    let _ = write!(output, "{length:x}\r\n");
}

thread_local! {
    /// The Date field of the second it was made in.
    static DATE: std::cell::RefCell<(u64, Vec<u8>)> = const { std::cell::RefCell::new((u64::MAX, Vec::new())) };
}

fn write_date(output: &mut Vec<u8>) {
    with_date(|field| output.extend_from_slice(field));
}

/// Shows the Date field of now, with its line end.
pub(crate) fn with_date<R>(show: impl FnOnce(&[u8]) -> R) -> R {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    DATE.with_borrow_mut(|(second, field)| {
        if *second != now {
            field.clear();
            let _ = write!(field, "date: {}\r\n", date(now));
            *second = now;
        }
        show(field)
    })
}

/// A time as RFC 9110 writes it (IMF-fixdate).
pub fn date(seconds: u64) -> String {
    httpdate::fmt_http_date(UNIX_EPOCH + Duration::from_secs(seconds))
}

/// The words that go with a status.
pub fn reason(status: u16) -> &'static str {
    match status {
        100 => "Continue",
        101 => "Switching Protocols",
        102 => "Processing",
        103 => "Early Hints",
        200 => "OK",
        201 => "Created",
        202 => "Accepted",
        203 => "Non-Authoritative Information",
        204 => "No Content",
        205 => "Reset Content",
        206 => "Partial Content",
        207 => "Multi-Status",
        208 => "Already Reported",
        226 => "IM Used",
        300 => "Multiple Choices",
        301 => "Moved Permanently",
        302 => "Found",
        303 => "See Other",
        304 => "Not Modified",
        305 => "Use Proxy",
        307 => "Temporary Redirect",
        308 => "Permanent Redirect",
        400 => "Bad Request",
        401 => "Unauthorized",
        402 => "Payment Required",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        406 => "Not Acceptable",
        407 => "Proxy Authentication Required",
        408 => "Request Timeout",
        409 => "Conflict",
        410 => "Gone",
        411 => "Length Required",
        412 => "Precondition Failed",
        413 => "Content Too Large",
        414 => "URI Too Long",
        415 => "Unsupported Media Type",
        416 => "Range Not Satisfiable",
        417 => "Expectation Failed",
        421 => "Misdirected Request",
        422 => "Unprocessable Content",
        423 => "Locked",
        424 => "Failed Dependency",
        425 => "Too Early",
        426 => "Upgrade Required",
        428 => "Precondition Required",
        429 => "Too Many Requests",
        431 => "Request Header Fields Too Large",
        451 => "Unavailable For Legal Reasons",
        500 => "Internal Server Error",
        501 => "Not Implemented",
        502 => "Bad Gateway",
        503 => "Service Unavailable",
        504 => "Gateway Timeout",
        505 => "HTTP Version Not Supported",
        506 => "Variant Also Negotiates",
        507 => "Insufficient Storage",
        508 => "Loop Detected",
        511 => "Network Authentication Required",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Exchange = Exchange { version: Version::Http11, is_head: false, keep_alive: true };

    fn written(exchange: Exchange, status: u16, fields: &[(&str, &str)], body: Content) -> (String, Result<Written, InvalidField>) {
        let mut output = Vec::new();
        let fields: Vec<Field> = fields.iter().map(|(name, value)| (name.as_bytes(), value.as_bytes())).chain([(&b"date"[..], &b"now"[..])]).collect();
        let result = write_head(&mut output, exchange, status, &fields, body);
        (String::from_utf8(output).unwrap(), result)
    }

    #[test]
    fn bodies_are_framed_by_what_is_known_of_them() {
        let framing = |exchange, status, fields: &[(&str, &str)], body| written(exchange, status, fields, body).1.unwrap().framing;
        assert_eq!(framing(PLAIN, 200, &[], Content::Length(3)), Framing::Length(3));
        assert_eq!(framing(PLAIN, 200, &[("Content-Length", "5")], Content::Unknown), Framing::Length(5));
        assert_eq!(framing(PLAIN, 200, &[], Content::Unknown), Framing::Chunked);
        assert_eq!(framing(PLAIN, 200, &[("transfer-encoding", "chunked")], Content::Unknown), Framing::Own);
        assert_eq!(framing(Exchange { version: Version::Http10, ..PLAIN }, 200, &[], Content::Unknown), Framing::UntilClose);
        for status in [101, 204, 304] {
            assert_eq!(framing(PLAIN, status, &[], Content::Length(0)), Framing::None);
        }
        let (head, result) = written(Exchange { is_head: true, ..PLAIN }, 200, &[], Content::Length(7));
        assert_eq!(result.unwrap().framing, Framing::None);
        assert_eq!(head, "HTTP/1.1 200 OK\r\ndate: now\r\ncontent-length: 7\r\n\r\n");
    }

    #[test]
    fn a_connection_is_kept_where_both_want_it() {
        assert!(written(PLAIN, 200, &[], Content::Length(0)).1.unwrap().keep_alive);
        assert!(!written(PLAIN, 200, &[("connection", "Close")], Content::Length(0)).1.unwrap().keep_alive);
        let (head, result) = written(Exchange { version: Version::Http10, ..PLAIN }, 200, &[], Content::Length(0));
        assert!(result.unwrap().keep_alive && head.contains("connection: keep-alive\r\n"));
    }

    #[test]
    fn a_head_cannot_be_split() {
        for field in [("a", "b\r\nc: d"), ("a", "b\nc"), ("a b", "c"), ("", "c"), ("a:", "b"), ("content-length", "x")] {
            let (head, result) = written(PLAIN, 200, &[field], Content::Unknown);
            assert!(result.is_err() && head.is_empty(), "{field:?}");
        }
    }

    #[test]
    fn dates() {
        assert_eq!(date(784_111_777), "Sun, 06 Nov 1994 08:49:37 GMT");
        assert_eq!(date(0), "Thu, 01 Jan 1970 00:00:00 GMT");
        assert_eq!(date(951_782_400), "Tue, 29 Feb 2000 00:00:00 GMT");
    }
}
