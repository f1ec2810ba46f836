/// A program that reads a track and says what it cost.
struct TrackReader {
  let name: String
  /// The program and its arguments without the file; `nil` if it is not installed.
  let command: [String]?
  /// Sums to the last digit may be expected.
  var isExact = false

  /// Our own reader, in each of its ways where they differ, and then the peers.
  static func all(of form: SyntheticTrack.Form, _ here: BenchConditions) -> [TrackReader] {
    func own(_ name: String, _ way: TrackReading.Way) -> TrackReader {
      TrackReader(
        name: name,
        command: [BenchConditions.thisProgram, "--way", way.rawValue, "--read-gpx"], isExact: true)
    }
    func peer(_ name: String, _ program: String) -> TrackReader {
      TrackReader(name: name, command: here.peer(program).map { [$0] })
    }
    let others = [
      own("Trove, all points in memory", .document),
      own("Trove, where no point is plain enough to bypass the XML parser", .parser),
    ]
    return [own("Trove", .stream)] + (form == .plain ? others : []) + [
      peer("expat, streaming", "expat"), peer("pugixml, DOM in place", "pugi"),
      TrackReader(name: "fastgpx", command: here.python.map { [$0, "-c", fastgpx] }),
      peer("a scanner that only knows this subset of GPX", "scan"),
    ]
  }

  /// The outcome of a run of the program: no line if it failed.
  struct Reading {
    let line: ReaderLine?
  }

  /// Reads a track once; `nil` if the program is not installed.
  func read(_ path: String) -> Reading? {
    guard let command, let child = Child.run(command + [path]) else { return nil }
    return Reading(line: child.status == 0 ? ReaderLine(child.output) : nil)
  }

  /// The peak is taken before the sums: those make Python objects that loading does not need.
  private static let fastgpx = """
    import datetime, resource, sys, time
    import fastgpx
    start = time.process_time()
    gpx = fastgpx.load(sys.argv[1])
    seconds = time.process_time() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6
    points = [p for t in gpx.tracks for s in t.segments for p in s.points]
    def epoch(t):
        return (t.replace(tzinfo=t.tzinfo or datetime.timezone.utc)).timestamp()
    sums = [sum(p.latitude for p in points), sum(p.longitude for p in points),
            sum(p.elevation for p in points), sum(epoch(p.time) for p in points)]
    print(f"fastgpx: {seconds:.6f} s cpu, 0 MB/s, peak RSS {peak:.0f} MB, n={len(points)} sums "
          f"{sums[0]:.6f} {sums[1]:.6f} {sums[2]:.1f} {sums[3]:.0f}")
    """
}
