//! Numbers: integers and floats, their arithmetic and their text, rationals, and random numbers.

pub mod aside;
pub mod big_integer;
pub mod c_math;
pub mod complex;
pub mod draw;
pub mod float;
pub mod float_format;
pub mod float_round;
pub mod integer;
pub mod integer_bits;
pub mod integer_text;
mod large;
pub mod math;
pub mod mersenne_twister;
pub mod parse;
pub mod random;
pub mod rational;
pub mod text;
