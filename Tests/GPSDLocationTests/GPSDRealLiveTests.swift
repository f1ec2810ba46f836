import Foundation
import GPSDLocation
import HuntDomain
import HuntTesting
import Nearby
import ProcessTesting
import Testing

// Skipped where gpsd or gpspipe is not installed: `apt-get install gpsd gpsd-clients`.
@Suite(
  "With a real gpsd", .enabled(if: hasGPSD, "gpsd or gpspipe is not installed"), .timeLimit(.minutes(5)))
struct GPSDRealLiveTests {
  /// Feeds `gpsd` epochs of a walk until it is cancelled.
  private func walk(_ gpsd: RealGPSD, every pause: Duration = .milliseconds(100)) -> Task<Void, Never> {
    Task.detached {
      for step in 1... {
        NMEAWalk().sentences(step).forEach(gpsd.send)
        do { try await Task.sleep(for: pause) } catch { return }
      }
    }
  }

  @Test("fixes go on after gpsd is killed and comes back; the loss is said in between")
  func killed() async throws {
    let gpsd = try RealGPSD()
    let feeder = walk(gpsd)
    defer {
      feeder.cancel()
      gpsd.kill()
    }
    try await gpsd.start()
    let recorder = Recorder(GPSDLocation(try gpsd.address).updates())
    var place = try #require(await recorder.first { $0.isFix })
    for _ in 0..<3 {
      gpsd.kill()
      let lost = try #require(await recorder.first(from: place) { $0.lossReason != nil })
      #expect(recorder.updates[lost].lossReason == "gpsd at localhost:\(gpsd.port) closed the connection")
      let refused = try #require(await recorder.first(from: lost) { $0.lossReason?.contains("not running") == true })
      try await gpsd.start()
      place = try #require(await recorder.first(from: refused) { $0.isFix })
    }
    #expect(!recorder.hasEnded)
    let times = recorder.updates.compactMap { if case .fix(let fix) = $0 { fix.time } else { nil } }
    #expect(times == times.sorted())
    recorder.cancel()
    #expect(await recorder.ends())
  }

  @Test("a receiver that is unplugged is a loss, and fixes go on when it is back")
  func unplugged() async throws {
    let gpsd = try RealGPSD()
    try await gpsd.start()
    defer { gpsd.kill() }
    let recorder = Recorder(GPSDLocation(try gpsd.address).updates())
    var feeder = walk(gpsd)
    let fix = try #require(await recorder.first { $0.isFix })
    feeder.cancel()
    let lost = try #require(await recorder.first(from: fix) { $0.lossReason != nil })
    #expect(recorder.updates[lost].lossReason == "the receiver is silent")
    feeder = walk(gpsd)
    defer { feeder.cancel() }
    #expect(await recorder.first(from: lost) { $0.isFix } != nil)
  }

  @Test("a gpsd that is started after the game is found")
  func startedLater() async throws {
    let gpsd = try RealGPSD()
    let recorder = Recorder(GPSDLocation(try gpsd.address).updates())
    let lost = try #require(await recorder.first { $0.lossReason != nil })
    #expect(
      recorder.updates[lost].lossReason == "gpsd at localhost:\(gpsd.port) is not running (connection refused)")
    let feeder = walk(gpsd)
    defer {
      feeder.cancel()
      gpsd.kill()
    }
    try await gpsd.start()
    #expect(await recorder.first { $0.isFix } != nil)
  }

  @Test("a receiver without a position is searching, and counts its satellites")
  func searching() async throws {
    let gpsd = try RealGPSD()
    try await gpsd.start()
    defer { gpsd.kill() }
    let recorder = Recorder(GPSDLocation(try gpsd.address).updates())
    let feeder = Task.detached {
      for step in 1... {
        NMEAWalk().sentencesWithoutFix(step).forEach(gpsd.send)
        do { try await Task.sleep(for: .milliseconds(100)) } catch { return }
      }
    }
    defer { feeder.cancel() }
    #expect(await recorder.first { $0 == .searching(satellitesInView: 3) } != nil)
    #expect(!recorder.updates.contains { $0.isFix })
  }

  @Test("a gpsd without receivers, and a receiver that it does not have, are losses")
  func nothingThere() async throws {
    let gpsd = try RealGPSD(hasReceiver: false)
    try await gpsd.start()
    defer { gpsd.kill() }
    let any = Recorder(GPSDLocation(try gpsd.address).updates())
    let one = Recorder(GPSDLocation(try GPSDAddress(parsing: ":\(gpsd.port):/dev/nowhere")).updates())
    #expect(await any.first { $0.lossReason?.hasSuffix("has no GPS device") == true } != nil)
    #expect(await one.first { $0.lossReason?.hasSuffix("does not know the device /dev/nowhere") == true } != nil)
  }

  @Test("location and heading keep the contract of their ports")
  func contract() async throws {
    let gpsd = try RealGPSD()
    try await gpsd.start()
    let feeder = walk(gpsd)
    defer {
      feeder.cancel()
      gpsd.kill()
    }
    let address = try gpsd.address
    #expect(await LocationContract(atLeast: 5) { GPSDLocation(address) }.violations() == [])
    #expect(await HeadingContract(atLeast: 5) { GPSDHeading(address) }.violations() == [])
  }
}
