import GPSDLocation
import Geodesy
import HuntDomain
import Nearby

/// Bytes as what a gpsd sends, in pieces of all sizes, with pauses and hang-ups: a byte that no JSON has says which.
enum DaemonFuzzing {
  /// Listens as a game does: reports keep the order of time, and what they say can be played with.
  static func listen(_ bytes: [UInt8]) {
    guard let address = try? GPSDAddress(parsing: "localhost::/dev/ttyS1") else { return }
    let timing = GPSDTiming()
    listen(bytes, LocationInterpreter(address: address, timing: timing)) { updates, service, last, now in
      for update in updates {
        if let fix = update.fix {
          precondition(fix.time >= last && fix.time <= now)
          last = fix.time
        }
        service.receive(update, at: now)
      }
    }
    listen(bytes, HeadingInterpreter(timing: timing)) { updates, service, _, now in
      for heading in updates {
        precondition((0..<360).contains(heading.bearing.degrees))
        service.receive(heading, at: now)
      }
    }
  }

  private static func listen<Interpreter: ReportInterpreter>(
    _ bytes: [UInt8], _ interpreter: Interpreter,
    _ hear: ([Interpreter.Update], inout NearbyPOIService, inout Duration, Duration) -> Void
  ) {
    let reader = GPSDReportReader(wantsAttitudeOnly: Interpreter.wantsAttitudeOnly)
    var (interpreter, lines, service) = (interpreter, LineBuffer(), NearbyPOIService())
    var (now, last) = (Duration.zero, Duration.zero)
    interpreter.connect(at: now)
    for piece in bytes.split(omittingEmptySubsequences: false, whereSeparator: { $0 >= 0xF8 }) {
      for line in lines.lines(adding: piece) {
        guard let report = reader.report(in: line) else { continue }
        hear(interpreter.hear(report, at: now), &service, &last, now)
      }
      // What separates the pieces: a pause, short or long, and now and then more than that.
      let mark = piece.endIndex < bytes.count ? bytes[piece.endIndex] : 0xFF
      now += .milliseconds(1 << (2 * (Int(mark) - 0xF8)))
      if let deadline = interpreter.deadline { hear(interpreter.wait(until: min(now, deadline)), &service, &last, now) }
      hear(interpreter.wait(until: now), &service, &last, now)
      switch mark {
      case 0xFE:
        hear(interpreter.wake(at: now), &service, &last, now)
        fallthrough
      case 0xFF:
        hear(interpreter.disconnect(because: "it is gone", at: now), &service, &last, now)
        (lines, now) = (LineBuffer(), now + .seconds(1))
        interpreter.connect(at: now)
      default: break
      }
      _ = service.snapshot(at: now)
    }
  }
}
