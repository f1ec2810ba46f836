internal import Database
internal import GeoFormats
package import Numbers

/// Imports files as a region: reads them, builds the region beside the old one, then replaces that.
///
/// If it ends early (an error, a cancellation, the end of the program), the old region stays. Files that were read
/// completely are kept, and the next import of the same files resumes after them. Of an OpenStreetMap object that is in
/// two files the later counts.
package struct PlaceImport: Sendable {
  /// The region that is made.
  package let region: RegionName
  /// The files, in the order in which they count.
  package let files: [String]
  /// The selection of objects that become places.
  package let selection: PlaceSelection
  private let folder: CatalogFolder
  /// The boot id of the machine; empty if unknown.
  private let boot: String

  init(_ region: RegionName, _ files: [String], _ selection: PlaceSelection, in folder: CatalogFolder, boot: String) {
    (self.region, self.files, self.selection, self.folder, self.boot) = (region, files, selection, folder, boot)
  }

  /// Makes the map of a region: of which files, as which file, with which folder for temporary files, and whom to tell
  /// how much is done, in `0 ... 1`, and to hear from whether to go on.
  ///
  /// The places do not depend on the map.
  package typealias MapMaking = (_ files: [String], _ output: String, _ scratch: String, (Double) -> Bool) -> MapOutcome

  /// What became of the map of a region.
  package enum MapOutcome: Hashable, Sendable {
    /// There is a map; sentences on what it lacks.
    case made(warnings: [String])
    /// There is none; a sentence why.
    case failed(String)
  }

  /// Runs the import.
  ///
  /// - Parameters:
  ///   - now: When it is.
  ///   - progress: Told now and then how far it is, from the same thread; returns false to cancel.
  ///   - makeMap: Makes the map, if the region is to have one.
  ///
  /// Throws: with the region as it was.
  package func run(
    now: Timestamp, progress: (ImportProgress) -> Bool = { _ in true }, makeMap: MapMaking? = nil
  ) throws(CatalogProblem) -> ImportSummary {
    guard !files.isEmpty else { throw CatalogProblem(.usage, "There is no file to import \(region) from.") }
    try folder.make()
    guard let lock = try RegionLock(region, in: folder) else {
      throw CatalogProblem(.busy, CatalogProblem.importElsewhere(region))
    }
    defer { withExtendedLifetime(lock) {} }
    try refuseNewer()
    folder.clean(region, all: false)
    // A file that is not there is told before any is read.
    var sources: [RegionSource] = []
    for file in files { sources.append(try RegionSource(path: file)) }
    do throws(StagingError) {
      let summary = try run(sources, now: now, makeMap, progress)
      folder.clean(region, all: true)
      return summary
    } catch {
      folder.clean(region, all: false)
      switch error {
      case .problem(let problem): throw problem
      case .database(let error):
        if error.cause == .full { folder.clean(region, all: true) }
        throw CatalogProblem(writing: error, of: region, in: folder)
      }
    }
  }

  private func refuseNewer() throws(CatalogProblem) {
    guard folder.has(region) else { return }
    do throws(CatalogProblem) { _ = try RegionFile(region, in: folder) } catch {
      // What is damaged is replaced.
      if error.kind == .newer { throw error }
    }
  }

  private func run(
    _ sources: [RegionSource], now: Timestamp, _ makeMap: MapMaking?, _ progress: (ImportProgress) -> Bool
  ) throws(StagingError) -> ImportSummary {
    // The map takes about as long as the places.
    let share = makeMap == nil ? 1 : 0.5
    let all = progress
    let progress = { (step: ImportProgress) in
      all(ImportProgress(phase: step.phase, file: step.file, fraction: step.fraction * share, count: step.count))
    }
    var gatherer = try Gatherer(self, sources)
    do throws(StagingError) { try gatherer.run(progress) } catch {
      // Without a whole file, or with nothing in all of them, there is nothing to go on with.
      if [0, sources.count].contains(gatherer.staging.done.count) { folder.clean(region, all: true) }
      throw error
    }
    let staging = gatherer.staging
    let merged: RegionWriter.Result
    merged = try withoutActuallyEscaping(progress) { progress throws(StagingError) in
      try RegionWriter(
        region: region, folder: folder, staging: staging, selection: selection, now: now,
        progress: { phase, done, count in
          let share = Gatherer.share
          return progress(
            ImportProgress(phase: phase, file: nil, fraction: share + (1 - share) * done, count: count))
        }
      ).write()
    }
    var warnings = gatherer.warnings
    if let makeMap {
      var isWanted = true
      let outcome = makeMap(files, folder.unfinishedMap(region), folder.scratch(region)) { done in
        let step = ImportProgress(
          phase: .mapping, file: nil, fraction: share + (1 - share) * done, count: merged.region.count)
        isWanted = all(step)
        return isWanted
      }
      guard isWanted else { throw .problem(CatalogProblem(cancelled: region)) }
      switch outcome {
      case .made(let lacks): warnings += lacks
      case .failed(let reason):
        CatalogFolder.remove(folder.unfinishedMap(region))
        warnings.append(reason)
      }
    }
    do throws(DatabaseError) { try RegionFiles.publish(region, in: folder) } catch { throw .database(error) }
    return ImportSummary(
      region: merged.region, merged: merged.merged, resumed: gatherer.resumed, warnings: warnings)
  }

  /// The first half of the work: everything from the files into one place.
  private struct Gatherer {
    /// How much of all the work it is, for the bar.
    static let share = 0.7

    let staging: PlaceStaging
    let resumed: Int
    private(set) var warnings: [String] = []
    private let job: PlaceImport
    private let sources: [RegionSource]

    init(_ job: PlaceImport, _ sources: [RegionSource]) throws(StagingError) {
      (self.job, self.sources) = (job, sources)
      let path = job.folder.gathered(job.region)
      do throws(DatabaseError) {
        let kept = try PlaceStaging(path: path, selection: job.selection, boot: job.boot)
        let isBeginning =
          kept.done.count <= sources.count && zip(kept.done, sources).allSatisfy { $0.isSame(as: $1) }
        staging = isBeginning ? kept : try PlaceStaging(path: path, selection: job.selection, boot: "")
        resumed = isBeginning ? kept.done.count : 0
      } catch { throw .database(error) }
    }

    mutating func run(_ progress: (ImportProgress) -> Bool) throws(StagingError) {
      let total = Double(max(1, sources.reduce(0) { $0 + $1.size }))
      var before = Double(sources[..<resumed].reduce(0) { $0 + $1.size })
      for (source, path) in zip(sources, job.files).dropFirst(resumed) {
        var reader = SourceReader(
          source: source, path: path, prefix: prefix(of: source), selection: job.selection, staging: staging)
        try staging.gather(source) { () throws(CatalogProblem) in
          try reader.read { done in
            let share = (before + done * Double(source.size)) / total
            return progress(
              ImportProgress(
                phase: .reading, file: source.path, fraction: Self.share * min(1, share), count: staging.countOfFile))
          }
          if FileStamp(path)?.modified != source.modified {
            throw CatalogProblem(.badSource, "\(source.path) was changed while it was read. Import it again.")
          }
        }
        warnings += reader.warnings
        before += Double(source.size)
      }
      let count: Int
      do throws(DatabaseError) { count = try staging.count() } catch { throw .database(error) }
      guard count > 0 else { throw .problem(nothing) }
    }

    private var nothing: CatalogProblem {
      let what = job.selection.choices.isEmpty ? "" : " of \(job.selection.text)"
      let reasons = warnings.prefix(3).map { ": \($0)" }.joined()
      let files = sources.map(\.path).joined(separator: ", ")
      return CatalogProblem(.badSource, "There are no places\(what) in \(files)\(reasons). Nothing was changed.")
    }

    /// The prefix that keeps the keys of a file's places unique: its name, or its path if two files have the same name.
    private func prefix(of source: RegionSource) -> String {
      let name: (RegionSource) -> Substring = { $0.path.split(separator: "/").last ?? "" }
      let namesakes = sources.filter { name($0) == name(source) }
      guard namesakes.count > 1 else { return String(name(source)) }
      return source.path
    }
  }
}

/// The progress of an import.
package struct ImportProgress: Hashable, Sendable {
  /// The phases of an import.
  package enum Phase: Hashable, Sendable {
    /// Reads and checks the sources.
    case reading
    /// Finds doubles, and puts the places in order.
    case sorting
    /// Writes the places, the ways and the words to search for into the database.
    case writing
    /// Writes the spatial index.
    case indexing
    /// Makes the map.
    case mapping
  }

  /// The current phase.
  package let phase: Phase
  /// The file being read, as given; `nil` after the reading phase.
  package let file: String?
  /// The fraction of the work that is done, in `0 ... 1`; never decreases.
  package let fraction: Double
  /// The number of places so far.
  package let count: Int
}

/// The result of an import.
package struct ImportSummary: Hashable, Sendable {
  /// The region as it is now.
  package let region: RegionSummary
  /// The number of places that were merged into others as duplicates.
  package let merged: Int
  /// The number of files that an interrupted import had already read, and that were not read again.
  package let resumed: Int
  /// Complaints about the files, as sentences; sanitised.
  package let warnings: [String]
}

/// The boot id: unflushed writes are complete only if the machine was not restarted since.
enum MachineStart {
  /// The kernel's own name for it (`random(4)`); empty where it has none.
  static var name: String {
    let bytes = try? FileBytes.beginning(of: "/proc/sys/kernel/random/boot_id", count: 64)
    return bytes.map { String(decoding: $0.prefix { $0 > 0x20 }, as: UTF8.self) } ?? ""
  }
}
