// A scene in a canvas of another size than its own.
//
// Tested by PlacingTests.

public import CoreGraphics
public import Documents
public import Lottie
public import Multiplane
package import QuartzCore

extension Scene {
  /// Places the scene in a canvas of another size: its root layer's position and transform are set.
  ///
  /// ```swift
  /// let canvas = CGSize(width: 1080, height: 1920)
  /// scene.place(in: canvas, fit: .cover, alignment: CanvasAlignment(x: 0.5, y: 0))
  /// let renderer = try OffscreenRenderer(size: canvas)
  /// ```
  ///
  /// - Parameters:
  ///   - canvas: its size, in points, y down.
  ///   - fit: how the scene fills it; nil as players do: a Lottie file is as large as the canvas can show it whole, and
  ///     other scenes are as large as they are.
  ///   - alignment: where it lies, unless it fills the canvas as it is.
  public func place(in canvas: CGSize, fit: CanvasFit? = nil, alignment: CanvasAlignment = .center) {
    let fit = fit ?? (isFitted ? .contain : .none)
    rootLayer.place(size, in: canvas, fit: fit, alignment: alignment, from: CATransform3DIdentity)
  }
}

extension LottieScene {
  /// Places the film in a canvas of another size: its root layer's position and transform are set.
  ///
  /// - Parameters:
  ///   - canvas: its size, in points, y down.
  ///   - fit: how the film fills it.
  ///   - alignment: where it lies, unless it fills the canvas as it is.
  public func place(in canvas: CGSize, fit: CanvasFit = .contain, alignment: CanvasAlignment = .center) {
    rootLayer.place(size, in: canvas, fit: fit, alignment: alignment, from: CATransform3DIdentity)
  }
}

extension CALayer {
  /// Places a tree that is made for a canvas of a size in a canvas of another.
  ///
  /// - Parameter own: the layer's transform in the first one, in whose middle it lies; nil for its transform and
  ///   position as they are.
  package func place(
    _ size: CGSize, in canvas: CGSize, fit: CanvasFit, alignment: CanvasAlignment, from own: CATransform3D? = nil
  ) {
    let (zoom, box) = (fit.zoom(of: size, in: canvas), fit.box(of: size, in: canvas, alignment: alignment))
    let center = own == nil ? position : CGPoint(x: size.width / 2, y: size.height / 2)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    position = CGPoint(x: box.minX + center.x * zoom.width, y: box.minY + center.y * zoom.height)
    transform = CATransform3DConcat(own ?? transform, CATransform3DMakeScale(zoom.width, zoom.height, 1))
    CATransaction.commit()
  }
}
