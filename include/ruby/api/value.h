/*
 * Values. A value is a word; what it says by itself is read here:
 *
 *   ...x xxx1   an integer, shifted left by one
 *   ...x xx10   a Float whose exponent is near zero
 *   ... 0x0c    a Symbol: its number, shifted left by eight
 *   0x00 0x04   false, nil
 *   0x14 0x24   true, and what is no value
 *   ...  x000   the address of a cell
 *
 * What a cell is, only functions say. Its first two words are nobody's; of data objects the words behind them are the
 * extension's (`data.h`).
 */
#ifndef RUTILE_API_VALUE_H
#define RUTILE_API_VALUE_H

#include "ruby/defines.h"

typedef unsigned long VALUE;
typedef unsigned long ID;

#define SIGNED_VALUE long
#define SIZEOF_VALUE 8

/* --- printf --- */
#define PRI_VALUE_PREFIX "l"
#define RUBY_PRI_VALUE_MARK "\v"
#define PRIdVALUE PRI_VALUE_PREFIX "d"
#define PRIiVALUE PRI_VALUE_PREFIX "i"
#define PRIoVALUE PRI_VALUE_PREFIX "o"
#define PRIuVALUE PRI_VALUE_PREFIX "u"
#define PRIxVALUE PRI_VALUE_PREFIX "x"
#define PRIXVALUE PRI_VALUE_PREFIX "X"
#define PRIsVALUE PRI_VALUE_PREFIX "i" RUBY_PRI_VALUE_MARK
#define PRI_INT_PREFIX ""
#define PRI_LONG_PREFIX "l"
#define PRI_SHORT_PREFIX "h"
#define PRI_64_PREFIX PRI_LONG_PREFIX
#define PRIdSIZE PRI_SIZE_PREFIX "d"
#define PRIiSIZE PRI_SIZE_PREFIX "i"
#define PRIoSIZE PRI_SIZE_PREFIX "o"
#define PRIuSIZE PRI_SIZE_PREFIX "u"
#define PRIxSIZE PRI_SIZE_PREFIX "x"
#define PRIXSIZE PRI_SIZE_PREFIX "X"
#define PRIdPTRDIFF PRI_PTRDIFF_PREFIX "d"
#define PRIiPTRDIFF PRI_PTRDIFF_PREFIX "i"
#define PRIoPTRDIFF PRI_PTRDIFF_PREFIX "o"
#define PRIuPTRDIFF PRI_PTRDIFF_PREFIX "u"
#define PRIxPTRDIFF PRI_PTRDIFF_PREFIX "x"
#define PRIXPTRDIFF PRI_PTRDIFF_PREFIX "X"
#define PRIdPIDT PRI_PIDT_PREFIX "d"
#define PRIiPIDT PRI_PIDT_PREFIX "i"
#define PRIuPIDT PRI_PIDT_PREFIX "u"
#define PRIdTIMET PRI_TIMET_PREFIX "d"
#define PRIiTIMET PRI_TIMET_PREFIX "i"
#define PRIuTIMET PRI_TIMET_PREFIX "u"
#define PRIdOFFT PRI_OFFT_PREFIX "d"
#define PRIiOFFT PRI_OFFT_PREFIX "i"
#define PRIxOFFT PRI_OFFT_PREFIX "x"
#define PRIuDEVT PRI_DEVT_PREFIX "u"
#define PRI_LL_DECIMAL PRI_LL_PREFIX "d"

/* --- The values that have no cell --- */
enum ruby_special_consts {
    RUBY_Qfalse = 0x00,
    RUBY_Qnil = 0x04,
    RUBY_Qtrue = 0x14,
    RUBY_Qundef = 0x24,
    RUBY_IMMEDIATE_MASK = 0x07,
    RUBY_FIXNUM_FLAG = 0x01,
    RUBY_FLONUM_MASK = 0x03,
    RUBY_FLONUM_FLAG = 0x02,
    RUBY_SYMBOL_FLAG = 0x0c,
    RUBY_SPECIAL_SHIFT = 8
};
#define RUBY_Qfalse ((VALUE)RUBY_Qfalse)
#define RUBY_Qnil ((VALUE)RUBY_Qnil)
#define RUBY_Qtrue ((VALUE)RUBY_Qtrue)
#define RUBY_Qundef ((VALUE)RUBY_Qundef)
#define Qfalse RUBY_Qfalse
#define Qnil RUBY_Qnil
#define Qtrue RUBY_Qtrue
#define Qundef RUBY_Qundef
#define FIXNUM_FLAG RUBY_FIXNUM_FLAG
#define FLONUM_FLAG RUBY_FLONUM_FLAG
#define FLONUM_MASK RUBY_FLONUM_MASK
#define IMMEDIATE_MASK RUBY_IMMEDIATE_MASK
#define SYMBOL_FLAG RUBY_SYMBOL_FLAG

static inline bool RB_TEST(VALUE value) { return (value & ~RUBY_Qnil) != 0; }
static inline bool RB_NIL_P(VALUE value) { return value == RUBY_Qnil; }
static inline bool RB_UNDEF_P(VALUE value) { return value == RUBY_Qundef; }
static inline bool RB_NIL_OR_UNDEF_P(VALUE value) { return (value & ~(RUBY_Qnil ^ RUBY_Qundef)) == (RUBY_Qnil & RUBY_Qundef); }
static inline bool RB_FIXNUM_P(VALUE value) { return (value & RUBY_FIXNUM_FLAG) != 0; }
static inline bool RB_FLONUM_P(VALUE value) { return (value & RUBY_FLONUM_MASK) == RUBY_FLONUM_FLAG; }
static inline bool RB_STATIC_SYM_P(VALUE value) { return (value & 0xff) == RUBY_SYMBOL_FLAG; }
static inline bool RB_DYNAMIC_SYM_P(VALUE value) { (void)value; return false; }
static inline bool RB_SYMBOL_P(VALUE value) { return RB_STATIC_SYM_P(value); }
static inline bool RB_IMMEDIATE_P(VALUE value) { return (value & RUBY_IMMEDIATE_MASK) != 0; }
static inline bool RB_SPECIAL_CONST_P(VALUE value) { return RB_IMMEDIATE_P(value) || !RB_TEST(value); }
static inline VALUE rb_special_const_p(VALUE value) { return RB_SPECIAL_CONST_P(value) ? RUBY_Qtrue : RUBY_Qfalse; }

#define RB_TEST RB_TEST
#define RB_NIL_P RB_NIL_P
#define RB_UNDEF_P RB_UNDEF_P
#define RB_NIL_OR_UNDEF_P RB_NIL_OR_UNDEF_P
#define RB_FIXNUM_P RB_FIXNUM_P
#define RB_FLONUM_P RB_FLONUM_P
#define RB_STATIC_SYM_P RB_STATIC_SYM_P
#define RB_DYNAMIC_SYM_P RB_DYNAMIC_SYM_P
#define RB_SYMBOL_P RB_SYMBOL_P
#define RB_IMMEDIATE_P RB_IMMEDIATE_P
#define RB_SPECIAL_CONST_P RB_SPECIAL_CONST_P
#define RTEST RB_TEST
#define NIL_P RB_NIL_P
#define FIXNUM_P RB_FIXNUM_P
#define FLONUM_P RB_FLONUM_P
#define STATIC_SYM_P RB_STATIC_SYM_P
#define DYNAMIC_SYM_P RB_DYNAMIC_SYM_P
#define SYMBOL_P RB_SYMBOL_P
#define IMMEDIATE_P RB_IMMEDIATE_P
#define SPECIAL_CONST_P RB_SPECIAL_CONST_P

/* --- Types --- */
enum ruby_value_type {
    RUBY_T_NONE = 0x00,
    RUBY_T_OBJECT = 0x01,
    RUBY_T_CLASS = 0x02,
    RUBY_T_MODULE = 0x03,
    RUBY_T_FLOAT = 0x04,
    RUBY_T_STRING = 0x05,
    RUBY_T_REGEXP = 0x06,
    RUBY_T_ARRAY = 0x07,
    RUBY_T_HASH = 0x08,
    RUBY_T_STRUCT = 0x09,
    RUBY_T_BIGNUM = 0x0a,
    RUBY_T_FILE = 0x0b,
    RUBY_T_DATA = 0x0c,
    RUBY_T_MATCH = 0x0d,
    RUBY_T_COMPLEX = 0x0e,
    RUBY_T_RATIONAL = 0x0f,
    RUBY_T_NIL = 0x11,
    RUBY_T_TRUE = 0x12,
    RUBY_T_FALSE = 0x13,
    RUBY_T_SYMBOL = 0x14,
    RUBY_T_FIXNUM = 0x15,
    RUBY_T_UNDEF = 0x16,
    RUBY_T_IMEMO = 0x1a,
    RUBY_T_NODE = 0x1b,
    RUBY_T_ICLASS = 0x1c,
    RUBY_T_ZOMBIE = 0x1d,
    RUBY_T_MOVED = 0x1e,
    RUBY_T_MASK = 0x1f
};
#define T_NONE RUBY_T_NONE
#define T_OBJECT RUBY_T_OBJECT
#define T_CLASS RUBY_T_CLASS
#define T_MODULE RUBY_T_MODULE
#define T_FLOAT RUBY_T_FLOAT
#define T_STRING RUBY_T_STRING
#define T_REGEXP RUBY_T_REGEXP
#define T_ARRAY RUBY_T_ARRAY
#define T_HASH RUBY_T_HASH
#define T_STRUCT RUBY_T_STRUCT
#define T_BIGNUM RUBY_T_BIGNUM
#define T_FILE RUBY_T_FILE
#define T_DATA RUBY_T_DATA
#define T_MATCH RUBY_T_MATCH
#define T_COMPLEX RUBY_T_COMPLEX
#define T_RATIONAL RUBY_T_RATIONAL
#define T_NIL RUBY_T_NIL
#define T_TRUE RUBY_T_TRUE
#define T_FALSE RUBY_T_FALSE
#define T_SYMBOL RUBY_T_SYMBOL
#define T_FIXNUM RUBY_T_FIXNUM
#define T_UNDEF RUBY_T_UNDEF
#define T_IMEMO RUBY_T_IMEMO
#define T_NODE RUBY_T_NODE
#define T_ICLASS RUBY_T_ICLASS
#define T_ZOMBIE RUBY_T_ZOMBIE
#define T_MOVED RUBY_T_MOVED
#define T_MASK RUBY_T_MASK

RUTILE_API_BEGIN

/* What kind of cell a value that is none of the special constants names. */
int rutile_type(VALUE);
/* The class an object is an instance of as far as C is concerned, its singleton class if it has one. */
VALUE rb_class_of(VALUE);
#define CLASS_OF rb_class_of
void rb_check_type(VALUE, int);
NORETURN(void rb_unexpected_type(VALUE, int));

/* --- Flags --- */
enum ruby_fl_ushift { RUBY_FL_USHIFT = 12 };
enum ruby_fl_type {
    RUBY_FL_WB_PROTECTED = 1 << 5,
    RUBY_FL_PROMOTED = 1 << 5,
    RUBY_FL_UNUSED6 = 1 << 6,
    RUBY_FL_FINALIZE = 1 << 7,
    RUBY_FL_TAINT = 0,
    RUBY_FL_UNTRUSTED = 0,
    RUBY_FL_SHAREABLE = 1 << 8,
    RUBY_FL_SEEN_OBJ_ID = 1 << 9,
    RUBY_FL_EXIVAR = 1 << 10,
    RUBY_FL_FREEZE = 1 << 11,
    RUBY_FL_USER0 = 1 << 12,
    RUBY_FL_USER1 = 1 << 13,
    RUBY_FL_USER2 = 1 << 14,
    RUBY_FL_USER3 = 1 << 15,
    RUBY_FL_USER4 = 1 << 16,
    RUBY_FL_USER5 = 1 << 17,
    RUBY_FL_USER6 = 1 << 18,
    RUBY_FL_USER7 = 1 << 19,
    RUBY_FL_USER8 = 1 << 20,
    RUBY_FL_USER9 = 1 << 21,
    RUBY_FL_USER10 = 1 << 22,
    RUBY_FL_USER11 = 1 << 23,
    RUBY_FL_USER12 = 1 << 24,
    RUBY_FL_USER13 = 1 << 25,
    RUBY_FL_USER14 = 1 << 26,
    RUBY_FL_USER15 = 1 << 27,
    RUBY_FL_USER16 = 1 << 28,
    RUBY_FL_USER17 = 1 << 29,
    RUBY_FL_USER18 = 1 << 30,
    RUBY_ELTS_SHARED = RUBY_FL_USER0,
    RUBY_FL_SINGLETON = RUBY_FL_USER1
};
#define RUBY_FL_USER19 ((VALUE)1 << 31)
#define FL_WB_PROTECTED ((VALUE)RUBY_FL_WB_PROTECTED)
#define FL_PROMOTED ((VALUE)RUBY_FL_PROMOTED)
#define FL_FINALIZE ((VALUE)RUBY_FL_FINALIZE)
#define FL_TAINT ((VALUE)RUBY_FL_TAINT)
#define FL_UNTRUSTED ((VALUE)RUBY_FL_UNTRUSTED)
#define FL_SHAREABLE ((VALUE)RUBY_FL_SHAREABLE)
#define FL_SEEN_OBJ_ID ((VALUE)RUBY_FL_SEEN_OBJ_ID)
#define FL_EXIVAR ((VALUE)RUBY_FL_EXIVAR)
#define FL_FREEZE ((VALUE)RUBY_FL_FREEZE)
#define FL_SINGLETON ((VALUE)RUBY_FL_SINGLETON)
#define FL_USHIFT ((VALUE)RUBY_FL_USHIFT)
#define FL_USER0 ((VALUE)RUBY_FL_USER0)
#define FL_USER1 ((VALUE)RUBY_FL_USER1)
#define FL_USER2 ((VALUE)RUBY_FL_USER2)
#define FL_USER3 ((VALUE)RUBY_FL_USER3)
#define FL_USER4 ((VALUE)RUBY_FL_USER4)
#define FL_USER5 ((VALUE)RUBY_FL_USER5)
#define FL_USER6 ((VALUE)RUBY_FL_USER6)
#define FL_USER7 ((VALUE)RUBY_FL_USER7)
#define FL_USER8 ((VALUE)RUBY_FL_USER8)
#define FL_USER9 ((VALUE)RUBY_FL_USER9)
#define FL_USER10 ((VALUE)RUBY_FL_USER10)
#define FL_USER11 ((VALUE)RUBY_FL_USER11)
#define FL_USER12 ((VALUE)RUBY_FL_USER12)
#define FL_USER13 ((VALUE)RUBY_FL_USER13)
#define FL_USER14 ((VALUE)RUBY_FL_USER14)
#define FL_USER15 ((VALUE)RUBY_FL_USER15)
#define FL_USER16 ((VALUE)RUBY_FL_USER16)
#define FL_USER17 ((VALUE)RUBY_FL_USER17)
#define FL_USER18 ((VALUE)RUBY_FL_USER18)
#define FL_USER19 RUBY_FL_USER19
#define ELTS_SHARED RUBY_ELTS_SHARED

/* The flags above as they are for a cell; of those that an extension may change itself, what was changed. */
VALUE rutile_flags(VALUE);
void rutile_flags_set(VALUE, VALUE);
void rutile_flags_assign(VALUE, VALUE);
void rutile_flags_unset(VALUE, VALUE);
bool rutile_frozen_p(VALUE);
VALUE rb_obj_freeze(VALUE);
void rb_freeze_singleton_class(VALUE);
void rb_obj_freeze_inline(VALUE);
VALUE rb_obj_hide(VALUE);
VALUE rb_obj_reveal(VALUE, VALUE);

RUTILE_API_END

static inline enum ruby_value_type RB_BUILTIN_TYPE(VALUE value) { return (enum ruby_value_type)rutile_type(value); }

static inline enum ruby_value_type rb_type(VALUE value)
{
    if (!RB_SPECIAL_CONST_P(value)) return RB_BUILTIN_TYPE(value);
    if (RB_FIXNUM_P(value)) return RUBY_T_FIXNUM;
    if (RB_FLONUM_P(value)) return RUBY_T_FLOAT;
    if (RB_STATIC_SYM_P(value)) return RUBY_T_SYMBOL;
    if (value == RUBY_Qnil) return RUBY_T_NIL;
    if (value == RUBY_Qfalse) return RUBY_T_FALSE;
    return value == RUBY_Qtrue ? RUBY_T_TRUE : RUBY_T_UNDEF;
}

static inline bool RB_FLOAT_TYPE_P(VALUE value)
{
    return RB_FLONUM_P(value) || (!RB_SPECIAL_CONST_P(value) && rutile_type(value) == RUBY_T_FLOAT);
}

static inline bool rb_integer_type_p(VALUE value)
{
    return RB_FIXNUM_P(value) || (!RB_SPECIAL_CONST_P(value) && rutile_type(value) == RUBY_T_BIGNUM);
}

/* With a constant type, as it mostly is, only that type's line is left of it. */
static inline bool RB_TYPE_P(VALUE value, enum ruby_value_type type)
{
    switch (type) {
      case RUBY_T_NIL: return value == RUBY_Qnil;
      case RUBY_T_TRUE: return value == RUBY_Qtrue;
      case RUBY_T_FALSE: return value == RUBY_Qfalse;
      case RUBY_T_UNDEF: return value == RUBY_Qundef;
      case RUBY_T_FIXNUM: return RB_FIXNUM_P(value);
      case RUBY_T_SYMBOL: return RB_STATIC_SYM_P(value);
      case RUBY_T_FLOAT: return RB_FLOAT_TYPE_P(value);
      default: return !RB_SPECIAL_CONST_P(value) && rutile_type(value) == (int)type;
    }
}

static inline void Check_Type(VALUE value, enum ruby_value_type type)
{
    if (RB_UNLIKELY(!RB_TYPE_P(value, type))) rb_unexpected_type(value, (int)type);
}

#define RB_BUILTIN_TYPE RB_BUILTIN_TYPE
#define BUILTIN_TYPE RB_BUILTIN_TYPE
#define TYPE(value) ((int)rb_type((VALUE)(value)))
#define RB_FLOAT_TYPE_P RB_FLOAT_TYPE_P
#define RB_INTEGER_TYPE_P rb_integer_type_p
#define RB_TYPE_P(value, type) (RB_TYPE_P)((value), (enum ruby_value_type)(type))
#define rb_type_p RB_TYPE_P
#define Check_Type(value, type) (Check_Type)((value), (enum ruby_value_type)(type))
#define rb_float_type_p RB_FLOAT_TYPE_P

/*
 * --- The head of every cell. RBASIC() of an object with data gives a head that lives as long as the object: the flags FL_USER0 to FL_USER19 may be written
 * there. Of other objects it gives a picture, which one of the next RBASIC() draws over: what is written there is lost. ---
 */
struct RBasic {
    VALUE flags;
    VALUE klass;
};
RUTILE_API_BEGIN
struct RBasic *rutile_basic(VALUE);
RUTILE_API_END
#define RBASIC(object) rutile_basic((VALUE)(object))
#define RBASIC_FLAGS(object) rutile_flags(object)
#define RBASIC_SET_FLAGS(object, flags) rutile_flags_assign((object), (flags))
enum ruby_rvalue_flags { RVALUE_EMBED_LEN_MAX = 3 };
#define RVALUE_EMBED_LEN_MAX RVALUE_EMBED_LEN_MAX
#define RBIMPL_RVALUE_EMBED_LEN_MAX RVALUE_EMBED_LEN_MAX

static inline VALUE RBASIC_CLASS(VALUE object) { return rb_class_of(object); }
#define RBASIC_CLASS RBASIC_CLASS

static inline bool RB_FL_ABLE(VALUE object) { return !RB_SPECIAL_CONST_P(object); }
static inline VALUE RB_FL_TEST_RAW(VALUE object, VALUE flags) { return rutile_flags(object) & flags; }
static inline VALUE RB_FL_TEST(VALUE object, VALUE flags) { return RB_FL_ABLE(object) ? RB_FL_TEST_RAW(object, flags) : 0; }
static inline bool RB_FL_ANY_RAW(VALUE object, VALUE flags) { return RB_FL_TEST_RAW(object, flags) != 0; }
static inline bool RB_FL_ANY(VALUE object, VALUE flags) { return RB_FL_TEST(object, flags) != 0; }
static inline bool RB_FL_ALL_RAW(VALUE object, VALUE flags) { return RB_FL_TEST_RAW(object, flags) == flags; }
static inline bool RB_FL_ALL(VALUE object, VALUE flags) { return RB_FL_TEST(object, flags) == flags; }
static inline void RB_FL_SET_RAW(VALUE object, VALUE flags) { rutile_flags_set(object, flags); }
static inline void RB_FL_SET(VALUE object, VALUE flags) { if (RB_FL_ABLE(object)) rutile_flags_set(object, flags); }
static inline void RB_FL_UNSET_RAW(VALUE object, VALUE flags) { rutile_flags_unset(object, flags); }
static inline void RB_FL_UNSET(VALUE object, VALUE flags) { if (RB_FL_ABLE(object)) rutile_flags_unset(object, flags); }

static inline void RB_FL_REVERSE_RAW(VALUE object, VALUE flags)
{
    VALUE set = rutile_flags(object) & flags;
    rutile_flags_unset(object, set);
    rutile_flags_set(object, flags & ~set);
}

static inline void RB_FL_REVERSE(VALUE object, VALUE flags) { if (RB_FL_ABLE(object)) RB_FL_REVERSE_RAW(object, flags); }
static inline bool RB_OBJ_FROZEN(VALUE object) { return RB_SPECIAL_CONST_P(object) || rutile_frozen_p(object); }
static inline VALUE RB_OBJ_FROZEN_RAW(VALUE object) { return rutile_frozen_p(object) ? FL_FREEZE : 0; }
static inline void RB_OBJ_FREEZE_RAW(VALUE object) { rb_obj_freeze(object); }
#define RB_OBJ_FREEZE rb_obj_freeze_inline

#define RB_FL_ABLE RB_FL_ABLE
#define RB_FL_TEST RB_FL_TEST
#define RB_FL_TEST_RAW RB_FL_TEST_RAW
#define RB_FL_ANY RB_FL_ANY
#define RB_FL_ANY_RAW RB_FL_ANY_RAW
#define RB_FL_ALL RB_FL_ALL
#define RB_FL_ALL_RAW RB_FL_ALL_RAW
#define RB_FL_SET RB_FL_SET
#define RB_FL_SET_RAW RB_FL_SET_RAW
#define RB_FL_UNSET RB_FL_UNSET
#define RB_FL_UNSET_RAW RB_FL_UNSET_RAW
#define RB_FL_REVERSE RB_FL_REVERSE
#define RB_FL_REVERSE_RAW RB_FL_REVERSE_RAW
#define RB_OBJ_FROZEN RB_OBJ_FROZEN
#define RB_OBJ_FROZEN_RAW RB_OBJ_FROZEN_RAW
#define RB_OBJ_FREEZE_RAW RB_OBJ_FREEZE_RAW
#define FL_ABLE RB_FL_ABLE
#define FL_TEST RB_FL_TEST
#define FL_TEST_RAW RB_FL_TEST_RAW
#define FL_ANY RB_FL_ANY
#define FL_ANY_RAW RB_FL_ANY_RAW
#define FL_ALL RB_FL_ALL
#define FL_ALL_RAW RB_FL_ALL_RAW
#define FL_SET RB_FL_SET
#define FL_SET_RAW RB_FL_SET_RAW
#define FL_UNSET RB_FL_UNSET
#define FL_UNSET_RAW RB_FL_UNSET_RAW
#define FL_REVERSE RB_FL_REVERSE
#define FL_REVERSE_RAW RB_FL_REVERSE_RAW
#define OBJ_FROZEN RB_OBJ_FROZEN
#define OBJ_FROZEN_RAW RB_OBJ_FROZEN_RAW
#define OBJ_FREEZE RB_OBJ_FREEZE
#define OBJ_FREEZE_RAW RB_OBJ_FREEZE_RAW

/* Taint went from the language; the words are still in old extensions. */
static inline bool RB_OBJ_TAINTABLE(VALUE object) { (void)object; return false; }
static inline bool RB_OBJ_TAINTED(VALUE object) { (void)object; return false; }
static inline VALUE RB_OBJ_TAINTED_RAW(VALUE object) { (void)object; return 0; }
static inline void RB_OBJ_TAINT(VALUE object) { (void)object; }
static inline void RB_OBJ_TAINT_RAW(VALUE object) { (void)object; }
static inline void RB_OBJ_INFECT(VALUE object, VALUE other) { (void)object; (void)other; }
static inline void RB_OBJ_INFECT_RAW(VALUE object, VALUE other) { (void)object; (void)other; }
#define RB_OBJ_UNTRUST RB_OBJ_TAINT
#define RB_OBJ_UNTRUSTED RB_OBJ_TAINTED
#define OBJ_TAINTABLE RB_OBJ_TAINTABLE
#define OBJ_TAINTED RB_OBJ_TAINTED
#define OBJ_TAINTED_RAW RB_OBJ_TAINTED_RAW
#define OBJ_TAINT RB_OBJ_TAINT
#define OBJ_TAINT_RAW RB_OBJ_TAINT_RAW
#define OBJ_INFECT RB_OBJ_INFECT
#define OBJ_INFECT_RAW RB_OBJ_INFECT_RAW
#define OBJ_UNTRUST RB_OBJ_UNTRUST
#define OBJ_UNTRUSTED RB_OBJ_UNTRUSTED

#endif
