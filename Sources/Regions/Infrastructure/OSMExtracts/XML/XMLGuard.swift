/// An object that is marked as deleted.
struct OSMDeletion: Hashable {
  let kind: OSMKind
  let id: Int64
}

/// Looks at every tag of an OSM XML file before libosmium does: counts objects, and finds what is nowhere or too much.
///
/// libosmium names no line where a number is wrong, refuses a whole file for a node that is far off, and keeps all of
/// one object in memory, however large.
struct XMLGuard {
  private(set) var nodes = 0
  /// Whether nodes come before ways, and those before relations.
  private(set) var isSorted = true
  private(set) var warnings = OSMWarnings()
  /// The objects that an editor has marked as deleted, and servers still have: JOSM's `action="delete"`.
  private(set) var deleted: Set<OSMDeletion> = []
  private var latest = OSMKind.node.rawValue
  private var depth = 0
  private(set) var hasRoot = false
  private var hasDocumentType = false
  /// The kind of the object that is being read; `nil` outside of objects.
  private var around: OSMKind?
  /// Bytes since the last object began; what is counted only once a piece of the file is less than a limit off.
  private var grown = 0

  typealias Tag = UnsafeBufferPointer<UInt8>
  typealias Text = Slice<UnsafeBufferPointer<UInt8>>

  /// Whether there was a root, and it is closed.
  var isComplete: Bool { hasRoot && depth == 0 }

  /// Counts `count` more bytes of the current object; throws if it exceeds the limit for one object.
  mutating func grow(_ count: Int, _ line: Int) throws(OSMFault) {
    grown += count
    guard depth < 2 || grown <= OSMLimits.xmlElement else {
      throw OSMFault(.tooLarge("one object of more than 8 MiB"), .line(line))
    }
  }

  /// Notes that a document type is passed over.
  mutating func passDocumentType(line: Int) {
    hasDocumentType = true
    warnings.add(.documentType, .line(line))
  }

  /// Takes a tag, without its angle brackets.
  mutating func take(_ tag: Tag, line: Int) throws(OSMFault) {
    guard tag.first != UInt8(ascii: "/") else {
      guard depth > 0 else { throw OSMFault(.damaged("an end without a beginning"), .line(line)) }
      return depth -= 1
    }
    if hasDocumentType { try checkEntities(tag, line) }
    let isEmpty = tag.last == UInt8(ascii: "/")
    let body = isEmpty ? Tag(rebasing: tag.dropLast()) : tag
    let end = body.firstIndex { $0 <= 0x20 } ?? body.count
    if depth == 0 { try checkRoot(body[..<end], line) }
    if depth == 1 { grown = 0 }
    do throws(OSMFault.Text) {
      try check(body[..<end], OSMXMLAttributes(body, after: end), line)
    } catch {
      throw OSMFault(error.problem, .line(line))
    }
    if !isEmpty { depth += 1 }
    guard depth <= OSMLimits.xmlDepth else { throw OSMFault(.tooLarge("elements in elements 64 deep"), .line(line)) }
  }

  /// Refuses entities that are not XML's own, by their names: nobody reads what a document type declares.
  private func checkEntities(_ tag: Tag, _ line: Int) throws(OSMFault) {
    for place in tag.indices where tag[place] == UInt8(ascii: "&") {
      let name = tag[(place + 1)...].prefix { $0 != UInt8(ascii: ";") }
      let isOwn = ["amp", "lt", "gt", "quot", "apos"].contains { name.spells($0) }
      guard isOwn || name.first == UInt8(ascii: "#") else {
        throw OSMFault(.unsupported("the entity &\(OSMProblem.quote(name)); of a DOCTYPE"), .line(line))
      }
    }
  }

  private mutating func checkRoot(_ name: Text, _ line: Int) throws(OSMFault) {
    hasRoot = true
    if name.spells("osm") { return }
    if name.spells("osmChange") { throw OSMFault(.unsupported("a file of changes"), .line(line)) }
    throw OSMFault(.damaged("OSM XML begins with <osm>, and this with <\(OSMProblem.quote(name))>"), .line(line))
  }

  private mutating func check(_ name: Text, _ attributes: OSMXMLAttributes, _ line: Int) throws(OSMFault.Text) {
    switch depth {
    case 1: try checkObject(name, attributes, line)
    case 2: try checkPart(name, attributes)
    default: break
    }
  }

  private mutating func checkObject(
    _ name: Text, _ attributes: OSMXMLAttributes, _ line: Int
  ) throws(OSMFault.Text) {
    around = name.spells("node") ? .node : name.spells("way") ? .way : name.spells("relation") ? .relation : nil
    if let around { note(around) }
    if let around, let id = Self.deletion(attributes) {
      guard deleted.count < OSMLimits.deletions else {
        throw OSMFault.Text(.tooLarge("more than \(OSMLimits.deletions) objects marked as deleted"))
      }
      deleted.insert(OSMDeletion(kind: around, id: id))
    }
    if around == .node {
      try checkNode(attributes, line)
    } else if around != nil || name.spells("bounds") {
      try checkEach(attributes) { _, _ in }
    }
  }

  /// The number of an object that is marked as deleted; `nil` for others.
  private static func deletion(_ attributes: OSMXMLAttributes) -> Int64? {
    var (id, isDeleted) = (Int64?.none, false)
    var rest = attributes
    while let (name, value) = rest.next() {
      if name.spells("action") {
        isDeleted = value.spells("delete")
      } else if name.spells("id") {
        id = Int64(String(decoding: value, as: UTF8.self))
      }
    }
    return isDeleted ? id : nil
  }

  /// Checks an element inside an object; libosmium accepts only a few.
  private func checkPart(_ name: Text, _ attributes: OSMXMLAttributes) throws(OSMFault.Text) {
    guard let around else { return }
    let isKnown =
      switch around {
      case .node: name.spells("tag")
      case .way: name.spells("nd") || name.spells("tag") || name.spells("bounds") || name.spells("bbox")
      case .relation: name.spells("member") || name.spells("tag") || name.spells("bounds") || name.spells("bbox")
      }
    guard isKnown else {
      throw OSMFault.Text(.unsupported("<\(OSMProblem.quote(name))> in a <\(around)>"))
    }
    try checkEach(attributes) { _, _ in }
  }

  private mutating func note(_ kind: OSMKind) {
    if kind.rawValue < latest { isSorted = false }
    latest = max(latest, kind.rawValue)
  }

  /// Checks a node: one that is nowhere is left out with a warning, unless it is deleted.
  private mutating func checkNode(_ attributes: OSMXMLAttributes, _ line: Int) throws(OSMFault.Text) {
    var (latitude, longitude): (Double?, Double?)
    var isDeleted = false
    try checkEach(attributes) { name, value in
      if name.spells("lat") {
        latitude = XMLCoordinate.degrees(value)
      } else if name.spells("lon") {
        longitude = XMLCoordinate.degrees(value)
      } else if name.spells("visible"), value.spells("false") {
        isDeleted = true
      } else if name.spells("action"), value.spells("delete") {
        isDeleted = true
      }
    }
    if let latitude, let longitude, abs(latitude) <= 90, abs(longitude) <= 180 {
      nodes += 1
    } else if !isDeleted {
      let isMissing = latitude == nil || longitude == nil
      warnings.add(.strayNode(isMissing ? "without a place" : "that does not lie on Earth"), .line(line))
    }
  }

  /// Checks what libosmium would refuse the file for, without a word of where; gives each attribute to `visit`.
  private func checkEach(_ attributes: OSMXMLAttributes, _ visit: (Text, Text) -> Void) throws(OSMFault.Text) {
    var rest = attributes
    while let (name, value) = rest.next() {
      switch name.count {
      case 1, 4:
        guard value.count <= OSMLimits.text || !(name.spells("k") || name.spells("v") || name.spells("role")) else {
          throw OSMFault.Text(.tooLarge("a text of more than \(OSMLimits.text) bytes"))
        }
      case 2 where name.spells("id"), 3 where name.spells("ref"): try checkNumber(value)
      case 3 where name.spells("lat") || name.spells("lon"),
        6 where name.spells("minlat") || name.spells("maxlat") || name.spells("minlon") || name.spells("maxlon"):
        guard XMLCoordinate.degrees(value) != nil else {
          throw OSMFault.Text(.damaged("the coordinate \"\(OSMProblem.quote(value))\", which is none"))
        }
      default: break
      }
      visit(name, value)
    }
  }

  private func checkNumber(_ value: Text) throws(OSMFault.Text) {
    let digits = value.first == UInt8(ascii: "-") ? value.dropFirst() : value
    guard (1...18).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw OSMFault.Text(.damaged("the number \"\(OSMProblem.quote(value))\", which is none"))
    }
  }
}

extension OSMFault {
  /// A problem in a line that is known elsewhere.
  struct Text: Error {
    let problem: OSMProblem

    init(_ problem: OSMProblem) { self.problem = problem }
  }
}
