extension BlockCheck {
  /// Checks nodes that are packed column by column (`DenseNodes`).
  mutating func checkDense(_ object: WireReader.Bytes) throws(WireFault) {
    var reader = WireReader(object)
    var (ids, latitudes, longitudes): (WireReader.Bytes?, WireReader.Bytes?, WireReader.Bytes?)
    var (info, tags): (WireReader.Bytes?, WireReader.Bytes?)
    while !reader.isAtEnd {
      let (number, wire) = try reader.field()
      switch number {
      case 1: try reader.once(&ids, wire, "the numbers of nodes")
      case 5: try reader.once(&info, wire, "the history of nodes")
      case 8: try reader.once(&latitudes, wire, "the places of nodes")
      case 9: try reader.once(&longitudes, wire, "the places of nodes")
      case 10: try reader.once(&tags, wire, "the tags of nodes")
      default: try reader.skip(wire)
      }
    }
    let count = ids?.numbers ?? 0
    guard latitudes?.numbers ?? 0 == count, longitudes?.numbers ?? 0 == count else {
      throw .missing("more or fewer places than nodes in a block")
    }
    try note(.node, count)
    if let ids, let latitudes, let longitudes { try checkPlaces(ids, latitudes, longitudes) }
    if let tags, !tags.isEmpty { try checkDenseTags(tags, count) }
    if let info { try checkDenseInfo(info, count) }
  }

  private mutating func checkPlaces(
    _ ids: WireReader.Bytes, _ latitudes: WireReader.Bytes, _ longitudes: WireReader.Bytes
  ) throws(WireFault) {
    var (number, up, right) = (WireReader(ids), WireReader(latitudes), WireReader(longitudes))
    var (id, latitude, longitude): (Int64, Int64, Int64) = (0, 0, 0)
    while !number.isAtEnd {
      id = try id.advanced(safely: number.zigzag())
      latitude = try latitude.advanced(safely: up.zigzag())
      longitude = try longitude.advanced(safely: right.zigzag())
      try place(id, latitude: latitude, longitude: longitude)
    }
    guard up.isAtEnd, right.isAtEnd else { throw .cut }
  }

  /// Checks keys and values in turn, with a 0 behind those of each node.
  private mutating func checkDenseTags(_ tags: WireReader.Bytes, _ count: Int) throws(WireFault) {
    var reader = WireReader(tags)
    var ended = 0
    while !reader.isAtEnd {
      let key = try reader.varint()
      if key == 0 {
        ended += 1
        continue
      }
      guard !reader.isAtEnd else { throw .missing("a node with a key without a value") }
      try grow(by: try strings.length(key) + strings.length(try reader.varint()) + 2)
    }
    guard ended == count else { throw .missing("the tags of more or fewer nodes than a block has") }
  }

  /// Checks when and by whom nodes were changed (`DenseInfo`): every list that is there is as long as the others.
  private func checkDenseInfo(_ bytes: WireReader.Bytes, _ count: Int) throws(WireFault) {
    var reader = WireReader(bytes)
    while !reader.isAtEnd {
      let (number, wire) = try reader.field()
      guard (1...6).contains(number) else {
        try reader.skip(wire)
        continue
      }
      let list = try reader.bytes(wire, "the history of nodes")
      guard list.isEmpty || list.numbers == count else {
        throw .missing("the history of more or fewer nodes than a block has")
      }
      try number == 5 ? checkUsers(list) : checkNumbers(list)
    }
  }

  private func checkNumbers(_ list: WireReader.Bytes) throws(WireFault) {
    var reader = WireReader(list)
    while !reader.isAtEnd { _ = try reader.varint() }
  }

  private func checkUsers(_ list: WireReader.Bytes) throws(WireFault) {
    var reader = WireReader(list)
    var user: Int64 = 0
    while !reader.isAtEnd {
      user = try user.advanced(safely: reader.zigzag())
      _ = try strings.length(UInt64(bitPattern: user))
    }
  }
}
