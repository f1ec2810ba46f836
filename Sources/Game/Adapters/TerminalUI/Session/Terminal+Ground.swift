import Glibc
package import TextCanvas

extension Terminal {
  /// How long the answer is waited for, at most: as long as answers that are under way when the terminal is left.
  private static let questionPatience = Duration.seconds(1)

  /// Asks the terminal for the colour of its ground, for a program that only writes to it; `nil` if it does not say.
  ///
  /// What it shows stays as it is, and no answer is left to the shell. It is not asked from the background, nor while keys
  /// wait that somebody has typed for the shell: they would be lost. Takes as long as a line to it and back, a second at
  /// most.
  package static func askGround(for capability: TerminalCapability) -> RGB? {
    guard capability.tellsGround, isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1,
      let device = try? TerminalDevice.open()
    else { return nil }
    defer { device.close() }
    guard device.isInForeground else { return nil }
    return Signals.afterwards { askGround(device) }
  }

  private static func askGround(_ device: TerminalDevice) -> RGB? {
    let screen = TerminalScreen(device: device, writer: FrameWriter(), isBare: true)
    Rescue.prepare(device, notice: "The program crashed; the terminal is as it was before.")
    guard (try? screen.enter()) != nil else { return nil }
    defer { screen.leave() }
    guard !device.hasInput else { return nil }
    var decoder = KeyDecoder()
    return screen.askGround(until: .now + questionPatience, &decoder) { _ in }
  }
}
