import Foundation
import GPSDLocation
import Geodesy
import HuntDomain
import Nearby
import ProcessTesting
import SystemKit

/// The logs of real receivers, kept outside of the repository.
let receiverLogs = SharedFiles.folder.appending(path: "data/nmea/gpsd")

extension RealGPSD {
  /// Where it listens.
  var address: GPSDAddress { get throws { try GPSDAddress(parsing: "localhost:\(port)") } }

  /// Sends headings, one after the other, until `compass` has heard the last of them: then it is connected, and nothing
  /// of them is under way any more.
  ///
  /// Returns how many it has heard of them.
  func connect(_ compass: Recorder<Heading>) async throws -> Int {
    for number in 0..<120 {
      let degrees = 100.1 + Double(number)
      let body = "GPHDT,\(String(format: "%.1f", degrees)),T"
      send("$\(body)*" + String(format: "%02X", body.utf8.reduce(0, ^)))
      for _ in 0..<50 {
        let updates = compass.updates
        if let last = updates.last, abs(last.bearing.degrees - degrees) < 0.01 { return updates.count }
        try await Task.sleep(for: .milliseconds(10))
      }
    }
    throw TimedOut("headings through gpsd")
  }
}

/// What a subscription has brought so far; a test waits for what it expects instead of sleeping.
final class Recorder<Update: Sendable>: Sendable {
  private let recorded = Guarded<(updates: [Update], hasEnded: Bool)>(([], false))
  private let task = Guarded<Task<Void, Never>?>(nil)

  init(_ stream: AsyncStream<Update>) {
    let task = Task { [weak self] in
      for await update in stream { self?.recorded.withLock { $0.updates.append(update) } }
      self?.recorded.withLock { $0.hasEnded = true }
    }
    self.task.withLock { $0 = task }
  }

  deinit { cancel() }

  var updates: [Update] { recorded.withLock { $0.updates } }
  var hasEnded: Bool { recorded.withLock { $0.hasEnded } }

  func cancel() { task.withLock { $0?.cancel() } }

  /// Waits until an update at or after place `start` is as wanted; returns its place, or nothing after a minute.
  func first(from start: Int = 0, where isWanted: (Update) -> Bool) async -> Int? {
    for _ in 0..<6000 {
      let updates = updates
      if let place = updates.indices.dropFirst(start).first(where: { isWanted(updates[$0]) }) { return place }
      try? await Task.sleep(for: .milliseconds(10))
    }
    return nil
  }

  /// Waits until the stream has ended; returns whether it has within a minute.
  func ends() async -> Bool {
    for _ in 0..<6000 {
      if hasEnded { return true }
      try? await Task.sleep(for: .milliseconds(10))
    }
    return false
  }
}

extension LocationUpdate {
  var isFix: Bool { if case .fix = self { true } else { false } }
  var isSearching: Bool { if case .searching = self { true } else { false } }
  var lossReason: String? { if case .lost(let reason) = self { reason } else { nil } }
}
