#include "trove_http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

// MARK: - What a server has

// A message, shared by all streams that send it.
typedef struct {
  unsigned uses;
  size_t size;
  char bytes[];
} message;

// A connection: what it does must be done by a time, unless that is 0.
typedef struct visitor {
  struct visitor *before, *after;
  int socket;
  int64_t deadline;
} visitor;

// Somebody who reads the stream.
typedef struct stream {
  struct stream *before, *after;
  trove_http *server;
  struct MHD_Connection *connection;
  visitor *visitor;
  // The newest message of each channel that was sent.
  uint64_t sent[TROVE_HTTP_CHANNELS];
  // What is being sent, and how much of it is.
  message *now;
  size_t offset;
  int is_suspended;
} stream;

typedef struct {
  char *path;
  struct MHD_Response *response;
} page;

struct trove_http {
  struct MHD_Daemon *daemon;
  uint16_t port;
  page *pages;
  size_t page_count;
  char *stream_path;
  char **headers;
  size_t header_count;
  char **names;
  struct MHD_Response *missing, *not_allowed, *too_large, *too_many, *misdirected;
  unsigned most_streams;
  int64_t asking_ms, sending_ms;
  // The streams that go on now.
  struct MHD_Connection **waiting;
  // For all below. Nothing of libmicrohttpd's that could wait is called under it.
  pthread_mutex_t lock;
  visitor *visitors;
  stream *streams;
  unsigned visitor_count, stream_count;
  message *newest[TROVE_HTTP_CHANNELS];
  uint64_t numbers[TROVE_HTTP_CHANNELS];
  int is_over;
};

static int64_t now_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

#define INSERT(list, item)                      \
  do {                                          \
    (item)->before = NULL;                      \
    (item)->after = (list);                     \
    if ((list)) (list)->before = (item);        \
    (list) = (item);                            \
  } while (0)

#define REMOVE(list, item)                                              \
  do {                                                                  \
    if ((item)->before) (item)->before->after = (item)->after;          \
    if ((item)->after) (item)->after->before = (item)->before;          \
    if ((list) == (item)) (list) = (item)->after;                       \
  } while (0)

// Under the lock.
static void let_go(message *old) {
  if (!old) return;
  old->uses -= 1;
  if (!old->uses) free(old);
}

// Under the lock: what must be done by when.
static void expect(visitor *who, int64_t wait_ms) {
  if (who) who->deadline = wait_ms ? now_ms() + wait_ms : 0;
}

// MARK: - Connections

static visitor *visitor_of(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

static void notice(
    void *context, struct MHD_Connection *connection, void **socket_context,
    enum MHD_ConnectionNotificationCode what) {
  trove_http *server = context;
  visitor *who = *socket_context;
  if (what == MHD_CONNECTION_NOTIFY_STARTED) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    who = info ? calloc(1, sizeof *who) : NULL;
    // Without one the connection is only less bounded: libmicrohttpd's own time-out stays.
    if (!who) return;
    who->socket = info->connect_fd;
    // Whoever is gone without a word is noticed at the next message.
    unsigned wait = (unsigned)server->sending_ms;
    setsockopt(who->socket, IPPROTO_TCP, TCP_USER_TIMEOUT, &wait, sizeof wait);
    pthread_mutex_lock(&server->lock);
    expect(who, server->asking_ms);
    INSERT(server->visitors, who);
    server->visitor_count += 1;
    pthread_mutex_unlock(&server->lock);
    *socket_context = who;
  } else if (who) {
    pthread_mutex_lock(&server->lock);
    REMOVE(server->visitors, who);
    server->visitor_count -= 1;
    pthread_mutex_unlock(&server->lock);
    *socket_context = NULL;
    free(who);
  }
}

static void completed(
    void *context, struct MHD_Connection *connection, void **request, enum MHD_RequestTerminationCode why) {
  trove_http *server = context;
  visitor *who = visitor_of(connection);
  pthread_mutex_lock(&server->lock);
  // The next question of a connection that stays.
  expect(who, server->asking_ms);
  pthread_mutex_unlock(&server->lock);
}

void trove_http_tick(trove_http *server) {
  int64_t now = now_ms();
  pthread_mutex_lock(&server->lock);
  for (visitor *who = server->visitors; who; who = who->after) {
    if (!who->deadline || who->deadline > now) continue;
    who->deadline = 0;
    // The thread of libmicrohttpd's sees it and closes the connection.
    shutdown(who->socket, SHUT_RDWR);
  }
  pthread_mutex_unlock(&server->lock);
}

void trove_http_count(trove_http *server, unsigned *connections, unsigned *streams) {
  pthread_mutex_lock(&server->lock);
  *connections = server->visitor_count;
  *streams = server->stream_count;
  pthread_mutex_unlock(&server->lock);
}

// MARK: - Streams

// Under the lock: begins the next message that the stream has not sent; returns whether there is one.
static int begin_next(stream *to) {
  trove_http *server = to->server;
  for (unsigned channel = 0; channel < TROVE_HTTP_CHANNELS; channel += 1) {
    if (to->sent[channel] == server->numbers[channel]) continue;
    to->sent[channel] = server->numbers[channel];
    to->now = server->newest[channel];
    to->now->uses += 1;
    to->offset = 0;
    expect(to->visitor, server->sending_ms);
    return 1;
  }
  return 0;
}

static ssize_t give(void *context, uint64_t position, char *buffer, size_t size) {
  stream *to = context;
  trove_http *server = to->server;
  ssize_t given = 0;
  pthread_mutex_lock(&server->lock);
  if (server->is_over) {
    given = MHD_CONTENT_READER_END_OF_STREAM;
  } else if (to->now || begin_next(to)) {
    size_t rest = to->now->size - to->offset;
    given = (ssize_t)(rest < size ? rest : size);
    memcpy(buffer, to->now->bytes + to->offset, (size_t)given);
    to->offset += (size_t)given;
    if (to->offset == to->now->size) {
      let_go(to->now);
      to->now = NULL;
    }
  } else {
    // All is sent: until the next message nothing is to be done, and no thread turns round and round for it.
    expect(to->visitor, 0);
    to->is_suspended = 1;
    MHD_suspend_connection(to->connection);
  }
  pthread_mutex_unlock(&server->lock);
  return given;
}

static void end_stream(void *context) {
  stream *gone = context;
  trove_http *server = gone->server;
  pthread_mutex_lock(&server->lock);
  let_go(gone->now);
  REMOVE(server->streams, gone);
  server->stream_count -= 1;
  pthread_mutex_unlock(&server->lock);
  free(gone);
}

// Goes on with all streams that wait. None of them can be gone meanwhile: nobody else goes on with one, and one that waits
// does not end.
static void resume_all(trove_http *server) {
  size_t count = 0;
  pthread_mutex_lock(&server->lock);
  for (stream *each = server->streams; each; each = each->after) {
    if (!each->is_suspended) continue;
    each->is_suspended = 0;
    server->waiting[count] = each->connection;
    count += 1;
  }
  pthread_mutex_unlock(&server->lock);
  for (size_t index = 0; index < count; index += 1) MHD_resume_connection(server->waiting[index]);
}

void trove_http_publish(trove_http *server, unsigned channel, const void *bytes, size_t size) {
  if (channel >= TROVE_HTTP_CHANNELS || !size) return;
  message *next = malloc(sizeof *next + size);
  if (!next) return;
  next->uses = 1;
  next->size = size;
  memcpy(next->bytes, bytes, size);
  pthread_mutex_lock(&server->lock);
  let_go(server->newest[channel]);
  server->newest[channel] = next;
  server->numbers[channel] += 1;
  pthread_mutex_unlock(&server->lock);
  resume_all(server);
}

static int add_headers(trove_http *server, struct MHD_Response *response) {
  int added = 1;
  for (size_t index = 0; index < server->header_count; index += 1) {
    added &=
        MHD_add_response_header(response, server->headers[2 * index], server->headers[2 * index + 1]) == MHD_YES;
  }
  return added;
}

static enum MHD_Result begin_stream(trove_http *server, struct MHD_Connection *connection) {
  stream *new = calloc(1, sizeof *new);
  if (!new) return MHD_NO;
  new->server = server;
  new->connection = connection;
  new->visitor = visitor_of(connection);
  pthread_mutex_lock(&server->lock);
  int has_room = server->stream_count < server->most_streams;
  if (has_room) {
    INSERT(server->streams, new);
    server->stream_count += 1;
  }
  pthread_mutex_unlock(&server->lock);
  if (!has_room) {
    free(new);
    return MHD_queue_response(connection, MHD_HTTP_SERVICE_UNAVAILABLE, server->too_many);
  }
  struct MHD_Response *response =
      MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 16384, give, new, end_stream);
  if (!response) {
    end_stream(new);
    return MHD_NO;
  }
  add_headers(server, response);
  MHD_add_response_header(response, "Content-Type", "text/event-stream");
  MHD_add_response_header(response, "Cache-Control", "no-store");
  enum MHD_Result result = MHD_queue_response(connection, MHD_HTTP_OK, response);
  MHD_destroy_response(response);
  return result;
}

// MARK: - Questions

static int has_body(struct MHD_Connection *connection) {
  const char *length = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Content-Length");
  return (length && strcmp(length, "0"))
      || MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Transfer-Encoding");
}

// Whether the question names this computer. A page of another site whose name was made to lead here cannot read ours then
// (DNS rebinding); numbers are not names, and lead nowhere else.
static int is_for_us(trove_http *server, struct MHD_Connection *connection) {
  const char *host = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Host");
  if (!host) return 0;
  // Without the port, and `[::1]` without its brackets.
  int has_bracket = host[0] == '[';
  const char *start = host + has_bracket;
  size_t size = strcspn(start, has_bracket ? "]" : ":");
  char name[256];
  if (!size || size >= sizeof name) return 0;
  memcpy(name, start, size);
  name[size] = 0;
  struct in6_addr number;
  if (inet_pton(has_bracket ? AF_INET6 : AF_INET, name, &number) == 1) return 1;
  for (char **each = server->names; *each; each += 1) {
    if (!has_bracket && !strcasecmp(name, *each)) return 1;
  }
  return 0;
}

static enum MHD_Result answer(
    void *context, struct MHD_Connection *connection, const char *url, const char *method, const char *version,
    const char *upload, size_t *upload_size, void **request) {
  static char is_known;
  trove_http *server = context;
  if (!*request) {
    *request = &is_known;
    pthread_mutex_lock(&server->lock);
    expect(visitor_of(connection), server->sending_ms);
    pthread_mutex_unlock(&server->lock);
    // An answer that is given now is the last one of its connection.
    if (strcmp(method, "GET") && strcmp(method, "HEAD")) {
      return MHD_queue_response(connection, MHD_HTTP_METHOD_NOT_ALLOWED, server->not_allowed);
    }
    if (has_body(connection)) {
      return MHD_queue_response(connection, MHD_HTTP_CONTENT_TOO_LARGE, server->too_large);
    }
    if (!is_for_us(server, connection)) {
      return MHD_queue_response(connection, MHD_HTTP_MISDIRECTED_REQUEST, server->misdirected);
    }
    return MHD_YES;
  }
  if (*upload_size) return MHD_NO;
  if (!strcmp(url, server->stream_path)) return begin_stream(server, connection);
  for (size_t index = 0; index < server->page_count; index += 1) {
    if (strcmp(url, server->pages[index].path)) continue;
    return MHD_queue_response(connection, MHD_HTTP_OK, server->pages[index].response);
  }
  return MHD_queue_response(connection, MHD_HTTP_NOT_FOUND, server->missing);
}

// MARK: - Beginning and end

static struct MHD_Response *make_response(
    trove_http *server, const void *bytes, size_t size, const char *type, const char *caching) {
  struct MHD_Response *response =
      MHD_create_response_from_buffer(size, (void *)bytes, MHD_RESPMEM_MUST_COPY);
  if (!response) return NULL;
  if (add_headers(server, response) && MHD_add_response_header(response, "Content-Type", type) == MHD_YES
      && MHD_add_response_header(response, "Cache-Control", caching) == MHD_YES) {
    return response;
  }
  MHD_destroy_response(response);
  return NULL;
}

static struct MHD_Response *make_refusal(trove_http *server, const char *text) {
  return make_response(server, text, strlen(text), "text/plain; charset=utf-8", "no-store");
}

// Copies what the options have; returns whether all of it is there.
static int prepare(trove_http *server, const trove_http_options *options) {
  int is_ready = (server->stream_path = strdup(options->stream)) != NULL;
  server->headers = calloc(2 * options->header_count + 1, sizeof *server->headers);
  server->pages = calloc(options->page_count + 1, sizeof *server->pages);
  server->names = calloc(options->name_count + 1, sizeof *server->names);
  server->waiting = calloc(options->streams + 1, sizeof *server->waiting);
  if (!server->headers || !server->pages || !server->names || !server->waiting) return 0;
  for (size_t index = 0; index < 2 * options->header_count; index += 1) {
    is_ready &= (server->headers[index] = strdup(options->headers[index])) != NULL;
  }
  for (size_t index = 0; index < options->name_count; index += 1) {
    is_ready &= (server->names[index] = strdup(options->names[index])) != NULL;
  }
  if (!is_ready) return 0;
  server->header_count = options->header_count;
  for (size_t index = 0; index < options->page_count; index += 1) {
    const trove_http_page *from = &options->pages[index];
    page *to = &server->pages[index];
    server->page_count = index + 1;
    is_ready &= (to->path = strdup(from->path)) != NULL;
    is_ready &= (to->response = make_response(server, from->bytes, from->size, from->type, from->caching)) != NULL;
  }
  is_ready &= (server->missing = make_refusal(server, "There is no such page.\n")) != NULL;
  is_ready &= (server->not_allowed = make_refusal(server, "This page is only for reading.\n")) != NULL;
  is_ready &= (server->too_large = make_refusal(server, "This page is only for reading.\n")) != NULL;
  is_ready &= (server->too_many = make_refusal(server, "Too many are looking at it now.\n")) != NULL;
  is_ready &= (server->misdirected = make_refusal(server, "This page is not at this address.\n")) != NULL;
  if (!is_ready) return 0;
  MHD_add_response_header(server->not_allowed, "Allow", "GET, HEAD");
  MHD_add_response_header(server->too_many, "Retry-After", "10");
  return 1;
}

// A socket that listens; negative with the number of the error.
static int listen_at(const char *address, uint16_t port, uint16_t *actual) {
  struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons(port)};
  if (address && inet_pton(AF_INET, address, &place.sin_addr) != 1) return -EINVAL;
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), yes = 1;
  if (listener < 0) return -errno;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  socklen_t size = sizeof place;
  if (bind(listener, (struct sockaddr *)&place, size) || listen(listener, 64)
      || getsockname(listener, (struct sockaddr *)&place, &size)) {
    int error = errno;
    close(listener);
    return -error;
  }
  *actual = ntohs(place.sin_port);
  return listener;
}

static struct MHD_Daemon *start_daemon(trove_http *server, const trove_http_options *options, int listener) {
  unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC;
  struct MHD_OptionItem items[12] = {
      {MHD_OPTION_LISTEN_SOCKET, listener, NULL},
      {MHD_OPTION_CONNECTION_LIMIT, options->connections, NULL},
      {MHD_OPTION_PER_IP_CONNECTION_LIMIT, options->connections_per_address, NULL},
      // Seconds without a byte; the deadlines are what bounds those who send one now and then.
      {MHD_OPTION_CONNECTION_TIMEOUT, options->sending_ms / 1000 + 1, NULL},
      {MHD_OPTION_CONNECTION_MEMORY_LIMIT, 32768, NULL},
      {MHD_OPTION_NOTIFY_CONNECTION, (intptr_t)notice, server},
      {MHD_OPTION_NOTIFY_COMPLETED, (intptr_t)completed, server},
  };
  size_t count = 7;
  if (options->certificate) {
    flags |= MHD_USE_TLS;
    items[count++] = (struct MHD_OptionItem){MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)options->certificate};
    items[count++] = (struct MHD_OptionItem){MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)options->key};
    items[count++] = (struct MHD_OptionItem){
        MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)"SECURE128:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"};
  }
  items[count] = (struct MHD_OptionItem){MHD_OPTION_END, 0, NULL};
  // Its thread takes no signals, also not that of a connection which nobody reads any more.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  struct MHD_Daemon *daemon = MHD_start_daemon(
      flags, 0, NULL, NULL, answer, server, MHD_OPTION_ARRAY, items, MHD_OPTION_END);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return daemon;
}

static void destroy(trove_http *server) {
  struct MHD_Response *refusals[] = {
      server->missing, server->not_allowed, server->too_large, server->too_many, server->misdirected};
  for (size_t index = 0; index < sizeof refusals / sizeof *refusals; index += 1) {
    if (refusals[index]) MHD_destroy_response(refusals[index]);
  }
  for (size_t index = 0; index < server->page_count; index += 1) {
    if (server->pages[index].response) MHD_destroy_response(server->pages[index].response);
    free(server->pages[index].path);
  }
  for (char **each = server->headers; each && *each; each += 1) free(*each);
  for (char **each = server->names; each && *each; each += 1) free(*each);
  for (size_t index = 0; index < TROVE_HTTP_CHANNELS; index += 1) let_go(server->newest[index]);
  free(server->headers);
  free(server->names);
  free(server->pages);
  free(server->waiting);
  free(server->stream_path);
  pthread_mutex_destroy(&server->lock);
  free(server);
}

trove_http *trove_http_start(const trove_http_options *options, int *error) {
  *error = ENOMEM;
  trove_http *server = calloc(1, sizeof *server);
  if (!server) return NULL;
  pthread_mutex_init(&server->lock, NULL);
  server->most_streams = options->streams;
  server->asking_ms = options->asking_ms;
  server->sending_ms = options->sending_ms;
  if (!prepare(server, options)) {
    destroy(server);
    return NULL;
  }
  int listener = listen_at(options->address, options->port, &server->port);
  if (listener < 0) {
    *error = -listener;
    destroy(server);
    return NULL;
  }
  server->daemon = start_daemon(server, options, listener);
  if (server->daemon) return server;
  // What else can be wrong is a certificate that cannot be read.
  *error = EPROTO;
  close(listener);
  destroy(server);
  return NULL;
}

uint16_t trove_http_port(const trove_http *server) { return server->port; }

void trove_http_stop(trove_http *server) {
  pthread_mutex_lock(&server->lock);
  server->is_over = 1;
  pthread_mutex_unlock(&server->lock);
  // libmicrohttpd does not end while a connection waits.
  resume_all(server);
  MHD_stop_daemon(server->daemon);
  destroy(server);
}
