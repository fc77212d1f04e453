public import Foundation

extension CGPath {
  /// The path cut into dashes: `lengths` are those of dashes and gaps by turns, in points along the path, beginning
  /// `phase` points into the pattern; an odd number of lengths is taken twice, and of a negative one its size. The
  /// pattern begins anew with each subpath. `transform` moves the result.
  ///
  /// The last dash of a closed subpath does not join its first, unless one dash is all of it. A dash without length
  /// becomes a line too short to see, which round and square caps make a dot. Lengths of 0 alone leave nothing, as was
  /// measured on Apple's framework. Without lengths, with one that is not finite, or with a pattern so fine that there
  /// were a million dashes, the path stays whole.
  public func copy(
    dashingWithPhase phase: CGFloat, lengths: [CGFloat], transform: CGAffineTransform = .identity
  ) -> CGPath {
    if !lengths.isEmpty, lengths.allSatisfy({ $0 == 0 }) { return CGPath(storage: CGPathStorage()) }
    let dashed = dashed(phase: Double(phase), lengths: lengths.map { Double($0) }, limit: 1_000_000)
    return CGPath(storage: dashed.storage.applying(transform))
  }

  /// The same, with no more than about `limit` dashes: a path that had more stays whole, and so does one without a
  /// length above 0.
  package func dashed(phase: Double, lengths: [Double], limit: Double) -> CGPath {
    guard let pattern = DashPattern(lengths: lengths, phase: phase) else { return self }
    var result = CGPathStorage()
    var left = limit
    for subpath in subpaths {
      guard let dashes = pattern.dashes(of: subpath, limit: left) else { return self }
      left -= Double(dashes.pieces.count)
      for dash in dashes.pieces { result.append(chain: dash, closed: dashes.isWhole) }
    }
    return CGPath(storage: result)
  }

  /// The path for a pen that dashes it and would join a closed subpath's last dash to its first: closed subpaths end
  /// where they began, and stay closed only where one dash is all of them.
  func openedForDashes(phase: Double, lengths: [Double]) -> CGPath {
    guard let pattern = DashPattern(lengths: lengths, phase: phase) else { return self }
    var result = CGPathStorage()
    for subpath in subpaths {
      if subpath.segments.isEmpty { result.move(to: subpath.start) }
      let isWhole = subpath.isClosed && pattern.covers(subpath)
      result.append(chain: subpath.segments, closed: isWhole || subpath.segments.isEmpty)
    }
    return CGPath(storage: result)
  }
}

/// Dashes and gaps by turns.
private struct DashPattern {
  /// An even number of lengths, dashes first.
  private let lengths: [Double]
  private let period: Double
  private let phase: Double

  init?(lengths: [Double], phase: Double) {
    let lengths = lengths.map(abs)
    let period = lengths.reduce(0, +) * (lengths.count % 2 == 0 ? 1 : 2)
    guard period > 0, period.isFinite, phase.isFinite else { return nil }
    self.lengths = lengths.count % 2 == 0 ? lengths : lengths + lengths
    self.period = period
    let remainder = phase.truncatingRemainder(dividingBy: period)
    self.phase = remainder < 0 ? remainder + period : remainder
  }

  /// A subpath's dashes, each a chain of curves; nil when there are more than about `limit`. `isWhole`: one dash covers
  /// all of a closed subpath.
  func dashes(of subpath: Subpath, limit: Double) -> (pieces: [[CubicSegment]], isWhole: Bool)? {
    // Dashes that are off by a ten-thousandth of a curve's length are not seen.
    let tables = subpath.segments.map { ArcLengthTable($0, tolerance: 1e-5) }
    let total = tables.reduce(0) { $0 + $1.total }
    guard total / period * Double(lengths.count / 2) < limit else { return nil }

    var pen = Pen(self)
    for (segment, table) in zip(subpath.segments, tables) where table.total > 0 { pen.draw(segment, table) }
    // A dash that covers all of a closed subpath keeps it closed.
    return (pen.pieces, subpath.isClosed && pen.pieces.count == 1 && pen.beganDown && pen.endedDown)
  }

  /// Whether the first dash is all of a subpath.
  func covers(_ subpath: Subpath) -> Bool {
    let pen = Pen(self)
    var left = pen.beganDown ? pen.left : 0
    // What is longer by its chords alone is not measured.
    for segment in subpath.segments where left > 0 {
      let chord = hypot(segment.end.x - segment.start.x, segment.end.y - segment.start.y)
      left -= segment.isLine || chord > left ? chord : ArcLengthTable(segment, tolerance: 1e-5).total
    }
    return left >= -1e-9 * period && pen.beganDown
  }

  /// Follows a subpath and collects what it draws.
  private struct Pen {
    private(set) var pieces: [[CubicSegment]] = []
    let beganDown: Bool
    /// Whether the last stretch that was followed lay in a dash.
    private(set) var endedDown = false
    private let pattern: DashPattern
    /// The entry of the pattern that the pen is in, and what is left of it.
    private var entry = 0
    private(set) var left: Double

    /// Whether the pen is in a dash.
    var isDown: Bool { entry % 2 == 0 }

    init(_ pattern: DashPattern) {
      self.pattern = pattern
      var phase = pattern.phase
      while phase >= pattern.lengths[entry], phase > 0 {
        phase -= pattern.lengths[entry]
        entry = (entry + 1) % pattern.lengths.count
      }
      left = pattern.lengths[entry] - phase
      beganDown = entry % 2 == 0
      if beganDown { pieces.append([]) }
    }

    mutating func draw(_ segment: CubicSegment, _ table: ArcLengthTable) {
      // What rounding leaves over is no dash.
      let slack = 1e-9 * pattern.period
      var position = 0.0
      while table.total - position > slack {
        let step = min(left, table.total - position)
        endedDown = isDown
        if isDown { add(segment, table, from: position, to: position + step) }
        position += step
        left -= step
        if left <= slack { advance() }
      }
    }

    private mutating func advance() {
      entry = (entry + 1) % pattern.lengths.count
      left = pattern.lengths[entry]
      if isDown { pieces.append([]) }
    }

    private mutating func add(_ segment: CubicSegment, _ table: ArcLengthTable, from: Double, to: Double) {
      let (u, v) = (table.parameter(atLength: from), table.parameter(atLength: to))
      if v > u {
        pieces[pieces.count - 1].append(segment.part(from: u, to: v))
      } else {
        // A dot keeps the direction of the path, for square caps.
        let (place, angle) = (segment.point(at: u), segment.tangentAngle(at: u))
        let length = 1e-6 * pattern.period
        pieces[pieces.count - 1].append(
          CubicSegment(
            lineFrom: place, to: CGPoint(x: place.x + length * cos(angle), y: place.y + length * sin(angle))))
      }
    }
  }
}
