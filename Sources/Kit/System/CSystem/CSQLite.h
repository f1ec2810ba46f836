#include <fcntl.h>
#include <sqlite3.h>
#include <string.h>
#include <time.h>

/* What takes a variable number of arguments, which Swift cannot call, and what is a macro with a cast. */

/* The file's schema runs nothing, but views where `views` is not 0, and cannot be bent; returns a result code. */
static inline int trove_sqlite3_harden(sqlite3 *database, int views) {
  int code = sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  if (code == SQLITE_OK) code = sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
  if (code == SQLITE_OK) code = sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)0);
  if (code == SQLITE_OK) code = sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_VIEW, views, (int *)0);
  return code;
}

static inline int trove_sqlite3_given_name(sqlite3_vfs *vfs, const char *name, int size, char *result) {
  (void)vfs;
  sqlite3_snprintf(size, result, "%s", name);
  return SQLITE_OK;
}

/* SQLite follows links itself, and opens no others. */
static inline int trove_sqlite3_open(const char *name, int flags, int mode) {
  return open(name, strncmp(name, "/proc/", 6) == 0 ? flags & ~O_NOFOLLOW : flags, mode);
}

/* To be called once: the name of a VFS that opens files by the names that it is given, without looking where links lead,
   so that it opens a file that has no name by its descriptor in /proc; 0 if there is none. */
static inline const char *trove_sqlite3_make_vfs(void) {
  static sqlite3_vfs vfs;
  const sqlite3_vfs *usual = sqlite3_vfs_find((const char *)0);
  if (!usual) return (const char *)0;
  vfs = *usual;
  vfs.pNext = (sqlite3_vfs *)0;
  vfs.zName = "trove-descriptors";
  vfs.xFullPathname = trove_sqlite3_given_name;
  if (vfs.xSetSystemCall(&vfs, "open", (sqlite3_syscall_ptr)trove_sqlite3_open) != SQLITE_OK) return (const char *)0;
  return sqlite3_vfs_register(&vfs, 0) == SQLITE_OK ? vfs.zName : (const char *)0;
}

/* Closing leaves the files as they are. */
static inline int trove_sqlite3_leave_files(sqlite3 *database) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

/* Binds a copy of a text. */
static inline int trove_sqlite3_bind_text(sqlite3_stmt *statement, int index, const char *text, int count) {
  return sqlite3_bind_text(statement, index, text, count, SQLITE_TRANSIENT);
}

/* What the statements of a connection may take, and have taken since the count began. */
struct trove_sqlite3_work {
  int most_turns, turns;
  long long most_nanoseconds, spent, began, last;
};

/* Steps of the virtual machine from one look at the budget to the next: a step may join values of megabytes. */
#define TROVE_SQLITE3_TURN 200

/* Counts anew. */
static inline void trove_sqlite3_forgive(struct trove_sqlite3_work *work) {
  work->turns = 0;
  work->spent = work->began = work->last = 0;
}

/* Leaves out the time since the last look: it was not SQLite's. */
static inline void trove_sqlite3_resume(struct trove_sqlite3_work *work) {
  work->spent += work->last - work->began;
  work->began = work->last = 0;
}

static inline int trove_sqlite3_enough(void *context) {
  struct trove_sqlite3_work *work = context;
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  work->last = now.tv_sec * 1000000000LL + now.tv_nsec;
  if (work->began == 0) work->began = work->last;
  work->turns += 1;
  return work->turns > work->most_turns || work->spent + work->last - work->began > work->most_nanoseconds;
}

/* Ends statements that take more than the budget. */
static inline void trove_sqlite3_limit_work(sqlite3 *database, struct trove_sqlite3_work *work) {
  sqlite3_progress_handler(database, TROVE_SQLITE3_TURN, trove_sqlite3_enough, work);
}

/* Statements read and nothing else, and a view calls only functions whose results are no larger than their arguments. */
static inline int trove_sqlite3_may(
    void *nothing, int action, const char *one, const char *other, const char *database, const char *view) {
  static const char *const functions[] = {"abs", "coalesce", "count", "ifnull", "iif", "length", "lower", "max", "min",
                                          "nullif", "round", "substr", "substring", "typeof", "upper"};
  (void)nothing, (void)database;
  switch (action) {
  /* How SQLite declares a table of its own pragmas; the file cannot be written. */
  case SQLITE_UPDATE:
    return one && sqlite3_stricmp(one, "sqlite_master") == 0 ? SQLITE_OK : SQLITE_DENY;
  case SQLITE_SELECT:
  case SQLITE_READ:
  case SQLITE_RECURSIVE:
  case SQLITE_PRAGMA:
    return SQLITE_OK;
  case SQLITE_FUNCTION:
    if (!view) return SQLITE_OK;
    for (unsigned long i = 0; other && i < sizeof functions / sizeof *functions; i++)
      if (sqlite3_stricmp(other, functions[i]) == 0) return SQLITE_OK;
    return SQLITE_DENY;
  default:
    return SQLITE_DENY;
  }
}

/* Bounds what the schema of a stranger can ask for, without virtual tables; returns a result code. */
static inline int trove_sqlite3_confine(sqlite3 *database) {
  sqlite3_limit(database, SQLITE_LIMIT_SQL_LENGTH, 256 << 10);
  sqlite3_limit(database, SQLITE_LIMIT_EXPR_DEPTH, 100);
  sqlite3_limit(database, SQLITE_LIMIT_COMPOUND_SELECT, 20);
  sqlite3_limit(database, SQLITE_LIMIT_ATTACHED, 0);
  int code = sqlite3_drop_modules(database, (const char **)0);
  return code == SQLITE_OK ? sqlite3_set_authorizer(database, trove_sqlite3_may, (void *)0) : code;
}
