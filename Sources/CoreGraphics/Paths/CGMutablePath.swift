public import Foundation

/// A path under construction. Each element's points go through `transform` first.
///
/// Begin a path with `move(to:)` or with a shape: without a current point, the path ignores lines and curves.
public final class CGMutablePath: CGPath, @unchecked Sendable {
  // Unchecked Sendable is inherited; see CGPath.

  /// Makes a path without elements.
  public init() { super.init(storage: CGPathStorage()) }

  /// Begins a subpath at `point`, which `transform` takes to the path's space.
  public func move(to point: CGPoint, transform: CGAffineTransform = .identity) {
    storage.move(to: point.applying(transform))
  }

  /// Adds a line from the current point to `point`, which `transform` takes to the path's space.
  public func addLine(to point: CGPoint, transform: CGAffineTransform = .identity) {
    storage.addLine(to: point.applying(transform))
  }

  /// A quadratic Bézier curve from the current point.
  public func addQuadCurve(to end: CGPoint, control: CGPoint, transform: CGAffineTransform = .identity) {
    storage.addQuadCurve(to: end.applying(transform), control: control.applying(transform))
  }

  /// A cubic Bézier curve from the current point.
  public func addCurve(
    to end: CGPoint, control1: CGPoint, control2: CGPoint, transform: CGAffineTransform = .identity
  ) {
    storage.addCurve(
      to: end.applying(transform), control1: control1.applying(transform), control2: control2.applying(transform))
  }

  /// A line back to where the current subpath began.
  public func closeSubpath() { storage.closeSubpath() }

  /// All elements of `path`. Adding a path to itself doubles it.
  public func addPath(_ path: CGPath, transform: CGAffineTransform = .identity) {
    storage.append(path.storage, transform: transform)
  }

  /// A subpath from the first point along lines to the others. Nothing when `points` is empty.
  public func addLines(between points: [CGPoint], transform: CGAffineTransform = .identity) {
    guard let first = points.first else { return }
    move(to: first, transform: transform)
    for point in points.dropFirst() { addLine(to: point, transform: transform) }
  }
}
