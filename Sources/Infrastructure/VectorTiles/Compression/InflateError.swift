/// Why bytes could not be inflated.
package enum InflateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// More would come out than the limit, in bytes; that is what such a file is made for.
  case tooLarge(limit: Int)
  /// The bytes end too early.
  case cut
  /// The bytes are no such stream, or its checksum is wrong.
  case damaged
  /// There is no memory for it.
  case noMemory

  package var description: String {
    switch self {
    case .tooLarge(let limit): "it would inflate to more than \(limit >> 20) MiB"
    case .cut: "its compressed data ends too early"
    case .damaged: "its compressed data is damaged"
    case .noMemory: "there is not enough memory to inflate it"
    }
  }
}
