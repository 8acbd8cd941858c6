# The native half of OpenSSL, whose other half is the community's openssl.rb.
#
# There is no OpenSSL underneath: the cryptography is the RustCrypto project's, TLS is rustls over ring. The natives in
# crates/stdlib/src/crypto turn bytes into bytes; formats, states and errors are the Ruby of rutile/openssl.

require "digest"

require "rutile/openssl/library"
require "rutile/openssl/digest"
require "rutile/openssl/hmac"
require "rutile/openssl/random"
require "rutile/openssl/kdf"
require "rutile/openssl/cipher_names"
require "rutile/openssl/cipher"
require "rutile/openssl/bn"
require "rutile/openssl/bn_primes"
require "rutile/openssl/objects"
require "rutile/openssl/der"
require "rutile/openssl/pem"
require "rutile/openssl/asn1"
require "rutile/openssl/asn1_values"
require "rutile/openssl/asn1_decode"
require "rutile/openssl/key_encryption"
require "rutile/openssl/pkey"
require "rutile/openssl/pkey_read"
require "rutile/openssl/rsa"
require "rutile/openssl/rsa_options"
require "rutile/openssl/ec_group"
require "rutile/openssl/ec"
require "rutile/openssl/dh"
