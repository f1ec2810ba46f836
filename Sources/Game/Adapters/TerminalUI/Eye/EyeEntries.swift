internal import Eye
internal import TextCanvas

/// The eye's colours on terminals of 256: for each material an entry of xterm's palette near by, and through two steps
/// of haze; for walls one in each of three lights.
///
/// Chosen by eye. The nearest entries would make the sky lilac and teal, and the walls grey.
struct EyeEntries {
  /// An entry in the upper byte of its colour, so that a sample knows what it is.
  typealias Sample = UInt32

  /// A material near by, through some haze, and far away.
  struct Hazed {
    let near, middle, far: Sample

    /// How it looks through that step of the haze.
    func behind(_ step: Int) -> Sample { step < 2 ? near : step < 4 ? middle : far }
  }

  /// A wall: the top of one in shade, then in shade, half in the light, and lit.
  typealias Ramp = [Hazed]

  let ramps: [Ramp]
  let window, lamp, trunk: Hazed
  /// A lit window so far away that it is smaller than a sample.
  let spark = sample(137)
  /// The side of a tree in the light, and the other one.
  let tree: (light: Hazed, dark: Hazed)
  let sun = sample(230), moon = sample(255)
  let route = sample(220), beacon = sample(221), hiddenBeacon = sample(178), casing = sample(234)
  let chest: (band: Sample, lid: Sample, box: Sample) = (sample(221), sample(94), sample(58))
  private let grounds: [(light: Hazed, dark: Hazed)]
  /// Bands of the sky, the lowest first.
  private let sky: [Sample]
  /// By entry: an edge of what has that colour.
  private let edges: [Sample]
  /// By step and entry: what has that colour in mist.
  private let mists: [[Sample]]

  /// Steps of the mist.
  static let mistSteps = 4

  /// Creates the entries of a table.
  ///
  /// - Parameter mist: a colour in mist, from 0 for none to 1.
  init(_ table: Table, haze: Paint, mist: (Paint, Float) -> Paint) {
    let air = table.air.map { (sample: Self.sample($0), paint: Self.paint($0)) }
    func nearest(_ paint: Paint) -> Sample {
      var (best, least) = (air[0].sample, Float.infinity)
      for (sample, candidate) in air {
        let off = paint - candidate
        let distance = (off * off).sum()
        if distance < least { (best, least) = (sample, distance) }
      }
      return best
    }
    func hazed(_ entry: UInt8) -> Hazed {
      let paint = Self.paint(entry)
      return Hazed(
        near: Self.sample(entry), middle: nearest(paint.mixed(with: haze, 0.45)),
        far: nearest(paint.mixed(with: haze, 0.8)))
    }
    ramps = table.ramps.map { $0.map(hazed) }
    (window, lamp, trunk) = (hazed(table.window), hazed(table.lamp), hazed(table.trunk))
    tree = (hazed(table.tree.light), hazed(table.tree.dark))
    grounds = EyeGround.allCases.map { kind in
      let (light, dark) = table.ground(kind)
      return (hazed(light), hazed(dark))
    }
    sky = table.sky.map(Self.sample)
    var edges = (0..<256).map { Self.sample(UInt8($0)) }
    for ramp in table.ramps {
      for (darker, entry) in zip(ramp, ramp.dropFirst()) where edges[Int(entry)] == Self.sample(entry) {
        edges[Int(entry)] = Self.sample(table.line ?? darker)
      }
    }
    self.edges = edges
    mists = (0...Self.mistSteps).map { step in
      (0..<256).map { entry in
        let paint = Self.paint(UInt8(entry))
        let misted = mist(paint, Float(step) / Float(Self.mistSteps))
        let (sample, off) = (nearest(misted), misted - paint)
        let change = misted - Paint(packed: sample)
        // What no entry is nearer to stays as it is.
        return (change * change).sum() < (off * off).sum() ? sample : Self.sample(UInt8(entry))
      }
    }
  }

  static func sample(_ entry: UInt8) -> Sample { UInt32(entry) << 24 | paint(entry).packed }

  private static func paint(_ entry: UInt8) -> Paint {
    let colour = RGB(xterm: entry)
    return Paint(Float(colour.red), Float(colour.green), Float(colour.blue))
  }

  /// The sky, from 0 at the horizon to 1.
  func sky(_ part: Float) -> Sample { sky[min(sky.count - 1, Int(part * Float(sky.count)))] }

  /// The ground, on a light or a dark square of the chequer, behind haze.
  func ground(_ kind: EyeGround, isDark: Bool, _ step: Int) -> Sample {
    if kind == .route { return route }
    let (light, dark) = grounds[Int(kind.rawValue)]
    return (isDark && step < 2 ? dark : light).behind(step)
  }

  /// The edge of a wall.
  func edge(of sample: Sample) -> Sample { edges[Int(sample >> 24)] }

  /// What has a colour, in mist.
  func misted(_ sample: Sample, _ step: Int) -> Sample { mists[min(step, Self.mistSteps)][Int(sample >> 24)] }
}

extension EyeEntries {
  /// What was chosen for one light and one palette.
  struct Table {
    /// Bands of the sky, the lowest first.
    let sky: [UInt8]
    /// What haze and mist can look like.
    let air: [UInt8]
    /// Four for each tint of a wall, the darkest first.
    let ramps: [[UInt8]]
    let window, lamp, trunk: UInt8
    /// The edges of walls; `nil` for the next darker entry of the wall.
    let line: UInt8?
    let tree: (light: UInt8, dark: UInt8)
    /// Of kinds of ground, by their raw values, on light and dark squares of the chequer.
    let grounds: [(UInt8, UInt8)]

    func ground(_ kind: EyeGround) -> (UInt8, UInt8) { grounds[Int(kind.rawValue)] }
  }

  static func table(_ light: EyeScreen.Light, _ palette: EyePalette) -> Table {
    switch light {
    case .day:
      Table(
        sky: [254, 153, 110, 68],
        air: [107, 108, 109, 110, 138, 144, 145, 153, 180, 181, 187, 188, 223, 224, 246, 248, 250, 251, 252, 253, 254],
        ramps: dayRamps(palette), window: 240, lamp: 240, trunk: 58, line: nil, tree: (65, 22),
        grounds: [
          (247, 246), (145, 248), (250, 249), (244, 243), (252, 251), (187, 187), (144, 144), (242, 241), (107, 107),
          (65, 65), (143, 143), (223, 223), (255, 254), (67, 67), (145, 248), (220, 220),
        ])
    case .dusk:
      Table(
        sky: [180, 138, 96, 60], air: [59, 95, 96, 102, 131, 138, 174, 180, 181, 239, 242, 245],
        ramps: duskRamps(palette), window: 59, lamp: 215, trunk: 237, line: nil, tree: (239, 237),
        grounds: [
          (241, 240), (95, 95), (242, 241), (240, 239), (138, 138), (138, 138), (95, 95), (238, 238), (58, 58),
          (238, 238), (101, 101), (137, 137), (181, 138), (60, 60), (95, 95), (220, 220),
        ])
    case .night:
      Table(
        sky: [235, 234, 233, 232], air: [17, 233, 234, 235, 236, 237, 238, 239], ramps: nightRamps(palette),
        window: 234, lamp: 221,
        trunk: 233, line: 103, tree: (236, 234),
        grounds: [
          (236, 236), (237, 236), (238, 237), (236, 235), (241, 241), (239, 239), (239, 239), (235, 235), (22, 22),
          (234, 234), (238, 237), (240, 240), (242, 242), (17, 17), (237, 236), (220, 220),
        ])
    }
  }

  private static func dayRamps(_ palette: EyePalette) -> [[UInt8]] {
    switch palette {
    case .dark:
      [
        [101, 137, 180, 223], [101, 144, 187, 230], [95, 137, 173, 216], [95, 138, 181, 224], [243, 246, 250, 252],
        [101, 137, 180, 222], [101, 144, 187, 223], [95, 138, 181, 223],
      ]
    case .light:
      [
        [247, 252, 255, 231], [144, 187, 254, 231], [138, 181, 224, 231], [181, 223, 230, 231], [246, 251, 254, 231],
        [144, 187, 230, 230],
      ]
    case .safe:
      [
        [60, 66, 67, 103], [242, 245, 248, 251], [59, 60, 67, 110], [241, 244, 247, 250], [59, 60, 103, 146],
        [239, 242, 245, 248],
      ]
    }
  }

  private static func duskRamps(_ palette: EyePalette) -> [[UInt8]] {
    switch palette {
    case .dark:
      [
        [59, 95, 137, 173], [59, 95, 138, 180], [59, 95, 131, 173], [59, 95, 138, 174], [239, 59, 95, 138],
        [59, 95, 137, 173], [59, 95, 138, 180], [59, 95, 137, 180],
      ]
    case .light: [[95, 138, 181, 224], [95, 138, 180, 223], [95, 131, 174, 217], [242, 138, 181, 223]]
    case .safe: [[59, 60, 67, 103], [238, 241, 244, 247], [237, 59, 60, 67], [59, 60, 103, 146]]
    }
  }

  private static func nightRamps(_ palette: EyePalette) -> [[UInt8]] {
    switch palette {
    case .dark: [[236, 238, 240, 242], [237, 239, 241, 60], [235, 237, 239, 241], [236, 238, 60, 60]]
    case .light: [[238, 240, 242, 244], [238, 240, 60, 103], [237, 239, 241, 243]]
    case .safe: [[236, 238, 60, 60], [235, 237, 239, 241], [237, 239, 60, 67]]
    }
  }
}
