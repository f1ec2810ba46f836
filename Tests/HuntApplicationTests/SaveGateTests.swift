import Game
import HuntDomain
import Testing

@Suite("What is held back until it is saved")
struct SaveGateTests {
  /// A game that shows effects, and the seconds at which they were wanted.
  private struct Shown {
    var gate = SaveGate()
    private(set) var effects: [SessionEffect] = []
    private(set) var seconds: [Int] = []

    mutating func want(_ effect: SessionEffect = .beep, at second: Int) {
      if !gate.holdsBack(effect, at: .seconds(second)) { show(effect, .seconds(second)) }
    }

    mutating func answer() {
      for held in gate.hasAnswered() { show(held.effect, held.time) }
    }

    mutating func release() {
      for held in gate.release() { show(held.effect, held.time) }
    }

    private mutating func show(_ effect: SessionEffect, _ time: Duration) {
      effects.append(effect)
      seconds.append(Int(time.components.seconds))
    }
  }

  @Test("while nothing is being saved everything is shown at once, and once")
  func open() {
    var game = Shown()
    #expect(game.gate.isOpen)
    game.want(at: 1)
    #expect(game.seconds == [1])
    game.release()
    #expect(game.seconds == [1])
  }

  @Test("nothing is shown before it is saved; then each effect comes once, in its order, with its time")
  func order() {
    var game = Shown()
    game.gate.waitForAnswer()
    #expect(!game.gate.isOpen)
    let wanted: [SessionEffect] = [.sound(.bell), .beep, .tell(.savedAgain), .sound(.chime)]
    for (index, effect) in wanted.enumerated() { game.want(effect, at: index / 2) }
    #expect(game.effects.isEmpty)
    game.answer()
    #expect(game.gate.isOpen && game.effects == wanted && game.seconds == [0, 0, 1, 1])
    game.want(at: 7)
    game.release()
    #expect(game.seconds == [0, 0, 1, 1, 7])
  }

  @Test("where several are being saved the last answer counts, also for what came before the others")
  func several() {
    var game = Shown()
    game.gate.waitForAnswer()
    game.want(at: 1)
    game.gate.waitForAnswer()
    game.want(at: 2)
    game.answer()
    #expect(game.seconds.isEmpty && !game.gate.isOpen)
    game.want(at: 3)
    game.answer()
    #expect(game.seconds == [1, 2, 3] && game.gate.isOpen)
  }

  @Test("an answer that nobody waits for opens nothing for later")
  func stray() {
    var game = Shown()
    game.answer()
    #expect(game.gate.isOpen)
    game.gate.waitForAnswer()
    game.want(at: 1)
    #expect(!game.gate.isOpen && game.seconds.isEmpty)
  }

  @Test("at the end what is held back is given once, saved or not")
  func end() {
    var game = Shown()
    game.gate.waitForAnswer()
    game.want(at: 1)
    game.want(at: 2)
    game.release()
    #expect(game.seconds == [1, 2])
    game.release()
    game.answer()
    #expect(game.seconds == [1, 2])
  }
}
