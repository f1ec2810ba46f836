import ArgumentParser
import CommandKit
import GeoFormats
import PlaceFiles

/// `trove hunt seal`: encrypts a hunt, so that players cannot read ahead in its file.
struct HuntSealCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "seal", abstract: "Seals a hunt, so that nobody reads ahead in its file.",
    discussion: """
      Examples:
      trove hunt seal park.geojson park-sealed.geojson
      trove hunt seal park.geojson -o park-sealed.geojson

      Writes a copy in which every stage that needs an answer can be read only by who gives that answer; so can the \
      answer itself, and what wins the hunt. The sealed copy is played like any other hunt. Keep the original: nobody, \
      you neither, can change a sealed hunt or open it without the answers.

      Answers that are texts, or numbers without a tolerance, seal; a choice would be tried in a second. What players \
      can reach without an answer stays readable, and so do the hints there; members that Trove does not know, \
      features that are no stages, and a recorded walk are left out. How strong an answer is, docs/hunts.md says.

      Exit codes: 64 wrong usage; 65 the file has bad data, or cannot be sealed; 66 it is not there; 73 the copy is \
      there already (--force writes over it) or cannot be written.
      """)

  @Argument(help: "The hunt: a GeoJSON file.", completion: .file(extensions: ["geojson", "json"]))
  var file: String

  @Argument(help: "The sealed copy to write.", completion: .file(extensions: ["geojson", "json"]))
  var copy: String?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The same as the second argument.", valueName: "file"),
    completion: .file(extensions: ["geojson", "json"]))
  var output: String?

  @Flag(help: "Write over a file that is there.")
  var force = false

  func validate() throws {
    guard (copy == nil) != (output == nil) else {
      throw ValidationError("Name one file to write: trove hunt seal FILE COPY, or trove hunt seal FILE -o COPY.")
    }
  }

  func run() throws {
    let output = copy ?? output ?? ""
    guard !Files.areSame(file, output) else {
      throw CommandFailure("\(output): is the hunt itself, which has to be kept; name another file.", .usage)
    }
    guard force || !Files.isThere(output) else {
      throw CommandFailure("\(output): is there already; --force writes over it.", .cannotCreate)
    }
    var chance = SystemRandomNumberGenerator()
    let sealing: HuntSealing
    do {
      sealing = try HuntSealing(path: file) { count in
        (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &chance) }
      }
    } catch { throw CommandFailure(error) }
    do { try sealing.write(to: output) } catch { throw CommandFailure(error.description, .cannotCreate) }
    let answers = "\(sealing.locks) answer\(sealing.locks == 1 ? "" : "s")"
    let stages = "\(sealing.hidden.count) stage\(sealing.hidden.count == 1 ? "" : "s")"
    Output.write("\(SafeText.clean(output)): \(stages) sealed behind \(answers).\n")
    say(sealing.readable, "the answer can be read: a choice, or a number with a tolerance")
    say(sealing.countable, "the answer is a number: a program tries a thousand in four minutes; a word holds longer")
    say(sealing.open, "can be read: several answers lead there, and none of them is needed")
    let sealed: HuntFile
    do { sealed = try HuntFile(path: output) } catch { throw CommandFailure(error) }
    if let map = sealed.map, !Files.isThere(map) {
      Output.write("The base map is looked for at \(SafeText.clean(map)): copy it there too.\n")
    }
  }

  private func say(_ ids: [String], _ text: String) {
    for id in ids { Output.write("\(SafeText.quoted(id)): \(text).\n") }
  }
}
