// Tested by CanvasFitTests.

package import CoreGraphics

/// The way a scene fills a canvas of another size, as in CSS's `object-fit`.
public enum CanvasFit: String, Sendable, CaseIterable {
  /// The whole scene is visible, as large as possible.
  case contain
  /// The scene covers the canvas and keeps its aspect ratio; parts beyond the edges are clipped.
  case cover
  /// The scene is stretched to the canvas.
  case fill
  /// The scene keeps its own size.
  case none
}

/// The position of a scene that is larger or smaller than its canvas, as in CSS's `object-position`.
public struct CanvasAlignment: Sendable, Hashable {
  /// The share of the free width that is left of the scene, 0 to 1; of the clipped width, if the scene is larger.
  public var x: Double
  /// The share of the free height that is above the scene, 0 to 1.
  public var y: Double

  /// Creates an alignment by shares: x from 0, left, to 1, right; y from 0, top, to 1, bottom.
  public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

  /// The centre of the canvas.
  public static let center = CanvasAlignment(x: 0.5, y: 0.5)
}

extension CanvasFit {
  /// Returns the frame of a scene in a canvas, whose origin is top left, y down. Sizes are in the canvas's unit; a
  /// scene without width or height keeps its size.
  package func box(of size: CGSize, in canvas: CGSize, alignment: CanvasAlignment = .center) -> CGRect {
    let zoom = zoom(of: size, in: canvas)
    let (width, height) = (size.width * zoom.width, size.height * zoom.height)
    return CGRect(
      x: (canvas.width - width) * alignment.x, y: (canvas.height - height) * alignment.y, width: width, height: height)
  }

  /// Returns the factors for a scene's width and height in a canvas.
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
