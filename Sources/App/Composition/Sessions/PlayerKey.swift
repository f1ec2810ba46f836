import ArgumentParser
import FoundationEssentials
import Glibc
import Sealing

/// The key with which this user signs what they have finished.
enum PlayerKey {
  /// Reads the key of the user's folder, or makes one.
  static func own() throws(CommandFailure) -> SigningKey { try of(folder: ownFolder()) }

  /// Keeps the key of the user's folder also in another one, unless that has a key already.
  static func keepOwn(in folder: String) throws(CommandFailure) {
    let path = file(in: folder)
    guard try read(path) == nil, let known = try read(file(in: ownFolder())) else { return }
    try write(known.seed, to: path, in: folder)
  }

  /// Reads the key of a folder, or makes one.
  static func of(folder: String) throws(CommandFailure) -> SigningKey {
    let path = file(in: folder)
    if let known = try read(path) { return known.key }
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    var chance = SystemRandomNumberGenerator()
    let seed = (0..<SigningKey.seedLength).map { _ in UInt8.random(in: .min ... .max, using: &chance) }
    try write(seed, to: path, in: folder)
    guard let known = try read(path) else { throw cannotWrite(path, errno) }
    return known.key
  }

  /// Where a folder has its key.
  static func file(in folder: String) -> String { folder + "/player.key" }

  private static func ownFolder() throws(CommandFailure) -> String {
    guard let folder = Environment.folder("TROVE_SAVES", or: Environment.folders.data) else {
      throw CommandFailure("There is no home to keep a key in; name a folder in TROVE_SAVES.", .cannotCreate)
    }
    return folder
  }

  /// Reads a key from a file; `nil` if there is no file.
  private static func read(_ path: String) throws(CommandFailure) -> (key: SigningKey, seed: [UInt8])? {
    guard let text = FileManager.default.contents(atPath: path) else { return nil }
    guard let seed = Base64.bytes(String(decoding: text.prefix { $0 != 0x0A }, as: UTF8.self)),
      let key = SigningKey(seed: seed)
    else { throw CommandFailure("\(path): this is no key; move it away to begin with a new one.", .badData) }
    return (key, seed)
  }

  /// Writes a new key beside its place, and gives it its name when it is safe: a power cut leaves all of it or nothing,
  /// and of two programs that make one the first has made it.
  private static func write(_ seed: [UInt8], to path: String, in folder: String) throws(CommandFailure) {
    let temporary = "\(path).\(getpid())"
    let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw cannotWrite(path, errno) }
    defer { unlink(temporary) }
    let isWritten = Output.write(Array((Base64.text(seed) + "\n").utf8), to: file) == 0 && fsync(file) == 0
    let code = errno
    close(file)
    guard isWritten else { throw cannotWrite(path, code) }
    // Some file systems give a file no second name.
    guard link(temporary, path) == 0 || errno == EEXIST || rename(temporary, path) == 0 else {
      throw cannotWrite(path, errno)
    }
    let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { return }
    fsync(directory)
    close(directory)
  }

  private static func cannotWrite(_ path: String, _ code: CInt) -> CommandFailure {
    CommandFailure("\(path): cannot be written: \(String(cString: strerror(code))).", .cannotCreate)
  }
}
