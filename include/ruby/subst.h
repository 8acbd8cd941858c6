/* The formatting functions of Ruby, which know `PRIsVALUE` and no locale, in place of the C library's. */
#ifndef RUTILE_SUBST_H
#define RUTILE_SUBST_H

#define RUBY_SUBST_H 1
#undef snprintf
#undef vsnprintf
#define snprintf ruby_snprintf
#define vsnprintf ruby_vsnprintf

#endif
