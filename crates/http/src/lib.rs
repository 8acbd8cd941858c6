//! The connections of an HTTP server, as one process serves them: HTTP/1.1 and HTTP/2, with TLS and without.
//!
//! Nothing here knows of Ruby, and nothing here waits. A [`server::Server`] owns its connections and reads ahead: a request
//! leaves it only when head and body are whole, so that a slow client costs a buffer and no thread.
//!
//! ```text
//!   epoll --> Server::poll --> Connection --> head --> body --> ready --> (the application)
//!                                  ^                                            |
//!                                  +------ response: head, parts, file <--------+
//! ```
//!
//! [`head`] parses and checks request heads, [`body`] takes bodies off their framing, [`response`] writes heads;
//! these three see bytes only. What they refuse, they refuse with a status ([`refusal`]), after RFC 9110 and 9112. A connection of HTTP/2 has
//! many requests; each of its streams answers the application as a connection of HTTP/1 does (`answer`). [`tls`] stands between all that and
//! the socket (`transport`).
#![forbid(unsafe_code)]

mod answer;
pub mod body;
mod chunk_extension;
mod connection;
pub mod head;
mod http2;
pub mod limits;
mod output;
pub mod refusal;
mod relay;
pub mod request;
pub mod response;
pub mod server;
pub mod statistics;
pub mod tls;
mod transport;
