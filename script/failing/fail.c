/* Makes one call of a program fail: the Nth of its kind, or that one and all after it.
 *
 *     cc -shared -fPIC -O2 -o fail.so fail.c
 *     FAIL_TABLE=counts FAIL_CALL=write FAIL_AT=7 FAIL_ERROR=28 LD_PRELOAD=$PWD/fail.so COMMAND
 *
 * FAIL_TABLE   a file to be made: for each kind of call the number of its calls, as 64-bit numbers in the order of
 *              `kinds`, then the number of calls that failed. It is up to date at any moment, however the program ends.
 * FAIL_CALL    the kind that fails; without it calls are only counted. "short" halves a write instead.
 * FAIL_AT      which call of this kind fails, from 1; with FAIL_ON=1 every later one, too.
 * FAIL_ERROR   the error number.
 *
 * The return address tells which library makes a call. Calls of Swift's runtime, libdispatch, the dynamic loader and
 * the C library itself are neither counted nor failed: without memory Swift ends the program (swift_slowAlloc calls
 * abort), and so does libdispatch when it cannot make a thread or a queue; no code of the program can prevent that. For
 * the same reason allocations of Foundation are left out, and those of the program itself by malloc, because the
 * compiler calls malloc for coroutines and does not check the result. Their system calls are not left out. So "alloc"
 * means allocations of C and C++ libraries (SQLite, expat, libgps, zlib, ...), and "new" those of the program's own C++
 * (libosmium, the spatial index). Nothing fails before main, where no program could handle it. Memory that the program
 * maps is left out like its arrays.
 *
 * Not seen: calls that the C library makes internally, such as those of fopen, and those of programs that are started.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <termios.h>
#include <unistd.h>

enum kind {
    NEW, ALLOC, OPEN, READ, WRITE, SHORT, SYNC, RENAME, UNLINK, TRUNCATE, CLOSE, STAT, FOLDER, LOCK, SEEK, MAP, SOCKET, CONNECT,
    LISTEN, TALK, POLL, START, TERMINAL, RESOLVE, KINDS
};
static const char *const kinds[KINDS] = {
    "new", "alloc", "open", "read", "write", "short", "sync", "rename", "unlink", "truncate", "close", "stat", "folder", "lock",
    "seek", "map", "socket", "connect", "listen", "talk", "poll", "start", "terminal", "resolve"};

static struct { atomic_long calls[KINDS], failed; } nowhere, *table = &nowhere;
static int wanted = -1, goes_on, number, is_armed;
static long at;

/* Whether an object's calls are not to be touched. */
static int is_spared(const char *path, enum kind kind) {
    static const char *const spared[] = {"libswift", "libdispatch", "libBlocksRuntime", "ld-linux", "libc.so", "linux-vdso"};
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    // What asks libstdc++ for memory was looked at in its place, see `_Znwm`; the program itself has no name.
    if (kind == ALLOC && !*name) return 1;
    if ((kind == ALLOC || kind == NEW) && !strncmp(name, "libstdc++", 9)) return 1;
    for (size_t i = 0; i < sizeof spared / sizeof *spared; i++)
        if (!strncmp(name, spared[i], strlen(spared[i]))) return 1;
    return (kind == ALLOC || kind == NEW) && (!strncmp(name, "libFoundation", 13) || !strncmp(name, "lib_Foundation", 14));
}

/* Counts a call; whether it is to fail. */
static int fails(enum kind kind, void *caller) {
    if (!is_armed) return 0;
    struct dl_find_object object;
    // Without locks or allocations.
    if (_dl_find_object(caller, &object) || is_spared(object.dlfo_link_map->l_name, kind)) return 0;
    long count = atomic_fetch_add(&table->calls[kind], 1) + 1;
    if ((int)kind != wanted || (goes_on ? count < at : count != at)) return 0;
    atomic_fetch_add(&table->failed, 1);
    errno = number;
    return 1;
}

static void arm(void) {
    const char *path = getenv("FAIL_TABLE"), *call = getenv("FAIL_CALL"), *on = getenv("FAIL_ON");
    const char *count = getenv("FAIL_AT"), *error = getenv("FAIL_ERROR");
    // Programs that are started have no part in this.
    unsetenv("LD_PRELOAD");
    if (!path) return;
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0 || ftruncate(file, sizeof nowhere)) abort();
    void *shared = mmap(NULL, sizeof nowhere, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (shared == MAP_FAILED) abort();
    close(file);
    table = shared;
    for (int i = 0; call && i < KINDS; i++)
        if (!strcmp(call, kinds[i])) wanted = i;
    at = count ? atol(count) : 0;
    number = error ? atoi(error) : EIO;
    goes_on = on && *on == '1';
    is_armed = 1;
}

/* The function that this one stands before. */
#define NEXT(name) \
    static __typeof__(&name) next; \
    if (!next) next = (__typeof__(&name))dlsym(RTLD_NEXT, #name)
#define FAILS(kind) fails(kind, __builtin_return_address(0))
/* A function of one kind that says -1 when it fails. */
#define STAND_BEFORE(kind, type, name, parameters, arguments) \
    type name parameters { \
        NEXT(name); \
        return FAILS(kind) ? -1 : next arguments; \
    }

static int (*begin)(int, char **, char **);
static int armed(int count, char **words, char **environment) {
    arm();
    return begin(count, words, environment);
}
int __libc_start_main(int (*main)(int, char **, char **), int count, char **words, void (*a)(void), void (*b)(void),
                      void (*c)(void), void *end) {
    int (*next)() = (int (*)())dlsym(RTLD_NEXT, "__libc_start_main");
    begin = main;
    return next(armed, count, words, a, b, c, end);
}

/* Memory. The C library's own names for these need no look-up, which would allocate. */
static _Thread_local int is_due;
#undef FAILS
#define FAILS(kind) ((kind) == ALLOC && is_due ? (is_due = 0, 1) : fails(kind, __builtin_return_address(0)))
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
void *malloc(size_t size) { return FAILS(ALLOC) ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return FAILS(ALLOC) ? NULL : __libc_calloc(count, size); }
void *realloc(void *old, size_t size) { return FAILS(ALLOC) ? NULL : __libc_realloc(old, size); }
void *aligned_alloc(size_t by, size_t size) { return FAILS(ALLOC) ? NULL : __libc_memalign(by, size); }
int posix_memalign(void **result, size_t by, size_t size) {
    if (FAILS(ALLOC)) return ENOMEM;
    void *memory = __libc_memalign(by, size);
    if (memory) *result = memory;
    return memory ? 0 : ENOMEM;
}
char *strdup(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = FAILS(ALLOC) ? NULL : __libc_malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

/* Swift's runtime is written in C++ as well, so the caller of malloc does not tell the caller of new. The next malloc is
 * that of the library's own new, which throws when it fails. */
#define NEWS(name) \
    void *name(size_t size) { \
        NEXT(name); \
        is_due = fails(NEW, __builtin_return_address(0)); \
        return next(size); \
    }
void *_Znwm(size_t), *_Znam(size_t);
NEWS(_Znwm)
NEWS(_Znam)

/* Files. */
#define OPENS(name, PARAMETERS, ...) \
    int name PARAMETERS { \
        NEXT(name); \
        mode_t mode = 0; \
        va_list rest; \
        va_start(rest, flags); \
        if (flags & (O_CREAT | O_TMPFILE)) mode = va_arg(rest, mode_t); \
        va_end(rest); \
        return FAILS(OPEN) ? -1 : next(__VA_ARGS__, flags, mode); \
    }
OPENS(open, (const char *path, int flags, ...), path)
OPENS(open64, (const char *path, int flags, ...), path)
OPENS(openat, (int folder, const char *path, int flags, ...), folder, path)
OPENS(openat64, (int folder, const char *path, int flags, ...), folder, path)
STAND_BEFORE(READ, ssize_t, read, (int file, void *to, size_t size), (file, to, size))
STAND_BEFORE(READ, ssize_t, pread, (int file, void *to, size_t size, off_t place), (file, to, size, place))
STAND_BEFORE(READ, ssize_t, pread64, (int file, void *to, size_t size, off64_t place), (file, to, size, place))
STAND_BEFORE(READ, ssize_t, readv, (int file, const struct iovec *to, int count), (file, to, count))
#define WRITES(name, PARAMETERS, ...) \
    ssize_t name PARAMETERS { \
        NEXT(name); \
        if (FAILS(WRITE)) return -1; \
        if (size > 1 && FAILS(SHORT)) size /= 2; \
        return next(file, from, size __VA_ARGS__); \
    }
WRITES(write, (int file, const void *from, size_t size))
WRITES(pwrite, (int file, const void *from, size_t size, off_t place), , place)
WRITES(pwrite64, (int file, const void *from, size_t size, off64_t place), , place)
STAND_BEFORE(WRITE, ssize_t, writev, (int file, const struct iovec *from, int count), (file, from, count))
STAND_BEFORE(SYNC, int, fsync, (int file), (file))
STAND_BEFORE(SYNC, int, fdatasync, (int file), (file))
STAND_BEFORE(RENAME, int, rename, (const char *from, const char *to), (from, to))
STAND_BEFORE(RENAME, int, renameat, (int a, const char *from, int b, const char *to), (a, from, b, to))
STAND_BEFORE(RENAME, int, renameat2, (int a, const char *from, int b, const char *to, unsigned how), (a, from, b, to, how))
STAND_BEFORE(RENAME, int, link, (const char *from, const char *to), (from, to))
STAND_BEFORE(RENAME, int, symlink, (const char *from, const char *to), (from, to))
STAND_BEFORE(UNLINK, int, unlink, (const char *path), (path))
STAND_BEFORE(UNLINK, int, unlinkat, (int folder, const char *path, int how), (folder, path, how))
STAND_BEFORE(UNLINK, int, rmdir, (const char *path), (path))
STAND_BEFORE(TRUNCATE, int, ftruncate, (int file, off_t size), (file, size))
STAND_BEFORE(TRUNCATE, int, ftruncate64, (int file, off64_t size), (file, size))
int close(int file) {
    NEXT(close);
    // It is closed all the same, as on Linux.
    int result = next(file);
    return FAILS(CLOSE) ? -1 : result;
}
STAND_BEFORE(STAT, int, stat, (const char *path, struct stat *facts), (path, facts))
STAND_BEFORE(STAT, int, stat64, (const char *path, struct stat64 *facts), (path, facts))
STAND_BEFORE(STAT, int, lstat, (const char *path, struct stat *facts), (path, facts))
STAND_BEFORE(STAT, int, lstat64, (const char *path, struct stat64 *facts), (path, facts))
STAND_BEFORE(STAT, int, fstat, (int file, struct stat *facts), (file, facts))
STAND_BEFORE(STAT, int, fstat64, (int file, struct stat64 *facts), (file, facts))
STAND_BEFORE(STAT, int, access, (const char *path, int how), (path, how))
STAND_BEFORE(STAT, ssize_t, readlink, (const char *path, char *to, size_t size), (path, to, size))
STAND_BEFORE(STAT, int, chmod, (const char *path, mode_t mode), (path, mode))
STAND_BEFORE(STAT, int, fchmod, (int file, mode_t mode), (file, mode))
STAND_BEFORE(FOLDER, int, mkdir, (const char *path, mode_t mode), (path, mode))
DIR *opendir(const char *path) {
    NEXT(opendir);
    return FAILS(FOLDER) ? NULL : next(path);
}
STAND_BEFORE(SEEK, off_t, lseek, (int file, off_t place, int from), (file, place, from))
STAND_BEFORE(SEEK, off64_t, lseek64, (int file, off64_t place, int from), (file, place, from))
#define CONTROLS(name) \
    int name(int file, int what, ...) { \
        NEXT(name); \
        va_list rest; \
        va_start(rest, what); \
        void *argument = va_arg(rest, void *); \
        va_end(rest); \
        return FAILS(LOCK) ? -1 : next(file, what, argument); \
    }
CONTROLS(fcntl)
CONTROLS(fcntl64)
void *mmap(void *place, size_t size, int protection, int flags, int file, off_t offset) {
    NEXT(mmap);
    return !(flags & MAP_ANONYMOUS) && FAILS(MAP) ? MAP_FAILED : next(place, size, protection, flags, file, offset);
}
void *mmap64(void *place, size_t size, int protection, int flags, int file, off64_t offset) {
    NEXT(mmap64);
    return !(flags & MAP_ANONYMOUS) && FAILS(MAP) ? MAP_FAILED : next(place, size, protection, flags, file, offset);
}

/* The net. */
STAND_BEFORE(SOCKET, int, socket, (int family, int type, int protocol), (family, type, protocol))
STAND_BEFORE(SOCKET, int, socketpair, (int family, int type, int protocol, int both[2]), (family, type, protocol, both))
STAND_BEFORE(SOCKET, int, pipe, (int both[2]), (both))
STAND_BEFORE(SOCKET, int, pipe2, (int both[2], int flags), (both, flags))
STAND_BEFORE(SOCKET, int, setsockopt, (int file, int level, int name, const void *value, socklen_t size),
             (file, level, name, value, size))
STAND_BEFORE(CONNECT, int, connect, (int file, const struct sockaddr *address, socklen_t size), (file, address, size))
STAND_BEFORE(LISTEN, int, bind, (int file, const struct sockaddr *address, socklen_t size), (file, address, size))
STAND_BEFORE(LISTEN, int, listen, (int file, int backlog), (file, backlog))
STAND_BEFORE(LISTEN, int, accept, (int file, struct sockaddr *address, socklen_t *size), (file, address, size))
STAND_BEFORE(LISTEN, int, accept4, (int file, struct sockaddr *address, socklen_t *size, int flags), (file, address, size, flags))
STAND_BEFORE(TALK, ssize_t, recv, (int file, void *to, size_t size, int flags), (file, to, size, flags))
STAND_BEFORE(TALK, ssize_t, send, (int file, const void *from, size_t size, int flags), (file, from, size, flags))
STAND_BEFORE(POLL, int, poll, (struct pollfd *files, nfds_t count, int timeout), (files, count, timeout))
int getaddrinfo(const char *host, const char *port, const struct addrinfo *hints, struct addrinfo **list) {
    NEXT(getaddrinfo);
    return FAILS(RESOLVE) ? EAI_AGAIN : next(host, port, hints, list);
}

/* Programs, threads, terminals. */
pid_t fork(void) {
    NEXT(fork);
    return FAILS(START) ? -1 : next();
}
int posix_spawnp(pid_t *process, const char *file, const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attributes,
                 char *const arguments[], char *const environment[]) {
    NEXT(posix_spawnp);
    return FAILS(START) ? number : next(process, file, actions, attributes, arguments, environment);
}
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument) {
    NEXT(pthread_create);
    return FAILS(START) ? EAGAIN : next(thread, attributes, run, argument);
}
STAND_BEFORE(TERMINAL, int, tcgetattr, (int file, struct termios *settings), (file, settings))
STAND_BEFORE(TERMINAL, int, tcsetattr, (int file, int when, const struct termios *settings), (file, when, settings))
int ioctl(int file, unsigned long what, ...) {
    NEXT(ioctl);
    va_list rest;
    va_start(rest, what);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    return FAILS(TERMINAL) ? -1 : next(file, what, argument);
}
void *dlopen(const char *path, int flags) {
    NEXT(dlopen);
    return FAILS(RESOLVE) ? NULL : next(path, flags);
}
