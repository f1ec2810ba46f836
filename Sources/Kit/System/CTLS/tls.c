#include "trove_tls.h"

#include "trove_loading.h"

#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

// OpenSSL's functions of version 3, by their own names. Its headers are not needed: all it is given are pointers of its
// own.
static struct {
  const void *(*TLS_client_method)(void);
  void *(*SSL_CTX_new)(const void *);
  void (*SSL_CTX_free)(void *);
  void (*SSL_CTX_set_verify)(void *, int, void *);
  void *(*SSL_CTX_get_cert_store)(const void *);
  long (*SSL_CTX_ctrl)(void *, int, long, void *);
  int (*X509_STORE_add_cert)(void *, void *);
  void *(*BIO_new_mem_buf)(const void *, int);
  int (*BIO_free)(void *);
  void *(*PEM_read_bio_X509)(void *, void **, void *, void *);
  void (*X509_free)(void *);
  void *(*SSL_new)(void *);
  void (*SSL_free)(void *);
  int (*SSL_set_fd)(void *, int);
  int (*SSL_connect)(void *);
  int (*SSL_read)(void *, void *, int);
  int (*SSL_write)(void *, const void *, int);
  int (*SSL_has_pending)(const void *);
  int (*SSL_get_error)(const void *, int);
  void (*ERR_clear_error)(void);
} lib;

static const trove_loading_function functions[] = {
#define FUNCTION(name) {#name, offsetof(__typeof__(lib), name)}
    FUNCTION(TLS_client_method),
    FUNCTION(SSL_CTX_new),
    FUNCTION(SSL_CTX_free),
    FUNCTION(SSL_CTX_set_verify),
    FUNCTION(SSL_CTX_get_cert_store),
    FUNCTION(SSL_CTX_ctrl),
    FUNCTION(X509_STORE_add_cert),
    FUNCTION(BIO_new_mem_buf),
    FUNCTION(BIO_free),
    FUNCTION(PEM_read_bio_X509),
    FUNCTION(X509_free),
    FUNCTION(SSL_new),
    FUNCTION(SSL_free),
    FUNCTION(SSL_set_fd),
    FUNCTION(SSL_connect),
    FUNCTION(SSL_read),
    FUNCTION(SSL_write),
    FUNCTION(SSL_has_pending),
    FUNCTION(SSL_get_error),
    FUNCTION(ERR_clear_error),
#undef FUNCTION
};

// OpenSSL's own numbers, from its headers of version 3.
enum {
  VERIFY_PEER = 1,
  CTRL_MODE = 33,
  MODE_PARTIAL_WRITE = 1,
  MODE_MOVING_BUFFER = 2,
  MODE_RELEASE_BUFFERS = 16,
  CTRL_READ_AHEAD = 41,
  CTRL_MIN_VERSION = 123,
  TLS_1_2 = 0x0303,
  ERROR_WANT_READ = 2,
  ERROR_WANT_WRITE = 3,
  ERROR_ZERO_RETURN = 6,
};

static int is_loaded = 0;

static void load(void) {
  // It has libcrypto with it, whose functions are found through it.
  static const char *const names[] = {"libssl.so.3", NULL};
  void *library = trove_loading_open(names);
  if (!library || !trove_loading_find(library, functions, sizeof functions / sizeof *functions, &lib)) return;
  trove_loading_keep_openssl(library);
  is_loaded = 1;
}

int trove_tls_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_loaded;
}

void *trove_tls_context(const char *certificate) {
  if (!trove_tls_load()) return NULL;
  void *text = lib.BIO_new_mem_buf(certificate, -1);
  void *trusted = text ? lib.PEM_read_bio_X509(text, NULL, NULL, NULL) : NULL;
  if (text) lib.BIO_free(text);
  if (!trusted) return NULL;
  void *context = lib.SSL_CTX_new(lib.TLS_client_method());
  if (context) {
    lib.SSL_CTX_ctrl(context, CTRL_MIN_VERSION, TLS_1_2, NULL);
    // A whole record with one call of the system.
    lib.SSL_CTX_ctrl(context, CTRL_READ_AHEAD, 1, NULL);
    lib.SSL_CTX_ctrl(context, CTRL_MODE, MODE_PARTIAL_WRITE | MODE_MOVING_BUFFER | MODE_RELEASE_BUFFERS, NULL);
    lib.SSL_CTX_set_verify(context, VERIFY_PEER, NULL);
    lib.X509_STORE_add_cert(lib.SSL_CTX_get_cert_store(context), trusted);
  }
  lib.X509_free(trusted);
  return context;
}

void trove_tls_free_context(void *context) { lib.SSL_CTX_free(context); }

void *trove_tls_begin(void *context, int socket) {
  void *connection = lib.SSL_new(context);
  if (connection && lib.SSL_set_fd(connection, socket) != 1) {
    lib.SSL_free(connection);
    return NULL;
  }
  return connection;
}

static int why(void *connection, int result) {
  switch (lib.SSL_get_error(connection, result)) {
    case ERROR_WANT_READ: return TROVE_TLS_READS;
    case ERROR_WANT_WRITE: return TROVE_TLS_WRITES;
    case ERROR_ZERO_RETURN: return TROVE_TLS_END;
    default: return TROVE_TLS_FAILED;
  }
}

int trove_tls_handshake(void *connection) {
  // What is left in the thread's queue of errors would be taken for this call's.
  lib.ERR_clear_error();
  int result = lib.SSL_connect(connection);
  return result == 1 ? 1 : why(connection, result);
}

long trove_tls_read(void *connection, void *bytes, size_t size) {
  lib.ERR_clear_error();
  int result = lib.SSL_read(connection, bytes, size > INT_MAX ? INT_MAX : (int)size);
  return result > 0 ? result : why(connection, result);
}

int trove_tls_has_more(void *connection) { return lib.SSL_has_pending(connection); }

long trove_tls_write(void *connection, const void *bytes, size_t size) {
  lib.ERR_clear_error();
  int result = lib.SSL_write(connection, bytes, size > INT_MAX ? INT_MAX : (int)size);
  return result > 0 ? result : why(connection, result);
}

void trove_tls_free(void *connection) { lib.SSL_free(connection); }
