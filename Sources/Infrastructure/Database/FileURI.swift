internal import Glibc

/// Names of files as SQLite takes them with something to say about each.
enum FileURI {
  /// A file that nobody changes while it is open: no lock is taken, and nothing is made beside it.
  static func immutable(_ path: String) -> String { "file:\(escaped(path))?immutable=1" }

  /// A path of which no letter is taken for something else.
  private static func escaped(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF")
    let plain: (UInt8) -> Bool = { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "/._-".utf8.contains(byte)
    }
    // Two slashes in front would be taken for the name of a machine.
    let start = path.hasPrefix("//") ? "/." : ""
    return path.utf8.reduce(into: start) { text, byte in
      if plain(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
  }
}

/// How large a file is.
enum FileSize {
  /// Bytes of the file at `path`; 0 where there is none.
  static func of(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }
}
