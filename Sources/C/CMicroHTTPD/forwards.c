// The library, opened by name once, and the functions of it that this package calls. Each has the name and the type of
// the real one, which it calls; a type that is not that of the header does not compile. To call another one: its line.
#include <arpa/inet.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "CMicroHTTPD.h"

// Its versions 0.9.70 to 1.0 have this name.
static const char file_name[] = "libmicrohttpd.so.12";

static void *handle;
static char failure[512];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void open_library(void) {
  handle = dlopen(file_name, RTLD_LAZY | RTLD_LOCAL);
  if (handle) return;
  const char *reason = dlerror();
  snprintf(failure, sizeof failure, "%s", reason ? reason : file_name);
}

const char *cmicrohttpd_open(void) {
  pthread_once(&once, open_library);
  return failure[0] ? failure : NULL;
}

static void *function_of_library(const char *name) {
  const char *reason = cmicrohttpd_open();
  void *function = reason ? NULL : dlsym(handle, name);
  if (!function) {
    fprintf(stderr, "%s: %s\n", name, reason ? reason : "the library has no such function");
    abort();
  }
  return function;
}

#define FORWARD(result, name, parameters, arguments)                     \
  __attribute__((visibility("hidden"))) result name parameters {         \
    static _Atomic(__typeof__(&name)) known;                             \
    __typeof__(&name) function = known;                                  \
    if (!function) known = function = function_of_library(#name);        \
    return function arguments;                                           \
  }

FORWARD(void, MHD_stop_daemon, (struct MHD_Daemon * server), (server))
FORWARD(
  const char *, MHD_lookup_connection_value,
  (struct MHD_Connection * connection, enum MHD_ValueKind kind, const char *name), (connection, kind, name))
FORWARD(
  int, MHD_get_connection_values,
  (struct MHD_Connection * connection, enum MHD_ValueKind kind, MHD_KeyValueIterator iterator, void *context),
  (connection, kind, iterator, context))
FORWARD(
  struct MHD_Response *, MHD_create_response_from_buffer,
  (size_t size, void *bytes, enum MHD_ResponseMemoryMode mode), (size, bytes, mode))
FORWARD(
  struct MHD_Response *, MHD_create_response_from_callback,
  (uint64_t size, size_t piece, MHD_ContentReaderCallback reader, void *context,
   MHD_ContentReaderFreeCallback release),
  (size, piece, reader, context, release))
FORWARD(
  enum MHD_Result, MHD_add_response_header, (struct MHD_Response * response, const char *name, const char *value),
  (response, name, value))
FORWARD(
  enum MHD_Result, MHD_queue_response,
  (struct MHD_Connection * connection, unsigned status, struct MHD_Response *response),
  (connection, status, response))
FORWARD(void, MHD_destroy_response, (struct MHD_Response * response), (response))

struct MHD_Daemon *cmicrohttpd_start(
  uint16_t port, MHD_AccessHandlerCallback handler, void *context, unsigned connections, size_t memory,
  unsigned patience) {
  typedef struct MHD_Daemon *(*Start)(
    unsigned, uint16_t, MHD_AcceptPolicyCallback, void *, MHD_AccessHandlerCallback, void *, ...);
  Start start = (Start)function_of_library("MHD_start_daemon");
  const struct sockaddr_in address = {
    .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  return start(
    MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD, port, NULL, NULL, handler, context,
    MHD_OPTION_SOCK_ADDR, &address, MHD_OPTION_CONNECTION_LIMIT, connections, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
    memory, MHD_OPTION_CONNECTION_TIMEOUT, patience, MHD_OPTION_END);
}

uint16_t cmicrohttpd_port(struct MHD_Daemon *server) {
  typedef const union MHD_DaemonInfo *(*Info)(struct MHD_Daemon *, enum MHD_DaemonInfoType, ...);
  Info info = (Info)function_of_library("MHD_get_daemon_info");
  const union MHD_DaemonInfo *answer = info(server, MHD_DAEMON_INFO_BIND_PORT);
  return answer ? answer->port : 0;
}
