#include "trove_curl.h"

#include "trove_loading.h"

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTIONS(F) \
  F(curl_global_init) F(curl_version) F(curl_easy_init) F(curl_easy_setopt) F(curl_easy_getinfo) \
  F(curl_easy_cleanup) F(curl_easy_strerror) F(curl_multi_init) F(curl_multi_add_handle) \
  F(curl_multi_remove_handle) F(curl_multi_perform) F(curl_multi_poll) F(curl_multi_wakeup) \
  F(curl_multi_info_read) F(curl_multi_cleanup) F(curl_slist_append) F(curl_slist_free_all)
TROVE_LOADING_TABLE(FUNCTIONS);

static int is_loaded = 0;

static void load(void) {
  // The same library over one and another for TLS; one of the two is there.
  static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4", NULL};
  is_loaded = TROVE_LOADING_LOAD(names) && lib.curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

int trove_curl_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_loaded;
}

struct trove_curl {
  CURL *easy;
  CURLM *multi;
  struct curl_slist *headers;
  int is_added;
};

// The names are those of new headers, the library may be old, and the other way round: options by number then.
enum {
  PROTOCOLS = 181,
  REDIR_PROTOCOLS = 182,
  DISALLOW_USERNAME_IN_URL = 278,
  HTTP09_ALLOWED = 285,
  PROTOCOLS_STR = 10318,
  REDIR_PROTOCOLS_STR = 10319,
  QUICK_EXIT = 322,
};

// Which protocols are spoken; nothing is fetched when neither the new nor the old option takes it.
static int limit_protocols(CURL *easy, int admits_plain_redirects) {
  const char *redirects = admits_plain_redirects ? "http,https" : "https";
  long mask = CURLPROTO_HTTPS | (admits_plain_redirects ? CURLPROTO_HTTP : 0);
  int code = lib.curl_easy_setopt(easy, (CURLoption)PROTOCOLS_STR, "http,https");
  if (code) code = lib.curl_easy_setopt(easy, (CURLoption)PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
  if (code) return 0;
  code = lib.curl_easy_setopt(easy, (CURLoption)REDIR_PROTOCOLS_STR, redirects);
  if (code) code = lib.curl_easy_setopt(easy, (CURLoption)REDIR_PROTOCOLS, mask);
  return code == 0;
}

static int limit(CURL *easy, const trove_curl_request *request) {
  int code = 0;
#define SET(option, value) code |= lib.curl_easy_setopt(easy, (CURLoption)(option), value)
  // No alarms: other threads would be struck by them.
  SET(CURLOPT_NOSIGNAL, 1L);
  SET(CURLOPT_CONNECTTIMEOUT_MS, request->connect_ms);
  SET(CURLOPT_LOW_SPEED_LIMIT, 1L);
  SET(CURLOPT_LOW_SPEED_TIME, request->idle_seconds);
  SET(CURLOPT_TIMEOUT_MS, request->total_ms);
  SET(CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)request->size);
  SET(CURLOPT_FOLLOWLOCATION, request->redirects > 0 ? 1L : 0L);
  SET(CURLOPT_MAXREDIRS, request->redirects);
  // A question that was sent by POST is asked again where it has moved to; without it the answer would be to nothing.
  // 303 means that the answer lies there, for GET.
  SET(CURLOPT_POSTREDIR, (long)(CURL_REDIR_POST_301 | CURL_REDIR_POST_302));
  SET(CURLOPT_SSL_VERIFYPEER, 1L);
  SET(CURLOPT_SSL_VERIFYHOST, 2L);
  SET(CURLOPT_BUFFERSIZE, 65536L);
  SET(HTTP09_ALLOWED, 0L);
  SET(DISALLOW_USERNAME_IN_URL, 1L);
  if (request->issuers_file) SET(CURLOPT_CAINFO, request->issuers_file);
  if (request->issuers_folder) SET(CURLOPT_CAPATH, request->issuers_folder);
  // A name that nobody resolves would be waited for at the end; old versions do.
  lib.curl_easy_setopt(easy, (CURLoption)QUICK_EXIT, 1L);
  return code == 0 && limit_protocols(easy, request->admits_plain_redirects);
}

static int describe(trove_curl *transfer, const trove_curl_request *request) {
  CURL *easy = transfer->easy;
  for (const char *const *line = request->headers; line && *line; line += 1) {
    struct curl_slist *list = lib.curl_slist_append(transfer->headers, *line);
    if (!list) return 0;
    transfer->headers = list;
  }
  int code = 0;
  SET(CURLOPT_URL, request->url);
  SET(CURLOPT_USERAGENT, request->agent);
  SET(CURLOPT_HTTPHEADER, transfer->headers);
  // What else a server may choose to pack its reply with is not taken: see the reading of heads.
  SET(CURLOPT_ACCEPT_ENCODING, "gzip, deflate");
  if (request->body) {
    SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_size);
    SET(CURLOPT_COPYPOSTFIELDS, request->body);
  }
  SET(CURLOPT_HEADERFUNCTION, request->on_header);
  SET(CURLOPT_HEADERDATA, request->context);
  SET(CURLOPT_WRITEFUNCTION, request->on_body);
  SET(CURLOPT_WRITEDATA, request->context);
#undef SET
  return code == 0;
}

trove_curl *trove_curl_open(const trove_curl_request *request) {
  if (!trove_curl_load()) return NULL;
  trove_curl *transfer = calloc(1, sizeof *transfer);
  if (!transfer) return NULL;
  transfer->easy = lib.curl_easy_init();
  transfer->multi = lib.curl_multi_init();
  if (transfer->easy && transfer->multi && limit(transfer->easy, request) && describe(transfer, request)) {
    transfer->is_added = lib.curl_multi_add_handle(transfer->multi, transfer->easy) == CURLM_OK;
  }
  if (transfer->is_added) return transfer;
  trove_curl_close(transfer);
  return NULL;
}

int trove_curl_step(trove_curl *transfer, int wait_ms, int *code) {
  int running = 0, left = 0;
  *code = CURLE_OUT_OF_MEMORY;
  if (lib.curl_multi_perform(transfer->multi, &running) != CURLM_OK) return 0;
  for (CURLMsg *message; (message = lib.curl_multi_info_read(transfer->multi, &left));) {
    if (message->msg != CURLMSG_DONE) continue;
    *code = message->data.result;
    return 0;
  }
  if (!running) return 0;
  return lib.curl_multi_poll(transfer->multi, NULL, 0, wait_ms, NULL) == CURLM_OK;
}

void trove_curl_wake(trove_curl *transfer) { lib.curl_multi_wakeup(transfer->multi); }

long trove_curl_status(trove_curl *transfer) {
  long status = 0;
  return lib.curl_easy_getinfo(transfer->easy, CURLINFO_RESPONSE_CODE, &status) == CURLE_OK ? status : 0;
}

const char *trove_curl_final_url(trove_curl *transfer) {
  char *url = NULL;
  return lib.curl_easy_getinfo(transfer->easy, CURLINFO_EFFECTIVE_URL, &url) == CURLE_OK ? url : NULL;
}

long trove_curl_certificate_problem(trove_curl *transfer) {
  long problem = 0;
  return lib.curl_easy_getinfo(transfer->easy, CURLINFO_SSL_VERIFYRESULT, &problem) == CURLE_OK ? problem : 0;
}

void trove_curl_close(trove_curl *transfer) {
  if (transfer->is_added) lib.curl_multi_remove_handle(transfer->multi, transfer->easy);
  if (transfer->easy) lib.curl_easy_cleanup(transfer->easy);
  if (transfer->multi) lib.curl_multi_cleanup(transfer->multi);
  lib.curl_slist_free_all(transfer->headers);
  free(transfer);
}

const char *trove_curl_text(int code) {
  return trove_curl_load() ? lib.curl_easy_strerror((CURLcode)code) : "libcurl is missing";
}

const char *trove_curl_version(void) { return trove_curl_load() ? lib.curl_version() : NULL; }
