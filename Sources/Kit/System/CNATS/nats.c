#include "trove_nats.h"

#include "trove_loading.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTIONS(F) \
  F(nats_Open) F(nats_GetVersion) F(nats_GetLastError) F(natsStatus_GetText) F(natsOptions_Create) \
  F(natsOptions_Destroy) F(natsOptions_SetServers) F(natsOptions_SetName) F(natsOptions_SetTimeout) \
  F(natsOptions_SetWriteDeadline) F(natsOptions_SetPingInterval) F(natsOptions_SetMaxPingsOut) \
  F(natsOptions_SetAllowReconnect) F(natsOptions_SetSendAsap) F(natsOptions_UseGlobalMessageDelivery) \
  F(natsOptions_SetSecure) F(natsOptions_SetCATrustedCertificates) \
  F(natsOptions_SetUserCredentialsCallbacks) F(natsOptions_SetClosedCB) F(natsOptions_SetErrorHandler) \
  F(natsConnection_Connect) F(natsConnection_Destroy) F(natsConnection_GetConnectedUrl) \
  F(natsConnection_GetMaxPayload) F(natsConnection_GetLastError) F(natsConnection_PublishMsg) \
  F(natsConnection_FlushTimeout) F(natsConnection_Subscribe) F(natsSubscription_SetPendingLimits) \
  F(natsSubscription_Destroy) F(natsMsg_Create) F(natsMsg_Destroy) F(natsMsg_GetSubject) \
  F(natsMsg_GetReply) F(natsMsg_GetData) F(natsMsg_GetDataLength) F(natsMsgHeader_Add) \
  F(natsMsgHeader_Keys) F(natsMsgHeader_Values)
TROVE_LOADING_TABLE(FUNCTIONS);

static int is_loaded = 0;

// libnats ignores SIGPIPE for the whole program, which must still end when nobody reads what it prints.
static int open_library(void) {
  struct sigaction before;
  sigaction(SIGPIPE, NULL, &before);
  natsStatus status = lib.nats_Open(-1);
  sigaction(SIGPIPE, &before, NULL);
  return status == NATS_OK;
}

static void load(void) {
  // Every version 3 has these functions; the last name is there where programs are built.
  static const char *const names[] = {
      "libnats.so.3.4", "libnats.so.3", "libnats.so.3.5",  "libnats.so.3.6",  "libnats.so.3.7",  "libnats.so.3.8",
      "libnats.so.3.9", "libnats.so.3.10", "libnats.so.3.11", "libnats.so.3.12", "libnats.so",
      NULL,
  };
  is_loaded = TROVE_LOADING_LOAD(names) && open_library();
}

int trove_nats_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_loaded;
}

const char *trove_nats_version(void) { return trove_nats_load() ? lib.nats_GetVersion() : NULL; }

const char *trove_nats_text(natsStatus status) { return trove_nats_load() ? lib.natsStatus_GetText(status) : ""; }

// MARK: - Connecting

static trove_nats_listener ears;

void trove_nats_listen(trove_nats_listener listener) { ears = listener; }

static void closed(natsConnection *connection, void *number) {
  const char *why = NULL;
  natsStatus status = lib.natsConnection_GetLastError(connection, &why);
  // The text may be older than the status: a refusal that ended nothing.
  if (why && strstr(why, "Permissions Violation")) why = lib.natsStatus_GetText(status);
  ears.on_closed((uintptr_t)number, why ? why : "");
}

static void failed(natsConnection *connection, natsSubscription *subscription, natsStatus status, void *number) {
  natsStatus last = NATS_OK;
  const char *text = lib.nats_GetLastError(&last);
  ears.on_error((uintptr_t)number, status, text && last == status ? text : lib.natsStatus_GetText(status));
}

// One attempt to connect; libnats asks for token and signature during the attempt only.
typedef struct {
  const trove_nats_options *wanted;
  int is_unlucky;
} attempt;

static natsStatus give_token(char **token, char **error, void *closure) {
  const attempt *now = closure;
  *token = strdup(now->wanted->token);
  return *token ? NATS_OK : NATS_NO_MEMORY;
}

static natsStatus give_signature(char **error, unsigned char **signature, int *size, const char *nonce, void *closure) {
  attempt *now = closure;
  unsigned char *made = malloc(64);
  if (!made) return NATS_NO_MEMORY;
  int is_made = nonce && now->wanted->sign(nonce, made, now->wanted->signer);
  // libnats (3.4.1 at least) sends no signature when its first byte is 0, and the server refuses the user, once in 256
  // attempts. The next attempt has another nonce.
  if (is_made && made[0] == 0) now->is_unlucky = 1;
  if (!is_made || made[0] == 0) {
    free(made);
    return NATS_ERR;
  }
  *signature = made;
  *size = 64;
  return NATS_OK;
}

static natsStatus set_options(natsOptions *options, attempt *now) {
  const trove_nats_options *wanted = now->wanted;
  natsStatus status = NATS_OK;
#define SET(call) \
  if (status == NATS_OK) status = (call)
  SET(lib.natsOptions_SetServers(options, (const char **)wanted->servers, wanted->server_count));
  SET(lib.natsOptions_SetName(options, wanted->name));
  SET(lib.natsOptions_SetTimeout(options, wanted->connect_ms));
  SET(lib.natsOptions_SetWriteDeadline(options, wanted->write_ms));
  SET(lib.natsOptions_SetPingInterval(options, wanted->ping_ms));
  SET(lib.natsOptions_SetMaxPingsOut(options, wanted->pings_out));
  SET(lib.natsOptions_SetAllowReconnect(options, false));
  // Otherwise a thread of libnats's sends, a millisecond later.
  SET(lib.natsOptions_SetSendAsap(options, true));
  // One thread for all messages, not one for each subscription: what is called back never waits.
  SET(lib.natsOptions_UseGlobalMessageDelivery(options, true));
  if (wanted->certificates) {
    SET(lib.natsOptions_SetSecure(options, true));
    SET(lib.natsOptions_SetCATrustedCertificates(options, wanted->certificates));
  }
  if (wanted->token) {
    SET(lib.natsOptions_SetUserCredentialsCallbacks(options, give_token, now, give_signature, now));
  }
  SET(lib.natsOptions_SetClosedCB(options, closed, (void *)wanted->number));
  SET(lib.natsOptions_SetErrorHandler(options, failed, (void *)wanted->number));
#undef SET
  return status;
}

natsStatus trove_nats_connect(natsConnection **connection, const trove_nats_options *wanted, char *why, size_t size) {
  *connection = NULL;
  if (size) why[0] = 0;
  if (!trove_nats_load()) return NATS_FAILED_TO_INITIALIZE;
  attempt now = {wanted, 0};
  natsOptions *options = NULL;
  natsStatus status = lib.natsOptions_Create(&options);
  if (status == NATS_OK) status = set_options(options, &now);
  if (status == NATS_OK) {
    int attempts_left = 8;
    do {
      now.is_unlucky = 0;
      status = lib.natsConnection_Connect(connection, options);
      attempts_left -= 1;
    } while (status != NATS_OK && now.is_unlucky && attempts_left > 0);
  }
  if (status != NATS_OK) {
    natsStatus last = NATS_OK;
    const char *text = lib.nats_GetLastError(&last);
    if (size) snprintf(why, size, "%s", text ? text : lib.natsStatus_GetText(status));
    *connection = NULL;
  }
  lib.natsOptions_Destroy(options);
  return status;
}

void trove_nats_destroy(natsConnection *connection) { lib.natsConnection_Destroy(connection); }

void trove_nats_address(natsConnection *connection, char *buffer, size_t size) {
  if (lib.natsConnection_GetConnectedUrl(connection, buffer, size) != NATS_OK && size) buffer[0] = 0;
}

int64_t trove_nats_max_payload(natsConnection *connection) { return lib.natsConnection_GetMaxPayload(connection); }

// MARK: - Messages

natsStatus trove_nats_publish(
    natsConnection *connection, const char *subject, const char *reply, const void *bytes, size_t size,
    const char *const *headers, size_t header_count) {
  natsMsg *message = NULL;
  if (size > INT32_MAX) return NATS_MAX_PAYLOAD;
  natsStatus status = lib.natsMsg_Create(&message, subject, reply, bytes, (int)size);
  for (size_t index = 0; status == NATS_OK && index < header_count; index += 1) {
    status = lib.natsMsgHeader_Add(message, headers[2 * index], headers[2 * index + 1]);
  }
  if (status == NATS_OK) status = lib.natsConnection_PublishMsg(connection, message);
  lib.natsMsg_Destroy(message);
  return status;
}

// Names and values in turns; returns how many of each.
static size_t collect_headers(natsMsg *message, const char **pairs) {
  const char **keys = NULL;
  int key_count = 0;
  size_t found = 0;
  if (lib.natsMsgHeader_Keys(message, &keys, &key_count) != NATS_OK) return 0;
  for (int key = 0; key < key_count; key += 1) {
    const char **values = NULL;
    int value_count = 0;
    if (lib.natsMsgHeader_Values(message, keys[key], &values, &value_count) != NATS_OK) continue;
    for (int value = 0; value < value_count && found < TROVE_NATS_MOST_HEADERS; value += 1) {
      pairs[2 * found] = keys[key];
      pairs[2 * found + 1] = values[value] ? values[value] : "";
      found += 1;
    }
    free(values);
  }
  free(keys);
  return found;
}

static void arrived(natsConnection *connection, natsSubscription *subscription, natsMsg *message, void *number) {
  if (!message) return;
  const char *pairs[2 * TROVE_NATS_MOST_HEADERS];
  int size = lib.natsMsg_GetDataLength(message);
  trove_nats_message seen = {
      .subject = lib.natsMsg_GetSubject(message),
      .reply = lib.natsMsg_GetReply(message),
      .bytes = lib.natsMsg_GetData(message),
      .size = size > 0 ? (size_t)size : 0,
      .headers = pairs,
      .header_count = collect_headers(message, pairs),
  };
  ears.on_message((uintptr_t)number, &seen);
  lib.natsMsg_Destroy(message);
}

natsStatus trove_nats_subscribe(
    natsSubscription **subscription, natsConnection *connection, const char *subject, uintptr_t number) {
  *subscription = NULL;
  natsStatus status = lib.natsConnection_Subscribe(subscription, connection, subject, arrived, (void *)number);
  // What the readers cannot take in time is bounded by their own buffers.
  if (status == NATS_OK) lib.natsSubscription_SetPendingLimits(*subscription, 1 << 20, 256 << 20);
  return status;
}

void trove_nats_unsubscribe(natsSubscription *subscription) { lib.natsSubscription_Destroy(subscription); }

natsStatus trove_nats_flush(natsConnection *connection, int64_t wait_ms) {
  return lib.natsConnection_FlushTimeout(connection, wait_ms);
}
