import Sealing
import SessionLogs

/// Bytes as a finish file, and as a session that somebody signs.
enum FinishFuzzing {
  private static let key = SigningKey(seed: [UInt8](repeating: 7, count: SigningKey.seedLength))

  /// Reads them; what is signed can be read, and a byte that was changed is noticed.
  static func read(_ bytes: [UInt8]) {
    if let file = try? FinishFile(bytes) { sign(bytes, file.claim) }
    sign(bytes, FinishClaim(hunt: "fuzz", found: 1, of: 2, points: -3, time: .seconds(4), isWon: false, player: "Ada"))
  }

  private static func sign(_ bytes: [UInt8], _ claim: FinishClaim) {
    guard let key, var signed = FinishFile.bytes(of: bytes, claim, signedBy: key),
      let file = try? FinishFile(signed)
    else { return }
    precondition(file.claim == claim && file.key == key.known)
    // Where the first line says so, as that is there in any case.
    signed[bytes.count % (signed.firstIndex(of: 0x0A) ?? 1)] ^= 1
    precondition((try? FinishFile(signed)) == nil)
  }
}
