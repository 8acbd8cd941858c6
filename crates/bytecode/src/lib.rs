//! `bytecode`
