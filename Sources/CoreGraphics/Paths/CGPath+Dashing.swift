public import Foundation

extension CGPath {
  /// Returns the path cut into dashes, moved by `transform`. `lengths` are those of dashes and gaps in turn, in points
  /// along the path, of which the absolute values count; an odd number of them is repeated. Each subpath begins `phase`
  /// points into the pattern.
  ///
  /// The last dash of a closed subpath does not join its first, unless one dash covers all of it. A dash of length 0 is
  /// a dot under round and square caps. Lengths that are all 0 leave nothing, as measured on Apple's framework. Without
  /// lengths, with one that is not finite, or with a million dashes, the path is not cut.
  public func copy(
    dashingWithPhase phase: CGFloat, lengths: [CGFloat], transform: CGAffineTransform = .identity
  ) -> CGPath {
    if !lengths.isEmpty, lengths.allSatisfy({ $0 == 0 }) { return CGPath(storage: CGPathStorage()) }
    let dashed = dashed(phase: Double(phase), lengths: lengths.map { Double($0) }, limit: 1_000_000)
    return CGPath(storage: dashed.storage.applying(transform))
  }

  /// Returns the path cut into at most about `limit` dashes; uncut if there are more, or if no length is positive.
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

  /// Returns the path for a renderer that would join a closed subpath's last dash to its first: closed subpaths become
  /// open, unless one dash covers all of them.
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

  // The part of a path between two fractions of its length, for strokeStart and strokeEnd. Lines and curves count by
  // their length, but a curve is cut at the same fraction of its parameter, as measured on Apple's frames: a curve cut
  // at .17752 of its path ends there, 30 points from that fraction of its arc length.

  /// Returns the part from fraction `start` to fraction `end`, limited to 0...1, of the length of all subpaths
  /// together, in their order, closing lines included. If `start` is not below `end`, the result is empty (Apple's
  /// documentation is silent). A closed subpath that is kept whole stays closed; one that is cut is open, with caps,
  /// even if it is cut at its start. A subpath of length 0 stays if its place is in the range.
  package func trimmed(from start: Double, to end: Double) -> CGPath {
    guard start < end else { return CGPath(storage: CGPathStorage()) }
    if start <= 0, end >= 1 { return self }
    let subpaths = subpaths
    // An error of a hundred-thousandth of a curve's length is invisible.
    let lengths = subpaths.map { $0.segments.map { ArcLengthTable($0, tolerance: 1e-5).total } }
    let total = lengths.reduce(0) { $0 + $1.reduce(0, +) }
    guard total.isFinite else { return self }
    let (low, high) = (max(start, 0) * total, min(end, 1) * total)
    // A remainder of rounding is no stroke.
    let slack = 1e-9 * total

    var result = CGPathStorage()
    var position = 0.0
    for (subpath, lengths) in zip(subpaths, lengths) {
      let whole = lengths.reduce(0, +)
      defer { position += whole }
      if low <= position + slack, high >= position + whole - slack {
        result.append(subpath)
        continue
      }
      guard whole > 0, position < high - slack, position + whole > low + slack else { continue }
      var kept: [CubicSegment] = []
      var before = position
      for (segment, length) in zip(subpath.segments, lengths) {
        defer { before += length }
        let (from, to) = (max(low - before, 0), min(high - before, length))
        guard to - from > slack, length > 0 else { continue }
        kept.append(segment.part(from: from / length, to: to / length))
      }
      result.append(chain: kept, closed: false)
    }
    return CGPath(storage: result)
  }

  /// Returns the area of a stroke along the path, moved by `transform`, as a path to be filled by the winding rule. The
  /// width is in points; `miterLimit` is the longest miter in line widths, beyond which a corner is beveled.
  ///
  /// Curves are accurate to 1/500 of the width, at least to 0.005 points. A cusp inside a curve is round whatever the
  /// join. A subpath of length 0 gives a dot under round caps and nothing under others. A width of 0 gives an empty
  /// path; of a negative one the absolute value counts.
  public func copy(
    strokingWithWidth lineWidth: CGFloat, lineCap: CGLineCap, lineJoin: CGLineJoin, miterLimit: CGFloat,
    transform: CGAffineTransform = .identity
  ) -> CGPath {
    // An error below that is invisible, even enlarged.
    stroked(
      width: abs(Double(lineWidth)), cap: lineCap, join: lineJoin, miterLimit: Double(miterLimit),
      tolerance: min(0.005, abs(Double(lineWidth)) / 500)
    ).applying(transform)
  }

  /// Returns the same area, with curves within `tolerance` points, above 0.
  package func stroked(
    width: Double, cap: CGLineCap, join: CGLineJoin, miterLimit: Double, tolerance: Double
  ) -> CGPath {
    guard width > 0, width.isFinite else { return CGPath(storage: CGPathStorage()) }
    let style = StrokeStyle(radius: width / 2, cap: cap, join: join, miterLimit: miterLimit, tolerance: tolerance)
    var outline = StrokeOutline(style: style)
    visitSubpaths {
      outline.add($0)
    } finish: {
      outline.finish(from: $0, isClosed: $1)
    }
    return CGPath(storage: outline.result)
  }

  private func applying(_ transform: CGAffineTransform) -> CGPath {
    transform.isIdentity ? self : CGPath(storage: storage.applying(transform))
  }
}

/// Dashes and gaps in turn.
private struct DashPattern {
  /// The lengths, an even number, dashes first.
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

  /// Returns a subpath's dashes; nil for more than about `limit`. `isWhole`: one covers a closed subpath.
  func dashes(of subpath: Subpath, limit: Double) -> (pieces: [[CubicSegment]], isWhole: Bool)? {
    // An error of a ten-thousandth of a curve's length is invisible.
    let tables = subpath.segments.map { ArcLengthTable($0, tolerance: 1e-5) }
    let total = tables.reduce(0) { $0 + $1.total }
    guard total / period * Double(lengths.count / 2) < limit else { return nil }

    var pen = Pen(self)
    for (segment, table) in zip(subpath.segments, tables) where table.total > 0 { pen.draw(segment, table) }
    // A dash that covers all of a closed subpath keeps it closed.
    return (pen.pieces, subpath.isClosed && pen.pieces.count == 1 && pen.beganDown && pen.endedDown)
  }

  /// Whether the first dash covers all of a subpath.
  func covers(_ subpath: Subpath) -> Bool {
    let pen = Pen(self)
    var left = pen.beganDown ? pen.left : 0
    // A subpath whose chords alone exceed the dash is not measured.
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
    /// Whether the last part that was followed was in a dash.
    private(set) var endedDown = false
    private let pattern: DashPattern
    /// The index in the pattern, and the rest of its length.
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
      // A remainder of rounding is no dash.
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
        // A dot keeps the direction of the path for square caps.
        let (place, angle) = (segment.point(at: u), segment.tangentAngle(at: u))
        let length = 1e-6 * pattern.period
        pieces[pieces.count - 1].append(
          CubicSegment(
            lineFrom: place, to: CGPoint(x: place.x + length * cos(angle), y: place.y + length * sin(angle))))
      }
    }
  }
}

extension CGPathStorage {
  /// Appends a whole subpath, even of length 0.
  fileprivate mutating func append(_ subpath: Subpath) {
    if subpath.segments.isEmpty {
      move(to: subpath.start)
      if subpath.isClosed { closeSubpath() }
    } else {
      append(chain: subpath.segments, closed: subpath.isClosed)
    }
  }
}
