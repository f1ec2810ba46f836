import EventDomain
import Foundation
import Geodesy
import HuntDomain
import Numbers
import Places
import Room
import SpectatorPage
import Testing
import Views

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("A page for spectators is told")
struct SpectatorMessagesTests {
  private func strings(in value: Any) -> [String] {
    switch value {
    case let text as String: [text]
    case let list as [Any]: list.flatMap(strings)
    case let object as [String: Any]: object.values.flatMap(strings)
    default: []
    }
  }

  @Test("the leaderboard, finds, prizes and treasures, each message on one line whatever names have in them")
  func board() throws {
    let board = try content(of: SpectatorMessages.board(Sample.spectators().screen))
    #expect(board["title"] as? String == "Spring \(Sample.bad)" && board["closed"] as? Bool == false)
    let rows = try #require(board["rows"] as? [[String: Any]])
    #expect(rows.map { $0["name"] as? String } == [Sample.bad, "Cleo", "Ben", "Ann"])
    #expect(rows.map { $0["points"] as? Int } == [3, 2, 1, 0] && rows.map { $0["rank"] as? Int } == [1, 2, 3, 4])
    let finds = try #require(board["finds"] as? [[String: Any]])
    #expect(finds.map { $0["number"] as? Int } == [4, 3, 2, 1])
    #expect(finds[0]["time"] as? Int64 == Sample.start.milliseconds)
    #expect((board["stages"] as? [[String: Any]])?.count == 1)
  }

  @Test("neither who has which key nor where a hidden treasure is")
  func secrets() throws {
    let spectators = Sample.spectators()
    let messages = [
      SpectatorMessages.board(spectators.screen), SpectatorMessages.people(spectators.people(at: Sample.start)),
      SpectatorMessages.event(map: Sample.map, precision: 0),
    ]
    for message in messages {
      #expect(!message.contains("AAAAAAAA") && !message.contains("Secret"))
      #expect(!strings(in: try content(of: message)).contains { $0.contains("secret") })
      // 77 m are 0.000696 degrees.
      #expect(!message.contains("0.00069"))
    }
  }

  @Test("no name on the map that a question asks for, or a treasure of which only the kind is said")
  func names() throws {
    func stage(_ id: String, _ name: String, _ north: Double, _ question: Question? = nil) -> Treasure {
      var stage = Treasure(
        place: PointOfInterest(id: id, name: name, position: Sample.spot(0, north)), radius: 20)
      stage.question = question
      return stage
    }
    let hunt = try #require(
      Hunt(
        title: "Named",
        treasures: [
          stage("a", "A castle, High Market", 0),
          stage("b", "The Old Bridge", 500, Question("Who built it?", rule: .text(["Ada Miller"]))),
        ]))
    let box = try #require(BoundingBox(around: [Sample.spot(-2000, -2000), Sample.spot(2000, 2000)]))
    var builder = MapGeometry.Builder(around: box)
    let labels: [(NameKind, String, Double)] = [
      (.sight, "Gozzoburg", 10), (.sight, "The Mill", 200), (.street, "High Market", 20),
      (.street, "Ada Miller Street", 400), (.sight, "Ada Miller", 480), (.town, "Zero Town", 0),
    ]
    for (kind, name, north) in labels { builder.label(kind, name: name, at: Sample.spot(0, north), rank: 1) }
    let map = BaseMap(geometries: [builder.build()].compactMap(\.self), attribution: "", isSeaCharted: false)
    func shown(_ message: String) throws -> Set<String> {
      let names = try #require(try content(of: message)["names"] as? [[String: Any]])
      return Set(names.compactMap { $0["name"] as? String })
    }
    let secrets = Spectators(Sample.plan(), of: hunt).secrets
    let kept = try shown(SpectatorMessages.event(map: map, precision: 0, keeping: secrets))
    #expect(kept == ["The Mill", "High Market", "Zero Town"])
    #expect(try shown(SpectatorMessages.event(map: map, precision: 0)) == Set(labels.map(\.1)))
  }

  @Test("where players are, by numbers")
  func people() throws {
    let spectators = Sample.spectators()
    let people = try #require(
      try content(of: SpectatorMessages.people(spectators.people(at: Sample.start)))["people"] as? [[String: Any]])
    #expect(people.map { $0["id"] as? Int } == [0, 1, 2, 3] && people.map { $0["group"] as? Int } == [0, 0, 1, 2])
    #expect(people[0]["lon"] as? Double == -0.000898 && people[0]["old"] as? Bool == false)
  }

  @Test("whether positions are shown, and where the map is")
  func event() throws {
    let event = try content(of: SpectatorMessages.event(map: Sample.map, precision: 100))
    #expect(event["positions"] as? Bool == true && event["precision"] as? Int == 100)
    let bounds = try #require(event["bounds"] as? [Double])
    #expect(bounds.count == 4 && bounds[0] < bounds[2] && bounds[1] < bounds[3])
    let hidden = try content(of: SpectatorMessages.event(map: .empty, precision: nil))
    #expect(hidden["positions"] as? Bool == false && hidden["bounds"] == nil)
  }

  @Test("a map across the antimeridian as one that goes on eastwards")
  func antimeridian() throws {
    let line = BaseMap.Shape(
      kind: .road, parts: [[.init(latitude: 0, longitude: 179.9)!, .init(latitude: 1, longitude: -179.9)!]],
      isArea: false)!
    let event = try content(of: SpectatorMessages.event(map: BaseMap(shapes: [line], attribution: ""), precision: 0))
    let bounds = try #require(event["bounds"] as? [Double])
    #expect(abs(bounds[1] - 179.9) < 1e-5 && abs(bounds[3] - 180.1) < 1e-5)
  }
}

@Suite("The picture of a map's ground")
struct GroundPictureTests {
  @Test("has each shape with its kind, areas with their holes, and nothing else of the map")
  func shapes() throws {
    let picture = try #require(GroundPicture.svg(Sample.map))
    let lines = picture.split(separator: "\n").map(String.init)
    #expect(lines.count == 5 && lines[0].contains("viewBox=\"0 0 20000 13"))
    #expect(lines[1].hasPrefix("<path class=\"sea\" "))
    #expect(lines[2].hasPrefix("<path class=\"land area on-grass\" d=\"M0 13"))
    #expect(lines[2].split(separator: "z").count == 3)
    #expect(lines[3].hasPrefix("<path class=\"road line\" d=\"M0 ") && !lines[3].contains("z"))
    #expect(lines[4] == "</svg>" && !picture.contains("onerror"))
    #expect(XMLParser(data: Data(picture.utf8)).parse())
  }

  @Test("is not there where there is nothing on the map")
  func empty() { #expect(GroundPicture.svg(.empty) == nil) }
}
