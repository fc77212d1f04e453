// What a frame needs of a shape layer: its path, colours and stroke, read from the values that the class adds; how far
// they reach; and whether the path is a rectangle, which is drawn without a mask.

package import CoreGraphics
package import Coverage
import Foundation
package import QuartzCore

/// A shape as the layer has it at one time.
package struct ShapeLook: Equatable, Sendable {
  package var path: CGPath
  /// Premultiplied; without alpha nothing is filled.
  package var fillColor: SIMD4<Float>
  package var fillRule: CGPathFillRule
  /// Premultiplied; without alpha nothing is stroked.
  package var strokeColor: SIMD4<Float>
  package var stroke: ShapeStroke
  /// The box around fill and stroke, in the layer's coordinates.
  package var area: Box
  /// The path as a rectangle, perhaps rounded, where it is one.
  package var simple: SimpleShape?

  package var isFilled: Bool { fillColor.w > 0 }
  package var isStroked: Bool { strokeColor.w > 0 }
}

extension ShapeLook {
  private static let path = ManagedKey("path")
  private static let fillColor = ManagedKey("fillColor")
  private static let fillRule = ManagedKey("fillRule")
  private static let strokeColor = ManagedKey("strokeColor")
  private static let strokeStart = ManagedKey("strokeStart")
  private static let strokeEnd = ManagedKey("strokeEnd")
  private static let lineWidth = ManagedKey("lineWidth")
  private static let miterLimit = ManagedKey("miterLimit")
  private static let lineCap = ManagedKey("lineCap")
  private static let lineJoin = ManagedKey("lineJoin")
  private static let lineDashPhase = ManagedKey("lineDashPhase")
  private static let lineDashPattern = ManagedKey("lineDashPattern")

  /// Reads a shape layer's values; nil where nothing is to be drawn.
  ///
  /// What nobody set has CAShapeLayer's default. A number that is not finite counts as the default, too.
  package init?(_ values: LayerValues) {
    let managed = values.managed
    guard case .path(let path)? = managed[Self.path], !path.isEmpty else { return nil }
    func color(_ key: ManagedKey, _ fallback: SIMD4<Float>) -> SIMD4<Float> {
      switch managed[key] {
      case nil: fallback
      case .color(let color): LayerLook.premultiplied(color)
      default: .zero
      }
    }
    func number(_ key: ManagedKey, _ fallback: Double) -> Double {
      managed[key]?.number.flatMap { $0.isFinite ? $0 : nil } ?? fallback
    }
    self.path = path
    area = .empty
    fillColor = color(Self.fillColor, SIMD4(0, 0, 0, 1))
    strokeColor = color(Self.strokeColor, .zero)
    fillRule = managed[Self.fillRule]?.string == CAShapeLayerFillRule.evenOdd.rawValue ? .evenOdd : .winding
    stroke = ShapeStroke()
    if strokeColor.w > 0 {
      stroke.width = number(Self.lineWidth, 1)
      stroke.miterLimit = number(Self.miterLimit, 10)
      stroke.start = number(Self.strokeStart, 0)
      stroke.end = number(Self.strokeEnd, 1)
      stroke.phase = number(Self.lineDashPhase, 0)
      if case .numbers(let lengths)? = managed[Self.lineDashPattern] { stroke.dashes = lengths }
      switch managed[Self.lineCap]?.string {
      case CAShapeLayerLineCap.round.rawValue: stroke.cap = .round
      case CAShapeLayerLineCap.square.rawValue: stroke.cap = .square
      default: break
      }
      switch managed[Self.lineJoin]?.string {
      case CAShapeLayerLineJoin.round.rawValue: stroke.join = .round
      case CAShapeLayerLineJoin.bevel.rawValue: stroke.join = .bevel
      default: break
      }
      if stroke.isEmpty { strokeColor = .zero }
    }
    guard fillColor.w > 0 || strokeColor.w > 0 else { return nil }
    // The control points' box is the path's or a little more, and costs no search for extrema.
    let box = Box(path.boundingBox)
    area = strokeColor.w > 0 ? box.insetBy(-stroke.reach(on: path)) : box
    guard !area.isEmpty else { return nil }
    simple = path.simpleShape
  }
}
