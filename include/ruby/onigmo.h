/*
 * The engine of regular expressions and the encodings as it sees them. An encoding is described by data only; what its
 * characters are, functions say (`api/encoding.h`). A pattern is nobody's to read.
 */
#ifndef RUTILE_ONIGMO_H
#define RUTILE_ONIGMO_H

#include "ruby/defines.h"

#define ONIGMO_H
#define ONIGMO_VERSION_MAJOR 6
#define ONIGMO_VERSION_MINOR 2
#define ONIGMO_VERSION_TEENY 2
#define ONIG_EXTERN extern

typedef unsigned char OnigUChar;
typedef unsigned int OnigCodePoint;
typedef unsigned int OnigCtype;
typedef size_t OnigDistance;
typedef ptrdiff_t OnigPosition;
typedef unsigned int OnigCaseFoldType;
typedef unsigned int OnigOptionType;
#ifndef ONIG_ESCAPE_UCHAR_COLLISION
# define UChar OnigUChar
#endif

typedef struct OnigEncodingTypeST {
    const char *name;
    int min_enc_len;
    int max_enc_len;
    int ruby_encoding_index;
    /* Whether a line ends here, and whether a character is of a kind: for who reads the structure. */
    int (*is_mbc_newline)(const OnigUChar *, const OnigUChar *, const struct OnigEncodingTypeST *);
    int (*is_code_ctype)(unsigned int, unsigned int, const struct OnigEncodingTypeST *);
} OnigEncodingType;
typedef const OnigEncodingType *OnigEncoding;
#define ONIG_ENCODING_UNDEF ((OnigEncoding)0)
#define ONIGENC_CODE_TO_MBC_MAXLEN 7
#define ONIGENC_MBC_CASE_FOLD_MAXLEN 18
#define ONIGENC_GET_CASE_FOLD_CODES_MAX_NUM 13
#define ONIGENC_CASE_FOLD (1 << 19)
#define ONIGENC_MBC_CASE_FOLD(encoding, flags, place, end, target) \
    rutile_fold_character((flags), (const unsigned char **)(place), (const unsigned char *)(end), (encoding), (unsigned char *)(target))

/* --- Kinds of characters --- */
#define ONIGENC_CTYPE_NEWLINE 0
#define ONIGENC_CTYPE_ALPHA 1
#define ONIGENC_CTYPE_BLANK 2
#define ONIGENC_CTYPE_CNTRL 3
#define ONIGENC_CTYPE_DIGIT 4
#define ONIGENC_CTYPE_GRAPH 5
#define ONIGENC_CTYPE_LOWER 6
#define ONIGENC_CTYPE_PRINT 7
#define ONIGENC_CTYPE_PUNCT 8
#define ONIGENC_CTYPE_SPACE 9
#define ONIGENC_CTYPE_UPPER 10
#define ONIGENC_CTYPE_XDIGIT 11
#define ONIGENC_CTYPE_WORD 12
#define ONIGENC_CTYPE_ALNUM 13
#define ONIGENC_CTYPE_ASCII 14

#define ONIGENC_NAME(encoding) ((encoding)->name)
#define ONIGENC_MBC_MAXLEN(encoding) ((encoding)->max_enc_len)
#define ONIGENC_MBC_MINLEN(encoding) ((encoding)->min_enc_len)
#define ONIGENC_IS_SINGLEBYTE(encoding) (ONIGENC_MBC_MAXLEN(encoding) == 1)
#define ONIGENC_IS_CODE_ASCII(code) ((code) < 128)
#define ONIGENC_IS_MBC_ASCII(pointer) (*(pointer) < 128)
#define ONIGENC_MBC_ENC_LEN(encoding, start, end) rb_enc_mbclen((const char *)(start), (const char *)(end), (encoding))
#define ONIGENC_PRECISE_MBC_ENC_LEN(encoding, start, end) rb_enc_precise_mbclen((const char *)(start), (const char *)(end), (encoding))
#define ONIGENC_MBC_TO_CODE(encoding, start, end) rb_enc_mbc_to_codepoint((const char *)(start), (const char *)(end), (encoding))
#define ONIGENC_CODE_TO_MBCLEN(encoding, code) rb_enc_code_to_mbclen((int)(code), (encoding))
#define ONIGENC_CODE_TO_MBC(encoding, code, buffer) rb_enc_mbcput((code), (buffer), (encoding))
#define ONIGENC_IS_CODE_CTYPE(encoding, code, kind) rb_enc_isctype((code), (kind), (encoding))
#define ONIGENC_IS_CODE_WORD(encoding, code) ONIGENC_IS_CODE_CTYPE(encoding, code, ONIGENC_CTYPE_WORD)
#define ONIGENC_LEFT_ADJUST_CHAR_HEAD(encoding, start, at, end) \
    ((OnigUChar *)rb_enc_left_char_head((const char *)(start), (const char *)(at), (const char *)(end), (encoding)))

/* How long a character is: found, broken, or so many bytes short. */
#define ONIGENC_CONSTRUCT_MBCLEN_CHARFOUND(length) (length)
#define ONIGENC_MBCLEN_CHARFOUND_P(result) (0 < (result))
#define ONIGENC_MBCLEN_CHARFOUND_LEN(result) (result)
#define ONIGENC_CONSTRUCT_MBCLEN_INVALID() (-1)
#define ONIGENC_MBCLEN_INVALID_P(result) ((result) == -1)
#define ONIGENC_CONSTRUCT_MBCLEN_NEEDMORE(count) (-1 - (count))
#define ONIGENC_MBCLEN_NEEDMORE_P(result) ((result) < -1)
#define ONIGENC_MBCLEN_NEEDMORE_LEN(result) (-1 - (result))

/* --- Patterns --- */
#define ONIG_OPTION_NONE 0U
#define ONIG_OPTION_IGNORECASE 1U
#define ONIG_OPTION_EXTEND (1U << 1)
#define ONIG_OPTION_MULTILINE (1U << 2)
#define ONIG_OPTION_DOTALL ONIG_OPTION_MULTILINE
#define ONIG_OPTION_SINGLELINE (1U << 3)
#define ONIG_OPTION_FIND_LONGEST (1U << 4)
#define ONIG_OPTION_FIND_NOT_EMPTY (1U << 5)
#define ONIG_OPTION_NEGATE_SINGLELINE (1U << 6)
#define ONIG_OPTION_DONT_CAPTURE_GROUP (1U << 7)
#define ONIG_OPTION_CAPTURE_GROUP (1U << 8)
#define ONIG_OPTION_NOTBOL (1U << 9)
#define ONIG_OPTION_NOTEOL (1U << 10)
#define ONIG_OPTION_NOTBOS (1U << 11)
#define ONIG_OPTION_NOTEOS (1U << 12)
#define ONIG_OPTION_ASCII_RANGE (1U << 13)
#define ONIG_OPTION_POSIX_BRACKET_ALL_RANGE (1U << 14)
#define ONIG_OPTION_WORD_BOUND_ALL_RANGE (1U << 15)
#define ONIG_OPTION_NEWLINE_CRLF (1U << 16)
#define ONIG_OPTION_DEFAULT ONIG_OPTION_NONE
#define ONIG_OPTION_MAXBIT ONIG_OPTION_NEWLINE_CRLF
#define ONIG_OPTION_ON(options, option) ((options) |= (option))
#define ONIG_OPTION_OFF(options, option) ((options) &= ~(option))
#define ONIG_IS_OPTION_ON(options, option) ((options) & (option))

#define ONIG_NORMAL 0
#define ONIG_MISMATCH -1
#define ONIG_NO_SUPPORT_CONFIG -2
#define ONIG_REGION_NOTPOS -1
#define ONIG_MAX_ERROR_MESSAGE_LEN 90
#define ONIGERR_MEMORY -5
#define ONIGERR_TIMEOUT -23
#define ONIGERR_INVALID_ARGUMENT -30
#define ONIGERR_UNDEFINED_NAME_REFERENCE -217
#define ONIGERR_UNDEFINED_GROUP_REFERENCE -218
#define ONIGERR_INVALID_CODE_POINT_VALUE -400
#define ONIGERR_INVALID_WIDE_CHAR_VALUE -400
#define ONIGERR_TOO_BIG_WIDE_CHAR_VALUE -401

typedef struct re_pattern_buffer OnigRegexType;
typedef OnigRegexType *OnigRegex;
typedef OnigRegexType regex_t;
struct OnigSyntaxTypeST;
typedef struct OnigSyntaxTypeST OnigSyntaxType;

/* Where a match is, and where its groups are, in bytes. */
struct re_registers {
    int allocated;
    int num_regs;
    OnigPosition *beg;
    OnigPosition *end;
};
typedef struct re_registers OnigRegion;

typedef struct {
    OnigEncoding enc;
    OnigUChar *par;
    OnigUChar *par_end;
} OnigErrorInfo;

/* Their names in the executable are others: it has another engine beside its own, which has these. */
#define RUTILE_ENGINE(name) __asm__("rutile_" #name)

RUTILE_API_BEGIN
int rutile_fold_character(unsigned int, const unsigned char **, const unsigned char *, const void *encoding, unsigned char *);

OnigPosition onig_match(regex_t *, const OnigUChar *, const OnigUChar *, const OnigUChar *, OnigRegion *, OnigOptionType) RUTILE_ENGINE(onig_match);
OnigPosition onig_search(regex_t *, const OnigUChar *, const OnigUChar *, const OnigUChar *, const OnigUChar *, OnigRegion *, OnigOptionType) RUTILE_ENGINE(onig_search);
void onig_free(regex_t *) RUTILE_ENGINE(onig_free);
OnigRegion *onig_region_new(void) RUTILE_ENGINE(onig_region_new);
void onig_region_init(OnigRegion *) RUTILE_ENGINE(onig_region_init);
void onig_region_free(OnigRegion *, int) RUTILE_ENGINE(onig_region_free);
void onig_region_copy(OnigRegion *, const OnigRegion *) RUTILE_ENGINE(onig_region_copy);
void onig_region_clear(OnigRegion *) RUTILE_ENGINE(onig_region_clear);
int onig_region_resize(OnigRegion *, int) RUTILE_ENGINE(onig_region_resize);
int onig_region_set(OnigRegion *, int, int, int) RUTILE_ENGINE(onig_region_set);
size_t onig_region_memsize(const OnigRegion *) RUTILE_ENGINE(onig_region_memsize);
int onig_name_to_group_numbers(const regex_t *, const OnigUChar *, const OnigUChar *, int **) RUTILE_ENGINE(onig_name_to_group_numbers);
int onig_name_to_backref_number(const regex_t *, const OnigUChar *, const OnigUChar *, const OnigRegion *) RUTILE_ENGINE(onig_name_to_backref_number);
int onig_foreach_name(regex_t *, int (*)(const OnigUChar *, const OnigUChar *, int, int *, regex_t *, void *), void *) RUTILE_ENGINE(onig_foreach_name);
int onig_number_of_names(const regex_t *) RUTILE_ENGINE(onig_number_of_names);
int onig_number_of_captures(const regex_t *);
OnigOptionType onig_get_options(const regex_t *) RUTILE_ENGINE(onig_get_options);
OnigEncoding onig_get_encoding(const regex_t *) RUTILE_ENGINE(onig_get_encoding);
int onig_error_code_to_str(OnigUChar *, OnigPosition, ...) RUTILE_ENGINE(onig_error_code_to_str);

RUTILE_API_END

#endif
