internal import Foundation
internal import SystemKit

/// Where programs of gpsd are; they often lie outside of a user's path.
package func gpsdProgram(_ name: String) -> String? {
  let path = (ProcessInfo.processInfo.environment["PATH"] ?? "") + ":/usr/sbin:/usr/local/sbin"
  return path.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
}

/// Whether the tests with a real gpsd can run.
package let hasGPSD = gpsdProgram("gpsd") != nil && gpsdProgram("gpspipe") != nil

/// A real gpsd on a port of its own, fed over UDP by the test.
package final class RealGPSD: Sendable {
  package let port: UInt16
  private let feedPort: UInt16
  private let devices: [String]
  private let opensAtOnce: Bool
  /// What gpsfake plays to the daemon that it starts, each as a receiver of its own; nothing without gpsfake.
  private let logs: [String]
  private let feed: CInt
  private let child = Guarded<ChildProcess?>(nil)

  /// Prepares a gpsd with one UDP receiver, or with none; ``start()`` starts it.
  package init(hasReceiver: Bool = true) throws {
    port = try freePort(SOCK_STREAM)
    feedPort = try freePort(SOCK_DGRAM)
    devices = hasReceiver ? ["udp://127.0.0.1:\(feedPort)"] : []
    feed = newSocket(SOCK_DGRAM)
    opensAtOnce = true
    logs = []
  }

  /// Prepares a gpsd that gpsfake plays logs to, round and round, each as a receiver of its own.
  package init(logs: [String]) throws {
    port = try freePort(SOCK_STREAM)
    (feedPort, devices, opensAtOnce) = (0, [], true)
    feed = newSocket(SOCK_DGRAM)
    self.logs = logs
  }

  /// Prepares a gpsd that reads a device of the test's: a path, or `udp://HOST:PORT`.
  ///
  /// It opens the device when it starts, or, as daemons of users do, when its first client comes.
  package init(device: String, opensAtOnce: Bool = true) throws {
    port = try freePort(SOCK_STREAM)
    feedPort = 0
    devices = [device]
    self.opensAtOnce = opensAtOnce
    feed = newSocket(SOCK_DGRAM)
    logs = []
  }

  deinit {
    if child.withLock({ $0 != nil }) { kill() }
    close(feed)
  }

  /// Starts the daemon and waits until it takes connections.
  ///
  /// On a busy machine a gpsd sometimes runs without ever listening; after twenty seconds it is killed and started
  /// again, twice at most. So is one that gpsfake has not told of its receiver: it does not where the daemon has made
  /// its socket for such words, but does not listen there yet.
  ///
  /// Throws: when it ends instead, or takes none within a minute.
  package func start() async throws {
    for _ in 0..<3 {
      if try await listens() { return }
      kill()
    }
    throw TimedOut("a connection to gpsd")
  }

  /// Starts the daemon; returns whether it takes connections, and knows its receiver, within twenty seconds.
  private func listens() async throws -> Bool {
    try await waitUntilFree(port)
    // As root, gpsd changes its user and leaves shared memory behind; with a key of its own it disturbs nobody.
    let drop = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
    let daemon =
      [gpsdProgram("gpsd") ?? "gpsd", "-N", "-S", "\(port)", "-F", control] + (opensAtOnce ? ["-n"] : []) + devices
    let player = [gpsdProgram("gpsfake") ?? "gpsfake", "-q", "-n", "-c", "0.02", "-P", "\(port)"] + logs
    let command = (getuid() == 0 ? drop : []) + (logs.isEmpty ? daemon : player)
    let started = try ChildProcess(command, environment: ["GPSD_SHM_KEY": "0x" + String(memoryKey, radix: 16)])
    child.withLock { $0 = started }
    let limit = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < limit {
      // Its port may have been taken by somebody else meanwhile, who takes connections as well.
      guard !started.hasEnded else { throw POSIXError(.ECHILD) }
      if takesConnections(port) {
        if logs.isEmpty { return true }
        return try await knowsReceiver()
      }
      try await Task.sleep(for: .milliseconds(20))
    }
    return false
  }

  /// Whether the daemon knows a receiver within two seconds.
  private func knowsReceiver() async throws -> Bool {
    let limit = ContinuousClock.now + .seconds(2)
    while ContinuousClock.now < limit {
      let run = try await Command.run(
        gpsdProgram("gpspipe") ?? "gpspipe", ["-w", "-n", "2", "127.0.0.1:\(port)"], limit: 2)
      if run.output.contains(#""path":"/dev/"#) { return true }
      try await Task.sleep(for: .milliseconds(100))
    }
    return false
  }

  /// Kills the daemon with SIGKILL.
  package func kill() {
    child.withLock {
      $0?.kill()
      $0 = nil
    }
    unlink(control)
    // What is killed cannot clean up its shared memory.
    let segment = shmget(memoryKey, 0, 0)
    if segment >= 0 { shmctl(segment, IPC_RMID, nil) }
  }

  /// Tells the daemon what udev tells it when a receiver is plugged in or out.
  ///
  /// Throws: when the daemon refuses.
  package func plug(_ path: String) async throws { try await tell("add", path) }
  package func unplug(_ path: String) async throws { try await tell("remove", path) }

  private func tell(_ word: String, _ path: String) async throws {
    let run = try await Command.run(
      gpsdProgram("gpsdctl") ?? "gpsdctl", [word, path], environment: ["GPSD_SOCKET": control], limit: 60)
    guard run.status == 0 else { throw POSIXError(.ENODEV) }
  }

  private var control: String { "/tmp/gpsd-test-\(port).sock" }

  /// A key for shared memory that no other gpsd uses.
  private var memoryKey: key_t { 0x4760_0000 | key_t(port) }

  /// Sends a sentence, as a receiver does.
  package func send(_ sentence: String) { send(bytes: Array((sentence + "\r\n").utf8)) }

  /// Sends bytes, as a receiver with a language of its own does.
  package func send(bytes: [UInt8]) {
    var address = loopback(feedPort)
    _ = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        sendto(feed, bytes, bytes.count, 0, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
