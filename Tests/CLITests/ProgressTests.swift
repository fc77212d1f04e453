// Progress: the text as a function of the numbers, and how often it is shown, on a clock that the test sets.
import Multiplane
import Synchronization
import Testing

@testable import CLI

@Suite struct ProgressTests {
  @Test func drawnLines() {
    let line = ProgressLine(done: 45, total: 90, elapsed: 1.5)
    #expect(line.drawn(columns: 60) == " 50% [##########          ] 45/90  30.0 frames/s  0:02 left")
    #expect(line.drawn(columns: 20) == " 50% 45/90  30.0 fr")
    for columns in 0...200 {
      #expect(line.drawn(columns: columns).count <= max(columns - 1, 0))
    }
  }

  @Test func linesForLogs() {
    #expect(ProgressLine(done: 0, total: 90, elapsed: 0).plain == "0/90 frames (0%)")
    #expect(ProgressLine(done: 89, total: 90, elapsed: 10).percent == 98)
    #expect(ProgressLine(done: 90, total: 90, elapsed: 1.5).summary == "90 frames in 1.5 s (60.0 frames/s)")
  }

  @Test("Once it is known, a line says which stage the other one waits for")
  func slowerStage() {
    var line = ProgressLine(done: 45, total: 90, elapsed: 1.5, slowerStage: "encoding")
    #expect(line.plain == "45/90 frames (50%)  30.0 frames/s  0:02 left (encoding)")
    #expect(line.summary == "45 frames in 1.5 s (30.0 frames/s, bound by encoding)")
    line.beginning = FirstFrame(opening: 50, foresight: 10, programs: 30, frame: 110)
    #expect(line.summary == "45 frames in 1.5 s (30.0 frames/s, bound by encoding, first frame 0.2 s)")
    for columns in 0...200 {
      #expect(line.drawn(columns: columns).count <= max(columns - 1, 0))
    }
  }

  @Test(arguments: [
    (0.0, "0:00"), (0.2, "0:01"), (59.5, "1:00"), (3599, "59:59"), (3661, "1:01:01"), (1e300, "99:59:59"),
  ])
  func timesLeft(seconds: Double, text: String) {
    #expect(ProgressLine.clock(seconds) == text)
  }

  /// What a reporter writes when frame after frame is done, `frameTime` seconds each.
  private func output(_ style: ProgressReporter.Style, frames: Int, frameTime: Double) -> [String] {
    let now = Mutex(0.0)
    let written = Mutex<[String]>([])
    let reporter = ProgressReporter(
      total: frames, style: style, clock: { now.withLock { $0 } },
      write: { text in written.withLock { $0.append(text) } })
    for frame in 1...frames {
      now.withLock { $0 = Double(frame) * frameTime }
      reporter.update(done: frame)
    }
    try? reporter.finish("made it")
    return written.withLock { $0 }
  }

  @Test func aTerminalIsDrawnAtMostTenTimesASecond() {
    // 1,000 frames in 2 s: at most 20 drawings and the last, then the line is cleared for the closing one.
    let lines = output(.redrawn(columns: 80), frames: 1000, frameTime: 0.002)
    #expect(15...23 ~= lines.count)
    #expect(lines.allSatisfy { $0.hasPrefix("\r") || $0 == lines.last })
    #expect(lines.last == "made it: 1000 frames in 2.0 s (500.0 frames/s)\n")
  }

  @Test func aLogGetsALineEachTenthAtMostEveryTwoSeconds() {
    // Slow: nine tenths before the end. Fast: nothing but the end. Between: every 2 s.
    #expect(output(.plain, frames: 100, frameTime: 1).count == 10)
    #expect(output(.plain, frames: 100, frameTime: 0.001).count == 1)
    #expect(output(.plain, frames: 100, frameTime: 0.1).count == 5)
  }

  @Test func programsGetFourLinesASecondOrOneForEachFrame() {
    #expect(7...10 ~= output(.json, frames: 1000, frameTime: 0.002).count)
    let lines = output(.jsonFrames, frames: 1000, frameTime: 0.002)
    #expect(lines.count == 1000 && lines[999].contains("\"frame\":1000,"))
  }

  @Test func quietSaysNothing() {
    #expect(output(.silent, frames: 10, frameTime: 5).isEmpty)
  }
}
