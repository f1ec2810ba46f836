import Foundation
import Geodesy
import Numbers
import ProcessTesting
import Simulation
import Testing

@Suite("The text of a scenario")
struct FaultTextTests {
  private typealias Entry = FaultScenario.Entry

  @Test("reads every fault, with units, in small and capital letters, on lines and behind semicolons, with comments")
  func everyFault() throws {
    let text = """
      # A walk that goes wrong
      at 00:05 lose fix for 30s   # a tunnel
      at 00:10 jump 200 m toward 90 for 20s; at 00:10.5 jump 2km
      AT 00:12 Clock Back 1s for ever
      at 1:00:00 flood 25 Hz for 10s;;at 02:00 freeze for 15 s
      at 02:30 accuracy 500 m for 1 min; at 90s accuracy unknown for 2min
      at 3:00 drift 1 m/s toward 45 for 2 min; at 3:00 drift 3.6km/h for 1h
      every 00:30 silence for 20s ; every 10min null island
      at 0:01 duplicate for 5s; at 0:01 duplicate 3 times for 5s; at 0:01 duplicate 1 time
      at 0:02 stall for 250ms; at 0:02 2d; at 0:02 altitude -5 m; at 0:02 altitude unknown
      at 0:02 speed 7.2 km/h; at 0:02 speed unknown; at 0:02 course 270; at 0:02 course unknown
      at 0:02 satellites 3; at 0:02 satellites unknown
      at 0:03 clock forward 1024 weeks; at 0:03 clock stopped for 5s; at 0:03 clock unknown for 5s
      """
    let expected: [Entry?] = [
      Entry(.at(.seconds(5)), .loseFix, .lasting(.seconds(30))),
      Entry(.at(.seconds(10)), .jump(metres: 200, toward: Bearing(degrees: 90)), .lasting(.seconds(20))),
      Entry(.at(.milliseconds(10_500)), .jump(metres: 2000, toward: .north)),
      Entry(.at(.seconds(12)), .clock(.seconds(-1)), .ever),
      Entry(.at(.seconds(3600)), .flood(rate: 25), .lasting(.seconds(10))),
      Entry(.at(.seconds(120)), .freeze, .lasting(.seconds(15))),
      Entry(.at(.seconds(150)), .accuracy(500), .lasting(.seconds(60))),
      Entry(.at(.seconds(90)), .accuracy(nil), .lasting(.seconds(120))),
      Entry(.at(.seconds(180)), .drift(speed: 1, toward: Bearing(degrees: 45)), .lasting(.seconds(120))),
      Entry(.at(.seconds(180)), .drift(speed: 1, toward: .north), .lasting(.seconds(3600))),
      Entry(.every(.seconds(30)), .silence, .lasting(.seconds(20))),
      Entry(.every(.seconds(600)), .nullIsland),
      Entry(.at(.seconds(1)), .duplicate(times: 1), .lasting(.seconds(5))),
      Entry(.at(.seconds(1)), .duplicate(times: 3), .lasting(.seconds(5))),
      Entry(.at(.seconds(1)), .duplicate(times: 1)),
      Entry(.at(.seconds(2)), .stall, .lasting(.milliseconds(250))),
      Entry(.at(.seconds(2)), .flat), Entry(.at(.seconds(2)), .altitude(-5)), Entry(.at(.seconds(2)), .altitude(nil)),
      Entry(.at(.seconds(2)), .speed(2)), Entry(.at(.seconds(2)), .speed(nil)),
      Entry(.at(.seconds(2)), .course(Bearing(degrees: 270))), Entry(.at(.seconds(2)), .course(nil)),
      Entry(.at(.seconds(2)), .satellites(3)), Entry(.at(.seconds(2)), .satellites(nil)),
      Entry(.at(.seconds(3)), .clock(.seconds(1024 * 604_800))),
      Entry(.at(.seconds(3)), .clockStopped, .lasting(.seconds(5))),
      Entry(.at(.seconds(3)), .clockUnknown, .lasting(.seconds(5))),
    ]
    let scenario = try FaultScenario(text: text)
    #expect(scenario.entries == expected.compactMap(\.self))
    #expect(expected.allSatisfy { $0 != nil })
    #expect(try FaultScenario(text: scenario.description) == scenario)
  }

  @Test("of nothing is a scenario of nothing", arguments: ["", " \n\r\n;; ; # at 00:05 nonsense\n\t"])
  func nothing(text: String) throws {
    #expect(try FaultScenario(text: text).entries.isEmpty)
  }

  @Test(
    "that makes no sense is refused with its place and what to do",
    arguments: [
      ("lose fix", "1:1: “lose” begins no fault; write “at 00:30” or “every 10:00” before it"),
      ("at", "1:3: a time with s, min or h, as 30s is missing; there is the end of the line"),
      ("at 5", "1:4: a time with s, min or h, as 30s is missing; there is “5”"),
      ("at 00:60 freeze for 1s", "1:4: a time as 00:30 or 1:00:30 is missing; there is “00:60”"),
      ("at 1:60:00 freeze for 1s", "1:4: a time as 00:30 or 1:00:30 is missing; there is “1:60:00”"),
      ("at 1:2:3:4 freeze", "1:4: a time as 00:30 or 1:00:30 is missing; there is “1:2:3:4”"),
      ("at -1s freeze", "1:4: “-1s” is out of range; it goes from 0 to 1000h"),
      ("at 1001:00:00 silence", "1:4: “1001:00:00” is out of range; it goes from 0 to 1000h"),
      ("# x\n at 00:01", "2:10: the end of the line is no fault; there are \(FaultWords.list)"),
      ("at 00:01 explode", "1:10: “explode” is no fault; there are \(FaultWords.list)"),
      ("at 00:01 lose hope", "1:15: “fix” is missing; there is “hope”"),
      ("at 00:01 lose", "1:14: “fix” is missing; there is the end of the line"),
      ("at 00:01 null", "1:14: “island” is missing; there is the end of the line"),
      ("at 00:01 jump toward 90", "1:15: a length with m or km, as 200 m is missing; there is “toward”"),
      ("at 00:01 jump 5 s", "1:15: a length with m or km, as 200 m is missing; there is “5”"),
      ("at 00:01 jump -5 m", "1:15: “-5” is out of range; it goes from 0 to 20000000"),
      ("at 00:01 jump nan m", "1:15: a length with m or km, as 200 m is missing; there is “nan”"),
      ("at 00:01 jump 1e3 m", "1:15: a length with m or km, as 200 m is missing; there is “1e3”"),
      ("at 00:01 jump 5 m toward north", "1:26: a direction in degrees, as 90 is missing; there is “north”"),
      ("at 00:01 jump 5 m toward 361", "1:26: “361” is out of range; it goes from 0 to 360"),
      ("at 00:01 flood 1000 Hz for 1s", "1:16: “1000” is out of range; it goes from 0.1 to 100"),
      ("at 00:01 duplicate 99 times", "1:20: “99” is out of range; it goes from 1 to 20"),
      ("at 00:01 satellites 2.5", "1:21: a whole number is missing; there is “2.5”"),
      ("at 00:01 clock sideways", "1:16: “back”, “forward”, “stopped” or “unknown” is missing; there is “sideways”"),
      ("at 00:01 freeze", "1:10: “freeze” needs a time; write “for 30s” behind it"),
      ("at 00:01 freeze for", "1:20: a time with s, min or h, as 30s is missing; there is the end of the line"),
      ("at 00:01 freeze for 0s", "1:21: “0s” is out of range; it has to be more than 0"),
      ("every 00:00 silence", "1:7: “00:00” is out of range; it has to be more than 0"),
      (
        "every 00:10 silence for 10s",
        "1:21: it would not be over when it begins again; write a shorter time behind “for”"
      ),
      (
        "every 00:10 silence for ever",
        "1:21: what begins again and again cannot last for ever; write “at” or a time behind “for”"
      ),
      ("at 00:10 stall for ever", "1:16: a stall without an end keeps all for itself; write “silence for ever”"),
      (
        "at 00:01 silence at 00:02 silence",
        "1:18: “at” is too much; begin the next fault on a new line or behind “;”"
      ),
      ("at 00:01 \u{1B}[2J\u{202E}", "1:10: “\u{FFFD}[2J\u{FFFD}” is no fault; there are \(FaultWords.list)"),
    ])
  func refused(text: String, expected: String) {
    #expect { try FaultScenario(text: text) } throws: { error in
      (error as? FaultScenarioError)?.description == expected
    }
  }

  @Test("of more than may be is refused")
  func limits() throws {
    let line = "at 00:01 silence\n"
    #expect(try FaultScenario(text: String(repeating: line, count: 1000)).entries.count == 1000)
    #expect(throws: FaultScenarioError(problem: .tooMany, line: 1001, column: 1)) {
      try FaultScenario(text: String(repeating: line, count: 1001))
    }
    let long = String(repeating: "#", count: FaultLimits.longestText + 1)
    #expect(throws: FaultScenarioError(problem: .tooLong(bytes: long.utf8.count), line: 1, column: 1)) {
      try FaultScenario(text: long)
    }
  }

  @Test("reads back as the same scenario, whatever it was made of")
  func roundTrip() throws {
    var generator = SeededGenerator(seed: 4)
    var texts = ""
    for _ in 0..<400 {
      let scenario = FaultScenario.random(using: &generator, entries: 8)
      #expect(try FaultScenario(text: scenario.description) == scenario, "\(scenario)")
      texts += scenario.description
    }
    for fault in FaultWords.allCases {
      #expect(texts.contains(" \(fault.rawValue)"), "no \(fault) in RandomScenario.swift")
    }
  }

  @Test("knows no fault that docs/simulation.md does not describe")
  func documented() throws {
    let page = SharedFiles.package.appending(path: "docs/simulation.md")
    let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("| `") }
    for fault in FaultWords.allCases {
      #expect(rows.contains { $0.contains("`\(fault.rawValue)") }, "docs/simulation.md: \(fault.rawValue)")
    }
  }

  @Test("that is damaged is read or refused, with a place within it, and never traps")
  func mutations() throws {
    var generator = SeededGenerator(seed: 5)
    let pieces: [Character] = Array("at every for ever 09:;#.-\n\r\t°kmhzHs/\u{0}\u{301}é🇩🇪²٣\u{2028}\u{FEFF}")
    var (read, refused) = (0, 0)
    for _ in 0..<3000 {
      var characters = Array(FaultScenario.random(using: &generator, entries: 3).description)
      for _ in 0...Int(generator.next() % 4) {
        let place = Int(generator.next() % UInt64(characters.count))
        switch generator.next() % 3 {
        case 0: characters.remove(at: place)
        case 1: characters.insert(pieces[Int(generator.next() % UInt64(pieces.count))], at: place)
        default: characters[place] = pieces[Int(generator.next() % UInt64(pieces.count))]
        }
        if characters.isEmpty { characters = ["a"] }
      }
      let text = String(characters)
      do throws(FaultScenarioError) {
        let scenario = try FaultScenario(text: text)
        read += 1
        #expect(try! FaultScenario(text: scenario.description) == scenario)
      } catch {
        refused += 1
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        #expect((1...lines.count).contains(error.line))
        #expect((1...lines[error.line - 1].count + 1).contains(error.column), "\(error) in \(text.debugDescription)")
      }
    }
    #expect(read > 100 && refused > 1000)
  }
}
