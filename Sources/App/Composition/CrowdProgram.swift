import ArgumentParser
import EventDomain
import Events
import GeoFormats
import HuntDomain
import NATSEvents
import Numbers
import PlaceFiles
import Sealing
import SystemKit

/// Lets a crowd take part in an event, and tells what came of it.
enum CrowdProgram {
  /// Joins, plays and reports.
  ///
  /// Returns: what came of it, which has been written.
  static func run(
    _ text: String, players: Int, _ wishes: CrowdRun.Wishes, asJSON: Bool
  ) async throws(CommandFailure) -> CrowdReport {
    let link = try EventJoining.link(text)
    // New keys each time: their owners have not claimed anything.
    let keys = (0..<players).compactMap { _ in
      SigningKey(seed: (0..<SigningKey.seedLength).map { _ in UInt8.random(in: .min ... .max) })
    }
    StopSignals.note()
    let bar = Guarded(ProgressBar())
    let report: CrowdReport
    do throws(EventTrouble) {
      let joined = try await EventPass.join(
        link, keys: keys, isOver: { StopSignals.signalled != nil }
      ) { count in
        bar.withLock { $0.show(Double(count) / Double(players), "\(count) of \(players) have joined") }
      }
      let hunt = try hunt(joined.hunt)
      report = try await Self.play { progress throws(EventTrouble) in
        let crowd = try CrowdRun(joined.passes, keys: keys, hunt: hunt, text: joined.hunt, wishes)
        return crowd.run(isOver: { StopSignals.signalled != nil }, progress: progress)
      } progress: { share, words in
        bar.withLock { $0.show(share, words) }
      }
    } catch {
      bar.withLock { $0.end() }
      throw CommandFailure(error)
    }
    bar.withLock { $0.end() }
    Output.write(asJSON ? report.line + "\n" : report.sentences.joined(separator: "\n") + "\n")
    return report
  }

  /// Plays on a thread of its own, which never waits for the others.
  private static func play(
    _ body: @escaping @Sendable ((Double, String) -> Void) throws(EventTrouble) -> CrowdReport,
    progress: @escaping @Sendable (Double, String) -> Void
  ) async throws(EventTrouble) -> CrowdReport {
    let result: Result<CrowdReport, EventTrouble> = await withCheckedContinuation { continuation in
      let isStarted = SystemThread.start(stackSize: 8 << 20, blocksSignals: true) {
        do throws(EventTrouble) { continuation.resume(returning: .success(try body(progress))) } catch {
          continuation.resume(returning: .failure(error))
        }
      }
      if !isStarted { continuation.resume(returning: .failure(.refused("no thread to be had"))) }
    }
    return try result.get()
  }

  /// Reads the hunt that came with the first pass.
  private static func hunt(_ text: String) throws(EventTrouble) -> Hunt {
    do throws(FileProblem) { return try HuntFile(Array(text.utf8), path: "hunt.geojson").hunt } catch {
      throw .damaged("\(error)")
    }
  }
}

extension CrowdReport {
  /// Whether the referee has answered everything and refused nothing, and everybody is there.
  var isGood: Bool { refused == 0 && answered == claims && missing == 0 }

  /// The report as one JSON object.
  fileprivate var line: String {
    var line = JSONText()
    line.add("players", players)
    line.add("connected_s", connected, decimals: 2)
    line.add("seconds", seconds, decimals: 2)
    line.add("positions_sent", sent)
    line.add("positions_heard", heard)
    line.add("positions_due", due)
    Self.add("position", delays, to: &line)
    line.add("claims", claims)
    line.add("answered", answered)
    line.add("refused", refused)
    line.add("finds", finds)
    Self.add("verdict", verdicts, to: &line)
    line.add("drops", drops)
    Self.add("absence", absences, to: &line)
    line.add("recoveries", recoveries.values.count)
    Self.add("recovery", recoveries, to: &line)
    line.add("missing", missing)
    line.add("finished", finished)
    return line.text
  }

  private static func add(_ name: String, _ times: Times, to line: inout JSONText) {
    for (key, share) in [("p50", 0.5), ("p99", 0.99), ("max", 1)] {
      if let time = times.milliseconds(share) {
        line.add("\(name)_\(key)", time, decimals: 2)
      } else {
        line.addNull("\(name)_\(key)")
      }
    }
  }

  /// The report for people.
  fileprivate var sentences: [String] {
    let share = due > 0 ? DecimalText.fixed(100 * Double(heard) / Double(due), decimals: 2) ?? "?" : "0"
    return [
      "\(players) players, connected in \(Self.seconds(connected)), for \(Self.seconds(seconds)); \(finished) at the end.",
      "Positions: \(sent) sent, \(heard) heard by mates, \(share) % of those due; \(Self.words(delays)).",
      "Claims: \(claims), of which \(answered) answered and \(refused) refused; \(finds) finds count; \(Self.words(verdicts)).",
      "Connections: \(drops) lost, \(missing) missing at the end; away \(Self.words(absences)).",
      "All knew where their mates are \(recoveries.values.count) times again: \(Self.words(recoveries)).",
    ] + (refusal.map { ["The first refusal: \(SafeText.clean($0))"] } ?? [])
  }

  private static func words(_ times: Times) -> String {
    let words = [("half within", 0.5), ("99 % within", 0.99), ("all within", 1)].compactMap { word, share in
      times.milliseconds(share).map { "\(word) \(seconds($0 / 1000))" }
    }
    return words.isEmpty ? "no times" : words.joined(separator: ", ")
  }

  private static func seconds(_ seconds: Double) -> String {
    "\(DecimalText.fixed(seconds, decimals: seconds < 1 ? 4 : 2) ?? "?") s"
  }
}
