import Glibc

/// Hunts made from the sights of real cities, whole programs, beside osmium, which only finds the objects that could be
/// sights in the same files.
func huntMakingFindings(_ here: BenchConditions) -> Findings {
  var findings = Findings()
  let extracts = here.extracts.filter { access($0, R_OK) == 0 }
  guard !extracts.isEmpty, let folder = TemporaryFolder() else {
    findings.rows = [Row(what: "Making a hunt", trove: "not measured: the extracts are not here")]
    return findings
  }
  let variables = ["TROVE_REGIONS=\(folder.file("regions"))", "XDG_DATA_HOME=\(folder.file("data"))", "LC_ALL=C"]
  let imported = Child.run([here.trove, "import", "--name", "bench", "--no-map"] + extracts, with: variables)
  guard imported?.status == 0, let count = imported?.output.split(separator: " ").dropFirst().first else {
    findings.wrong.append("hunts: trove does not import \(extracts.joined(separator: ", "))")
    return findings
  }
  let filters = ["nwr/tourism", "nwr/historic", "nwr/amenity", "nwr/leisure", "nwr/man_made", "w/highway"]
  let own = ["hunt", "make", folder.file("hunt.geojson"), "--in", "bench", "--at", "37.7946,-122.3999", "--force"]
  let ways: [(what: String, arguments: [String])] = [
    ("Hunt of 3 km, 8 stages, from a region of \(count) places: `trove hunt make`", own),
    (
      "The same, made and begun: `trove play --here`",
      ["play", "--here", "--in", "bench", "--from", "steer:37.7946,-122.3999", "--json", "--seed", "1"]
    ),
  ]
  for (what, arguments) in ways {
    var (ours, theirs) = ([Child](), [Child]())
    for _ in 0..<(here.isQuick ? 1 : 9) {
      if let child = Child.run([here.trove] + arguments, with: variables) { ours.append(child) }
      let peer = extracts.compactMap { extract in
        Child.run(["osmium", "tags-filter", extract] + filters + ["-O", "-o", folder.file("sights.osm.pbf")])
      }
      if peer.count == extracts.count, peer.allSatisfy({ $0.status == 0 }) { theirs += peer }
    }
    findings.expect(!ours.isEmpty && ours.allSatisfy { $0.status == 0 }, "hunts: \(what) fails")
    let (processor, wall) = (Sample(ours.map(\.processorTime)).median, Sample(ours.map(\.wallTime)).median)
    let peer = Sample(theirs.map(\.processorTime)).median * Double(extracts.count)
    findings.rows.append(
      Row(
        what: what, trove: "\(time(processor)) (\(time(wall)) on the wall)",
        peer: theirs.isEmpty ? "osmium: not here" : "`osmium tags-filter`, the objects alone: \(time(peer))",
        ratio: theirs.isEmpty || peer == 0 ? nil : processor / peer, goal: "under 1 s on the wall"))
  }
  let checked = Child.run([here.trove, "hunt", "check", "--strict", folder.file("hunt.geojson")])
  findings.expect(checked?.status == 0, "hunts: what was made does not pass trove hunt check --strict")
  return findings
}
