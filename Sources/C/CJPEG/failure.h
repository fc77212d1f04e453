// The error exit of decode.c and encode.c: it notes libjpeg's message and jumps back into our own frame.
#ifndef CJPEG_FAILURE_H
#define CJPEG_FAILURE_H

#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>

#include "CJPEG.h"

/// libjpeg's error manager with our additions behind it; `manager` comes first, so that a pointer to it is one to both.
typedef struct {
  struct jpeg_error_mgr manager;
  jmp_buf escape;
  CJPEGFailure *failure;
} ErrorExit;

/// Prepares `error` and `failure`; the caller stores the result in its libjpeg object, then calls setjmp on `escape`.
struct jpeg_error_mgr *cjpeg_prepare(ErrorExit *error, CJPEGFailure *failure);

/// Ends the libjpeg call in progress with a message of our own. Does not return.
void cjpeg_fail(j_common_ptr object, const char *message);

#endif
