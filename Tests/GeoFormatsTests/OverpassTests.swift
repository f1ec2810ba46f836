import Foundation
import GeoFormats
import Geodesy
import ProcessTesting
import Testing

private func read(_ elements: String, _ members: String = "") throws -> (
  document: OverpassDocument, complaints: [String]
) {
  var log = DiagnosticLog()
  let text = "{\"version\":0.6,\n\"elements\":[\n\(elements)\n]\(members)}"
  let document = try OverpassDocument(Array(text.utf8), log: &log)
  return (document, log.entries.map { "\($0.line): \($0.message)" })
}

@Suite("Replies of Overpass")
struct OverpassTests {
  @Test(
    "an element is where it says: itself, its centre, the middle of its box, of its shape, or of its nodes",
    arguments: [
      #"{"type":"node","id":7,"lat":1,"lon":2,"tags":{"a":"b"}}"#,
      #"{"type":"way","id":7,"center":{"lat":1,"lon":2},"nodes":[1],"tags":{"a":"b"}}"#,
      #"{"type":"way","id":7,"bounds":{"minlat":0,"minlon":1,"maxlat":2,"maxlon":3},"tags":{"a":"b"}}"#,
      #"{"type":"way","id":7,"geometry":[{"lat":0,"lon":1},null,{"lat":2,"lon":3}],"tags":{"a":"b"}}"#,
      #"{"type":"way","id":7,"nodes":[1,2,3],"tags":{"a":"b"}},{"type":"node","id":1,"lat":0,"lon":3},"#
        + #"{"type":"node","id":2,"lat":2,"lon":1}"#,
      #"{"type":"relation","id":7,"center":{"lat":1,"lon":2},"members":[],"tags":{"a":"b"}}"#,
    ])
  func positions(text: String) throws {
    let (document, complaints) = try read(text)
    let element = try #require(document.elements.first)
    #expect(document.elements.count == 1 && complaints.isEmpty)
    #expect(element.id == 7 && element["a"] == "b" && element["b"] == nil)
    #expect(abs(element.position.latitude - 1) < 1e-9 && abs(element.position.longitude - 2) < 1e-9)
  }

  @Test(
    "what is bad is skipped with a word at its line, what is no thing without one",
    arguments: [
      (#"{"type":"node","id":1,"lat":91,"lon":2,"tags":{"a":"b"}}"#, true),
      (#"{"type":"node","id":1,"lat":"1","lon":2,"tags":{"a":"b"}}"#, true),
      (#"{"type":"way","id":1,"center":{},"tags":{"a":"b"}}"#, true),
      (#"{"type":"way","id":1,"nodes":[5],"tags":{"a":"b"}}"#, true),
      (#"{"type":"node","lat":1,"lon":2,"tags":{"a":"b"}}"#, true),
      (#"{"type":"node","id":1.5,"lat":1,"lon":2,"tags":{"a":"b"}}"#, true),
      (#"{"type":"node","id":1e300,"lat":1,"lon":2,"tags":{"a":"b"}}"#, true),
      ("7", true), (#"{"type":"area","id":1,"tags":{"a":"b"}}"#, false), (#"{"type":"count","id":1}"#, false),
      (#"{"type":"node","id":1,"lat":1,"lon":2}"#, false),
      (#"{"type":"node","id":1,"lat":1,"lon":2,"tags":[1]}"#, false),
    ])
  func skipped(text: String, warns: Bool) throws {
    let good = #"{"type":"node","id":9,"lat":1,"lon":2,"tags":{"a":"b"}}"#
    let (document, complaints) = try read("\(good),\n\(text),\n\(good)")
    #expect(document.elements.map(\.id) == [9, 9])
    #expect(complaints.count == (warns ? 1 : 0) && complaints.allSatisfy { $0.hasPrefix("4: ") }, "\(complaints)")
  }

  @Test("tags are cleaned, bounded in length and in number")
  func tags() throws {
    let many = (0..<2000).map { "\"k\($0)\":\"v\"" }.joined(separator: ",")
    let long = String(repeating: "y", count: 5000)
    let (document, _) = try read(
      #"{"type":"node","id":1,"lat":1,"lon":2,"tags":{"na\u0007me":"a\u001b[2Jb","x":"\#(long)","e":"","n":1,\#(many)}}"#
    )
    let tags = try #require(document.elements.first).tags
    #expect(tags[0].key == "name" && tags[0].value == "a[2Jb" && tags[1].value.count == 255)
    #expect(tags.count == 510)
  }

  @Test("the remark tells whether elements are missing")
  func remarks() throws {
    #expect(try !read("").document.isIncomplete)
    #expect(try !read("", #","remark":"be patient""#).document.isIncomplete)
    let remark = #","remark":"runtime error: Query run out of memory""#
    #expect(try read("", remark).document.isIncomplete)
  }

  @Test(
    "what is something else is refused",
    arguments: [
      "", "{", "<html>", "{}", #"{"elements":{}}"#, #"{"type":"FeatureCollection","features":[],"elements":[]}"#,
    ])
  func refused(text: String) {
    var log = DiagnosticLog()
    #expect(throws: FormatError.self) { try OverpassDocument(Array(text.utf8), log: &log) }
  }

  // MARK: - Recorded

  private static let folder = "data/poi/overpass"

  @Test(
    "recorded replies are read",
    .enabled(if: SharedFiles.has(folder), "the recorded replies are not beside the package"),
    arguments: [
      ("area-01", 0, false), ("node-01", 1, false), ("relation-01", 0, false), ("relation-03", 1, false),
      ("remark-runtime-error-01", 0, true), ("result-expand-01", 1, false), ("way-01", 0, false), ("way-04", 0, false),
    ])
  func recorded(name: String, elements: Int, isIncomplete: Bool) throws {
    var log = DiagnosticLog()
    let path = SharedFiles.folder.appending(path: "\(Self.folder)/\(name).json").path
    let document = try OverpassDocument(path: path, log: &log)
    #expect(document.elements.count == elements && document.isIncomplete == isIncomplete)
    #expect(document.moment?.hasPrefix("201") == true && document.copyright?.contains("ODbL") == true)
  }
}
