// Tested by CanvasFitTests.

package import CoreGraphics

/// The way that a scene fills a canvas of another size than its own, as in CSS's `object-fit`.
public enum CanvasFit: String, Sendable, CaseIterable {
  /// All of the scene is visible, as large as the canvas can show it.
  case contain
  /// The scene covers the canvas and keeps its shape; parts beyond the edges are cut off.
  case cover
  /// The scene is stretched to the canvas.
  case fill
  /// The scene keeps its own size.
  case none
}

/// The position of a scene that is larger or smaller than its canvas, as in CSS's `object-position`.
public struct CanvasAlignment: Sendable, Hashable {
  /// The share of the free width that is left of the scene, 0 to 1; of the cut-off width, if it is larger than the
  /// canvas.
  public var x: Double
  /// The share of the free height that is above the scene, 0 to 1.
  public var y: Double

  /// An alignment by shares.
  ///
  /// - Parameters:
  ///   - x: 0 at the left edge, 1 at the right.
  ///   - y: 0 at the top, 1 at the bottom.
  public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

  /// The centre of the canvas.
  public static let center = CanvasAlignment(x: 0.5, y: 0.5)
}

extension CanvasFit {
  /// Returns the frame of a scene in a canvas, whose origin is top left, y down.
  ///
  /// - Parameters:
  ///   - size: the scene's own size, in the canvas's unit. Without a width or a height it keeps its size.
  ///   - canvas: the canvas's size.
  package func box(of size: CGSize, in canvas: CGSize, alignment: CanvasAlignment = .center) -> CGRect {
    let zoom = zoom(of: size, in: canvas)
    let (width, height) = (size.width * zoom.width, size.height * zoom.height)
    return CGRect(
      x: (canvas.width - width) * alignment.x, y: (canvas.height - height) * alignment.y, width: width, height: height)
  }

  /// Returns the factors by which a scene's width and height are scaled in a canvas.
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
