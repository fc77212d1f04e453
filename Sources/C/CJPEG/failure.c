#include "failure.h"

#include <string.h>

#include <jerror.h>

static void fail_with_library_message(j_common_ptr object) {
  char message[JMSG_LENGTH_MAX];
  object->err->format_message(object, message);
  cjpeg_fail(object, message);
}

/// Whether libjpeg goes on with invented pixels after this warning.
static bool makes_up_pixels(int code) {
  switch (code) {
  case JWRN_JPEG_EOF:
  case JWRN_HIT_MARKER:
  case JWRN_HUFF_BAD_CODE:
  case JWRN_ARITH_BAD_CODE:
  case JWRN_MUST_RESYNC:
  case JWRN_BOGUS_PROGRESSION: return true;
  default: return false;
  }
}

static void judge_warning(j_common_ptr object, int level) {
  if (level < 0 && makes_up_pixels(object->err->msg_code)) fail_with_library_message(object);
}

void cjpeg_fail(j_common_ptr object, const char *message) {
  ErrorExit *error = (ErrorExit *)object->err;
  snprintf(error->failure->message, sizeof error->failure->message, "%s", message);
  longjmp(error->escape, 1);
}

struct jpeg_error_mgr *cjpeg_prepare(ErrorExit *error, CJPEGFailure *failure) {
  memset(failure, 0, sizeof *failure);
  error->failure = failure;
  jpeg_std_error(&error->manager);
  error->manager.error_exit = fail_with_library_message;
  error->manager.emit_message = judge_warning;
  return &error->manager;
}
