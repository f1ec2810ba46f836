import CommandKit
import FoundationEssentials
import GeoFormats
import Glibc
import SessionLogs
import Views

/// The files that a game was made of, read again: from the record, or, where that is allowed, where they lay.
struct RecordedFiles {
  private var outside: OutsideFiles
  private var hasTooManyGhosts = false

  init(_ access: OutsideFiles.Access) { outside = OutsideFiles(access) }

  /// Why there is no hunt, as a sentence.
  var noHunt: String { outside.noHunt }

  /// Describes the files that were left out; `nil` if there are none.
  var leftOut: String? {
    let sentences =
      outside.sentences + (hasTooManyGhosts ? ["only the first \(Race.mostGhosts) of its ghosts are read."] : [])
    return sentences.isEmpty ? nil : sentences.joined(separator: " Also, ")
  }

  /// The ghosts, each once.
  mutating func ghosts(_ recorded: [RecordedGame.File]) throws(CommandFailure) -> [Ghost] {
    var known: Set<RecordedGame.File> = []
    let each = recorded.filter { known.insert($0).inserted }
    hasTooManyGhosts = each.count > Race.mostGhosts
    var ghosts: [Ghost] = []
    for file in each.prefix(Race.mostGhosts) {
      if let ghost = try read(file, GhostFile.open) { ghosts.append(ghost) }
    }
    return ghosts
  }

  /// Reads a file as it was recorded; `nil` if it lies outside of the record and may not be read.
  ///
  /// Its name counts, because the format goes by it, and what has no title is called by it.
  mutating func read<Value>(_ file: RecordedGame.File, _ read: (String) throws(CommandFailure) -> Value)
    throws(CommandFailure) -> Value?
  {
    if let text = file.text { return try Self.unpacked(text, name: file.name, read) }
    guard outside.access != .own || Files.isOrdinary(file.path) || Files.isFolder(file.path) else {
      throw CommandFailure("\(file.path): the session was played with this file, and it is not there.", .noSuchFile)
    }
    switch outside.verdict(on: file) {
    case .leave: return nil
    case .read: break
    case .readChanged:
      Output.error(SafeText.clean("\(file.path): the file has changed since the session was played with it."))
    }
    return try read(file.path)
  }

  private static func unpacked<Value>(_ text: String, name: String, _ read: (String) throws(CommandFailure) -> Value)
    throws(CommandFailure) -> Value
  {
    // Private to the user: the hunt may not be published yet.
    var template = Array((FileManager.default.temporaryDirectory.path + "/trove-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw CommandFailure("No temporary folder can be made: \(String(cString: strerror(errno))).", .cannotCreate)
    }
    let folder = URL(filePath: String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
    defer { try? FileManager.default.removeItem(at: folder) }
    let copy = folder.appending(path: [".", ".."].contains(name) ? "file" : name)
    do { try Data(text.utf8).write(to: copy) } catch {
      throw CommandFailure("\(folder.path): the session's files cannot be written there.", .cannotCreate)
    }
    return try read(copy.path)
  }
}
