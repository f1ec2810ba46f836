internal import Glibc
internal import SystemKit

/// Adapter: sentences spoken aloud by `spd-say`, the voice of the desktop's speech dispatcher.
///
/// One sentence after the other, on a thread of its own that is there only while something is to be spoken. The game
/// never waits for it.
package final class Speech: Sendable {
  private struct State {
    var queue = SpeechQueue()
    var isSpeaking = false
    /// The program is missing: it is not started again.
    var isBroken = false
  }

  /// Milliseconds that one sentence may take; a voice that hangs is ended then.
  private static let patience = 30_000
  /// Milliseconds between two looks whether a sentence is spoken.
  private static let look = 20

  private let program: String
  private let environment: [String]
  private let complain: @Sendable (String) -> Void
  private let state = Guarded(State())

  /// - Parameters:
  ///   - program: the name of the program, looked up in the path, or its path.
  ///   - environment: the variables by which the program finds its desktop.
  ///   - complain: told once, as a sentence, when the program cannot be started.
  package init(
    program: String = "spd-say", environment: [String: String], complain: @escaping @Sendable (String) -> Void
  ) {
    self.program = program
    self.environment = environment.map { "\($0)=\($1)" }
    self.complain = complain
  }

  /// Speaks a sentence as soon as those before are spoken.
  ///
  /// - Parameter isPassing: whether it is worth nothing once there is something newer.
  package func say(_ sentence: String, isPassing: Bool = false) {
    let isFirst = state.withLock { state in
      guard !state.isBroken else { return false }
      state.queue.add(sentence, isPassing: isPassing)
      defer { state.isSpeaking = true }
      return !state.isSpeaking
    }
    guard isFirst else { return }
    if !SystemThread.start({ [self] in speak() }) { fail("There is no thread to speak on.") }
  }

  /// Waits until everything queued is spoken, for at most `milliseconds`.
  package func finish(within milliseconds: Int = 8000) {
    for _ in 0..<max(0, milliseconds / Self.look) {
      guard state.withLock(\.isSpeaking) else { return }
      usleep(useconds_t(Self.look * 1000))
    }
  }

  // MARK: - The thread

  private func speak() {
    while let sentence = next() {
      let status = run(sentence)
      if status != 0 {
        return fail(
          "Nothing is spoken: \(program) cannot be started (\(String(cString: strerror(status)))); "
            + "it comes with speech-dispatcher.")
      }
    }
  }

  private func next() -> String? {
    state.withLock { state in
      let sentence = state.queue.next()
      state.isSpeaking = sentence != nil
      return sentence
    }
  }

  private func fail(_ sentence: String) {
    state.withLock { $0 = State(isBroken: true) }
    complain(sentence)
  }

  /// Speaks one sentence to its end; returns why the program could not be started, or 0.
  private func run(_ sentence: String) -> CInt {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    // No shell in between, and behind `--` nothing is an option.
    let words = [program, "--application-name", "trove", "--wait", "--", sentence]
    let arguments = words.map { strdup($0) } + [nil]
    let variables = environment.map { strdup($0) } + [nil]
    defer { (arguments + variables).forEach { free($0) } }
    var child = pid_t()
    let status = posix_spawnp(&child, program, &actions, nil, arguments, variables)
    if status == 0 { wait(for: child) }
    return status
  }

  private func wait(for child: pid_t) {
    for _ in 0..<Self.patience / Self.look {
      let ended = waitpid(child, nil, WNOHANG)
      if ended == child || (ended < 0 && errno != EINTR) { return }
      usleep(useconds_t(Self.look * 1000))
    }
    kill(child, SIGKILL)
    while waitpid(child, nil, 0) < 0 && errno == EINTR {}
  }
}

/// A short queue of sentences to be spoken, which prefers the newest.
///
/// Speaking takes longer than reading. A passing sentence is dropped when any other follows; of the others the oldest
/// is dropped when there are too many.
package struct SpeechQueue: Sendable {
  /// Sentences that wait at one time.
  package static let most = 6

  private var sentences: [(text: String, isPassing: Bool)] = []

  /// Creates an empty queue.
  package init() {}

  /// Adds a sentence.
  ///
  /// - Parameter isPassing: whether it is worth nothing once there is something newer.
  package mutating func add(_ text: String, isPassing: Bool) {
    sentences.removeAll(where: \.isPassing)
    sentences.append((text, isPassing))
    if sentences.count > Self.most { sentences.removeFirst() }
  }

  /// Takes the sentence that is to be spoken next.
  package mutating func next() -> String? { sentences.isEmpty ? nil : sentences.removeFirst().text }
}
