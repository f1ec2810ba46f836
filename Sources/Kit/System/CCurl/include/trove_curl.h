// One HTTP transfer by libcurl, which is loaded when the first one begins and not before: with the thirty libraries
// that it needs it takes longer to load than the whole program to start.
#ifndef TROVE_CURL_H
#define TROVE_CURL_H

#include <curl/curl.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What to fetch, and within which limits. Texts are UTF-8, NUL-terminated, and copied; they may be NULL where it says so.
typedef struct {
  const char *url;
  const char *agent;
  /// Lines of the request's head, `Name: value`, ended by NULL.
  const char *const *headers;
  /// What is sent with POST; NULL for GET.
  const char *body;
  long body_size;
  /// Who is trusted to sign certificates; NULL for what libcurl was built with.
  const char *issuers_file;
  const char *issuers_folder;
  long connect_ms;
  /// How long nothing may come.
  long idle_seconds;
  long total_ms;
  long redirects;
  /// Bytes that a length given beforehand may say.
  long long size;
  /// Whether a redirect may lead to http.
  int admits_plain_redirects;
  /// Called for each line of heads, and for each piece of the body, decoded; what they return as in libcurl.
  size_t (*on_header)(char *bytes, size_t one, size_t count, void *context);
  size_t (*on_body)(char *bytes, size_t one, size_t count, void *context);
  void *context;
} trove_curl_request;

/// A transfer under way.
typedef struct trove_curl trove_curl;

/// Loads libcurl, once; returns whether it is there.
int trove_curl_load(void);

/// Prepares a transfer; NULL when libcurl is missing, refuses one of the limits, or there is no memory.
trove_curl *trove_curl_open(const trove_curl_request *request);

/// Goes on, and waits at most so many milliseconds for something to do. Returns 1 while the transfer goes on, and 0
/// when it has ended, with its CURLcode.
int trove_curl_step(trove_curl *transfer, int wait_ms, int *code);

/// Ends the waiting of a step; the only function that another thread may call meanwhile.
void trove_curl_wake(trove_curl *transfer);

/// The status of the last reply; 0 before there is one.
long trove_curl_status(trove_curl *transfer);

/// Where redirects led; valid until the transfer is closed, perhaps NULL.
const char *trove_curl_final_url(trove_curl *transfer);

/// Why OpenSSL refused a certificate (X509_V_ERR_...); 0 when it did not.
long trove_curl_certificate_problem(trove_curl *transfer);

/// Ends the transfer and frees everything.
void trove_curl_close(trove_curl *transfer);

/// libcurl's words for a code.
const char *trove_curl_text(int code);

/// libcurl's version; NULL where it is missing.
const char *trove_curl_version(void);

#ifdef __cplusplus
}
#endif

#endif
