internal import FoundationEssentials
internal import Glibc
package import Sealing
package import SystemKit

/// The key with which a player signs what they have found: the file `player.key` in a folder.
///
/// A key is made once and never replaced. An event knows its players by their keys, so that a player who lost theirs
/// would be another one.
package struct PlayerKeyFile: Hashable, Sendable {
  /// The folder that has the file.
  let folder: String

  /// The file of a folder; nothing is read or made yet.
  package init(in folder: String) { self.folder = folder }

  /// The path of the file.
  package var path: String { folder + "/player.key" }

  /// Reads the key, or makes one, with the folder if that is not there.
  ///
  /// Of several tasks or programs that make a key at once, all get that of the first.
  ///
  /// Throws: if the file holds no key, or cannot be written.
  package func key() throws(PlayerKeyError) -> SigningKey {
    if let known = try read() { return known.key }
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    var chance = SystemRandomNumberGenerator()
    let seed = (0..<SigningKey.seedLength).map { _ in UInt8.random(in: .min ... .max, using: &chance) }
    try write(seed)
    guard let known = try read() else { throw .unwritten(path: path, .last) }
    return known.key
  }

  /// Reads the key; if there is no file, that of another folder, which is made if that has none either.
  ///
  /// - Parameter other: where the user's own key is; `nil` if they have no folder for it.
  /// - Throws: as ``key()`` does, or ``PlayerKeyError/noFolder`` if `other` is needed and `nil`.
  package func key(orOf other: PlayerKeyFile?) throws(PlayerKeyError) -> SigningKey {
    if FileManager.default.fileExists(atPath: path) { return try key() }
    guard let other else { throw .noFolder }
    return try other.key()
  }

  /// Keeps the key of another folder here as well, if there is one and this folder, which must exist, has none.
  ///
  /// - Parameter other: where the user's own key is; `nil` if they have no folder for it.
  /// - Throws: if one of the files holds no key, this one cannot be written, or `other` is needed and `nil`.
  package func keep(keyOf other: PlayerKeyFile?) throws(PlayerKeyError) {
    guard try read() == nil else { return }
    guard let other else { throw .noFolder }
    guard let known = try other.read() else { return }
    try write(known.seed)
  }

  /// Reads the file; `nil` if there is none.
  private func read() throws(PlayerKeyError) -> (key: SigningKey, seed: [UInt8])? {
    guard let text = FileManager.default.contents(atPath: path) else { return nil }
    guard let seed = Base64.bytes(String(decoding: text.prefix { $0 != 0x0A }, as: UTF8.self)),
      let key = SigningKey(seed: seed)
    else { throw .damaged(path: path) }
    return (key, seed)
  }

  /// One task of this program writes a key at a time: the new file's name has only the number of the process.
  ///
  /// It guards the name of the latest: a value without a size has the address of the object that guards it, and the thread
  /// sanitizer takes that for a race.
  private static let writing = Guarded("")

  /// Writes a new key beside its place, and gives it its name when it is safe: a power cut leaves all of it or nothing,
  /// and the first of several keys stays.
  private func write(_ seed: [UInt8]) throws(PlayerKeyError) {
    let bytes = Array((Base64.text(seed) + "\n").utf8)
    do throws(SystemError) {
      try Self.writing.withLock { name throws(SystemError) in
        name = "\(path).\(getpid())"
        try write(bytes, through: name)
      }
    } catch {
      throw .unwritten(path: path, error)
    }
    let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { return }
    fsync(directory)
    close(directory)
  }

  private func write(_ bytes: [UInt8], through temporary: String) throws(SystemError) {
    let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .last }
    defer {
      close(file)
      unlink(temporary)
    }
    try SystemIO.write(bytes, to: file)
    guard fsync(file) == 0 else { throw .last }
    // Some file systems give a file no second name.
    guard link(temporary, path) == 0 || errno == EEXIST || rename(temporary, path) == 0 else { throw .last }
  }
}

/// Why a player's key is not to be had.
package enum PlayerKeyError: Error, Hashable, CustomStringConvertible {
  /// A file holds something else, and is left as it is.
  case damaged(path: String)
  /// A new key cannot be written.
  case unwritten(path: String, SystemError)
  /// The user has no folder for a key.
  case noFolder

  /// The error as a sentence without its full stop; names the file.
  package var description: String {
    switch self {
    case .damaged(let path): "\(path): this is no key; move it away to begin with a new one"
    case .unwritten(let path, let error): "\(path): cannot be written: \(error)"
    case .noFolder: "there is no folder to keep a key in"
    }
  }
}
