internal import FoundationEssentials

/// Leaflet, which draws maps in browsers, as Debian installs it.
package struct LeafletFiles: Sendable {
  /// Where Debian's package has it.
  private static let folders = ["/usr/share/javascript/leaflet", "/usr/share/nodejs/leaflet/dist"]
  /// Bytes that a file may have; that of version 1.7 has a quarter of it.
  private static let longest = 1 << 20

  /// What the page asks for.
  let pages: [WebPage]

  /// Why Leaflet is not there, fit to print.
  package struct Missing: Error, CustomStringConvertible {
    package let description = "Leaflet is not installed (Debian, Ubuntu: sudo apt install libjs-leaflet)"

    /// Creates the error.
    package init() {}
  }

  /// Reads it from one of these folders; by default from where Debian's package has it.
  package init(in folders: [String] = folders) throws(Missing) {
    for folder in folders {
      guard let style = Self.read("\(folder)/leaflet.css"),
        let script = Self.read("\(folder)/leaflet.min.js") ?? Self.read("\(folder)/leaflet.js")
      else { continue }
      pages = [
        WebPage("/leaflet.css", type: "text/css; charset=utf-8", caching: "max-age=3600", bytes: style),
        WebPage("/leaflet.js", type: "text/javascript; charset=utf-8", caching: "max-age=3600", bytes: script),
      ]
      return
    }
    throw Missing()
  }

  private static func read(_ path: String) -> [UInt8]? {
    guard let data = try? Data(contentsOf: URL(filePath: path)), !data.isEmpty, data.count <= longest else {
      return nil
    }
    return [UInt8](data)
  }
}
