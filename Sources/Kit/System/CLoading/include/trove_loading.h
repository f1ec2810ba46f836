// Libraries that are loaded when they are needed and not before: most games need none of them.
#ifndef TROVE_LOADING_H
#define TROVE_LOADING_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A function of a library, and where its address belongs in a table.
typedef struct {
  const char *name;
  size_t place;
} trove_loading_function;

/// Loads the first library of these that is there; returns its handle, or NULL.
///
/// The names end with a NULL.
void *trove_loading_open(const char *const *names);

/// Writes the addresses of `count` functions into a table; returns whether the library has all of them.
int trove_loading_find(void *library, const trove_loading_function *functions, size_t count, void *table);

/// Keeps the OpenSSL that a library has with it, if any, from freeing its tables when the program ends: connections that
/// nobody waits for any more still use them.
void trove_loading_keep_openssl(void *library);

#ifdef __cplusplus
}
#endif

#endif
