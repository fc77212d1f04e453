// Vectors as inputs of filters.

public import Foundation
public import QuartzCore

/// A list of numbers: a point, a rectangle, or coefficients of a filter.
open class CIVector: NSObject, AnimatableObject {
  private let values: [CGFloat]

  /// A vector of numbers in memory.
  public init(values: UnsafePointer<CGFloat>, count: Int) {
    self.values = Array(UnsafeBufferPointer(start: values, count: count))
  }

  /// A vector of one number.
  public convenience init(x: CGFloat) { self.init(values: [x], count: 1) }
  /// A vector of two numbers.
  public convenience init(x: CGFloat, y: CGFloat) { self.init(values: [x, y], count: 2) }
  /// A vector of three numbers.
  public convenience init(x: CGFloat, y: CGFloat, z: CGFloat) { self.init(values: [x, y, z], count: 3) }
  /// A vector of four numbers.
  public convenience init(x: CGFloat, y: CGFloat, z: CGFloat, w: CGFloat) {
    self.init(values: [x, y, z, w], count: 4)
  }
  /// A point's x and y.
  public convenience init(cgPoint: CGPoint) { self.init(x: cgPoint.x, y: cgPoint.y) }
  /// A rectangle's x, y, width and height.
  public convenience init(cgRect: CGRect) {
    self.init(x: cgRect.minX, y: cgRect.minY, z: cgRect.width, w: cgRect.height)
  }

  /// The number of values in the vector.
  open var count: Int { values.count }
  /// A number by its place; 0 beyond the last.
  open func value(at index: Int) -> CGFloat { values.indices.contains(index) ? values[index] : 0 }
  open var x: CGFloat { value(at: 0) }
  open var y: CGFloat { value(at: 1) }
  open var z: CGFloat { value(at: 2) }
  open var w: CGFloat { value(at: 3) }
  /// The point whose coordinates are the first two numbers.
  open var cgPointValue: CGPoint { CGPoint(x: x, y: y) }
  /// The first four numbers: origin, then size.
  open var cgRectValue: CGRect { CGRect(x: x, y: y, width: z, height: w) }

  open override func isEqual(_ object: Any?) -> Bool { (object as? CIVector)?.values == values }
  open override var hash: Int { values.hashValue }
  open override var description: String { "[\(values.map { "\($0)" }.joined(separator: " "))]" }

  package var animatableValue: AnimatableValue {
    values.count == 2 ? .point(cgPointValue) : .numbers(values.map(Double.init))
  }
}
