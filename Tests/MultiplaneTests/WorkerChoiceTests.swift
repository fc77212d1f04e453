import Testing

@testable import Multiplane

/// The choice between workers and the renderer's own thread, by a clock of its own.
@Suite struct WorkerChoiceTests {
  private struct Ways {
    /// The seconds of a frame.
    var byWorkers: Double
    var alone: Double
  }

  /// Returns which of `count` frames workers make.
  private func choices(_ count: Int, _ choice: inout WorkerChoice, _ ways: Ways, milliseconds: Double = 5) -> [Bool] {
    var now: ContinuousClock.Instant = .now
    return (0..<count).map { _ in
      let isByWorker = choice.next(at: now)
      now = now.advanced(by: .seconds(isByWorker ? ways.byWorkers : ways.alone))
      choice.note(milliseconds: milliseconds, alone: isByWorker ? nil : ways.alone * 1000)
      return isByWorker
    }
  }

  @Test("The faster way is taken after both were measured, and they are measured again")
  func faster() {
    for (ways, expected) in [(Ways(byWorkers: 2, alone: 3), true), (Ways(byWorkers: 3, alone: 2), false)] {
      var choice = WorkerChoice(leastMilliseconds: 1, workers: 2, framesInFlight: 4)
      let frames = choices(2500, &choice, ways)
      #expect(frames[..<2] == [false, false])
      #expect(frames[2..<31].allSatisfy { $0 })
      #expect(frames[32..<61].allSatisfy { !$0 })
      #expect(frames[62..<1060].allSatisfy { $0 == expected })
      #expect(frames[1064..<1090].allSatisfy { $0 })
      #expect(frames.count { $0 != expected } < 100)
    }
  }

  @Test("Workers that are evidently faster are kept without measuring the other way")
  func evident() {
    var choice = WorkerChoice(leastMilliseconds: 1, workers: 16, framesInFlight: 18)
    #expect(choices(900, &choice, Ways(byWorkers: 1, alone: 4)).count { !$0 } == 2)
  }

  @Test("Light frames are made alone, and 0 milliseconds are worth a worker without measuring")
  func light() {
    var choice = WorkerChoice(leastMilliseconds: 1, workers: 2, framesInFlight: 4)
    #expect(choices(100, &choice, Ways(byWorkers: 1, alone: 2), milliseconds: 0.5).allSatisfy { !$0 })
    #expect(choices(3, &choice, Ways(byWorkers: 1, alone: 2)) == [false, false, true])
    choice = WorkerChoice(leastMilliseconds: 0, workers: 2, framesInFlight: 4)
    #expect(choices(100, &choice, Ways(byWorkers: 3, alone: 2)).allSatisfy { $0 })
  }
}
