internal import Foundation
internal import SystemKit

/// A program that runs beside the test and is killed with it.
///
/// It runs under `timeout` and in a process group of its own, so that nothing is left behind even if the test dies.
package final class ChildProcess: Sendable {
  private let pid: pid_t
  private let isRunning = Guarded(true)
  /// Where a game of this child saves, when the test does not say: no test finds what another one has played.
  private let saves = FileManager.default.temporaryDirectory.appending(path: "trove-saves-\(UUID().uuidString)")

  package init(
    _ command: [String], input: String = "/dev/null", output: String = "/dev/null", error: String = "/dev/null",
    environment: [String: String] = [:],
    limit: Int = 120
  ) throws {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
    // A thread of Dispatch's pool blocks most signals, and tmux for one would never hear of its children's end.
    var unblocked = sigset_t()
    sigemptyset(&unblocked)
    posix_spawnattr_setsigmask(&attributes, &unblocked)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, error, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    defer {
      posix_spawnattr_destroy(&attributes)
      posix_spawn_file_actions_destroy(&actions)
    }
    let arguments = (["timeout", "-s", "KILL", "\(limit)"] + command).map { strdup($0) } + [nil]
    let variables = ProcessInfo.processInfo.environment.merging([
      "TROVE_SAVES": saves.path, "TROVE_SESSIONS": saves.path + "/sessions",
    ]) { $1 }
    .merging(environment) { $1 }
    let environment = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { (arguments + environment).forEach { free($0) } }
    var child = pid_t()
    let status = posix_spawnp(&child, "timeout", &actions, &attributes, arguments, environment)
    guard status == 0 else { throw POSIXError(POSIXErrorCode(rawValue: status) ?? .EIO) }
    pid = child
  }

  deinit {
    kill()
    try? FileManager.default.removeItem(at: saves)
  }

  /// How a program ended.
  package struct Ending: Hashable, Sendable {
    /// The exit status; -1 for a program that died by a signal.
    package let status: Int32
    /// The signal that the program died by; 0 for one that ended by itself.
    package let signal: Int32
  }

  /// Waits until the program has ended.
  ///
  /// The wait has a thread of its own. Swift's pool has one thread for each core: a test that blocked one of them would
  /// hold up the tests beside it.
  package func ending() async -> Ending {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: self.wait()) }
    }
  }

  /// Blocks the thread until the program has ended; for the few callers that cannot suspend.
  func wait() -> Ending {
    var status = Int32(0)
    while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
    isRunning.withLock { $0 = false }
    let signal = status & 0x7F
    return signal == 0 ? Ending(status: status >> 8 & 0xFF, signal: 0) : Ending(status: -1, signal: signal)
  }

  /// Whether the program has ended by now.
  package var hasEnded: Bool {
    isRunning.withLock { isRunning in
      if isRunning, waitpid(pid, nil, WNOHANG) == pid { isRunning = false }
      return !isRunning
    }
  }

  /// Asks the program to end, with SIGTERM.
  package func terminate() {
    // timeout passes it on to the program.
    isRunning.withLock { if $0 { _ = Glibc.kill(pid, SIGTERM) } }
  }

  /// Kills the program and its children with SIGKILL.
  package func kill() {
    isRunning.withLock { isRunning in
      guard isRunning else { return }
      isRunning = false
      Glibc.kill(-pid, SIGKILL)
      waitpid(pid, nil, 0)
    }
  }
}
