//! Elliptic curves: points by their encodings, numbers by their bytes, all lengths those of the curve's field.
//!
//! | primitive | does |
//! |---|---|
//! | `ec_point(curve, encoding)` | the point, uncompressed; nil where it isn't one of the curve; one byte 0 is the point at infinity |
//! | `ec_compress(curve, encoding)` | the point, compressed |
//! | `ec_multiply(curve, point, scalar)` | a multiple of the point (of the generator for nil); nil where something is out of range |
//! | `ec_add(curve, point, other)` | the sum |
//! | `ec_sign(curve, private, number)` | ECDSA's two numbers in a row; nil where the key is out of range |
//! | `ec_verify(curve, public, number, r, s)` | whether they are right |
//! | `edwards_public(private)`, `edwards_sign(private, message)`, `edwards_verify(public, message, signature)` | Ed25519 |
//! | `montgomery_public(private)`, `montgomery_shared(private, public)` | X25519 |

use ed25519_dalek::{Signature, Signer, SigningKey, Verifier, VerifyingKey};
use p256::elliptic_curve::ff::{Field, PrimeField};
use p256::elliptic_curve::group::{Curve, Group};
use p256::elliptic_curve::ops::{Invert, Reduce};
use p256::elliptic_curve::point::AffineCoordinates;
use p256::elliptic_curve::sec1::{EncodedPoint, FromEncodedPoint, ModulusSize, ToEncodedPoint};
use p256::elliptic_curve::{AffinePoint, CurveArithmetic, FieldBytes, FieldBytesSize, ProjectivePoint, Scalar};
use rutile_core::arguments::{bytes, bytes_or_nil};
use rutile_vm::prelude::*;

use super::binary;

/// The operations of a curve that the code below uses.
trait Point: CurveArithmetic {
    fn point(encoding: &[u8]) -> Option<ProjectivePoint<Self>>;
    fn encoding(point: &ProjectivePoint<Self>, compressed: bool) -> Vec<u8>;
    fn scalar(bytes: &[u8]) -> Option<Scalar<Self>>;
    /// The number modulo the group's order.
    fn reduced(bytes: &[u8]) -> Option<Scalar<Self>>;
    fn first_coordinate(point: &ProjectivePoint<Self>) -> Scalar<Self>;
}

impl<C> Point for C
where
    C: CurveArithmetic,
    FieldBytesSize<C>: ModulusSize,
    AffinePoint<C>: FromEncodedPoint<C> + ToEncodedPoint<C>,
    Scalar<C>: Reduce<C::Uint, Bytes = FieldBytes<C>>,
{
    fn point(encoding: &[u8]) -> Option<ProjectivePoint<C>> {
        let encoded = EncodedPoint::<C>::from_bytes(encoding).ok()?;
        Option::<AffinePoint<C>>::from(AffinePoint::<C>::from_encoded_point(&encoded)).map(Into::into)
    }

    fn encoding(point: &ProjectivePoint<C>, compressed: bool) -> Vec<u8> {
        point.to_affine().to_encoded_point(compressed).as_bytes().to_vec()
    }

    fn scalar(bytes: &[u8]) -> Option<Scalar<C>> {
        Scalar::<C>::from_repr(sized::<C>(bytes)?).into()
    }

    fn reduced(bytes: &[u8]) -> Option<Scalar<C>> {
        Some(Scalar::<C>::reduce_bytes(&sized::<C>(bytes)?))
    }

    fn first_coordinate(point: &ProjectivePoint<C>) -> Scalar<C> {
        Scalar::<C>::reduce_bytes(&point.to_affine().x())
    }
}

fn sized<C: CurveArithmetic>(bytes: &[u8]) -> Option<FieldBytes<C>> {
    let mut sized = FieldBytes::<C>::default();
    (sized.len() == bytes.len()).then(|| {
        sized.copy_from_slice(bytes);
        sized
    })
}

/// A random number from 1 to the order, without bias: what is out of range is drawn again.
fn random_scalar<C: Point>() -> Option<Scalar<C>> {
    let mut random = FieldBytes::<C>::default();
    // The highest byte of a field of 521 bits holds one.
    let mask = if random.len() == 66 { 1 } else { 0xff };
    loop {
        getrandom::fill(&mut random).ok()?;
        random[0] &= mask;
        match C::scalar(&random) {
            Some(scalar) if !bool::from(scalar.is_zero()) => return Some(scalar),
            _ => {}
        }
    }
}

fn multiply<C: Point>(point: Option<&[u8]>, scalar: &[u8]) -> Option<Vec<u8>> {
    let point = match point {
        Some(encoding) => C::point(encoding)?,
        None => ProjectivePoint::<C>::generator(),
    };
    Some(C::encoding(&(point * C::reduced(scalar)?), false))
}

/// A key of secp521r1 for one exchange: the private number and the public point. None where the system gives no random bytes.
pub fn largest_curve_key() -> Option<(Vec<u8>, Vec<u8>)> {
    let private = random_scalar::<p521::NistP521>()?;
    let public = ProjectivePoint::<p521::NistP521>::generator() * private;
    Some((private.to_repr().to_vec(), p521::NistP521::encoding(&public, false)))
}

/// What the owners of both keys know: the first coordinate of the product. None where the point is not one of the curve.
pub fn largest_curve_secret(private: &[u8], public: &[u8]) -> Option<Vec<u8>> {
    let product = multiply::<p521::NistP521>(Some(public), private)?;
    product.get(1..67).map(<[u8]>::to_vec)
}

fn add<C: Point>(point: &[u8], other: &[u8]) -> Option<Vec<u8>> {
    Some(C::encoding(&(C::point(point)? + C::point(other)?), false))
}

fn sign<C: Point>(private: &[u8], number: &[u8]) -> Option<Vec<u8>> {
    let (key, number) = (C::scalar(private)?, C::reduced(number)?);
    loop {
        let secret = random_scalar::<C>()?;
        let r = C::first_coordinate(&(ProjectivePoint::<C>::generator() * secret));
        let inverse = Option::<Scalar<C>>::from(Invert::invert(&secret))?;
        let s = inverse * (number + r * key);
        if !bool::from(r.is_zero()) && !bool::from(s.is_zero()) {
            return Some([r.to_repr().as_slice(), s.to_repr().as_slice()].concat());
        }
    }
}

fn verify<C: Point>(public: &[u8], number: &[u8], r: &[u8], s: &[u8]) -> Option<bool> {
    let (point, number) = (C::point(public)?, C::reduced(number)?);
    let (r, s) = (C::scalar(r)?, C::scalar(s)?);
    if bool::from(r.is_zero()) {
        return None;
    }
    let inverse = Option::<Scalar<C>>::from(Invert::invert(&s))?;
    let found = ProjectivePoint::<C>::generator() * (number * inverse) + point * (r * inverse);
    Some(!bool::from(found.is_identity()) && C::first_coordinate(&found) == r)
}

fn encode<C: Point>(encoding: &[u8], compressed: bool) -> Option<Vec<u8>> {
    C::point(encoding).map(|point| C::encoding(&point, compressed))
}

/// Calls the function for the curve whose name is the String given first.
macro_rules! on_curve {
    ($vm:ident, $args:ident, $function:ident($($argument:expr),*)) => {
        match bytes($vm, $args, 0)? {
            b"prime256v1" => $function::<p256::NistP256>($($argument),*),
            b"secp384r1" => $function::<p384::NistP384>($($argument),*),
            b"secp521r1" => $function::<p521::NistP521>($($argument),*),
            b"secp256k1" => $function::<k256::Secp256k1>($($argument),*),
            _ => return Err($vm.argument_error("unknown curve".to_string())),
        }
    };
}

fn ec_point(vm: &mut Vm, args: Arguments) -> NativeResult {
    let encoding = bytes(vm, args, 1)?;
    let point = on_curve!(vm, args, encode(encoding, false));
    binary(vm, point.as_deref())
}

fn ec_compress(vm: &mut Vm, args: Arguments) -> NativeResult {
    let encoding = bytes(vm, args, 1)?;
    let point = on_curve!(vm, args, encode(encoding, true));
    binary(vm, point.as_deref())
}

fn ec_multiply(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (point, scalar) = (bytes_or_nil(vm, args, 1)?, bytes(vm, args, 2)?);
    let product = on_curve!(vm, args, multiply(point, scalar));
    binary(vm, product.as_deref())
}

fn ec_add(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (point, other) = (bytes(vm, args, 1)?, bytes(vm, args, 2)?);
    let sum = on_curve!(vm, args, add(point, other));
    binary(vm, sum.as_deref())
}

fn ec_sign(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (private, number) = (bytes(vm, args, 1)?, bytes(vm, args, 2)?);
    let signature = on_curve!(vm, args, sign(private, number));
    binary(vm, signature.as_deref())
}

fn ec_verify(vm: &mut Vm, args: Arguments) -> NativeResult {
    let (public, number) = (bytes(vm, args, 1)?, bytes(vm, args, 2)?);
    let (r, s) = (bytes(vm, args, 3)?, bytes(vm, args, 4)?);
    let right = on_curve!(vm, args, verify(public, number, r, s));
    Ok(Value::boolean(right == Some(true)))
}

/// The 32 bytes of the String at `index`.
fn key<'a>(vm: &mut Vm, args: Arguments, index: usize) -> Result<&'a [u8; 32], Exit> {
    let bytes = bytes(vm, args, index)?;
    bytes.try_into().map_err(|_| vm.argument_error("a key has 32 bytes".to_string()))
}

fn edwards_public(vm: &mut Vm, args: Arguments) -> NativeResult {
    let public = SigningKey::from_bytes(key(vm, args, 0)?).verifying_key().to_bytes();
    binary(vm, Some(&public))
}

fn edwards_sign(vm: &mut Vm, args: Arguments) -> NativeResult {
    let private = SigningKey::from_bytes(key(vm, args, 0)?);
    let signature = private.sign(bytes(vm, args, 1)?).to_bytes();
    binary(vm, Some(&signature))
}

fn edwards_verify(vm: &mut Vm, args: Arguments) -> NativeResult {
    let public = VerifyingKey::from_bytes(key(vm, args, 0)?);
    let (message, signature) = (bytes(vm, args, 1)?, Signature::from_slice(bytes(vm, args, 2)?));
    let right = matches!((public, signature), (Ok(public), Ok(signature)) if public.verify(message, &signature).is_ok());
    Ok(Value::boolean(right))
}

fn montgomery_public(vm: &mut Vm, args: Arguments) -> NativeResult {
    let public = x25519_dalek::x25519(*key(vm, args, 0)?, x25519_dalek::X25519_BASEPOINT_BYTES);
    binary(vm, Some(&public))
}

/// nil where the other's point is of small order.
fn montgomery_shared(vm: &mut Vm, args: Arguments) -> NativeResult {
    let shared = x25519_dalek::x25519(*key(vm, args, 0)?, *key(vm, args, 1)?);
    binary(vm, (shared != [0; 32]).then_some(&shared[..]))
}

pub const NATIVES: &[(&str, Native)] = &[
    ("ec_point", ec_point),
    ("ec_compress", ec_compress),
    ("ec_multiply", ec_multiply),
    ("ec_add", ec_add),
    ("ec_sign", ec_sign),
    ("ec_verify", ec_verify),
    ("edwards_public", edwards_public),
    ("edwards_sign", edwards_sign),
    ("edwards_verify", edwards_verify),
    ("montgomery_public", montgomery_public),
    ("montgomery_shared", montgomery_shared),
];
