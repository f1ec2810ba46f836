import Doctor
import Testing

/// Something that is wrong with a player, and what the doctor has to say about it.
struct Defect: Sendable, CustomTestStringConvertible {
  let name: String
  let verdict: Finding.Verdict
  let check: Finding.Check
  /// Words that must stand in the observation.
  let words: [String]
  /// The commands, exactly.
  let commands: [String]
  let patient: Examination

  init(
    _ name: String, _ verdict: Finding.Verdict, _ check: Finding.Check, _ words: [String],
    _ commands: [String] = [], _ happen: (inout Examination) -> Void
  ) {
    self.init(name, verdict, check, words, commands, on: Patients.healthy, happen)
  }

  init(
    _ name: String, _ verdict: Finding.Verdict, _ check: Finding.Check, _ words: [String], _ commands: [String],
    on patient: Examination, _ happen: (inout Examination) -> Void
  ) {
    var patient = patient
    happen(&patient)
    (self.name, self.verdict, self.check, self.words, self.commands) = (name, verdict, check, words, commands)
    self.patient = patient
  }

  var testDescription: String { name }
}

@Suite("The doctor's findings")
struct ExaminationTests {
  @Test("a healthy player is told only good things, link by link, and is ready")
  func healthy() {
    let findings = Patients.healthy.findings
    #expect(findings.map(\.check) == [.gpsd, .receiver, .fix, .heading, .terminal])
    #expect(findings.allSatisfy { $0.verdict == .good && $0.remedy == nil })
    #expect(findings[0].observation == "gpsd 3.22 answers at localhost:2947.")
    #expect(findings[1].observation == "The receiver talks (/dev/ttyACM0, u-blox).")
    #expect(findings[2].observation == "There is a position in 3D, accurate to 4 m, from 9 satellites.")
    #expect(findings[3].observation.contains("choose the sun, the moon or a place"))
    #expect(Patients.healthy.isReady)
    #expect(Patients.healthy.conclusion.observation == "Ready to play.")
  }

  @Test("a healthy gpsd on another computer is ready, and it is said what was not looked at")
  func remote() {
    #expect(Patients.remote.isReady)
    #expect(Patients.remote.findings.allSatisfy { $0.verdict == .good })
    #expect(
      Patients.remote.findings.first { $0.check == .system }?.observation
        == "pi.lan is another computer; its ports and programs cannot be seen from here.")
  }

  @Test("each defect gives its finding and no other", arguments: Defect.all)
  func defect(_ defect: Defect) throws {
    let trouble = defect.patient.findings.filter { $0.verdict != .good }
    try #require(trouble.count == 1, "\(trouble)")
    #expect(trouble[0].verdict == defect.verdict)
    #expect(trouble[0].check == defect.check)
    for words in defect.words { #expect(trouble[0].observation.contains(words)) }
    let remedy = try #require(trouble[0].remedy)
    #expect(remedy.commands == defect.commands)
    #expect(!remedy.advice.isEmpty)
    #expect(defect.patient.isReady == (defect.verdict != .bad))
    #expect(defect.patient.conclusion.verdict == (defect.verdict == .bad ? .bad : .good))
  }

  @Test("all defects can be told apart by what is said")
  func apart() {
    let observations = Defect.all.map { $0.patient.findings.first { $0.verdict != .good }?.observation }
    #expect(Set(observations).count == Defect.all.count)
  }

  @Test("every sentence is one, and short enough to be read in the rain", arguments: Defect.all)
  func sentences(_ defect: Defect) {
    for finding in defect.patient.findings + [defect.patient.conclusion] {
      #expect(finding.observation.hasSuffix("."))
      #expect(finding.observation.count <= 160, "\(finding.observation)")
      let advice = finding.remedy?.advice ?? "Nothing."
      #expect(advice.hasSuffix(finding.remedy?.commands.isEmpty ?? true ? "." : ":") || advice.hasSuffix("drawer."))
      #expect(advice.count <= 160, "\(advice)")
    }
  }

  @Test("without a fix nobody is ready, whatever else is or is not known")
  func noFixNoGame() {
    let answers: [DaemonFacts.Answer] = [
      .unknownHost, .refused, .unanswered, .unreachable("no route to host"), .mute, .closed, .stranger(says: ""),
      .greeted,
    ]
    var count = 0
    for answer in answers {
      for bits in 0..<64 {
        var patient = bits & 1 == 0 ? Patients.healthy : Patients.remote
        patient.daemon = DaemonFacts(answer)
        patient.daemon.hasReports = bits & 2 != 0
        patient.daemon.speaksOfPositions = bits & 4 != 0
        patient.daemon.devices = bits & 8 != 0 ? [.init("/dev/x")] : []
        patient.daemon.seen = bits & 16 != 0 ? 3 : nil
        patient.daemon.hungUp = bits & 32 != 0
        #expect(!patient.isReady)
        count += 1
      }
    }
    #expect(count == 512)
  }

  @Test("what does not stop the game is said in the last word")
  func doubts() {
    let patient = Patients.with { $0.daemon.dimensions = 2 }
    #expect(patient.conclusion.observation == "Ready to play; what is in doubt does not stop you.")
  }

  @Test("a path that a shell would take for something else is put in quotation marks")
  func quoting() {
    let patient = Patients.with {
      $0.silence()
      $0.daemon.devices = []
      $0.daemon.refusesDevice = true
      $0.ask(for: "/dev/x;reboot'")
    }
    let commands = patient.findings.compactMap(\.remedy).flatMap(\.commands)
    #expect(commands == [#"sudo gpsdctl add '/dev/x;reboot'\'''"#])
  }

  @Test("satellites are counted in good English, and a few too few are named")
  func satellites() {
    func words(_ seen: Int, _ used: Int) -> String? {
      Patients.with {
        $0.loseFix()
        ($0.daemon.seen, $0.daemon.used) = (seen, used)
      }.findings.first { $0.check == .sky }?.observation
    }
    #expect(words(1, 0) == "The receiver sees 1 satellite and uses none of them yet.")
    #expect(words(7, 2) == "The receiver sees 7 satellites and uses 2; it needs four.")
  }
}
