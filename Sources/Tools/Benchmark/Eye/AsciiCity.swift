import Eye
import Geodesy
import Glibc

/// ascii-city, a program in Python that draws houses from above, in letters.
///
/// It takes houses from a service; here it gets those that we draw, from a file, and draws one picture of them.
struct AsciiCity {
  /// The picture as it came out.
  struct Still {
    /// Processor seconds from footprints to text.
    let seconds: Double
    /// Letters of the picture that are not blank.
    let inked: Int
  }

  private let command: [String]

  /// `nil` without a Python for peers and a checkout of ascii-city.
  init?(_ here: BenchConditions) {
    guard let python = here.python, let checkout = here.asciiCity else { return nil }
    command = [python, "-c", Self.driver, checkout]
  }

  /// Draws houses; `nil` if the program fails.
  ///
  /// - Parameter radius: metres around `middle` that it shows.
  func draw(_ surroundings: Surroundings, around middle: Coordinate, radius: Int) -> Still? {
    guard let folder = TemporaryFolder() else { return nil }
    let path = folder.file("houses")
    guard let file = fopen(path, "w") else { return nil }
    let plane = TangentPlane(at: surroundings.middle)
    for building in surroundings.buildings {
      let walls = surroundings.walls.walls[building.walls]
      // It knows no courtyards: the outer ring comes first, and ends where it began.
      let end = walls.firstIndex { $0.to == walls.first?.from } ?? walls.endIndex - 1
      let corners = (walls.prefix(through: end).map(\.from) + walls.prefix(1).map(\.from)).map { corner in
        let place = plane.coordinate(at: .init(east: Double(corner.x), north: Double(corner.y)))
        return "\(place.latitude) \(place.longitude)"
      }
      fputs("\(building.height) \(corners.joined(separator: " "))\n", file)
    }
    fclose(file)
    let place = ["\(middle.latitude)", "\(middle.longitude)", "\(radius)"]
    guard let child = Child.run(command + [path] + place), child.status == 0 else { return nil }
    let figures = child.output.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    return figures.count == 2 ? Still(seconds: figures[0], inked: Int(figures[1])) : nil
  }

  /// Draws as its `main` does, on as many cells, but without asking services.
  private static let driver = """
    import sys, time
    sys.path.insert(0, sys.argv[1])
    import numpy as np
    from src.model.builder import ModelBuilder
    from src.render.ascii_renderer import AsciiRenderer
    from src.render.canvas_handler import CanvasHandler
    houses = []
    for line in open(sys.argv[2]):
        height, *numbers = line.split()
        corners = list(zip(numbers[::2], numbers[1::2]))
        houses.append({"geometry": [{"lat": float(a), "lon": float(b)} for a, b in corners],
                       "tags": {"height": height}})
    start = time.process_time()
    faces = ModelBuilder(float(sys.argv[3]), float(sys.argv[4]), int(sys.argv[5])).compute_buildings_faces(houses)
    handler = CanvasHandler((640, 320), np.array([1.5, -1.0, 1.0]), np.array([1.5, -1.0, 0.8]), 1.0)
    handler.process_objects(faces)
    text = AsciiRenderer((640, 320)).render(handler.canvas)
    print(time.process_time() - start, sum(not c.isspace() for c in text))
    """
}
