import Glibc

/// GPX to points, beside the readers that others use.
func gpxFindings(_ here: BenchConditions) -> Findings {
  SyntheticTrack.Form.allCases.map { gpxFindings(form: $0, here) }.reduce(Findings(), +)
}

private func gpxFindings(form: SyntheticTrack.Form, _ here: BenchConditions) -> Findings {
  var findings = Findings()
  let count = here.isQuick ? 50_000 : form == .plain ? 1_000_000 : 400_000
  guard let folder = TemporaryFolder(), case let path = folder.file("track.gpx"),
    let truth = SyntheticTrack.write(count: count, as: form, to: path)
  else {
    findings.wrong.append("gpx: no room for the track in the temporary folder")
    return findings
  }
  let readers = TrackReader.all(of: form, here)
  var costs = [[ReaderLine]](repeating: [], count: readers.count)
  for _ in 0..<(here.isQuick ? 1 : 5) {
    for (index, reader) in readers.enumerated() {
      guard let reading = reader.read(path) else { continue }
      if let line = reading.line, reader.isExact ? line.sums == truth : line.sums.agrees(with: truth) {
        costs[index].append(line)
      } else {
        findings.wrong.append("gpx: \(reader.name) does not find the points that were written")
      }
    }
  }
  let table = ReadingTable(form: form, readers: readers, costs: costs, bytes: fileSize(path), points: count)
  findings.rows = table.rows
  return findings
}

private func fileSize(_ path: String) -> Double {
  var status = stat()
  return stat(path, &status) == 0 ? Double(status.st_size) : 0
}

/// The rows of all readers; ratios are of our stream to each other one.
private struct ReadingTable {
  let form: SyntheticTrack.Form
  let readers: [TrackReader]
  let costs: [[ReaderLine]]
  let bytes: Double
  let points: Int

  var rows: [Row] {
    let text = form == .plain ? "GPX of plain points" : "GPX as watches write it"
    let what = "\(text): \(number(bytes / 1e6, 1)) MB, \(points) points"
    return readers.indices.dropFirst().map { index in
      let name = readers[index].name
      return Row(
        what: what, trove: figure(0), peer: costs[index].isEmpty ? "\(name): not here" : "\(name): \(figure(index))",
        ratio: costs[index].isEmpty || costs[0].isEmpty ? nil : seconds(0) / seconds(index))
    }
  }

  private func seconds(_ index: Int) -> Double { Sample(costs[index].map(\.seconds)).median }

  private func figure(_ index: Int) -> String {
    guard !costs[index].isEmpty else { return "?" }
    let peak = Sample(costs[index].map(\.peakMegabytes)).median
    return "\(number(bytes / seconds(index) / 1e6)) MB/s, \(number(peak)) MB of memory"
  }
}
