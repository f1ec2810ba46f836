// TLS by OpenSSL for sockets that never block. OpenSSL is loaded when it is needed and not before: the game of one player
// must not start more slowly for it.
#ifndef TROVE_TLS_H
#define TROVE_TLS_H

#include <stddef.h>
// For whoever waits for many sockets: Glibc's module has no epoll.
#include <sys/epoll.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a call says that has not done anything.
enum {
  /// The other side has ended.
  TROVE_TLS_END = 0,
  /// Again, once the socket can be read; once it can be written.
  TROVE_TLS_READS = -1,
  TROVE_TLS_WRITES = -2,
  /// The connection is broken, or the certificate is another one.
  TROVE_TLS_FAILED = -3,
};

/// Loads OpenSSL; returns whether it is there.
int trove_tls_load(void);

/// What the connections of one client have in common; NULL if `certificate` (PEM, NUL-terminated) is none.
///
/// Only servers with that certificate, or with one that it has signed, are believed.
void *trove_tls_context(const char *certificate);

/// Frees it; connections that were made with it may go on.
void trove_tls_free_context(void *context);

/// A connection over a socket that is connected; NULL if there is no memory.
void *trove_tls_begin(void *context, int socket);

/// Goes on with the handshake; returns 1 once it is done.
int trove_tls_handshake(void *connection);

/// Reads at most `size` bytes; returns how many, at least 1.
long trove_tls_read(void *connection, void *bytes, size_t size);

/// Whether something has come from the socket that was not read yet.
int trove_tls_has_more(void *connection);

/// Writes at most `size` bytes, at least 1; returns how many.
long trove_tls_write(void *connection, const void *bytes, size_t size);

/// Frees a connection, without a farewell; the socket is the caller's to close.
void trove_tls_free(void *connection);

#ifdef __cplusplus
}
#endif

#endif
