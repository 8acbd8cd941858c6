/*
 * Streams with their inside. A stream is Rutile's own; what GetOpenFile gives is a picture of it for C, brought up to date
 * when it is asked for. Its buffers are always empty there: a stream's bytes are read and written by functions.
 */
#ifndef RUTILE_IO_H
#define RUTILE_IO_H

#include "ruby/ruby.h"
#include "ruby/encoding.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>

#define RUBY_IO_H 1
#define HAVE_RB_IO_T 1
#define RB_WAITFD_IN POLLIN
#define RB_WAITFD_PRI POLLPRI
#define RB_WAITFD_OUT POLLOUT
#define RUBY_IO_WAIT_METHODS
#define RUBY_IO_TIMEOUT_DEFAULT Qnil

typedef enum rb_io_event {
    RUBY_IO_READABLE = RB_WAITFD_IN,
    RUBY_IO_WRITABLE = RB_WAITFD_OUT,
    RUBY_IO_PRIORITY = RB_WAITFD_PRI
} rb_io_event_t;

#define FMODE_READABLE 0x00000001
#define FMODE_WRITABLE 0x00000002
#define FMODE_READWRITE (FMODE_READABLE | FMODE_WRITABLE)
#define FMODE_BINMODE 0x00000004
#define FMODE_SYNC 0x00000008
#define FMODE_TTY 0x00000010
#define FMODE_DUPLEX 0x00000020
#define FMODE_APPEND 0x00000040
#define FMODE_CREATE 0x00000080
#define FMODE_EXCL 0x00000400
#define FMODE_TRUNC 0x00000800
#define FMODE_TEXTMODE 0x00001000
#define FMODE_EXTERNAL 0x00010000
#define FMODE_SETENC_BY_BOM 0x00100000

typedef struct rb_io_internal_buffer {
    char *ptr;
    int off;
    int len;
    int capa;
} rb_io_buffer_t;

typedef struct rb_io_encoding {
    rb_encoding *enc;
    rb_encoding *enc2;
    int ecflags;
    VALUE ecopts;
} rb_io_enc_t;

typedef struct rb_io {
    VALUE self;
    FILE *stdio_file;
    int fd;
    int mode;
    rb_pid_t pid;
    int lineno;
    VALUE pathv;
    void (*finalize)(struct rb_io *, int);
    rb_io_buffer_t wbuf;
    rb_io_buffer_t rbuf;
    VALUE tied_io_for_writing;
    struct rb_io_encoding encs;
    VALUE timeout;
} rb_io_t;

struct RFile {
    struct RBasic basic;
    struct rb_io *fptr;
};

RUTILE_API_BEGIN

/* The picture of a stream, which lives as long as the stream; NULL of one that was never opened. */
rb_io_t *rutile_io_pointer(VALUE);
/* The head of a stream for those who go by it: its second word is the picture. */
struct RFile *rutile_io_file(VALUE);
RUBY_EXTERN VALUE rb_eIOTimeoutError;
VALUE rb_io_open_descriptor(VALUE, int, int, VALUE, VALUE, struct rb_io_encoding *);
VALUE rb_io_closed_p(VALUE);
rb_io_t *rb_io_make_open_file(VALUE);
FILE *rb_io_stdio_file(rb_io_t *);
FILE *rb_fdopen(int, const char *);
int rb_io_modestr_fmode(const char *);
int rb_io_modestr_oflags(const char *);
int rb_io_oflags_fmode(int);
void rb_io_check_writable(rb_io_t *);
void rb_io_check_readable(rb_io_t *);
void rb_io_check_char_readable(rb_io_t *);
void rb_io_check_byte_readable(rb_io_t *);
int rb_io_fptr_finalize(rb_io_t *);
void rb_io_synchronized(rb_io_t *);
void rb_io_check_initialized(rb_io_t *);
void rb_io_check_closed(rb_io_t *);
VALUE rb_io_get_io(VALUE);
VALUE rb_io_check_io(VALUE);
VALUE rb_io_get_write_io(VALUE);
VALUE rb_io_set_write_io(VALUE, VALUE);
void rb_io_set_nonblock(rb_io_t *);
VALUE rb_io_path(VALUE);
int rb_io_descriptor(VALUE);
int rb_io_mode(VALUE);
int rb_io_extract_encoding_option(VALUE, rb_encoding **, rb_encoding **, int *);
void rb_io_extract_modeenc(VALUE *, VALUE *, VALUE, int *, int *, rb_io_enc_t *);
ssize_t rb_io_bufwrite(VALUE, const void *, size_t);
int rb_io_wait_readable(int);
int rb_io_wait_writable(int);
int rb_wait_for_single_fd(int, int, struct timeval *);
VALUE rb_io_timeout(VALUE);
VALUE rb_io_set_timeout(VALUE, VALUE);
VALUE rb_io_wait(VALUE, VALUE, VALUE);
VALUE rb_io_maybe_wait(int, VALUE, VALUE, VALUE);
int rb_io_maybe_wait_readable(int, VALUE, VALUE);
int rb_io_maybe_wait_writable(int, VALUE, VALUE);
VALUE rb_io_taint_check(VALUE);
NORETURN(void rb_eof_error(void));
void rb_io_read_check(rb_io_t *);
int rb_io_read_pending(rb_io_t *);
VALUE rb_stat_new(const struct stat *);

RUTILE_API_END

#define RFILE(stream) rutile_io_file(stream)
#define RB_IO_POINTER(stream, variable) rb_io_check_closed((variable) = rutile_io_pointer(rb_io_taint_check(stream)))
#define GetOpenFile RB_IO_POINTER
#define RB_IO_OPEN(stream, variable) do { (variable) = rb_io_make_open_file(stream); } while (0)
#define MakeOpenFile RB_IO_OPEN


#endif
