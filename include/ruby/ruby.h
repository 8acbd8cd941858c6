/*
 * The C API, by subject. What is inline here reads only the word that a value is (`api/value.h`); all else are functions
 * that the binary exports.
 */
#ifndef RUTILE_RUBY_RUBY_H
#define RUTILE_RUBY_RUBY_H

#define RUBY_RUBY_H 1
#define USE_SYMBOL_AS_METHOD_NAME 1
#define RUBY_VM 1

#include "ruby/defines.h"
#include "ruby/st.h"
#include "ruby/api/value.h"
#include "ruby/api/globals.h"
#include "ruby/api/number.h"
#include "ruby/api/memory.h"
#include "ruby/api/data.h"
#include "ruby/api/gc.h"
#include "ruby/api/string.h"
#include "ruby/api/symbol.h"
#include "ruby/api/array.h"
#include "ruby/api/hash.h"
#include "ruby/api/class.h"
#include "ruby/api/method.h"
#include "ruby/api/variable.h"
#include "ruby/api/struct.h"
#include "ruby/api/exception.h"
#include "ruby/api/object.h"
#include "ruby/api/control.h"
#include "ruby/api/enumerator.h"
#include "ruby/api/regexp.h"
#include "ruby/api/io.h"
#include "ruby/api/select.h"
#include "ruby/api/thread.h"
#include "ruby/api/time.h"
#include "ruby/api/event.h"
#include "ruby/api/load.h"
#include "ruby/api/interpreter.h"
#include "ruby/api/ctype.h"

#ifdef __cplusplus
# include "ruby/api/control.hpp"
#else
# include "ruby/subst.h"
#endif

#endif
