#include <sqlite3.h>

/* What takes a variable number of arguments, which Swift cannot call, and what is a macro with a cast. */

/* The file's schema runs nothing and cannot be bent; returns a result code. */
static inline int trove_sqlite3_harden(sqlite3 *database) {
  int code = sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  if (code != SQLITE_OK) return code;
  return sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
}

/* Closing leaves the files as they are. */
static inline int trove_sqlite3_leave_files(sqlite3 *database) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

/* Binds a copy of a text. */
static inline int trove_sqlite3_bind_text(sqlite3_stmt *statement, int index, const char *text, int count) {
  return sqlite3_bind_text(statement, index, text, count, SQLITE_TRANSIENT);
}

/* Ends a statement that takes more than so many steps of the virtual machine. */
static inline int trove_sqlite3_enough(void *nothing) {
  (void)nothing;
  return 1;
}
static inline void trove_sqlite3_limit_work(sqlite3 *database, int steps) {
  sqlite3_progress_handler(database, steps, trove_sqlite3_enough, (void *)0);
}
