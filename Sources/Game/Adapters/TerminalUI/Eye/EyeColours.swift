internal import Eye
internal import Geodesy
internal import Glibc
internal import TextCanvas

/// A colour as parts of light in `0 ... 255`, to be mixed.
typealias Paint = SIMD3<Float>

extension Paint {
  /// The colour with `part` of another one in it.
  func mixed(with other: Paint, _ part: Float) -> Paint { self + (other - self) * part }

  /// The colour as a picture has it, `0x00RRGGBB`.
  var packed: UInt32 {
    let part = clamped(lowerBound: .zero, upperBound: Paint(repeating: 255)).rounded(.toNearestOrEven)
    return UInt32(part.x) << 16 | UInt32(part.y) << 8 | UInt32(part.z)
  }

  /// A colour of a picture.
  init(packed: UInt32) {
    self.init(Float(packed >> 16 & 0xFF), Float(packed >> 8 & 0xFF), Float(packed & 0xFF))
  }

  /// How bright it is, in `0 ... 255`, by the weights of light in sRGB (IEC 61966-2-1).
  var luminance: Float { 0.2126 * x + 0.7152 * y + 0.0722 * z }
}

/// What the world looks like by day, at dusk and at night.
///
/// Chosen by eye. What varies (light, haze) varies in few steps, so that a frame has few colours and reads crisply.
struct EyeColours {
  /// Steps of the haze: from 0, near and clear.
  static let hazeSteps = 6
  /// Steps of the light on walls.
  private static let lightSteps: Float = 12

  let light: EyeScreen.Light
  private let zenith, horizon, haze, window, lamp, line, tree, trunk: Paint
  private let walls: [Paint]
  private let grounds: [Paint]
  private let (ambient, diffuse): (Float, Float)
  /// Where the light comes from: sine and cosine of the bearing.
  private let source: SIMD2<Float>
  /// On terminals of 256 colours, or while few are wanted, those to use; `nil` where all are to be had.
  private let entries: EyeEntries?

  init(_ screen: EyeScreen, _ look: EyeLook) {
    light = screen.light
    let tints = Self.walls(look.palette)
    let shining = screen.bodies.first { ($0.body == .sun) == (screen.light != .night) }
    let bearing = Float(shining?.bearing.degrees ?? 220) * .pi / 180
    source = SIMD2(sin(bearing), cos(bearing))
    switch screen.light {
    case .day:
      (zenith, horizon, haze) = (Paint(84, 142, 214), Paint(214, 228, 238), Paint(198, 212, 226))
      (window, lamp, line) = (Paint(70, 84, 104), Paint(70, 84, 104), Paint(52, 44, 44))
      (tree, trunk) = (Paint(72, 120, 62), Paint(92, 70, 52))
      (ambient, diffuse) = (0.74, 0.34)
      walls = tints
      grounds = EyeGround.allCases.map(Self.ground)
    case .dusk:
      (zenith, horizon, haze) = (Paint(58, 66, 122), Paint(248, 176, 128), Paint(196, 150, 146))
      (window, lamp, line) = (Paint(54, 50, 74), Paint(255, 196, 104), Paint(44, 28, 44))
      (tree, trunk) = (Paint(44, 62, 50), Paint(52, 38, 36))
      (ambient, diffuse) = (0.70, 0.42)
      walls = tints.map { $0 * Paint(0.74, 0.62, 0.60) }
      grounds = EyeGround.allCases.map { Self.ground($0) * ($0 == .route ? Paint(1, 1, 1) : Paint(0.62, 0.54, 0.60)) }
    case .night:
      (zenith, horizon, haze) = (Paint(6, 8, 24), Paint(38, 40, 72), Paint(30, 32, 58))
      (window, lamp, line) = (Paint(26, 28, 44), Paint(255, 196, 104), Paint(150, 156, 190))
      (tree, trunk) = (Paint(16, 32, 30), Paint(20, 18, 24))
      (ambient, diffuse) = (0.72, 0.38)
      walls = tints.map { $0 * Paint(0.37, 0.36, 0.46) + Paint(8, 8, 18) }
      grounds = EyeGround.allCases.map(Self.nightGround)
    }
    let haze = haze
    entries =
      look.colours == .twoHundredFiftySix || screen.detail == .fewTints
      ? EyeEntries(EyeEntries.table(light, look.palette), haze: haze) { Self.misted($0, haze, $1) } : nil
  }

  /// Whether all colours are from a small table.
  var areFew: Bool { entries != nil }

  /// The tints of walls by day.
  private static func walls(_ palette: EyePalette) -> [Paint] {
    switch palette {
    case .dark:
      [
        Paint(226, 192, 140), Paint(240, 226, 196), Paint(206, 150, 112), Paint(220, 178, 160), Paint(196, 188, 178),
        Paint(236, 212, 150), Paint(214, 200, 176), Paint(230, 206, 184),
      ]
    case .light:
      [
        Paint(246, 238, 222), Paint(238, 226, 206), Paint(234, 212, 194), Paint(240, 220, 214), Paint(226, 226, 224),
        Paint(244, 232, 198), Paint(230, 222, 210), Paint(242, 230, 218),
      ]
    case .safe:
      [
        Paint(122, 146, 184), Paint(164, 170, 182), Paint(98, 118, 152), Paint(142, 150, 162), Paint(180, 186, 196),
        Paint(112, 132, 148), Paint(150, 160, 190), Paint(128, 128, 136),
      ]
    }
  }

  private static func ground(_ ground: EyeGround) -> Paint {
    switch ground {
    case .unknown: Paint(150, 156, 150)
    case .earth, .floor: Paint(170, 164, 154)
    case .paving: Paint(186, 180, 170)
    case .street: Paint(126, 128, 134)
    case .kerb: Paint(206, 202, 196)
    case .path: Paint(186, 172, 146)
    case .bridge: Paint(168, 158, 146)
    case .rail: Paint(112, 104, 98)
    case .grass: Paint(132, 166, 92)
    case .wood: Paint(96, 132, 74)
    case .field: Paint(178, 180, 104)
    case .sand: Paint(222, 206, 160)
    case .ice: Paint(226, 236, 242)
    case .water: Paint(78, 134, 184)
    case .route: Paint(250, 196, 40)
    }
  }

  private static func nightGround(_ ground: EyeGround) -> Paint {
    switch ground {
    case .unknown: Paint(44, 48, 56)
    case .earth, .floor: Paint(56, 56, 72)
    case .paving: Paint(64, 62, 76)
    case .street: Paint(48, 50, 68)
    case .kerb: Paint(92, 90, 104)
    case .path: Paint(64, 60, 66)
    case .bridge: Paint(66, 64, 72)
    case .rail: Paint(40, 40, 52)
    case .grass: Paint(30, 54, 46)
    case .wood: Paint(22, 42, 38)
    case .field: Paint(48, 54, 48)
    case .sand: Paint(78, 74, 76)
    case .ice: Paint(96, 104, 124)
    case .water: Paint(20, 42, 86)
    case .route: Paint(250, 200, 70)
    }
  }

  // MARK: - Sky and ground

  /// The sky at an elevation in degrees.
  func sky(_ elevation: Float) -> UInt32 {
    // Bands of one colour: a row of the sky is one run.
    let part = pow(min(1, max(0, elevation) / 43), 0.7)
    return entries?.sky(part) ?? horizon.mixed(with: zenith, part).packed
  }

  /// The disc of the sun or the moon, and a glow around it that is `part` of its light.
  func body(isSun: Bool, _ part: Float, over sky: UInt32) -> UInt32 {
    if let entries { return part < 1 ? sky : isSun ? entries.sun : entries.moon }
    return Paint(packed: sky).mixed(with: isSun ? Paint(255, 244, 200) : Paint(232, 234, 240), part).packed
  }

  /// The step of the haze over something so many metres away.
  static func hazeStep(_ distance: Float) -> Int {
    let part = 1 - exp(-max(0, distance - 25) / 260)
    return Int((part * Float(hazeSteps)).rounded())
  }

  /// A colour behind haze; route and beacon are never given to it.
  private func hazed(_ paint: Paint, _ step: Int) -> Paint {
    paint.mixed(with: haze, Float(step) / Float(Self.hazeSteps))
  }

  /// The ground, on a light or a dark square of the chequer, behind haze.
  func ground(_ kind: EyeGround, isDark: Bool, _ step: Int) -> UInt32 {
    if let entries { return entries.ground(kind, isDark: isDark, step) }
    let paint = grounds[Int(kind.rawValue)]
    if kind == .route { return paint.packed }
    // Far squares are smaller than samples, and would only sparkle.
    let contrast: Float = step == 0 ? 0.035 : step == 1 ? 0.015 : 0
    return hazed(paint * (isDark ? 1 - contrast : 1 + contrast), step).packed
  }

  // MARK: - Walls and trees

  /// The colours of a wall: in most places, just below the roof, and of its windows.
  struct Wall {
    let plain, eave, window, lamp: UInt32
  }

  /// A wall of a building that looks along `outward`, a direction east and north of length 1.
  ///
  /// - Parameter glass: how much of windows is to be seen, in `0 ... 1`.
  func wall(seed: UInt64, outward: SIMD2<Float>, _ step: Int, glass: Float) -> Wall {
    // The last two terms tell two faces apart when both lie in shade.
    let shine = ambient + diffuse * max(0, (outward * source).sum()) + 0.05 * outward.x - 0.04 * outward.y
    if let entries {
      let ramp = entries.ramps[Int(seed >> 5) % entries.ramps.count]
      let part = (shine - ambient) / diffuse
      let light = part < 0.12 ? 1 : part < 0.6 ? 2 : 3
      let (plain, eave) = (ramp[light].behind(step), ramp[light - 1].behind(step))
      return Wall(
        plain: plain, eave: eave, window: glass < 0.4 ? eave : entries.window.behind(step),
        lamp: glass < 0.4 ? entries.spark : entries.lamp.behind(step))
    }
    let brightness = (shine * Self.lightSteps).rounded() / Self.lightSteps
    let paint = hazed(walls[Int(seed >> 5) % walls.count] * brightness, step)
    return Wall(
      plain: paint.packed, eave: (paint * 0.8).packed, window: paint.mixed(with: hazed(window, step), glass).packed,
      lamp: paint.mixed(with: hazed(lamp, step), max(0.25, glass)).packed)
  }

  /// The edge of a wall, of which `part` is line.
  func edge(_ part: Float, of wall: UInt32) -> UInt32 {
    if let entries { return part < 0.09 ? wall : entries.edge(of: wall) }
    return Paint(packed: wall).mixed(with: line, (part * 16).rounded() / 16).packed
  }

  /// What lies behind a wall that is drawn as if it were of glass.
  func glass(of wall: UInt32, over sample: UInt32) -> UInt32 {
    entries?.misted(sample, 1) ?? Paint(packed: sample).mixed(with: Paint(packed: wall), 0.25).packed
  }

  /// A tree behind haze: its side in the light, its other one, and its trunk.
  func tree(_ step: Int) -> (light: UInt32, dark: UInt32, trunk: UInt32) {
    if let entries {
      return (entries.tree.light.behind(step), entries.tree.dark.behind(step), entries.trunk.behind(step))
    }
    return (hazed(tree * 1.12, step).packed, hazed(tree * 0.85, step).packed, hazed(trunk, step).packed)
  }

  // MARK: - What the player is after

  /// The pillar of a beacon, fainter where it is hidden.
  func beacon(isHidden: Bool, over sample: UInt32) -> UInt32 {
    if let entries { return isHidden ? entries.hiddenBeacon : entries.beacon }
    return Paint(packed: sample).mixed(with: Paint(255, 206, 60), isHidden ? 0.72 : 1).packed
  }

  /// A dark line beside what is bright: whatever lies around, one of the two differs from it.
  var casing: UInt32 { entries?.casing ?? Paint(34, 28, 26).packed }

  /// The band of a chest, its lid and its box.
  var chest: (band: UInt32, lid: UInt32, box: UInt32) {
    entries?.chest ?? (Paint(255, 206, 60).packed, Paint(150, 92, 40).packed, Paint(120, 70, 30).packed)
  }

  // MARK: - Uncertainty

  /// Steps of the mist, from 0, where there is none.
  ///
  /// There are more than of the haze, so that nobody sees where it begins.
  var mistSteps: Int { entries == nil ? Self.mistSteps : EyeEntries.mistSteps }
  private static let mistSteps = 12

  /// What lies where the player may not look: the higher the step, the fainter, and the less of its colours it has.
  func misted(_ sample: UInt32, _ step: Int) -> UInt32 {
    entries?.misted(sample, step) ?? Self.misted(Paint(packed: sample), haze, Float(step) / Float(mistSteps)).packed
  }

  private static func misted(_ paint: Paint, _ haze: Paint, _ part: Float) -> Paint {
    let grey = Paint(repeating: paint.luminance)
    return paint.mixed(with: grey * 0.35 + haze * 0.65, thickest * part)
  }

  /// How much of the thickest mist is mist.
  private static let thickest: Float = 0.7
}
