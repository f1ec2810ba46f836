import CommandKit
import Glibc

/// The program `trove-host`, which hosts events: players do without it.
enum HostProgram {
  private static let name = "trove-host"

  /// Goes on as that program, with the words behind `trove event`; returns why that is not possible.
  static func become() -> CommandFailure {
    let words = [name] + CommandLine.arguments.drop { $0 != "event" }.dropFirst()
    // Threads of concurrency block signals, and the program would begin with that.
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
    var arguments = words.map { strdup($0) } + [nil]
    if let slash = Environment.program.lastIndex(of: "/") {
      execv(Environment.program[...slash] + name, &arguments)
    }
    execvp(name, &arguments)
    for argument in arguments { free(argument) }
    return CommandFailure(
      "Hosting needs \(name), which is neither beside trove nor in the PATH: install it, or build it with "
        + "`script/release \(name)`.", .unavailable)
  }
}
