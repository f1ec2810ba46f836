extension PBFReader {
  /// Takes the bytes of a field that may be there once.
  mutating func once(_ slot: inout Bytes?, _ wire: PBFWireType, _ name: @autoclosure () -> String) throws(PBFFault) {
    guard slot == nil else { throw .badField(name()) }
    slot = try bytes(wire, name())
  }
}

extension BlockCheck {
  /// Checks a node that stands alone (`Node`).
  mutating func checkNode(_ object: PBFReader.Bytes) throws(PBFFault) {
    var reader = PBFReader(object)
    var id: Int64?
    var (latitude, longitude): (Int64?, Int64?)
    var (keys, values): (PBFReader.Bytes?, PBFReader.Bytes?)
    while !reader.isAtEnd {
      let (number, wire) = try reader.field()
      switch number {
      case 1, 8, 9:
        guard wire == .varint else { throw .badField("a node") }
        let value = try reader.zigzag()
        if number == 1 { id = value } else if number == 8 { latitude = value } else { longitude = value }
      case 2: try reader.once(&keys, wire, "the tags of a node")
      case 3: try reader.once(&values, wire, "the tags of a node")
      case 4: try checkInfo(try reader.bytes(wire, "the history of a node"))
      default: try reader.skip(wire)
      }
    }
    guard let id, let latitude, let longitude else { throw .missing("a node without a number or a place") }
    try note(.node)
    try place(id, latitude: latitude, longitude: longitude)
    try checkTags(keys, values)
  }

  /// Checks a way (`Way`).
  mutating func checkWay(_ object: PBFReader.Bytes) throws(PBFFault) {
    var reader = PBFReader(object)
    var hasID = false
    var (keys, values, refs): (PBFReader.Bytes?, PBFReader.Bytes?, PBFReader.Bytes?)
    var (latitudes, longitudes): (PBFReader.Bytes?, PBFReader.Bytes?)
    while !reader.isAtEnd {
      let (number, wire) = try reader.field()
      switch number {
      case 1:
        note(id: Int64(bitPattern: try reader.number(wire, "a way")))
        hasID = true
      case 2: try reader.once(&keys, wire, "the tags of a way")
      case 3: try reader.once(&values, wire, "the tags of a way")
      case 4: try checkInfo(try reader.bytes(wire, "the history of a way"))
      case 8: try reader.once(&refs, wire, "the nodes of a way")
      case 9: try reader.once(&latitudes, wire, "the places of a way")
      case 10: try reader.once(&longitudes, wire, "the places of a way")
      default: try reader.skip(wire)
      }
    }
    guard hasID else { throw .missing("a way without a number") }
    try note(.way)
    let count = try checkSums(refs)
    try grow(by: 16 * count)
    for list in [latitudes, longitudes] where list != nil {
      guard try checkSums(list) == count else { throw .missing("a way with more or fewer places than nodes") }
    }
    try checkTags(keys, values)
  }

  /// Checks a relation (`Relation`).
  mutating func checkRelation(_ object: PBFReader.Bytes) throws(PBFFault) {
    var reader = PBFReader(object)
    var hasID = false
    var (keys, values): (PBFReader.Bytes?, PBFReader.Bytes?)
    var (roles, members, kinds): (PBFReader.Bytes?, PBFReader.Bytes?, PBFReader.Bytes?)
    while !reader.isAtEnd {
      let (number, wire) = try reader.field()
      switch number {
      case 1:
        note(id: Int64(bitPattern: try reader.number(wire, "a relation")))
        hasID = true
      case 2: try reader.once(&keys, wire, "the tags of a relation")
      case 3: try reader.once(&values, wire, "the tags of a relation")
      case 4: try checkInfo(try reader.bytes(wire, "the history of a relation"))
      case 8: try reader.once(&roles, wire, "the members of a relation")
      case 9: try reader.once(&members, wire, "the members of a relation")
      case 10: try reader.once(&kinds, wire, "the members of a relation")
      default: try reader.skip(wire)
      }
    }
    guard hasID else { throw .missing("a relation without a number") }
    try note(.relation)
    let count = try checkSums(members)
    guard roles?.numbers ?? 0 == count, kinds?.numbers ?? 0 == count else {
      throw .missing("a relation with more or fewer roles or kinds than members")
    }
    try checkMembers(roles, kinds, count)
    try checkTags(keys, values)
  }

  /// Checks the roles and the kinds of `count` members.
  private mutating func checkMembers(
    _ roles: PBFReader.Bytes?, _ kinds: PBFReader.Bytes?, _ count: Int
  ) throws(PBFFault) {
    guard count > 0, let roles, let kinds else { return }
    var (role, kind) = (PBFReader(roles), PBFReader(kinds))
    for _ in 0..<count {
      guard try kind.varint() <= 2 else { throw .missing("a relation with a member of an unknown kind") }
      try grow(by: 32 + strings.length(try role.varint()))
    }
    guard role.isAtEnd, kind.isAtEnd else { throw .cut }
  }

  /// Goes through numbers that are written as differences; says how many there are.
  func checkSums(_ list: PBFReader.Bytes?) throws(PBFFault) -> Int {
    guard let list else { return 0 }
    var reader = PBFReader(list)
    var (count, sum): (Int, Int64) = (0, 0)
    while !reader.isAtEnd {
      sum = try sum.advanced(safely: reader.zigzag())
      count += 1
    }
    return count
  }

  /// Checks when and by whom an object was changed (`Info`), none of which is used.
  private func checkInfo(_ bytes: PBFReader.Bytes) throws(PBFFault) {
    var reader = PBFReader(bytes)
    while !reader.isAtEnd {
      let (number, wire) = try reader.field()
      switch number {
      case 5: _ = try strings.length(try reader.number(wire, "the history of an object"))
      case 1...6: _ = try reader.number(wire, "the history of an object")
      default: try reader.skip(wire)
      }
    }
  }
}

extension Int64 {
  /// The sum, which in a sound file fits into 64 bits.
  @inline(__always)
  func advanced(safely step: Int64) throws(PBFFault) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(step)
    guard !overflow else { throw .missing("a number beyond 64 bits, as a sum of differences") }
    return sum
  }
}

extension BlockCheck {
  /// Checks nodes that are packed column by column (`DenseNodes`).
  mutating func checkDense(_ object: PBFReader.Bytes) throws(PBFFault) {
    var reader = PBFReader(object)
    var (ids, latitudes, longitudes): (PBFReader.Bytes?, PBFReader.Bytes?, PBFReader.Bytes?)
    var (info, tags): (PBFReader.Bytes?, PBFReader.Bytes?)
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
    _ ids: PBFReader.Bytes, _ latitudes: PBFReader.Bytes, _ longitudes: PBFReader.Bytes
  ) throws(PBFFault) {
    var (number, up, right) = (PBFReader(ids), PBFReader(latitudes), PBFReader(longitudes))
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
  private mutating func checkDenseTags(_ tags: PBFReader.Bytes, _ count: Int) throws(PBFFault) {
    var reader = PBFReader(tags)
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
  private func checkDenseInfo(_ bytes: PBFReader.Bytes, _ count: Int) throws(PBFFault) {
    var reader = PBFReader(bytes)
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

  private func checkNumbers(_ list: PBFReader.Bytes) throws(PBFFault) {
    var reader = PBFReader(list)
    while !reader.isAtEnd { _ = try reader.varint() }
  }

  private func checkUsers(_ list: PBFReader.Bytes) throws(PBFFault) {
    var reader = PBFReader(list)
    var user: Int64 = 0
    while !reader.isAtEnd {
      user = try user.advanced(safely: reader.zigzag())
      _ = try strings.length(UInt64(bitPattern: user))
    }
  }
}
