import Foundation
import GeoFormats
import Geodesy
import Numbers
import ProcessTesting
import ReceiverFeed
import Testing

/// A feed of sentences, a real gpsd that reads them, and gpspipe that says what gpsd made of them.
@Suite(
  "A feed through a real gpsd", .enabled(if: hasGPSD, "gpsd or gpspipe is not installed"),
  .timeLimit(.minutes(5)))
struct FeedThroughGPSDLiveTests {
  /// What gpsd says while `walk` is published, until it has heard of the last epoch.
  ///
  /// The start is said again and again until gpsd knows what kind of receiver it has, and where something may get lost
  /// the end as well.
  private func reports(
    of walk: [ReceiverEpoch], by server: FeedServer, _ gpsd: RealGPSD, mayLose: Bool = false
  ) async throws -> [String] {
    let output = FileManager.default.temporaryDirectory.appending(path: "feed-\(gpsd.port).json")
    defer { try? FileManager.default.removeItem(at: output) }
    try await gpsd.start()
    defer { gpsd.kill() }
    let gpspipe = try ChildProcess([gpsdProgram("gpspipe") ?? "", "-w", "127.0.0.1:\(gpsd.port)"], output: output.path)
    defer { gpspipe.kill() }
    #expect(await lines(of: output) { $0.contains { $0.contains("\"WATCH\"") } } != nil)
    let first = server.publish([walk[0]], every: .milliseconds(100))
    defer { first.cancel() }
    #expect(await lines(of: output) { $0.contains { $0.contains("\"lat\"") } } != nil)
    first.cancel()
    _ = await first.value
    for epoch in walk.dropFirst() {
      server.publish(epoch)
      try await Task.sleep(for: .milliseconds(30))
    }
    // gpsd says the last epoch, and everything of it, when another one begins.
    let end = CivilTime(milliseconds: walk[walk.count - 2].time).isoText
    let last = mayLose ? server.publish(walk.suffix(2), every: .milliseconds(100)) : nil
    defer { last?.cancel() }
    let said = await lines(of: output) { lines in
      lines.contains { $0.contains("\"TPV\"") && $0.contains(end) }
    }
    return try #require(said)
  }

  private func lines(of file: URL, until isEnough: ([String]) -> Bool) async -> [String]? {
    for _ in 0..<1200 {
      if let data = try? Data(contentsOf: file) {
        // The last line may be written only in part as yet.
        let whole = data[..<(data.lastIndex(of: 0x0A) ?? data.startIndex)]
        let lines = String(decoding: whole, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
        if isEnough(lines) { return lines }
      }
      try? await Task.sleep(for: .milliseconds(50))
    }
    return nil
  }

  private func object(_ line: String) -> [String: Any]? {
    (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any]
  }

  /// Every position is that of the epoch of its time, to the last digit of the sentences; returns the epochs heard.
  private func expectSameWalk(_ walk: [ReceiverEpoch], _ lines: [String]) throws -> Set<Int64> {
    let known = Dictionary(uniqueKeysWithValues: walk.map { (CivilTime(milliseconds: $0.time).isoText, $0) })
    var heard: Set<Int64> = []
    for report in lines.compactMap(object) where report["class"] as? String == "TPV" {
      guard let latitude = report["lat"] as? Double, let longitude = report["lon"] as? Double else { continue }
      let epoch = try #require(known[report["time"] as? String ?? ""], "\(report)")
      let place = try #require(epoch.position)
      // Half a unit of seven decimals of a minute, and half of nine decimals of a degree.
      #expect(abs(latitude - place.latitude) < 1.5e-9 && abs(longitude - place.longitude) < 1.5e-9)
      heard.insert(epoch.time)
    }
    return heard
  }

  @Test("read from the pseudo-terminal, gpsd tells the same walk, every epoch of it")
  func terminal() async throws {
    let server = try feedServer([.terminal(link: nil)], onPort: false)
    let walk = try FeedSamples.walk(60, step: .milliseconds(200))
    let lines = try await reports(of: walk, by: server, RealGPSD(device: #require(server.terminals.first).path))
    let heard = try expectSameWalk(walk, lines)
    // The last one may still wait for its end.
    #expect(heard.isSuperset(of: walk.dropLast().map(\.time)))
    try expectSameShape(walk, lines)
    server.close(grace: .zero)
  }

  @Test("read by UDP, gpsd tells the same walk")
  func datagrams() async throws {
    let port = try freePort(SOCK_DGRAM)
    let server = try feedServer([.datagrams(host: "127.0.0.1", port: port)], onPort: false)
    let walk = try FeedSamples.walk(60, step: .milliseconds(200))
    let lines = try await reports(of: walk, by: server, RealGPSD(device: "udp://127.0.0.1:\(port)"), mayLose: true)
    // A datagram may get lost where the machine is busy; what arrives is right.
    #expect(try expectSameWalk(walk, lines).count > 30)
    server.close(grace: .zero)
  }

  /// Our own reports look as those that gpsd made of our sentences: the same classes in the same order, and of each
  /// no field that gpsd does not have, none of another type, none of another value.
  private func expectSameShape(_ walk: [ReceiverEpoch], _ lines: [String]) throws {
    let kinds = lines.map { String($0.dropFirst(10).prefix(3)) }
    let complete = try #require(lines.lastIndex { $0.contains("\"SKY\"") && $0.contains("\"hdop\"") })
    let start = try #require(kinds[..<complete].lastIndex(of: "TPV"))
    let time = try #require(object(lines[start])?["time"] as? String)
    let epoch = try #require(walk.first { CivilTime(milliseconds: $0.time).isoText == time })
    let bulletin = EncodedEpoch(epoch, device: "/dev/trove")
    let ours = String(decoding: bulletin.reports, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    #expect(ours.map { String($0.dropFirst(10).prefix(3)) } == ["TPV", "SKY", "GST", "ATT"])
    let cycle = kinds[start...].prefix(4)
    #expect(Array(cycle) == Array(["TPV", "SKY", "GST", "ATT"].prefix(cycle.count)))
    for (mine, theirs) in zip(ours, lines[start...]) where !mine.contains("\"ATT\"") {
      let (mine, theirs) = (try #require(object(mine)), try #require(object(theirs)))
      for (name, value) in mine where name != "device" { expectAlike(name, value, theirs[name]) }
    }
  }

  private func expectAlike(_ name: String, _ mine: Any, _ theirs: Any?) {
    switch (mine, theirs) {
    case (let mine as String, let theirs as String): #expect(mine == theirs, "\(name)")
    case (let mine as [[String: Any]], let theirs as [[String: Any]]):
      #expect(mine.count == theirs.count && Set(mine[0].keys) == Set(theirs[0].keys), "\(name)")
      for (left, right) in zip(mine, theirs) {
        for key in ["PRN", "svid", "used"] { #expect(left[key] as? Int == right[key] as? Int) }
        // Sentences have whole degrees and decibels.
        for key in ["el", "az", "ss"] {
          #expect(abs((left[key] as? Double ?? 999) - (right[key] as? Double ?? -999)) <= 0.5)
        }
      }
    case (let mine as Double, let theirs as Double):
      // What gpsd computes from two decimals of a dilution, or has from its own table of skies, is near ours.
      let isExact = ["mode", "lat", "lon", "altMSL", "alt", "track", "ept", "nSat", "uSat"].contains(name)
      let tolerance = isExact ? 0.005 : name == "speed" ? 0.001 : 0.2 + abs(mine) * 0.05
      #expect(abs(mine - theirs) <= tolerance, "\(name): \(mine), gpsd has \(theirs)")
    default: Issue.record("gpsd has no \(name), or of another type: \(String(describing: theirs))")
    }
  }
}
