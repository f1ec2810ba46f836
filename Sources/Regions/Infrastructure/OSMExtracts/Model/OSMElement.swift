internal import COsmium
internal import Glibc

/// The three kinds of objects that OpenStreetMap knows.
package enum OSMKind: UInt8, Hashable, Sendable {
  case node
  case way
  case relation
}

/// A key and its value, as mappers wrote them; bytes that are no UTF-8 are mended.
package struct OSMTag: Hashable, Sendable {
  /// The tag's key, as `amenity`.
  package let key: String
  /// The tag's value, as `cafe`.
  package let value: String

  /// Creates a tag.
  package init(key: String, value: String) { (self.key, self.value) = (key, value) }
}

/// An object that has a place: its tags, and one point that stands for all of it.
package struct OSMElement: Hashable, Sendable {
  /// How the point was found.
  package enum Basis: Hashable, Sendable {
    /// A node lies where it lies.
    case node
    /// The centre of gravity of an area, which lies inside it.
    case centroid
    /// The middle of the widest part of an area, where its centre of gravity lies outside, or it is made of several rings.
    case pole
    /// The point at half the length of a line.
    case halfway
    /// The member of a relation that mappers made its label, or its admin centre.
    case label
    /// The middle of the box around what is known of it.
    case middle
  }

  /// Node, way or relation.
  package let kind: OSMKind
  package let id: Int64
  /// Degrees, in `-90...90`.
  package let latitude: Double
  /// Degrees, in `-180...180`.
  package let longitude: Double
  /// How the position was found.
  package let basis: Basis
  /// In the order of the file.
  package let tags: [OSMTag]

  /// Whether it has a name in some language.
  package var isNamed: Bool { tags.contains { $0.key == "name" || $0.key.hasPrefix("name:") } }
}

/// An object of a file as libosmium gives it; valid while it is visited.
struct OSMObject {
  private let object: UnsafePointer<trove_osm_object>

  init(_ object: UnsafePointer<trove_osm_object>) { self.object = object }

  var kind: OSMKind { OSMKind(rawValue: object.pointee.kind) ?? .relation }
  var id: Int64 { object.pointee.id }
  var version: UInt32 { object.pointee.version }
  /// Whether it exists; a history also has what was deleted.
  var isVisible: Bool { object.pointee.visible != 0 }
  var hasTags: Bool { object.pointee.tag_count > 0 }

  /// The position of a node; `nil` if it has no valid one.
  var place: FixedPlace? { FixedPlace(latitude: object.pointee.latitude, longitude: object.pointee.longitude) }

  /// The numbers of a way's nodes.
  var refs: UnsafeBufferPointer<Int64> {
    UnsafeBufferPointer(start: object.pointee.refs, count: object.pointee.ref_count)
  }

  /// The members of a relation.
  var members: UnsafeBufferPointer<trove_osm_member> {
    UnsafeBufferPointer(start: object.pointee.members, count: object.pointee.member_count)
  }

  /// The tags, as bytes.
  var rawTags: UnsafeBufferPointer<trove_osm_tag> {
    UnsafeBufferPointer(start: object.pointee.tags, count: object.pointee.tag_count)
  }

  /// The value of a tag; `nil` if it has none with that key.
  ///
  /// Keys are compared as bytes: most objects have no tag that is asked for.
  func value(_ key: StaticString) -> String? {
    let start = UnsafeRawPointer(key.utf8Start).assumingMemoryBound(to: CChar.self)
    for tag in rawTags {
      guard let own = tag.key, own.pointee == start.pointee, strcmp(own, start) == 0 else { continue }
      return tag.value.map { String(cString: $0) }
    }
    return nil
  }

  /// The tags, as text.
  var tags: [OSMTag] {
    rawTags.map {
      OSMTag(key: $0.key.map { String(cString: $0) } ?? "", value: $0.value.map { String(cString: $0) } ?? "")
    }
  }
}

/// A place in units of 1e-7 degrees, which is what OpenStreetMap keeps.
package struct FixedPlace: Hashable, Sendable {
  /// In `-900_000_000 ... 900_000_000`.
  package let latitude: Int32
  /// In `-1_800_000_000 ... 1_800_000_000`.
  package let longitude: Int32

  /// The marker for an unknown place.
  static let unknown = FixedPlace(unchecked: .max, .max)

  /// Creates a place; `nil` if a coordinate is out of range.
  package init?(latitude: Int32, longitude: Int32) {
    guard -900_000_000...900_000_000 ~= latitude, -1_800_000_000...1_800_000_000 ~= longitude else { return nil }
    (self.latitude, self.longitude) = (latitude, longitude)
  }

  private init(unchecked latitude: Int32, _ longitude: Int32) {
    (self.latitude, self.longitude) = (latitude, longitude)
  }

  var isKnown: Bool { latitude != .max }
}

/// A box of latitudes and longitudes, in units of 1e-7 degrees; never over the 180th meridian.
package struct FixedBox: Hashable, Sendable {
  /// The corner with the least latitude and longitude.
  package let southWest: FixedPlace
  /// The corner with the greatest latitude and longitude.
  package let northEast: FixedPlace

  /// Creates a box; `nil` if it has no inside.
  package init?(southWest: FixedPlace, northEast: FixedPlace) {
    guard southWest.latitude < northEast.latitude, southWest.longitude < northEast.longitude else { return nil }
    (self.southWest, self.northEast) = (southWest, northEast)
  }
}

/// A Swift closure as a C visitor.
enum Delivery {
  /// How a visit ended.
  enum Outcome {
    case end
    case stopped
    case failed(String, line: Int)
  }

  typealias Visit = (OSMObject, Int) -> Bool

  /// Calls `read` with a visitor that calls `visit`.
  static func run(
    visit: Visit,
    read: (trove_osm_visitor, UnsafeMutableRawPointer, UnsafeMutablePointer<trove_osm_failure>) -> Int32
  ) -> Outcome {
    withoutActuallyEscaping(visit) { visit in
      var context = visit
      return withUnsafeMutablePointer(to: &context) { context in
        outcome { read(visitor, UnsafeMutableRawPointer(context), $0) }
      }
    }
  }

  private static let visitor: trove_osm_visitor = { context, object, position in
    guard let context, let object else { return 0 }
    return context.assumingMemoryBound(to: Visit.self).pointee(OSMObject(object), Int(clamping: position)) ? 1 : 0
  }

  /// Puts what a C function returned into words.
  static func outcome(of call: (UnsafeMutablePointer<trove_osm_failure>) -> Int32) -> Outcome {
    var failure = trove_osm_failure()
    let result = call(&failure)
    guard result < 0 else { return result == 0 ? .stopped : .end }
    let words = withUnsafeBytes(of: &failure.text) { OSMProblem.quote($0.prefix { $0 != 0 }, limit: 200) }
    return .failed(words, line: Int(clamping: failure.line))
  }
}
