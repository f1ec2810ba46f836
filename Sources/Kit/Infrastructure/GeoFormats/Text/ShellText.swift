/// Writes the names of files into commands that a reader may copy to a shell.
package enum ShellText {
  /// Characters of a name that is shown; a longer one would be cut with the message.
  private static let longest = 120

  /// A path as one word of a shell; `FILE` for one that cannot be shown as it is.
  package static func file(_ path: String) -> String {
    guard path.count <= longest, !path.isEmpty, SafeText.clean(path) == path else { return "FILE" }
    // What begins with a dash would be an option.
    let path = path.hasPrefix("-") ? "./" + path : path
    let isPlain = path.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "/._-+,:@%=".utf8.contains(byte)
    }
    return isPlain ? path : "'" + path.replacing("'", with: "'\\''") + "'"
  }
}
