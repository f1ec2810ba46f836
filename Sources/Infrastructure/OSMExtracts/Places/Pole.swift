/// The pole of inaccessibility: the point inside an area that is farthest from its edges.
///
/// Looks into squares, the most promising first, and into their quarters, until none can hold a point that is better by
/// a fiftieth of the area's smaller side (Agafonkin's polylabel, 2016).
struct Pole {
  private struct Cell {
    let centre: LocalPlane.Point
    let half: Double
    let clearance: Double

    init(_ x: Double, _ y: Double, _ half: Double, _ edges: Edges) {
      centre = .init(x: x, y: y)
      self.half = half
      clearance = edges.clearance(centre)
    }

    /// No point of the cell has a larger clearance.
    var best: Double { clearance + half * 2.0.squareRoot() }
  }

  /// Edges that are looked at in all, so that no area takes longer than a tenth of a second.
  private static let work = 20_000_000

  /// The pole of an area; nothing where no inside is found.
  static func find(_ edges: Edges) -> LocalPlane.Point? {
    guard let box = edges.box, box.width > 0, box.height > 0, !edges.edges.isEmpty else { return nil }
    guard edges.edges.count <= OSMLimits.poleEdges else { return edges.middleOfWidest() }
    let size = min(box.width, box.height)
    var cells: [Cell] = []
    var best = Cell(box.middle.x, box.middle.y, 0, edges)
    if let middle = edges.middleOfWidest() {
      let cell = Cell(middle.x, middle.y, 0, edges)
      if cell.clearance > best.clearance { best = cell }
    }
    var left = max(40, min(2000, work / edges.edges.count))
    for cell in cover(box, size, edges) { push(cell, &cells, &best) }
    while let cell = pop(&cells), cell.best > best.clearance + size / 50, left > 0 {
      left -= 4
      let half = cell.half / 2
      for (x, y) in [(-half, -half), (half, -half), (-half, half), (half, half)] {
        push(Cell(cell.centre.x + x, cell.centre.y + y, half, edges), &cells, &best)
      }
    }
    return best.clearance > 0 ? best.centre : edges.middleOfWidest()
  }

  /// Squares that cover the box; at most 32 of them, however long and thin it is.
  private static func cover(_ box: PlaneBox, _ size: Double, _ edges: Edges) -> [Cell] {
    let side = max(size, max(box.width, box.height) / 32)
    let half = side / 2
    return stride(from: box.low.x, to: box.high.x, by: side).flatMap { x in
      stride(from: box.low.y, to: box.high.y, by: side).map { Cell(x + half, $0 + half, half, edges) }
    }
  }

  private static func push(_ cell: Cell, _ heap: inout [Cell], _ best: inout Cell) {
    if cell.clearance > best.clearance { best = cell }
    guard cell.best > best.clearance else { return }
    heap.append(cell)
    var child = heap.count - 1
    while child > 0, heap[(child - 1) / 2].best < heap[child].best {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private static func pop(_ heap: inout [Cell]) -> Cell? {
    guard let top = heap.first, let last = heap.popLast() else { return nil }
    guard !heap.isEmpty else { return top }
    heap[0] = last
    var parent = 0
    while true {
      let (left, right) = (2 * parent + 1, 2 * parent + 2)
      var largest = parent
      if left < heap.count, heap[left].best > heap[largest].best { largest = left }
      if right < heap.count, heap[right].best > heap[largest].best { largest = right }
      if largest == parent { return top }
      heap.swapAt(parent, largest)
      parent = largest
    }
  }
}
