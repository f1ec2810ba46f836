internal import GeoFormats

/// Decides which files outside of itself a record may read; the author of the record has named them.
package struct OutsideFiles: Sendable {
  /// Which files may be read.
  package enum Access: Hashable, Sendable {
    /// No files, without a message: they are not needed.
    case unused
    /// No files; a message says which are left out, and how to allow them.
    case refused
    /// Files whose checksum is in the record: the player had the same ones.
    case checked
    /// All: the record lies where the user's own programs put theirs.
    case own

    /// The access of a record.
    ///
    /// - Parameters:
    ///   - isOwn: whether the record lies in the folder of the user's own sessions.
    ///   - isAllowed: whether the user allows files for this record.
    ///   - use: what the record is read for.
    package init(isOwn: Bool, isAllowed: Bool = false, for use: Use) {
      switch use {
      case .replay: self = isOwn ? .own : isAllowed ? .checked : .refused
      // It runs elsewhere, without the user's own files.
      case .regressionTest: self = isOwn || isAllowed ? .checked : .refused
      case .ghost: self = isOwn ? .own : .unused
      }
    }
  }

  /// What a record is read for.
  package enum Use: Hashable, Sendable, CaseIterable {
    /// To be shown, told or compared.
    case replay
    /// To become a test that others run.
    case regressionTest
    /// To be raced against: only its own walk is wanted.
    case ghost
  }

  /// What to do with one file.
  package enum Verdict: Hashable, Sendable {
    case leave, read
    /// Read it, and warn that it has changed since it was recorded.
    case readChanged
  }

  /// Which files may be read.
  package let access: Access
  /// The files that were not read for want of permission, and those that cannot be read even with it.
  private var refused: [String] = [], unknown: [String] = []

  /// Characters of a path that are told, and how many paths.
  private static let nameLimit = 60, mostNames = 3

  /// Creates the decision for one record.
  package init(_ access: Access) { self.access = access }

  /// Decides about one file; remembers it for ``noHunt`` and ``sentences`` if it is left out.
  ///
  /// - Parameter sum: the checksum of the file at a path, as it is now; `nil` if it cannot be read. Not called for files
  ///   that are left out in any case.
  package mutating func verdict(
    on file: RecordedGame.File, sum: (String) -> String? = { FileSum.of(path: $0) }
  ) -> Verdict {
    switch access {
    case .unused: return .leave
    case .refused: refused.append(file.path)
    case .checked:
      if let known = file.sum, sum(file.path) == known { return .read }
      unknown.append(file.path)
    case .own: return file.sum.map { sum(file.path) == $0 } ?? true ? .read : .readChanged
    }
    return .leave
  }

  /// Why there is no hunt, as a sentence.
  package var noHunt: String {
    switch access {
    case .unused, .own: "its hunt is not in it."
    case .refused: "its hunt is not in it, but in \(Self.list(refused)), which only --allow-files reads."
    case .checked: "its hunt is not in it, and its checksum does not fit \(Self.list(unknown))."
    }
  }

  /// Describes the files that were left out; empty if there are none.
  package var sentences: [String] {
    var sentences: [String] = []
    if !refused.isEmpty {
      sentences.append(
        "the session names files outside of it, and is read without them: \(Self.list(refused)); --allow-files reads "
          + "those that are as they were then.")
    }
    if !unknown.isEmpty {
      sentences.append("it is read without files that its checksums do not fit: \(Self.list(unknown)).")
    }
    return sentences
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
}
