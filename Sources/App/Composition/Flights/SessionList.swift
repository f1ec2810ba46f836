import FlightRecords
import GeoFormats
import Views

/// The recorded sessions, for people to choose from.
enum SessionList {
  static func write() {
    let entries = SessionFolder.own?.entries() ?? []
    guard !entries.isEmpty else { return Output.write("No session is recorded yet: trove play records one.\n") }
    let rows = [["SESSION", "TIME", "SOURCE", "HUNT"]] + entries.map(Self.row)
    let widths = rows[0].indices.dropLast().map { column in rows.map { $0[column].count }.max() ?? 0 }
    for row in rows {
      let cells = zip(row, widths).map { $0.padding(to: $1) } + [row[row.count - 1]]
      Output.write(cells.joined(separator: "  ") + "\n")
    }
  }

  private static func row(_ entry: SessionFolder.Entry) -> [String] {
    let session = SafeText.clean(entry.name)
    guard let summary = FlightSummary(path: entry.path) else { return [session, "", "", "cannot be read"] }
    let name = summary.hunt?.split(separator: "/").last.map(String.init) ?? "no game"
    return [session, Wording.clock(summary.length), SafeText.clean(summary.source ?? ""), SafeText.clean(name)]
  }
}
