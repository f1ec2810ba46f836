import Testing
import TextCanvas

@testable import TerminalUI

@Suite("The target below the compass")
struct TargetLayoutTests {
  @Test("fits beside the radar in a third of the compass, and is the larger, the larger that is")
  func size() {
    for columns in stride(from: 34, through: 400, by: 3) {
      for rows in 17..<120 {
        let size = CanvasSize(columns: columns, rows: rows)
        let layout = TargetLayout(in: size)
        #expect(layout.digits >= layout.arrow && layout.arrow >= 1)
        guard layout.digits > 1 else { continue }
        let room = TargetLayout.columns(beside: Radar.size(in: size), in: size)
        let (arrow, digits) = (12 * layout.arrow, BigText.columns(of: "8888 m", size: layout.digits))
        #expect(layout.rows <= rows / 3 && (layout.isStacked ? max(arrow, digits) : arrow + digits) <= room)
      }
    }
    func layout(_ columns: Int, _ rows: Int) -> [Int] {
      let layout = TargetLayout(in: CanvasSize(columns: columns, rows: rows))
      return [layout.digits, layout.arrow]
    }
    #expect(layout(80, 20) == [1, 1] && layout(120, 36) == [2, 2] && layout(200, 56) == [3, 3])
  }
}
