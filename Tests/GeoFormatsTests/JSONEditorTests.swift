import Foundation
import GeoFormats
import Testing

@Suite("Editing JSON")
struct JSONEditorTests {
  private func editor(_ text: String) throws -> JSONEditor { JSONEditor(try JSONDocument(text)) }

  private func text(_ editor: JSONEditor) -> String { String(decoding: editor.bytes, as: UTF8.self) }

  @Test("a value's range is the text of the value, whatever it is and whatever stands around it")
  func ranges() throws {
    let parts = [
      "null", "true", "false", "-12.5e3", "0", #""""#, #""a\"b\\""#, #""é€😀""#, "[]", "[ \n ]", "{}", "{ }",
      "[1,[2,[ ]]]",
      #"{"a":{"b":[{"c":null} ] } }"#, #"{"]":"}"}"#,
    ]
    for space in ["", " ", "\n\t"] {
      let text = "[" + parts.map { space + $0 + space }.joined(separator: ",") + "]"
      let document = try JSONDocument(text)
      let found = document.root.elements.map { String(decoding: Array(text.utf8)[$0.range], as: UTF8.self) }
      #expect(found == parts)
      #expect(document.root.range == 0..<text.utf8.count)
    }
  }

  @Test("a member is set where it is, or added as the others are written")
  func set() throws {
    var editor = try editor("{\"a\" : 1,\n   \"b\":[2]}")
    editor.set("a", to: "x", inObjectAt: 0)
    editor.set("c", to: [1, 2.5, true, .null], inObjectAt: 0)
    #expect(text(editor) == "{\"a\" : \"x\",\n   \"b\":[2],\n   \"c\": [1, 2.5, true, null]}")
  }

  @Test("the only member of one line gets a blank beside it, an empty object none")
  func setInSmall() throws {
    var one = try editor(#"{"a":1}"#)
    one.set("b", to: 2, inObjectAt: 0)
    #expect(text(one) == #"{"a":1, "b": 2}"#)
    var none = try editor("{  }")
    none.set("b", to: [:], inObjectAt: 0)
    #expect(text(none) == #"{"b": {}}"#)
  }

  @Test("of two members of one name the last is set, and both are taken out")
  func repeated() throws {
    var editor = try editor(#"{"a":1,"b":2,"\u0061":3}"#)
    editor.set("a", to: 4, inObjectAt: 0)
    #expect(text(editor) == #"{"a":1,"b":2,"\u0061":4}"#)
    editor.set("a", to: nil, inObjectAt: 0)
    #expect(text(editor) == #"{"b":2}"#)
    #expect(editor.set("a", to: nil, inObjectAt: 0) == false)
  }

  @Test("all members of a name go, wherever they stand, and the others keep what is between them")
  func repeatedManyTimes() throws {
    for (before, after) in [
      (#"{ "a":1, "a":2,  "b":3 , "a":4,  "c":5, "a":6 }"#, #"{ "b":3,  "c":5 }"#), (#"{ "a":1 , "a":2 }"#, "{  }"),
      (#"{"b":1, "a":2, "a":3}"#, #"{"b":1}"#), (#"{"a":1, "a":2, "b":3}"#, #"{"b":3}"#),
    ] {
      var editor = try editor(before)
      #expect(editor.set("a", to: nil, inObjectAt: 0) == true)
      #expect(text(editor) == after)
    }
    let many = String(repeating: #""a":1,"#, count: 20_000)
    var editor = try editor("{\(many)\"b\":2}")
    #expect(editor.set("a", to: nil, inObjectAt: 0) == true)
    #expect(text(editor) == #"{"b":2}"#)
  }

  @Test("an element is added, moved and taken out; the others keep their text, and the lines their beginnings")
  func elements() throws {
    var editor = try editor("[\n  1,\n  {\"a\" :2}\n]")
    editor.append("3", toArrayAt: 0)
    editor.move(element: 0, to: 2, inArrayAt: 0)
    #expect(text(editor) == "[\n  {\"a\" :2},\n  3,\n  1\n]")
    editor.remove(element: 0, fromArrayAt: 0)
    #expect(text(editor) == "[\n  3,\n  1\n]")
    editor.remove(element: 1, fromArrayAt: 0)
    editor.remove(element: 0, fromArrayAt: 0)
    #expect(text(editor) == "[\n  \n]")
    editor.append("4", toArrayAt: 0, space: ("\n  ", "\n"))
    #expect(text(editor) == "[\n  4\n]")
    #expect(!editor.move(element: 0, to: 1, inArrayAt: 0) && !editor.remove(element: 1, fromArrayAt: 0))
  }

  @Test("what would not be JSON any more changes nothing")
  func refusals() throws {
    var editor = try editor("[1]")
    #expect(!editor.append("}", toArrayAt: 0) && !editor.set("a", to: 1, inObjectAt: 0))
    #expect(editor.append("1", toArrayAt: 1) == false)
    #expect(text(editor) == "[1]")
  }

  @Test("every finite number is written so that it is read again as the same")
  func numbers() throws {
    for number in [
      0, -0.0, 1, -1, 15, 0.1, 1e-7, .leastNonzeroMagnitude, 1e15, 123_456_789_012_345_680, .greatestFiniteMagnitude,
      .pi,
    ] {
      let text = JSONContent.number(number).text
      #expect(try JSONDocument(text).root.number == number, "\(text)")
    }
    #expect(JSONContent.number(.nan).text == "null")
    #expect(JSONContent.decimal(11.5755000, places: 7).text == "11.5755")
    #expect(JSONContent.decimal(-0.00000001, places: 7).text == "0")
    #expect(JSONContent.decimal(120, places: 3).text == "120")
  }
}

@Suite("Files written wholly or not at all")
struct AtomicFileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "trove-atomic-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  @Test("the new text is there, with the old permissions, and nothing else is left in the folder")
  func permissions() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.path + "/hunt"
    try AtomicFile.write(Array("one".utf8), to: path)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    try AtomicFile.write(Array("two".utf8), to: path)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "two")
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o640)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["hunt"])
  }

  @Test("through a symbolic link the file behind it is written")
  func links() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (file, link) = (folder.path + "/file", folder.path + "/link")
    try AtomicFile.write([1], to: file)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "file")
    try AtomicFile.write([2], to: link)
    #expect(FileManager.default.contents(atPath: file) == Data([2]))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "file")
  }

  @Test("a folder that is not there, and a name that is a folder, are errors and leave nothing behind")
  func errors() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(throws: FileError.self) { try AtomicFile.write([1], to: folder.path + "/none/file") }
    #expect(throws: FileError.self) { try AtomicFile.write([1], to: folder.path) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }
}
