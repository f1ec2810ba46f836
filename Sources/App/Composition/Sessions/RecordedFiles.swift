import FoundationEssentials
import GeoFormats
import Glibc
import SessionLogs
import Views

/// The files that a game was made of, read again: from the record, or, where that is allowed, where they lay.
struct RecordedFiles {
  private let files: LoadedSession.OutsideFiles
  /// The files that were not read for want of permission, and those that cannot be read even with it.
  private var refused: [String] = [], unknown: [String] = []
  private var hasTooManyGhosts = false

  init(_ files: LoadedSession.OutsideFiles) { self.files = files }

  /// Characters of a path that are told, and how many paths.
  private static let nameLimit = 60, mostNames = 3

  /// Why there is no hunt, as a sentence.
  var noHunt: String {
    switch files {
    case .unused, .own: "its hunt is not in it."
    case .refused: "its hunt is not in it, but in \(Self.list(refused)), which only --allow-files reads."
    case .checked: "its hunt is not in it, and its checksum does not fit \(Self.list(unknown))."
    }
  }

  /// Describes the files that were left out; `nil` if there are none.
  var leftOut: String? {
    var sentences: [String] = []
    if !refused.isEmpty {
      sentences.append(
        "the session names files outside of it, and is read without them: \(Self.list(refused)); --allow-files reads "
          + "those that are as they were then.")
    }
    if !unknown.isEmpty {
      sentences.append("it is read without files that its checksums do not fit: \(Self.list(unknown)).")
    }
    if hasTooManyGhosts { sentences.append("only the first \(Race.mostGhosts) of its ghosts are read.") }
    return sentences.isEmpty ? nil : sentences.joined(separator: " Also, ")
  }

  private static func list(_ paths: [String]) -> String {
    let names = paths.prefix(mostNames).map { path in
      let clean = SafeText.clean(path)
      // Its end tells more than its beginning.
      return clean.count > nameLimit ? "“…\(clean.suffix(nameLimit - 1))”" : "“\(clean)”"
    }
    let more = paths.count - names.count
    return names.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
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
    return try isAllowed(file) ? read(file.path) : nil
  }

  private mutating func isAllowed(_ file: RecordedGame.File) throws(CommandFailure) -> Bool {
    switch files {
    case .unused: return false
    case .refused: refused.append(file.path)
    case .checked:
      if let sum = file.sum, FileSum.of(path: file.path) == sum { return true }
      unknown.append(file.path)
    case .own:
      guard Files.isOrdinary(file.path) || Files.isFolder(file.path) else {
        throw CommandFailure(
          "\(file.path): the session was played with this file, and it is not there.", .noSuchFile)
      }
      if let sum = file.sum, FileSum.of(path: file.path) != sum {
        Output.error(SafeText.clean("\(file.path): the file has changed since the session was played with it."))
      }
      return true
    }
    return false
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
