internal import Geodesy
internal import SpatialIndex

extension RegionIndex {
  /// Whether a filter takes the place of a number, from 1.
  func has(_ number: Int64, _ filter: PlaceFilter) -> Bool {
    guard number > 0, number <= Int64(count) else { return false }
    return filter.takes(category: categories[Int(number) - 1], keys: keys[Int(number) - 1])
  }

  /// The nearest places that a filter takes.
  func nearest(_ count: Int, to centre: Coordinate, _ filter: PlaceFilter) -> [SpatialHit] {
    spatial.nearest(count, to: SpatialPoint(centre), where: predicate(filter))
  }

  /// The numbers, from 1, of the nearest among some places, given by their numbers.
  func nearest(_ count: Int, to centre: Coordinate, among numbers: [Int64]) -> [Int64] {
    var isMeant = [Bool](repeating: false, count: self.count)
    for number in numbers { isMeant[Int(number) - 1] = true }
    return spatial.nearest(count, to: SpatialPoint(centre)) { isMeant[$0] }.map { Int64($0.index + 1) }
  }

  /// The places within so many metres on the sphere that a filter takes.
  func within(_ metres: Double, of centre: Coordinate, _ filter: PlaceFilter) -> [SpatialHit] {
    spatial.within(metres: metres, of: SpatialPoint(centre), where: predicate(filter))
  }

  /// The places in a box that a filter takes.
  func inside(_ box: BoundingBox, _ filter: PlaceFilter) -> [Int] {
    let found = spatial.inBox(south: box.south, west: box.west, north: box.north, east: box.east)
    guard let predicate = predicate(filter) else { return found }
    return found.filter(predicate)
  }

  /// All places that a filter takes, in their order.
  func entries(_ filter: PlaceFilter) -> [Int] {
    guard let predicate = predicate(filter) else { return Array(0..<count) }
    return (0..<count).filter(predicate)
  }

  private func predicate(_ filter: PlaceFilter) -> ((Int) -> Bool)? {
    filter.isAll ? nil : { filter.takes(category: categories[$0], keys: keys[$0]) }
  }
}

extension SpatialPoint {
  init(_ coordinate: Coordinate) { self.init(latitude: coordinate.latitude, longitude: coordinate.longitude) }
}
