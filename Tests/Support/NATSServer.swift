package import Foundation
internal import SystemKit

/// A real nats-server on a port of its own, with its files in a temporary folder, killed with the test.
package final class NATSServer: Sendable {
  /// The server program: `TROVE_NATS_SERVER`, or the one in the path; `nil` if there is none.
  package static let program: String? = {
    let environment = ProcessInfo.processInfo.environment
    if let named = environment["TROVE_NATS_SERVER"], !named.isEmpty { return named }
    return ((environment["PATH"] ?? "") + ":/usr/sbin:/usr/local/sbin").split(separator: ":")
      .map { "\($0)/nats-server" }.first { access($0, X_OK) == 0 }
  }()

  /// The port for clients.
  package let port: UInt16
  /// Where its files are.
  package let folder: URL
  private let child = Guarded<ChildProcess?>(nil)

  /// Prepares a server; ``start()`` starts it.
  ///
  /// - Parameter configuration: what its configuration says besides address and store; may use the folder.
  package init(_ configuration: (URL) throws -> String = { _ in "" }) throws {
    port = try freePort(SOCK_STREAM)
    folder = FileManager.default.temporaryDirectory.appending(path: "trove-nats-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try configure(try configuration(folder))
  }

  deinit {
    kill()
    try? FileManager.default.removeItem(at: folder)
  }

  /// The server's address, `HOST:PORT`.
  package var address: String { "127.0.0.1:\(port)" }

  /// What the server has written about itself.
  package var log: String { (try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)) ?? "" }

  /// Writes another configuration; ``reload()`` or ``start()`` has the server read it.
  package func configure(_ configuration: String) throws {
    let text = """
      server_name: test
      listen: "127.0.0.1:\(port)"
      pid_file: "\(folder.path)/pid"
      jetstream { store_dir: "\(folder.path)/store", max_mem: 256M, max_file: 1G }
      \(configuration)

      """
    try text.write(to: folder.appending(path: "configuration"), atomically: true, encoding: .utf8)
  }

  /// Starts the server, and waits until it takes connections.
  package func start() async throws {
    try await waitUntilFree(port)
    let started = try ChildProcess([
      Self.program ?? "nats-server", "-c", folder.appending(path: "configuration").path,
      "-l", folder.appending(path: "log").path,
    ])
    child.withLock { $0 = started }
    let limit = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < limit {
      guard !started.hasEnded else { throw TimedOut("a NATS server: \(log.suffix(300))") }
      if takesConnections(port) { return }
      try await Task.sleep(for: .milliseconds(5))
    }
    throw TimedOut("a connection to nats-server")
  }

  /// Kills the server with SIGKILL.
  package func kill() {
    child.withLock {
      $0?.kill()
      $0 = nil
    }
  }

  /// Stops the server where it is, as a computer that hangs, or lets it go on.
  package func pause(_ isPaused: Bool) { signal(isPaused ? SIGSTOP : SIGCONT) }

  /// Has the server read its configuration again.
  package func reload() { signal(SIGHUP) }

  private func signal(_ number: Int32) {
    let text = (try? String(contentsOf: folder.appending(path: "pid"), encoding: .utf8)) ?? ""
    if let pid = pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)), pid > 1 { Glibc.kill(pid, number) }
  }
}
