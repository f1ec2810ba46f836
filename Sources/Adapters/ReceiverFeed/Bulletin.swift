package import GeoFormats

/// One epoch, written once for everybody who listens.
package struct Bulletin: Sendable {
  package let epoch: ReceiverEpoch
  /// Sentences of NMEA, each with its line end.
  package let sentences: [[UInt8]]
  /// Reports of gpsd's protocol: TPV, SKY, and where there is something to say GST and ATT.
  package let reports: [UInt8]

  /// Writes an epoch, in the name of a device.
  package init(_ epoch: ReceiverEpoch, device: String) {
    self.epoch = epoch
    sentences = NMEAWriter.sentences(for: epoch).map { Array(($0 + "\r\n").utf8) }
    let objects = [
      GPSDWriter.position(epoch, device: device), GPSDWriter.sky(epoch, device: device),
      GPSDWriter.errors(epoch, device: device), GPSDWriter.attitude(epoch, device: device),
    ]
    reports = objects.compactMap { $0 }.flatMap(GPSDWriter.line)
  }

  /// All sentences in a row.
  package var nmea: [UInt8] { Array(sentences.joined()) }
}
