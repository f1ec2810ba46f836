import Game
import HuntDomain
import Nearby
import Numbers
import Simulation
import Viewer
import Views
import WebFetch

/// Bytes as what clocks say, eight to a number, and as times that somebody writes.
enum ClockFuzzing {
  /// Times as long as any record or receiver may claim.
  private static let longest: Int64 = 100 * 366 * 86_400_000

  /// Reads them as times, and lets all clocks go by them.
  static func go(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    if let seconds = HTTPDate.seconds(text) { precondition((0..<253_402_300_800 + 86_400).contains(seconds)) }
    if case .step(let step)? = SeekTarget(text) { _ = Wording.clock(max(.zero, step)) }
    let numbers = stride(from: 0, to: bytes.count, by: 8).map { start in
      bytes[start...].prefix(8).reduce(Int64(0)) { $0 << 8 | Int64($1) }
    }
    session(numbers)
    civil(numbers)
    for number in numbers { timestamp(number) }
  }

  /// The session's time never goes back, whatever speeds and walls there are.
  private static func session(_ numbers: [Int64]) {
    var (clock, watch, wall, last) = (
      SessionClock(), SuspendDetector(shortest: .seconds(5)), Duration.zero, Duration.zero
    )
    for number in numbers {
      wall += .milliseconds(number.magnitude % UInt64(longest / 1000))
      let speeds = [0, 0.1, 1, 60, 1000, -1, .infinity, .nan]
      clock.run(at: speeds[Int(number.magnitude % 8)], from: wall - .milliseconds(number.magnitude % 5000))
      let now = clock.time(at: wall)
      precondition(now >= last && clock.time(at: wall - .seconds(1)) <= now)
      last = now
      let heldUp = wall + .milliseconds(number.magnitude % 1000)
      let slept = watch.sleep(continuous: wall + .milliseconds(number % longest), suspending: wall...heldUp)
      precondition(slept.map { $0 >= .seconds(5) } ?? true)
      for words in [Wording.clock(now), Wording.age(now), Wording.age(now, up: true), Wording.slept(now)] {
        precondition(!words.contains("-"))
      }
    }
  }

  /// A date that is sure stays sure, and goes on as time does, as long as nothing new is said.
  private static func civil(_ numbers: [Int64]) {
    var (clock, now, wasSure) = (CivilClock(), Duration.zero, false)
    for (index, number) in numbers.enumerated() {
      now += .milliseconds(number.magnitude % 400_000)
      let follows = clock.utc(at: now)
      // Every other one agrees with the one before, more or less: else no date would ever be sure.
      let said = index.isMultiple(of: 2) ? follows?.advanced(by: .milliseconds(number % 70_000)) : nil
      clock.receive(said ?? Timestamp(milliseconds: number), at: now)
      guard let utc = clock.utc(at: now) else { preconditionFailure() }
      precondition(clock.utc(at: now + .seconds(60)).map { $0 >= utc } ?? false)
      precondition(!wasSure || clock.isSure)
      wasSure = clock.isSure
    }
  }

  private static func timestamp(_ number: Int64) {
    let time = Timestamp(milliseconds: number)
    _ = time.description
    let later = time.advanced(by: .milliseconds(number))
    precondition(number >= 0 ? later >= time : later <= time)
  }
}
