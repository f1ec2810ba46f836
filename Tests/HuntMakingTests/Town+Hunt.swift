import FoundationEssentials
import Geodesy
import HuntDomain
import HuntMaking
import PlaceFiles
import Places
import ProcessTesting
import Simulation
import Testing

/// The texts of the program.
func texts(_ language: String = "en") throws -> HuntTexts {
  try HuntTextsFile(path: SharedFiles.package.appending(path: "Maps/hunt-texts.csv").path).texts(in: [language])
}

extension Town {
  func plan(_ wish: HuntWish, isAnywhere: Bool = false) throws -> HuntPlan {
    let words = try MourningWords(path: SharedFiles.package.appending(path: "Maps/mourning-words.csv").path)
    let maker = HuntMaker(places: places, mourning: words)
    func first(_ attempts: [HuntAttempt]) -> HuntPlan? {
      for attempt in attempts {
        if let plan = try? maker.ground(for: attempt, streets: plan).plan(attempt) { return plan }
      }
      return nil
    }
    if let plan = first(maker.attempts(at: wish, isAnywhere: isAnywhere)) { return plan }
    throw HuntMakingError.tooFew(
      maker.sights(around: wish.start), nearest: first(maker.advised(for: wish))?.wish.start)
  }

  func hunt(_ wish: HuntWish, _ language: String = "en", in surroundings: ErrorPreset? = nil) throws -> Hunt {
    let plan = try plan(wish)
    return try #require(
      HuntWriter(texts(language)).hunt(
        plan, id: "test", at: "Musterstadt", surroundings: plan.places.map { _ in surroundings }, licence: "CC0"))
  }
}
