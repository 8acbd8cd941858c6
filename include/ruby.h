/* The C API of Ruby, as extensions know it. All of it is below `ruby/`. */
#ifndef RUTILE_RUBY_H
#define RUTILE_RUBY_H
#include "ruby/ruby.h"
#endif
