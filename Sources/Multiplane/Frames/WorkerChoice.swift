// Tested by WorkerChoiceTests.

/// The choice between workers and the renderer's own thread for the next frames. The faster way depends on the scene
/// and on the machine, so both are measured; the bytes are the same.
///
///   frames    light | 2 heavy ones alone | by workers, measured | alone, measured | 1,000 in the faster way | ...
///
/// Workers that are three times as fast as the last frame alone, which made pictures that are kept now, are taken
/// without measuring further frames alone.
struct WorkerChoice {
  /// The least milliseconds of a frame that is worth a worker; 0 if all frames are.
  private let leastMilliseconds: Double
  /// The number of frames until those of the other way are finished.
  private let settling: Int
  /// The least number of frames that a way is measured with: few for many workers, whose difference is large.
  private let measured: Int
  /// The number of consecutive frames, up to the last one, that were worth a worker. A single heavy frame is that of a
  /// new scene, whose pictures are kept for the next ones.
  private var heavyFrames = 0
  /// The duration of the last frame that was made without workers, in seconds.
  private var secondsAlone = 0.0
  private var secondsByWorkers = 0.0
  private var isByWorkers = true
  private var isMeasuring = true
  /// The number of frames since the current way began.
  private var count = 0
  private var start = ContinuousClock.now

  /// The least time in which a way is measured.
  private static let measuredTime = Duration.milliseconds(50)
  /// The number of frames before the ways are measured again.
  private static let kept = 1000

  init(leastMilliseconds: Double, workers: Int, framesInFlight: Int) {
    self.leastMilliseconds = leastMilliseconds
    (settling, measured) = (framesInFlight + 2, max(8, 48 / workers))
  }

  /// Whether all frames are made by workers, without measuring.
  var isFixed: Bool { leastMilliseconds == 0 }

  /// Returns whether a worker makes the frame that begins at a time.
  mutating func next(at now: ContinuousClock.Instant) -> Bool {
    guard !isFixed else { return true }
    guard heavyFrames > 1 || !isByWorkers else {
      begin(byWorkers: true, isMeasuring: true)
      return false
    }
    count += 1
    if !isMeasuring {
      if count > Self.kept { begin(byWorkers: true, isMeasuring: true) }
    } else if count == settling {
      start = now
    } else if count >= settling + measured, now - start >= Self.measuredTime {
      let seconds = (now - start) / .seconds(count - settling)
      if !isByWorkers {
        begin(byWorkers: secondsByWorkers < seconds, isMeasuring: false)
      } else {
        secondsByWorkers = seconds
        let areEvident = seconds * 3 < secondsAlone
        begin(byWorkers: areEvident, isMeasuring: !areEvident)
      }
    }
    return isByWorkers
  }

  private mutating func begin(byWorkers: Bool, isMeasuring: Bool) {
    (isByWorkers, self.isMeasuring, count) = (byWorkers, isMeasuring, 0)
  }

  /// Notes a finished frame: the milliseconds that a worker can take over, and those of the whole frame if it was made
  /// without workers.
  mutating func note(milliseconds: Double, alone: Double?) {
    heavyFrames = milliseconds >= leastMilliseconds ? heavyFrames + 1 : 0
    if let alone { secondsAlone = alone / 1000 }
  }
}
