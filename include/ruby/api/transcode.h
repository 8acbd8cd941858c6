/* From one encoding to another. */
#ifndef RUTILE_API_TRANSCODE_H
#define RUTILE_API_TRANSCODE_H

#include "ruby/ruby.h"

typedef enum {
    econv_invalid_byte_sequence,
    econv_undefined_conversion,
    econv_destination_buffer_full,
    econv_source_buffer_empty,
    econv_finished,
    econv_after_output,
    econv_incomplete_input
} rb_econv_result_t;
typedef struct rb_econv_t rb_econv_t;

enum ruby_econv_flag_type {
    RUBY_ECONV_ERROR_HANDLER_MASK = 0x000000ff,
    RUBY_ECONV_INVALID_MASK = 0x0000000f,
    RUBY_ECONV_INVALID_REPLACE = 0x00000002,
    RUBY_ECONV_UNDEF_MASK = 0x000000f0,
    RUBY_ECONV_UNDEF_REPLACE = 0x00000020,
    RUBY_ECONV_UNDEF_HEX_CHARREF = 0x00000030,
    RUBY_ECONV_DECORATOR_MASK = 0x0001ff00,
    RUBY_ECONV_NEWLINE_DECORATOR_MASK = 0x00007f00,
    RUBY_ECONV_NEWLINE_DECORATOR_READ_MASK = 0x00000f00,
    RUBY_ECONV_NEWLINE_DECORATOR_WRITE_MASK = 0x00007000,
    RUBY_ECONV_UNIVERSAL_NEWLINE_DECORATOR = 0x00000100,
    RUBY_ECONV_CRLF_NEWLINE_DECORATOR = 0x00001000,
    RUBY_ECONV_CR_NEWLINE_DECORATOR = 0x00002000,
    RUBY_ECONV_LF_NEWLINE_DECORATOR = 0x00004000,
    RUBY_ECONV_XML_TEXT_DECORATOR = 0x00008000,
    RUBY_ECONV_XML_ATTR_CONTENT_DECORATOR = 0x00010000,
    RUBY_ECONV_STATEFUL_DECORATOR_MASK = 0x00f00000,
    RUBY_ECONV_XML_ATTR_QUOTE_DECORATOR = 0x00100000,
    RUBY_ECONV_DEFAULT_NEWLINE_DECORATOR = 0x00000000,
    RUBY_ECONV_PARTIAL_INPUT = 0x00020000,
    RUBY_ECONV_AFTER_OUTPUT = 0x00040000
};
#define ECONV_ERROR_HANDLER_MASK RUBY_ECONV_ERROR_HANDLER_MASK
#define ECONV_INVALID_MASK RUBY_ECONV_INVALID_MASK
#define ECONV_INVALID_REPLACE RUBY_ECONV_INVALID_REPLACE
#define ECONV_UNDEF_MASK RUBY_ECONV_UNDEF_MASK
#define ECONV_UNDEF_REPLACE RUBY_ECONV_UNDEF_REPLACE
#define ECONV_UNDEF_HEX_CHARREF RUBY_ECONV_UNDEF_HEX_CHARREF
#define ECONV_DECORATOR_MASK RUBY_ECONV_DECORATOR_MASK
#define ECONV_NEWLINE_DECORATOR_MASK RUBY_ECONV_NEWLINE_DECORATOR_MASK
#define ECONV_NEWLINE_DECORATOR_READ_MASK RUBY_ECONV_NEWLINE_DECORATOR_READ_MASK
#define ECONV_NEWLINE_DECORATOR_WRITE_MASK RUBY_ECONV_NEWLINE_DECORATOR_WRITE_MASK
#define ECONV_UNIVERSAL_NEWLINE_DECORATOR RUBY_ECONV_UNIVERSAL_NEWLINE_DECORATOR
#define ECONV_CRLF_NEWLINE_DECORATOR RUBY_ECONV_CRLF_NEWLINE_DECORATOR
#define ECONV_CR_NEWLINE_DECORATOR RUBY_ECONV_CR_NEWLINE_DECORATOR
#define ECONV_LF_NEWLINE_DECORATOR RUBY_ECONV_LF_NEWLINE_DECORATOR
#define ECONV_XML_TEXT_DECORATOR RUBY_ECONV_XML_TEXT_DECORATOR
#define ECONV_XML_ATTR_CONTENT_DECORATOR RUBY_ECONV_XML_ATTR_CONTENT_DECORATOR
#define ECONV_STATEFUL_DECORATOR_MASK RUBY_ECONV_STATEFUL_DECORATOR_MASK
#define ECONV_XML_ATTR_QUOTE_DECORATOR RUBY_ECONV_XML_ATTR_QUOTE_DECORATOR
#define ECONV_DEFAULT_NEWLINE_DECORATOR RUBY_ECONV_DEFAULT_NEWLINE_DECORATOR
#define ECONV_PARTIAL_INPUT RUBY_ECONV_PARTIAL_INPUT
#define ECONV_AFTER_OUTPUT RUBY_ECONV_AFTER_OUTPUT

RUTILE_API_BEGIN
VALUE rb_str_encode(VALUE, VALUE, int, VALUE);
int rb_econv_has_convpath_p(const char *, const char *);
int rb_econv_prepare_options(VALUE, VALUE *, int);
int rb_econv_prepare_opts(VALUE, VALUE *);
rb_econv_t *rb_econv_open(const char *, const char *, int);
rb_econv_t *rb_econv_open_opts(const char *, const char *, int, VALUE);
rb_econv_result_t rb_econv_convert(rb_econv_t *, const unsigned char **, const unsigned char *, unsigned char **, unsigned char *, int);
void rb_econv_close(rb_econv_t *);
int rb_econv_set_replacement(rb_econv_t *, const unsigned char *, size_t, const char *);
int rb_econv_decorate_at_first(rb_econv_t *, const char *);
int rb_econv_decorate_at_last(rb_econv_t *, const char *);
VALUE rb_econv_open_exc(const char *, const char *, int);
int rb_econv_insert_output(rb_econv_t *, const unsigned char *, size_t, const char *);
const char *rb_econv_encoding_to_insert_output(rb_econv_t *);
void rb_econv_check_error(rb_econv_t *);
VALUE rb_econv_make_exception(rb_econv_t *);
int rb_econv_putbackable(rb_econv_t *);
void rb_econv_putback(rb_econv_t *, unsigned char *, int);
const char *rb_econv_asciicompat_encoding(const char *);
VALUE rb_econv_str_convert(rb_econv_t *, VALUE, int);
VALUE rb_econv_substr_convert(rb_econv_t *, VALUE, long, long, int);
VALUE rb_econv_str_append(rb_econv_t *, VALUE, VALUE, int);
VALUE rb_econv_substr_append(rb_econv_t *, VALUE, long, long, VALUE, int);
VALUE rb_econv_append(rb_econv_t *, const char *, long, VALUE, int);
void rb_econv_binmode(rb_econv_t *);
RUTILE_API_END

#endif
