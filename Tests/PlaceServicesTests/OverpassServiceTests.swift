import Geodesy
import Nearby
import PlaceServices
import Places
import SystemKit
import Testing
import WebFetch

private let interpreter = "https://overpass.example/api/interpreter"

/// A reply of Overpass.
private func reply(_ elements: [String], _ members: String = "") -> String {
  #"{"version":0.6,"osm3s":{"copyright":"ODbL"},"elements":[\#(elements.joined(separator: ","))]\#(members)}"#
}

private let fountain =
  #"{"type":"node","id":1,"lat":48.1,"lon":11.5,"tags":{"historic":"fountain","name":"F","name:de":"B"}}"#

@Suite("Overpass")
struct OverpassServiceTests {
  @Test("the query has its box as south, west, north, east, its limits, and the keys that are keys")
  func query() async throws {
    let server = ScriptedServer { _ in reply([]) }
    let service = try PlaceService(
      interpreter, keys: ["tourism", "amenity", "tourism", "x\"];out;", "", "addr:street"], client: server.client())
    _ = try await service.last(48.1, 11.5)
    let request = try #require(server.asked.withLock { $0.first })
    #expect(request.address.text == interpreter)
    let text = try #require(request.form?.dropFirst("data=".count).removingPercent)
    #expect(text.hasPrefix("[out:json][timeout:8][maxsize:67108864][bbox:"))
    #expect(
      text.hasSuffix(
        #"];(nwr["addr:street"]["name"];nwr["amenity"]["name"];nwr["tourism"];);out center qt 5000;"#))
    let box = text.split(separator: "bbox:")[1].prefix { $0 != "]" }.split(separator: ",").compactMap { Double($0) }
    #expect(box.count == 4 && box[0] < 48.1 && box[1] < 11.5 && box[2] > 48.1 && box[3] > 11.5)
  }

  @Test("elements become places with their tags, names in the wanted language, and OpenStreetMap is named")
  func places() async throws {
    let server = ScriptedServer { _ in
      reply([
        fountain, #"{"type":"way","id":1,"center":{"lat":48.1001,"lon":11.5},"tags":{"tourism":"artwork"}}"#,
        #"{"type":"relation","id":2,"tags":{"tourism":"museum"}}"#,
        #"{"type":"node","id":3,"lat":48.1,"lon":11.5,"tags":{"amenity":"bench"}}"#,
      ])
    }
    let answer = try await server.service(interpreter, languages: ["de"]).last(48.1, 11.5)
    #expect(answer.places.map(\.id).prefix(2) == ["node/1", "way/1"])
    #expect(answer.places.map(\.name).prefix(2) == ["B", "artwork"] && answer.places[0].kind == "fountain")
    #expect(answer.places[0].tags["name"] == "F" && answer.age == .zero && answer.trouble == nil)
    #expect(answer.attribution == ["© OpenStreetMap contributors, ODbL"])
  }

  @Test("an error with status 200 is an error, is not kept, and makes the server rest")
  func remark() async throws {
    let server = ScriptedServer { _ in
      reply([fountain], #","remark":"runtime error: Query timed out in \"query\" at line 4 after 2 seconds.""#)
    }
    let answer = try await server.service(interpreter).last(48.1, 11.5)
    #expect(answer.places.isEmpty)
    #expect(
      answer.trouble?.hasPrefix(
        "overpass.example gave up: “runtime error: Query timed out in \"query\" at line 4 after 2 seconds.”") == true)
    // The first cell was asked for, and then nothing more.
    #expect(server.asked.withLock { $0.count } == 1)
    let held = try await server.service(interpreter).all(48.1, 11.5)
    #expect(held.first?.places.isEmpty == true)
  }

  @Test("a remark that is no error does no harm")
  func harmless() async throws {
    let server = ScriptedServer { _ in reply([fountain], #","remark":"runtime remark: slow today""#) }
    let answer = try await server.service(interpreter).last(48.1, 11.5)
    #expect(answer.places.count == 1 && answer.trouble == nil)
  }

  @Test("too many requests, a busy server, and a query that it does not like, are told", arguments: [429, 504, 400])
  func statuses(status: Int) async throws {
    let server = ScriptedServer { _ in "" }
    server.answer {
      let page =
        "<?xml version=\"1.0\"?><html><body><p>ODbL.</p><p><strong>Error</strong>: line 2: parse error: ';' expected</p>"
      return .success(
        WebResponse(
          status: status, headers: [WebHeader("Retry-After", "30")], body: status == 400 ? Array(page.utf8) : [],
          address: $0.address))
    }
    let service = try server.service(interpreter)
    let trouble = try #require(try await service.last(48.1, 11.5).trouble)
    switch status {
    case 429: #expect(trouble == "overpass.example was asked too often (status 429): it is asked again in 30 s")
    case 504: #expect(trouble.hasPrefix("overpass.example is in trouble or busy (status 504)"))
    default: #expect(trouble.hasSuffix("it says “Error: line 2: parse error: ';' expected”"), "\(trouble)")
    }
    let count = server.asked.withLock { $0.count }
    _ = try await service.last(48.1, 11.5)
    // A server that said no is left alone; one that did not like the question is there.
    #expect((server.asked.withLock { $0.count } == count) == (status != 400))
  }

  @Test("it is asked for ten kilometres at most, and says so")
  func widest() async throws {
    let server = ScriptedServer { _ in reply([fountain]) }
    let answer = try await server.service(interpreter).last(48.1, 11.5, within: .infinity)
    #expect(answer.places.count == 1 && answer.trouble?.contains("10 km") == true)
  }

  @Test("what goes wrong is told before how far it is asked")
  func widestFailing() async throws {
    let server = ScriptedServer { _ in "" }
    server.answer { _ in .failure(.unreachable("overpass.example")) }
    let answer = try await server.service(interpreter).last(48.1, 11.5, within: .infinity)
    #expect(answer.trouble?.hasPrefix("overpass.example takes no connections") == true)
  }

  @Test("a reply with as many elements as were asked for at most is said to be not all")
  func cut() async throws {
    let many = (1...5000).map { #"{"type":"node","id":\#($0),"lat":48.1,"lon":11.5,"tags":{"shop":"a","name":"b"}}"# }
    let server = ScriptedServer { _ in reply(many) }
    let answer = try await server.service(interpreter).last(48.1, 11.5)
    #expect(answer.places.count == 5000 && answer.trouble?.contains("more than 5000") == true)
  }
}

extension StringProtocol {
  /// The text with its escapes undone.
  fileprivate var removingPercent: String? {
    var bytes: [UInt8] = []
    var rest = utf8[...]
    while let byte = rest.popFirst() {
      guard byte == 0x25 else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
        return nil
      }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
