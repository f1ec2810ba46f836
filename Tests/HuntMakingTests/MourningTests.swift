import Foundation
import Geodesy
import HuntDomain
import HuntMaking
import PlaceFiles
import Places
import ProcessTesting
import Testing

@Suite("Places of the dead and of violence")
struct MourningTests {
  private static func tags(_ text: String) -> PlaceTags {
    PlaceTags(
      text.split(separator: "|").map { pair in
        let parts = pair.split(separator: "=", maxSplits: 1)
        return (key: String(parts[0]), value: String(parts[1]))
      })
  }

  /// As they are tagged, in many languages: names, inscriptions, types and subjects.
  static let mournful = [
    "historic=memorial|memorial=plaque|inscription=En mémoire des victimes des attentats du 13 novembre 2015",
    "historic=memorial|memorial=plaque|inscription:fr=Ici fut assassiné le policier Ahmed Merabet",
    "historic=memorial|name=Monument aux morts", "historic=memorial|memorial=war_memorial",
    "historic=memorial|name=Denkmal für die ermordeten Juden Europas", "historic=memorial|name=Gefallenendenkmal",
    "historic=monument|name=Kriegerdenkmal 1870/71", "historic=memorial|name=The Cenotaph",
    "tourism=museum|name=United States Holocaust Memorial Museum", "historic=memorial|name=Vietnam Veterans Memorial",
    "historic=memorial|name=Памятник жертвам политических репрессий", "historic=memorial|name=原爆死没者慰霊碑",
    "historic=monument|name=人民英雄纪念碑|inscription=抗日战争烈士", "historic=memorial|name=대구지하철참사 희생자 위령탑",
    "historic=memorial|name=Oorlogsmonument", "historic=memorial|name=Sankarivainajien muistomerkki",
    "historic=memorial|name=Pomnik Ofiar Katastrofy Lotniczej",
    "historic=memorial|name=Pomník padlým v 1. světové válce",
    "historic=memorial|name=Monumento ai Caduti", "historic=memorial|name=Monumento a las Víctimas del 11-M",
    "historic=memorial|name=Μνημείο Πεσόντων", "historic=memorial|name=Şehitler Anıtı",
    "historic=memorial|name=אנדרטה לחללי צה״ל", "historic=memorial|name=Spomenik žrtvama fašizma",
    "historic=memorial|name=Famine Memorial", "historic=memorial|memorial=ghost_bike",
    "historic=memorial|name=AIDS Memorial",
    "tourism=artwork|name=The Three Soldiers", "historic=memorial|name=Minnesmerke over falne",
    "amenity=fountain|name=Brunnen|inscription=Den Opfern des Bombenangriffs vom 16. März 1945",
    "historic=memorial|memorial:conflict=WWII|name=Obelisk", "tourism=artwork|artwork_subject=Victims of slavery",
    "building=chapel|historic=chapel|name=Chapelle des Fusillés", "historic=memorial|name=نصب الشهيد",
    "historic=memorial|name=Dokumentations- und Kulturzentrum Deutscher Sinti und Roma",
    "historic=memorial|memorial=plaque|inscription=In memory of the forty three people who died / the tragic accident",
    "historic=memorial|memorial=plaque|inscription=Bei dem Brand am 4. Mai starben hier elf Menschen",
    "historic=memorial|name=Áldozatok emlékműve", "historic=memorial|name=Monumento aos Mortos da Grande Guerra",
  ]

  /// What sounds alike, or honours somebody who died in bed.
  static let merry = [
    "historic=castle|name=Warwick Castle", "historic=memorial|name=Mozart-Denkmal",
    "historic=memorial|memorial=plaque|inscription=In diesem Hause wohnte Johann Wolfgang von Goethe",
    "historic=memorial|memorial=plaque|inscription=Beethoven lived and worked here from 1804 to 1815",
    "historic=memorial|memorial=blue_plaque|name=Charles Darwin", "historic=memorial|name=Albert Memorial",
    "historic=monument|name=Monumento a Giuseppe Garibaldi", "amenity=fountain|name=Neptunbrunnen",
    "place=square|name=Place des Victoires", "tourism=viewpoint|name=Dead Sea Viewpoint",
    "leisure=park|name=Mortlake Green", "amenity=fountain|name=Fuente de los Guerreros Danzantes",
    "tourism=artwork|name=Kugelbrunnen", "historic=memorial|name=Памятник Пушкину",
    "historic=memorial|name=Pomnik Fryderyka Chopina", "historic=memorial|name=Kopernik",
    "tourism=museum|name=Deutsches Museum", "tourism=museum|name=Musée des Arts et Métiers",
    "tourism=artwork|name=Sibelius-monumentti", "historic=monument|name=Minnesota State Monument",
    "tourism=artwork|inscription=Wer hier trinkt, denkt an morgen, 1887", "man_made=tower|name=Torre Guerra",
    "historic=memorial|name=Statue René Descartes", "historic=memorial|name=西郷隆盛像",
    "historic=memorial|memorial=plaque|inscription=Special offer of the walk of fame and the skate ramp",
    "historic=memorial|memorial=plaque|inscription=Sir Ebenezer Howard was born near this spot in 1850, and died in 1928",
    "historic=memorial|memorial=plaque|inscription=Errichtet vom Rat der Stadt 1901",
    "amenity=pub|name=The Fallen Angel",
  ]

  private static func words() throws -> MourningWords {
    try MourningWords(path: SharedFiles.package.appending(path: "Maps/mourning-words.csv").path)
  }

  @Test("are known by names, inscriptions, types and subjects in many languages", arguments: mournful)
  func known(text: String) throws {
    #expect(try Self.words().mourns(Self.tags(text)))
  }

  @Test("are not those that sound alike", arguments: merry)
  func others(text: String) throws {
    #expect(try !Self.words().mourns(Self.tags(text)))
  }

  @Test(
    "have free hints of which the first says what they are, no question, and no line of other kinds", arguments: 1...6)
  func stages(seed: UInt64) throws {
    var town = Town()
    let inscription = "Aux victimes des attentats du 13 novembre 2015"
    for number in 0..<12 {
      var tags = ["historic": "memorial", "memorial": "plaque", "inscription": inscription, "wikidata": "Q\(number)"]
      if number.isMultiple(of: 3) {
        tags = ["tourism": "museum", "name": "Holocaust Museum \(number)", "wikidata": "M\(number)"]
      }
      if number % 3 == 1 { tags["name"] = "Mémorial \(number)" }
      town.add(tags, (Double(number % 4 - 2) * 250 + 50, Double(number / 4) * 300 - 292))
    }
    for level in HuntWish.Level.allCases {
      var wish = HuntWish(from: Town.middle, length: 2500, count: 6)
      // The theme, so that more than a third of the stages may be such places.
      (wish.seed, wish.level, wish.theme) = (seed, level, .history)
      let hunt = try town.hunt(wish)
      let quiet = hunt.treasures.filter { treasure in
        !treasure.hints[0].text.contains("corner")
          && ["memorial", "people who died"].contains { treasure.hints[0].text.contains($0) }
      }
      #expect(quiet.count >= 3)
      for treasure in quiet {
        #expect(treasure.question == nil && treasure.hints.allSatisfy { $0.price == 0 }, "\(treasure)")
        let text = treasure.hints[0].text
        #expect(text.contains("Aux victimes") || text.contains("Mémorial") || text.contains("Holocaust"), "\(text)")
        let said = (treasure.message ?? "")
        #expect(said.contains("memorial") || said.contains("Holocaust"), "\(said)")
      }
    }
  }
}
