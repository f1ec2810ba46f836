/// The characters that HTML 4 has names for, and what numbers mean in pages of the last century.
enum HTMLEntities {
  /// The longest name: `thetasym`.
  static let longestName = 8

  /// The character of a name, in the letters of its case.
  static func scalar(named name: String) -> Unicode.Scalar? { named[name] }

  /// The character of a number; nothing for what is no character.
  ///
  /// 128 to 159 are controls, but those who wrote them meant Windows-1252, and every browser reads them so.
  static func scalar(numbered number: UInt32) -> Unicode.Scalar? {
    if (0x80...0x9F).contains(number) { return windows[Int(number - 0x80)].flatMap(Unicode.Scalar.init) }
    return number == 0 ? nil : Unicode.Scalar(number)
  }

  /// The second half of Windows-1252 from 0x80 on; five places of it are empty.
  private static let windows: [UInt32?] = [
    0x20AC, nil, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, nil, 0x017D,
    nil, nil, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, nil,
    0x017E, 0x0178,
  ]

  private static let named: [String: Unicode.Scalar] = {
    var table: [String: Unicode.Scalar] = [:]
    for (first, names) in runs {
      for (offset, name) in names.split(separator: " ").enumerated() where name != "-" {
        table[String(name)] = Unicode.Scalar(first + UInt32(offset))
      }
    }
    return table
  }()

  /// Names of characters that follow one another, from the first one's number on.
  ///
  /// A hyphen stands for a character without a name. HTML 4.01, section 24.
  private static let runs: [(UInt32, String)] = [
    (34, "quot"), (38, "amp apos"), (60, "lt - gt"),
    (
      160,
      "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute "
        + "micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring "
        + "AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml "
        + "times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil "
        + "egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash "
        + "ugrave uacute ucirc uuml yacute thorn yuml"
    ),
    (338, "OElig oelig"), (352, "Scaron scaron"), (376, "Yuml"), (402, "fnof"), (710, "circ"), (732, "tilde"),
    (
      913,
      "Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau Upsilon "
        + "Phi Chi Psi Omega"
    ),
    (
      945,
      "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau "
        + "upsilon phi chi psi omega"
    ),
    (977, "thetasym upsih"), (982, "piv"), (8194, "ensp emsp"), (8201, "thinsp"), (8204, "zwnj zwj lrm rlm"),
    (8211, "ndash mdash"), (8216, "lsquo rsquo sbquo"), (8220, "ldquo rdquo bdquo"), (8224, "dagger Dagger bull"),
    (8230, "hellip"), (8240, "permil"), (8242, "prime Prime"), (8249, "lsaquo rsaquo"), (8254, "oline"),
    (8260, "frasl"), (8364, "euro"), (8465, "image"), (8472, "weierp"), (8476, "real"), (8482, "trade"),
    (8501, "alefsym"), (8592, "larr uarr rarr darr harr"), (8629, "crarr"), (8656, "lArr uArr rArr dArr hArr"),
    (8704, "forall - part exist - empty - nabla isin notin - ni - - - prod - sum minus"), (8727, "lowast"),
    (8730, "radic"), (8733, "prop infin"), (8736, "ang"), (8743, "and or cap cup int"), (8756, "there4"),
    (8764, "sim"), (8773, "cong"), (8776, "asymp"), (8800, "ne equiv"), (8804, "le ge"), (8834, "sub sup nsub"),
    (8838, "sube supe"), (8853, "oplus - otimes"), (8869, "perp"), (8901, "sdot"), (8968, "lceil rceil lfloor rfloor"),
    (9001, "lang rang"), (9674, "loz"), (9824, "spades - - clubs - hearts diams"),
  ]
}
