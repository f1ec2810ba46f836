import Game
import GeoFormats
import Geodesy
import Nearby
import Numbers
import ReceiverFeed
import Simulation
import TerminalUI
import TextCanvas
import Views
import WalkerLocation

/// A walker whom keys drive for other programs, on a terminal: keys in, a few lines out.
struct SteeringProgram: TerminalProgram {
  let terminal: Terminal
  let wheel: SteeringWheel
  /// The lines that tell which services run, and how to use them.
  let lines: [String]
  let feeder: Feeder
  let server: FeedServer?
  /// The receiver's last epoch.
  private var epoch: ReceiverEpoch?

  init(terminal: Terminal, wheel: SteeringWheel, lines: [String], feeder: Feeder, server: FeedServer?) {
    (self.terminal, self.wheel, self.lines, self.feeder, self.server) = (terminal, wheel, lines, feeder, server)
  }

  var tickTime: Duration? { .milliseconds(200) }

  mutating func handle(_ event: ProgramEvent<Never>, at time: Duration) async -> Reaction {
    epoch = await feeder.latest
    switch event {
    case .ended, .key(.character("q")), .key(.escape), .key(.control("c")): return .quit
    case .key(let key): if let steering = Steering(key: key) { wheel.turn(steering) }
    case .resize: terminal.forget()
    case .pointer: return .nothing
    case .tick: return .drawSoon
    }
    return .draw
  }

  func screen(at time: Duration) -> [String] {
    let position = wheel.position
    let speed = DecimalText.fixed(position.gait.speed, decimals: 1) ?? ""
    let heading = DecimalText.fixed(position.looking.degrees, decimals: 0) ?? ""
    return lines + [
      "", epoch.map { Feeder.line($0, listeners: server?.listeners) } ?? "Waiting for the first listener.", "",
      "Heading \(heading) degrees, \(position.looking.compassPoint); speed \(speed) m/s (\(position.gait))", "",
      "Left and Right turn, a and d a little; Up and Down go faster and slower, Space stops, q ends.",
    ]
  }

  func draw(_ rows: [String], on canvas: inout Canvas, at time: Duration) -> Scroll? {
    for (row, text) in rows.enumerated() { canvas.put(text, column: 0, row: row) }
    return nil
  }

  func close() {}
}
