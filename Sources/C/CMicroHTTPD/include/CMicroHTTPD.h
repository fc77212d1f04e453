// GNU libmicrohttpd, an HTTP server for previews. It is opened when one begins, so that no other command needs it.
// forwards.c defines the functions that this package calls.
#ifndef CMICROHTTPD_H
#define CMICROHTTPD_H

#include <microhttpd.h>
#include <netinet/in.h>

/// Opens the library, once, before any other function is called. Returns the reason why it cannot be opened, which
/// stays readable; NULL on success.
const char *_Nullable cmicrohttpd_open(void);

/// Stores the socket's address for a port and a numeric IP address such as 127.0.0.1 or ::1; host names are not
/// resolved. Returns 0 if the text is no address.
int cmicrohttpd_address(
  const char *_Nonnull text, uint16_t port, struct sockaddr_storage *_Nonnull address);

/// Listens at an address, whose port 0 chooses a free one, with a thread for each connection: the handler may wait.
/// Returns NULL with `errno` if it cannot listen.
///
/// - `handler` is called by the connections' threads with `context`; twice for a request, first when its head is there.
/// - `notify` is called with `context` for each connection at its begin and end: its socket is open until then.
/// - `connections` is the most connections at a time, `memory` the most bytes of a request's head.
/// - `patience` is the seconds that a connection may be silent, unless `cmicrohttpd_be_patient` changes them.
struct MHD_Daemon *_Nullable cmicrohttpd_start(
  const struct sockaddr_storage *_Nonnull address, MHD_AccessHandlerCallback _Nonnull handler,
  MHD_NotifyConnectionCallback _Nonnull notify, void *_Nullable context, unsigned connections, size_t memory,
  unsigned patience);

/// Lets a connection be silent for so many seconds.
void cmicrohttpd_be_patient(struct MHD_Connection *_Nonnull connection, unsigned patience);

int cmicrohttpd_socket(struct MHD_Connection *_Nonnull connection);

/// Returns the port that a server listens on.
uint16_t cmicrohttpd_port(struct MHD_Daemon *_Nonnull server);

#endif
