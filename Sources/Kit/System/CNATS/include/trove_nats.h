// Connections to a NATS server by libnats (cnats), which is loaded when the first one is made and not before: the game of
// one player does not need it, and must not start more slowly for it.
//
// libnats gets numbers of the caller's as context, never pointers: it may call back late, after the caller has gone.
#ifndef TROVE_NATS_H
#define TROVE_NATS_H

#include <nats/nats.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Header lines of a message that are passed on; which of more are is left to chance.
#define TROVE_NATS_MOST_HEADERS 64

/// A message that has come; everything is valid during the call only. Texts are NUL-terminated.
typedef struct {
  const char *subject;
  /// NULL when no answer is expected.
  const char *reply;
  const char *bytes;
  size_t size;
  /// Names and values in turns, `header_count` of each; NULL without headers.
  const char *const *headers;
  size_t header_count;
} trove_nats_message;

/// What a connection is made with. Texts are UTF-8, NUL-terminated, and copied; they may be NULL where it says so.
typedef struct {
  /// Addresses, `nats://HOST:PORT` or `tls://HOST:PORT`, tried in random order.
  const char *const *servers;
  int server_count;
  const char *name;
  /// Certificates (PEM) that are trusted, and no others; NULL for a connection without TLS.
  const char *certificates;
  int64_t connect_ms;
  /// How long a write may wait for the server.
  int64_t write_ms;
  int64_t ping_ms;
  int pings_out;
  /// The user's token; NULL for none.
  const char *token;
  /// Writes the signature of a NUL-terminated text, 64 bytes; returns 0 where it cannot. Called during the connect only.
  int (*sign)(const char *text, unsigned char *signature, void *signer);
  void *signer;
  /// The number that the listener hears.
  uintptr_t number;
} trove_nats_options;

/// Who hears of everything, on threads of libnats's; must not wait there.
typedef struct {
  /// A message for the subscription of that number.
  void (*on_message)(uintptr_t number, const trove_nats_message *message);
  /// The connection of that number is over: why, in the server's or libnats's words, perhaps empty.
  void (*on_closed)(uintptr_t number, const char *why);
  /// The server refused something, and the connection goes on.
  void (*on_error)(uintptr_t number, natsStatus status, const char *text);
} trove_nats_listener;

/// Sets the listener, before the first connection, always to the same functions.
void trove_nats_listen(trove_nats_listener listener);

/// Loads libnats, once; returns whether it is there.
int trove_nats_load(void);

/// libnats's version; NULL where it is missing.
const char *trove_nats_version(void);

/// Connects to the first server that accepts; blocks. It never connects again by itself. `why` gets the words for what
/// went wrong.
natsStatus trove_nats_connect(
    natsConnection **connection, const trove_nats_options *options, char *why, size_t why_size);

/// Closes and frees a connection; blocks, and must not be called by one of libnats's own threads.
void trove_nats_destroy(natsConnection *connection);

/// The address of the server, as one of the given ones; empty without connection.
void trove_nats_address(natsConnection *connection, char *buffer, size_t size);

/// The largest message that the server takes, in bytes.
int64_t trove_nats_max_payload(natsConnection *connection);

/// Sends a message at once. `headers` are names and values in turns, `header_count` of each.
natsStatus trove_nats_publish(
    natsConnection *connection, const char *subject, const char *reply, const void *bytes, size_t size,
    const char *const *headers, size_t header_count);

/// Begins a subscription; messages come one after the other, on a thread of libnats's.
natsStatus trove_nats_subscribe(
    natsSubscription **subscription, natsConnection *connection, const char *subject, uintptr_t number);

/// Ends and frees a subscription.
void trove_nats_unsubscribe(natsSubscription *subscription);

/// Sends everything and waits until the server has seen it.
natsStatus trove_nats_flush(natsConnection *connection, int64_t wait_ms);

/// libnats's words for a status.
const char *trove_nats_text(natsStatus status);

#ifdef __cplusplus
}
#endif

#endif
