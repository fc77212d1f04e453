// Tells a person how far a video is. On a terminal one line is drawn over itself, at most ten times a second; elsewhere
// (a log, CI) a plain line is written each 10 %, and not more often than every 2 s. All of it on standard error.
import Synchronization

/// Reports the progress of a run of frames; may be called from any thread.
final class ProgressReporter: Sendable {
  /// How reports are shown.
  enum Style: Equatable {
    /// Not at all (`--quiet`).
    case silent
    /// Lines for a log.
    case plain
    /// One line redrawn, on a terminal so many columns wide.
    case redrawn(columns: Int)

    /// The style that fits standard error.
    static func standard(quiet: Bool) -> Style {
      guard !quiet else { return .silent }
      return StandardError.terminalColumns.map { .redrawn(columns: $0) } ?? .plain
    }
  }

  private struct State {
    var done = 0
    var slowerStage: String?
    /// Seconds since the start at which something was last shown; nil before the first time.
    var shownAt: Double?
    /// The tenth of the work, 0 to 10, that was last shown.
    var shownTenth = 0
  }

  private let total: Int
  private let style: Style
  private let clock: @Sendable () -> Double
  private let write: @Sendable (String) -> Void
  private let state = Mutex(State())

  /// A reporter of `total` frames, 1 or more.
  ///
  /// - Parameters:
  ///   - clock: seconds since the reporter was made; the system's steady clock by default.
  ///   - write: where the text goes; standard error by default.
  init(
    total: Int, style: Style, clock: @escaping @Sendable () -> Double = ProgressReporter.steadyClock(),
    write: @escaping @Sendable (String) -> Void = { StandardError.writeRaw($0) }
  ) {
    precondition(total > 0, "progress of no frames; there is nothing to report")
    (self.total, self.style, self.clock, self.write) = (total, style, clock, write)
  }

  /// Notes that `done` frames are finished, and what bounds the speed, and shows it when it is time to.
  func update(done: Int, slowerStage: String? = nil) {
    let line = ProgressLine(done: done, total: total, elapsed: clock(), slowerStage: slowerStage)
    state.withLock { state in
      (state.done, state.slowerStage) = (done, slowerStage)
      switch style {
      case .silent: break
      case .redrawn(let columns):
        if let shownAt = state.shownAt, line.elapsed - shownAt < 0.1, done < total { return }
        state.shownAt = line.elapsed
        write("\r" + line.drawn(columns: columns) + eraseToEndOfLine)
      case .plain:
        let tenth = done * 10 / total
        // The end has its own line.
        guard tenth > state.shownTenth, done < total, line.elapsed - (state.shownAt ?? 0) >= 2 else { return }
        state.shownAt = line.elapsed
        state.shownTenth = tenth
        write(line.plain + "\n")
      }
    }
  }

  /// Ends the report: clears the drawn line and says `what` was made, of how many frames and how fast.
  func finish(_ what: String) {
    let line = state.withLock {
      ProgressLine(done: $0.done, total: total, elapsed: clock(), slowerStage: $0.slowerStage)
    }
    guard style != .silent else { return }
    clear()
    write("\(what): \(line.summary)\n")
  }

  /// Clears the drawn line, so that a message can be printed in its place; nothing in the other styles.
  func clear() {
    if case .redrawn = style { write("\r" + eraseToEndOfLine) }
  }

  private var eraseToEndOfLine: String { "\u{1B}[K" }

  /// Seconds from now on, by a clock that nobody sets.
  static func steadyClock() -> @Sendable () -> Double {
    let start = ContinuousClock.now
    return { (ContinuousClock.now - start) / .seconds(1) }
  }
}
