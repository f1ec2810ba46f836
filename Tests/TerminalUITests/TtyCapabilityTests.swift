import HuntDomain
import Testing
import TextCanvas

@testable import TerminalUI

@Suite("What a terminal can show")
struct TtyCapabilityTests {
  @Test(
    "COLORFGBG says whether the ground is light, where it names one of 16 colours",
    arguments: [
      ("0;15", true), ("15;0", false), ("0;default;7", true), ("12;8", false), ("0;default", nil), ("", nil),
      ("0;16", nil), ("0;-1", nil), ("7", true), (nil, nil),
    ] as [(String?, Bool?)])
  func lightGround(value: String?, isLight: Bool?) {
    #expect(TerminalCapability.hasLightGround(value.map { ["COLORFGBG": $0] } ?? [:]) == isLight)
  }

  @Test("the ground is asked for only where a terminal answers and has colours")
  func tellsGround() {
    func tells(_ environment: [String: String]) -> Bool { TerminalCapability(environment: environment).tellsGround }
    #expect(tells(["TERM": "xterm-256color"]) && tells(["TERM": "tmux-256color"]))
    #expect(!tells(["TERM": "linux"]) && !tells(["TERM": "dumb"]) && !tells([:]))
    #expect(!tells(["TERM": "xterm", "NO_COLOR": "1"]))
  }

  @Test(
    "colours follow the environment and its conventions",
    arguments: [
      ([:], .none), (["TERM": "dumb"], .none), (["TERM": "vt100"], .none), (["TERM": "xterm"], .sixteen),
      (["TERM": "linux"], .sixteen), (["TERM": "xterm-256color"], .twoHundredFiftySix),
      (["TERM": "xterm-256color", "COLORTERM": "truecolor"], .trueColour), (["TERM": "xterm-direct"], .trueColour),
      (["TERM": "screen-256color", "COLORTERM": "truecolor"], .twoHundredFiftySix),
      (["TERM": "xterm", "NO_COLOR": "1"], .none), (["TERM": "xterm", "NO_COLOR": ""], .sixteen),
      (["TERM": "xterm", "NO_COLOR": "1", "FORCE_COLOR": "1"], .none), (["TERM": "xterm", "CLICOLOR": "0"], .none),
      (["TERM": "dumb", "CLICOLOR_FORCE": "1"], .sixteen), (["TERM": "dumb", "CLICOLOR_FORCE": "0"], .none),
      (["TERM": "xterm", "CLICOLOR": "0", "CLICOLOR_FORCE": "1"], .sixteen),
      (["TERM": "xterm", "FORCE_COLOR": "0"], .none),
      (["TERM": "xterm", "FORCE_COLOR": "2"], .twoHundredFiftySix),
      (["TERM": "xterm", "FORCE_COLOR": "3"], .trueColour),
      (["TERM": "xterm-256color", "FORCE_COLOR": "true"], .twoHundredFiftySix),
    ] as [([String: String], ColourDepth)])
  func colours(environment: [String: String], depth: ColourDepth) {
    #expect(TerminalCapability(environment: environment).colours == depth)
  }

  @Test(
    "frames are reported by terminals, and by multiplexers unless they have a line of unknown speed behind them",
    arguments: [
      ([:], false), (["TERM": "dumb"], false), (["TERM": "xterm"], true),
      (["TERM": "xterm", "SSH_TTY": "/dev/pts/1"], true),
      (["TERM": "tmux-256color", "TMUX": "/tmp/tmux"], true),
      (["TERM": "tmux-256color", "TMUX": "/tmp/tmux", "SSH_CONNECTION": "::1 1 ::1 22"], false),
      (["TERM": "screen", "SSH_TTY": "/dev/pts/1"], false),
    ] as [([String: String], Bool)])
  func reports(environment: [String: String], isAsked: Bool) {
    #expect(TerminalCapability(environment: environment).reportsFrames == isAsked)
  }

  @Test("the player's word on colours wins")
  func choice() {
    let environment = ["TERM": "xterm-256color", "NO_COLOR": "1"]
    #expect(TerminalCapability(environment: environment, colour: .always).colours == .twoHundredFiftySix)
    #expect(TerminalCapability(environment: ["TERM": "dumb"], colour: .always).colours == .sixteen)
    #expect(TerminalCapability(environment: ["TERM": "xterm", "FORCE_COLOR": "3"], colour: .never).colours == .none)
  }

  @Test(
    "characters follow the locale and the font",
    arguments: [
      (["TERM": "xterm", "LANG": "C.UTF-8"], .braille), (["TERM": "xterm", "LANG": "de_LI.utf8"], .braille),
      (["TERM": "linux", "LANG": "C.UTF-8"], .blocks), (["TERM": "xterm"], .ascii),
      (["TERM": "xterm", "LANG": "C"], .ascii),
      (["TERM": "xterm", "LANG": "C.UTF-8", "LC_ALL": "C"], .ascii),
      (["TERM": "xterm", "LANG": "C", "LC_CTYPE": "C.UTF-8", "LC_ALL": ""], .braille),
      (["TERM": "dumb", "LANG": "C.UTF-8"], .ascii), (["LANG": "C.UTF-8"], .ascii),
    ] as [([String: String], GlyphLevel)])
  func glyphs(environment: [String: String], level: GlyphLevel) {
    #expect(TerminalCapability(environment: environment).glyphs == level)
  }

  @Test(
    "sextants are for terminals that draw them themselves",
    arguments: [
      (["TERM": "xterm-kitty"], true), (["TERM": "foot"], true), (["TERM": "foot-extra"], true),
      (["TERM": "xterm-ghostty"], true), (["TERM": "wezterm"], true),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], true),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "ghostty"], true),
      (["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"], true),
      (["TERM": "xterm-256color", "VTE_VERSION": "7601"], true),
      (["TERM": "xterm-256color", "VTE_VERSION": "5202"], false),
      (["TERM": "xterm-256color", "VTE_VERSION": "99999999999999999999"], false),
      (["TERM": "xterm-256color"], false), (["TERM": "alacritty"], false), (["TERM": "footloose"], false),
      (["TERM": "linux", "KITTY_WINDOW_ID": "1"], false), (["TERM": "xterm-kitty", "LANG": "C"], false),
      // Inside of multiplexers.
      (["TERM": "tmux-256color", "KITTY_WINDOW_ID": "1"], false), (["TERM": "xterm-kitty", "TMUX": "/tmp/a"], false),
      (["TERM": "screen.xterm-256color", "VTE_VERSION": "7601"], false), (["TERM": "foot", "ZELLIJ": "0"], false),
      (["TERM": "xterm-kitty", "STY": "1.a"], false),
      // Started from another terminal.
      (["TERM": "xterm-256color", "VTE_VERSION": "7601", "XTERM_VERSION": "XTerm(390)"], false),
      (["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1", "KONSOLE_VERSION": "240801"], false),
      (["TERM": "xterm-256color", "VTE_VERSION": "7601", "TERM_PROGRAM": "vscode"], false),
      (["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1", "WT_SESSION": "a"], false),
    ] as [([String: String], Bool)])
  func sextants(environment: [String: String], isDrawn: Bool) {
    let environment = ["LANG": "C.UTF-8"].merging(environment) { $1 }
    #expect(TerminalCapability(environment: environment).hasSextants == isDrawn)
    #expect(!TerminalCapability(environment: environment, maximum: .blocks).hasSextants)
  }

  @Test("the player can ask for less, and names keep their letters")
  func maximum() {
    let capability = TerminalCapability(environment: ["TERM": "xterm", "LANG": "C.UTF-8"], maximum: .ascii)
    #expect(capability.glyphs == .ascii)
    #expect(capability.isUnicode)
    #expect(TerminalCapability(environment: ["TERM": "linux", "LANG": "C"], maximum: .blocks).glyphs == .ascii)
  }

  @Test("a dumb terminal is not addressed, and only able ones are synchronised")
  func abilities() {
    #expect(!TerminalCapability(environment: ["TERM": "dumb"]).isAddressable)
    #expect(!TerminalCapability(environment: [:]).isAddressable)
    #expect(TerminalCapability(environment: ["TERM": "xterm"]).isSynchronised)
    #expect(!TerminalCapability(environment: ["TERM": "linux"]).isSynchronised)
  }

  @Test("the rings of a sound are far enough apart to be heard one by one", arguments: Sound.allCases)
  func rings(sound: Sound) {
    let times = sound.rings
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 > .milliseconds(100) })
    #expect(times.isEmpty == (sound == .none))
  }
}
