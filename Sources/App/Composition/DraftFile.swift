import ArgumentParser
import Editor
import GeoFormats
import HuntDomain
import PlaceFiles

/// The file of a hunt that is being made, in all the states that it had while the editor was open.
///
/// Undo restores every state exactly, including members that Trove does not know.
struct DraftFile {
  private let path: String
  /// By the number of the draft's state.
  private var documents: [Int: HuntDocument]
  /// The content of the file when it was last read or written.
  private var known: [UInt8]?

  /// A file that is there, whose draft is in state 0.
  init(_ document: HuntDocument, path: String) {
    self.path = path
    documents = [0: document]
    known = Self.contents(of: path)
  }

  /// Writes a state down; returns how that went.
  mutating func save(_ revision: Revision) -> AuthoringEvent {
    guard let document = documents[revision.number] ?? revised(revision) else {
      return .cannotSave("the change does not fit the file.")
    }
    // Kept also when it cannot be written: the next one builds on it.
    documents[revision.number] = document
    let found = Self.contents(of: path)
    if let found, found != known {
      // Said once: then the author knows.
      known = found
      return .cannotSave("another program has changed \(path) meanwhile; the next time it is written over.")
    }
    do { try document.write(to: path) } catch { return .cannotSave("\(error.file): \(error.message).") }
    known = Array(document.text.utf8)
    return .saved
  }

  /// Reads a file; `nil` if it cannot be read.
  private static func contents(of path: String) -> [UInt8]? {
    try? FileBytes.contents(of: path, limit: JSONDocument.sizeLimit)
  }

  private func revised(_ revision: Revision) -> HuntDocument? {
    guard let base = revision.base, let change = revision.change, var document = documents[base] else { return nil }
    return document.apply(change) ? document : nil
  }

  // MARK: - For commands

  /// Reads a hunt that may have no stage yet.
  static func read(_ path: String) throws(CommandFailure) -> HuntDocument {
    guard !Files.isOrdinary(path) || !CacheFile.formats.contains(FileFormat(path: path)) else {
      throw CommandFailure(
        FileProblem(file: path, "GPX and .loc files are played and listed, not changed; what is changed is GeoJSON"))
    }
    do { return try HuntDocument(path: path) } catch { throw CommandFailure(error) }
  }

  /// Writes a hunt.
  static func write(_ document: HuntDocument, to path: String) throws(CommandFailure) {
    do { try document.write(to: path) } catch { throw CommandFailure(error.description, .cannotCreate) }
  }
}

extension HuntDocument {
  /// Makes a change of the draft; returns whether it fits.
  mutating func apply(_ change: DraftChange) -> Bool {
    switch change {
    case .add(let treasure, let index): return add(treasure) && (index == ids.count - 1 || move(treasure.id, to: index))
    case .replace(let treasure): return replace(treasure.id, with: treasure)
    case .remove(let id): return remove(id)
    case .move(let id, let index): return move(id, to: index)
    case .title(let title):
      set("title", .string(title))
      return true
    }
  }
}
