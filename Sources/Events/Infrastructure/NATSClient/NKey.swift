internal import Sealing

/// A public key as NATS writes it: its role, the key, and a checksum, in letters and digits.
package struct NKey: Hashable, Sendable, CustomStringConvertible {
  /// Whose key it is; the first letter of the text says so.
  package enum Role: UInt8, Hashable, Sendable, CaseIterable {
    /// Of who runs servers: `O`.
    case `operator` = 112
    /// Of an account, inside of which users hear each other: `A`.
    case account = 0
    /// Of a user: `U`.
    case user = 160
  }

  /// Whose key it is.
  package let role: Role
  /// The key itself (Ed25519), 32 bytes.
  package let bytes: [UInt8]

  /// The key of a role; `nil` if it does not have 32 bytes.
  package init?(_ role: Role, bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    (self.role, self.bytes) = (role, bytes)
  }

  /// Reads a key; `nil` if the text is damaged, or the key of another role than these.
  package init?(text: String) {
    guard text.utf8.count == 56, let raw = Base32.bytes(text), raw.count == 35, let role = Role(rawValue: raw[0]),
      Self.checksum(raw.dropLast(2)) == UInt16(raw[33]) | UInt16(raw[34]) << 8
    else { return nil }
    self.init(role, bytes: Array(raw[1..<33]))
  }

  /// Fifty-six letters and digits.
  package var text: String {
    let raw = [role.rawValue] + bytes
    let sum = Self.checksum(raw[...])
    return Base32.text(raw + [UInt8(sum & 0xFF), UInt8(sum >> 8)])
  }

  package var description: String { text }

  /// CRC-16/XMODEM: the polynomial 0x1021, from 0.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt16 {
    bytes.reduce(into: UInt16(0)) { sum, byte in
      sum ^= UInt16(byte) << 8
      for _ in 0..<8 { sum = sum & 0x8000 == 0 ? sum << 1 : sum << 1 ^ 0x1021 }
    }
  }
}
