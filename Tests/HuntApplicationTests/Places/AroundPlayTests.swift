import Game
import Geodesy
import HuntDomain
import Nearby
import PlaceSamples
import Places
import Testing
import Views

@Suite("What is around, while playing")
struct AroundPlayTests {
  private struct Table {
    var session = Session(view: .split)
    var asked: [PlacesQuestion] = []
    var now = Duration.zero

    init(asks: Bool = true) throws {
      let treasures = [Treasure(place: place("oak", 40, toward: 90), radius: 5)]
      let hunt = try #require(Hunt(title: "Trees", order: .any, treasures: treasures))
      let bench = PointOfInterest(
        id: "oak", name: "Bench", position: home.offset(by: 20, toward: .north), kind: "bench",
        tags: PlaceTags([(key: "amenity", value: "bench")]))
      handle(.resize(columns: 100, rows: 40))
      handle(
        .begin(GameSetup(hunt: hunt, places: [bench], placesAttribution: ["Me"], asksForPlaces: asks, source: "GPS")))
    }

    mutating func handle(_ events: SessionEvent...) {
      for event in events {
        now += .seconds(1)
        for case .ask(let question) in session.handle(event, at: now) { asked.append(question) }
      }
    }

    mutating func stand(_ metres: Double, toward degrees: Double = 0) {
      handle(.location(.fix(fix(metres, toward: degrees, at: Double(now.components.seconds), speed: 1))))
    }

    var play: PlayScreen? { if case .play(let screen) = session.screen(at: now) { screen } else { nil } }
    var rows: [String] { play?.page?.rows.map { "\($0.name): \($0.value)" } ?? [] }
  }

  private let cafe = PointOfInterest(
    id: "c", name: "Café", position: home.offset(by: 60, toward: Bearing(degrees: 90)), kind: "cafe",
    tags: PlaceTags([(key: "amenity", value: "cafe")]))

  @Test("outlines of the map join what has no name with what has one in all views, whichever of the two comes first")
  func outlines() throws {
    let square = [(-40.0, 30.0), (40, 30), (40, 110), (-40, 110)].map { north, east in
      TangentPlane(at: home).coordinate(at: .init(east: east, north: north))
    }
    let map = BaseMap(
      shapes: [BaseMap.Shape(kind: .building, parts: [square], isArea: true)].compactMap(\.self), attribution: "")
    func at(_ id: String, _ east: Double, _ kind: String, _ name: String) -> PointOfInterest {
      PointOfInterest(
        id: id, name: name, position: home.offset(by: east, toward: Bearing(degrees: 90)), kind: kind)
    }
    let places = [at("m", 100, "museum", "Museum of Ships"), at("a", 50, "artwork", "artwork")]
    let hunt = try #require(
      Hunt(title: "Trees", order: .any, treasures: [Treasure(place: place("oak", 40, toward: 0), radius: 5)]))
    func named(on map: BaseMap, onTiles: Bool, tilesFirst: Bool) throws -> Set<String> {
      let id = TileID(at: MercatorPoint(home), zoom: 14)
      let facts = TileSetFacts(zooms: 14...14, bounds: BoundingBox(southWest: square[0], northEast: square[2]))
      var session = Session(view: .split)
      func handle(_ event: SessionEvent) -> [SessionEffect] { session.handle(event, at: .seconds(1)) }
      _ = handle(.resize(columns: 120, rows: 40))
      _ = handle(
        .begin(
          GameSetup(
            hunt: hunt, map: onTiles ? .empty : map, tiles: onTiles ? facts : nil, places: tilesFirst ? [] : places,
            asksForPlaces: true, source: "GPS")))
      _ = handle(.location(.fix(fix(0, toward: 0, at: 1))))
      _ = handle(.heading(Heading(bearing: Bearing(degrees: 90), source: .compass, uncertainty: 5)))
      if onTiles, let geometry = map.geometries.first { _ = handle(.tile(id, .geometry(geometry))) }
      if tilesFirst { _ = handle(.places(PlacesAnswer(places), source: 1)) }
      guard case .play(let play) = session.screen(at: .seconds(1)) else { return [] }
      return Set((play.map?.marks.map(\.label) ?? []) + (play.compass?.marks.map(\.label) ?? []))
    }
    #expect(try named(on: .empty, onTiles: false, tilesFirst: false).contains("artwork"))
    for onTiles in [false, true] {
      for tilesFirst in [false, true] {
        let names = try named(on: map, onTiles: onTiles, tilesFirst: tilesFirst)
        #expect(names.contains { $0.contains("Museum of Ships") }, "\(names)")
        #expect(!names.contains { $0.contains("artwork") }, "\(names)")
      }
    }
  }

  @Test("services are asked at the first fix, and again only when the player has moved enough")
  func asked() throws {
    var table = try Table()
    #expect(table.asked.isEmpty)
    table.stand(0)
    #expect(table.asked.count == 1 && table.asked.first?.metres == PlaceDemand.reach)
    for metres in stride(from: 10.0, to: 480, by: 10) { table.stand(metres) }
    #expect(table.asked.count == 1)
    for metres in stride(from: 480.0, to: 600, by: 10) { table.stand(metres) }
    #expect(table.asked.count == 2)
    var alone = try Table(asks: false)
    alone.stand(0)
    #expect(alone.asked.isEmpty)
  }

  @Test("answers join what is there; the page tells how far, where, how long on foot, and how old it is")
  func page() throws {
    var table = try Table()
    table.stand(0)
    table.handle(.heading(heading(90)), .key(.character("w")))
    // Stages of the hunt come first, and say how they stand.
    #expect(table.rows.first == "OAK: 40 m east, ahead, under a minute; not found yet")
    #expect(table.rows[1] == "Bench: 20 m north, left, under a minute")
    table.handle(
      .places(PlacesAnswer([cafe], age: .seconds(7200), attribution: ["© Others"], isAwaitingBetter: true), source: 1))
    // What makes the list wrong is read before it.
    #expect(table.rows.first == ": asking for places …; places as they were 2 h ago")
    #expect(table.play?.page?.title == "Around you 2 h ago: everything, by worth")
    #expect(table.play?.page?.rows[table.play?.page?.chosen ?? 0].name == "OAK")
    #expect(table.rows.contains("Café: 60 m east, ahead, 1 min; cafe"))
    #expect(table.rows.last == ": Places: Me, © Others.")
    table.handle(.places(PlacesAnswer([cafe], age: .zero, trouble: "The service is busy."), source: 1))
    #expect(table.rows.first == ": places: The service is busy.")
    #expect(table.play?.map?.marks.contains { $0.label == "Café" } == true)
    // The treasure is once in the list, under its own id.
    #expect(table.rows.count { $0.hasPrefix("OAK") } == 1)
  }

  @Test("arrows choose a kind for the page, the map and the compass; treasures stay")
  func kinds() throws {
    var table = try Table()
    table.stand(0)
    table.handle(.places(PlacesAnswer([cafe]), source: 1), .key(.character("w")), .key(.right))
    #expect(table.play?.page?.title == "Around you: food and drink, by worth")
    #expect(table.rows.first?.hasPrefix("Café") == true && !table.rows.contains { $0.hasPrefix("Bench") })
    table.handle(.key(.escape))
    let labels = Set(table.play?.map?.marks.map(\.label) ?? [])
    #expect(labels.contains("Café") && labels.contains("OAK") && !labels.contains("Bench"))
    // Nobody takes what is left out for what is not there.
    #expect(table.play?.footer.contains(KeyHelp("w", "only food and drink")) == true)
    table.handle(.key(.character("w")), .key(.left))
    #expect(table.play?.page?.title == "Around you: everything, by worth")
    table.handle(.key(.escape))
    #expect(table.play?.footer.contains { $0.key == "w" } == false)
    table.handle(.key(.character("w")), .key(.left))
    #expect(table.play?.page?.title == "Around you: service, by worth" && table.rows.first?.hasPrefix("Bench") == true)
  }

  @Test("a radius and a text narrow the list, and the order changes; all of it is named, and stays for the next time")
  func narrowed() throws {
    var table = try Table()
    table.stand(0)
    func names() -> [String] { table.play?.page?.rows.filter { $0.role != nil }.map(\.name) ?? [] }
    func title() -> String { table.play?.page?.title ?? "" }
    table.handle(.places(PlacesAnswer([cafe, museum(70)]), source: 1), .key(.character("w")))
    #expect(names().count == 4 && names().first == "OAK" && title() == "Around you: everything, by worth")
    table.handle(.key(.character("o")))
    #expect(names() == ["Bench", "OAK", "Café", "Museum"] && title() == "Around you: everything, by distance")
    table.handle(.key(.character("-")), .key(.character("-")))
    #expect(names() == ["Bench", "OAK"] && title() == "Around you within 50 m: everything, by distance")
    // The view on the game is not narrowed.
    #expect(table.play?.map?.marks.contains { $0.label == "Museum" } == true)
    table.handle(.key(.escape), .key(.character("w")))
    #expect(names() == ["Bench", "OAK"])
    table.handle(.key(.character("+")))
    #expect(names().count == 4 && title() == "Around you: everything, by distance")
    for key in "/MUSq" { table.handle(.key(.character(key))) }
    #expect(names() == [] && table.rows.first == ": Search: MUSq_" && table.rows.contains(": Nothing."))
    table.handle(.key(.backspace), .key(.enter))
    #expect(names() == ["Museum"] && title() == "Around you: everything with “MUS”, by distance")
    for key in "/cafe" { table.handle(.key(.character(key))) }
    #expect(names() == ["Café"], "the kind counts, too")
    table.handle(.key(.escape))
    #expect(names().count == 4 && table.play?.page != nil)
    table.handle(.key(.character("/")), .key(.character("x")), .key(.enter), .key(.escape))
    table.handle(.key(.character("w")), .key(.character("q")))
    #expect(table.rows.contains(": Nothing."), "q is no letter of the search any more")
  }

  @Test("a text has an end, and no radius is smaller than the smallest")
  func limits() throws {
    var table = try Table()
    table.handle(.key(.character("w")), .key(.character("-")), .key(.character("+")), .key(.character("+")))
    table.stand(0)
    for _ in 0..<20 { table.handle(.key(.character("-"))) }
    #expect(table.play?.page?.title == "Around you within 50 m: everything, by worth")
    table.handle(.key(.character("/")))
    for _ in 0..<5000 { table.handle(.key(.character("é"))) }
    #expect(table.rows.first?.count == ": Search: _".count + 30)
    for _ in 0..<31 { table.handle(.key(.backspace)) }
    #expect(table.rows.first?.hasPrefix(": Search") == false)
  }

  @Test("a stage that is found is named as found")
  func found() throws {
    var table = try Table()
    for _ in 0..<30 { table.stand(40, toward: 90) }
    table.handle(.key(.escape), .key(.character("w")))
    #expect(table.rows.contains { $0.hasPrefix("OAK: here") && $0.hasSuffix("; found") })
  }

  @Test("whom places are asked of, what is wrong with them, and how old they are is told in every view")
  func state() throws {
    var table = try Table()
    func told() -> [String?] {
      [PlayView.map, .compass, .split, .eye].map { view in
        table.handle(.key(.character(view.rawValue.first ?? "m")))
        return table.play?.hunt.places
      }
    }
    func answer(_ places: [PointOfInterest], age: Double? = nil, _ trouble: String? = nil, isAsking: Bool = false) {
      let answer = PlacesAnswer(
        places, age: age.map { .seconds($0) }, trouble: trouble, isAwaitingBetter: isAsking, service: "here:80")
      table.handle(.places(answer, source: 1))
    }
    table.stand(0)
    #expect(told() == [nil, nil, nil, nil])
    answer([], isAsking: true)
    #expect(told() == Array(repeating: "asking here:80 for places …", count: 4))
    answer([], "here:80 said nothing for 5 s: try again later")
    #expect(told() == Array(repeating: "places: here:80 said nothing for 5 s: try again later", count: 4))
    answer([cafe], age: 0)
    #expect(told() == [nil, nil, nil, nil], "all is well")
    answer([cafe], age: 7)
    #expect(told() == (8...11).map { "places as they were \($0) s ago" })
    table.handle(.key(.character("w")))
    #expect(table.rows.first == ": places as they were 12 s ago")
  }

  @Test("where there are too many places, the page and what the player may face leave out the least important")
  func tooMany() throws {
    var table = try Table()
    table.stand(0)
    table.handle(.places(PlacesAnswer(benches(120) + [museum(160)]), source: 1), .key(.character("w")))
    let names = table.play?.page?.rows.map(\.name).filter { !$0.isEmpty } ?? []
    #expect(names.count == 100 && Array(names.prefix(2)) == ["OAK", "Museum"])
    #expect(table.rows.contains(": The 100 most important of 123."))
    table.handle(.key(.character("o")))
    #expect(table.rows.contains(": The 100 nearest of 123."))
    table.handle(.key(.escape), .key(.character("o")))
    let labels = table.play?.landmarks?.rows.map(\.label) ?? []
    #expect(labels.count == 9 && labels.contains("Museum") && labels.contains("OAK"))
  }

  @Test("a place is chosen with arrows, Enter tells all that is known of it, and any key leads back to it")
  func details() throws {
    var table = try Table()
    table.stand(0)
    let museum = PointOfInterest(
      id: "m", name: "Museum", position: home.offset(by: 70, toward: Bearing(degrees: 90)), kind: "arts_centre",
      tags: PlaceTags([
        (key: "amenity", value: "arts_centre"), (key: "opening_hours", value: "Mo-Fr 09:00-17:00; Sa 10:00-12:00"),
        (key: "addr:street", value: "Quay"), (key: "addr:housenumber", value: "5"), (key: "name", value: "Museum"),
        (key: "addr:city", value: "Port"), (key: "contact:phone", value: "+1 2"), (key: "name:fr", value: "Musée"),
        (key: "wheelchair", value: "yes"), (key: "roof:colour", value: "red"),
      ]))
    table.handle(.places(PlacesAnswer([cafe, museum]), source: 1), .key(.character("w")))
    #expect(table.play?.page?.chosen == 0)
    table.handle(.key(.down), .key(.down), .key(.down))
    #expect(table.play?.page?.chosen == 3)
    // What is most worth a look comes first.
    table.handle(.key(.up), .key(.up))
    // The list is another one now, the place is the same.
    table.stand(55)
    #expect(table.play?.page?.rows[table.play?.page?.chosen ?? 0].name == "Museum")
    table.handle(.key(.enter))
    #expect(table.play?.page?.title == "Museum")
    #expect(
      table.rows == [
        "What: arts centre (culture)", "Where: 89 m south-east, right, 2 min on foot", table.rows[2],
        "Address: 5 Quay, Port", "Open: Mo-Fr 09:00-17:00; Sa 10:00-12:00", "Wheelchair: yes", "Phone: +1 2",
        "Also called: Musée",
      ])
    table.handle(.key(.escape))
    #expect(table.play?.page?.rows[table.play?.page?.chosen ?? 0].name == "Museum")
    table.handle(.key(.enter), .places(PlacesAnswer([]), source: 1))
    #expect(table.rows == [": This place is not around any more."])
    table.handle(.key(.escape), .key(.home), .key(.escape))
    #expect(table.play?.page == nil)
  }

  @Test("where the map is moved to places are asked for too, once, unless the player is near or it shows a whole land")
  func viewed() throws {
    var table = try Table()
    table.stand(0)
    #expect(table.asked.map(\.focus) == [.player])
    // 8 columns at zoom 16.5 are some 20 metres.
    table.handle(.key(.right), .key(.right))
    #expect(table.asked.count == 1)
    for _ in 0..<60 { table.handle(.key(.right)) }
    let far = try #require(table.asked.last)
    #expect(far.focus == .view && far.metres == PlaceDemand.reach)
    #expect(far.centre.distance(to: home) > PlaceDemand.step && far.centre.longitude > home.longitude)
    let count = table.asked.count
    table.handle(.places(PlacesAnswer([cafe]), source: 1), .places(PlacesAnswer([]), source: 1, around: .view))
    table.handle(.key(.down), .key(.up))
    // An answer there takes nothing from what is known here.
    #expect(table.asked.count == count && table.play?.map != nil)
    table.handle(.key(.character("w")))
    #expect(table.rows.contains { $0.hasPrefix("Café") })
    table.handle(.key(.escape))
    for _ in 0..<10 { table.handle(.key(.character("-"))) }
    for _ in 0..<20 { table.handle(.key(.right)) }
    #expect(table.asked.count == count)
    table.handle(.key(.character("f")))
    table.stand(1)
    #expect(table.asked.count == count)
  }

  @Test("without a position, and with nothing around, the page says so")
  func empty() throws {
    var table = try Table()
    table.handle(.key(.character("w")))
    #expect(table.rows.first == ": There is no position yet.")
  }
}
