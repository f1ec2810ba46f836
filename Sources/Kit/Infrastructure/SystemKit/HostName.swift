internal import Glibc

/// The name of this computer.
package enum HostName {
  /// As the system has it, in lower case; `nil` for none.
  package static var own: String? {
    var name = [UInt8](repeating: 0, count: 256)
    let status = name.withUnsafeMutableBytes { raw in
      raw.baseAddress.map { gethostname($0.assumingMemoryBound(to: CChar.self), raw.count - 1) } ?? -1
    }
    let text = String(decoding: name.prefix { $0 != 0 }, as: UTF8.self).lowercased()
    return status == 0 && !text.isEmpty ? text : nil
  }
}
