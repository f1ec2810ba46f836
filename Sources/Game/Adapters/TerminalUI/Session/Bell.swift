package import HuntDomain

extension Sound {
  /// When the terminal's bell is rung, counted from the beginning of the sound.
  ///
  /// Nearer to each other than a tenth of a second, terminals make one ring of several.
  package var rings: [Duration] {
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
