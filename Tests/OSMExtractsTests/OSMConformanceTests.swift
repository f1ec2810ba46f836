import Foundation
import ProcessTesting
import Testing

@testable import OSMExtracts

/// What others say about files of others, beside the package.
@Suite(.enabled(if: SharedFiles.has("data/osm"), "the files are not beside the package"))
struct OSMConformanceTests {
  private static func path(_ name: String) -> String { SharedFiles.folder.appending(path: "data/\(name)").path }

  private static func lines(_ name: String) throws -> [Data] {
    try String(contentsOfFile: path(name), encoding: .utf8).split(separator: "\n").map { Data($0.utf8) }
  }

  /// A line of `osmium fileinfo --extended --json`.
  struct FileInfo: Decodable {
    struct Numbers: Decodable {
      let nodes: Int
      let ways: Int
      let relations: Int

      var byKind: [OSMKind: Int] { [.node: nodes, .way: ways, .relation: relations] }
    }

    let file: String
    let bbox: [Double]
    let count: Numbers
    let maxid: Numbers
  }

  @Test("Counts, largest numbers and boxes are those of osmium fileinfo")
  func summaries() throws {
    let decoder = JSONDecoder()
    let files = try Self.lines("osm/oracle.fileinfo.jsonl").map { try decoder.decode(FileInfo.self, from: $0) }
    #expect(files.count > 20)
    for info in files {
      let summary = try FileSummary(path: Self.path(info.file))
      #expect(summary.counts == info.count.byKind, "\(info.file)")
      #expect(summary.largest == info.maxid.byKind.mapValues(Int64.init), "\(info.file)")
      let box = try #require(summary.box)
      #expect([box.west, box.south, box.east, box.north] == info.bbox, "\(info.file)")
    }
  }

  /// A GeoJSON file that osmium exported: numbered features with properties and a geometry.
  struct Export {
    struct Feature {
      let key: Key
      let properties: [String: Any]
      /// All rings; a point is a ring of one.
      let rings: [[[Double]]]
    }

    struct Key: Hashable {
      let kind: OSMKind
      let id: Int64
    }

    let features: [Feature]

    init(path: String) throws {
      let json = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path))) as? [String: Any]
      features = (json?["features"] as? [[String: Any]] ?? []).compactMap(Feature.init)
    }
  }

  private static let keys: Set = ["tourism", "historic", "amenity", "leisure", "natural", "man_made"]

  @Test(
    "The named places of an extract are those that osmium exports",
    arguments: [
      ("Helsinki", "helsinki"), ("monaco-latest", "monaco"), ("sf-downtown", "sf-downtown"),
    ])
  func places(_ name: (extract: String, export: String)) throws {
    var places: [Export.Key: OSMElement] = [:]
    try OSMExtract(path: Self.path("osm/\(name.extract).osm.pbf")).read(keys: Self.keys) {
      places[.init(kind: $0.kind, id: $0.id)] = $0
    }
    let export = try Export(path: Self.path("poi/osm-extracts/\(name.export).geojson"))
    #expect(export.features.count > 400)
    // The export also has what is only part of such a place, like an entrance, and has none of the keys itself.
    let wanted = export.features.filter { !Self.keys.isDisjoint(with: $0.properties.keys) }
    #expect(Double(wanted.count) > 0.98 * Double(export.features.count))
    for feature in wanted {
      let place = try #require(places[feature.key], "\(feature.key)")
      #expect(feature.holds(place), "\(feature.key)")
      var tags = Dictionary(uniqueKeysWithValues: place.tags.map { ($0.key, $0.value) })
      // That a relation is a multipolygon goes without saying in GeoJSON.
      if place.kind == .relation { tags["type"] = nil }
      #expect(tags == feature.properties as? [String: String])
    }
    // Beyond the export: lines, what is cut off by the extract's border, names in other languages only, and kinds of
    // natural and man_made things that the export was not asked for.
    let known = Set(export.features.map(\.key))
    let more = places.values.filter { $0.isNamed && !known.contains(.init(kind: $0.kind, id: $0.id)) }
    for place in more {
      let isOther = place.tags.contains { $0.key == "natural" || $0.key == "man_made" }
      let isNamed = place.tags.contains { $0.key == "name" }
      let isWhole = [.node, .centroid, .pole].contains(place.basis)
      #expect(isOther || !isNamed || !isWhole, "\(place)")
    }
    #expect(Double(more.count) < 0.05 * Double(known.count))
  }

  /// A case of osm-testdata: an area as WKT.
  struct AreaCase: Decodable {
    struct Area: Decodable {
      let fromId: Int64
      let fromType: String
      let wkt: String
    }

    let areas: [String: [Area]]?
  }

  @Test("Every valid area of the multipolygon tests has its point inside, and every invalid one has a point")
  func multipolygons() throws {
    let folder = URL(filePath: Self.path("osm/osm-testdata/grid/data/7"))
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    var inside = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      let data = try Data(contentsOf: folder.appending(path: "\(name)/test.json"))
      let areas = try decoder.decode(AreaCase.self, from: data).areas?["default"] ?? []
      var places: [OSMElement] = []
      try OSMExtract(path: folder.appending(path: "\(name)/data.osm").path).read(keys: ["test:id"]) {
        places.append($0)
      }
      for area in areas {
        let kind: OSMKind = area.fromType == "way" ? .way : .relation
        // An area whose tags are those of its outer way: the way is the place.
        guard let place = places.first(where: { $0.kind == kind && $0.id == area.fromId }) else {
          #expect(places.contains { $0.kind == .way }, "\(name)")
          continue
        }
        guard area.wkt != "INVALID" else { continue }
        let feature = Export.Feature(
          key: .init(kind: kind, id: area.fromId), properties: [:], rings: Self.rings(area.wkt))
        #expect(feature.holds(place), "\(name): \(place)")
        inside += 1
      }
    }
    #expect(inside > 30)
  }

  /// The rings of a MULTIPOLYGON.
  private static func rings(_ wkt: String) -> [[[Double]]] {
    wkt.drop { $0 != "(" }.split(whereSeparator: { "()".contains($0) }).filter { $0.count > 1 }.map { ring in
      ring.split(separator: ",").map { $0.split(separator: " ").compactMap { Double($0) } }
    }
  }

  @Test(
    "Files cut or damaged in the middle are refused, and where",
    arguments: [
      ("hostile/truncated/monaco.trunc.osm.pbf", 200_000), ("hostile/bitflip/via_montebello.flip.osm.pbf", 20_592),
    ])
  func damaged(_ file: (name: String, size: Int)) {
    let error = OSMCheck(path: Self.path(file.name)).error
    #expect(error?.path == Self.path(file.name))
    #expect((0..<file.size).contains(error?.position.number ?? -1))
  }
}

extension OSMConformanceTests.Export.Feature {
  /// Reads a feature; its id is `n1` or `w1` or, of an area, `a` and twice the number, and one more for a relation.
  init?(_ json: [String: Any]) {
    guard let text = json["id"] as? String, let number = Int64(text.dropFirst()),
      let properties = json["properties"] as? [String: Any], let geometry = json["geometry"] as? [String: Any]
    else { return nil }
    let kind: OSMKind = text.hasPrefix("n") ? .node : number.isMultiple(of: 2) ? .way : .relation
    key = .init(kind: kind, id: kind == .node ? number : number / 2)
    self.properties = properties
    if let point = geometry["coordinates"] as? [Double] {
      rings = [[point]]
    } else {
      rings = (geometry["coordinates"] as? [[[[Double]]]] ?? []).flatMap { $0 }
    }
  }

  /// Whether a place is this point, or inside this area.
  func holds(_ place: OSMElement) -> Bool {
    if rings.first?.count == 1 { return rings[0][0] == [place.longitude, place.latitude] }
    var isInside = false
    for ring in rings {
      for (a, b) in zip(ring, ring.dropFirst()) where (a[1] > place.latitude) != (b[1] > place.latitude) {
        let x = a[0] + (place.latitude - a[1]) / (b[1] - a[1]) * (b[0] - a[0])
        if place.longitude < x { isInside.toggle() }
      }
    }
    return isInside
  }
}
