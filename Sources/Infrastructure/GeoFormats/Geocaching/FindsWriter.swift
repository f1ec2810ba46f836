internal import Geodesy

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
