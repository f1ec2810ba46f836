internal import Doctor
internal import GeoFormats
internal import HuntDomain

/// What the doctor has heard so far: lines in, facts out; without clock or socket.
struct Hearing: ~Copyable {
  private let device: String?
  private let reader = GPSDReportReader()
  private var known = DaemonFacts(.mute)
  private var beginning: [UInt8] = []
  private(set) var greetedAt: Duration?

  /// Listens for one receiver, or for any.
  init(device: String?) { self.device = device }

  /// Receivers that are kept: gpsd itself has room for four, or sixteen in special builds.
  private static let mostDevices = 16
  /// Bytes of a stranger's first words.
  private static let longestQuote = 60
  /// Every line of a gpsd begins so.
  private static let prefix = Array(#"{"class":""#.utf8)

  var isGreeted: Bool { greetedAt != nil }
  /// Nothing can get better, or it is clear that this is no gpsd.
  var isDone: Bool {
    if case .stranger = known.answer { return true }
    return known.isBest || known.refusesDevice && known.hasListedDevices
  }
  /// gpsd has no receiver at all, as far as it said.
  var hasNothingToHear: Bool { !known.hasReports && known.hasListedDevices && known.devices.isEmpty }

  var progress: GPSDInspection.Progress { isGreeted ? .listening(satellites: known.seen) : .calling }

  /// Takes what came, as bytes and as the lines that they complete.
  mutating func hear(_ bytes: ArraySlice<UInt8>, as lines: [[UInt8]], at now: Duration) {
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
    case .sky(let count, _):
      (known.seen, known.used) = (count?.visible ?? known.seen, count?.used ?? known.used)
    default: break
    }
  }

  /// What a stranger said, up to its first line end.
  private var firstWords: String {
    SafeText.clean(String(decoding: beginning.prefix { $0 != 0x0D && $0 != 0x0A }, as: UTF8.self), limit: 40)
  }

  /// What was heard, now that the call is over.
  func facts(hungUp: Bool, after listened: Duration) -> DaemonFacts {
    var facts = known
    facts.listened = listened
    facts.hungUp = hungUp && isGreeted
    if facts.answer == .mute, hungUp { facts.answer = beginning.isEmpty ? .closed : .stranger(says: firstWords) }
    return facts
  }
}
