package import GeoFormats
package import HuntDomain

/// A hunt file as a value that can be edited.
///
/// What an edit does not touch stays as it is, byte for byte: features that are no treasures, members that Trove does
/// not know, white space. Every value is a whole GeoJSON text; one without treasures is no ``Hunt`` yet, but may be
/// written all the same.
package struct HuntDocument: Hashable, Sendable {
  /// The text, without the line break that ends it.
  private var bytes: [UInt8]

  /// A new hunt without treasures; texts that are empty are left out.
  package init(
    title: String, author: String = "", licence: String = "", summary: String = "", id: String? = nil,
    order: Hunt.Order = .sequence
  ) {
    bytes = []
  }

  /// Reads the file at `path`.
  ///
  /// Throws: when it cannot be read, is no FeatureCollection, or is of a later version than this program writes.
  package init(path: String) throws(FileProblem) {
    bytes = []
  }

  /// Reads a text; problems are told of `name`.
  package init(_ bytes: [UInt8], name: String) throws(FileProblem) {
    self.bytes = bytes
  }

  /// What will be written; ends with a line break.
  package var text: String { String(decoding: bytes, as: UTF8.self) + "\n" }

  /// The treasures in the order in which they are to be found: by their `order`, then as the file lists them.
  package var ids: [String] { [] }

  /// The hunt, read as ``HuntFile`` reads it, and every complaint about the file; no hunt while there is no treasure,
  /// which is complained about as an error.
  package func hunt() -> (hunt: Hunt?, diagnostics: [Diagnostic]) { (nil, []) }

  /// The text of a member of the collection's `trove`, such as `title`; nothing where it is no text.
  ///
  /// Also without a treasure, when ``hunt()`` is still nothing.
  package func text(of member: String) -> String? { nil }

  // MARK: - The hunt

  /// Sets a member of the collection's `trove` (`title`, `order`, `goal` ...); nothing removes it.
  package mutating func set(_ member: String, _ value: JSONContent?) {}

  // MARK: - Treasures

  /// Adds a treasure as the last one; false, and nothing is changed, when its id is taken or empty.
  ///
  /// Positions are written with seven decimals (a centimetre), times to the millisecond.
  @discardableResult package mutating func add(_ treasure: Treasure) -> Bool { false }

  /// Writes what differs between the treasure as it is read and as it is given; everything else about its feature
  /// stays.
  ///
  /// False, and nothing is changed, when there is none of this id, or its new id is taken. What refers to the old id
  /// still does.
  @discardableResult package mutating func replace(_ id: String, with treasure: Treasure) -> Bool { false }

  /// Sets one of the feature's properties (`hint`, `question` ...); nothing removes it.
  ///
  /// False when there is no treasure of this id. To be used for what ``replace(_:with:)`` has no word for.
  @discardableResult package mutating func set(_ member: String, of id: String, _ value: JSONContent?) -> Bool {
    false
  }

  /// Takes a treasure out, with all that its feature holds; false when there is none of this id.
  @discardableResult package mutating func remove(_ id: String) -> Bool { false }

  /// Makes a treasure the one that is found as number `index`, from 0 (cut to what there is); false when there is none
  /// of this id.
  ///
  /// Moves its feature; in a file that numbers its treasures by `order`, numbers them anew instead.
  @discardableResult package mutating func move(_ id: String, to index: Int) -> Bool { false }

  // MARK: - Writing

  /// Writes the text to a file, wholly or not at all: into a new file beside it, which then takes its name.
  ///
  /// A file that is there keeps its permissions; a symbolic link keeps pointing to it.
  package func write(to path: String) throws(FileProblem) {}
}

extension JSONContent {
  /// What has to hold, as the member `requires` of a treasure or `goal` of a hunt writes it.
  package init(_ requirement: Requirement) { self = .null }

  /// The items of a hunt, as its member `items` writes them.
  package init(_ items: [Item]) { self = .list([]) }

  /// A time in which something can be found, as the member `window` writes it.
  package init(_ window: TimeWindow) { self = .null }
}
