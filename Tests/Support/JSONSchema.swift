import Foundation

/// A stock validator of JSON by a schema: the Python module jsonschema.
package enum JSONSchema {
  /// Whether it is there.
  package static let hasValidator: Bool = {
    let python = Process()
    python.executableURL = URL(filePath: "/usr/bin/env")
    python.arguments = ["python3", "-c", "import jsonschema; jsonschema.Draft202012Validator"]
    python.standardError = FileHandle.nullDevice
    guard (try? python.run()) != nil else { return false }
    python.waitUntilExit()
    return python.terminationStatus == 0
  }()

  /// Says what is wrong with each text, a line each; nothing when all are valid.
  package static func complaints(about texts: [String], by schema: String) async throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "trove-json-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = try texts.enumerated().map { index, text in
      let file = folder.appending(path: "\(index).json")
      try text.write(to: file, atomically: false, encoding: .utf8)
      return file.path
    }
    return try await complaints(aboutFiles: files, by: schema)
  }

  /// Says what is wrong with each file, a line each; nothing when all are valid.
  package static func complaints(aboutFiles files: [String], by schema: String) async throws -> String {
    let run = try await Command.run("python3", ["-c", validate, schema] + files)
    return run.output + (run.status == 0 ? "" : run.error)
  }

  private static let validate = """
    import json, sys, jsonschema
    schema = json.load(open(sys.argv[1])); kind = jsonschema.Draft202012Validator
    kind.check_schema(schema); validator = kind(schema)
    for path in sys.argv[2:]:
        for error in validator.iter_errors(json.load(open(path))):
            print(path, list(error.path), error.message[:200].replace("\\n", " "))
    """
}
