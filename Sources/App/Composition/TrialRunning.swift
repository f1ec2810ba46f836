import ArgumentParser
import GeoFormats
import Glibc
import HuntDomain
import PlainUI
import Trials

/// Runs a trial at the edge: the cores, the bar, the file.
enum TrialRunning {
  /// Cores that this process may use.
  static var cores: Int { max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN))) }

  /// Runs a trial under a progress bar.
  static func run(_ trial: Trial, threads: Int) async -> TrialResult {
    var bar = ProgressBar()
    defer { bar.end() }
    return await trial.run(threads: threads) { done in
      bar.show(Double(done) / Double(trial.players), "\(done) of \(trial.players) players")
    }
  }

  /// Writes the picture.
  static func write(_ screen: HeatScreen, of hunt: Hunt, to path: String) throws(CommandFailure) {
    do {
      try AtomicFile.write(Array(TrialPicture.svg(screen, title: hunt.title).utf8), to: path)
    } catch {
      throw CommandFailure("\(SafeText.clean(path)): \(error)", .cannotCreate)
    }
  }
}
