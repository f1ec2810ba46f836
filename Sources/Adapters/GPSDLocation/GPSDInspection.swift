package import Doctor
internal import Glibc
internal import Locking
internal import SystemKit

/// Asks a gpsd what it has and hears, for `trove doctor`: one call, of bounded length, whatever the other side does.
package struct GPSDInspection: Sendable {
  /// What is being waited for.
  package enum Progress: Hashable, Sendable {
    case calling
    /// The receiver is listened to; how many satellites it sees, once it has said.
    case listening(satellites: Int?)
  }

  private let address: GPSDAddress
  private let patience: Duration
  private let waiting: Duration

  /// How long the resolver may take beyond ``patience``; its own limit is a matter of the system's and far longer.
  private static let resolving = Duration.seconds(5)

  /// Prepares a call: `patience` for the connection and again for the greeting, then `waiting` for a good fix.
  ///
  /// A gpsd that systemd starts for this call needs a second or two before it greets.
  package init(_ address: GPSDAddress, patience: Duration = .seconds(5), waiting: Duration = .seconds(10)) {
    self.address = address
    self.patience = patience
    self.waiting = waiting
  }

  /// Calls, listens, and returns what that brought; blocks as long.
  ///
  /// `onProgress` hears about every change, on another thread.
  package func facts(onProgress: @escaping @Sendable (Progress) -> Void = { _ in }) -> DaemonFacts {
    let result = Result()
    let (done, stop) = (StopSignal(), StopSignal())
    let isRunning = SystemThread.start {
      result.facts.withLock { $0 = DaemonFacts(calling: address, inspection: self, stop, onProgress) }
      done.stop()
    }
    guard isRunning else { return DaemonFacts(.unreachable("the system has no thread left")) }
    let end = ContinuousClock.now + patience * 2 + waiting + Self.resolving
    while !done.isStopped, ContinuousClock.now < end { _ = done.wait(timeout: end - .now) }
    stop.stop()
    // Only the resolver knows no deadline: what takes so long is a name that nobody answers for.
    return done.isStopped ? result.facts.withLock { $0 } ?? DaemonFacts(.unknownHost) : DaemonFacts(.unknownHost)
  }

  /// Where the thread leaves what it found.
  private final class Result: Sendable {
    let facts = Guarded<DaemonFacts?>(nil)
  }

  fileprivate func call(_ stop: StopSignal, _ onProgress: (Progress) -> Void) -> DaemonFacts {
    onProgress(.calling)
    do {
      let connection = try Connection(to: address, within: patience, stop: stop)
      var conversation = Conversation(address, patience: patience, waiting: waiting)
      return conversation.facts(from: connection, stop, onProgress)
    } catch {
      return DaemonFacts(error.answer)
    }
  }
}

extension DaemonFacts {
  fileprivate init(
    calling address: GPSDAddress, inspection: GPSDInspection, _ stop: StopSignal,
    _ onProgress: (GPSDInspection.Progress) -> Void
  ) {
    self = inspection.call(stop, onProgress)
  }
}

extension ConnectionFailure {
  fileprivate var answer: DaemonFacts.Answer {
    switch self {
    case .noAnswer: .unanswered
    case .system(let number): .unreachable(systemText(number))
    case .refused: .refused
    case .unknownHost: .unknownHost
    }
  }
}

extension GPSDAddress {
  /// The same for those who know nothing of addresses.
  package var place: DaemonPlace { DaemonPlace(host: host, port: port, device: device, isHere: isHere) }

  /// Whether the host is this computer, by its usual names, its loopback numbers or its own name.
  private var isHere: Bool {
    let host = host.lowercased()
    let isLoopback = host.hasPrefix("127.") && host.utf8.allSatisfy { "0123456789.".utf8.contains($0) }
    return isLoopback || ["localhost", "ip6-localhost", "ip6-loopback", "::1", Self.ownName].contains(host)
  }

  private static var ownName: String {
    var name = [UInt8](repeating: 0, count: 256)
    let status = name.withUnsafeMutableBytes { raw in
      raw.baseAddress.map { gethostname($0.assumingMemoryBound(to: CChar.self), raw.count - 1) } ?? -1
    }
    return status == 0 ? String(decoding: name.prefix { $0 != 0 }, as: UTF8.self).lowercased() : ""
  }
}
