package import GeoFormats

/// The daemon's side of one conversation, as a value: bytes in, bytes out.
///
/// It answers as gpsd 3.22 does, with three differences: an incomplete request is buffered, where gpsd refuses both
/// halves; a refused request changes nothing; and a client that keeps sending invalid input is disconnected.
package struct GPSDConversation: Sendable {
  /// The reports that a client has subscribed to.
  struct Policy: Hashable, Sendable {
    var enable = false
    var json = false
    var nmea = false
    var raw = 0
    var scaled = false
    var timing = false
    var split24 = false
    var pps = false
    var device = ""

    mutating func apply(_ change: WatchChange) {
      enable = change.enable
      json = change.json ?? json
      nmea = change.nmea ?? nmea
      raw = change.raw ?? raw
      scaled = change.scaled ?? scaled
      timing = change.timing ?? timing
      split24 = change.split24 ?? split24
      pps = change.pps ?? pps
      device = change.device
    }

    var report: JSONText {
      var report = JSONText()
      report.add("class", "WATCH")
      report.add("enable", enable)
      report.add("json", json)
      report.add("nmea", nmea)
      report.add("raw", raw)
      report.add("scaled", scaled)
      report.add("timing", timing)
      report.add("split24", split24)
      report.add("pps", pps)
      if !device.isEmpty { report.add("device", device) }
      return report
    }
  }

  /// The reply to a client's request.
  package struct Answer: Hashable, Sendable {
    /// The bytes to send.
    package var bytes: [UInt8] = []
    /// Whether to hang up then.
    package var hangsUp = false
  }

  /// Requests that make no sense before the client is sent away; a browser's call has about as many lines.
  package static let patience = 8

  private let device: GPSDWriter.Device
  private var reader = GPSDRequestReader()
  private var policy = Policy()
  private var mistakes = 0

  /// Begins a conversation about a receiver.
  package init(about device: GPSDWriter.Device) { self.device = device }

  /// The first line sent to a client.
  package var greeting: [UInt8] { GPSDWriter.line(GPSDWriter.version) }

  /// Whether the client has subscribed to reports.
  package var isWatching: Bool { policy.enable }

  /// Takes what a client sends; `latest` is the last epoch, `now` is milliseconds since 1970.
  package mutating func receive(
    _ bytes: some Sequence<UInt8>, latest: ReceiverEpoch?, now: Int64
  ) -> Answer {
    var answer = Answer()
    for request in reader.requests(adding: bytes) where !answer.hangsUp {
      answer.bytes += reply(to: GPSDRequest(request), latest, now)
      if mistakes >= Self.patience { answer.hangsUp = true }
    }
    if reader.isOverlong {
      answer.bytes += GPSDWriter.line(GPSDWriter.error("Request too long"))
      answer.hangsUp = true
    }
    return answer
  }

  /// The bytes that a client gets for an epoch: NMEA sentences first, as they come from a receiver.
  package func bytes(of encoded: EncodedEpoch) -> [UInt8] {
    guard policy.enable else { return [] }
    let sentences = policy.nmea || policy.raw > 0 ? encoded.nmea : []
    return policy.json ? sentences + encoded.reports : sentences
  }

  /// The last lines sent to a client: the receiver is gone.
  package var farewell: [UInt8] {
    guard policy.enable, policy.json else { return [] }
    return GPSDWriter.line(GPSDWriter.device(.init(path: device.path, activated: 0)))
  }

  private mutating func reply(to request: GPSDRequest, _ latest: ReceiverEpoch?, _ now: Int64) -> [UInt8] {
    switch request {
    case .version: return good(GPSDWriter.version)
    case .devices: return good(GPSDWriter.devices(device))
    case .poll: return good(GPSDWriter.poll(latest, device: device.path, now: now))
    case .device(let path):
      guard path == nil || path == device.path else { return bad("Can't open \(path ?? "").") }
      return good(GPSDWriter.device(device))
    case .watch(let change):
      if let change {
        guard change.device.isEmpty || change.device == device.path else {
          return bad("No such device as \(change.device)")
        }
        policy.apply(change)
      }
      return good(GPSDWriter.devices(device)) + GPSDWriter.line(policy.report)
    case .refused(let message): return bad(message)
    case .noise:
      mistakes += 1
      return []
    }
  }

  private mutating func good(_ report: JSONText) -> [UInt8] {
    mistakes = 0
    return GPSDWriter.line(report)
  }

  private mutating func bad(_ message: String) -> [UInt8] {
    mistakes += 1
    return GPSDWriter.line(GPSDWriter.error(message))
  }
}
