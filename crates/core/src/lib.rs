//! `core`
pub mod big_integer;
pub mod float_format;
pub mod float_round;
pub mod format_directive;
pub mod format_number;
pub mod integer_text;
pub mod mersenne_twister;
pub mod number_parse;
