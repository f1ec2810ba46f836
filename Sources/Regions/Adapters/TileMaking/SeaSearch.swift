internal import GeoFormats
internal import OSMExtracts

/// The sea of several extracts, and what is to be said about it.
struct SeaSearch {
  /// The part of the work on an extract that reading it is.
  private static let readingShare = 0.9

  /// The parts of the sea.
  private(set) var polygons: [Sea.Polygon] = []
  /// A sentence for each extract whose sea is not known.
  private(set) var warnings: [String] = []
  /// The extracts with negative numbers, by their place in the list.
  private(set) var negativelyNumbered: Set<Int> = []
  /// The box around all extracts, as tilemaker takes it; `nil` if that of a single extract will do.
  ///
  /// Without it tilemaker makes tiles for the box of the first extract only.
  private(set) var box: String?

  /// Looks for the sea in extracts; one that cannot be read has none.
  ///
  /// - Parameter progress: told how much is done, in `0 ... 1`; returns false to cancel.
  init(of extracts: [String], progress: (Double) -> Bool) throws(TilemakerError) {
    var boxes: [FixedBox?] = []
    for (index, extract) in extracts.enumerated() {
      let coast: OSMCoast
      func goesOn(_ done: Double) -> Bool { progress((Double(index) + done) / Double(extracts.count)) }
      do throws(OSMError) {
        coast = try OSMExtract(path: extract).coast { goesOn(Self.readingShare * $0.fraction) }
      } catch {
        guard error.problem != .cancelled else { throw .cancelled }
        warn(of: extract, "\(error.problem)")
        boxes.append(nil)
        continue
      }
      boxes.append(coast.box)
      if coast.hasNegativeNumbers { negativelyNumbered.insert(index) }
      do throws(SeaDoubt) { polygons += try Sea(coast) { goesOn(Self.readingShare) }.polygons } catch {
        guard error != .cancelled else { throw .cancelled }
        warn(of: extract, "\(error)")
      }
    }
    guard extracts.count > 1 else { return }
    let known = boxes.compactMap { $0 }
    if known.count == boxes.count { box = Self.words(around: known) } else { dropSea() }
  }

  private mutating func warn(of extract: String, _ reason: String) {
    let file = SafeText.clean(String(extract.split(separator: "/").last ?? ""), limit: 40)
    warnings.append("The map shows no sea for \(file): \(reason).")
  }

  /// Leaves the sea out: shapes are drawn only within a box.
  private mutating func dropSea() {
    guard !polygons.isEmpty else { return }
    polygons = []
    warnings.append("The map shows no sea: not all of the files name the box that they were cut along.")
  }

  private static func words(around boxes: [FixedBox]) -> String {
    let sides = [
      boxes.map(\.southWest.longitude).min(), boxes.map(\.southWest.latitude).min(),
      boxes.map(\.northEast.longitude).max(), boxes.map(\.northEast.latitude).max(),
    ]
    return sides.map { degrees($0 ?? 0) }.joined(separator: ",")
  }

  private static func degrees(_ units: Int32) -> String {
    let digits = String(10_000_000 + abs(Int(units)) % 10_000_000).dropFirst()
    return "\(units < 0 ? "-" : "")\(abs(Int(units)) / 10_000_000).\(digits)"
  }
}
