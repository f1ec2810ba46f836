import ChanceTesting
import SpatialIndex
import Testing

@Suite("An index of places")
struct SpatialIndexTests {
  private let munich = SpatialPoint(latitude: 48.137, longitude: 11.575)

  @Test("what is no place is passed over and keeps its number")
  func nowhere() {
    let points = [
      SpatialPoint(latitude: .nan, longitude: 0), munich, SpatialPoint(latitude: 0, longitude: 180.1),
      SpatialPoint(latitude: -.infinity, longitude: 0), SpatialPoint(latitude: -90, longitude: -180),
    ]
    let index = SpatialIndex(points)
    #expect(index.count == 5)
    #expect(index.findableCount == 2)
    #expect(index.nearest(10, to: munich).map(\.index) == [1, 4])
    #expect(index.inBox(south: -90, west: -180, north: 90, east: 180).sorted() == [1, 4])
    #expect(SpatialIndex(Array(points.prefix(1))).nearest(1, to: munich).isEmpty)
  }

  @Test("a question that has no answer has none")
  func unanswerable() {
    let index = SpatialIndex(Shape.city.points(100))
    let nowhere = [
      SpatialPoint(latitude: .nan, longitude: 0), SpatialPoint(latitude: 0, longitude: 181),
      SpatialPoint(latitude: 1e300, longitude: -.infinity),
    ]
    for place in nowhere {
      #expect(index.nearest(5, to: place).isEmpty)
      #expect(index.within(metres: .infinity, of: place).isEmpty)
    }
    for k in [0, -1, Int.min] { #expect(index.nearest(k, to: munich).isEmpty) }
    #expect(index.nearest(.max, to: munich).count == 100)
    for metres in [-1, -Double.infinity, .nan] { #expect(index.within(metres: metres, of: munich).isEmpty) }
    let boxes: [(Double, Double, Double, Double)] = [
      (49, 11, 48, 12), (.nan, 0, 90, 90), (-90, .nan, 90, 90), (-90, 0, .nan, 90), (-90, 0, 90, .infinity),
      (91, -180, 92, 180), (-1e300, -180, -90.1, 180),
    ]
    for (south, west, north, east) in boxes {
      #expect(index.inBox(south: south, west: west, north: north, east: east).isEmpty)
    }
  }

  @Test("a box whose sides are beyond half a turn means what it says")
  func boxBeyond() {
    let points = Shape.antimeridian.points(300) + Shape.globe.points(300)
    let index = SpatialIndex(points)
    let east = index.inBox(south: -60, west: 179.99, north: 60, east: 180.02).sorted()
    #expect(!east.isEmpty)
    #expect(east == BruteForce.inBox(points, -60, 179.99, 60, -179.98))
    #expect(east == index.inBox(south: -60, west: -180.01, north: 60, east: -179.98).sorted())
    #expect(index.inBox(south: -100, west: -1000, north: 100, east: -640).count == 600)
    #expect(index.inBox(south: -90, west: 0, north: 90, east: 359.9999999).count > 590)
  }

  @Test("a choice is asked about each point once at most, and the nearest of those it takes are found")
  func choice() {
    for shape in Shape.allCases {
      let points = shape.points(600)
      let index = SpatialIndex(points)
      let place = shape.places(points)[3]
      let truth = BruteForce.hits(points, from: place)
      for wanted in [1, 3, 50] {
        var asked = Set<Int>()
        var isTwice = false
        let hits = index.nearest(10, to: place) { number in
          isTwice = isTwice || !asked.insert(number).inserted
          return number % wanted == 0
        }
        #expect(hits == Array(truth.filter { $0.index % wanted == 0 }.prefix(10)))
        #expect(!isTwice)
      }
      #expect(index.nearest(5, to: place) { _ in false }.isEmpty)
      let near = index.within(metres: 2000, of: place) { $0 % 7 == 0 }
      #expect(near == truth.filter { $0.metres <= 2000 && $0.index % 7 == 0 })
    }
  }

  @Test("of thousands at one place those that were given first are found, however many are wanted")
  func manyAtOnePlace() {
    let points = Shape.onePlace.points(3000)
    let index = SpatialIndex(points + Shape.city.points(50))
    for k in [1, 10, 16, 17, 2999] {
      #expect(index.nearest(k, to: points[0]).map(\.index) == Array(0..<k))
      #expect(index.nearest(k, to: points[0]) { $0 > 1000 && $0 < 3000 }.map(\.index) == Array((1001..<3000).prefix(k)))
    }
    let edges = Shape.twoPlaces.points(3000)
    let between = SpatialPoint(latitude: 1.00000005, longitude: 2)
    #expect(SpatialIndex(edges).nearest(2000, to: between) == Array(BruteForce.hits(edges, from: between).prefix(2000)))
  }

  @Test("memory that is used again holds the same answers as new memory")
  func reuse() {
    let points = Shape.city.points(2000)
    let index = SpatialIndex(points)
    var selection = SpatialSelection(room: 1)
    var hits: [SpatialHit] = []
    var chance = Chance(seed: 9)
    for step in 0..<30 {
      let place = Shape.city.point(&chance)
      let metres = Double(step * step) * 10
      index.select(within: metres, of: place, into: &selection)
      let truth = index.within(metres: metres, of: place).map(\.index).sorted()
      #expect(selection.withNumbers { $0.map { Int($0) } }.sorted() == truth)
      #expect(selection.count == truth.count)
      if selection.count > 0 { #expect(truth.contains(selection[selection.count - 1])) }
      index.nearest(step % 13, to: place, into: &hits)
      #expect(hits == index.nearest(step % 13, to: place))
    }
    index.nearest(-1, to: munich, into: &hits)
    #expect(hits.isEmpty)
  }

  @Test("many threads may ask at the same time")
  func threads() async {
    let points = Shape.city.points(1500)
    let index = SpatialIndex(points)
    let places = Shape.city.places(points)
    let truth = places.map { index.nearest(20, to: $0) { $0 % 2 == 0 } }
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask { zip(places, truth).allSatisfy { index.nearest(20, to: $0) { $0 % 2 == 0 } == $1 } }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  @Test("a hit is as the kernel writes it")
  func layout() {
    #expect(MemoryLayout<SpatialHit>.size == 16)
    #expect(MemoryLayout<SpatialHit>.stride == 16)
    #expect(MemoryLayout<SpatialHit>.offset(of: \.index) == 0)
    #expect(MemoryLayout<SpatialHit>.offset(of: \.metres) == 8)
    #expect(MemoryLayout<SpatialPoint>.stride == 16)
    #expect(MemoryLayout<SpatialPoint>.offset(of: \.latitude) == 0)
  }
}
