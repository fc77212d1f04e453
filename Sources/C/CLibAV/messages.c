// The messages of libav and the encoders, as lines: Swift takes no va_list on arm64.
#include <stdio.h>

#include "CLibAV.h"

static void (*_Atomic listener)(const char *);

static void take(void *context, int level, const char *format, va_list arguments) {
  (void)context;
  if (level > AV_LOG_ERROR || !format) return;
  char line[500];
  vsnprintf(line, sizeof line, format, arguments);
  listener(line);
}

void clibav_tell_errors(void (*tell)(const char *)) {
  listener = tell;
  av_log_set_callback(take);
}
