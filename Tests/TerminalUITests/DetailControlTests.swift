import Eye
import Testing

@testable import TerminalUI

@Suite("The detail of the eye on a slow line")
struct DetailControlTests {
  /// The details that frames lead to, each with the frame's number, counted from 1.
  private func changes(_ milliseconds: [Int]) -> [String] {
    var control = DetailControl()
    return milliseconds.enumerated().compactMap { index, time in
      control.adapt(toFrameOf: .milliseconds(time)).map { "\(index + 1): \($0.rawValue)" }
    }
  }

  @Test("two late frames take away windows, two more the tints; the frame of the change itself does not count")
  func less() {
    #expect(changes([500, 500, 900, 500, 500, 900, 500, 500]) == ["2: noWindows", "5: fewTints"])
    #expect(changes([500, 50, 500, 50, 500, 10, 500]) == [], "one large frame is no slow line")
  }

  @Test("two seconds of early frames bring each of them back, and a line that just keeps up is left alone")
  func more() {
    let slow = [500, 500, 900, 500, 500, 900]
    let better = ["2: noWindows", "5: fewTints", "36: noWindows", "67: full"]
    #expect(changes(slow + Array(repeating: 10, count: 61)) == better)
    #expect(changes(slow + Array(repeating: 60, count: 500)).count == 2)
  }
}
