//! `compiler`
