internal import Geodesy
internal import Numbers

/// A track as GPX 1.1, piece by piece: at any moment the pieces and ``end`` are a whole document.
package enum TrackWriter {
  /// Returns the beginning of a document, up to the first segment.
  package static func head(name: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="1.1" creator="Trove" xmlns="http://www.topografix.com/GPX/1/1">
    <trk>
    <name>\(XMLText.escaped(name))</name>

    """
  }

  /// The start of a segment.
  package static let segment = "<trkseg>\n"

  /// The end of the document inside a segment.
  package static let end = segmentEnd + trackEnd

  /// The end of a segment.
  package static let segmentEnd = "</trkseg>\n"
  /// The end of a document with a track.
  package static let trackEnd = "</trk>\n</gpx>\n"

  /// A point; what is not known is not said.
  package static func point(_ point: GPXPoint) -> String {
    let position = point.position
    let elevation = point.elevation.flatMap { DecimalText.fixed($0, decimals: 2) }.map { "<ele>\($0)</ele>" } ?? ""
    let time = point.time.map { "<time>\(CivilTime(milliseconds: $0).isoText)</time>" } ?? ""
    return "<trkpt lat=\"\(XMLText.degrees(position.latitude))\" lon=\"\(XMLText.degrees(position.longitude))\">"
      + "\(elevation)\(time)</trkpt>\n"
  }

  /// The bytes of a whole document: the points in order, ``GPXPoint/startsSegment`` parts the segments.
  package static func bytes(name: String, _ points: [GPXPoint]) -> [UInt8] {
    var text = head(name: name)
    for (index, value) in points.enumerated() {
      if index > 0, value.startsSegment { text += segmentEnd }
      if index == 0 || value.startsSegment { text += segment }
      text += point(value)
    }
    return Array((text + (points.isEmpty ? trackEnd : end)).utf8)
  }
}

/// Visits as GPX 1.0: a waypoint each, with a log of one entry in Groundspeak's extension.
package enum FindsWriter {
  /// The bytes of the file.
  package static func bytes(_ visits: [CacheVisit]) -> [UInt8] {
    let waypoints = visits.enumerated().map { waypoint($1, number: $0 + 1) }.joined()
    return Array((head + waypoints + "</gpx>\n").utf8)
  }

  private static let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="1.0" creator="Trove" xmlns="http://www.topografix.com/GPX/1/0" \
    xmlns:groundspeak="http://www.groundspeak.com/cache/1/0/1">

    """

  private static func waypoint(_ visit: CacheVisit, number: Int) -> String {
    let position = visit.position
    return "<wpt lat=\"\(XMLText.degrees(position.latitude))\" lon=\"\(XMLText.degrees(position.longitude))\">\n"
      + XMLText.element("time", visit.timeText) + XMLText.element("name", visit.code)
      + XMLText.element("desc", visit.name) + XMLText.element("sym", "Geocache Found")
      + XMLText.element("type", visit.type.map { "Geocache|\($0)" } ?? "Geocache")
      + "<groundspeak:cache id=\"\(number)\" available=\"True\" archived=\"False\">\n"
      + XMLText.element("groundspeak:name", visit.name)
      + (visit.type.map { XMLText.element("groundspeak:type", $0) } ?? "") + log(visit, number: number)
      + "</groundspeak:cache>\n</wpt>\n"
  }

  private static func log(_ visit: CacheVisit, number: Int) -> String {
    "<groundspeak:logs>\n<groundspeak:log id=\"\(number)\">\n"
      + XMLText.element("groundspeak:date", visit.timeText) + XMLText.element("groundspeak:type", visit.kind)
      + "<groundspeak:finder id=\"0\">\(XMLText.escaped(visit.finder))</groundspeak:finder>\n"
      + "<groundspeak:text encoded=\"False\">\(XMLText.escaped(visit.comment))</groundspeak:text>\n"
      + "</groundspeak:log>\n</groundspeak:logs>\n"
  }
}

/// Text as the content of an XML element or of an attribute in quotation marks.
enum XMLText {
  /// The text with its marks escaped; characters that XML does not know are left out.
  static func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
      case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
      // Needed only behind two square brackets, and never wrong.
      case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
      case "\n": escaped.append(scalar)
      default: if isAllowed(scalar.value) { escaped.append(scalar) }
      }
    }
    return String(escaped)
  }

  /// XML 1.0, section 2.2, without the controls that it allows and discourages.
  private static func isAllowed(_ value: UInt32) -> Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0xFFFE, 0xFFFF: false
    default: true
    }
  }

  /// `<name>text</name>` on a line of its own.
  static func element(_ name: String, _ text: String) -> String { "<\(name)>\(escaped(text))</\(name)>\n" }

  /// Degrees that are read back as the same place to a millimetre.
  static func degrees(_ degrees: Double) -> String { DecimalText.fixed(degrees, decimals: 8) ?? "0" }
}
