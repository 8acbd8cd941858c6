//! `fiber`
