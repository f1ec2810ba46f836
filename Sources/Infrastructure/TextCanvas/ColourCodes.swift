/// The parameters of SGR for every colour there can be, made once for a terminal.
struct ColourCodes: Hashable, Sendable {
  /// By the code of the colour; the standard colour's where the terminal does not show one.
  let fronts: [[UInt8]]
  let backs: [[UInt8]]

  init(depth: ColourDepth, table: ColourTable) {
    let colours = (0...UInt8(0x7F)).map { Colour(code: $0) }
    fronts = colours.map { Array($0.parameters(background: false, depth: depth, table: table).utf8) }
    backs = colours.map { Array($0.parameters(background: true, depth: depth, table: table).utf8) }
  }
}
