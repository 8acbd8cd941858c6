/* Encodings, and conversion between them. */
#ifndef RUTILE_ENCODING_H
#define RUTILE_ENCODING_H
#define RUBY_ENCODING_H 1
#include "ruby/api/encoding.h"
#include "ruby/api/transcode.h"
#endif
