internal import Eye
internal import Geodesy
internal import Glibc
internal import Views

/// What a sample of the eye's picture shows.
enum EyeSubject: UInt8 {
  case sky, ground, route, wall, window, tree, beacon, chest, body
}

/// The eye's picture as samples: what each shows, how far that is, and its colour.
struct EyeSamples {
  let width, height: Int
  var colours: [UInt32]
  /// Metres; the sky is infinitely far.
  var depths: [Float]
  var subjects: [EyeSubject]
  /// The index of the wall that a sample shows, or -1.
  var owners: [Int32]

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    colours = Array(repeating: 0, count: width * height)
    depths = Array(repeating: .infinity, count: width * height)
    subjects = Array(repeating: .sky, count: width * height)
    owners = Array(repeating: -1, count: width * height)
  }
}

/// Makes the samples of a screen: sky and ground by rows, walls by columns, the nearest last.
struct EyePainter {
  private let screen: EyeScreen
  private let colours: EyeColours
  /// Samples of a cell.
  private let across, down: Int
  /// The row of samples of the horizon, and samples that a slope of 1 takes.
  private let horizon, slope: Float
  /// Sine and cosine of the bearing of each column of samples.
  private let directions: [SIMD2<Float>]
  private var samples: EyeSamples

  init(_ screen: EyeScreen, _ colours: EyeColours, across: Int, down: Int) {
    (self.screen, self.colours, self.across, self.down) = (screen, colours, across, down)
    let camera = screen.camera
    horizon = Float(camera.horizon) * Float(down)
    slope = Float(camera.rowsPerSlope) * Float(down)
    samples = EyeSamples(width: camera.columns * across, height: camera.rows * down)
    directions = (0..<samples.width).map { x in
      let bearing = camera.bearing(at: (Double(x) + 0.5) / Double(across))
      let (sine, cosine) = Angle.sineAndCosine(degrees: bearing.degrees)
      return SIMD2(Float(sine), Float(cosine))
    }
  }

  /// The samples of the whole picture.
  mutating func paint() -> EyeSamples {
    paintSkyAndGround()
    paintWalls()
    paintEdges()
    paintTrees()
    paintBodies()
    paintGoals()
    paintMist()
    return samples
  }

  // MARK: - Sky and ground

  private mutating func paintSkyAndGround() {
    var codes = [UInt8](repeating: 0, count: samples.width)
    var palette = [UInt32](repeating: 0, count: 256)
    var paletteStep = -1
    for y in 0..<samples.height {
      let tangent = (horizon - Float(y) - 0.5) / slope
      let row = y * samples.width..<(y + 1) * samples.width
      guard tangent < 0 else {
        let colour = colours.sky(atan(tangent) * 180 / .pi)
        for index in row { samples.colours[index] = colour }
        continue
      }
      let distance = Float(EyeCamera.height) / -tangent
      let step = EyeColours.hazeStep(distance)
      if step != paletteStep {
        paletteStep = step
        for kind in EyeGround.allCases {
          palette[Int(kind.rawValue)] = colours.ground(kind, isDark: false, step)
          palette[Int(kind.rawValue | GroundRaster.chequer)] = colours.ground(kind, isDark: true, step)
        }
      }
      screen.surroundings.ground.look(
        from: screen.stand, distance: min(distance, 1e6), directions: directions, into: &codes)
      let route = EyeGround.route.rawValue
      for x in 0..<samples.width {
        let index = row.lowerBound + x
        samples.colours[index] = palette[Int(codes[x])]
        samples.depths[index] = distance
        samples.subjects[index] = codes[x] & ~GroundRaster.chequer == route ? .route : .ground
      }
      if distance < Self.casedRoute { caseRoute(row) }
    }
  }

  /// Metres up to which a dash of the route is much wider than a sample.
  private static let casedRoute: Float = 40

  /// Gives dashes of the route in a row of samples dark sides.
  private mutating func caseRoute(_ row: Range<Int>) {
    for index in row.dropFirst() where samples.subjects[index] != samples.subjects[index - 1] {
      samples.colours[samples.subjects[index] == .route ? index - 1 : index] = colours.casing
    }
  }

  // MARK: - Walls

  private mutating func paintWalls() {
    let walls = screen.surroundings.walls
    guard walls.highest > 0 else { return }
    let (camera, above) = (Float(EyeCamera.height), walls.highest - Float(EyeCamera.height))
    var hits: [WallHit] = []
    for x in 0..<samples.width {
      walls.look(
        from: screen.stand, toward: directions[x], reach: Float(Surroundings.reach), into: &hits
      ) { distance, found in
        // Nothing farther can rise above what is there already, unless that is of glass.
        var highest: Float = -.infinity
        for hit in found where hit.distance >= screen.glass {
          let wall = walls.walls[Int(hit.wall)]
          if wall.foot == 0 { highest = max(highest, (wall.top - camera) / hit.distance) }
        }
        return highest * distance >= above
      }
      for hit in hits.reversed() {
        let wall = walls.walls[Int(hit.wall)]
        if hit.distance < screen.glass { outline(hit, of: wall, x) } else { paint(hit, of: wall, x) }
      }
    }
  }

  /// Draws a wall as if it were of glass: its upper edge and its corners as lines, and a tinge of it on what lies behind.
  private mutating func outline(_ hit: WallHit, of wall: Wall, _ x: Int) {
    let scale = slope / hit.distance
    let camera = Float(EyeCamera.height)
    func row(_ height: Float) -> Int {
      Int(max(0, min(Float(samples.height), (horizon - (height - camera) * scale - 0.5).rounded(.up))))
    }
    // Metres of the wall that a sample shows, or a little more where it is seen from the side.
    let width = hit.distance * Float(screen.camera.degreesPerColumn) / Float(across) * .pi / 180
    let isCorner = min(hit.along, wall.length - hit.along) < width
    let (top, end) = (row(wall.top), row(wall.foot))
    let look = WallLook(wall, hit, screen, colours, samplesPerMetre: scale)
    for y in top..<max(top, end) {
      let index = y * samples.width + x
      // An upper edge beyond the picture is none.
      guard isCorner || y == top && y > 0 else {
        samples.colours[index] = colours.glass(of: look.colours.plain, over: samples.colours[index])
        continue
      }
      samples.colours[index] = look.colours.eave
      samples.depths[index] = hit.distance
      samples.subjects[index] = .wall
      samples.owners[index] = hit.wall
    }
  }

  /// Metres of the part of a wall below the roof that is darker.
  private static let eave: Float = 0.5

  private mutating func paint(_ hit: WallHit, of wall: Wall, _ x: Int) {
    let scale = slope / hit.distance
    let camera = Float(EyeCamera.height)
    // The middle of a sample decides.
    let top = max(0, (horizon - (wall.top - camera) * scale - 0.5).rounded(.up))
    let end = min(Float(samples.height), (horizon - (wall.foot - camera) * scale - 0.5).rounded(.up))
    guard top < end else { return }
    let look = WallLook(wall, hit, screen, colours, samplesPerMetre: scale)
    for y in Int(top)..<Int(end) {
      let index = y * samples.width + x
      let height = camera + (horizon - Float(y) - 0.5) / scale
      let isWindow = look.isWindow(height)
      samples.colours[index] =
        isWindow ? look.windowColour(height) : wall.top - height < Self.eave ? look.colours.eave : look.colours.plain
      samples.depths[index] = hit.distance
      samples.subjects[index] = isWindow ? .window : .wall
      samples.owners[index] = hit.wall
    }
  }

  // MARK: - Edges

  /// Darkens (by night lightens) the nearer side of an edge behind which something farther begins, and corners a little.
  private mutating func paintEdges() {
    for y in 0..<samples.height {
      for x in 1..<max(1, samples.width) {
        let index = y * samples.width + x
        let (left, right) = (samples.owners[index - 1], samples.owners[index])
        guard left != right else { continue }
        let (before, after) = (samples.depths[index - 1], samples.depths[index])
        let nearer = before < after ? index - 1 : index
        guard samples.owners[nearer] >= 0 else { continue }
        let distance = min(before, after)
        let isSilhouette = max(before, after) > distance * 1.1 + 0.5
        let part: Float = (isSilhouette ? 0.34 : 0.16) * exp(-distance / 120)
        samples.colours[nearer] = colours.edge(part, of: samples.colours[nearer])
      }
    }
  }

  // MARK: - Trees

  private mutating func paintTrees() {
    let camera = screen.camera
    var trees: [(tree: Surroundings.Tree, middle: Float, radius: Float, distance: Float)] = []
    for tree in screen.surroundings.trees {
      let off = tree.place - screen.stand
      let distance = (off * off).sum().squareRoot()
      guard distance > 2.5 else { continue }
      let bearing = Bearing(degrees: Angle.degrees(opposite: Double(off.x), adjacent: Double(off.y)))
      let middle = Float(camera.column(of: bearing)) * Float(across)
      let radius = max(0.6, tree.radius / distance * Float(camera.rowsPerSlope * 2) * Float(across))
      // Most are beside the picture.
      guard middle + radius > 0, middle - radius < Float(samples.width) else { continue }
      trees.append((tree, middle, radius, distance))
    }
    trees.sort { $0.distance > $1.distance }
    for (tree, middle, radius, distance) in trees { paint(tree, at: middle, radius: radius, distance) }
  }

  private mutating func paint(_ tree: Surroundings.Tree, at middle: Float, radius: Float, _ distance: Float) {
    let scale = slope / distance
    func row(_ height: Float) -> Float { horizon - (height - Float(EyeCamera.height)) * scale }
    let (top, crown, foot) = (row(tree.height), row(tree.height * 0.3), row(0))
    let centre = (top + crown) / 2
    let half = max(0.7, (crown - top) / 2)
    let (light, dark, bark) = colours.tree(EyeColours.hazeStep(distance))
    let trunk = max(0.5, radius * 0.12)
    for x in Int(max(0, middle - radius))...Int(min(Float(samples.width - 1), max(0, middle + radius))) {
      for y in Int(max(0, top))..<max(Int(max(0, top)), Int(min(Float(samples.height), foot))) {
        let index = y * samples.width + x
        guard samples.depths[index] > distance else { continue }
        let (right, below) = ((Float(x) + 0.5 - middle) / radius, (Float(y) + 0.5 - centre) / half)
        // The rim is frayed, always in the same way for the same tree.
        let fray = 0.16 * sin(Float(y) * 2.1 + tree.height * 9) * cos(Float(x) * 1.7 + tree.radius * 9)
        if right * right + below * below < 1 + fray {
          // Lighter at the top, where the light falls.
          samples.colours[index] = below < -0.2 ? light : dark
        } else if below > 0, abs(Float(x) + 0.5 - middle) < trunk {
          samples.colours[index] = bark
        } else {
          continue
        }
        samples.depths[index] = distance
        samples.subjects[index] = .tree
        samples.owners[index] = -1
      }
    }
  }

  // MARK: - Sun and moon

  private mutating func paintBodies() {
    let camera = screen.camera
    for body in screen.bodies {
      let middle = Float(camera.column(of: body.bearing)) * Float(across)
      let perDegree = Float(across) / Float(camera.degreesPerColumn)
      let isSun = body.body == .sun
      // Larger than in the sky, where half a degree would be lost between two samples.
      let (radius, glow): (Float, Float) = (1.6, isSun ? 7 : 1.6)
      let reach = glow * perDegree
      guard middle + reach > 0, middle - reach < Float(samples.width) else { continue }
      for x in Int(max(0, middle - reach))...Int(min(Float(samples.width - 1), max(0, middle + reach))) {
        for y in 0..<samples.height where samples.subjects[y * samples.width + x] == .sky {
          let elevation = atan((horizon - Float(y) - 0.5) / slope) * 180 / .pi
          let off = SIMD2((Float(x) + 0.5 - middle) / perDegree, elevation - Float(body.elevation))
          let distance = (off * off).sum().squareRoot()
          guard distance < glow else { continue }
          let index = y * samples.width + x
          let part: Float =
            distance < radius ? 1 : 0.5 * ((1 - (distance - radius) / (glow - radius)) * 4).rounded() / 4
          samples.colours[index] = colours.body(isSun: isSun, part, over: samples.colours[index])
          if distance < radius { samples.subjects[index] = .body }
        }
      }
    }
  }

  // MARK: - What the player is after

  /// Metres of a beacon: half its width, and its height.
  private static let beacon: (half: Float, height: Float) = (0.6, 70)
  /// Metres from which on a treasure is seen as a chest.
  private static let chestReach: Float = 50

  private mutating func paintGoals() {
    for sight in screen.sights where sight.role == .target || sight.role == .entered {
      paintBeacon(sight)
      if Float(sight.distance) < Self.chestReach { paintChest(sight) }
    }
  }

  private mutating func paintBeacon(_ sight: EyeScreen.Sight) {
    let (middle, distance) = place(of: sight)
    let half = max(0.5, Self.beacon.half / distance * Float(screen.camera.rowsPerSlope * 2) * Float(across))
    let scale = slope / distance
    let top = max(0, horizon - (Self.beacon.height - Float(EyeCamera.height)) * scale)
    let foot = min(Float(samples.height), horizon + Float(EyeCamera.height) * scale)
    guard top < foot, middle + half + 1 > 0, middle - half - 1 < Float(samples.width) else { return }
    for x in Int(max(0, middle - half - 1))...Int(min(Float(samples.width - 1), max(0, middle + half + 1))) {
      let isCore = abs(Float(x) + 0.5 - middle) <= half
      for y in Int(top)..<Int(foot) {
        let index = y * samples.width + x
        let isHidden = samples.depths[index] < distance - 0.5
        // Hidden is a pattern, and not only a colour: a row of cells on, one off.
        if isHidden, y / down % 2 == 1 { continue }
        samples.colours[index] =
          isCore ? colours.beacon(isHidden: isHidden, over: samples.colours[index]) : colours.casing
        if isCore { samples.subjects[index] = .beacon }
      }
    }
  }

  private mutating func paintChest(_ sight: EyeScreen.Sight) {
    let (middle, distance) = place(of: sight)
    let half = max(1, 0.7 / distance * Float(screen.camera.rowsPerSlope * 2) * Float(across))
    let scale = slope / distance
    let (top, foot) = (
      horizon - (1 - Float(EyeCamera.height)) * scale, horizon + Float(EyeCamera.height) * scale
    )
    guard middle > -half, middle < Float(samples.width) + half, top < Float(samples.height) else { return }
    let chest = colours.chest
    for x in Int(max(0, middle - half))...Int(min(Float(samples.width - 1), max(0, middle + half))) {
      for y in Int(max(0, top))..<max(Int(max(0, top)), Int(min(Float(samples.height), max(foot, top + 2)))) {
        let index = y * samples.width + x
        guard samples.depths[index] >= distance - 0.5 else { continue }
        let part = (Float(y) + 0.5 - top) / max(1, foot - top)
        let isBand = part > 0.36 && part < 0.5 || abs(Float(x) + 0.5 - middle) < half * 0.16
        samples.colours[index] = isBand ? chest.band : part < 0.4 ? chest.lid : chest.box
        samples.subjects[index] = .chest
        samples.depths[index] = distance
        samples.owners[index] = -1
      }
    }
  }

  private func place(of sight: EyeScreen.Sight) -> (middle: Float, distance: Float) {
    (Float(screen.camera.column(of: sight.bearing)) * Float(across), max(1, Float(sight.distance)))
  }

  // MARK: - Uncertainty

  private mutating func paintMist() {
    let perSample = screen.camera.degreesPerColumn / Double(across)
    let middle = Double(samples.width) / 2
    for x in 0..<samples.width {
      let doubt = 1 - screen.sureness(at: (Double(x) + 0.5 - middle) * perSample)
      let step = Int((doubt * Double(colours.mistSteps)).rounded())
      guard step > 0 else { continue }
      for y in 0..<samples.height {
        let index = y * samples.width + x
        guard ![.sky, .body, .beacon, .route, .chest].contains(samples.subjects[index]) else { continue }
        samples.colours[index] = colours.misted(samples.colours[index], step)
      }
    }
  }
}

/// How one column of a wall looks.
private struct WallLook {
  let colours: EyeColours.Wall
  private let seed: UInt64
  /// The number of the window that the column goes through; `nil` between windows, or where there are none.
  private let number: Int?
  private let top: Float
  private let isNight: Bool

  /// Metres: between windows along a wall, and their width; of a storey; of a wall too short for windows.
  private static let (spacing, windowWidth, storey, shortest): (Float, Float, Float, Float) = (2.8, 1.1, 3.4, 2.2)
  /// Of a storey, the parts where a window begins and ends.
  private static let (sill, lintel): (Float, Float) = (0.3, 0.8)
  /// One window in so many is lit.
  private static let dark: UInt64 = 9

  init(_ wall: Wall, _ hit: WallHit, _ screen: EyeScreen, _ colours: EyeColours, samplesPerMetre: Float) {
    let length = max(0.01, wall.length)
    let along = (wall.to - wall.from) / length
    let outward = SIMD2(along.y, -along.x)
    let step = EyeColours.hazeStep(hit.distance)
    let building = wall.building.map { screen.surroundings.buildings[$0] }
    seed = building?.seed ?? 0
    top = wall.top - wall.foot
    isNight = colours.light != .day
    // Windows that are smaller than a sample would only sparkle.
    let faded = min(1, max(0, (samplesPerMetre - 1.3) / 1.2))
    self.colours = colours.wall(seed: seed, outward: outward, step, glass: faded)
    let count = max(1, (length / Self.spacing).rounded())
    let pitch = length / count
    let place = hit.along / pitch
    let part = place - place.rounded(.down)
    let isGlass = abs(part - 0.5) * pitch < Self.windowWidth / 2
    number =
      screen.detail == .full && building != nil && length > Self.shortest && top > Self.storey && isGlass && faded > 0
      ? Int(place) &+ Int(length * 8) &* 31 : nil
  }

  func isWindow(_ height: Float) -> Bool {
    guard number != nil, height > 0, top - height > 0.9 else { return false }
    let part = height / Self.storey - (height / Self.storey).rounded(.down)
    return part > Self.sill && part < Self.lintel
  }

  func windowColour(_ height: Float) -> UInt32 {
    guard isNight, let number else { return colours.window }
    // Some are lit, always the same ones.
    let storey = UInt64(max(0, height / Self.storey))
    var mix = seed ^ UInt64(bitPattern: Int64(number)) &* 0x9E37_79B9_7F4A_7C15 ^ storey &* 0xBF58_476D_1CE4_E5B9
    mix = (mix ^ (mix >> 30)) &* 0x94D0_49BB_1331_11EB
    return mix >> 33 % 40 < Self.dark ? colours.lamp : colours.window
  }
}
