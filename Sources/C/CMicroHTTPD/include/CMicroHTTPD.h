// GNU libmicrohttpd, an HTTP server, as a preview uses it. It is opened when one begins, so that no other command of
// the program needs it. The functions that this package calls are defined in forwards.c.
#ifndef CMICROHTTPD_H
#define CMICROHTTPD_H

#include <microhttpd.h>
#include <netinet/in.h>

/// Opens the library, once.
///
/// - Returns: why it cannot be opened, which stays readable; NULL when it is open. No other function may be called
///   before.
const char *_Nullable cmicrohttpd_open(void);

/// The socket's address for an IP address and a port.
///
/// - Parameter text: a numeric address such as 127.0.0.1 or ::1; host names are not resolved.
/// - Returns: 0 where the text is no address.
int cmicrohttpd_address(
  const char *_Nonnull text, uint16_t port, struct sockaddr_storage *_Nonnull address);

/// Listens at an address, with a thread for each connection: the handler may wait.
///
/// - Parameters:
///   - address: port 0 stands for one that is free.
///   - handler: called by the connections' threads with `context`; twice for a request, first when its head is there.
///   - notify: told with `context` of each connection that there is, and that is gone: its socket is open until then.
///   - connections: how many there are at most at a time.
///   - memory: how many bytes the head of a request may have.
///   - patience: how many seconds a connection may be silent, until `cmicrohttpd_be_patient` says something else of it.
/// - Returns: NULL when it cannot listen; `errno` says why.
struct MHD_Daemon *_Nullable cmicrohttpd_start(
  const struct sockaddr_storage *_Nonnull address, MHD_AccessHandlerCallback _Nonnull handler,
  MHD_NotifyConnectionCallback _Nonnull notify, void *_Nullable context, unsigned connections, size_t memory,
  unsigned patience);

/// Lets a connection be silent for so many seconds.
void cmicrohttpd_be_patient(struct MHD_Connection *_Nonnull connection, unsigned patience);

/// The socket of a connection.
int cmicrohttpd_socket(struct MHD_Connection *_Nonnull connection);

/// The port that it listens on.
uint16_t cmicrohttpd_port(struct MHD_Daemon *_Nonnull server);

#endif
