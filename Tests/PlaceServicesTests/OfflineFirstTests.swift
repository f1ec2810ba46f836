import Geodesy
import Nearby
import PlaceServices
import Places
import SystemKit
import Testing
import WebFetch

private let items = "https://places.example/collections/pois/items"

@Suite("Offline first")
struct OfflineFirstTests {
  private let server = ScriptedServer { _ in page([feature("old", 11.5, 48.1)]) }

  /// Asks once, and comes back a day later with the same cache.
  private func aDayLater() async throws -> PlaceService {
    _ = try await server.service(items).last(48.1, 11.5)
    server.move(.seconds(86_400))
    return try server.service(items)
  }

  @Test("what was said before comes at once with its age, and then what is said now")
  func better() async throws {
    let service = try await aDayLater()
    server.play { _ in page([feature("new", 11.5, 48.1)]) }
    let answers = try await service.all(48.1, 11.5)
    #expect(answers.last?.places.map(\.id) == ["new"] && answers.last?.age == .zero)
    #expect(answers.last?.isAwaitingBetter == false && answers.last?.trouble == nil)
  }

  @Test("the first answer waits for nothing")
  func first() async throws {
    let service = try await aDayLater()
    server.answer { _ in .failure(.silent("places.example", after: .seconds(5))) }
    let centre = Coordinate(clampingLatitude: 48.1, wrappingLongitude: 11.5)
    var answers = service.answers(near: centre, within: 500).makeAsyncIterator()
    var seen: [PlacesAnswer] = []
    while let answer = await answers.next() { seen.append(answer) }
    #expect(seen.allSatisfy { $0.places.map(\.id) == ["old"] && $0.age.map { $0 >= .seconds(86_399) } == true })
  }

  @Test(
    "without a net the old answer stays, with its age and the trouble",
    arguments: [
      WebError.unknownHost("places.example"), .silent("places.example", after: .seconds(5)), .cutOff("places.example"),
    ])
  func offline(error: WebError) async throws {
    let service = try await aDayLater()
    server.answer { _ in .failure(error) }
    let answer = try await service.last(48.1, 11.5)
    #expect(answer.places.map(\.id) == ["old"] && answer.trouble == error.description)
    #expect(answer.age.map { $0 >= .seconds(86_400) } == true && answer.attribution == ["places.example"])
    // And so it is on the next day.
    server.move(.seconds(86_400))
    #expect(try await server.service(items).last(48.1, 11.5).age.map { $0 >= .seconds(172_800) } == true)
  }

  @Test("a page that asks to sign in does not take the place of places")
  func captivePortal() async throws {
    let service = try await aDayLater()
    server.play { _ in "<html>Welcome to our hotel" }
    #expect(try await service.last(48.1, 11.5).places.map(\.id) == ["old"])
    server.answer { _ in .failure(.unknownHost("places.example")) }
    #expect(try await server.service(items).last(48.1, 11.5).places.map(\.id) == ["old"])
  }

  @Test("who knows nothing says so, and why")
  func nothing() async throws {
    server.answer { _ in .failure(.unknownHost("places.example")) }
    let answers = try await server.service(items).all(48.1, 11.5)
    let trouble = WebError.unknownHost("places.example").description
    #expect(answers.last == PlacesAnswer([], trouble: trouble, service: "places.example"))
    #expect(answers.first == PlacesAnswer([], isAwaitingBetter: true, service: "places.example"))
  }

  @Test("a walk through one cell asks once; a minute later nothing is asked at all")
  func walking() async throws {
    let service = try server.service(items)
    let start = Coordinate(clampingLatitude: 48.1, wrappingLongitude: 11.503)
    var counts: [Int] = []
    for step in 0..<20 {
      let here = start.offset(by: Double(step) * 5, toward: Bearing(degrees: 90))
      _ = try await service.last(here.latitude, here.longitude, within: 100)
      counts.append(server.paths.filter { $0.hasSuffix("items") }.count)
    }
    #expect(counts.last == counts.first, "\(counts)")
    server.move(.seconds(60))
    _ = try await server.service(items).last(48.1, 11.503, within: 100)
    #expect(server.paths.filter { $0.hasSuffix("items") }.count == counts.first)
  }

  @Test("of several cells those that came are new and the others as old as they are")
  func mixed() async throws {
    // A corner of four cells of any zoom.
    server.play { request in
      page([feature(request.address.query ?? "", 0.0001, 0.0001)])
    }
    _ = try await server.service(items).last(0, 0)
    server.move(.seconds(86_400))
    let count = server.paths.count
    let server = server
    server.answer { request in
      server.paths.count == count + 1
        ? .success(
          WebResponse(status: 200, body: Array(page([feature("new", 0.0001, 0.0001)]).utf8), address: request.address))
        : .failure(.cutOff("places.example"))
    }
    let answer = try await server.service(items).last(0, 0)
    #expect(answer.places.count == 4 && answer.places.contains { $0.id == "new" }, "\(answer.places.map(\.id))")
    #expect(answer.age.map { $0 >= .seconds(86_400) } == true && answer.trouble != nil)
  }

  @Test("who listens no more ends the asking")
  func cancellation() async throws {
    let service = try server.service(items)
    let task = Task { try await service.all(48.1, 11.5) }
    task.cancel()
    _ = try? await task.value
  }
}
