internal import Numbers

/// A place in ten-millionths of a degree, as files of the peers have it.
struct PlainPlace {
  let latitude, longitude: Int32

  /// A place that may lie beyond a pole or the antimeridian.
  init(latitude: Double, longitude: Double) {
    var (latitude, longitude) = (latitude, longitude)
    if abs(latitude) > 90 { (latitude, longitude) = ((latitude < 0 ? -180 : 180) - latitude, longitude + 180) }
    longitude = longitude - 360 * ((longitude + 180) / 360).rounded(.down)
    self.latitude = Int32((latitude * 1e7).rounded())
    let east = Int64((longitude * 1e7).rounded())
    // The antimeridian has one name, so that peers need not know of the other.
    self.longitude = east >= 1_800_000_000 ? Int32(east - 3_600_000_000) : Int32(east)
  }
}

/// Where the queries come from.
enum Asking: String, CaseIterable {
  /// Anywhere in cities, another one each time.
  case city
  /// A walk through the largest city, ten steps a second.
  case walk
  /// Anywhere on the globe.
  case uniform
  /// Poles, the antimeridian, and places with hundreds of points.
  case edge
}

/// A world of places: two thousand cities along streets, the land between, and the places where programs go wrong.
///
/// Nine in ten places are in cities, whose sizes are as Zipf says, and one in two hundred lies exactly on another. From
/// a fixed seed, without any function that processors round differently but sine and cosine.
struct PlaceSets {
  private static let metresPerDegree = 6_371_008.8 * Double.pi / 180

  private struct City {
    let latitude, longitude, spread: Double
    /// The share of this city and all larger ones.
    let share: Double
  }

  private let cities: [City]

  init() {
    var chance = SeededGenerator(seed: 0xC17135)
    var share = 0.0
    cities = (0..<2000).map { rank in
      share += 1 / Double(rank + 1)
      let latitude = Self.latitude(sine: chance.uniform() * 1.75 - 0.8)
      let spread = 1000 + 11_000 * chance.uniform() * chance.uniform() + (rank < 50 ? 4000 : 0)
      let longitude = chance.uniform()
      // Some lie across the antimeridian.
      return City(
        latitude: latitude, longitude: rank % 100 == 7 ? 180 - 0.02 * longitude : longitude * 360 - 180, spread: spread,
        share: share)
    }
  }

  /// So many places.
  func points(_ count: Int) -> [PlainPlace] {
    var chance = SeededGenerator(seed: 0x5EED)
    var places: [PlainPlace] = []
    places.reserveCapacity(count)
    while places.count < count {
      let kind = chance.uniform()
      if places.count > 100 && kind < 0.005 {
        places.append(places[Int(chance.next() % UInt64(places.count))])
      } else {
        places.append(kind < 0.89 ? inCity(&chance) : kind < 0.996 ? anywhere(&chance) : onEdge(&chance))
      }
    }
    return places
  }

  /// So many places to ask from.
  func places(_ asking: Asking, _ count: Int) -> [PlainPlace] {
    var chance = SeededGenerator(seed: 0xA11CE)
    switch asking {
    case .city: return (0..<count).map { _ in inCity(&chance) }
    case .uniform: return (0..<count).map { _ in anywhere(&chance) }
    case .edge: return (0..<count).map { _ in onEdge(&chance) }
    case .walk: return walk(count, &chance)
    }
  }

  private func inCity(_ chance: inout SeededGenerator) -> PlainPlace {
    let share = chance.uniform() * cities[cities.count - 1].share
    var (low, high) = (0, cities.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if cities[middle].share < share { low = middle + 1 } else { high = middle }
    }
    let city = cities[low]
    let spread = city.spread * (chance.uniform() < 0.15 ? 4 : 1)
    var (north, east) = (chance.bell() * spread, chance.bell() * spread)
    // Half of them stand along streets, 120 metres from one to the next.
    switch chance.next() % 4 {
    case 0: north = (north / 120).rounded() * 120 + chance.bell() * 6
    case 1: east = (east / 120).rounded() * 120 + chance.bell() * 6
    default: break
    }
    return place(north, east, of: city.latitude, city.longitude)
  }

  private func anywhere(_ chance: inout SeededGenerator) -> PlainPlace {
    PlainPlace(latitude: Self.latitude(sine: chance.uniform() * 2 - 1), longitude: chance.uniform() * 360 - 180)
  }

  private func onEdge(_ chance: inout SeededGenerator) -> PlainPlace {
    let kind = chance.next() % 4
    let (a, b, c) = (chance.uniform(), chance.uniform(), chance.uniform())
    switch kind {
    case 0: return PlainPlace(latitude: 90 - 0.5 * a * b, longitude: c * 360 - 180)
    case 1: return PlainPlace(latitude: -90 + 0.5 * a * b, longitude: c * 360 - 180)
    case 2: return PlainPlace(latitude: a * 160 - 80, longitude: 180 + (b - 0.5) * 0.1)
    default:
      let few = [(90.0, 0.0), (-90, 0), (90, 123.456789), (0, -180), (0, 179.9999999), (0, 0), (45, -180)]
      let (latitude, longitude) = few[Int(a * 7)]
      return PlainPlace(latitude: latitude, longitude: longitude)
    }
  }

  private func walk(_ count: Int, _ chance: inout SeededGenerator) -> [PlainPlace] {
    var (north, east, north0, east0) = (0.0, 0.0, 0.1, 0.1)
    return (0..<count).map { _ in
      // A tenth of a second at 1.4 m/s, veering a little.
      north0 += (chance.uniform() - 0.5) * 0.02
      east0 += (chance.uniform() - 0.5) * 0.02
      let length = (north0 * north0 + east0 * east0).squareRoot()
      if length > 0 { (north0, east0) = (north0 / length * 0.14, east0 / length * 0.14) }
      (north, east) = (north + north0, east + east0)
      return place(north, east, of: cities[0].latitude, cities[0].longitude)
    }
  }

  private func place(_ north: Double, _ east: Double, of latitude: Double, _ longitude: Double) -> PlainPlace {
    PlainPlace(
      latitude: latitude + north / Self.metresPerDegree,
      longitude: longitude + east / (Self.metresPerDegree * Angles.cosine(latitude)))
  }

  private static func latitude(sine: Double) -> Double { Angles.arcSine(sine) }
}
