#include "trove_loading.h"

#include <dlfcn.h>
#include <stdint.h>
#include <string.h>

// OPENSSL_INIT_NO_ATEXIT.
enum { NO_ATEXIT = 0x00080000 };

int trove_loading_load(
    const char *const *names, const trove_loading_function *functions, size_t count, void *table) {
  void *library = NULL;
  while (!library && *names) library = dlopen(*names++, RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
  for (size_t index = 0; index < count; index += 1) {
    void *function = dlsym(library, functions[index].name);
    if (!function) return 0;
    memcpy((char *)table + functions[index].place, &function, sizeof function);
  }
  int (*init)(uint64_t, const void *);
  void *function = dlsym(library, "OPENSSL_init_crypto");
  memcpy(&init, &function, sizeof function);
  if (init) init(NO_ATEXIT, NULL);
  return 1;
}
