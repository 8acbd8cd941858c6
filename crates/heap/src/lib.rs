//! `heap`
