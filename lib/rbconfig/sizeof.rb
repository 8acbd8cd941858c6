# Sizes and limits of C's types, on the 64-bit machines that Rutile runs on.

require "rbconfig"

module RbConfig
  SIZEOF = {
    "int" => 4, "short" => 2, "long" => 8, "long long" => 8, "__int128" => 16, "off_t" => 8, "void*" => 8,
    "float" => 4, "double" => 8, "time_t" => 8, "clock_t" => 8, "size_t" => 8, "ptrdiff_t" => 8, "dev_t" => 8,
    "int8_t" => 1, "uint8_t" => 1, "int16_t" => 2, "uint16_t" => 2, "int32_t" => 4, "uint32_t" => 4,
    "int64_t" => 8, "uint64_t" => 8, "int128_t" => 16, "uint128_t" => 16, "intptr_t" => 8, "uintptr_t" => 8,
    "ssize_t" => 8, "int_least8_t" => 1, "int_least16_t" => 2, "int_least32_t" => 4, "int_least64_t" => 8,
    "int_fast8_t" => 1, "int_fast16_t" => 8, "int_fast32_t" => 8, "int_fast64_t" => 8, "intmax_t" => 8,
    "sig_atomic_t" => 4, "wchar_t" => 4, "wint_t" => 4, "wctrans_t" => 8, "wctype_t" => 8,
    "_Bool" => 1, "long double" => 16, "float _Complex" => 8, "double _Complex" => 16, "long double _Complex" => 32,
    "__float80" => 16, "__float128" => 16
  }.freeze

  limits = { "FIXNUM_MAX" => 2**62 - 1, "FIXNUM_MIN" => -2**62 }
  {
    "CHAR" => 8, "SCHAR" => 8, "SHRT" => 16, "INT" => 32, "LONG" => 64, "LLONG" => 64,
    "INT8" => 8, "INT16" => 16, "INT32" => 32, "INT64" => 64, "INTMAX" => 64, "INTPTR" => 64, "SSIZE" => 64, "PTRDIFF" => 64
  }.each do |name, bits|
    limits["#{name}_MIN"] = -2**(bits - 1)
    limits["#{name}_MAX"] = 2**(bits - 1) - 1
  end
  {
    "UCHAR" => 8, "USHRT" => 16, "UINT" => 32, "ULONG" => 64, "ULLONG" => 64,
    "UINT8" => 8, "UINT16" => 16, "UINT32" => 32, "UINT64" => 64, "UINTMAX" => 64, "UINTPTR" => 64, "SIZE" => 64
  }.each { |name, bits| limits["#{name}_MAX"] = 2**bits - 1 }
  LIMITS = limits.freeze
end
