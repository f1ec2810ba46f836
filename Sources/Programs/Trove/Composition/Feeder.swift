import ArgumentParser
import CommandKit
import Game
import GeoFormats
import Geodesy
import Glibc
import HuntDomain
import Nearby
import Numbers
import PlaceFiles
import ReceiverFeed
import WalkerLocation

/// Sends a walk to all clients of the simulated receiver.
actor Feeder {
  /// How to send the walk.
  struct Options {
    var speed: Double?
    var rate = 1.0
    var loops = false
    var writesOutput = false
    var showsProgress = false
  }

  /// How the walk ended.
  enum End: Equatable {
    case finished
    /// The reader of standard output has closed it.
    case unread
    /// Standard output cannot be written, for this reason.
    case unwritable(CInt)
  }

  private let sensors: Sensors
  private let server: FeedServer?
  private let options: Options
  private var maker: EpochMaker
  private var end = End.finished
  private let start = ContinuousClock.now
  private var searching: SearchPace?
  private var lastProgress: ContinuousClock.Instant?
  private(set) var latest: ReceiverEpoch?
  private(set) var count = 0

  init(_ sensors: Sensors, server: FeedServer?, seed: UInt64, options: Options) {
    self.sensors = sensors
    self.server = server
    self.options = options
    maker = EpochMaker(
      seed: seed, interval: .seconds(1 / options.rate), start: sensors.start ?? Timestamp(milliseconds: 0))
    searching = options.speed.map { SearchPace(rate: options.rate, speed: $0) }
  }

  /// Walks to the end, or round and round, until the task is cancelled.
  func run() async -> End {
    let ticker = Task { await self.tick() }
    defer { ticker.cancel() }
    repeat {
      let before = count
      await lap()
      // A walk without a single epoch would go round in no time.
      guard count > before else { break }
      maker.beginLap()
    } while options.loops && !Task.isCancelled && end == .finished
    return end
  }

  private func lap() async {
    // A walker's compass keeps step with their position: one heading for each fix.
    var headings = sensors.heading?.headings().makeAsyncIterator()
    for await update in sensors.location.updates() {
      // Readers of the feed are not told which receiver the positions come from.
      if case .receiver = update { continue }
      let heading = await headings?.next()
      publish(update, heading)
      guard end == .finished, !Task.isCancelled else { return }
    }
  }

  /// A receiver that searches says so in every cycle; sources say it once.
  private func tick() async {
    guard let cycle = searching?.cycle else { return }
    while (try? await Task.sleep(for: cycle)) != nil {
      if searching?.isDue(at: start.duration(to: .now)) ?? false { publish(.searching(satellitesInView: nil), nil) }
    }
  }

  private func publish(_ update: LocationUpdate, _ heading: Heading?) {
    searching?.note(isSearching: update.fix == nil, at: start.duration(to: .now))
    guard let epoch = maker.epoch(for: update, heading: heading) else { return }
    server?.publish(epoch)
    if options.writesOutput { write(NMEAWriter.bytes(for: epoch)) }
    (latest, count) = (epoch, count + 1)
    if options.showsProgress { showProgress(epoch) }
  }

  private func write(_ bytes: [UInt8]) {
    guard awaitReader() else { return }
    let code = Output.write(bytes, to: STDOUT_FILENO) { StopSignals.signalled == nil }
    if code != 0 { end = code == EPIPE ? .unread : .unwritable(code) }
  }

  /// Waits until standard output takes bytes or a signal arrives, so that a stalled reader does not block quitting.
  ///
  /// An epoch fits into what a pipe takes at once.
  private func awaitReader() -> Bool {
    var output = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
    while StopSignals.signalled == nil {
      if poll(&output, 1, 100) > 0 { return true }
    }
    return false
  }

  // MARK: - Progress

  private func showProgress(_ epoch: ReceiverEpoch) {
    if let lastProgress, lastProgress.duration(to: .now) < .milliseconds(200) { return }
    lastProgress = .now
    let text = "\r" + Self.line(epoch, listeners: server?.listeners) + "\u{1B}[K"
    _ = text.withCString { Glibc.write(STDERR_FILENO, $0, strlen($0)) }
  }

  /// Clears the line of progress.
  func clearProgress() {
    guard lastProgress != nil else { return }
    _ = "\r\u{1B}[K".withCString { Glibc.write(STDERR_FILENO, $0, strlen($0)) }
    lastProgress = nil
  }

  /// `2026-06-21T10:01:12.000Z  0.000123, 0.000456  1.4 m/s  course 45  2 listening`.
  static func line(_ epoch: ReceiverEpoch, listeners: Int?) -> String {
    var words = [CivilTime(milliseconds: epoch.time).isoText]
    words.append(epoch.position?.description ?? "searching")
    if let speed = epoch.speed.flatMap({ DecimalText.fixed($0, decimals: 1) }) { words.append("\(speed) m/s") }
    if let course = epoch.course.flatMap({ DecimalText.fixed($0.degrees, decimals: 0) }) {
      words.append("course \(course)")
    }
    if let listeners { words.append("\(listeners) listening") }
    return words.joined(separator: "  ")
  }
}
