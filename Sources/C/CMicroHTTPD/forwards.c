// The library, opened by name once, and its functions that this package calls. Each has the name and the type of the
// real one, which it calls; a type that is not that of the header does not compile. Another function takes a line here.
#include <arpa/inet.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CMicroHTTPD.h"

// The name of its versions 0.9.70 to 1.0.
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

static int value_of_digit(char digit) {
  return digit >= '0' && digit <= '9'   ? digit - '0'
         : digit >= 'a' && digit <= 'f' ? digit - 'a' + 10
         : digit >= 'A' && digit <= 'F' ? digit - 'A' + 10
                                        : -1;
}

// Resolves the percent escapes of an address in place. The library's own function turns `%00` into a NUL, which ends
// the string early. This one leaves `%00` and malformed escapes as they are.
static size_t resolve_escapes(void *context, struct MHD_Connection *connection, char *text) {
  (void)context, (void)connection;
  char *end = text;
  for (const char *next = text; *next;) {
    int high = *next == '%' ? value_of_digit(next[1]) : -1;
    int low = high >= 0 ? value_of_digit(next[2]) : -1;
    int is_escape = low >= 0 && high + low > 0;
    *end++ = is_escape ? (char)(high * 16 + low) : *next;
    next += is_escape ? 3 : 1;
  }
  *end = 0;
  return (size_t)(end - text);
}

int cmicrohttpd_address(const char *text, uint16_t port, struct sockaddr_storage *address) {
  struct sockaddr_in *four = (struct sockaddr_in *)address;
  struct sockaddr_in6 *six = (struct sockaddr_in6 *)address;
  memset(address, 0, sizeof *address);
  if (inet_pton(AF_INET, text, &four->sin_addr) == 1) {
    four->sin_family = AF_INET;
    four->sin_port = htons(port);
  } else if (inet_pton(AF_INET6, text, &six->sin6_addr) == 1) {
    six->sin6_family = AF_INET6;
    six->sin6_port = htons(port);
  } else {
    return 0;
  }
  return 1;
}

struct MHD_Daemon *cmicrohttpd_start(
  const struct sockaddr_storage *address, MHD_AccessHandlerCallback handler, MHD_NotifyConnectionCallback notify,
  void *context, unsigned connections, size_t memory, unsigned patience) {
  typedef struct MHD_Daemon *(*Start)(
    unsigned, uint16_t, MHD_AcceptPolicyCallback, void *, MHD_AccessHandlerCallback, void *, ...);
  Start start = (Start)function_of_library("MHD_start_daemon");
  unsigned flags = MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD;
  if (address->ss_family == AF_INET6) flags |= MHD_USE_IPv6;
  // The port of an IPv6 address has the same offset.
  uint16_t port = ntohs(((const struct sockaddr_in *)address)->sin_port);
  return start(
    flags, port, NULL, NULL, handler, context, MHD_OPTION_SOCK_ADDR, address, MHD_OPTION_NOTIFY_CONNECTION, notify,
    context, MHD_OPTION_UNESCAPE_CALLBACK, resolve_escapes, NULL, MHD_OPTION_CONNECTION_LIMIT, connections,
    MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory, MHD_OPTION_CONNECTION_TIMEOUT, patience, MHD_OPTION_END);
}

void cmicrohttpd_be_patient(struct MHD_Connection *connection, unsigned patience) {
  typedef enum MHD_Result (*Set)(struct MHD_Connection *, enum MHD_CONNECTION_OPTION, ...);
  ((Set)function_of_library("MHD_set_connection_option"))(connection, MHD_CONNECTION_OPTION_TIMEOUT, patience);
}

int cmicrohttpd_socket(struct MHD_Connection *connection) {
  typedef const union MHD_ConnectionInfo *(*Info)(struct MHD_Connection *, enum MHD_ConnectionInfoType, ...);
  Info info = (Info)function_of_library("MHD_get_connection_info");
  const union MHD_ConnectionInfo *answer = info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return answer ? answer->connect_fd : -1;
}

uint16_t cmicrohttpd_port(struct MHD_Daemon *server) {
  typedef const union MHD_DaemonInfo *(*Info)(struct MHD_Daemon *, enum MHD_DaemonInfoType, ...);
  Info info = (Info)function_of_library("MHD_get_daemon_info");
  const union MHD_DaemonInfo *answer = info(server, MHD_DAEMON_INFO_BIND_PORT);
  return answer ? answer->port : 0;
}
