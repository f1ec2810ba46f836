import Foundation

@testable import OSMExtracts

/// A file of a test's own; gone with the test.
final class SampleFile {
  let path: String

  init(_ bytes: [UInt8], name: String) throws {
    path = FileManager.default.temporaryDirectory.appending(path: "osm-\(UUID().uuidString)-\(name)").path
    try Data(bytes).write(to: URL(filePath: path))
  }

  convenience init(xml: String) throws { try self.init(Array(xml.utf8), name: "sample.osm") }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// All places of it with one of the keys.
  func places(_ keys: Set<String> = ["amenity"]) throws(OSMError) -> [OSMElement] {
    try read(keys).places
  }

  /// The one place of it.
  func place(_ keys: Set<String> = ["amenity"]) throws -> OSMElement {
    let all = try places(keys)
    guard all.count == 1 else { throw Unexpected(count: all.count) }
    return all[0]
  }

  struct Unexpected: Error {
    let count: Int
  }

  /// What a check of it says.
  var check: OSMCheck { OSMCheck(path: path) }

  /// Why it is refused; nothing where it loads.
  var refusal: OSMError? { check.error }

  /// All places of it, and what the reading came to.
  func read(_ keys: Set<String> = ["amenity"], nodeLimit: Int = 1000) throws(OSMError) -> (
    places: [OSMElement], reading: OSMReading
  ) {
    var result: [OSMElement] = []
    let reading = try OSMExtract(path: path, nodeLimit: nodeLimit).read(keys: keys) { result.append($0) }
    return (result, reading)
  }
}
