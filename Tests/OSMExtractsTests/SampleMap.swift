/// Objects to be written to a file, as XML or as PBF.
struct SampleMap {
  struct Node {
    var id: Int64
    /// Units of 1e-7 degrees.
    var latitude: Int64
    var longitude: Int64
    var tags: [(String, String)] = []
  }

  struct Way {
    var id: Int64
    var refs: [Int64]
    var tags: [(String, String)] = []
  }

  struct Relation {
    var id: Int64
    /// Kind (`node`, `way`, `relation`), number, role.
    var members: [(String, Int64, String)]
    var tags: [(String, String)] = []
  }

  var nodes: [Node] = []
  var ways: [Way] = []
  var relations: [Relation] = []

  /// Adds nodes at places in degrees; says their numbers.
  @discardableResult
  mutating func add(_ places: [(latitude: Double, longitude: Double)], from first: Int64 = 1) -> [Int64] {
    for (index, place) in places.enumerated() {
      nodes.append(
        Node(
          id: first + Int64(index), latitude: Int64((place.latitude * 1e7).rounded()),
          longitude: Int64((place.longitude * 1e7).rounded())))
    }
    return places.indices.map { first + Int64($0) }
  }

  /// Adds a closed way around places; says its number.
  @discardableResult
  mutating func addRing(
    _ places: [(latitude: Double, longitude: Double)], id: Int64, tags: [(String, String)] = []
  ) -> Int64 {
    let refs = add(places, from: id * 1000)
    ways.append(Way(id: id, refs: refs + refs.prefix(1), tags: tags))
    return id
  }

  /// A square of so many degrees, from its lower left corner.
  static func square(_ latitude: Double, _ longitude: Double, _ side: Double) -> [(latitude: Double, longitude: Double)]
  {
    [
      (latitude, longitude), (latitude, longitude + side), (latitude + side, longitude + side),
      (latitude + side, longitude),
    ]
  }

  /// OSM XML, one tag a line, its first node on line 2.
  var xml: String {
    func text(_ tags: [(String, String)]) -> String { tags.map { "<tag k=\"\($0)\" v=\"\($1)\"/>" }.joined() }
    func degrees(_ units: Int64) -> String {
      "\(units < 0 ? "-" : "")\(abs(units) / 10_000_000).\(String(10_000_000 + abs(units) % 10_000_000).dropFirst())"
    }
    var lines = ["<osm version=\"0.6\">"]
    for node in nodes {
      let place = "lat=\"\(degrees(node.latitude))\" lon=\"\(degrees(node.longitude))\""
      lines.append("<node id=\"\(node.id)\" version=\"1\" \(place)>\(text(node.tags))</node>")
    }
    for way in ways {
      let refs = way.refs.map { "<nd ref=\"\($0)\"/>" }.joined()
      lines.append("<way id=\"\(way.id)\" version=\"1\">\(refs)\(text(way.tags))</way>")
    }
    for relation in relations {
      let members = relation.members.map { "<member type=\"\($0)\" ref=\"\($1)\" role=\"\($2)\"/>" }.joined()
      lines.append("<relation id=\"\(relation.id)\" version=\"1\">\(members)\(text(relation.tags))</relation>")
    }
    return (lines + ["</osm>", ""]).joined(separator: "\n")
  }

  /// The formats that a map is written in.
  enum Format: CaseIterable {
    case xml
    case gzip
    case raw
    case zlib
    case lz4
    /// One node a block, each with a place of its own instead of columns.
    case single
  }

  /// Writes the map to a file.
  func file(_ format: Format) throws -> SampleFile {
    switch format {
    case .xml: try SampleFile(Array(xml.utf8), name: "sample.osm")
    case .gzip: try SampleFile(Packed.gzip(Array(xml.utf8)), name: "sample.osm.gz")
    case .raw: try SampleFile(SamplePBF.file(self, packing: .raw), name: "sample.osm.pbf")
    case .zlib: try SampleFile(SamplePBF.file(self, packing: .zlib), name: "sample.osm.pbf")
    case .lz4: try SampleFile(SamplePBF.file(self, packing: .lz4), name: "sample.osm.pbf")
    case .single: try SampleFile(SamplePBF.file(self, packing: .zlib, isDense: false), name: "sample.osm.pbf")
    }
  }
}
