import Glibc

/// Starts a program with its input and output on a file; its complaints go nowhere.
///
/// No signal is blocked: threads of Dispatch's pool block most, and the child of one would never hear of its end.
///
/// - Parameter hasOwnSession: whether it gets a session of its own, so that a terminal that it opens is its own. The
///   kernel shares the processor among sessions first and then among the programs of each (autogroup, sched(7)), so
///   programs whose loads are compared belong into one.
func spawn(_ command: [String], on file: String, hasOwnSession: Bool = true) -> pid_t? {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer {
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
  }
  // Glibc's name for it does not reach Swift: POSIX_SPAWN_SETSID.
  let ownSession = hasOwnSession ? 0x80 : 0
  posix_spawnattr_setflags(&attributes, Int16(ownSession | Int(POSIX_SPAWN_SETSIGMASK)))
  var nothing = sigset_t()
  sigemptyset(&nothing)
  posix_spawnattr_setsigmask(&attributes, &nothing)
  for descriptor in [STDIN_FILENO, STDOUT_FILENO] {
    posix_spawn_file_actions_addopen(&actions, descriptor, file, O_RDWR, 0)
  }
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
  let words = command.map { strdup($0) } + [nil]
  defer { for word in words { free(word) } }
  var process = pid_t()
  return posix_spawnp(&process, command[0], &actions, &attributes, words, environ) == 0 ? process : nil
}
