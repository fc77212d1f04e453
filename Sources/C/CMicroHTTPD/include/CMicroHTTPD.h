// GNU libmicrohttpd, an HTTP server, as a preview uses it. It is opened when one begins, so that no other command of
// the program needs it. The functions that this package calls are defined in forwards.c.
#ifndef CMICROHTTPD_H
#define CMICROHTTPD_H

#include <microhttpd.h>

/// Opens the library, once.
///
/// - Returns: why it cannot be opened, which stays readable; NULL when it is open. No other function may be called
///   before.
const char *_Nullable cmicrohttpd_open(void);

/// Listens on a port of the loopback device, with a thread for each connection: the handler may wait.
///
/// - Parameters:
///   - port: 0 for one that is free.
///   - handler: called by the connections' threads with `context`; twice for a request, first when its head is there.
///   - connections: how many there are at most at a time.
///   - memory: how many bytes the head of a request may have.
///   - patience: how many seconds a connection may be silent.
/// - Returns: NULL when it cannot listen; `errno` says why.
struct MHD_Daemon *_Nullable cmicrohttpd_start(
  uint16_t port, MHD_AccessHandlerCallback _Nonnull handler, void *_Nullable context, unsigned connections,
  size_t memory, unsigned patience);

/// The port that it listens on.
uint16_t cmicrohttpd_port(struct MHD_Daemon *_Nonnull server);

#endif
