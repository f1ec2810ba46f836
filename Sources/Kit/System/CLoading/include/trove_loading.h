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

/// Declares the table `lib` of a library's functions, by their own names and with the types of its headers.
///
/// `FUNCTIONS` is a macro that applies its argument to the name of each function. `TROVE_LOADING_LOAD` fills the table.
#define TROVE_LOADING_TABLE(FUNCTIONS)         \
  static struct {                              \
    FUNCTIONS(TROVE_LOADING_FIELD)             \
  } lib;                                       \
  static const trove_loading_function lib_functions[] = {FUNCTIONS(TROVE_LOADING_ENTRY)}
#define TROVE_LOADING_FIELD(name) __typeof__(&name) name;
#define TROVE_LOADING_ENTRY(name) {#name, offsetof(__typeof__(lib), name)},

/// Loads the first of the libraries of these names that is there; whether it has all functions of the table.
#define TROVE_LOADING_LOAD(names) \
  trove_loading_load(names, lib_functions, sizeof lib_functions / sizeof *lib_functions, &lib)

/// Loads the first library of these that is there, the names ending with a NULL, and writes the addresses of `count`
/// functions into a table; returns whether it has all of them.
///
/// The OpenSSL that it has with it, if any, does not free its tables when the program ends: connections that nobody waits
/// for any more still use them.
int trove_loading_load(
    const char *const *names, const trove_loading_function *functions, size_t count, void *table);

#ifdef __cplusplus
}
#endif

#endif
