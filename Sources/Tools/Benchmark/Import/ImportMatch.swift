import Glibc

/// Compares our import with osmium on one extract: whole programs, from the file to their output on the disk.
struct ImportMatch {
  /// The keys of OpenStreetMap of which a place must have one.
  ///
  /// Whatever has one is written by osmium, with a name or without: so no trees (`natural`), which are most of a city.
  static let keys = ["tourism", "historic", "amenity", "shop", "leisure", "man_made"]

  /// The resources that a program used.
  struct Cost {
    /// Seconds of processor time, of all programs of a side.
    let processorTime: Double
    /// Bytes, of the program that took most.
    let peakMemory: Double
  }

  /// Both, one right after the other.
  struct Trial {
    /// The cost of our import; `nil` if it failed.
    let own: Cost?
    let outcome: Outcome?
    /// The cost of osmium; `nil` if it is not installed, or failed.
    let peer: Cost?
    /// The cost of osmium without a filter, which writes more than is needed.
    let unfiltered: Cost?
  }

  /// The output of our import.
  struct Outcome {
    let count: Int
    /// Places that were mapped twice and are one now.
    let merged: Int
  }

  /// The extract.
  let path: String
  private let folder: String
  private let here: BenchConditions
  private static let region = "bench"

  /// Measures in a folder of its own, which is made.
  init(path: String, folder: String, _ here: BenchConditions, isLarge: Bool = false) {
    (self.path, self.folder, self.here, self.isLarge) = (path, folder, here, isLarge)
    mkdir(folder, 0o700)
  }

  /// The file's name.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// The extract's size.
  var bytes: Double {
    var status = stat()
    return stat(path, &status) == 0 ? Double(status.st_size) : 0
  }

  /// Whether the extract is large: then osmium writes no more than is needed, and the places are only counted.
  let isLarge: Bool

  /// Whether osmium is installed.
  var isPeerHere: Bool { Child.run(["osmium", "--version"])?.status == 0 }

  /// Both programs; each round's import makes a new region.
  func trial(_ round: Int) -> Trial {
    let own = Child.run(importing, with: [regions(round)])
    return Trial(
      own: own.flatMap { Cost([$0]) }, outcome: own.flatMap { Outcome($0.output) }, peer: peer(),
      unfiltered: isLarge ? nil : unfiltered())
  }

  private var importing: [String] {
    [here.trove, "import", path, "--no-map", "--name", Self.region, "--only", Self.keys.joined(separator: ",")]
  }

  private func regions(_ round: Int) -> String { "TROVE_REGIONS=\(folder)/regions\(round)" }

  // MARK: - osmium

  /// Converts an extract by osmium to the format that the name says; `nil` if osmium is missing or fails.
  static func converted(_ path: String, to other: String) -> String? {
    Child.run(["osmium", "cat", path, "-O", "-o", other])?.status == 0 ? other : nil
  }

  /// Runs osmium with its fastest options: files in between are not compressed, and closed ways are written only once.
  private func peer() -> Cost? {
    let filtered = "\(folder)/filtered.pbf"
    let filter = ["osmium", "tags-filter", path, "nwr/" + Self.keys.joined(separator: ","), "-O", "-o", filtered]
    return Cost(
      [filter + ["-f", "pbf,pbf_compression=none"], export(filtered, to: exported)].compactMap { Child.run($0) })
  }

  private func unfiltered() -> Cost? {
    Cost([export(path, to: "\(folder)/everything.geojson")].compactMap { Child.run($0) })
  }

  private func export(_ path: String, to result: String) -> [String] {
    ["osmium", "export", path, "-u", "type_id", "--geometry-types=point,polygon", "-O", "-o", result]
  }

  private var exported: String { "\(folder)/places.geojson" }

  // MARK: - Agreement

  /// Compares what osmium wrote last with the places of our first import; `nil` if either cannot be read.
  ///
  /// Runs in another process: every process started later would seem to need as much memory as this one.
  var agreement: ImportAgreement? {
    let listing = [BenchConditions.thisProgram, "--programs", here.programs, "--compare-places", exported]
    guard let child = Child.run(listing, with: [regions(0)]), child.status == 0 else { return nil }
    return ImportAgreement(line: child.output)
  }

  /// Lists the places of our import, one JSON object a line; reads the region from `TROVE_REGIONS`.
  static func listing(_ programs: String) -> String? {
    Child.run(["\(programs)/trove", "places", region, "--json"]).flatMap { $0.status == 0 ? $0.output : nil }
  }
}

extension ImportMatch.Outcome {
  /// Reads `monaco: 812 places, 9 doubles merged`; `nil` if the line has another form.
  fileprivate init?(_ output: String) {
    let words = output.split { " ,\n".contains($0) }
    func number(before word: String) -> Int? {
      words.firstIndex { $0.hasPrefix(word) }.flatMap { $0 > 0 ? Int(words[$0 - 1]) : nil }
    }
    guard let count = number(before: "place") else { return nil }
    self.count = count
    merged = number(before: "double") ?? 0
  }
}

extension ImportMatch.Cost {
  /// The total cost of programs that ran one after another; `nil` if one failed, or there was none.
  fileprivate init?(_ programs: [Child]) {
    guard !programs.isEmpty, programs.allSatisfy({ $0.status == 0 }) else { return nil }
    processorTime = programs.map(\.processorTime).reduce(0, +)
    peakMemory = programs.map(\.peakMemory).max() ?? 0
  }
}
