/* The functions that many headers once declared here. */
#ifndef RUTILE_INTERN_H
#define RUTILE_INTERN_H
#define RUBY_INTERN_H 1
#include "ruby/ruby.h"
#endif
