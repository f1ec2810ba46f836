package import ArgumentParser
internal import GeoFormats

/// A file that a command makes: written wholly or not at all, and never over a file that the command reads.
///
/// A symbolic link keeps pointing to the file; what is no ordinary file, as a device, is refused.
package struct OutputFile {
  private let path: String

  /// Checks a path before the work begins; nothing is written yet.
  ///
  /// - Parameters:
  ///   - name: how the command line calls the file, such as `--svg`.
  ///   - sources: the files that are read; other words, as addresses of services, do no harm.
  package init(_ path: String, named name: String, reading sources: [String?]) throws(CommandFailure) {
    if let source = sources.compactMap(\.self).first(where: { Files.areSame($0, path) }) {
      throw CommandFailure("\(source): \(name) would write over what is read; name another file.", .usage)
    }
    self.path = path
  }

  /// Writes the file.
  ///
  /// - Parameter code: the status of a failure.
  package func write(_ bytes: [UInt8], orFail code: ExitCode = .cannotCreate) throws(CommandFailure) {
    do throws(FileError) { try AtomicFile.write(bytes, to: path) } catch {
      throw CommandFailure("\(path): cannot be written: \(error).", code)
    }
  }
}
