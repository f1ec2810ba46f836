import Foundation
import Testing

/// A recording as its events, read by Foundation's reader of JSON.
struct CastLines: IteratorProtocol {
  struct Event: Equatable {
    let time: Double
    let code: String
    let data: String
  }

  let width: Int
  let height: Int
  private var events: ArraySlice<Event>

  init(_ bytes: [UInt8]) throws {
    let lines = bytes.split(separator: 0x0A).map { Data($0) }
    let header = try #require(try JSONSerialization.jsonObject(with: lines[0]) as? [String: Any])
    #expect(header["version"] as? Int == 2)
    width = try #require(header["width"] as? Int)
    height = try #require(header["height"] as? Int)
    events = try lines.dropFirst().map { line in
      let values = try #require(try JSONSerialization.jsonObject(with: line) as? [Any])
      return Event(
        time: try #require(values[0] as? Double), code: try #require(values[1] as? String),
        data: try #require(values[2] as? String))
    }[...]
  }

  mutating func next() -> Event? { events.popFirst() }

  /// The next event if it is not later than that.
  mutating func next(until time: Double) -> Event? {
    guard let event = events.first, event.time <= time + 1e-6 else { return nil }
    return next()
  }
}
