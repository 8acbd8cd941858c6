/* Old names that are still somewhere. */
#ifndef RUTILE_BACKWARD_H
#define RUTILE_BACKWARD_H
#define RUBY_RUBY_BACKWARD_H 1
#include "ruby/ruby.h"
#endif
