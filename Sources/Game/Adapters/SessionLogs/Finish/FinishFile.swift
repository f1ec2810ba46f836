internal import GeoFormats
package import Sealing

/// A session that a stranger can verify: everything that happened, the result that the player claims, and the player's
/// signature over both.
///
/// The signature shows that nothing was changed since the owner of the key signed it. A replay shows that the score
/// follows from the events by the rules. Neither shows that the events happened: a player who forges every fix of a
/// walk and signs it with their own key has a consistent file.
package struct FinishFile: Hashable, Sendable {
  /// The file extension.
  package static let ending = ".finish"
  /// Bytes of a file: 13 hours on a screen, 340 bytes a second.
  package static let largest = 16 << 20

  /// The sittings of the game, with only what the rules need.
  package let record: GameRecord
  /// The result that the signer claims; not checked yet.
  package let claim: FinishClaim
  /// The signer's public key.
  package let key: PublicKey

  /// The last line.
  private struct SignedLine: Codable {
    /// The claim as the bytes that were signed have it.
    var claim: String
    var key, signature: String
  }

  /// Makes the bytes of a finish file from those of a record; `nil` if `record` is none.
  ///
  /// Only what the rules need is in it, see ``ProofRecord``.
  ///
  /// - Parameters:
  ///   - end: the index of the last moment that is needed, among those of all sittings; `nil` for all.
  ///   - keepsPlaces: whether the places around are needed, because the player chose among them.
  package static func bytes(
    of record: [UInt8], _ claim: FinishClaim, signedBy key: SigningKey, through end: Int? = nil,
    keepsPlaces: Bool = false
  ) -> [UInt8]? {
    guard let record = try? GameRecord(record) else { return nil }
    let body = ProofRecord(record, through: end, keepsPlaces: keepsPlaces).bytes
    guard let claimed = RecordJSON.object(of: ClaimLine(claim)) else { return nil }
    let signature = key.sign(body + claimed)
    let line = SignedLine(
      claim: String(decoding: claimed, as: UTF8.self), key: key.known.text, signature: Base64.text(signature))
    return RecordJSON.line(of: line).map { body + $0 }
  }

  /// Makes the bytes of the smallest file that can be verified: the places around are private, and kept only if the
  /// score needs them.
  ///
  /// - Parameter judge: plays the session of a file again.
  /// - Returns: `nil` if the parts of a record that are kept never make the claim.
  /// - Throws: if the file would be larger than ``largest``.
  package static func smallest(
    of record: [UInt8], _ claim: FinishClaim, signedBy key: SigningKey, through end: Int?,
    judge: (FinishFile) -> FinishVerification?
  ) throws(SessionLogError) -> [UInt8]? {
    for keepsPlaces in [false, true] {
      guard let signed = bytes(of: record, claim, signedBy: key, through: end, keepsPlaces: keepsPlaces) else {
        continue
      }
      guard signed.count <= largest else { throw SessionLogError(.tooLarge(limit: largest), line: 1) }
      guard let finish = try? FinishFile(signed), judge(finish)?.claims(finish.claim) == true else { continue }
      return signed
    }
    return nil
  }

  /// Reads a file, and checks its signature.
  package init(path: String) throws(SessionLogError) {
    let bytes: [UInt8]
    do throws(FileError) { bytes = try FileBytes.beginning(of: path, count: Self.largest + 1) } catch {
      throw SessionLogError(.unreadable(error.description), line: 1)
    }
    try self.init(bytes)
  }

  /// Reads a file from its bytes, and checks its signature.
  package init(_ bytes: [UInt8]) throws(SessionLogError) {
    guard bytes.count <= Self.largest else { throw SessionLogError(.tooLarge(limit: Self.largest), line: 1) }
    guard bytes.last == 0x0A else { throw SessionLogError(.notSigned, line: max(1, bytes.count { $0 == 0x0A } + 1)) }
    let end = bytes.dropLast().lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let body = bytes[..<end]
    let line = body.count { $0 == 0x0A } + 1
    // Parse the record first: an error in it is reported before a missing signature.
    record = try GameRecord(body)
    guard let last = RecordJSON.value(SignedLine.self, bytes[end...]),
      let key = PublicKey(text: last.key), let signature = Base64.bytes(last.signature),
      let claim = RecordJSON.value(ClaimLine.self, Array(last.claim.utf8)[...])
    else { throw SessionLogError(.notSigned, line: line) }
    var signed = Array(body)
    signed += last.claim.utf8
    guard key.hasSigned(signed, signature) else { throw SessionLogError(.changed, line: line) }
    self.claim = claim.claim
    self.key = key
  }
}
