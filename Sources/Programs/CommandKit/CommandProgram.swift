package import ArgumentParser
internal import Glibc

extension ParsableCommand {
  /// Runs the command that `words` ask for, and ends the program as that says; threads of concurrency start only for a
  /// command that needs them, because help shall be there at once.
  ///
  /// - Parameter words: read again on another thread, because a command may not be handed from one to another.
  package static func run(_ words: @escaping @Sendable () -> [String]) {
    holdStandardDescriptors()
    do {
      var command = try command(words())
      if command is any AsyncParsableCommand { runAsynchronously(words) }
      try command.run()
    } catch {
      leave(with: error)
    }
  }

  /// The command that words ask for.
  ///
  /// Throws: the parser's errors, and a request for help; a ``CommandFailure`` for a command that there is not, and for a
  /// mistake in the settings.
  package static func command(_ words: [String]) throws -> any ParsableCommand {
    if let unknown = CommandWords.unknown(in: words, of: self) { throw unknown }
    let words = CommandWords.joined(words)
    let plain = try parseAsRoot(words)
    // Help is there whatever the settings are.
    guard type(of: plain)._commandName != "help" else { return plain }
    do {
      guard let settings = try Settings.own, !settings.entries.isEmpty else { return plain }
      return try settings.applied(to: words, plain, environment: Environment.variables) { try parseAsRoot($0) }
    } catch {
      guard (plain as? any SettingsSelecting)?.tellsOfSettings == true else { throw error }
      return plain
    }
  }

  /// Gives `/dev/null` to the standard descriptors that are closed, or the next file that is opened would get what is meant
  /// for a reader; opened the wrong way round, so that reading and writing fail as they should.
  private static func holdStandardDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest number that is free is this one.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Ends with what an error says, or with the help or the version that was asked for.
  private static func leave(with error: any Error) -> Never {
    if let failure = error as? CommandFailure {
      Output.error(failure.message)
      Glibc.exit(failure.code.rawValue)
    }
    let (text, code) = (HelpPage.laidOut(fullMessage(for: error)), exitCode(for: error))
    if !text.isEmpty, code.isSuccess { Output.write(text + "\n") }
    if !text.isEmpty, !code.isSuccess { Output.error(text) }
    Glibc.exit(code.rawValue)
  }

  private static func runAsynchronously(_ words: @escaping @Sendable () -> [String]) -> Never {
    Task.detached {
      do {
        if var command = try command(words()) as? any AsyncParsableCommand { try await command.run() }
        exit()
      } catch {
        leave(with: error)
      }
    }
    while true { pause() }
  }
}
