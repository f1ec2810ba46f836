import Foundation
import Sealing
import SessionLogs

/// A record as version 0.7.0 wrote it, without seals and with a checksum of the first line: what is changed in it shows
/// in nothing else.
func inFirstFormat(_ record: String) throws -> String {
  var lines = record.replacing(/,"seal":"[^"]*"/, with: "").split(separator: "\n").map(String.init)
  lines.removeAll { $0.hasPrefix("{\"end\":") }
  var head = try objects([lines[0]]).first ?? [:]
  head["format"] = 1
  lines[0] = try summed(head)
  return lines.map { $0 + "\n" }.joined()
}

/// A first line with its checksum.
func summed(_ head: [String: Any]) throws -> String {
  func text(_ head: [String: Any]) throws -> String {
    String(
      decoding: try JSONSerialization.data(withJSONObject: head, options: [.sortedKeys, .withoutEscapingSlashes]),
      as: UTF8.self)
  }
  var head = head
  head["sum"] = nil
  head["sum"] = Checksum.text(Array((try text(head) + "\n").utf8))
  return try text(head)
}

/// A record whose lines have seals that fit them, as a forger's own program makes it.
func sealedAnew(_ record: String) -> String {
  let objects = record.replacing(/,"seal":"[^"]*"/, with: "").split(separator: "\n").map { Array($0.utf8) }
  return String(decoding: SealedLines.bytes(of: objects), as: UTF8.self)
}
