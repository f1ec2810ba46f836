import GeoFormats
import Geodesy
import Testing

/// A GPX 1.0 document with one waypoint whose extension holds `cache`, which begins on line 3.
private func listing(
  _ cache: String, attributes: String = "", namespace: String = "http://www.groundspeak.com/cache/1/0/1"
) -> String {
  """
  <gpx version="1.0" creator="t" xmlns="http://www.topografix.com/GPX/1/0" xmlns:g="\(namespace)">
  <wpt lat="1" lon="2"><name>GC1</name><g:cache id="1"\(attributes)>
  \(cache)
  </g:cache></wpt>
  </gpx>
  """
}

private func cache(_ text: String) -> Geocache? { GPXOutcome(text).waypoints.first?.cache }

@Suite("GPX: geocaches")
struct GeocacheTests {
  @Test("everything a listing says is read, and HTML is made plain")
  func everything() throws {
    let outcome = GPXOutcome(
      listing(
        """
        <g:name>The Old Well</g:name><g:placed_by>Ann &amp; Bob</g:placed_by><g:owner id="7">Ann</g:owner>
        <g:type>Multi-cache</g:type><g:container>Small</g:container><g:attributes><g:attribute id="1">Dogs</g:attribute>
        </g:attributes><g:difficulty>2.5</g:difficulty><g:terrain>4</g:terrain><g:country>Nowhere</g:country>
        <g:short_description html="False">Short &lt;and&gt;
        plain</g:short_description>
        <g:long_description html="True">&lt;p&gt;One&lt;/p&gt;&lt;p&gt;Two&amp;hellip;&lt;/p&gt;</g:long_description>
        <g:encoded_hints>Under the stone&lt;br&gt;[not the tree]</g:encoded_hints>
        <g:logs><g:log id="9"><g:date>2024-05-01T19:00:00Z</g:date><g:type>Found it</g:type>
        <g:finder id="3">Cy</g:finder><g:text encoded="False">Line one
        line two</g:text><g:log_wpt lat="3" lon="4"/></g:log><g:log id="8"><g:type>Write note</g:type></g:log></g:logs>
        <g:travelbugs><g:travelbug id="1"><g:name>Not the cache's name</g:name></g:travelbug></g:travelbugs>
        """, attributes: " available=\"True\" archived=\"False\""))
    #expect(outcome.complaints == [])
    let cache = try #require(outcome.waypoints.first?.cache)
    #expect(cache.line == 2 && cache.isAvailable && !cache.isArchived)
    #expect(cache.name == "The Old Well" && cache.owner == "Ann & Bob" && cache.type == "Multi-cache")
    #expect(cache.container == "Small" && cache.difficulty == 2.5 && cache.terrain == 4)
    #expect(cache.description == ["Short <and>", "plain", "One", "Two…"])
    #expect(cache.hint == "Under the stone [not the tree]")
    #expect(cache.logs.map(\.kind) == ["Found it", "Write note"])
    #expect(cache.logs[0].time == 1_714_590_000_000 && cache.logs[0].finder == "Cy")
    #expect(cache.logs[0].text == "Line one line two" && cache.logs[1].text == "")
  }

  @Test(
    "all versions of the namespace are read, with either scheme, and no namespace without the name",
    arguments: [
      ("http://www.groundspeak.com/cache/1/0", true), ("http://www.groundspeak.com/cache/1/0/1", true),
      ("http://www.groundspeak.com/cache/1/0/2", true), ("https://www.groundspeak.com/cache/1/0", true),
      ("https://www.groundspeak.com/cache/1/0/2", true), ("http://www.groundspeak.com/cache/1/1", true),
      ("urn:cache", false), ("http://www.topografix.com/GPX/1/0", false),
    ])
  func namespaces(namespace: String, isRead: Bool) {
    #expect((cache(listing("<g:name>N</g:name>", namespace: namespace)) != nil) == isRead)
  }

  @Test("GPX 1.1 has the listing among the extensions of a waypoint; elsewhere it means nothing")
  func extensions() {
    let cache = #"<cache xmlns="http://www.groundspeak.com/cache/1/0/1"><name>N</name></cache>"#
    let outcome = GPXOutcome(
      gpx(
        "<wpt lat='1' lon='2'><name>A</name><extensions>\(cache)</extensions></wpt>"
          + "<rte><rtept lat='1' lon='2'><extensions>\(cache)</extensions></rtept></rte>"
          + "<extensions>\(cache)</extensions>\(cache)<wpt lat='1' lon='2'><extensions><x>\(cache)</x></extensions></wpt>"
          + "<trk><trkseg><trkpt lat='1' lon='2'><extensions>\(cache)</extensions></trkpt></trkseg></trk>"))
    #expect(outcome.waypoints.map { $0.cache?.name } == ["N", nil, nil])
    #expect(outcome.waypoints.map(\.name) == ["A", nil, nil])
    #expect(outcome.counts?.points == 4)
  }

  @Test("archived and disabled caches say so; what a file does not say is available")
  func state() {
    func flags(_ attributes: String) -> [Bool?] {
      let cache = cache(listing("", attributes: attributes))
      return [cache?.isAvailable, cache?.isArchived]
    }
    #expect(flags("") == [true, false])
    #expect(flags(" available=\"False\" archived=\"True\"") == [false, true])
    #expect(flags(" available=\"0\" archived=\"1\"") == [false, true])
    #expect(flags(" available=\"maybe\" archived=\"\"") == [true, false])
  }

  @Test("bad figures are dropped with a warning at their line, and the cache stays")
  func warnings() {
    let outcome = GPXOutcome(
      listing(
        """
        <g:difficulty>9</g:difficulty>
        <g:terrain>1e0</g:terrain>
        <g:logs><g:log><g:date>yesterday</g:date></g:log></g:logs>
        """))
    #expect(
      outcome.complaints == [
        "3: <groundspeak:difficulty> “9” is not 1 to 5: dropped",
        "4: <groundspeak:terrain> “1e0” is not 1 to 5: dropped",
        "5: <groundspeak:date> “yesterday” is no time like 2026-05-01T09:30:00Z: dropped",
      ])
    let cache = outcome.waypoints.first?.cache
    #expect(cache?.difficulty == nil && cache?.terrain == nil && cache?.logs.count == 1)
  }

  @Test("a description of megabytes, and a log book without end, are cut with a warning each")
  func bounds() throws {
    let logs = String(repeating: "<g:log><g:type>Found it</g:type></g:log>", count: 250)
    let page = String(repeating: "word ", count: 200_000)
    let outcome = GPXOutcome(
      listing("<g:long_description html=\"True\">\(page)</g:long_description><g:logs>\(logs)</g:logs>"))
    let cache = try #require(outcome.waypoints.first?.cache)
    #expect(cache.logs.count == Geocache.logLimit)
    #expect(cache.description.joined().utf8.count <= PlainHTML.limit.bytes)
    #expect(outcome.complaints.count == 2)
  }

  @Test("a waypoint without a position has no cache, and the next one has its own")
  func skipped() {
    let outcome = GPXOutcome(
      """
      <gpx xmlns:g="http://www.groundspeak.com/cache/1/0"><wpt lat="91" lon="2"><g:cache><g:name>A</g:name>
      <g:difficulty>x</g:difficulty></g:cache></wpt><wpt lat="1" lon="2"><g:cache><g:name>B</g:name></g:cache>
      <g:cache><g:name>C</g:name></g:cache></wpt><wpt lat="1" lon="2"/></gpx>
      """)
    #expect(outcome.waypoints.map { $0.cache?.name } == ["B", nil])
    #expect(outcome.complaints.count == 1)
  }

  @Test("the same comes of a listing in whatever pieces it is read")
  func chunks() {
    let text = listing(
      "<g:name>N é</g:name><g:long_description html=\"True\">&lt;p&gt;a&lt;/p&gt;b&amp;amp;c</g:long_description>")
    let whole = GPXOutcome(text)
    #expect(whole.waypoints.first?.cache?.description == ["a", "b&c"])
    for size in 1...20 { #expect(GPXOutcome(Array(text.utf8), chunk: size) == whole) }
  }
}

@Suite("Geocaches of the world", .enabled(if: Shared.isPresent, "no files beside the package"))
struct SharedGeocacheTests {
  @Test("a pocket query's cache with its log book")
  func locationless() throws {
    var log = DiagnosticLog()
    let document = try GPXDocument(MemoryBytes(Shared.bytes("geocaching/GC7FA4.gpx")), log: &log)
    #expect(log.isEmpty)
    let waypoint = try #require(document.waypoints.first)
    let cache = try #require(waypoint.cache)
    #expect(waypoint.name == "GC7FA4" && cache.name == "Points géodésiques du Québec" && cache.owner == "Sverdrup2")
    #expect(cache.type == "Locationless (Reverse) Cache" && cache.container == "Virtual")
    #expect(cache.difficulty == 1 && cache.terrain == 1 && cache.hint == nil)
    #expect(cache.logs.count == 5 && cache.logs.allSatisfy { $0.kind == "Found it" })
    #expect(cache.logs.map(\.finder).first == "Christopher R & Pooh B")
    // What <P> parts in the long description, and the short one before it.
    #expect(cache.description.first?.hasPrefix("LES COORDONÉES") == true && cache.description.count == 14)
    #expect(!cache.description.contains { $0.contains("<") })
  }

  @Test("the same nine caches as GPX and as .loc")
  func loc() throws {
    var log = DiagnosticLog()
    let gpx = try GPXDocument(MemoryBytes(Shared.bytes("geocaching/geocaching.gpx")), log: &log)
    let loc = try LocDocument(Shared.bytes("geocaching/geocaching.loc"), log: &log)
    #expect(log.isEmpty)
    #expect(gpx.waypoints.count == 9 && loc.waypoints.map(\.code) == gpx.waypoints.map(\.name))
    #expect(loc.waypoints.map(\.name) == gpx.waypoints.map(\.description))
    for (one, other) in zip(loc.waypoints, gpx.waypoints) { #expect(one.position.distance(to: other.position) < 0.1) }
    #expect(FormatCheck(path: Shared.folder + "/data/geocaching/geocaching.loc").loaded == 9)
  }
}
