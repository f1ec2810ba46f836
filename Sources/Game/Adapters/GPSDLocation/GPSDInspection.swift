package import Doctor
internal import GeoFormats
internal import Glibc
internal import HuntDomain
internal import Numbers
internal import SystemKit

/// Asks a gpsd for its receivers and reports, for `trove doctor`: one connection of bounded length, whatever the server
/// does.
package struct GPSDInspection: Sendable {
  /// The step that the inspection waits for.
  package enum Progress: Hashable, Sendable {
    /// gpsd is called, and has not answered yet.
    case calling
    /// The receiver is listened to; how many satellites it sees, once it has said.
    case listening(satellites: Int?)
  }

  private let address: GPSDAddress
  private let patience: Duration
  private let waiting: Duration

  /// The time for the name lookup beyond ``patience``; the system's own limit is far longer.
  private static let resolving = Duration.seconds(5)

  /// Prepares a call: `patience` for the connection and again for the greeting, then `waiting` for a good fix.
  ///
  /// A gpsd that systemd starts for this call needs a second or two before it greets.
  package init(_ address: GPSDAddress, patience: Duration = .seconds(5), waiting: Duration = .seconds(10)) {
    self.address = address
    self.patience = patience
    self.waiting = waiting
  }

  /// Connects, listens, and returns the findings; blocks until done.
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
    // Only the name lookup has no deadline: a stop here means that no server answered for the name.
    return done.isStopped ? result.facts.withLock { $0 } ?? DaemonFacts(.unknownHost) : DaemonFacts(.unknownHost)
  }

  /// The result of the thread.
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
  /// The address as the domain's value, without this module's type.
  package var place: DaemonPlace { DaemonPlace(host: host, port: port, device: device, isHere: isHere) }

  /// Whether the host is this computer, by its usual names, its loopback numbers or its own name.
  private var isHere: Bool {
    let host = host.lowercased()
    let isLoopback = host.hasPrefix("127.") && host.utf8.allSatisfy { "0123456789.".utf8.contains($0) }
    return isLoopback || ["localhost", "ip6-localhost", "ip6-loopback", "::1", HostName.own].contains(host)
  }
}

/// The doctor's call, from the connection to the end: reads lines, keeps the deadlines, asks for receivers now and then.
///
/// A flood is read no faster than the game would, and half a line for ever is no line.
struct Conversation: ~Copyable {
  private let watch: String
  private let patience: Duration
  private let waiting: Duration
  private let began = ContinuousClock.now
  private var hearing: Hearing

  init(_ address: GPSDAddress, patience: Duration, waiting: Duration) {
    watch = address.watchCommand
    self.patience = patience
    self.waiting = waiting
    hearing = Hearing(device: address.device)
  }

  /// The interval of asking gpsd for its receivers: it silently drops one that it cannot open.
  private static let asking = Duration.seconds(1)
  /// The time to listen to a gpsd without receivers: opening one takes less.
  private static let emptiness = Duration.seconds(2)

  /// gpsd needs a moment to list its receivers, however little patience the player has.
  private static let shortest = Duration.milliseconds(500)

  private var now: Duration { ContinuousClock.now - began }

  mutating func facts(
    from connection: borrowing Connection, _ stop: StopSignal, _ onProgress: (GPSDInspection.Progress) -> Void
  ) -> DaemonFacts {
    var (lines, budget, chunk) = (LineBuffer(), ReadBudget(), [UInt8](repeating: 0, count: 16 * 1024))
    var (nextQuestion, said): (Duration, GPSDInspection.Progress) = (Self.asking, .calling)
    connection.send(watch)
    while !stop.isStopped, now < end {
      if hearing.isGreeted, now >= nextQuestion {
        connection.send("?DEVICES;\n")
        nextQuestion = now + Self.asking
      }
      let pause = budget.pause(at: now)
      let deadline = min(end, pause ?? (hearing.isGreeted ? nextQuestion : end))
      guard stop.wait(for: pause == nil ? connection.descriptor : -1, timeout: deadline - now) else { continue }
      switch connection.read(into: &chunk) {
      case .nothing: continue
      case .closed: return hearing.facts(hungUp: true, after: listened)
      case .bytes(let count):
        budget.spend(count, at: now)
        hearing.hear(chunk[..<count], as: lines.lines(adding: chunk[..<count]), at: now)
      }
      if hearing.progress != said {
        said = hearing.progress
        onProgress(said)
      }
      if hearing.isDone { break }
    }
    connection.send("?WATCH={\"enable\":false};\n")
    return hearing.facts(hungUp: false, after: listened)
  }

  private var listened: Duration { hearing.greetedAt.map { now - $0 } ?? .zero }

  /// The current deadline; later findings may move it.
  private var end: Duration {
    guard let greeted = hearing.greetedAt else { return patience }
    // A daemon without devices has nothing to report, so the listening time is short.
    let listening = hearing.hasNothingToHear ? min(waiting, Self.emptiness) : waiting
    return greeted + max(listening, Self.shortest)
  }
}

/// The state of an inspection: lines in, facts out; without clock or socket.
package struct Hearing: ~Copyable {
  private let device: String?
  private let reader = GPSDReportReader()
  private var known = DaemonFacts(.mute)
  private var beginning: [UInt8] = []
  /// Epochs since nothing could get better.
  private var bestEpochs = 0
  /// The receiver's time of the latest position.
  private var latestEpoch: Timestamp?
  private(set) var greetedAt: Duration?

  /// Listens for one receiver, or for any.
  package init(device: String?) { self.device = device }

  /// The most receivers that are listed: gpsd itself handles four, or sixteen in special builds.
  private static let mostDevices = 16
  /// Epochs after which a compass would have spoken.
  ///
  /// gpsd reports it after the position of its epoch, and may report that position once for each sentence; an epoch is
  /// complete when the next one begins. One more is for a compass that is slower than the receiver.
  private static let enoughEpochs = 3
  /// The most bytes quoted from a server that is not gpsd.
  private static let longestQuote = 60
  /// Every line of a gpsd begins so.
  private static let prefix = Array(#"{"class":""#.utf8)

  var isGreeted: Bool { greetedAt != nil }
  /// Whether more listening cannot improve the result, or the server is clearly no gpsd.
  package var isDone: Bool {
    if case .stranger = known.answer { return true }
    return known.isBest && (known.hasCompass || bestEpochs >= Self.enoughEpochs)
      || known.refusesDevice && known.hasListedDevices
  }
  /// gpsd has no receiver at all, as far as it said.
  var hasNothingToHear: Bool { !known.hasReports && known.hasListedDevices && known.devices.isEmpty }

  var progress: GPSDInspection.Progress { isGreeted ? .listening(satellites: known.seen) : .calling }

  /// Takes what came, as bytes and as the lines that they complete.
  package mutating func hear(_ bytes: ArraySlice<UInt8>, as lines: [[UInt8]], at now: Duration) {
    if !isGreeted { beginning += bytes.prefix(Self.longestQuote - beginning.count) }
    for line in lines where !isDone { hear(line, at: now) }
    // Half a line may be a slow gpsd's, unless it begins otherwise.
    let isOther = !isGreeted && zip(beginning, Self.prefix).contains { $0 != $1 }
    if isOther { known.answer = .stranger(says: firstWords) }
  }

  private mutating func hear(_ line: [UInt8], at now: Duration) {
    guard line.starts(with: Self.prefix) else { return }
    if !isGreeted {
      greetedAt = now
      known.answer = .greeted
    }
    let tag = line[Self.prefix.count...].prefix { $0 != UInt8(ascii: "\"") }
    switch String(decoding: tag, as: UTF8.self) {
    case "VERSION": hearVersion(line)
    case "DEVICES": hearDevices(line)
    case "ERROR": known.refusesDevice = known.refusesDevice || device != nil
    case "TPV", "SKY", "ATT", "GST":
      known.hasReports = true
      hearReport(line)
    default: break
    }
  }

  private mutating func hearVersion(_ line: [UInt8]) {
    guard let version = try? JSONDocument(line).root else { return }
    known.release = version["release"]?.text(limit: 20)
    known.protocolMajor = version["proto_major"]?.integer
    known.protocolMinor = version["proto_minor"]?.integer
  }

  private mutating func hearDevices(_ line: [UInt8]) {
    guard let devices = try? JSONDocument(line).root["devices"] else { return }
    known.hasListedDevices = true
    known.devices = devices.elements.prefix(Self.mostDevices).compactMap { device in
      // gpsd's limit for a path is 127 bytes.
      device["path"]?.text(limit: 127).map { DaemonFacts.Device($0, driver: device["driver"]?.text(limit: 40)) }
    }
  }

  private mutating func hearReport(_ line: [UInt8]) {
    switch reader.report(in: line) {
    case .position(let report):
      known.speaksOfPositions = true
      guard let fix = report.fix(at: .zero, satellites: nil) else { return }
      let dimensions = fix.mode == .threeD ? 3 : 2
      known.dimensions = max(known.dimensions ?? 0, dimensions)
      known.accuracy = fix.accuracy ?? known.accuracy
      if known.isBest, report.utc == nil || report.utc != latestEpoch { bestEpochs += 1 }
      latestEpoch = report.utc
    case .sky(let count, _, _):
      (known.seen, known.used) = (count?.visible ?? known.seen, count?.used ?? known.used)
    case .attitude(let heading, let magnetic): known.hasCompass = known.hasCompass || heading != nil || magnetic != nil
    default: break
    }
  }

  /// The first line of a server that is not gpsd.
  private var firstWords: String {
    SafeText.clean(String(decoding: beginning.prefix { $0 != 0x0D && $0 != 0x0A }, as: UTF8.self), limit: 40)
  }

  /// Returns the result of the inspection once the connection has ended.
  package func facts(hungUp: Bool, after listened: Duration) -> DaemonFacts {
    var facts = known
    facts.listened = listened
    facts.hungUp = hungUp && isGreeted
    if facts.answer == .mute, hungUp { facts.answer = beginning.isEmpty ? .closed : .stranger(says: firstWords) }
    return facts
  }
}

extension GPSDAddress {
  /// Whether something takes a call there; blocks for at most `time`.
  package func isAnswered(within time: Duration) -> Bool {
    do {
      _ = try Connection(to: self, within: time, stop: StopSignal())
      return true
    } catch {
      return false
    }
  }
}
