internal import Foundation

/// A terminal of its own that a test can type into and read.
package final class Tmux: Sendable {
  private let socket = "trove-test-\(UInt32.random(in: 0 ... .max))"
  /// Where a game in the terminal saves, when its command does not say.
  private var saves: String { FileManager.default.temporaryDirectory.appending(path: socket + "-saves").path }

  /// Whether tmux is installed.
  package static let isInstalled = hasProgram("tmux")

  /// Starts a command in a window of that size.
  package init(_ command: String, columns: Int, rows: Int) async throws {
    try await run("new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "env LANG=C.UTF-8 \(command); sleep 60")
  }

  deinit {
    // The server would live as long as the command, which may wait for keys for ever. A deinitialiser cannot suspend;
    // this takes some milliseconds.
    _ = try? ChildProcess(["tmux", "-L", socket, "kill-server"], limit: 20).wait()
    // tmux leaves its socket where it was.
    let folder = ProcessInfo.processInfo.environment["TMUX_TMPDIR"] ?? "/tmp"
    unlink("\(folder)/tmux-\(getuid())/\(socket)")
    try? FileManager.default.removeItem(atPath: saves)
  }

  /// Types keys, by tmux's names: `q`, `Enter`, `Down`.
  package func type(_ keys: String...) async throws {
    for key in keys { try await run("send-keys", key) }
  }

  /// Changes the window's size.
  package func resize(columns: Int, rows: Int) async throws {
    try await run("resize-window", "-x", "\(columns)", "-y", "\(rows)")
  }

  /// What is on the screen now.
  package func screen() async throws -> String { try await run("capture-pane", "-p") }

  /// Waits until the screen shows `text`; returns the screen, or nothing after a minute.
  package func wait(for text: String) async throws -> String? { try await wait { $0.contains(text) } }

  /// Waits until the screen shows `text` no more; returns the screen, or nothing after a minute.
  ///
  /// After Escape: a key that comes at once after it would be another one, with Alt.
  package func wait(forNo text: String) async throws -> String? { try await wait { !$0.contains(text) } }

  /// Waits until `isWanted` holds for the screen; returns the screen, or nothing after a minute.
  package func wait(until isWanted: (String) -> Bool) async throws -> String? {
    let end = ContinuousClock.now + .seconds(60)
    repeat {
      let screen = try await screen()
      if isWanted(screen) { return screen }
      // Each look starts a program: looking more often would slow down the tests beside this one.
      try await Task.sleep(for: .milliseconds(80))
    } while ContinuousClock.now < end
    return nil
  }

  /// Whether the terminal is on its alternate screen.
  package var isFullScreen: Bool {
    get async throws { try await run("display-message", "-p", "#{alternate_on}").hasPrefix("1") }
  }

  @discardableResult
  private func run(_ arguments: String...) async throws -> String {
    try await Command.run(
      "tmux", ["-L", socket, "-f", "/dev/null"] + arguments,
      environment: ["TROVE_SAVES": saves, "TROVE_SESSIONS": saves + "/sessions", "TROVE_REGIONS": saves + "/regions"],
      limit: 20
    )
    .output
  }
}
