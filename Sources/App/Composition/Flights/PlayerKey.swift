import FoundationEssentials
import Glibc
import Sealing

/// The key with which this user signs what they have finished.
enum PlayerKey {
  /// Reads the key of the user's folder, or makes one.
  ///
  /// Throws: an exit code, after it has been said why.
  static func own() throws -> SigningKey {
    guard let folder = Environment.folder("TROVE_SAVES", or: Environment.folders.data) else {
      throw Failure.say("There is no home to keep a key in; name a folder in TROVE_SAVES.", Failure.cannotMake)
    }
    let path = folder + "/player.key"
    if let text = FileManager.default.contents(atPath: path) {
      guard let seed = Base64.bytes(String(decoding: text.prefix { $0 != 0x0A }, as: UTF8.self)),
        let key = SigningKey(seed: seed)
      else { throw Failure.say("\(path): this is no key; move it away to begin with a new one.", Failure.badData) }
      return key
    }
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    var chance = SystemRandomNumberGenerator()
    let seed = (0..<SigningKey.seedLength).map { _ in UInt8.random(in: .min ... .max, using: &chance) }
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0, let key = SigningKey(seed: seed) else {
      throw Failure.say("\(path): cannot be made: \(String(cString: strerror(errno))).", Failure.cannotMake)
    }
    defer { close(file) }
    guard Output.write(Array((Base64.text(seed) + "\n").utf8), to: file) == 0, fsync(file) == 0 else {
      unlink(path)
      throw Failure.say("\(path): cannot be written: \(String(cString: strerror(errno))).", Failure.cannotMake)
    }
    return key
  }
}
