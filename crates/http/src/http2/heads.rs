//! Heads between HTTP/2 and the rest: pseudo-fields to a request as HTTP/1 has it, an application's fields to a response.

use std::ops::Range;
use std::time::Instant;

use http::header::{CONTENT_LENGTH, DATE, EXPECT, HOST, HeaderName, HeaderValue};
use http::request::Parts;
use http::{Response, StatusCode};

use crate::head::{Framing as BodyFraming, Head, Version, check_host, check_target};
use crate::limits::Limits;
use crate::refusal::Refusal;
use crate::request::{Exchange, Request};
use crate::response::{Content, Facts, Field, Framing, InvalidField, invalid, with_date};

/// The fields that concern an HTTP/1 connection and have no place here (RFC 9113, 8.2.2).
const OF_CONNECTIONS: [&str; 5] = ["connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade"];

/// The request that a head makes, checked as one of HTTP/1 is, and the length that it gives its body.
pub fn request_of(parts: &Parts, began: Instant, limits: &Limits) -> Result<(Request, Option<u64>), Refusal> {
    let target = parts.uri.path_and_query().map_or("/", |path| path.as_str());
    if target.len() > limits.line {
        return Err(Refusal::new(414, "the target is too long"));
    }
    if parts.headers.len() > limits.fields {
        return Err(Refusal::new(431, "too many header fields"));
    }
    check_target(parts.method.as_str(), target.as_bytes())?;
    let named = parts.uri.authority().map(|authority| authority.as_str().as_bytes());
    let mut hosts = parts.headers.get_all(HOST).iter();
    let host = named.or_else(|| hosts.next().map(HeaderValue::as_bytes)).ok_or(Refusal::bad_request("there is no host"))?;
    check_host(host)?;
    let mut bytes = Vec::with_capacity(512);
    let mut add = |part: &[u8]| -> Range<usize> {
        bytes.extend_from_slice(part);
        bytes.len() - part.len()..bytes.len()
    };
    let (method, target) = (add(parts.method.as_str().as_bytes()), add(target.as_bytes()));
    let mut fields = vec![(add(b"host"), add(host))];
    for (name, value) in parts.headers.iter().filter(|(name, _)| *name != HOST) {
        fields.push((add(name.as_str().as_bytes()), add(value.as_bytes())));
    }
    let length = match parts.headers.get(CONTENT_LENGTH) {
        Some(value) => Some(value.to_str().ok().and_then(|text| text.parse().ok()).ok_or(Refusal::bad_request("Content-Length is not a number"))?),
        None => None,
    };
    let head = Head {
        method,
        target,
        version: Version::Http2,
        fields,
        framing: length.map_or(BodyFraming::None, BodyFraming::Length),
        keep_alive: true,
        expects_continue: parts.headers.get(EXPECT).is_some_and(|value| value.as_bytes().eq_ignore_ascii_case(b"100-continue")),
    };
    Ok((Request::new(bytes, head, began), length))
}

/// Stands for a request that is refused and that nobody sees.
pub fn placeholder() -> Request {
    let head = Head {
        method: 0..0,
        target: 0..0,
        version: Version::Http2,
        fields: Vec::new(),
        framing: BodyFraming::None,
        keep_alive: true,
        expects_continue: false,
    };
    Request::new(Vec::new(), head, Instant::now())
}

/// The head of a response, and how its body is framed.
pub fn response_of(exchange: Exchange, status: u16, fields: &[Field], body: Content) -> Result<(Response<()>, Framing), InvalidField> {
    let mut response = informational(status, &[])?;
    if status == 101 {
        return Err(invalid(b"status", "101 has no place in HTTP/2"));
    }
    let mut facts = Facts::default();
    for &(name, value) in fields {
        if facts.note(name, value)? {
            append(&mut response, name, value)?;
        }
    }
    if facts.own_framing {
        return Err(invalid(b"transfer-encoding", "has no place in HTTP/2"));
    }
    if !facts.date {
        let value = with_date(|field| HeaderValue::from_bytes(field.trim_ascii_end().get(b"date: ".len()..).unwrap_or_default()));
        response.headers_mut().extend(value.ok().map(|value| (DATE, value)));
    }
    let framing = facts.framing(exchange, status, body);
    let length = match framing {
        Framing::None if exchange.is_head => facts.length.or(body.length()),
        Framing::Length(length) => Some(length),
        _ => None,
    };
    response.headers_mut().extend(length.map(|length| (CONTENT_LENGTH, HeaderValue::from(length))));
    Ok((response, framing))
}

/// A head with these fields and nothing else.
pub fn informational(status: u16, fields: &[Field]) -> Result<Response<()>, InvalidField> {
    let mut response = Response::new(());
    *response.status_mut() = StatusCode::from_u16(status).map_err(|_| invalid(b"status", "is not a status"))?;
    for &(name, value) in fields {
        append(&mut response, name, value)?;
    }
    Ok(response)
}

fn append(response: &mut Response<()>, name: &[u8], value: &[u8]) -> Result<(), InvalidField> {
    if OF_CONNECTIONS.iter().any(|other| name.eq_ignore_ascii_case(other.as_bytes())) {
        return Ok(());
    }
    let known = HeaderName::from_bytes(name).map_err(|_| invalid(name, "is not the name of a field"))?;
    let value = HeaderValue::from_bytes(value.trim_ascii()).map_err(|_| invalid(name, "has a value with a control character"))?;
    response.headers_mut().append(known, value);
    Ok(())
}
