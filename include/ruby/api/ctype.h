/* Kinds of characters, as ASCII has them: the locale has no say. */
#ifndef RUTILE_API_CTYPE_H
#define RUTILE_API_CTYPE_H

#include "ruby/api/value.h"
#include "ruby/st.h"

static inline int rb_isascii(int character) { return character >= 0 && character <= 0x7f; }
static inline int rb_isupper(int character) { return character >= 'A' && character <= 'Z'; }
static inline int rb_islower(int character) { return character >= 'a' && character <= 'z'; }
static inline int rb_isalpha(int character) { return rb_isupper(character) || rb_islower(character); }
static inline int rb_isdigit(int character) { return character >= '0' && character <= '9'; }
static inline int rb_isalnum(int character) { return rb_isalpha(character) || rb_isdigit(character); }
static inline int rb_isblank(int character) { return character == ' ' || character == '\t'; }
static inline int rb_isspace(int character) { return character == ' ' || (character >= '\t' && character <= '\r'); }
static inline int rb_iscntrl(int character) { return (character >= 0 && character < ' ') || character == 0x7f; }
static inline int rb_isprint(int character) { return character >= ' ' && character <= '~'; }
static inline int rb_isgraph(int character) { return character > ' ' && character <= '~'; }
static inline int rb_ispunct(int character) { return rb_isgraph(character) && !rb_isalnum(character); }
static inline int rb_tolower(int character) { return rb_isupper(character) ? character + ('a' - 'A') : character; }
static inline int rb_toupper(int character) { return rb_islower(character) ? character - ('a' - 'A') : character; }

static inline int rb_isxdigit(int character)
{
    return rb_isdigit(character) || (character >= 'a' && character <= 'f') || (character >= 'A' && character <= 'F');
}

#define ISASCII rb_isascii
#define ISUPPER rb_isupper
#define ISLOWER rb_islower
#define ISALPHA rb_isalpha
#define ISDIGIT rb_isdigit
#define ISALNUM rb_isalnum
#define ISXDIGIT rb_isxdigit
#define ISBLANK rb_isblank
#define ISSPACE rb_isspace
#define ISCNTRL rb_iscntrl
#define ISPRINT rb_isprint
#define ISGRAPH rb_isgraph
#define ISPUNCT rb_ispunct
#define TOLOWER rb_tolower
#define TOUPPER rb_toupper

RUTILE_API_BEGIN
unsigned long ruby_strtoul(const char *, char **, int);
RUTILE_API_END

#define STRCASECMP st_locale_insensitive_strcasecmp
#define STRNCASECMP st_locale_insensitive_strncasecmp
#define STRTOUL ruby_strtoul

#endif
