import Geodesy
import Numbers
import Places

/// A made-up town: streets in a grid of 100 m with names, and sights beside them.
struct Town {
  static let middle = Coordinate(latitude: 48.2, longitude: 11.6)!
  static let plane = TangentPlane(at: middle)
  /// Streets in each direction.
  static let streets = 15

  var places: [PointOfInterest] = []
  private(set) var plan = StreetPlan()

  /// The streets, without any place; those without names have no corners to meet at.
  init(isNamed: Bool = true) {
    let reach = Double(Self.streets / 2) * 100
    let lines = stride(from: -reach, through: reach, by: 100)
    for (number, line) in lines.enumerated() {
      let along = Array(lines)
      let names = isNamed ? ("\(number + 1). Querstraße", "Allee \(number + 1)") : (nil, nil)
      plan.ways.append(Way(.street, along.map { Self.place($0, line) }, name: names.0))
      plan.ways.append(Way(.street, along.map { Self.place(line, $0) }, name: names.1))
    }
  }

  /// A town with sights of many kinds, scattered by chance.
  init(seed: UInt64, sights: Int = 60) {
    self.init()
    var chance = SeededGenerator(seed: seed)
    let kinds: [[String: String]] = [
      ["tourism": "museum"], ["historic": "castle"], ["amenity": "fountain"], ["leisure": "park"],
      ["historic": "memorial", "artist_name": "Ada Muster", "start_date": "1931"],
      ["amenity": "place_of_worship", "religion": "christian", "architect": "Ole Beispiel", "start_date": "1750"],
      ["tourism": "artwork", "artwork_type": "statue", "material": "bronze"], ["place": "square"],
      ["man_made": "tower"], ["amenity": "theatre"], ["tourism": "viewpoint"], ["amenity": "library"],
    ]
    for number in 0..<sights {
      let (block, side) = (chance.uniform(), chance.uniform())
      let street = (Double(Int(side * Double(Self.streets))) - Double(Self.streets / 2)) * 100
      let along = (block - 0.5) * 1300
      var tags = kinds[number % kinds.count]
      tags["name"] = "Sache \(Self.word(number))"
      tags["wikidata"] = "Q\(number)"
      add(tags, number % 2 == 0 ? (along, street + 8) : (street - 8, along))
    }
  }

  /// Adds a place at metres east and north of the middle.
  mutating func add(_ tags: [String: String], _ at: (Double, Double)) {
    let tags = PlaceTags(tags.map { (key: $0.key, value: $0.value) })
    places.append(
      PointOfInterest(
        id: "n\(places.count)", name: tags["name"] ?? "", position: Self.place(at.0, at.1), kind: tags.kind, tags: tags)
    )
  }

  mutating func add(_ way: Way) { plan.ways.append(way) }

  static func place(_ east: Double, _ north: Double) -> Coordinate {
    plane.coordinate(at: .init(east: east, north: north))
  }

  /// A name of letters for a number, another one for each.
  private static func word(_ number: Int) -> String {
    let syllables = ["ba", "do", "ki", "lu", "me", "no", "ra", "su", "ti", "wo"]
    return "\(syllables[number % 10])\(syllables[number / 10 % 10])\(syllables[(number * 7 + 3) % 10])".uppercased()
  }
}
