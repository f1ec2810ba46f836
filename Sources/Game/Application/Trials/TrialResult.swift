package import HuntDomain
internal import Numbers

/// The result of a trial.
package struct TrialResult: Sendable {
  /// The hunt that was tried.
  package let hunt: Hunt
  /// The seed of the trial.
  package let seed: UInt64
  /// The civil time at which the players begin.
  let startTime: Timestamp
  /// One of each player, in the order of their numbers.
  package let records: [TrialRecord]
  /// How long players were where.
  package let heat: HeatGrid
  /// The errors of the positions near each stage, in the order of the hunt.
  package let errors: [ErrorCounts]
  /// Seconds to the end of each player who finished, sorted.
  package let times: [Int]
  /// What other radii were measured to do, by the stages of the hunt, from 0; empty if that was not tried.
  package var radii: [Int: MeasuredRadius] = [:]

  init(_ trial: Trial, _ tally: TrialTally) {
    startTime = trial.startTime
    (hunt, seed, records, heat, errors) = (trial.hunt, trial.seed, tally.records, tally.heat, tally.errors)
    times = tally.records.filter(\.isFinished).map(\.seconds).sorted()
  }

  /// Seconds after which this part of **all** players is through; `nil` if fewer ever are.
  package func time(of part: Double) -> Int? {
    let rank = max(1, Int((part * Double(records.count)).rounded(.up)))
    return rank <= times.count ? times[rank - 1] : nil
  }

  /// Seconds that all players played together.
  package var playerSeconds: Int { records.reduce(0) { $0 + $1.seconds } }

  /// The sums over all players for one stage.
  package func stage(_ index: Int) -> StageSum { StageSum(records.map { $0.stages[index] }, lost: lost(at: index)) }

  /// The sums over all players and all stages.
  package var total: StageSum { StageSum(records.flatMap(\.stages), lost: records.count { !$0.isFinished }) }

  private func lost(at index: Int) -> Int { records.count { $0.lostAt == index } }

  /// One number for all of it, the same on every machine: FNV-1a, by Fowler, Noll and Vo.
  package var digest: UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ number: Int) { hash = (hash ^ UInt64(bitPattern: Int64(number))) &* 0x100_0000_01B3 }
    for record in records {
      add(record.number)
      add(record.seconds)
      add(record.lostAt ?? -1)
      for stage in record.stages {
        for number in [
          stage.opened ?? -1, stage.found ?? -1, stage.hints, stage.entered, stage.enteredFalsely, stage.visits,
          stage.missed, stage.enteredFromAfar,
        ] { add(number) }
      }
    }
    for count in heat.seconds { add(Int(count)) }
    return hash
  }
}

/// The sums over several players for one stage or several.
package struct StageSum: Hashable, Sendable {
  /// How often a stage opened for a player.
  package var reached = 0
  /// How often a player found a stage, claims included.
  package var found = 0
  /// How often an answer that counts led a player elsewhere than to where the stage really is.
  package var astray = 0
  /// How often a player claimed a stage, because the game did not believe them inside.
  package var claimed = 0
  /// Hints that were read.
  package var hints = 0
  /// How often the game took a player for inside, how often falsely, and how often from afar.
  package var entered = 0
  /// How often the game took a player for inside who was outside, then and for ten seconds before and after.
  package var enteredFalsely = 0
  /// How often the game took a player for inside who was more than ten metres outside.
  package var enteredFromAfar = 0
  /// How many of ``enteredFalsely`` were from afar.
  package var enteredFalselyFromAfar = 0
  /// How often a player stayed inside for the dwell time, and how often nothing opened.
  package var visits = 0
  /// Stays of ``visits`` in which nothing opened.
  package var missed = 0
  /// Players who were lost here: they gave up, or their time was up.
  package var lost: Int
  /// The median of the seconds from opening to find; `nil` if no player found it.
  package var typicalTime: Int?

  init(_ stages: [TrialRecord.Stage], lost: Int) {
    self.lost = lost
    var times: [Int] = []
    for stage in stages {
      if stage.opened != nil { reached += 1 }
      if stage.isAstray { astray += 1 }
      if stage.isClaimed { claimed += 1 }
      if let found = stage.found, let opened = stage.opened {
        self.found += 1
        times.append(found - opened)
      }
      hints += stage.hints
      entered += stage.entered
      enteredFalsely += stage.enteredFalsely
      enteredFromAfar += stage.enteredFromAfar
      enteredFalselyFromAfar += stage.enteredFalselyFromAfar
      visits += stage.visits
      missed += stage.missed
    }
    typicalTime = times.isEmpty ? nil : times.sorted()[times.count / 2]
  }
}
