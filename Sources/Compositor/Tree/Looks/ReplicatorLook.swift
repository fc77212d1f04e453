import CoreGraphics
import Foundation
import QuartzCore

/// The copies that a replicator layer makes of its sublayers.
struct ReplicatorLook: Equatable, Sendable {
  /// The number of copies, the sublayers themselves included.
  var count: Int
  /// The delay of each copy after the one before, in seconds.
  var delay: Double
  /// The transform that each copy adds to that of the one before, about the middle of the bounds; nil for none.
  var step: CATransform3D?
  /// The colour of the first copy, not premultiplied.
  var color: SIMD4<Float>
  /// The numbers that each copy adds to the colour of the one before.
  var colorStep: SIMD4<Float>
  var preservesDepth: Bool

  /// Copies beyond this many are not drawn.
  static let mostCopies = 100_000

  init(_ values: LayerValues) {
    let (managed, rows) = (values.managed, ReplicatorProperties.all)
    let number = managed.number(rows.instanceCount)
    // A count between two whole ones, from an animation, is the lower one.
    count = number.isNaN ? 0 : Int(min(max(number, 0), Double(Self.mostCopies)).rounded(.down))
    delay = managed.finiteNumber(rows.instanceDelay)
    step = managed[rows.instanceTransform].transform.flatMap {
      $0 == CATransform3DIdentity ? nil : Self.about(values.bounds, $0)
    }
    color = SIMD4(repeating: 1)
    if case .color(let own) = managed[rows.instanceColor] { color = own.rgba }
    func offset(_ property: LayerProperty) -> Float { Float(managed.number(property)) }
    colorStep = SIMD4(
      offset(rows.instanceRedOffset), offset(rows.instanceGreenOffset), offset(rows.instanceBlueOffset),
      offset(rows.instanceAlphaOffset))
    preservesDepth = managed.isTrue(rows.preservesDepth)
  }

  /// Returns the colour that multiplies a copy, not premultiplied. Components are limited to 0...1 for each copy; Apple
  /// does not document it.
  func color(ofCopy copy: Int) -> SIMD4<Float> {
    let sum = color + colorStep * Float(copy)
    return sum.replacing(with: 0, where: sum .!= sum).clamped(lowerBound: .zero, upperBound: .one)
  }

  /// A transform about the middle of a rectangle.
  private static func about(_ bounds: CGRect, _ m: CATransform3D) -> CATransform3D {
    let (x, y) = (bounds.midX, bounds.midY)
    return CATransform3DConcat(
      CATransform3DConcat(CATransform3DMakeTranslation(-x, -y, 0), m), CATransform3DMakeTranslation(x, y, 0))
  }
}

extension ReplicatorLook: PartLook {
  static var kind: LayerKind? { .replicator }

  static func derived(_ slot: Int, from values: LayerValues, in tree: RenderTree) -> ReplicatorLook? {
    ReplicatorLook(values)
  }

  func mark(_ look: inout LayerLook) {
    if preservesDepth { look.keepDepth() }
  }
}
