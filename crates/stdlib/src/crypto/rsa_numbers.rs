//! RSA's operations on numbers.
//!
//! The secret one takes a time that tells only how long the numbers are: powers, products and rests are crypto-bigint's in
//! constant time. It is blinded all the same, goes by the Chinese remainder theorem where both primes are known, and its
//! result is checked by the public operation before anyone sees it: a fault in one half would give the primes away.

use std::sync::Arc;

use crypto_bigint::modular::{BoxedMontyForm, BoxedMontyParams};
use crypto_bigint::{BoxedUint, NonZero, Odd};
use num_bigint::BigUint;

/// The number in as many whole words as it needs.
pub fn boxed(number: &BigUint) -> BoxedUint {
    let digits = number.to_u64_digits();
    if digits.is_empty() { BoxedUint::zero() } else { BoxedUint::from_words(digits) }
}

/// An odd modulus.
pub struct Modulus(Arc<BoxedMontyParams>);

impl Modulus {
    /// One that everybody may know; `None` for an even one.
    pub fn public(number: &BigUint) -> Option<Modulus> {
        let odd = Option::<Odd<BoxedUint>>::from(Odd::new(boxed(number)))?;
        Some(Modulus(BoxedMontyParams::new_vartime(odd).into()))
    }

    fn secret(number: &BigUint) -> Option<Modulus> {
        let odd = Option::<Odd<BoxedUint>>::from(Odd::new(boxed(number)))?;
        Some(Modulus(BoxedMontyParams::new(odd).into()))
    }

    fn number(&self) -> &BoxedUint {
        self.0.modulus()
    }

    /// The rest of a number of any size.
    pub fn residue(&self, number: &BoxedUint) -> BoxedMontyForm {
        let own = self.0.bits_precision();
        let width = own.max(number.bits_precision());
        // An odd number is never zero.
        let divisor = NonZero::new(self.number().widen(width)).unwrap();
        let rest = number.widen(width).rem(&divisor).shorten(own);
        BoxedMontyForm::new_with_arc(rest, self.0.clone())
    }

    /// A power whose exponent shows in nothing but how many words it has more than the modulus.
    pub fn power(&self, base: &BoxedUint, exponent: &BoxedUint) -> BoxedMontyForm {
        let width = self.0.bits_precision().max(exponent.bits_precision());
        self.residue(base).pow(&exponent.widen(width))
    }
}

pub struct Key {
    n: Modulus,
    e: BoxedUint,
    d: BoxedUint,
    factors: Option<Factors>,
}

struct Factors {
    p: Modulus,
    q: Modulus,
    /// d modulo p - 1 and q - 1
    dp: BoxedUint,
    dq: BoxedUint,
    /// That of q modulo p.
    inverse: BoxedUint,
}

impl Key {
    /// A key of these numbers; `factors` are those of [`Factors`] in their order, or fewer for none. `None` where they
    /// can't be a key's.
    pub fn new(n: &BigUint, e: &BigUint, d: &BigUint, factors: &[BigUint]) -> Option<Key> {
        let factors = match factors {
            [p, q, dp, dq, inverse] => Some(Factors {
                p: Modulus::secret(p)?,
                q: Modulus::secret(q)?,
                dp: boxed(dp),
                dq: boxed(dq),
                inverse: boxed(inverse),
            }),
            _ => None,
        };
        Some(Key { n: Modulus::public(n)?, e: boxed(e), d: boxed(d), factors })
    }

    pub fn apply(&self, number: &BoxedUint) -> Option<BoxedUint> {
        let number = self.n.residue(number);
        let (factor, back) = self.blind()?;
        let blinded = number.mul(&factor);
        let result = match &self.factors {
            Some(factors) => self.n.residue(&factors.apply(&blinded.retrieve())),
            None => self.n.power(&blinded.retrieve(), &self.d),
        };
        let result = result.mul(&back);
        (self.public(&result) == number).then(|| result.retrieve())
    }

    fn public(&self, number: &BoxedMontyForm) -> BoxedMontyForm {
        number.pow_bounded_exp(&self.e, self.e.bits_vartime())
    }

    /// A random number's public power, and that number's inverse.
    fn blind(&self) -> Option<(BoxedMontyForm, BoxedMontyForm)> {
        loop {
            // The time of an inversion tells what is inverted, which here is hidden behind another random number.
            let (factor, cover) = (self.random()?, self.random()?);
            let inverse = Option::<BoxedMontyForm>::from(factor.mul(&cover).invert_vartime());
            if let Some(inverse) = inverse {
                return Some((self.public(&factor), inverse.mul(&cover)));
            }
        }
    }

    fn random(&self) -> Option<BoxedMontyForm> {
        let mut words = vec![0; self.n.number().nlimbs() + 1];
        for word in &mut words {
            *word = getrandom::u64().ok()?;
        }
        Some(self.n.residue(&BoxedUint::from_words(words)))
    }
}

impl Factors {
    /// The secret power modulo p and q, put together to that modulo p * q.
    fn apply(&self, number: &BoxedUint) -> BoxedUint {
        let first = self.p.power(number, &self.dp);
        let second = self.q.power(number, &self.dq).retrieve();
        let difference = first.sub(&self.p.residue(&second));
        let times = difference.mul(&self.p.residue(&self.inverse)).retrieve();
        let product = times.mul(self.q.number());
        product.wrapping_add(&second)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> BigUint {
        BigUint::parse_bytes(text.as_bytes(), 10).unwrap()
    }

    /// 61 * 53, and primes of different lengths in words: 2 ** 89 - 1 and 2 ** 61 - 1.
    fn keys() -> Vec<[BigUint; 8]> {
        let mut keys = Vec::new();
        let (long, short) = ((number("1") << 89u32) - 1u32, (number("1") << 61u32) - 1u32);
        let (p, q) = (number("61"), number("53"));
        let pairs = [(p.clone(), q.clone()), (q, p), (long.clone(), short.clone()), (short, long)];
        for (p, q) in pairs {
            let e = number("65537");
            let one = number("1");
            let (before_p, before_q) = (&p - &one, &q - &one);
            let d = e.modinv(&(&before_p * &before_q)).unwrap();
            let (dp, dq) = (&d % &before_p, &d % &before_q);
            let inverse = (&q % &p).modinv(&p).unwrap();
            keys.push([&p * &q, e, d, p, q, dp, dq, inverse]);
        }
        keys
    }

    #[test]
    fn the_secret_power_undoes_the_public_one() {
        for key in keys() {
            let [n, e, d, factors @ ..] = &key;
            for message in ["0", "1", "2", "65", "3000"] {
                let message = number(message);
                let sealed = boxed(&message.modpow(e, n));
                for factors in [&factors[..], &[]] {
                    let opened = Key::new(n, e, d, factors).unwrap().apply(&sealed).unwrap();
                    assert_eq!(BigUint::from_bytes_be(&opened.to_be_bytes()), message);
                }
            }
        }
    }

    /// With a small prime the blinded number may well be 1 modulo it, and every power of 1 is the same: no fault.
    #[test]
    fn a_fault_in_one_half_is_noticed() {
        for mut key in keys().into_iter().filter(|key| key[0].bits() > 64) {
            key[5] += 1u32;
            let [n, e, d, factors @ ..] = &key;
            assert!(Key::new(n, e, d, factors).unwrap().apply(&boxed(&number("65"))).is_none());
        }
    }

    #[test]
    fn what_cannot_be_a_key_is_refused() {
        let zero = number("0");
        assert!(Key::new(&zero, &zero, &zero, &[]).is_none());
        let factors = ["0", "5", "1", "1", "1"].map(number);
        assert!(Key::new(&number("15"), &zero, &zero, &factors).is_none());
    }
}
