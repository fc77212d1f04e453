// Geometry as text: `{1, 2}`, `{{1, 2}, {3, 4}}`, `[1, 0, 0, 1, 0, 0]`.

public import CoreGraphics
public import Foundation

// Named as Apple's are, of which Swift code knows only these.
extension NSCoder {
  /// The point as text: `{x, y}`.
  public class func string(for point: CGPoint) -> String { text([point.x, point.y]) }
  /// The vector as text: `{dx, dy}`.
  public class func string(for vector: CGVector) -> String { text([vector.dx, vector.dy]) }
  /// The size as text: `{width, height}`.
  public class func string(for size: CGSize) -> String { text([size.width, size.height]) }
  /// The rectangle as text: `{{x, y}, {width, height}}`.
  public class func string(for rect: CGRect) -> String {
    "{\(string(for: rect.origin)), \(string(for: rect.size))}"
  }
  /// The transform as text: `[a, b, c, d, tx, ty]`.
  public class func string(for transform: CGAffineTransform) -> String {
    let t = transform
    return text([t.a, t.b, t.c, t.d, t.tx, t.ty], "[", "]")
  }
  /// The insets as text: `{top, left, bottom, right}`.
  public class func string(for insets: UIEdgeInsets) -> String {
    text([insets.top, insets.left, insets.bottom, insets.right])
  }
  /// The offset as text: `{horizontal, vertical}`.
  public class func string(for offset: UIOffset) -> String { text([offset.horizontal, offset.vertical]) }

  // Of text of another form each is zero, the transform the identity.

  /// The point that a text in the form `{x, y}` tells.
  public class func cgPoint(for string: String) -> CGPoint {
    numbers(string, 2).map { CGPoint(x: $0[0], y: $0[1]) } ?? .zero
  }
  /// The vector that a text in the form `{dx, dy}` tells.
  public class func cgVector(for string: String) -> CGVector {
    numbers(string, 2).map { CGVector(dx: $0[0], dy: $0[1]) } ?? .zero
  }
  /// The size that a text in the form `{width, height}` tells.
  public class func cgSize(for string: String) -> CGSize {
    numbers(string, 2).map { CGSize(width: $0[0], height: $0[1]) } ?? .zero
  }
  /// The rectangle in `{{x, y}, {width, height}}`.
  public class func cgRect(for string: String) -> CGRect {
    numbers(string, 4).map { CGRect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) } ?? .zero
  }
  /// The transform in `[a, b, c, d, tx, ty]`.
  public class func cgAffineTransform(for string: String) -> CGAffineTransform {
    numbers(string, 6).map { CGAffineTransform(a: $0[0], b: $0[1], c: $0[2], d: $0[3], tx: $0[4], ty: $0[5]) }
      ?? .identity
  }
  /// The insets in `{top, left, bottom, right}`.
  public class func uiEdgeInsets(for string: String) -> UIEdgeInsets {
    numbers(string, 4).map { UIEdgeInsets(top: $0[0], left: $0[1], bottom: $0[2], right: $0[3]) } ?? .zero
  }
  /// The offset in `{horizontal, vertical}`.
  public class func uiOffset(for string: String) -> UIOffset {
    numbers(string, 2).map { UIOffset(horizontal: $0[0], vertical: $0[1]) } ?? .zero
  }

  private class func text(_ numbers: [CGFloat], _ open: String = "{", _ close: String = "}") -> String {
    let parts = numbers.map { number in
      let text = "\(Double(number))"
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
    return open + parts.joined(separator: ", ") + close
  }

  private class func numbers(_ string: String, _ count: Int) -> [CGFloat]? {
    let words = string.split { "{}[], \t\n".contains($0) }
    let numbers = words.compactMap { Double($0) }.map { CGFloat($0) }
    return numbers.count == count && words.count == count ? numbers : nil
  }
}
