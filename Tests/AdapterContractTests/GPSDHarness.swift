import Foundation
import GPSDLocation
import Geodesy
import HuntApplication
import HuntDomain

/// A value behind a lock.
///
/// The lock is pthread's, which the thread sanitizer knows; `Synchronization.Mutex` it takes for a race.
final class Guarded<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}

/// A program that runs beside the test and is killed with it.
///
/// It runs under `timeout` and in a process group of its own, so that nothing is left behind even if the test dies.
final class GPSDChild: Sendable {
  private let pid: pid_t
  private let isRunning = Guarded(true)

  init(_ command: [String], output: String = "/dev/null", environment: [String: String] = [:]) throws {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    defer {
      posix_spawnattr_destroy(&attributes)
      posix_spawn_file_actions_destroy(&actions)
    }
    let arguments = (["timeout", "-s", "KILL", "120"] + command).map { strdup($0) } + [nil]
    let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let environment = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { (arguments + environment).forEach { free($0) } }
    var child = pid_t()
    let status = posix_spawnp(&child, "timeout", &actions, &attributes, arguments, environment)
    guard status == 0 else { throw POSIXError(POSIXErrorCode(rawValue: status) ?? .EIO) }
    pid = child
  }

  deinit { kill() }

  /// Kills the program and its children with SIGKILL.
  func kill() {
    isRunning.withLock { isRunning in
      guard isRunning else { return }
      isRunning = false
      Glibc.kill(-pid, SIGKILL)
      waitpid(pid, nil, 0)
    }
  }
}

/// Where programs of gpsd are; they often lie outside of a user's path.
func gpsdProgram(_ name: String) -> String? {
  let path = (ProcessInfo.processInfo.environment["PATH"] ?? "") + ":/usr/sbin:/usr/local/sbin"
  return path.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
}

/// Whether the tests with a real gpsd can run.
let hasGPSD = gpsdProgram("gpsd") != nil && gpsdProgram("gpspipe") != nil

/// The logs of real receivers, kept outside of the repository.
let receiverLogs: URL = {
  let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  let shared = ProcessInfo.processInfo.environment["TROVE_SHARED"].map { URL(filePath: $0) }
  return (shared ?? root.deletingLastPathComponent().appending(path: "shared")).appending(path: "data/nmea/gpsd")
}()

/// A real gpsd on a port of its own, fed over UDP by the test.
final class RealGPSD: Sendable {
  let port: UInt16
  private let feedPort: UInt16
  private let devices: [String]
  private let feed: CInt
  private let child = Guarded<GPSDChild?>(nil)

  /// Prepares a gpsd with one UDP receiver, or with none; ``start()`` starts it.
  init(hasReceiver: Bool = true) throws {
    port = try freePort(SOCK_STREAM)
    feedPort = try freePort(SOCK_DGRAM)
    devices = hasReceiver ? ["udp://127.0.0.1:\(feedPort)"] : []
    feed = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
  }

  deinit { close(feed) }

  var address: GPSDAddress { get throws { try GPSDAddress(parsing: "localhost:\(port)") } }

  /// Starts the daemon and waits until it takes connections.
  func start() async throws {
    // As root, gpsd changes its user and leaves shared memory behind; with a key of its own it disturbs nobody.
    let drop = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
    let control = "/tmp/gpsd-test-\(port).sock"
    let command =
      (getuid() == 0 ? drop : []) + [gpsdProgram("gpsd") ?? "gpsd", "-N", "-n", "-S", "\(port)", "-F", control]
      + devices
    let started = try GPSDChild(command, environment: ["GPSD_SHM_KEY": "0x" + String(memoryKey, radix: 16)])
    child.withLock { $0 = started }
    for _ in 0..<200 {
      if takesConnections { return }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Kills the daemon with SIGKILL.
  func kill() {
    child.withLock {
      $0?.kill()
      $0 = nil
    }
    unlink("/tmp/gpsd-test-\(port).sock")
    // What is killed cannot clean up its shared memory.
    let segment = shmget(memoryKey, 0, 0)
    if segment >= 0 { shmctl(segment, IPC_RMID, nil) }
  }

  /// A key for shared memory that no other gpsd uses.
  private var memoryKey: key_t { 0x4760_0000 | key_t(port) }

  /// Sends a sentence, as a receiver does.
  func send(_ sentence: String) {
    let bytes = Array((sentence + "\r\n").utf8)
    var address = loopback(feedPort)
    _ = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        sendto(feed, bytes, bytes.count, 0, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  private var takesConnections: Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = loopback(port)
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}

/// An address on this machine.
func loopback(_ port: UInt16) -> sockaddr_in {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  return address
}

/// A port that nobody uses now.
func freePort(_ type: __socket_type) throws -> UInt16 {
  let descriptor = try boundSocket(type)
  defer { close(descriptor) }
  return localPort(descriptor)
}

/// A socket on a port of this machine that the kernel chose.
func boundSocket(_ type: __socket_type) throws -> CInt {
  let descriptor = socket(AF_INET, Int32(type.rawValue), 0)
  var address = loopback(0)
  let status = withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
  guard status == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
  return descriptor
}

/// The port of a bound socket.
func localPort(_ descriptor: CInt) -> UInt16 {
  var address = sockaddr_in()
  var size = socklen_t(MemoryLayout<sockaddr_in>.size)
  _ = withUnsafeMutablePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
  }
  return UInt16(bigEndian: address.sin_port)
}

/// What a subscription has brought so far; a test waits for what it expects instead of sleeping.
final class Recorder<Update: Sendable>: Sendable {
  private let recorded = Guarded<(updates: [Update], hasEnded: Bool)>(([], false))
  private let task = Guarded<Task<Void, Never>?>(nil)

  init(_ stream: AsyncStream<Update>) {
    let task = Task { [weak self] in
      for await update in stream { self?.recorded.withLock { $0.updates.append(update) } }
      self?.recorded.withLock { $0.hasEnded = true }
    }
    self.task.withLock { $0 = task }
  }

  deinit { cancel() }

  var updates: [Update] { recorded.withLock { $0.updates } }
  var hasEnded: Bool { recorded.withLock { $0.hasEnded } }

  func cancel() { task.withLock { $0?.cancel() } }

  /// Waits until an update at or after place `start` is as wanted; returns its place, or nothing after 20 s.
  func first(from start: Int = 0, where isWanted: (Update) -> Bool) async -> Int? {
    for _ in 0..<2000 {
      let updates = updates
      if let place = updates.indices.dropFirst(start).first(where: { isWanted(updates[$0]) }) { return place }
      try? await Task.sleep(for: .milliseconds(10))
    }
    return nil
  }

  /// Waits until the stream has ended; returns whether it has within 20 s.
  func ends() async -> Bool {
    for _ in 0..<2000 {
      if hasEnded { return true }
      try? await Task.sleep(for: .milliseconds(10))
    }
    return false
  }
}

extension LocationUpdate {
  var isFix: Bool { if case .fix = self { true } else { false } }
  var isSearching: Bool { if case .searching = self { true } else { false } }
  var lossReason: String? { if case .lost(let reason) = self { reason } else { nil } }
}

/// The sentences of a receiver that walks north-east, made up for the test.
struct NMEAWalk {
  /// One epoch: position, altitude, used satellites, errors, true heading.
  func sentences(_ step: Int) -> [String] {
    let time = String(format: "10%02d%02d.00", step / 60 % 60, step % 60)
    let latitude = String(format: "48%08.5f,N", 8 + Double(step) * 0.0006)
    let longitude = String(format: "011%08.5f,E", 34 + Double(step) * 0.0004)
    return [
      "GPRMC,\(time),A,\(latitude),\(longitude),2.70,33.5,010524,,,A",
      "GPGGA,\(time),\(latitude),\(longitude),1,08,1.0,\(520 + step % 5).0,M,47.0,M,,",
      "GPGSA,A,3,01,02,03,04,05,06,07,08,,,,,1.8,1.0,1.5",
      "GPGST,\(time),1.0,3.0,2.0,45.0,2.5,2.5,4.0",
      "GPHDT,\(String(format: "%.1f", Double(step * 7 % 360))),T",
    ].map(Self.framed)
  }

  /// An epoch of a receiver that sees satellites and has no position.
  func sentencesWithoutFix(_ step: Int) -> [String] {
    let time = String(format: "10%02d%02d.00", step / 60 % 60, step % 60)
    return [
      "GPRMC,\(time),V,,,,,,,010524,,,N", "GPGGA,\(time),,,,,0,00,,,M,,M,,", "GPGSA,A,1,,,,,,,,,,,,,,,",
      "GPGSV,1,1,03,01,40,083,30,02,17,308,28,03,07,344,25",
    ].map(Self.framed)
  }

  private static func framed(_ body: String) -> String {
    "$\(body)*" + String(format: "%02X", body.utf8.reduce(0, ^))
  }
}
