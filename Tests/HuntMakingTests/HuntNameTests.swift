import Foundation
import Geodesy
import HuntDomain
import HuntInspection
import HuntMaking
import HuntTesting
import PlaceFiles
import Places
import ProcessTesting
import Simulation
import Streets
import Testing

@Suite("Names and texts of hunts that are made")
struct HuntNameTests {
  @Test("have names that tell alike stages apart by what is known, and numbers only where nothing is")
  func names() throws {
    func names(_ language: String, _ more: [[String: String]]) throws -> [String] {
      var town = Town()
      for (number, tags) in more.enumerated() {
        let base = ["tourism": "artwork", "artwork_type": "statue", "name": "Werk \(number)", "wikidata": "Q\(number)"]
        town.add(
          base.merging(tags) { $1 }.filter { !$0.value.isEmpty },
          (Double(number % 2) * 500 - 250, Double(number / 2) * 400 - 192))
      }
      for number in 0..<4 {
        town.add(
          ["tourism": "museum", "name": "Haus \(number)", "wikidata": "M\(number)"],
          (Double(number / 2) * 700 - 342, Double(number % 2) * 700 - 350))
      }
      var wish = HuntWish(from: Town.place(20, 0), length: 3000, count: more.count + 4)
      // So that several of the stages may be statues.
      wish.theme = .art
      return try town.hunt(wish, language).treasures.map(\.place.name).filter {
        !$0.contains("useum") && !$0.contains("corner") && !$0.contains("ecke")
      }.sorted()
    }
    let long = "Straße der Vereinten Nationen und Völker"
    let alike = [[String: String]](repeating: ["addr:street": long], count: 4)
    let known = [["artist_name": "Ada Muster"], ["start_date": "1931"], ["material": "bronze"]].map {
      $0.merging(["addr:street": long]) { $1 }
    }
    let english = try names("en", known)
    #expect(
      english.count > 1
        && Set(english).isSubset(of: ["A statue by Ada Muster", "A statue made of bronze", "A statue of 1931"]),
      "\(english)")
    let german = try names("de", known)
    #expect(
      german.count > 1
        && Set(german).isSubset(of: ["Eine Statue aus Bronze", "Eine Statue von 1931", "Eine Statue von Ada Muster"]),
      "\(german)")
    let sides = try names("en", alike)
    #expect(sides.allSatisfy { !$0.contains { $0.isNumber } } && Set(sides).count == sides.count, "\(sides)")
    let church = ["amenity": "place_of_worship", "religion": "christian", "tourism": "", "artwork_type": ""]
    let churches = ["catholic", "lutheran"].map {
      church.merging(["denomination": $0, "addr:street": long]) { $1 }
    }
    let sorts = try names("en", churches)
    #expect(!sorts.isEmpty && Set(sorts).isSubset(of: ["A Catholic church", "A Lutheran church"]), "\(sorts)")
  }

  @Test("have no hint with a price that says only what the name, the screen or a hint before says")
  func prices() throws {
    for seed in 1...12 as ClosedRange<UInt64> {
      var wish = HuntWish(from: Town.middle, length: 2600)
      wish.seed = seed
      let hunt = try Town(seed: seed).hunt(wish)
      for treasure in hunt.treasures {
        let message = treasure.message ?? ""
        let own = message.firstRange(of: "Sache ").map { message[$0.upperBound...].prefix { $0.isUppercase } } ?? "-"
        let news = [
          "Sache \(own)", "Allee", "Querstraße", "Ada Muster", "Ole Beispiel", "bronze", "1931", "1750", "1930s",
          "18th", "beside",
          "by the", "at the", "near the",
        ]
        for hint in treasure.hints where hint.price > 0 {
          let isNew = news.contains { hint.text.contains($0) && !treasure.place.name.contains($0) }
          #expect(isNew, "\(hint.text) of \(treasure.place.name)")
        }
      }
      // On the map of a hard hunt there is nothing: the way has its price.
      wish.level = .hard
      #expect(try Town(seed: seed).hunt(wish).treasures.contains { $0.hints.contains { $0.price > 0 } })
    }
  }

  @Test("are named after the town, which addresses say where the map has only its quarter")
  func town() throws {
    func name(_ more: (inout Town) -> Void) throws -> String? {
      var town = Town()
      town.add(["place": "suburb", "name": "Altstadt"], (300, 0))
      more(&town)
      let words = try MourningWords(path: SharedFiles.package.appending(path: "Maps/mourning-words.csv").path)
      return HuntMaker(places: town.places, mourning: words).town(at: Town.middle)
    }
    #expect(try name { _ in } == "Altstadt")
    #expect(try name { $0.add(["amenity": "cafe", "addr:city": "Heidelberg"], (100, 50)) } == "Heidelberg")
    #expect(try name { $0.add(["place": "town", "name": "Weinheim"], (2000, 50)) } == "Weinheim")
  }

  @Test("say how high a house is only where it is tall", arguments: [("9", false), ("260 m", true)])
  func height(text: String, isSaid: Bool) throws {
    var town = Town()
    for number in 0..<8 {
      town.add(
        ["tourism": "attraction", "name": "Laden \(number)", "wikidata": "Q\(number)", "height": text],
        (Double(number % 4 - 2) * 250 + 50, Double(number / 4) * 500 - 242))
    }
    let messages = try town.hunt(HuntWish(from: Town.middle, length: 2500, count: 6)).treasures.compactMap(\.message)
    #expect(messages.contains { $0.contains("Laden") } && messages.contains { $0.contains("m high") } == isSaid)
  }

  @Test("say long names whole, and leave out notes in parentheses and attractions without a name")
  func longNames() throws {
    var town = Town()
    let long = "Museum der Geschichte und der Kultur des Landes an der Moldau"
    for number in 0..<8 {
      let name = number % 2 == 1 ? "\(long) \(number)" : "Haus \(number) (ehemals Amt)"
      town.add(
        ["tourism": "museum", "name": name, "wikidata": "Q\(number)"],
        (Double(number % 4 - 2) * 250 + 50, Double(number / 4) * 500 - 242))
      town.add(
        ["tourism": "attraction", "wikidata": "A\(number)"], (Double(number % 4 - 2) * 250, Double(number) * 60 - 202))
    }
    var wish = HuntWish(from: Town.middle, length: 2500, count: 6)
    wish.theme = .art
    let treasures = try town.hunt(wish).treasures
    let messages = treasures.compactMap(\.message)
    #expect(messages.contains { $0.contains(long) }, "\(messages)")
    #expect(!messages.contains { $0.contains("ehemals") } && !treasures.contains { $0.place.name.contains("sight") })
  }

  @Test("say after a find after whom it is named, and the title of an article that says more than the name")
  func namesakes() throws {
    var town = Town()
    for number in 0..<8 {
      let articles = ["en:Great fire", "en:", "fr:Incendie", "http://en.wikipedia.org/wiki/Fire"]
      let tags = [
        "leisure": "park", "name": "Park \(number)", "wikidata": "Q\(number)", "name:etymology": "Ada Muster",
        "wikipedia": articles[number % 4] == "en:" ? "en:Park \(number)" : articles[number % 4],
      ]
      town.add(tags, (Double(number % 4 - 2) * 250 + 50, Double(number / 4) * 500 - 242))
      town.add(
        ["tourism": "museum", "name": "Haus \(number)"], (Double(number % 4 - 2) * 250, Double(number) * 60 - 202))
    }
    let messages = try (1...8 as ClosedRange<UInt64>).flatMap { seed -> [String] in
      var wish = HuntWish(from: Town.middle, length: 2500, count: 6)
      (wish.seed, wish.theme) = (seed, .nature)
      return try town.hunt(wish).treasures.compactMap(\.message).filter { $0.contains("Park") }
    }
    #expect(!messages.isEmpty && messages.allSatisfy { $0.contains("Ada Muster") }, "\(messages)")
    #expect(messages.contains { $0.contains("“Great fire”") })
    #expect(!messages.contains { ["“Park", "Incendie", "wikipedia.org"].contains(where: $0.contains) }, "\(messages)")
  }
}
