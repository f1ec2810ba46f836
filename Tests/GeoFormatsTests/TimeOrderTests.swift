import GeoFormats
import Geodesy
import Testing

/// The places of the times that are left out of a segment whose points lie on the lines from 1 on, and the complaints.
private func judge(_ times: [Int?]) -> (places: [Int], complaints: [String]) {
  var order = TimeOrder()
  for (index, time) in times.enumerated() {
    order.add(
      GPXPoint(
        position: Coordinate(clampingLatitude: 48, wrappingLongitude: 11), time: time.map { Int64($0) * 1000 },
        line: index + 1))
  }
  var log = DiagnosticLog()
  let places = order.misfits(log: &log)
  return (places, log.summary.map { "\($0.line): \($0.message)" })
}

@Suite("The order of times")
struct TimeOrderTests {
  private static let muddle = "time runs backwards over and over: all times of this segment are left out"

  @Test(
    "is left alone where time goes on or stands still, whatever the pauses",
    arguments: [[], [5], [5, 6, 7], [5, 5, 6], [nil, 5, nil, 900_000, nil]] as [[Int?]])
  func ordered(times: [Int?]) { #expect(judge(times).places == [] && judge(times).complaints == []) }

  @Test(
    "times of a few points that do not fit are left out, and no others",
    arguments: [
      ([900, 0, 5, 10, 15], [0]), ([900, 800, 0, 5, 10, 15, 20], [0, 1]), ([0, 5, 900, 15, 20], [2]),
      ([100, 105, 3, 115, 120], [2]), ([100, 105, 110, 115, 3], [4]), ([nil, 900, nil, 0, 5, 10], [1]),
      ([100, 900, 110, 115, 3, 125], [1, 4]), ([5, 4, 6, 7], [0]),
    ] as [([Int?], [Int])])
  func misfits(times: [Int?], places: [Int]) {
    let (found, complaints) = judge(times)
    #expect(found == places)
    #expect(complaints.allSatisfy { $0.contains("time runs backwards: the time") && $0.hasSuffix("left out") })
    #expect(complaints.first?.hasPrefix("\(places[0] + 1): ") == true)
  }

  @Test("the complaint names the point itself, or how many points in a row")
  func complaint() {
    #expect(judge([900, 0, 5, 10]).complaints == ["1: time runs backwards: the time of this point is left out"])
    #expect(
      judge([0, 5, 1, 2, 10, 15, 20]).complaints == ["2: time runs backwards: the time of this point is left out"])
    #expect(
      judge([100, 105, 110, 1, 2, 115]).complaints == ["4: time runs backwards: the times of 2 points are left out"])
  }

  @Test("a clock that is set back is kept, however often")
  func set() {
    let times = (0..<60).map { $0 * 5 } + (0..<60).map { $0 * 5 + 100 } + (0..<60).map { $0 * 5 }
    let (places, complaints) = judge(times)
    #expect(places == [])
    #expect(
      complaints == [61, 121].map { "\($0): time runs backwards: kept, as of a clock that was set back" })
  }

  @Test(
    "times that tell no order are left out together, with one complaint",
    arguments: [
      ([5, 5, 5], "all times of this segment are the same: left out"), ([9, 8, 7], Self.muddle),
      ([9, 8], Self.muddle), ((0..<200).map { -$0 }, Self.muddle),
      ((0..<200).map { $0 % 2 == 0 ? $0 : -$0 }, Self.muddle),
    ] as [([Int], String)])
  func useless(times: [Int], reason: String) {
    let (places, complaints) = judge(times)
    #expect(places == Array(times.indices))
    #expect(complaints == ["1: \(reason)"])
  }
}
