import Foundation
import ProcessTesting
import Testing

@Suite("When simulated games begin")
struct StartTimeTests {
  /// A hunt at 48° north, 15.6° east, whose second treasure can be found from ten to eleven o'clock of a day.
  ///
  /// It lies 300 m from the first: a date must be reported for a minute before it closes anything.
  private func hunt(in folder: ScratchFolder) throws -> String {
    try """
    {"type":"FeatureCollection","trove":{"type":"hunt","version":2,"title":"Market"},"features":[{"type":"Feature",
    "properties":{"id":"gate","name":"Gate"},"geometry":{"type":"Point","coordinates":[15.6,48.0]}},{"type":"Feature",
    "properties":{"id":"stall","name":"Stall","window":{"from":"2026-07-01T10:00:00Z","to":"2026-07-01T11:00:00Z"}},
    "geometry":{"type":"Point","coordinates":[15.604,48.0]}}]}
    """.write(toFile: folder.file("market.geojson"), atomically: true, encoding: .utf8)
    return folder.file("market.geojson")
  }

  private func gpx(_ folder: ScratchFolder, times: [String]) throws -> String {
    let points = times.enumerated().map { index, time in
      "<trkpt lat=\"47.999\(7 + index)\" lon=\"15.6\">\(time)</trkpt>"
    }
    try "<gpx version=\"1.1\" creator=\"t\"><trk><trkseg>\(points.joined())</trkseg></trk></gpx>"
      .write(toFile: folder.file("walk.gpx"), atomically: true, encoding: .utf8)
    return folder.file("walk.gpx")
  }

  private func dates(_ run: Command) throws -> [String] {
    try objects(run.lines).filter { $0["event"] as? String == "fix" }.compactMap { $0["time"] as? String }
  }

  @Test(
    "walkers begin in the morning, by the sun, of a summer day; a recording without times has no day",
    arguments: ["walker:7", "steer", "walk.gpx"])
  func morning(source: String) async throws {
    let folder = try ScratchFolder()
    let hunt = try hunt(in: folder)
    let from = source == "walk.gpx" ? try gpx(folder, times: ["", "", ""]) : source
    try "status\n".write(toFile: folder.file("commands"), atomically: true, encoding: .utf8)
    let options = source == "steer" ? ["--commands", folder.file("commands")] : ["--speed", "max"]
    let run = try await Command.run(TroveBinary.path, ["play", hunt, "--from", from, "--json"] + options)
    #expect(run.status == 0, "\(run.error)")
    #expect(try dates(run).first == (source == "walk.gpx" ? nil : "2026-06-21T08:58:00Z"))
  }

  @Test(
    "--start-time opens and closes the windows of a hunt to a walker",
    arguments: [("2026-07-01T09:00:00Z", false), ("2026-07-01T12:01:00+02:00", true), ("2026-07-01T11:00:00Z", false)])
  func windows(time: String, isOpen: Bool) async throws {
    let folder = try ScratchFolder()
    let hunt = try hunt(in: folder)
    let played = try await TroveBinary.run(
      "play", hunt, "--from", "walker:7", "--speed", "max", "--json", "--start-time", time)
    #expect(played.status == 0, "\(played.error)")
    let finds = try objects(played.lines).compactMap { $0["event"] as? String == "found" ? $0["id"] as? String : nil }
    #expect(finds == (isOpen ? ["gate", "stall"] : ["gate"]))
    let tried = try await TroveBinary.run(
      "simulate", hunt, "--players", "8", "--patience", "5", "--json", "--start-time", time)
    let report = try #require(try objects(tried.lines).first)
    let finished = try #require(report["finished"] as? Int)
    #expect((finished > 0) == isOpen, "\(tried.output)")
  }

  @Test("a trial of a hunt with windows says when its players begin")
  func remark() async throws {
    let folder = try ScratchFolder()
    let hunt = try hunt(in: folder)
    for (options, time) in [
      ([], "2026-06-21T08:58:00Z"), (["--start-time", "2026-07-01T10:00:00Z"], "2026-07-01T10:00:00Z"),
    ] {
      let run = try await Command.run(
        TroveBinary.path, ["simulate", hunt, "--players", "2", "--patience", "5", "--plain"] + options)
      #expect(run.output.contains("begin at \(time)"), "\(run.output)")
    }
  }

  @Test("a feed and a recording without times begin at --start-time")
  func given() async throws {
    let folder = try ScratchFolder()
    let hunt = try hunt(in: folder)
    let walk = try gpx(folder, times: ["", "", ""])
    let time = ["--start-time", "2027-03-04T05:06:07Z"]
    let run = try await Command.run(
      TroveBinary.path, ["play", hunt, "--from", walk, "--speed", "max", "--json"] + time)
    #expect(try dates(run).first == "2027-03-04T05:06:07Z", "\(run.error)")
    for source in ["walker:7", walk] {
      let feed = try await Command.run(
        TroveBinary.path, ["feed", hunt, "--from", source, "--nmea", "-", "--speed", "max"] + time)
      #expect(feed.output.hasPrefix("$GPRMC,050607.000,A,") && feed.output.contains(",040327,"), "\(feed.error)")
    }
    // A receiver that still searches knows the same time.
    let cold = try await Command.run(
      TroveBinary.path,
      ["feed", hunt, "--from", "walker:7", "--nmea", "-", "--speed", "max", "--preset", "cold-start"] + time)
    #expect(cold.output.hasPrefix("$GPRMC,050607.000,V,"), "\(cold.output.prefix(80))")
  }

  @Test("what knows the time itself refuses --start-time, and so does what is no time")
  func refused() async throws {
    let folder = try ScratchFolder()
    let hunt = try hunt(in: folder)
    let walk = try gpx(
      folder, times: ["<time>2024-05-01T10:00:00Z</time>", "<time>2024-05-01T10:00:30Z</time>"])
    let day = "2026-07-01T10:00:00Z"
    for (options, words) in [
      (["play", hunt, "--from", "gpsd", "--start-time", day], "a receiver knows the time"),
      (["play", hunt, "--start-time", day], "a receiver knows the time"),
      (["play", hunt, "--from", walk, "--start-time", day], "has times of its own"),
      (["play", hunt, "--from", "Traces/null-island-walk.gpx", "--start-time", day], "has times of its own"),
      (["feed", "--from", walk, "--nmea", "-", "--start-time", day], "has times of its own"),
      (["simulate", hunt, "--start-time", "noon"], "--start-time is no moment as 2026-05-01T10:00:00Z"),
      (["play", hunt, "--from", "walker", "--start-time", "2026-02-30T10:00:00Z"], "--start-time is no moment"),
    ] {
      let run = try await Command.run(TroveBinary.path, options)
      #expect(run.status == 64 && run.error.contains(words), "\(options): \(run.status) \(run.error)")
    }
  }
}
