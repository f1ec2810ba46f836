internal import SystemKit

/// What can be wrong with a file of OpenStreetMap; what is quoted of the file is printable ASCII.
package enum OSMProblem: Hashable, Sendable {
  // What refuses the file.
  /// The system cannot read it; its own words.
  case unreadable(String)
  /// It begins as no format that is read.
  case unknownFormat
  case empty
  /// The file or a part of it ends too early; names the part.
  case cut(String)
  /// A part of the file violates the format; names the part.
  case damaged(String)
  /// A part of the format that is not read.
  case unsupported(String)
  /// More of something than any file of its kind needs.
  case tooLarge(String)
  /// The words of the XML parser or of libosmium.
  case notRead(String)
  /// The caller stopped the reading.
  case cancelled

  // What costs a part of it.
  /// A document type, with whatever it declares.
  case documentType
  /// A node that is nowhere; left out.
  case strayNode(String)
  /// A block of an unknown kind; left out.
  case unknownBlock(String)
  /// A text that is no UTF-8; mended.
  case notUTF8
  /// A text longer than any that is of use; shortened.
  case overlong
}

extension OSMProblem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unreadable(let reason): "it cannot be read: \(reason)"
    case .unknownFormat: "neither OSM PBF nor OSM XML"
    case .empty: "an empty file"
    case .cut(let what): "\(what) ends too early"
    case .damaged(let what), .tooLarge(let what): what
    case .unsupported(let what): "\(what) is not supported"
    case .notRead(let words): words
    case .cancelled: "stopped before the end"
    case .documentType: "the DOCTYPE is passed over"
    case .strayNode(let why): "a node \(why); left out"
    case .unknownBlock(let kind): "a block of the unknown kind \"\(kind)\" left out"
    case .notUTF8: "text that is no UTF-8; mended"
    case .overlong: "a very long text; shortened to \(OSMLimits.text) bytes"
    }
  }
}

/// Where in a file something is.
package enum OSMPosition: Hashable, Sendable {
  /// Bytes before it; in a PBF file those before the block that it is in.
  case byte(Int)
  /// The line of an XML file, from 1.
  case line(Int)

  /// The number alone, as it stands behind the name of a file in a message.
  package var number: Int {
    switch self {
    case .byte(let number), .line(let number): number
    }
  }
}

/// Why a file of OpenStreetMap was refused, and where.
package struct OSMError: Error, Hashable, CustomStringConvertible {
  /// What is wrong.
  package let problem: OSMProblem
  /// The file.
  package let path: String
  /// Where in the file.
  package let position: OSMPosition

  package var description: String {
    switch position {
    case .byte(let offset): "\(path): byte \(offset): \(problem)"
    case .line(let line): "\(path): line \(line): \(problem)"
    }
  }
}

/// A part of a file that was left out or changed; the rest loads.
package struct OSMWarning: Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  package let problem: OSMProblem
  /// Where in the file.
  package let position: OSMPosition

  package var description: String {
    switch position {
    case .byte(let offset): "byte \(offset): \(problem)"
    case .line(let line): "line \(line): \(problem)"
    }
  }
}

/// A problem at a place of a file whose path is known elsewhere.
struct OSMFault: Error {
  let problem: OSMProblem
  let position: OSMPosition

  init(_ problem: OSMProblem, _ position: OSMPosition) { (self.problem, self.position) = (problem, position) }

  /// Creates the fault for the current `errno`.
  static func system() -> OSMFault { OSMFault(.unreadable(SystemError.last.description), .byte(0)) }
}

/// The limits of a file, so that none takes more than 256 MB of memory.
enum OSMLimits {
  /// Bytes of a block's header; the format's own limit.
  static let blockHeader = 64 << 10
  /// Bytes of a block, packed and unpacked; the format's own limit.
  static let block = 32 << 20
  /// Times that the blocks of a file may be larger unpacked than packed: real ones are up to 5 times, and a file of
  /// kilobytes that holds millions of places is made to do harm.
  static let packing = 50
  /// Bytes of a file's blocks, unpacked, that are taken however well they were packed.
  static let smallFile = 1 << 20
  /// Bytes that the objects of one block take in libosmium.
  static let decodedBlock = 40 << 20
  /// Texts of one block.
  static let strings = 1 << 20
  /// Bytes of a text in libosmium; OpenStreetMap allows 255 characters.
  static let text = 1024
  /// A text that is longer than any mistake.
  static let hugeText = 16 << 10
  /// Nodes whose numbers are kept because they are nowhere.
  static let strayNodes = 10_000
  /// Bytes of one tag of XML.
  static let xmlTag = 64 << 10
  /// Bytes of one comment of XML.
  static let xmlComment = 1 << 20
  /// Bytes of one node, way or relation of XML.
  static let xmlElement = 8 << 20
  /// Objects of XML that are marked as deleted, of 16 bytes each.
  static let deletions = 1_000_000
  /// Elements around an element of XML.
  static let xmlDepth = 64
  /// Nodes whose places are kept at a time, of 16 bytes each.
  static let nodes = 4_000_000
  /// Nodes whose numbers are kept to know which are missing, of 8 bytes each.
  static let knownNodes = 20_000_000
  /// Points of ways that are kept for relations, of 8 bytes each.
  static let memberPoints = 3_000_000
  /// Members that are kept for relations, of 8 to 20 bytes each.
  static let members = 1_000_000
  /// Points that are gone through for all relations of a file; a whole country has fewer.
  static let relationWork = 300_000_000
  /// Edges of an area whose pole is looked for.
  static let poleEdges = 200_000
  /// Warnings that are kept word for word.
  static let warnings = 100
}

extension OSMProblem {
  /// Returns bytes of a file fit for a message: printable ASCII, at most `limit` characters.
  static func quote(_ bytes: some Sequence<UInt8>, limit: Int = 40) -> String {
    let text = bytes.prefix(limit + 1).map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "?") }
    return String(decoding: text.prefix(limit), as: UTF8.self) + (text.count > limit ? "..." : "")
  }
}
