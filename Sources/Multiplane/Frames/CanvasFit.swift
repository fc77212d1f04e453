// How something fills a canvas of another size: a scene, or the clip of a film.
//
// Tested by CanvasFitTests.

package import CoreGraphics

/// How a scene fills a canvas of another size than its own, as CSS's `object-fit` has it.
public enum CanvasFit: String, Sendable, CaseIterable {
  /// All of it is seen, as large as the canvas can show it.
  case contain
  /// It covers the canvas and keeps its shape; what is beyond the edges is cut off.
  case cover
  /// It is stretched to the canvas.
  case fill
  /// It is as large as it is.
  case none
}

/// Where something lies that is larger or smaller than its canvas, as CSS's `object-position` has it.
public struct CanvasAlignment: Sendable, Hashable {
  /// The share of the room that is left of it, 0 to 1; of what is cut off, where it is larger than the canvas.
  public var x: Double
  /// The share of the room that is above it, 0 to 1.
  public var y: Double

  /// An alignment by shares.
  ///
  /// - Parameters:
  ///   - x: 0 at the left edge, 1 at the right.
  ///   - y: 0 at the top, 1 at the bottom.
  public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

  /// In the middle.
  public static let center = CanvasAlignment(x: 0.5, y: 0.5)
}

extension CanvasFit {
  /// Where something lies in a canvas, its origin top left, y down.
  ///
  /// - Parameters:
  ///   - size: its own, in the canvas's unit. Without a width or a height it keeps its size.
  ///   - canvas: the canvas's size.
  package func box(of size: CGSize, in canvas: CGSize, alignment: CanvasAlignment = .center) -> CGRect {
    let zoom = zoom(of: size, in: canvas)
    let (width, height) = (size.width * zoom.width, size.height * zoom.height)
    return CGRect(
      x: (canvas.width - width) * alignment.x, y: (canvas.height - height) * alignment.y, width: width, height: height)
  }

  /// How much wider and higher something is shown than it is.
  package func zoom(of size: CGSize, in canvas: CGSize) -> CGSize {
    guard size.width > 0, size.height > 0 else { return CGSize(width: 1, height: 1) }
    let (x, y) = (canvas.width / size.width, canvas.height / size.height)
    switch self {
    case .contain: return CGSize(width: min(x, y), height: min(x, y))
    case .cover: return CGSize(width: max(x, y), height: max(x, y))
    case .fill: return CGSize(width: x, height: y)
    case .none: return CGSize(width: 1, height: 1)
    }
  }
}
