/* Numbers: what C converts in a word or two stands here inline, the rest are functions. */
#ifndef RUTILE_API_NUMBER_H
#define RUTILE_API_NUMBER_H

#include "ruby/api/value.h"
#include "ruby/st.h"

#define RUBY_FIXNUM_MAX (LONG_MAX / 2)
#define RUBY_FIXNUM_MIN (LONG_MIN / 2)
#define RB_POSFIXABLE(number) ((number) < RUBY_FIXNUM_MAX + 1)
#define RB_NEGFIXABLE(number) ((number) >= RUBY_FIXNUM_MIN)
#define RB_FIXABLE(number) (RB_POSFIXABLE(number) && RB_NEGFIXABLE(number))
#define FIXNUM_MAX RUBY_FIXNUM_MAX
#define FIXNUM_MIN RUBY_FIXNUM_MIN
#define POSFIXABLE RB_POSFIXABLE
#define NEGFIXABLE RB_NEGFIXABLE
#define FIXABLE RB_FIXABLE
#define RUBY_INTEGER_UNIFICATION 1

RUTILE_API_BEGIN

/* --- To C, where the value is no fixnum or the result may not fit --- */
NORETURN(void rb_out_of_int(long));
long rb_num2long(VALUE);
unsigned long rb_num2ulong(VALUE);
long rb_num2int(VALUE);
long rb_fix2int(VALUE);
unsigned long rb_num2uint(VALUE);
unsigned long rb_fix2uint(VALUE);
short rb_num2short(VALUE);
unsigned short rb_num2ushort(VALUE);
short rb_fix2short(VALUE);
unsigned short rb_fix2ushort(VALUE);
VALUE rb_ll2inum(long long);
VALUE rb_ull2inum(unsigned long long);
long long rb_num2ll(VALUE);
unsigned long long rb_num2ull(VALUE);
double rb_num2dbl(VALUE);
double rb_float_value(VALUE);
VALUE rb_float_new(double);
VALUE rb_float_new_in_heap(double);
VALUE rb_int2big(intptr_t);
VALUE rb_int2inum(intptr_t);
VALUE rb_uint2big(uintptr_t);
VALUE rb_uint2inum(uintptr_t);

/* --- Integer --- */
int rb_big_sign(VALUE);
VALUE rb_big_new(size_t, int);
int rb_bigzero_p(VALUE);
VALUE rb_big_clone(VALUE);
void rb_big_2comp(VALUE);
VALUE rb_big_norm(VALUE);
void rb_big_resize(VALUE, size_t);
VALUE rb_cstr_to_inum(const char *, int, int);
VALUE rb_str_to_inum(VALUE, int, int);
VALUE rb_cstr2inum(const char *, int);
VALUE rb_str2inum(VALUE, int);
VALUE rb_big2str(VALUE, int);
long rb_big2long(VALUE);
unsigned long rb_big2ulong(VALUE);
long long rb_big2ll(VALUE);
unsigned long long rb_big2ull(VALUE);
void rb_big_pack(VALUE, unsigned long *, long);
VALUE rb_big_unpack(unsigned long *, long);
int rb_uv_to_utf8(char *, unsigned long);
VALUE rb_dbl2big(double);
double rb_big2dbl(VALUE);
VALUE rb_big_cmp(VALUE, VALUE);
VALUE rb_big_eq(VALUE, VALUE);
VALUE rb_big_eql(VALUE, VALUE);
VALUE rb_big_plus(VALUE, VALUE);
VALUE rb_big_minus(VALUE, VALUE);
VALUE rb_big_mul(VALUE, VALUE);
VALUE rb_big_div(VALUE, VALUE);
VALUE rb_big_idiv(VALUE, VALUE);
VALUE rb_big_modulo(VALUE, VALUE);
VALUE rb_big_divmod(VALUE, VALUE);
VALUE rb_big_pow(VALUE, VALUE);
VALUE rb_big_and(VALUE, VALUE);
VALUE rb_big_or(VALUE, VALUE);
VALUE rb_big_xor(VALUE, VALUE);
VALUE rb_big_lshift(VALUE, VALUE);
VALUE rb_big_rshift(VALUE, VALUE);
int rb_integer_pack(VALUE, void *, size_t, size_t, size_t, int);
VALUE rb_integer_unpack(const void *, size_t, size_t, size_t, int);
size_t rb_absint_size(VALUE, int *);
size_t rb_absint_numwords(VALUE, size_t, size_t *);
int rb_absint_singlebit_p(VALUE);
NORETURN(void rb_num_zerodiv(void));
VALUE rb_num_coerce_bin(VALUE, VALUE, ID);
VALUE rb_num_coerce_cmp(VALUE, VALUE, ID);
VALUE rb_num_coerce_relop(VALUE, VALUE, ID);
VALUE rb_num_coerce_bit(VALUE, VALUE, ID);
VALUE rb_num2fix(VALUE);
VALUE rb_fix2str(VALUE, int);
VALUE rb_dbl_cmp(double, double);
VALUE rb_int_positive_pow(long, unsigned long);

/* --- Conversions --- */
VALUE rb_check_to_integer(VALUE, const char *);
VALUE rb_check_to_float(VALUE);
VALUE rb_to_int(VALUE);
VALUE rb_check_to_int(VALUE);
VALUE rb_Integer(VALUE);
VALUE rb_to_float(VALUE);
VALUE rb_Float(VALUE);
double rb_cstr_to_dbl(const char *, int);
double rb_str_to_dbl(VALUE, int);
int rb_cmpint(VALUE, VALUE, VALUE);
NORETURN(void rb_cmperr(VALUE, VALUE));

/* --- Rational and Complex --- */
VALUE rb_rational_raw(VALUE, VALUE);
VALUE rb_rational_new(VALUE, VALUE);
VALUE rb_Rational(VALUE, VALUE);
VALUE rb_rational_num(VALUE);
VALUE rb_rational_den(VALUE);
VALUE rb_flt_rationalize_with_prec(VALUE, VALUE);
VALUE rb_flt_rationalize(VALUE);
VALUE rb_complex_raw(VALUE, VALUE);
VALUE rb_complex_new(VALUE, VALUE);
VALUE rb_complex_new_polar(VALUE, VALUE);
VALUE rb_complex_polar(VALUE, VALUE);
VALUE rb_complex_real(VALUE);
VALUE rb_complex_imag(VALUE);
VALUE rb_complex_plus(VALUE, VALUE);
VALUE rb_complex_minus(VALUE, VALUE);
VALUE rb_complex_mul(VALUE, VALUE);
VALUE rb_complex_div(VALUE, VALUE);
VALUE rb_complex_uminus(VALUE);
VALUE rb_complex_conjugate(VALUE);
VALUE rb_complex_abs(VALUE);
VALUE rb_complex_arg(VALUE);
VALUE rb_complex_pow(VALUE, VALUE);
VALUE rb_dbl_complex_new(double, double);
VALUE rb_Complex(VALUE, VALUE);

/* --- Random --- */
unsigned int rb_genrand_int32(void);
double rb_genrand_real(void);
void rb_reset_random_seed(void);
VALUE rb_random_bytes(VALUE, long);
unsigned int rb_random_int32(VALUE);
double rb_random_real(VALUE);
unsigned long rb_random_ulong_limited(VALUE, unsigned long);
unsigned long rb_genrand_ulong_limited(unsigned long);

RUTILE_API_END

/* --- Fixnums --- */
static inline VALUE RB_INT2FIX(long number) { return ((VALUE)number << 1) | RUBY_FIXNUM_FLAG; }
static inline long rb_fix2long(VALUE value) { return (long)value >> 1; }
static inline unsigned long rb_fix2ulong(VALUE value) { return (unsigned long)rb_fix2long(value); }

/* A constant's stays a constant: it may initialise static data. */
#define RB_INT2FIX(number) ((((VALUE)(number)) << 1) | RUBY_FIXNUM_FLAG)
#define RB_LONG2FIX RB_INT2FIX
#define INT2FIX RB_INT2FIX
#define LONG2FIX RB_INT2FIX
#define rb_fix_new RB_INT2FIX
#define RB_FIX2LONG rb_fix2long
#define RB_FIX2ULONG rb_fix2ulong
#define FIX2LONG RB_FIX2LONG
#define FIX2ULONG RB_FIX2ULONG
#define ST2FIX(number) (((VALUE)(st_data_t)(number) << 1) | RUBY_FIXNUM_FLAG)
#define RB_ST2FIX(number) ST2FIX(number)
#define RB_CHR2FIX(character) RB_INT2FIX((long)(unsigned char)(character))
#define CHR2FIX RB_CHR2FIX

/* --- From Ruby --- */
static inline int rb_long2int_inline(long number)
{
    if (RB_UNLIKELY((long)(int)number != number)) rb_out_of_int(number);
    return (int)number;
}

static inline long rb_num2long_inline(VALUE value) { return RB_FIXNUM_P(value) ? rb_fix2long(value) : rb_num2long(value); }
static inline unsigned long rb_num2ulong_inline(VALUE value) { return RB_FIXNUM_P(value) ? rb_fix2ulong(value) : rb_num2ulong(value); }
static inline int RB_FIX2INT(VALUE value)
{
    long number = rb_fix2long(value);
    return RB_FIXNUM_P(value) && (int)number == number ? (int)number : (int)rb_fix2int(value);
}
static inline int rb_num2int_inline(VALUE value) { return RB_FIXNUM_P(value) ? RB_FIX2INT(value) : (int)rb_num2int(value); }
/* Small ones need no machine: they are asked for in handlers of signals and forks. */
static inline unsigned int RB_NUM2UINT(VALUE value)
{
    return RB_FIXNUM_P(value) && rb_fix2ulong(value) <= UINT_MAX ? (unsigned int)rb_fix2ulong(value) : (unsigned int)rb_num2uint(value);
}
static inline unsigned int RB_FIX2UINT(VALUE value) { return (unsigned int)rb_fix2uint(value); }
static inline short rb_num2short_inline(VALUE value) { return RB_FIXNUM_P(value) ? rb_fix2short(value) : rb_num2short(value); }
static inline long long rb_num2ll_inline(VALUE value) { return RB_FIXNUM_P(value) ? rb_fix2long(value) : rb_num2ll(value); }
static inline unsigned long long rb_num2ull_inline(VALUE value) { return RB_FIXNUM_P(value) ? rb_fix2ulong(value) : rb_num2ull(value); }

#define rb_long2int rb_long2int_inline
#define RB_NUM2LONG rb_num2long_inline
#define RB_NUM2ULONG rb_num2ulong_inline
#define RB_NUM2INT rb_num2int_inline
#define RB_NUM2UINT RB_NUM2UINT
#define RB_FIX2INT RB_FIX2INT
#define RB_FIX2UINT RB_FIX2UINT
#define RB_NUM2SHORT rb_num2short_inline
#define RB_NUM2USHORT rb_num2ushort
#define RB_FIX2SHORT rb_fix2short
#define RB_NUM2LL rb_num2ll_inline
#define RB_NUM2ULL rb_num2ull_inline
#define RB_NUM2SIZE RB_NUM2ULONG
#define RB_NUM2SSIZE RB_NUM2LONG
#define NUM2LONG RB_NUM2LONG
#define NUM2ULONG RB_NUM2ULONG
#define NUM2INT RB_NUM2INT
#define NUM2UINT RB_NUM2UINT
#define FIX2INT RB_FIX2INT
#define FIX2UINT RB_FIX2UINT
#define NUM2SHORT RB_NUM2SHORT
#define NUM2USHORT RB_NUM2USHORT
#define FIX2SHORT RB_FIX2SHORT
#define NUM2LL RB_NUM2LL
#define NUM2ULL RB_NUM2ULL
#define NUM2SIZET RB_NUM2SIZE
#define NUM2SSIZET RB_NUM2SSIZE
#define NUM2DBL rb_num2dbl
#define RB_NUM2DBL rb_num2dbl
#define RFLOAT_VALUE rb_float_value
#define NUM2INTPTR RB_NUM2LONG
#define NUM2UINTPTR RB_NUM2ULONG

/* --- To Ruby --- */
static inline VALUE rb_long2num_inline(long number) { return RB_FIXABLE(number) ? RB_INT2FIX(number) : rb_int2big(number); }
static inline VALUE rb_ulong2num_inline(unsigned long number) { return RB_POSFIXABLE(number) ? RB_INT2FIX((long)number) : rb_uint2big(number); }
static inline VALUE rb_int2num_inline(int number) { return RB_INT2FIX(number); }
static inline VALUE rb_uint2num_inline(unsigned int number) { return RB_INT2FIX((long)number); }
static inline VALUE rb_ll2num_inline(long long number) { return RB_FIXABLE(number) ? RB_INT2FIX((long)number) : rb_ll2inum(number); }
static inline VALUE rb_ull2num_inline(unsigned long long number) { return RB_POSFIXABLE(number) ? RB_INT2FIX((long)number) : rb_ull2inum(number); }

#define RB_LONG2NUM rb_long2num_inline
#define RB_ULONG2NUM rb_ulong2num_inline
#define RB_INT2NUM rb_int2num_inline
#define RB_UINT2NUM rb_uint2num_inline
#define RB_LL2NUM rb_ll2num_inline
#define RB_ULL2NUM rb_ull2num_inline
#define RB_SIZE2NUM RB_ULONG2NUM
#define RB_SSIZE2NUM RB_LONG2NUM
#define LONG2NUM RB_LONG2NUM
#define ULONG2NUM RB_ULONG2NUM
#define INT2NUM RB_INT2NUM
#define UINT2NUM RB_UINT2NUM
#define LL2NUM RB_LL2NUM
#define ULL2NUM RB_ULL2NUM
#define SIZET2NUM RB_SIZE2NUM
#define SSIZET2NUM RB_SSIZE2NUM
#define USHORT2NUM RB_INT2FIX
#define DBL2NUM rb_float_new
#define INTPTR2NUM RB_LONG2NUM
#define UINTPTR2NUM RB_ULONG2NUM
#define rb_int_new rb_int2inum
#define rb_uint_new rb_uint2inum

/* --- Signs, and old names --- */
static inline bool RBIGNUM_POSITIVE_P(VALUE integer) { return rb_big_sign(integer) != 0; }
static inline bool RBIGNUM_NEGATIVE_P(VALUE integer) { return rb_big_sign(integer) == 0; }
#define RBIGNUM_SIGN rb_big_sign
#define RBIGNUM_POSITIVE_P RBIGNUM_POSITIVE_P
#define RBIGNUM_NEGATIVE_P RBIGNUM_NEGATIVE_P
#define rb_big2int(value) rb_big2long(value)
#define rb_big2uint(value) rb_big2ulong(value)
#define RB_NUM_COERCE_FUNCS_NEED_OPID 1

#define INTEGER_PACK_MSWORD_FIRST 0x01
#define INTEGER_PACK_LSWORD_FIRST 0x02
#define INTEGER_PACK_MSBYTE_FIRST 0x10
#define INTEGER_PACK_LSBYTE_FIRST 0x20
#define INTEGER_PACK_NATIVE_BYTE_ORDER 0x40
#define INTEGER_PACK_2COMP 0x80
#define INTEGER_PACK_FORCE_BIGNUM 0x100
#define INTEGER_PACK_NEGATIVE 0x200
#define INTEGER_PACK_FORCE_GENERIC_IMPLEMENTATION 0x400
#define INTEGER_PACK_LITTLE_ENDIAN (INTEGER_PACK_LSWORD_FIRST | INTEGER_PACK_LSBYTE_FIRST)
#define INTEGER_PACK_BIG_ENDIAN (INTEGER_PACK_MSWORD_FIRST | INTEGER_PACK_MSBYTE_FIRST)

#define rb_rational_raw1(number) rb_rational_raw((number), INT2FIX(1))
#define rb_rational_raw2(over, under) rb_rational_raw((over), (under))
#define rb_rational_new1(number) rb_rational_new((number), INT2FIX(1))
#define rb_rational_new2(over, under) rb_rational_new((over), (under))
#define rb_Rational1(number) rb_Rational((number), INT2FIX(1))
#define rb_Rational2(over, under) rb_Rational((over), (under))
#define rb_complex_raw1(number) rb_complex_raw((number), INT2FIX(0))
#define rb_complex_raw2(real, imaginary) rb_complex_raw((real), (imaginary))
#define rb_complex_new1(number) rb_complex_new((number), INT2FIX(0))
#define rb_complex_new2(real, imaginary) rb_complex_new((real), (imaginary))
#define rb_complex_add rb_complex_plus
#define rb_complex_sub rb_complex_minus
#define rb_complex_nagate rb_complex_uminus
#define rb_Complex1(number) rb_Complex((number), INT2FIX(0))
#define rb_Complex2(real, imaginary) rb_Complex((real), (imaginary))

#define RB_NUM2CHR rb_num2char_inline
#define NUM2CHR RB_NUM2CHR

#endif
