import CommandKit
import Sealing
import SessionLogs

/// Where this user's key lies: beside the saved games.
extension PlayerKeyFile {
  /// The file in the folder of `TROVE_SAVES`, or else in that of the user's data; `nil` without a home folder.
  static var own: PlayerKeyFile? {
    Environment.folder("TROVE_SAVES", or: Environment.folders.data).map(PlayerKeyFile.init(in:))
  }

  /// Reads the user's key, or makes one.
  static func ownKey() throws(CommandFailure) -> SigningKey {
    do throws(PlayerKeyError) {
      guard let own else { throw PlayerKeyError.noFolder }
      return try own.key()
    } catch { throw CommandFailure(error) }
  }
}

extension CommandFailure {
  /// Why a key is not to be had.
  init(_ error: PlayerKeyError) {
    switch error {
    case .damaged: self.init("\(error).", .badData)
    case .unwritten: self.init("\(error).", .cannotCreate)
    case .noFolder:
      self.init("There is no home to keep a key in; name a folder in TROVE_SAVES.", .cannotCreate)
    }
  }
}
