// A web server for pages that do not change and streams of server-sent events, by libmicrohttpd.
//
// Whoever connects is a stranger. What a stranger can take is bounded: connections in all and for an address, the size of
// a request, the time for asking and for taking an answer. A stream keeps nothing but the message that it sends now: whoever
// reads slowly gets the newest message of each channel, and misses those between.
#ifndef TROVE_HTTP_H
#define TROVE_HTTP_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trove_http trove_http;

/// The most channels that a stream may have.
enum { TROVE_HTTP_CHANNELS = 8 };

/// A page; everything is copied. Texts are NUL-terminated.
typedef struct {
  /// From the slash on, without a question mark.
  const char *path;
  /// The headers `Content-Type` and `Cache-Control`.
  const char *type, *caching;
  const void *bytes;
  size_t size;
} trove_http_page;

/// A server; everything is copied.
typedef struct {
  /// The address to listen at, a number of IPv4; NULL for all of this computer.
  const char *address;
  /// 0 for one that is free.
  uint16_t port;
  /// The names, `name_count` of them, by which this computer may be asked, beside numbers.
  const char *const *names;
  size_t name_count;
  /// PEM; NULL for a server without TLS.
  const char *certificate, *key;
  const trove_http_page *pages;
  size_t page_count;
  /// The path of the stream.
  const char *stream;
  /// Names and values of the headers of each answer, in turns, `header_count` of each.
  const char *const *headers;
  size_t header_count;
  unsigned connections, connections_per_address, streams;
  /// How long a request may take, and how long an answer or a message.
  unsigned asking_ms, sending_ms;
} trove_http_options;

/// Starts a server; NULL if it cannot, with the number of the error.
trove_http *trove_http_start(const trove_http_options *options, int *error);

/// The port that it listens at.
uint16_t trove_http_port(const trove_http *server);

// Of the following, one at a time.

/// Replaces the message of a channel, from 0; all who read the stream get it, and all who come later.
void trove_http_publish(trove_http *server, unsigned channel, const void *bytes, size_t size);

/// Ends connections that take too long; to be called about once a second.
void trove_http_tick(trove_http *server);

/// Connections, and those of them that read the stream.
void trove_http_count(trove_http *server, unsigned *connections, unsigned *streams);

/// Ends all connections, and frees the server.
void trove_http_stop(trove_http *server);

#ifdef __cplusplus
}
#endif

#endif
