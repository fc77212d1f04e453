// An emitter between two commits, and the births of its particles then.
//
// The number of births of a cell up to a time is the integral of its birth rate, and particle k is born when that
// reaches k + 1. (The first one comes after 1 / birthRate seconds, as on Apple's systems: the "burst" cells of Apple's
// sample code count on it.) Rows cut the epoch into pieces:
//
//   rows     |------------------------|--|--|--|--|--|--|------------------->
//            start         animations begin  60 a second  end
//
// Between rows of a sixtieth of a second the emitter's numbers, and the births, are linear; elsewhere nothing changes,
// and a piece can be of any length. Rows are added as frames ask for later times, and never depend on the order of the
// questions.

protocol EmitterMotion {
  /// The layer's time of all motion; the upper bound may be infinite.
  var span: ClosedRange<Double> { get }
  /// The cells whose numbers are animated, by index, ascending.
  var animatedCells: [Int] { get }
  /// Returns the numbers at a time: of the layer, and of the animated cells in their order.
  func sample(at time: Double) -> (numbers: EmitterNumbers, cells: [CellNumbers])
}

struct EmitterEpoch {
  /// The begin in the layer's time; minus infinity for the first epoch.
  let start: Double
  var look: EmitterLook
  private let motion: (any EmitterMotion)?
  private let animatedCells: [Int]
  /// The layer's own cells, by index.
  let topCells: [Int]
  /// The times at which each top cell emits, in its schedule's time.
  private let schedules: [Schedule]

  private var times: [Double]
  private var numbers: [EmitterNumbers]
  /// The numbers of the animated cells, `animatedCells.count` a row.
  private var cellNumbers: [CellNumbers]
  /// Births before each row, by top cell.
  private var births: [[Double]]
  /// The time for which a particle of each top cell can be seen with all that it emits, in seconds of the cell.
  private(set) var reaches: [Double]
  /// The births of each top cell up to the epoch's end; nil before it ends.
  private(set) var endBirths: [Double]?

  static let rowsPerSecond = 60.0
  /// The most rows of an epoch, over an hour of animation; from there on, new particles see the animation stand still.
  static let mostRows = 262_144
  /// The most rows of all emitters of a tree, some 160 MB: the first late frame computes all rows before it.
  private static let mostRowsOfTree = 1_048_576

  /// Returns the most rows that each emitter may have in a tree with `count` of them.
  static func rows(ofEmitters count: Int) -> Int { min(mostRows, mostRowsOfTree / max(count, 1)) }

  /// The times at which a top cell emits. A cell whose time stands still or runs backward shows the particles that a
  /// cell of speed 1 would have at its fixed time, by that cell's schedule.
  struct Schedule {
    var timing: CellTiming
    let begin: Double
    let end: Double

    init(_ timing: CellTiming) {
      self.timing = timing
      if !(timing.speed > 0) {
        self.timing = CellTiming()
        self.timing.active = timing.active
      }
      begin = self.timing.emitterTime(at: 0)
      end = self.timing.emitterTime(at: self.timing.active)
    }

    /// Returns the part of an interval in which the cell emits, in seconds.
    func overlap(_ from: Double, _ to: Double) -> Double { max(0, min(to, end) - max(from, begin)) }
  }

  /// An epoch from `start` on, with the earlier births of each top cell in the cells' order.
  init(start: Double, look: EmitterLook, motion: (any EmitterMotion)?, births: [Double]) {
    (self.start, self.look, self.motion) = (start, look, motion)
    animatedCells = motion?.animatedCells ?? []
    var tops: [Int] = []
    var next = 0
    while next < look.cells.count {
      tops.append(next)
      next = look.cells[next].end
    }
    topCells = tops
    schedules = tops.map { Schedule(look.cells[$0].timing) }
    times = []
    numbers = []
    cellNumbers = []
    self.births = births.map { [$0] }
    reaches = Array(repeating: 0, count: tops.count)
    guard let motion else {
      appendRow(start, look.numbers, [])
      return
    }
    let first = motion.sample(at: start >= motion.span.lowerBound ? start : motion.span.lowerBound - 1)
    appendRow(start, first.numbers, first.cells)
  }

  private mutating func appendRow(_ time: Double, _ values: EmitterNumbers, _ cells: [CellNumbers]) {
    times.append(time)
    numbers.append(values)
    cellNumbers.append(contentsOf: cells)
    let row = times.count - 1
    for top in topCells.indices {
      if row > 0 {
        births[top].append(births[top][row - 1] + slope(top, row - 1) * schedules[top].overlap(times[row - 1], time))
      }
      reaches[top] = max(reaches[top], reach(topCells[top], row, values.lifetime))
    }
  }

  var isAnimated: Bool { motion != nil }

  var rowCount: Int { times.count }

  mutating func extend(to time: Double, most: Int = mostRows) {
    guard let motion, let last = times.last, last < time, last < motion.span.upperBound else { return }
    let span = motion.span
    var now = last
    while now < time, now < span.upperBound, times.count < most {
      if now < span.lowerBound {
        now = span.lowerBound
      } else {
        now = min(((now * Self.rowsPerSecond + 1e-6).rounded(.down) + 1) / Self.rowsPerSecond, span.upperBound)
      }
      guard now > times[times.count - 1] else { break }
      if now == span.upperBound {
        // A jump at the end of an animation must not be smoothed: a row just before the end meets the end's row.
        let last = motion.sample(at: now - 1e-9 * max(1, abs(now)))
        appendRow(now, last.numbers, last.cells)
      }
      let sample = motion.sample(at: now)
      appendRow(now, sample.numbers, sample.cells)
    }
  }

  /// Ends the epoch: later births belong to the next.
  mutating func close(at time: Double) {
    extend(to: time)
    endBirths = topCells.indices.map { births(of: $0, until: time) }
  }

  private func births(of top: Int, until time: Double) -> Double {
    let row = row(at: time)
    return births[top][row] + slope(top, row) * schedules[top].overlap(times[row], time)
  }

  /// Whether numbers change between a row and the next.
  private func isMoving(_ row: Int) -> Bool {
    guard let motion, row + 1 < times.count else { return false }
    return times[row] >= motion.span.lowerBound
  }

  /// Returns the births a second of the layer's time between a row and the next.
  private func slope(_ top: Int, _ row: Int) -> Double {
    let cell = look.cells[topCells[top]]
    guard cell.isEnabled else { return 0 }
    var rate = rate(top, row)
    if isMoving(row) { rate = (rate + self.rate(top, row + 1)) / 2 }
    return rate * schedules[top].timing.speed
  }

  private func rate(_ top: Int, _ row: Int) -> Double {
    min(max(numbers[row].birthRate * cell(topCells[top], row).birthRate, 0), 1e9)
  }

  func cell(_ index: Int, _ row: Int) -> CellNumbers {
    guard !animatedCells.isEmpty, let column = animatedCells.firstIndex(of: index) else {
      return look.cells[index].numbers
    }
    return cellNumbers[row * animatedCells.count + column]
  }

  /// Returns the time after its birth for which a particle of a cell can be seen with all that it emits.
  private func reach(_ index: Int, _ row: Int, _ lifetime: Double) -> Double {
    let own = cell(index, row).longestLife * max(lifetime, 0)
    var longest = 0.0
    var next = index + 1
    while next < look.cells[index].end {
      let speed = look.cells[next].timing.speed
      longest = max(longest, reach(next, row, lifetime) / (speed > 0 ? speed : 1))
      next = look.cells[next].end
    }
    return own + longest
  }

  private func row(at time: Double) -> Int {
    var (low, high) = (0, times.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if times[middle] <= time { low = middle } else { high = middle }
    }
    return low
  }

  /// Returns the current time in a top cell's schedule, and the schedule itself.
  func schedule(_ top: Int, now: Double) -> (now: Double, schedule: Schedule) {
    let own = look.cells[topCells[top]].timing
    return (own.speed > 0 ? now : own.time(atEmitterTime: now), schedules[top])
  }

  struct Birth {
    /// The index of the particle among those of the cell.
    var index: Int
    /// The time in the schedule.
    var time: Double
    /// The last row before it.
    var row: Int
    /// The layer's numbers at that time.
    var numbers: EmitterNumbers
  }

  /// Visits a top cell's births in `from...to` of the schedule's time, in order; above `limit`, the last of each piece.
  func forEachBirth(of top: Int, from: Double, to: Double, limit: Int, _ body: (Birth) -> Void) {
    var left = limit
    var row = row(at: from)
    while row < times.count, times[row] <= to, left > 0 {
      let isLast = row + 1 == times.count
      let slope = slope(top, row)
      let start = max(times[row], schedules[top].begin)
      let before = births[top][row]
      let after = isLast ? endBirths?[top] ?? .infinity : births[top][row + 1]
      defer { row += 1 }
      guard slope > 0, start <= schedules[top].end, after > before else { continue }
      // Particle k is born where the births reach the number k + 1.
      let first = max(before.rounded(.down) + 1, (before + (from - start) * slope).rounded(.down))
      let last = min(after, before + (min(to, schedules[top].end) - start) * slope + 1).rounded(.down)
      guard last >= first, last < 0x1p53 else { continue }
      var number = max(first, last - Double(left) + 1)
      while number <= last {
        let time = start + (number - before) / slope
        if time >= from, time <= to, time < schedules[top].end {
          var numbers = numbers[row]
          if isMoving(row), times[row + 1] > times[row] {
            numbers = numbers.mixed(with: self.numbers[row + 1], (time - times[row]) / (times[row + 1] - times[row]))
          }
          left -= 1
          body(Birth(index: Int(number) - 1, time: time, row: row, numbers: numbers))
        }
        number += 1
      }
    }
  }
}
