import SpatialIndex

/// A comparison with other programs on the same places and queries.
struct PlaceMatch {
  private let folder: TemporaryFolder
  private let places: [PlainPlace]
  private let points: [SpatialPoint]
  private let questions: [(asking: Asking, places: [SpatialPoint])]

  /// The answers of all programs, run one after another.
  struct Trial {
    /// Seconds that packing took.
    let build: Double
    /// By query and set, `nearest-city`.
    let own: [String: PlaceAnswers]
    let nanoflann: PlacePeer?
    let boost: PlacePeer?
    /// Questions of a set.
    let queries: Int
  }

  /// Creates the places and writes the files that the peers read; `nil` if they cannot be written.
  init?(count: Int, queries: Int) {
    let sets = PlaceSets()
    guard let folder = TemporaryFolder() else { return nil }
    self.folder = folder
    places = sets.points(count)
    points = places.map(\.point)
    guard places.write(to: folder.file("points")) else { return nil }
    var questions: [(asking: Asking, places: [SpatialPoint])] = []
    for asking in Asking.allCases {
      let from = sets.places(asking, queries)
      guard from.write(to: folder.file(asking.rawValue)) else { return nil }
      questions.append((asking, from.map(\.point)))
    }
    self.questions = questions
  }

  /// Bytes of the index by the number of places.
  var bytesPerPoint: Double { Double(SpatialIndex(points).withBytes { $0.count }) / Double(max(1, points.count)) }

  /// Packs, asks, and lets the peers do the same right after.
  func trial(rounds: Int, _ here: BenchConditions) -> Trial {
    let (build, index) = ProcessorTime.of { SpatialIndex(points) }
    var asker = PlaceQueryRun(index)
    var own: [String: PlaceAnswers] = [:]
    for query in PlaceQuery.allCases {
      for question in questions {
        own["\(query.rawValue)-\(question.asking.rawValue)"] = asker.ask(query, from: question.places, rounds: rounds)
      }
    }
    return Trial(
      build: build, own: own, nanoflann: PlacePeer.run("nanoflann", on: folder.path, rounds: rounds, here),
      boost: PlacePeer.run("boost", on: folder.path, rounds: rounds, here), queries: questions[0].places.count)
  }

  /// Compares a sample of the answers with what looking at every place says.
  func check(sample: Int) -> Findings {
    var findings = Findings()
    let index = SpatialIndex(points)
    let truth = PlaceTruth(places)
    for question in questions {
      for part in 0..<sample {
        let place = question.places[part * question.places.count / sample]
        findings.expect(
          truth.agrees(index, from: place),
          "places: of \(places.count), from \(place.latitude) \(place.longitude) the answer is not the true one")
      }
    }
    return findings
  }

  /// Lists the queries for which a peer's sums over all answers differ from ours.
  func disagreements(_ trial: Trial) -> [String] {
    [("nanoflann", trial.nanoflann), ("boost", trial.boost)].flatMap { name, peer in
      (peer?.answers ?? [:]).compactMap { key, theirs -> String? in
        guard let own = trial.own[key] else { return nil }
        // Millimetres may be rounded otherwise; hashes may not.
        let difference = own.sum > theirs.sum ? own.sum - theirs.sum : theirs.sum - own.sum
        let isSame = key.hasPrefix("nearest") ? difference <= UInt64(trial.queries) / 100 : difference == 0
        return own.count == theirs.count && isSame
          ? nil : "places: of \(places.count), \(key): \(name) found \(theirs.count) points, we \(own.count)"
      }
    }
  }
}
