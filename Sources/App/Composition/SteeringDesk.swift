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

/// The terminal of whoever drives a walker that other programs follow: keys in, a few lines out.
struct SteeringDesk {
  private static let tick = Duration.milliseconds(200)

  let terminal: Terminal
  let wheel: SteeringWheel
  /// What is served, and how to use it.
  let lines: [String]
  let feeder: Feeder
  let server: FeedServer?

  /// Drives until the player leaves; returns what the terminal wants the program to die by, if anything.
  func run() async -> TerminalEnd? {
    let ticker = Task {
      while (try? await Task.sleep(for: Self.tick)) != nil { await draw() }
    }
    defer { ticker.cancel() }
    await draw()
    for await event in terminal.events {
      switch event {
      case .ended(let end): return end
      case .key(.character("q")), .key(.escape), .key(.control("c")): return nil
      case .key(let key): if let steering = Steering(key: key) { wheel.turn(steering) }
      case .resize, .resumed: terminal.forget()
      case .pointer: continue
      }
      await draw()
    }
    return nil
  }

  private func draw() async {
    let epoch = await feeder.latest
    var canvas = Canvas(size: terminal.size)
    let position = wheel.position
    let speed = DecimalText.fixed(position.gait.speed, decimals: 1) ?? ""
    let heading = DecimalText.fixed(position.looking.degrees, decimals: 0) ?? ""
    let rows =
      lines + [
        "", epoch.map { Feeder.line($0, listeners: server?.listeners) } ?? "Waiting for the first listener.", "",
      ]
      + ["Heading \(heading) degrees, \(position.looking.compassPoint); speed \(speed) m/s (\(position.gait))"]
      + ["", "Left and Right turn, a and d a little; Up and Down go faster and slower, Space stops, q ends."]
    for (row, text) in rows.enumerated() { canvas.put(text, column: 0, row: row) }
    terminal.present(canvas)
  }
}
