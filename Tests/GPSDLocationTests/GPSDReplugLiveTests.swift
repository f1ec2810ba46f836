import Foundation
import GPSDLocation
import HuntDomain
import ProcessTesting
import Testing

@Suite(
  "Receivers that come and go",
  .enabled(if: hasGPSD && gpsdProgram("gpsdctl") != nil, "gpsd or gpsdctl is not installed"), .timeLimit(.minutes(5)))
struct GPSDReplugLiveTests {
  /// Feeds a receiver epochs until it is cancelled; then nothing holds the cable any more.
  private func walk(_ receiver: PseudoReceiver) -> Task<Void, Never> {
    Task.detached {
      for step in 1... {
        NMEAWalk().sentences(step).forEach(receiver.send)
        do { try await Task.sleep(for: .milliseconds(200)) } catch { return }
      }
    }
  }

  /// Plugs in a receiver that walks; returns its path and how to pull its cable.
  private func plugIn(_ gpsd: RealGPSD) async throws -> (path: String, pull: Task<Void, Never>) {
    let receiver = try PseudoReceiver()
    let task = walk(receiver)
    try await gpsd.plug(receiver.path)
    return (receiver.path, task)
  }

  @Test("a receiver is plugged in while the game waits, its cable is pulled, gpsd is told, and another is plugged in")
  func replugged() async throws {
    let gpsd = try RealGPSD(hasReceiver: false)
    try await gpsd.start()
    defer { gpsd.kill() }
    let recorder = Recorder(GPSDLocation(try gpsd.address).updates())
    let none = try #require(await recorder.first { $0.lossReason?.hasSuffix("has no GPS device") == true })
    let first = try await plugIn(gpsd)
    let fix = try #require(await recorder.first(from: none) { $0.isFix })
    // gpsd says nothing about a line that is dead.
    first.pull.cancel()
    await first.pull.value
    let silent = try #require(await recorder.first(from: fix) { $0.lossReason == "the receiver is silent" })
    try await gpsd.unplug(first.path)
    let gone = try #require(await recorder.first(from: silent) { $0.lossReason == "the receiver was unplugged" })
    let second = try await plugIn(gpsd)
    defer { second.pull.cancel() }
    #expect(await recorder.first(from: gone) { $0.isFix } != nil)
    // One connection all the time: gpsd never hung up.
    #expect(!recorder.updates.contains { $0.lossReason?.contains("closed the connection") == true })
  }

  @Test("a receiver that was asked for by its path and did not exist is heard once it is plugged in")
  func chosen() async throws {
    let gpsd = try RealGPSD(hasReceiver: false)
    try await gpsd.start()
    defer { gpsd.kill() }
    let receiver = try PseudoReceiver()
    let walk = walk(receiver)
    defer { walk.cancel() }
    let address = try GPSDAddress(parsing: "localhost:\(gpsd.port):\(receiver.path)")
    let recorder = Recorder(GPSDLocation(address).updates())
    let unknown = try #require(await recorder.first { $0.lossReason?.contains("does not know the device") == true })
    try await gpsd.plug(receiver.path)
    #expect(await recorder.first(from: unknown) { $0.isFix } != nil)
  }
}
