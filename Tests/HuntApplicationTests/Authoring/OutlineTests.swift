import Editor
import Geodesy
import HuntDomain
import Numbers
import PlaceSamples
import Testing

@Suite("An outline that is walked")
struct OutlineTests {
  private func spot(_ east: Double, _ north: Double) -> Coordinate {
    TangentPlane(at: home).coordinate(at: .init(east: east, north: north))
  }

  private func outline(_ corners: [(Double, Double)]) throws -> Outline {
    var outline = Outline()
    for corner in corners { try outline.add(spot(corner.0, corner.1)) }
    return outline
  }

  @Test("closes to the corners that were set")
  func square() throws {
    let square = try outline([(0, 0), (20, 0), (20, 30), (0, 30)])
    let ring = try square.closed()
    #expect(ring == square.corners && ring.count == 4)
  }

  @Test("is no area before it has three corners, or when they lie on a line")
  func noArea() throws {
    let two = try outline([(0, 0), (20, 0)])
    #expect(throws: OutlineProblem.tooFew(2)) { try two.closed() }
    let line = try outline([(0, 0), (20, 0), (40, 0)])
    #expect(throws: OutlineProblem.noArea) { try line.closed() }
  }

  @Test("refuses a corner whose side would cross another one, and stays as it was")
  func crossing() throws {
    var bow = try outline([(0, 0), (20, 20), (20, 0)])
    #expect(throws: OutlineProblem.crosses(side: 1)) { try bow.add(spot(0, 20)) }
    #expect(bow.corners.count == 3)
    // Another way is open, and the last side may be crossed by the one that closes.
    try bow.add(spot(30, -10))
    let hook = try outline([(0, 0), (0, 20), (-10, 20), (-10, -10), (-20, -10)])
    #expect(throws: OutlineProblem.crosses(side: 3)) { try hook.closed() }
  }

  @Test("takes corners back, and does not take one twice")
  func back() throws {
    var outline = try outline([(0, 0), (20, 0)])
    #expect(throws: OutlineProblem.sameCorner) { try outline.add(spot(20.2, 0)) }
    outline.removeLast()
    #expect(outline.corners == [spot(0, 0)])
    outline.removeLast()
    outline.removeLast()
    #expect(outline.corners.isEmpty)
  }

  @Test(
    "accepts every star around a point, and refuses it with two corners exchanged",
    arguments: 1...100 as ClosedRange<UInt64>)
  func stars(seed: UInt64) throws {
    var chance = SeededGenerator(seed: seed)
    let count = Int.random(in: 5...12, using: &chance)
    // Sorted by angle around a point inside, a ring cannot cross itself.
    let corners = (0..<count).map { index in
      home.offset(
        by: .random(in: 20...60, using: &chance), toward: Bearing(degrees: Double(index) * 360 / Double(count)))
    }
    var star = Outline()
    for corner in corners { try star.add(corner) }
    let ring = try star.closed()
    #expect(ring == corners)
  }

  /// Whether two sides cross, by solving for where their lines meet.
  private func cross(_ one: [TangentPlane.Point], _ other: [TangentPlane.Point]) -> Bool {
    let (a, b) = (
      (one[1].east - one[0].east, one[1].north - one[0].north),
      (other[1].east - other[0].east, other[1].north - other[0].north)
    )
    let determinant = a.0 * b.1 - a.1 * b.0
    let (east, north) = (other[0].east - one[0].east, other[0].north - one[0].north)
    let (s, t) = ((east * b.1 - north * b.0) / determinant, (east * a.1 - north * a.0) / determinant)
    return (0...1).contains(s) && (0...1).contains(t)
  }

  @Test("accepts a ring exactly when no two of its sides cross", arguments: 1...300 as ClosedRange<UInt64>)
  func anyRing(seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    let points = (0..<Int.random(in: 4...7, using: &chance)).map { _ in
      TangentPlane.Point(east: .random(in: -50...50, using: &chance), north: .random(in: -50...50, using: &chance))
    }
    let count = points.count
    // Corners at one place are refused for another reason.
    let gaps = (0..<count).map { Segment(points[$0], points[$0]).distance(to: points[($0 + 1) % count]) }
    guard gaps.allSatisfy({ $0 > Outline.spacing }) else { return }
    let sides = (0..<count).map { [points[$0], points[($0 + 1) % count]] }
    let isSimple = (0..<count).allSatisfy { one in
      (0..<count).allSatisfy { other in
        let apart = (other - one + count) % count
        return apart <= 1 || apart == count - 1 || !cross(sides[one], sides[other])
      }
    }
    var outline = Outline()
    let isAccepted =
      (try? {
        for point in points { try outline.add(spot(point.east, point.north)) }
        return try outline.closed()
      }()) != nil
    #expect(isAccepted == isSimple)
  }

  @Test("thins out the way to its corners, give or take what the receiver errs", arguments: [0.0, 4])
  func walking(accuracy: Double) throws {
    var outline = Outline()
    let corners = [(0.0, 0.0), (40, 0), (40, 40), (0, 40)]
    try outline.walk(true, from: spot(0, 0))
    for (start, end) in zip(corners, corners.dropFirst() + [(0, 2)]) {
      for part in stride(from: 0.0, through: 1, by: 0.05) {
        let east = start.0 + (end.0 - start.0) * part
        let north = start.1 + (end.1 - start.1) * part
        try outline.pass(spot(east, north), accuracy: accuracy)
      }
    }
    try outline.walk(false, from: spot(0, 1))
    let ring = try outline.closed()
    #expect((4...8).contains(ring.count))
    for corner in corners {
      let nearest = ring.map { $0.distance(to: spot(corner.0, corner.1)) }.min() ?? .infinity
      #expect(nearest < 5)
    }
    #expect(!outline.isWalking)
  }

  @Test("ends the walk where the way crosses itself")
  func walkedCrossing() throws {
    var outline = Outline()
    try outline.walk(true, from: spot(0, 0))
    var problem: OutlineProblem?
    let way = [(0.0, 0.0), (40, 0), (40, 40), (20, 40), (20, -40), (60, -40)]
    for (start, end) in zip(way, way.dropFirst()) where problem == nil {
      for part in stride(from: 0.0, through: 1, by: 0.05) where problem == nil {
        let east = start.0 + (end.0 - start.0) * part
        let north = start.1 + (end.1 - start.1) * part
        do { try outline.pass(spot(east, north), accuracy: 0) } catch { problem = error }
      }
    }
    #expect(problem == .crosses(side: 1))
    #expect(!outline.isWalking)
  }

  @Test("keeps a place that lies inside, and moves another one inside", arguments: 1...50 as ClosedRange<UInt64>)
  func inside(seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    // A horseshoe: its centre of gravity lies in the opening.
    let shapes: [[(Double, Double)]] = [
      [(0, 0), (60, 0), (60, 40), (50, 40), (50, 10), (10, 10), (10, 40), (0, 40)],
      [(0, 0), (20, 0), (20, 20), (0, 20)],
    ]
    for shape in shapes {
      let corners = shape.map { spot($0.0, $0.1) }
      let plane = TangentPlane(at: corners[0])
      let ring = Ring(corners.compactMap { plane.point(of: $0) })
      let wish = spot(.random(in: -10...70, using: &chance), .random(in: -10...50, using: &chance))
      let place = Ring.place(in: corners, preferring: wish)
      #expect(plane.point(of: place).map(ring.contains) == true)
      guard let point = plane.point(of: wish) else { continue }
      if ring.contains(point), ring.depth(of: point) >= 5 { #expect(place == wish) }
      // A corner is where no receiver would tell inside from outside.
      let edge = Ring.place(in: corners, preferring: corners[0])
      #expect(plane.point(of: edge).map(ring.depth) ?? 0 >= 2)
    }
    let opening = Ring(shapes[0].map { TangentPlane.Point(east: $0.0, north: $0.1) })
    #expect(!opening.contains(.init(east: 30, north: 25)) && opening.contains(.init(east: 5, north: 30)))
    #expect(abs(opening.area - (60 * 40 - 40 * 30)) < 1e-9)
  }
}

@Suite("An answer on one line")
struct AnswerTextTests {
  @Test("is a number, words that count, or a choice")
  func reading() {
    #expect(AnswerText.rule(" 42 ") == .number(42, tolerance: 0))
    #expect(AnswerText.rule("-4.5 ± 0.5") == .number(-4.5, tolerance: 0.5))
    #expect(AnswerText.rule("100+-2") == .number(100, tolerance: 2))
    #expect(AnswerText.rule("oak | oak tree |") == .text(["oak", "oak tree"]))
    #expect(AnswerText.rule("42 | forty-two") == .text(["42", "forty-two"]))
    #expect(AnswerText.rule("red | *blue | * green") == .choice(options: ["red", "blue", "green"], right: [1, 2]))
    #expect(AnswerText.rule("nan") == .text(["nan"]))
    #expect(AnswerText.rule("7 ± -1") == .text(["7 ± -1"]))
    for none in ["", "  ", "|", "*", "*only", " | | "] { #expect(AnswerText.rule(none) == nil) }
  }

  @Test(
    "written down reads as the same rule",
    arguments: [
      Question.Rule.number(42, tolerance: 0), .number(-0.5, tolerance: 2), .text(["oak"]), .text(["a", "b c"]),
      .choice(options: ["x", "y"], right: [1]),
    ])
  func round(rule: Question.Rule) { #expect(AnswerText.rule(AnswerText.line(rule)) == rule) }
}
