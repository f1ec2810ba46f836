import Geodesy
import Nearby
import PlaceServices
import Places
import SystemKit
import Testing
import WebFetch

private let items = "https://places.example/api/collections/pois/items"

@Suite("OGC API Features")
struct FeatureServiceTests {
  @Test("the box of a question is west, south, east, north, and holds the circle")
  func box() async throws {
    let server = ScriptedServer { _ in page([]) }
    _ = try await server.service(items).last(48.1, 11.5)
    let query = try #require(server.queries.first)
    #expect(query.contains("limit=1000"))
    let box = query.split(separator: "bbox=").last?.split(separator: ",").compactMap { Double($0) } ?? []
    #expect(box.count == 4 && box[0] < 11.5 && box[1] < 48.1 && box[2] > 11.5 && box[3] > 48.1)
  }

  @Test("across the antimeridian there are boxes on both sides, and none whose west is east of its east")
  func antimeridian() async throws {
    let server = ScriptedServer { request in
      page([(request.address.query ?? "").contains("bbox=-180") ? feature("e", -179.999, 0) : feature("w", 179.999, 0)])
    }
    let answer = try await server.service(items).last(0, 180)
    #expect(answer.places.map(\.id).sorted() == ["e", "w"])
    let boxes = server.queries.filter { $0.contains("bbox") }.map {
      $0.split(separator: "bbox=").last?.split(separator: ",").compactMap { Double($0) } ?? []
    }
    #expect(boxes.count >= 2 && boxes.allSatisfy { $0[0] < $0[2] })
  }

  @Test("the parameters of the address stay, and without a circle there is no box")
  func parameters() async throws {
    let server = ScriptedServer { _ in page([feature("a", 1, 2)]) }
    let answer = try await server.service(items + "?key=1&limit=3").last(0, 0, within: .infinity)
    #expect(answer.places.count == 1)
    #expect(server.queries.first == "key=1&limit=1000")
  }

  @Test(
    "the landing page, the list of collections, a collection and its items lead to the same places",
    arguments: ["/api", "/api/", "/api/collections", "/api/collections/pois", items])
  func discovery(path: String) async throws {
    let server = ScriptedServer { request in
      switch request.address.path {
      case "/api", "/api/": #"{"title":"T","links":[{"rel":"data","href":"elsewhere"}]}"#
      case "/api/collections":
        #"""
        {"links":[],"collections":[
          {"id":"tiles","itemType":"tile","links":[{"rel":"items","href":"x"}]},
          {"id":"grid","links":[{"rel":"http://www.opengis.net/def/rel/ogc/1.0/coverage","href":"x"}]},
          {"id":"pois","itemType":"feature","attribution":"<p>by <b>us</b></p>","links":[{"rel":"items","href":"x"}]}]}
        """#
      case "/api/collections/pois": #"{"id":"pois","attribution":"<p>by <b>us</b></p>"}"#
      case "/api/collections/pois/items": page([feature("1", 11.5, 48.1, #""name":"well""#)])
      default: "<html>not found</html>"
      }
    }
    let address = path.hasPrefix("/") ? "https://places.example\(path)" : path
    let answer = try await server.service(address).last(48.1, 11.5)
    #expect(answer.places.map(\.name) == ["well"] && answer.trouble == nil)
    #expect(answer.attribution == ["by us"])
    #expect(answer.places.first?.id == "1")
  }

  @Test("several collections are asked one after the other, with ids of their own; too many are said to be")
  func several() async throws {
    let server = ScriptedServer { request in
      guard request.address.path.hasSuffix("/items") else {
        let list = (0..<6).map { #"{"id":"c\#($0)","attribution":"A\#($0 % 2)"}"# }.joined(separator: ",")
        return #"{"collections":[\#(list)]}"#
      }
      return page([feature("1", 11.5, 48.1)])
    }
    let answer = try await server.service("https://places.example/collections").last(48.1, 11.5)
    #expect(answer.places.map(\.id) == ["c0/1", "c1/1", "c2/1", "c3/1"])
    #expect(answer.attribution == ["A0", "A1"])
    #expect(answer.trouble?.hasPrefix("places.example has 6 collections, 2 are left out") == true)
  }

  @Test("a file of GeoJSON on a server is all there is")
  func file() async throws {
    let server = ScriptedServer { _ in page([feature("1", 11.5, 48.1), feature("2", -70, 20)]) }
    #expect(try await server.service("https://a.example/x.geojson").last(0, 0, within: .infinity).places.count == 2)
    let near = try await server.service("https://a.example/x.geojson").last(48.1, 11.5)
    #expect(near.places.map(\.id) == ["1"] && near.attribution == ["a.example"])
  }

  @Test("what a feature says besides comes with its place, whatever comes before it and however long it is")
  func besides() async throws {
    let names = (0..<120).map { #""name:\#($0)":"N""# }.joined(separator: ",")
    let prose = String(repeating: "very ", count: 100) + "old"
    let server = ScriptedServer { _ in
      page([
        feature(
          "1", 11.5, 48.1,
          #"""
          \#(names),"name":"Well","opening_hours":"Mo-Su","website":"https://well.example","phone":"+49 1","stars":4,
          "wheelchair":true,"toilets":false,"addr:street":"Main Street","wikipedia":"de:Brunnen","photo":null,
          "description":"\#(prose)\u001b[2J"
          """#)
      ])
    }
    let tags = try #require(try await server.service(items).last(48.1, 11.5).places.first).tags
    #expect(tags.openingHours == "Mo-Su" && tags["website"] == "https://well.example" && tags["phone"] == "+49 1")
    #expect(tags["stars"] == "4" && tags["wheelchair"] == "yes" && tags["toilets"] == "no" && tags["photo"] == nil)
    #expect(tags["addr:street"] == "Main Street" && tags["wikipedia"] == "de:Brunnen")
    #expect(tags["description"] == prose + "[2J")
  }

  // MARK: - Pages

  @Test("next pages are followed as they are linked, with and without a host")
  func paging() async throws {
    let server = ScriptedServer { request in
      switch request.address.query {
      case "offset=1":
        page([feature("b", 11.5, 48.1)], next("https://places.example/api/collections/pois/items?offset=2"))
      case "offset=2": page([feature("c", 11.5, 48.1)])
      default: page([feature("a", 11.5, 48.1)], #","numberMatched":3"# + next("?offset=1"))
      }
    }
    let answer = try await server.service(items).last(0, 0, within: .infinity)
    #expect(answer.places.map(\.id) == ["a", "b", "c"] && answer.trouble == nil)
  }

  @Test("features that come twice are one")
  func twice() async throws {
    let server = ScriptedServer { request in
      page([feature("a", 11.5, 48.1)], request.address.query == "p=2" ? "" : next("?p=2"))
    }
    #expect(try await server.service(items).last(48.1, 11.5).places.count == 1)
  }

  @Test(
    "another server is not followed, and that is said",
    arguments: ["https://evil.example/next", "//evil.example/x", "https://places.example:8443/x", "file:///etc/passwd"])
  func otherServer(link: String) async throws {
    let server = ScriptedServer { _ in page([feature("a", 11.5, 48.1)], next(link)) }
    let answer = try await server.service(items).last(0, 0, within: .infinity)
    #expect(answer.places.count == 1 && answer.trouble?.contains("1 places are shown") == true)
    #expect(server.asked.withLock { $0.allSatisfy { $0.address.origin == "https://places.example" } })
  }

  @Test("a link to http behind https is taken as https")
  func plainLink() async throws {
    let server = ScriptedServer { request in
      request.address.query == "p=2"
        ? page([feature("b", 11.5, 48.1)])
        : page([feature("a", 11.5, 48.1)], next("http://places.example/api/collections/pois/items?p=2"))
    }
    #expect(try await server.service(items).last(0, 0, within: .infinity).places.count == 2)
    #expect(server.asked.withLock { $0.allSatisfy(\.address.isSecure) })
  }

  @Test("links are relative to where a redirect led")
  func redirected() async throws {
    let server = ScriptedServer { _ in "" }
    server.answer { request in
      let isLast = request.address.query == "p=2"
      let body = page([feature(isLast ? "b" : "a", 11.5, 48.1)], isLast ? "" : next("?p=2"))
      let moved = request.address.text.split(separator: "/items")
      let final = try? WebAddress("https://new.example/moved/items" + (moved.count > 1 ? moved[1] : ""))
      return .success(WebResponse(status: 200, body: Array(body.utf8), address: final ?? request.address))
    }
    let answer = try await server.service(items).last(0, 0, within: .infinity)
    #expect(answer.places.map(\.id) == ["a", "b"] && answer.trouble == nil)
    #expect(server.asked.withLock { $0[1].address.text } == "https://new.example/moved/items?p=2")
  }

  @Test("pages in a ring end; pages without end end with a word, with the number of all where that is known")
  func endless() async throws {
    let ring = ScriptedServer { request in
      page([feature("a", 11.5, 48.1)], next(request.address.query == "p=2" ? "?p=3" : "?p=2"))
    }
    _ = try await ring.service(items).last(0, 0, within: .infinity)
    #expect(ring.paths.filter { $0.hasSuffix("items") }.count == 3)
    for (members, expected) in [
      ("", "has more; 10 places are shown"), (#","numberMatched":99"#, "10 of 99 places are shown"),
    ] {
      let server = ScriptedServer { request in
        let number = request.address.query.flatMap { Int($0.dropFirst(2)) } ?? 0
        return page([feature("\(number)", 11.5, 48.1)], members + next("?p=\(number + 1)"))
      }
      let answer = try await server.service(items).last(0, 0, within: .infinity)
      #expect(answer.places.count == 10 && answer.trouble?.contains(expected) == true, "\(answer.trouble ?? "")")
    }
  }

  @Test("pages that came are shown when a later one does not")
  func brokenLater() async throws {
    let server = ScriptedServer { request in
      request.address.query == "p=2" ? "{\"type\":" : page([feature("a", 11.5, 48.1)], next("?p=2"))
    }
    let answer = try await server.service(items).last(0, 0, within: .infinity)
    #expect(answer.places.count == 1 && answer.trouble?.contains("ends too early") == true)
  }

  // MARK: - Errors

  @Test("what a server says of an error is told, cleaned")
  func errors() async throws {
    let server = ScriptedServer { _ in "" }
    server.answer {
      let body = #"{"code":"InvalidParameterValue","type":"X","description":"bbox \u001b[2Jis odd"}"#
      return .success(WebResponse(status: 400, body: Array(body.utf8), address: $0.address))
    }
    let answer = try await server.service(items).last(48.1, 11.5)
    #expect(
      answer.trouble == "places.example refused (status 400): check the address; it says “bbox [2Jis odd”"
        && answer.places.isEmpty)
    await #expect(throws: PlacesUnavailable.self) {
      try await server.service(items).places(
        near: Coordinate(clampingLatitude: 0, wrappingLongitude: 0), within: 500)
    }
  }

  @Test(
    "pages that are no places are told apart",
    arguments: [
      ("<html>Sign in", "sign in"), ("", "sent nothing"), ("{}", "no places"), ("[1]", "no places"),
      (#"{"code":"X","description":"no such thing"}"#, "says “no such thing”"), (#"{"type":"Topology"}"#, "no places"),
      (String(repeating: "[", count: 1_000_000), "nested more than"),
    ])
  func misfits(body: String, words: String) async throws {
    for address in [items, "https://places.example/"] {
      let answer = try await ScriptedServer { _ in body }.service(address).last(48.1, 11.5)
      #expect(answer.places.isEmpty && answer.trouble?.contains(words) == true, "\(answer.trouble ?? "")")
    }
  }

  @Test("an address that is none is refused at once")
  func badAddress() {
    #expect(throws: PlacesUnavailable.self) { try ScriptedServer { _ in "" }.service("https://u:p@a.example/") }
  }

  // MARK: - Places

  @Test("names, kinds and tags come from the properties, cleaned and bounded")
  func properties() async throws {
    let long = String(repeating: "x", count: 5000)
    let server = ScriptedServer { _ in
      page([
        feature("1", 11.5, 48.1, #""name":"We\u001bll","tourism":"museum","height":12,"name:de":"Brunnen""#),
        feature("2", 11.5, 48.1, #""TITLE":"Title","kind":"odd""#),
        feature("3", 11.5, 48.1, #""amenity":"drinking_water","long":"\#(long)""#),
        feature("4", 11.5, 48.1), #"{"type":"Feature","id":5,"properties":null,"geometry":null}"#,
        #"{"type":"Feature","properties":{"name":"A"},"geometry":{"type":"Point","coordinates":[11.5,48.1]}}"#,
        #"{"type":"Feature","properties":{"name":"B"},"geometry":{"type":"LineString","coordinates":[[11.499,48.1],[11.501,48.1]]}}"#,
      ])
    }
    let places = try await server.service(items, languages: ["de"]).last(48.1, 11.5).places
    #expect(places.map(\.name) == ["Brunnen", "Title", "drinking water", "4", "A", "B"])
    #expect(places.map(\.kind) == ["museum", "odd", "drinking_water", nil, nil, nil])
    #expect(places[0].tags["height"] == "12" && places[0].tags["name"] == "Well")
    #expect(places[2].tags["long"]?.count == 1000)
    #expect(Set(places.map(\.id)).count == 6)
    #expect(abs(places[5].position.longitude - 11.5) < 1e-9)
  }
}
