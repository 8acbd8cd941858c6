//! `core`
