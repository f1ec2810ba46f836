import ChanceTesting
import Foundation
import GeoFormats
import ReceiverFeed
import Testing

/// What gpsd 3.22 answered to the same requests on a pseudo-terminal, recorded; its device's path and the fields of a
/// serial line (`bps`, `parity`, `stopbits`, `cycle`), which we do not have, are left out.
@Suite("A conversation with a client of gpsd")
struct GPSDConversationTests {
  private static let device =
    #"{"class":"DEVICE","path":"/dev/trove","driver":"NMEA0183","activated":"2026-05-01T10:00:00.000Z","flags":1,"native":0}"#
  private static let devices = #"{"class":"DEVICES","devices":[\#(device)]}"#
  private static let version = #"{"class":"VERSION","release":"3.22","rev":"trove","proto_major":3,"proto_minor":14}"#

  private static func watch(_ enable: Bool, json: Bool = false, nmea: Bool = false, raw: Int = 0) -> String {
    #"{"class":"WATCH","enable":\#(enable),"json":\#(json),"nmea":\#(nmea),"raw":\#(raw),"#
      + #""scaled":false,"timing":false,"split24":false,"pps":false}"#
  }

  private static let now: Int64 = 1_777_629_600_000
  /// The daemon's side, which remembers.
  private final class Daemon {
    var conversation = GPSDConversation(about: .init(path: "/dev/trove", activated: now))
  }

  private let daemon = Daemon()

  /// The lines of the answer; every one ends as gpsd's do.
  private func ask(_ text: String, latest: ReceiverEpoch? = nil) -> [String] {
    lines(daemon.conversation.receive(text.utf8, latest: latest, now: Self.now).bytes)
  }

  private func lines(_ bytes: [UInt8]) -> [String] {
    let parts = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n")
    #expect(parts.last == "")
    return parts.dropLast()
  }

  @Test("the greeting is the version")
  func greeting() { #expect(lines(daemon.conversation.greeting) == [Self.version]) }

  @Test("questions are answered as gpsd answers them")
  func questions() {
    #expect(ask("?VERSION;\n") == [Self.version])
    #expect(ask("?DEVICES;\n") == [Self.devices])
    #expect(ask("?DEVICE;\n") == [Self.device])
    #expect(ask("?WATCH;\n") == [Self.devices, Self.watch(false)])
    #expect(ask("?VERSION;?DEVICES;\n") == [Self.version, Self.devices])
    #expect(ask("\n") == [] && ask(";;\n") == [] && ask("hello\n") == [])
  }

  @Test("what is watched is what was asked for, and what is left out stays; enabling goes without saying")
  func policy() {
    #expect(ask(#"?WATCH={"enable":true};"#) == [Self.devices, Self.watch(true)])
    #expect(ask(#"?WATCH={"json":true}"#) == [Self.devices, Self.watch(true, json: true)])
    #expect(ask(#"?WATCH={"enable":true,"nmea":true};"#) == [Self.devices, Self.watch(true, json: true, nmea: true)])
    #expect(
      ask(#"?WATCH={"enable":true,"raw":2,"json":false,"nmea":false};"#)
        == [Self.devices, Self.watch(true, raw: 2)])
    #expect(ask(#"?WATCH={"foo":1};"#) == [Self.devices, Self.watch(true, raw: 2)])
    #expect(ask(#"?WATCH={"enable":false};"#) == [Self.devices, Self.watch(false, raw: 2)])
    #expect(!daemon.conversation.isWatching)
  }

  @Test("a device can be asked for by its name; of another one gpsd knows nothing, and nothing changes")
  func chosenDevice() {
    let chosen = Self.watch(true, json: true).dropLast() + #","device":"/dev/trove"}"#
    #expect(ask(#"?WATCH={"enable":true,"json":true,"device":"/dev/trove"};"#) == [Self.devices, String(chosen)])
    #expect(
      ask(#"?WATCH={"enable":true,"device":"/dev/nowhere"};"#)
        == [#"{"class":"ERROR","message":"No such device as /dev/nowhere"}"#])
    #expect(daemon.conversation.isWatching)
    #expect(
      ask(#"?DEVICE={"path":"/dev/nowhere"};"#) == [#"{"class":"ERROR","message":"Can't open /dev/nowhere."}"#])
    #expect(ask(#"?DEVICE={"path":"/dev/trove","bps":4800};"#) == [Self.device])
  }

  @Test("a poll before there was anything is empty, and afterwards holds the last reports")
  func poll() throws {
    #expect(
      ask("?POLL;\n")
        == [#"{"class":"POLL","time":"2026-05-01T10:00:00.000Z","active":0,"tpv":[],"gst":[],"sky":[]}"#])
    let epoch = try FeedSamples.paris()
    let answer = try #require(ask("?POLL;\n", latest: epoch).first)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any])
    #expect(object["active"] as? Int == 1)
    let position = try #require((object["tpv"] as? [[String: Any]])?.first)
    #expect(position["lat"] as? Double == 48.8583701 && position["class"] as? String == "TPV")
    let skies = try #require(object["sky"] as? [[String: Any]])
    #expect((skies.first?["satellites"] as? [Any])?.count == 9)
    #expect((object["gst"] as? [Any])?.count == 1)
    // A receiver without a fix has no errors to report.
    let bare = try #require(ask("?POLL;\n", latest: ReceiverEpoch(time: 5)).first)
    #expect(bare.contains(#""mode":1"#) && bare.contains(#""gst":[]"#))
  }

  @Test("what gpsd does not know it says so", arguments: ["?NONSENSE;\n", "?watch;\n", "?VERSION=1;\n"])
  func unknown(request: String) throws {
    let answer = try #require(ask(request).first)
    #expect(answer.hasPrefix(#"{"class":"ERROR","message":"Unrecognized request '?"#))
    #expect(try JSONSerialization.jsonObject(with: Data(answer.utf8)) is [String: Any])
  }

  @Test(
    "a watch that is none is refused and changes nothing",
    arguments: [
      #"{"enable":maybe}"#, #"{"enable":"x"}"#, #"{"enable":1}"#, "[1]", "true", #"{"enable":true"#, #"{"raw":7}"#,
      #"{"raw":1e99}"#, #"{"device":5}"#, #"{"json":null}"#,
    ])
  func badWatch(body: String) {
    _ = ask(#"?WATCH={"enable":true,"json":true};"#)
    let answer = ask("?WATCH=\(body);\n")
    #expect(answer.count >= 1 && answer.allSatisfy { $0.hasPrefix(#"{"class":"ERROR","message":"Invalid WATCH"#) })
    #expect(ask("?WATCH;\n").last == Self.watch(true, json: true))
  }

  @Test("a request may come byte by byte, and without semicolon or line end")
  func halves() {
    var answers: [String] = []
    for byte in #"?WATCH={"enable":true,"json":true,"device":""}"#.utf8 {
      answers += lines(daemon.conversation.receive([byte], latest: nil, now: Self.now).bytes)
    }
    #expect(answers == [Self.devices, Self.watch(true, json: true)])
    #expect(ask("?VERS") == [] && ask("ION;") == [Self.version])
    // A semicolon, a brace or a quotation mark inside a string ends nothing.
    #expect(
      ask(#"?WATCH={"device":"a;b}\"c"};"#)
        == [#"{"class":"ERROR","message":"No such device as a;b}\"c"}"#])
  }

  @Test("a client hears what it asked for, and nothing before")
  func reports() throws {
    let encoded = try EncodedEpoch(FeedSamples.paris(), device: "/dev/trove")
    #expect(daemon.conversation.bytes(of: encoded) == [])
    _ = ask(#"?WATCH={"enable":true,"json":true};"#)
    #expect(
      lines(daemon.conversation.bytes(of: encoded)).map { $0.prefix(13) }
        == ["TPV", "SKY", "GST", "ATT"].map { "{\"class\":\"\($0)" })
    _ = ask(#"?WATCH={"enable":true,"json":false,"nmea":true};"#)
    #expect(lines(daemon.conversation.bytes(of: encoded)) == NMEAWriter.sentences(for: encoded.epoch))
    _ = ask(#"?WATCH={"enable":true,"nmea":false,"raw":1};"#)
    #expect(lines(daemon.conversation.bytes(of: encoded)).count == 9)
    _ = ask(#"?WATCH={"enable":false};"#)
    #expect(daemon.conversation.bytes(of: encoded) == [] && daemon.conversation.farewell == [])
    _ = ask(#"?WATCH={"json":true};"#)
    #expect(lines(daemon.conversation.farewell) == [#"{"class":"DEVICE","path":"/dev/trove","activated":0}"#])
  }

  @Test("an endless request is refused, whether it comes at once or in drops")
  func endless() {
    let drop = Array(repeating: UInt8(ascii: "{"), count: 100)
    var answer = daemon.conversation.receive(drop, latest: nil, now: 0)
    for _ in 0..<200 where !answer.hangsUp {
      answer = daemon.conversation.receive(drop, latest: nil, now: 0)
    }
    #expect(answer.hangsUp)
    #expect(lines(answer.bytes) == [#"{"class":"ERROR","message":"Request too long"}"#])
  }

  @Test("who sends garbage is sent away, a browser too; who says something good in between may stay")
  func garbage() {
    for _ in 0..<50 {
      #expect(!daemon.conversation.receive("x\n?NO;\n?VERSION;\n".utf8, latest: nil, now: 0).hangsUp)
    }
    let browser = "GET / HTTP/1.1\r\nHost: a\r\nAccept: */*\r\nA: b\r\nC: d\r\nE: f\r\nG: h\r\nI: j\r\n\r\n"
    #expect(daemon.conversation.receive(browser.utf8, latest: nil, now: 0).hangsUp)
    var other = GPSDConversation(about: .init(path: "/dev/trove", activated: 1))
    #expect(other.receive((0..<900).map { UInt8(truncatingIfNeeded: $0 * 7) }, latest: nil, now: 0).bytes.count < 4000)
  }

  @Test("no bytes at all stop it", arguments: 1...30)
  func anything(seed: UInt64) throws {
    var chance = Chance(seed: seed)
    let words = ["?WATCH=", "?POLL;", "{", "}", "\"enable\":", "true", ",", ";", "\n", "\\", "\"", "?", "\u{0}", "é"]
    for _ in 0..<60 {
      let text = (0..<Int.random(in: 0..<12, using: &chance)).map { _ in words.randomElement(using: &chance) ?? "" }
      let answer = daemon.conversation.receive(text.joined().utf8, latest: nil, now: Self.now)
      for line in lines(answer.bytes) {
        #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any], "\(line)")
      }
    }
  }
}
