// Geometry in `NSValue` boxes, which is how Objective-C's collections and animation values hold it.
//
// Foundation on Linux boxes points, sizes and rectangles itself. Its NSValue takes no structures beyond those, so the
// others are boxed as C arrays of doubles: `objCType` is then `[6d]` and not `{CGAffineTransform=dddddd}`, and the
// count tells one type from another. Boxes are made and read only here and by the extensions that use `numbers`.

public import Foundation

extension NSValue {
  /// Makes an object that holds a point, for keyed values.
  public convenience init(cgPoint: CGPoint) { self.init(point: cgPoint) }

  /// Makes an object that holds a size, for keyed values.
  public convenience init(cgSize: CGSize) { self.init(size: cgSize) }

  /// Makes an object that holds a rectangle, for keyed values.
  public convenience init(cgRect: CGRect) { self.init(rect: cgRect) }

  /// Makes an object that holds a vector, for keyed values.
  public convenience init(cgVector: CGVector) { self.init(numbers: [cgVector.dx, cgVector.dy]) }

  /// A box around a transform of the plane.
  public convenience init(cgAffineTransform t: CGAffineTransform) {
    self.init(numbers: [t.a, t.b, t.c, t.d, t.tx, t.ty])
  }

  // Reading a box as another type than it holds is a programmer's mistake; Apple's framework then returns whatever
  // bytes there are.

  /// The point in the box. Precondition: it holds one.
  public var cgPointValue: CGPoint { expect(point, "CGPoint") }

  /// The size in the box. Precondition: it holds one.
  public var cgSizeValue: CGSize { expect(size, "CGSize") }

  /// The rectangle in the box. Precondition: it holds one.
  public var cgRectValue: CGRect { expect(rect, "CGRect") }

  /// The vector in the box. Precondition: it holds one.
  public var cgVectorValue: CGVector { expect(vector, "CGVector") }

  /// The transform in the box. Precondition: it holds one.
  public var cgAffineTransformValue: CGAffineTransform { expect(affineTransform, "CGAffineTransform") }
}

extension NSValue {
  /// The point in the box; nil when it holds something else.
  package var point: CGPoint? { holds(.point) ? pointValue : nil }

  /// The size in the box; nil when it holds something else.
  package var size: CGSize? { holds(.size) ? sizeValue : nil }

  /// The rectangle in the box; nil when it holds something else.
  package var rect: CGRect? { holds(.rect) ? rectValue : nil }

  /// The vector in the box; nil when it holds something else.
  package var vector: CGVector? { numbers(count: 2).map { CGVector(dx: $0[0], dy: $0[1]) } }

  /// The transform in the box; nil when it holds something else.
  package var affineTransform: CGAffineTransform? {
    numbers(count: 6).map { CGAffineTransform($0[0], $0[1], $0[2], $0[3], $0[4], $0[5]) }
  }

  /// A box around an array of numbers.
  package convenience init(numbers: [CGFloat]) {
    self.init(bytes: numbers.map { Double($0) }, objCType: Self.arrayEncoding(count: numbers.count))
  }

  /// The numbers in the box; nil unless it holds an array of `count`.
  package func numbers(count: Int) -> [CGFloat]? {
    guard String(cString: objCType) == Self.arrayEncoding(count: count) else { return nil }
    var numbers = [Double](repeating: 0, count: count)
    getValue(&numbers)
    return numbers.map { CGFloat($0) }
  }

  /// `value`, or a trap that says what the box holds instead.
  package func expect<T>(_ value: T?, _ type: String) -> T {
    guard let value else {
      preconditionFailure("NSValue holds '\(String(cString: objCType))', not a \(type)")
    }
    return value
  }

  private static func arrayEncoding(count: Int) -> String { "[\(count)d]" }

  /// The types that Foundation boxes itself.
  private enum FoundationType {
    case point, size, rect

    /// Foundation's own encodings, asked for once.
    static let encodings: [FoundationType: String] = [
      .point: String(cString: NSValue(point: .zero).objCType),
      .size: String(cString: NSValue(size: .zero).objCType),
      .rect: String(cString: NSValue(rect: .zero).objCType),
    ]
  }

  private func holds(_ type: FoundationType) -> Bool { String(cString: objCType) == FoundationType.encodings[type] }
}
