import Glibc

/// Places of OpenStreetMap's extracts into what can be asked for them, beside osmium, which makes GeoJSON of them.
///
/// Of a synthetic town, whose places are counted, and of real cities, which lie beside the package; without them the rows
/// say so.
func importFindings(_ here: BenchConditions) -> Findings {
  guard let folder = TemporaryFolder(), case let path = folder.file("synthetic.osm.pbf"),
    let places = SyntheticExtract.write(houses: here.isQuick ? 2000 : 40_000, spacing: 10, ids: nil, to: path)
  else { return noRoom }
  var findings = Findings()
  let synthetic = [ImportMatch.converted(path, to: folder.file("synthetic.osm")), path].compactMap(\.self)
  for (number, path) in (synthetic + here.extracts).enumerated() {
    guard access(path, R_OK) == 0 else {
      findings.rows.append(Row(what: "Importing an extract", trove: "not measured: \(path) is not here"))
      continue
    }
    let match = ImportMatch(path: path, folder: folder.file("match\(number)"), here)
    findings =
      findings + importFindings(match, places: number < synthetic.count ? places : nil, rounds: here.isQuick ? 1 : 5)
  }
  return findings + mapImportFindings(here)
}

/// Extracts into places, streets and a map, beside tilemaker, which makes the map alone by the same tables.
func mapImportFindings(_ here: BenchConditions) -> Findings {
  var findings = Findings()
  guard Child.run(["tilemaker", "--help"]) != nil else {
    findings.rows = [Row(what: "Importing an extract with its map", trove: "not measured: tilemaker is not here")]
    return findings
  }
  for extract in here.extracts where access(extract, R_OK) == 0 && !extract.contains("Helsinki") {
    guard let folder = TemporaryFolder() else { return findings }
    let (tables, map) = ("\(here.root)/Maps/tilemaker", folder.file("map.mbtiles"))
    var (ours, theirs) = ([Child](), [Child]())
    for _ in 0..<(here.isQuick ? 1 : 5) {
      let regions = "TROVE_REGIONS=\(folder.file("regions"))"
      if let child = Child.run([here.trove, "import", extract, "--name", "bench"], with: [regions]) {
        ours.append(child)
      }
      unlink(map)
      let peer = Child.run([
        "tilemaker", "--input", extract, "--output", map, "--config", "\(tables)/config.json", "--process",
        "\(tables)/process.lua",
      ])
      if let peer { theirs.append(peer) }
    }
    findings.expect(
      !ours.isEmpty && ours.allSatisfy { $0.status == 0 && $0.output.contains("and a map") },
      "import: there is no map of \(extract)")
    let (own, peer) = (Sample(ours.map(\.processorTime)).median, Sample(theirs.map(\.processorTime)).median)
    let name = extract.split(separator: "/").last.map(String.init) ?? extract
    findings.rows.append(
      Row(
        what: "Importing \(name) with its map: places, streets, sea, tiles",
        trove: "\(time(own)) (\(time(Sample(ours.map(\.wallTime)).median)) on the wall)",
        peer: "tilemaker, the tiles alone: \(time(peer))", ratio: peer > 0 ? own / peer : nil))
  }
  return findings
}

/// Extracts of the sizes of large regions, with ids as large as those of the planet: time and memory should not grow
/// faster than the file does.
func largeImportFindings(_ here: BenchConditions) -> Findings {
  var findings = Findings()
  for houses in here.isQuick ? [3000, 6000] : [1_600_000, 3_200_000, 6_400_000] {
    guard let folder = TemporaryFolder(), case let path = folder.file("large-\(houses).osm.pbf"),
      let places = SyntheticExtract.write(houses: houses, spacing: 50, ids: 12_000_000_000, to: path)
    else { return findings + noRoom }
    let match = ImportMatch(path: path, folder: folder.file("match"), here, isLarge: true)
    findings = findings + importFindings(match, places: places, rounds: here.isQuick ? 1 : 3)
  }
  return findings
}

private let noRoom = Findings(wrong: ["import: no room for an extract in the temporary folder"])

/// - Parameter places: how many there are, where that is known.
private func importFindings(_ match: ImportMatch, places: Int?, rounds: Int) -> Findings {
  var findings = Findings()
  let trials = (0..<rounds).map { match.trial($0) }
  guard trials.allSatisfy({ $0.own != nil }), let outcome = trials.first?.outcome else {
    findings.wrong.append("import: trove does not import \(match.path)")
    return findings
  }
  findings.expect(
    places.map { $0 == outcome.count } ?? (outcome.count > 0),
    "import: \(outcome.count) places of \(match.path), not \(places.map(String.init) ?? "more")")
  findings.rows = [ImportTable(match: match, trials: trials, outcome: outcome).row]
  guard trials.contains(where: { $0.peer != nil }) else {
    findings.expect(!match.isPeerHere, "import: osmium does not read \(match.path)")
    return findings
  }
  guard !match.isLarge else { return findings }
  // What was mapped twice is one place here, and two there.
  guard let agreement = match.agreement else {
    findings.wrong.append("import: what became of \(match.path) cannot be read again")
    return findings
  }
  findings.expect(
    agreement.missing <= outcome.merged,
    "import: \(agreement.missing) places that osmium finds in \(match.path) are not there, \(outcome.merged) were doubles"
  )
  findings.expect(
    agreement.strangers == 0, "import: \(agreement.strangers) points of \(match.path) that osmium does not know")
  return findings
}

/// The medians of what several runs cost.
private func figures(_ costs: [ImportMatch.Cost]) -> String {
  let memory = Sample(costs.map(\.peakMemory)).median
  return "\(time(Sample(costs.map(\.processorTime)).median)), \(number(memory / 1e6)) MB of memory"
}

/// The row about one extract.
private struct ImportTable {
  let match: ImportMatch
  let trials: [ImportMatch.Trial]
  let outcome: ImportMatch.Outcome

  var row: Row {
    let unfiltered = trials.compactMap(\.unfiltered)
    return Row(
      what: "Importing \(match.name), \(number(match.bytes / 1e6, match.bytes < 1e6 ? 2 : 1)) MB: "
        + "places of \(ImportMatch.keys.count) keys",
      trove: "\(figures(trials.compactMap(\.own))), \(outcome.count) places that can be searched",
      peer: "osmium, tags-filter and export: "
        + (ratios.isEmpty ? "not here" : figures(trials.compactMap(\.peer)))
        + (unfiltered.isEmpty ? "" : " (export of everything: \(figures(unfiltered)))"),
      ratio: ratios.isEmpty ? nil : Sample(ratios).median,
      goal: "<= 1, less memory")
  }

  /// The ratio of each trial: other load on the machine slows both programs of a trial.
  private var ratios: [Double] {
    trials.compactMap { trial in
      guard let own = trial.own, let peer = trial.peer, peer.processorTime > 0 else { return nil }
      return own.processorTime / peer.processorTime
    }
  }
}
