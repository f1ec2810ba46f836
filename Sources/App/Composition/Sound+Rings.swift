import ArgumentParser
import HuntDomain

/// Whether the terminal's bell is rung for finds and alerts.
enum SoundArgument: String, ExpressibleByArgument, CaseIterable {
  case on, off
}

extension Sound {
  /// When the terminal's bell is rung, counted from the beginning of the sound.
  ///
  /// Nearer to each other than a tenth of a second, terminals make one ring of several.
  var rings: [Duration] {
    let times =
      switch self {
      case .none: [Int]()
      case .bell: [0]
      case .chime: [0, 300]
      case .fanfare: [0, 150, 300, 700]
      case .alarm: [0, 500, 1000]
      }
    return times.map { .milliseconds($0) }
  }
}
