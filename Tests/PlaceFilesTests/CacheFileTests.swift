import Foundation
import GeoFormats
import Geodesy
import HuntDomain
import PlaceFiles
import Places
import ProcessTesting
import Testing

/// A file of one test, gone with it.
private final class Paper {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "trove-caches-\(UUID().uuidString)")
  let path: String

  init(_ name: String, _ text: String) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: name)
    try text.write(to: file, atomically: true, encoding: .utf8)
    path = file.path
  }

  deinit { try? FileManager.default.removeItem(at: folder) }
}

private func gpx(_ body: String) throws -> Paper {
  try Paper(
    "caches.gpx",
    """
    <gpx version="1.0" creator="t" xmlns="http://www.topografix.com/GPX/1/0"
    xmlns:g="http://www.groundspeak.com/cache/1/0/1"><name>Round the lake</name>
    \(body)
    </gpx>
    """)
}

private func waypoint(_ code: String, _ cache: String, flags: String = "") -> String {
  "<wpt lat=\"48\" lon=\"11\"><name>\(code)</name><sym>Geocache</sym><g:cache\(flags)>\(cache)</g:cache></wpt>\n"
}

@Suite("Hunts from geocaches")
struct CacheFileTests {
  @Test("a cache is a treasure with its listing, its hint in plain words and in cipher")
  func treasure() throws {
    let paper = try gpx(
      waypoint(
        "GC1",
        """
        <g:name>The Well</g:name><g:placed_by>Ann</g:placed_by><g:type>Traditional Cache</g:type>
        <g:container>Micro</g:container><g:difficulty>1.5</g:difficulty><g:terrain>3</g:terrain>
        <g:long_description html="True">&lt;p&gt;One&lt;p&gt;Two</g:long_description>
        <g:encoded_hints>Under a stone</g:encoded_hints>
        <g:logs><g:log><g:date>2024-01-01T00:00:00Z</g:date><g:type>Found it</g:type><g:finder>Old</g:finder></g:log>
        <g:log><g:finder>Undated</g:finder></g:log>
        <g:log><g:date>2025-01-01T00:00:00Z</g:date><g:finder>New</g:finder><g:text>t</g:text></g:log></g:logs>
        """))
    let file = try CacheFile(path: paper.path)
    #expect(file.warnings == [])
    #expect(file.hunt.title == "Round the lake" && file.hunt.order == .any && file.trace == nil)
    let treasure = try #require(file.hunt.treasures.first)
    #expect(treasure.id == "GC1" && treasure.place.name == "The Well" && treasure.zone == .circle(radius: 20))
    #expect(treasure.place.position == Coordinate(latitude: 48, longitude: 11))
    #expect(treasure.hints == [Hint("Under a stone")] && treasure.arrival == nil)
    let listing = try #require(treasure.listing)
    #expect(listing.code == "GC1" && listing.owner == "Ann" && listing.type == "Traditional Cache")
    #expect(listing.size == "Micro" && listing.difficulty == 1.5 && listing.terrain == 3)
    #expect(listing.description == ["One", "Two"] && listing.encodedHint == "Haqre n fgbar")
    #expect(listing.logs.map(\.finder) == ["New", "Old", "Undated"])
    #expect(listing.logs.map(\.kind) == ["Note", "Found it", "Note"] && listing.logs[0].text == "t")
  }

  @Test("archived and disabled caches are skipped with a warning at their line; mysteries are played and noted")
  func states() throws {
    let paper = try gpx(
      waypoint("GC1", "", flags: " archived='True'") + waypoint("GC2", "", flags: " available='False'")
        + waypoint("GC3", "<g:type>Unknown Cache</g:type>") + waypoint("GC4", "<g:type>Mystery Cache</g:type>")
        + waypoint("GC5", "<g:type>Multi-cache</g:type>"))
    let file = try CacheFile(path: paper.path)
    #expect(file.hunt.treasures.map(\.id) == ["GC3", "GC4", "GC5"])
    #expect(file.hunt.treasures.map { $0.arrival != nil } == [true, true, false])
    #expect(
      file.warnings.map { "\($0.line): \($0.message)" } == [
        "3: “GC1” is archived: skipped", "4: “GC2” is not available at present: skipped",
        "3: an archived cache is gone; to walk to one all the same, write available=\"True\" archived=\"False\" in its "
          + "<groundspeak:cache>",
        "5: 2 mystery caches lie elsewhere than the file says: the listings are puzzles",
      ])
  }

  @Test("places that belong to caches are places, and no id is there twice")
  func additional() throws {
    let paper = try gpx(
      waypoint("GC1", "") + waypoint("GC1", "")
        + "<wpt lat='48' lon='11'><name>PK1</name><sym>Parking Area</sym><type>Waypoint|Parking Area</type></wpt>")
    let file = try CacheFile(path: paper.path)
    #expect(file.hunt.treasures.map(\.id) == ["GC1", "GC1-2"])
    #expect(file.places.map(\.id) == ["PK1"] && file.places.map(\.kind) == ["Waypoint|Parking Area"])
  }

  @Test("without caches every waypoint is a treasure; a track beside them is a walk to play")
  func waypoints() throws {
    let paper = try gpx(
      "<wpt lat='48' lon='11'><name>Oak</name><desc>Old and hollow</desc></wpt><wpt lat='49' lon='11'/>"
        + "<trk><trkseg><trkpt lat='48' lon='11'/></trkseg></trk>")
    let file = try CacheFile(path: paper.path)
    #expect(file.hunt.treasures.map(\.place.name) == ["Oak", "waypoint 2"])
    #expect(file.hunt.treasures.map(\.message) == ["Old and hollow", nil])
    #expect(file.hunt.treasures.allSatisfy { $0.listing == nil } && file.places.isEmpty)
    #expect(file.trace == paper.path)
  }

  @Test("a file without a place to find is no hunt, and says why")
  func empty() throws {
    let track = try gpx("<trk><trkseg><trkpt lat='48' lon='11'/></trkseg></trk>")
    let none = #expect(throws: FileProblem.self) { _ = try CacheFile(path: track.path) }
    #expect(none?.message.contains("no waypoint") == true && none?.isMissing == false)
    let archived = try gpx(waypoint("GC1", "", flags: " archived='True'"))
    let gone = #expect(throws: FileProblem.self) { _ = try CacheFile(path: archived.path) }
    #expect(gone?.message.contains("all are archived") == true)
    #expect(gone?.message.contains("archived=\"False\"") == true)
    let missing = #expect(throws: FileProblem.self) { _ = try CacheFile(path: "/nowhere/none.loc") }
    #expect(missing?.isMissing == true)
  }

  @Test("a .loc file is a hunt of caches")
  func loc() throws {
    let paper = try Paper(
      "a.loc",
      """
      <loc><waypoint><name id="GC1">The Well by Ann</name><coord lat="1" lon="2"/><type>Geocache</type>
      <terrain>2</terrain></waypoint></loc>
      """)
    let file = try CacheFile(path: paper.path)
    #expect(file.hunt.title == "a.loc" && file.hunt.treasures.map(\.place.name) == ["The Well by Ann"])
    #expect(file.hunt.treasures[0].listing?.code == "GC1" && file.hunt.treasures[0].listing?.terrain == 2)
    #expect(try PlaceFile(path: paper.path).places.map(\.id) == ["GC1"])
  }
}

@Suite(
  "Hunts from the world's geocaches",
  .enabled(if: SharedFiles.has("data/geocaching"), "no geocaches beside the package"))
struct SharedCacheFileTests {
  private func file(_ path: String) throws -> CacheFile {
    try CacheFile(path: SharedFiles.folder.appending(path: "data/\(path)").path)
  }

  @Test("a listing with its log book, newest first")
  func listing() throws {
    let file = try file("geocaching/GC7FA4.gpx")
    #expect(file.warnings == [] && file.hunt.title == "Cache Listing Generated from Geocaching.com")
    let listing = try #require(file.hunt.treasures.first?.listing)
    #expect(listing.code == "GC7FA4" && listing.difficulty == 1 && listing.terrain == 1 && listing.size == "Virtual")
    #expect(listing.logs.map { "\($0.date!)".prefix(10) }.first == "2005-07-12" && listing.logs.count == 5)
    #expect(listing.encodedHint == nil && file.hunt.treasures[0].hints == [])
  }

  @Test("the same caches as GPX without listings and as .loc")
  func plain() throws {
    let (gpx, loc) = (try file("geocaching/geocaching.gpx").hunt, try file("geocaching/geocaching.loc").hunt)
    #expect(gpx.treasures.map(\.id) == loc.treasures.map(\.id) && gpx.treasures.count == 9)
    #expect(gpx.treasures.map(\.place.name) == loc.treasures.map(\.place.name))
    #expect(gpx.treasures.map(\.listing?.code).first == "GCEBB")
    #expect(gpx.treasures[1].place.name == "The Troll by a182pilot & Family")
  }

  @Test("a file of waypoints from a receiver", .enabled(if: SharedFiles.has("data/gpx/go-gpx/fells_loop.gpx")))
  func fells() throws {
    let hunt = try file("gpx/go-gpx/fells_loop.gpx").hunt
    #expect(hunt.treasures.count == 86 && hunt.treasures.first?.id == "5066")
    #expect(hunt.order == .any)
  }
}
