internal import Geodesy
internal import Numbers

/// A track as GPX 1.1, piece by piece: at any moment the pieces and ``end`` are a whole document.
package enum TrackWriter {
  /// What the document begins with, up to the first segment.
  package static func head(name: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="1.1" creator="Trove" xmlns="http://www.topografix.com/GPX/1/1">
    <trk>
    <name>\(XMLText.escaped(name))</name>

    """
  }

  /// What a segment begins with.
  package static let segment = "<trkseg>\n"

  /// What ends the document inside a segment.
  package static let end = segmentEnd + trackEnd

  /// What ends a segment, and the document behind the last one.
  package static let segmentEnd = "</trkseg>\n"
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
