//! Primes: finding random ones, and telling whether a number is one.
//!
//! | primitive | does |
//! |---|---|
//! | `prime_probable(integer)` | whether it is prime, but for a chance of less than 2 to the -100th |
//! | `prime_random(bits)` | a random prime of just so many bits, its two highest set (the highest, of two bits) |

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use rutile_core::arguments::integer;
use rutile_vm::prelude::*;

/// Each round lets one composite in four pass, whatever the number.
const ROUNDS: usize = 64;
/// Candidates are tried from a random one on, by twos, in stretches of so many.
const STRETCH: u32 = 4096;

/// The odd primes by which candidates are divided first.
fn small_primes() -> Vec<u32> {
    let mut primes: Vec<u32> = Vec::with_capacity(600);
    for number in (3..4096u32).step_by(2) {
        if primes.iter().take_while(|&&prime| prime * prime <= number).all(|prime| number % prime != 0) {
            primes.push(number);
        }
    }
    primes
}

/// Random bytes of the system's; `None` where it gives none.
fn random(bytes: usize) -> Option<Vec<u8>> {
    let mut random = vec![0; bytes];
    getrandom::fill(&mut random).ok()?;
    Some(random)
}

/// Miller's and Rabin's test with random bases, of an odd number above 3.
fn passes(number: &BigUint, rounds: usize) -> Option<bool> {
    let one = BigUint::from(1u32);
    let before = number - &one;
    let twos = before.trailing_zeros().unwrap_or(0);
    let odd = &before >> twos;
    for _ in 0..rounds {
        let base = BigUint::from_bytes_be(&random(number.to_bytes_be().len() + 8)?) % (number - 3u32) + 2u32;
        let mut power = base.modpow(&odd, number);
        if power == one || power == before {
            continue;
        }
        let mut composite = true;
        for _ in 1..twos {
            power = &power * &power % number;
            if power == before {
                composite = false;
                break;
            }
        }
        if composite {
            return Some(false);
        }
    }
    Some(true)
}

fn probable(number: &BigUint) -> Option<bool> {
    if number < &BigUint::from(4u32) {
        return Some(number > &BigUint::from(1u32));
    }
    if number.is_even() {
        return Some(false);
    }
    for prime in small_primes() {
        if (number % prime) == BigUint::from(0u32) {
            return Some(number == &BigUint::from(prime));
        }
    }
    passes(number, ROUNDS)
}

/// A random prime; of numbers drawn at random this many rounds are enough by far.
fn random_prime(bits: usize) -> Option<BigUint> {
    let primes = small_primes();
    loop {
        let mut start = BigUint::from_bytes_be(&random(bits.div_ceil(8))?) % (BigUint::from(1u32) << bits);
        start.set_bit(bits as u64 - 1, true);
        if bits > 2 {
            start.set_bit(bits as u64 - 2, true);
        }
        if bits < 16 {
            if probable(&start)? {
                return Some(start);
            }
            continue;
        }
        start.set_bit(0, true);
        let rests: Vec<u32> = primes.iter().map(|prime| (&start % prime).iter_u32_digits().next().unwrap_or(0)).collect();
        for step in (0..STRETCH).step_by(2) {
            if primes.iter().zip(&rests).any(|(prime, rest)| (rest + step) % prime == 0 && bits > 12) {
                continue;
            }
            let candidate = &start + step;
            if candidate.bits() > bits as u64 {
                break;
            }
            // Most fall at the first base.
            if passes(&candidate, 1)? && passes(&candidate, ROUNDS / 2)? {
                return Some(candidate);
            }
        }
    }
}

fn no_random(vm: &mut Vm) -> Exit {
    vm.raise(vm.classes.runtime_error, "failed to get urandom".to_string())
}

fn prime_probable(vm: &mut Vm, args: Arguments) -> NativeResult {
    let number = vm.as_big_integer(args.get(0)).ok_or(Exit::Fallback)?;
    if number.sign() != Sign::Plus {
        return Ok(Value::FALSE);
    }
    probable(number.magnitude()).map(Value::boolean).ok_or_else(|| no_random(vm))
}

fn prime_random(vm: &mut Vm, args: Arguments) -> NativeResult {
    let bits = integer(vm, args, 0)?;
    if !(2..=32768).contains(&bits) {
        return Err(vm.argument_error("a prime has 2 to 32768 bits".to_string()));
    }
    match random_prime(bits as usize) {
        Some(prime) => Ok(vm.big_integer(BigInt::from(prime))),
        None => Err(no_random(vm)),
    }
}

pub const NATIVES: &[(&str, Native)] = &[("prime_probable", prime_probable), ("prime_random", prime_random)];
