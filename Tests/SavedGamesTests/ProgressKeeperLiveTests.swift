import Game
import HuntDomain
import ProcessTesting
import SystemKit
import Testing

@testable import SessionLogs

/// A store whose disk does what the test says.
private final class MoodyStore: ProgressStore {
  struct State {
    var saved: [HuntEvent] = []
    var trouble: String?
    var calls = 0
  }
  let state = Guarded(State())
  let gate = Monitor(false)
  var saved: [HuntEvent] { state.withLock { $0.saved } }

  func append(_ events: [HuntEvent]) throws(ProgressNotSaved) {
    // While the gate is shut the disk does not answer.
    _ = gate.wait { $0 ? nil : true }
    let trouble = state.withLock { state in
      state.calls += 1
      if state.trouble == nil { state.saved += events }
      return state.trouble
    }
    if let trouble { throw ProgressNotSaved(trouble) }
  }

  func set(_ trouble: String?) { state.withLock { $0.trouble = trouble } }
}

@Suite("Who keeps the progress", .timeLimit(.minutes(2)))
struct ProgressKeeperLiveTests {
  private static let long = Duration.seconds(60)

  @Test("what is saved is safe when it returns, and nothing has to be said")
  func good() async {
    let store = MoodyStore()
    let keeper = ProgressKeeper(store, patience: Self.long)
    for number in 1...50 {
      #expect(await keeper.save([Sample.found(number)]) == nil)
      #expect(store.saved.count == number)
    }
    #expect(keeper.close(atMost: Self.long) == nil)
  }

  @Test("what could not be saved is said once, kept, and saved in order with what comes next")
  func trouble() async {
    let store = MoodyStore()
    let keeper = ProgressKeeper(store, patience: Self.long, pause: .seconds(3600))
    store.set("The disk is full.")
    #expect(await keeper.save([Sample.found(1)]) == .cannotSave("The disk is full."))
    #expect(await keeper.save([Sample.found(2)]) == nil)
    store.set("The disk is gone.")
    #expect(await keeper.save([Sample.found(3)]) == .cannotSave("The disk is gone."))
    #expect(store.saved == [])
    store.set(nil)
    #expect(await keeper.save([Sample.found(4)]) == .savedAgain)
    #expect(store.saved == (1...4).map { Sample.found($0) })
    #expect(await keeper.save([Sample.found(5)]) == nil)
  }

  @Test("time alone brings the next try, and news of it")
  func tick() async {
    let store = MoodyStore()
    let keeper = ProgressKeeper(store, patience: Self.long, pause: .zero)
    store.set("The disk is full.")
    #expect(await keeper.save([Sample.found(1)]) == .cannotSave("The disk is full."))
    store.set(nil)
    var news: SessionEvent?
    while news == nil { news = keeper.tick() }
    #expect(news == .savedAgain)
    #expect(store.saved == [Sample.found(1)])
    #expect(keeper.tick() == nil)
  }

  @Test("a disk that does not answer holds nobody up, and is heard of when it does")
  func slow() async {
    let store = MoodyStore()
    store.gate.withLock { $0 = true }
    let keeper = ProgressKeeper(store, patience: .milliseconds(1), pause: .zero)
    guard case .cannotSave(let reason) = await keeper.save([Sample.found(1)]) else {
      Issue.record("nothing was said")
      return
    }
    #expect(reason.contains("slow"))
    #expect(await keeper.save([Sample.found(2)]) == nil)
    #expect(keeper.tick() == nil)
    #expect(keeper.close(atMost: .milliseconds(1))?.contains("slow") == true)
    store.gate.withLock { $0 = false }
    var news: SessionEvent?
    while news == nil { news = keeper.tick() }
    #expect(news == .savedAgain)
    #expect(store.saved == [Sample.found(1), Sample.found(2)])
  }

  @Test("who asks for it waits longer for a disk that is slow")
  func longer() async throws {
    let store = MoodyStore()
    store.gate.withLock { $0 = true }
    let keeper = ProgressKeeper(store, patience: .milliseconds(1))
    async let answer = keeper.save([Sample.found(1)], atMost: Self.long)
    try await Task.sleep(for: .milliseconds(50))
    store.gate.withLock { $0 = false }
    #expect(await answer == nil)
    #expect(store.saved == [Sample.found(1)])
  }

  @Test("nobody waits for the disk: answers come when it does, each once, in the order of what was saved")
  func answers() async {
    let store = MoodyStore()
    store.gate.withLock { $0 = true }
    let keeper = ProgressKeeper(store, patience: Self.long)
    let (answers, continuation) = AsyncStream<Int>.makeStream()
    for number in 1...5 {
      keeper.save([Sample.found(number)]) { event in
        #expect(event == nil)
        #expect(store.saved.count >= number)
        continuation.yield(number)
      }
    }
    #expect(store.saved == [])
    store.gate.withLock { $0 = false }
    var order: [Int] = []
    for await number in answers {
      order.append(number)
      if order.count == 5 { break }
    }
    #expect(order == [1, 2, 3, 4, 5])
    #expect(store.saved == (1...5).map { Sample.found($0) })
  }

  @Test("the last try can be answered for as well, with what is lost")
  func endAnswered() async {
    let store = MoodyStore()
    let keeper = ProgressKeeper(store, patience: Self.long, pause: .seconds(3600))
    store.set("The disk is full.")
    _ = await keeper.save([Sample.found(1)])
    let lost = await withCheckedContinuation { waiting in
      keeper.close(atMost: Self.long) { waiting.resume(returning: $0) }
    }
    #expect(lost == "The disk is full.")
    let good = ProgressKeeper(MoodyStore())
    let kept = await withCheckedContinuation { waiting in
      good.close(atMost: Self.long) { waiting.resume(returning: $0) }
    }
    #expect(kept == nil)
  }

  @Test("the end is one last try, and says what is lost")
  func end() async {
    let store = MoodyStore()
    let keeper = ProgressKeeper(store, patience: Self.long, pause: .seconds(3600))
    store.set("The disk is full.")
    _ = await keeper.save([Sample.found(1)])
    #expect(keeper.close(atMost: Self.long) == "The disk is full.")
    let second = ProgressKeeper(store, patience: Self.long, pause: .seconds(3600))
    _ = await second.save([Sample.found(1)])
    store.set(nil)
    #expect(second.close(atMost: Self.long) == nil)
    #expect(store.saved == [Sample.found(1)])
  }
}
