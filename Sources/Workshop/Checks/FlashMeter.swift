// Flashes, by the numbers of WCAG 2.3.1: pairs of opposing changes of a tenth of relative luminance or more, where the
// darker picture is below 0.80, over more than a quarter of any 10 degrees of the view; those are 341 by 256 pixels of
// 1024 by 768, and so a third of the frame each way. Red flashes are such pairs of changes of (R - G - B) x 320 by more
// than 20, where a saturated red, R / (R + G + B) of 0.8 or more, is one of the two. More than three in a second fail.
//
// The frames are small ones; a pixel of theirs is the mean of many, and what it loses, fine patterns, does not count.
//
// Tested by FlashTests.

/// Looks for flashes in frames in a row.
struct FlashMeter {
  /// What flashes.
  enum Kind { case general, red }

  private let kind: Kind
  private let width: Int
  private let height: Int
  private var pixels: [Pixel]
  /// When each pixel changed last, `mostChanges` times and once more, in a ring.
  private var changes: [Float]
  private(set) var flashes: [ClosedRange<Double>] = []

  /// Three flashes are six changes.
  private static let mostChanges = 6
  private static let kept = mostChanges + 1

  /// Where a pixel has come from.
  fileprivate struct Pixel {
    var low: Float = .infinity
    var high: Float = -.infinity
    var isHighSaturated = false
    /// 1 where it went up last, -1 where it went down, 0 before.
    var direction: Int8 = 0
    /// Which of its changes is the oldest that is kept.
    var oldest: UInt8 = 0
    /// When it made its last change too many, in seconds.
    var flashesAt = -Float.infinity
  }

  init(_ kind: Kind, width: Int, height: Int) {
    (self.kind, self.width, self.height) = (kind, width, height)
    pixels = Array(repeating: Pixel(), count: width * height)
    changes = Array(repeating: -.infinity, count: width * height * Self.kept)
  }

  /// Looks at the next frame: premultiplied RGBA, over black.
  mutating func look(at frame: UnsafeRawBufferPointer, time: Double) {
    var sums = [Int32](repeating: 0, count: (width + 1) * (height + 1))
    let linear = Luminance.linear
    let now = Float(time)
    for y in 0..<height {
      var count: Int32 = 0
      for x in 0..<width {
        let (index, at) = (y * width + x, (y * width + x) * 4)
        let turns: Bool
        switch kind {
        case .general:
          turns = pixels[index].turns(at: Luminance.relative(frame[at], frame[at + 1], frame[at + 2]))
        case .red:
          let (red, green, blue) = (linear[Int(frame[at])], linear[Int(frame[at + 1])], linear[Int(frame[at + 2])])
          let sum = red + green + blue
          turns = pixels[index].turns(
            atRed: max((red - green - blue) * 320, 0), isSaturated: sum > 0 && red >= sum * 0.8)
        }
        if turns { note(index, now) }
        // Together with others: what moves by turns many pixels over, one after the other.
        if pixels[index].flashesAt == now { count += 1 }
        let sum = (y + 1) * (width + 1) + x + 1
        sums[sum] = sums[sum - width - 1] + count
      }
    }
    if fillsWindow(sums) { noteFlash(time) }
  }

  /// Notes a change of a pixel.
  private mutating func note(_ index: Int, _ now: Float) {
    let oldest = Int(pixels[index].oldest)
    changes[index * Self.kept + oldest] = now
    let next = (oldest + 1) % Self.kept
    pixels[index].oldest = UInt8(next)
    // A second has three flashes at most where the seventh change back is older.
    if now - changes[index * Self.kept + next] < 0.999 { pixels[index].flashesAt = now }
  }

  /// Whether more than a quarter of some window flashes.
  ///
  /// - Parameter sums: how many pixels do, above and left of each.
  private func fillsWindow(_ sums: [Int32]) -> Bool {
    let (across, down) = (max(width / 3, 1), max(height / 3, 1))
    let most = Int32(across * down) / 4
    guard sums[sums.count - 1] > most else { return false }
    let stride = width + 1
    for y in Swift.stride(from: 0, through: height - down, by: max(down / 8, 1)) {
      for x in Swift.stride(from: 0, through: width - across, by: max(across / 8, 1)) {
        let (top, bottom) = (y * stride + x, (y + down) * stride + x)
        if sums[bottom + across] - sums[bottom] - sums[top + across] + sums[top] > most { return true }
      }
    }
    return false
  }

  private mutating func noteFlash(_ time: Double) {
    let start = max(time - 1, 0)
    if let last = flashes.last, last.upperBound >= start {
      flashes[flashes.count - 1] = last.lowerBound...time
    } else {
      flashes.append(start...time)
    }
  }
}

extension FlashMeter.Pixel {
  /// Takes the next luminance in: whether the pixel has changed by enough, and the other way than before.
  fileprivate mutating func turns(at value: Float) -> Bool {
    low = min(low, value)
    high = max(high, value)
    if direction <= 0, value - low >= 0.1, low < 0.8 { return turn(up: true, at: value) }
    if direction >= 0, high - value >= 0.1, value < 0.8 { return turn(up: false, at: value) }
    return false
  }

  fileprivate mutating func turns(atRed value: Float, isSaturated: Bool) -> Bool {
    low = min(low, value)
    if value >= high { (high, isHighSaturated) = (value, isSaturated) }
    if direction <= 0, value - low > 20, isSaturated {
      isHighSaturated = true
      return turn(up: true, at: value)
    }
    if direction >= 0, high - value > 20, isHighSaturated { return turn(up: false, at: value) }
    return false
  }

  private mutating func turn(up isUp: Bool, at value: Float) -> Bool {
    direction = isUp ? 1 : -1
    (low, high) = (value, value)
    return true
  }
}
