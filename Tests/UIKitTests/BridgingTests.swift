import Foundation
import QuartzCore
import Testing

// Only QuartzCore is imported: a client without UIKit has the casts too.

@Suite struct BridgingTests {
  /// Hides the static type, so that the cast is one at run time.
  private func any(_ value: Any) -> Any { value }

  @Test("Geometry goes into NSValue and comes back: by as, out of Any, in arrays, through NSValue's own members")
  func geometry() throws {
    let point = CGPoint(x: 1, y: 2)
    #expect((point as NSValue).cgPointValue == point)
    #expect(any(point) as? NSValue == NSValue(cgPoint: point))
    #expect(any(NSValue(cgPoint: point)) as? CGPoint == point)
    #expect(any([NSValue(cgPoint: point)]) as? [CGPoint] == [point])
    #expect(([point] as [NSValue]) == [NSValue(cgPoint: point)])

    let size = CGSize(width: 3, height: 4)
    #expect((size as NSValue).cgSizeValue == size && any(NSValue(cgSize: size)) as? CGSize == size)
    let rect = CGRect(origin: point, size: size)
    #expect((rect as NSValue).cgRectValue == rect && any(NSValue(cgRect: rect)) as? CGRect == rect)
    let vector = CGVector(dx: 5, dy: 6)
    #expect((vector as NSValue).cgVectorValue == vector && any(NSValue(cgVector: vector)) as? CGVector == vector)
    let affine = CGAffineTransform(1, 2, 3, 4, 5, 6)
    #expect((affine as NSValue).cgAffineTransformValue == affine)
    #expect(any(NSValue(cgAffineTransform: affine)) as? CGAffineTransform == affine)
    let transform = CATransform3DMakeRotation(1, 1, 2, 3)
    #expect((transform as NSValue).caTransform3DValue == transform)
    #expect(any(NSValue(caTransform3D: transform)) as? CATransform3D == transform)
    #expect(any(transform) as? NSValue == NSValue(caTransform3D: transform))
  }

  @Test("A number's value as CGFloat: rounded, or only where it is exact")
  func valuesOfNumbers() {
    #expect(CGFloat(truncating: 2.5) == 2.5)
    #expect(CGFloat(truncating: NSNumber(value: Int64.max)) == 0x1p63)
    #expect(CGFloat(exactly: NSNumber(value: 2.5)) == 2.5)
    #expect(CGFloat(exactly: NSNumber(value: Int64.max)) == nil)
  }

  @Test("A box of one type is none of the others")
  func mismatch() {
    let boxes: [NSValue] = [
      NSValue(cgPoint: .zero), NSValue(cgSize: .zero), NSValue(cgRect: .zero), NSValue(cgVector: .zero),
      NSValue(cgAffineTransform: .identity), NSValue(caTransform3D: CATransform3DIdentity), NSNumber(value: 1),
    ]
    let casts: [(Any) -> Bool] = [
      { $0 is CGPoint }, { $0 is CGSize }, { $0 is CGRect }, { $0 is CGVector }, { $0 is CGAffineTransform },
      { $0 is CATransform3D }, { $0 is CGFloat },
    ]
    for (row, box) in boxes.enumerated() {
      for (column, cast) in casts.enumerated() { #expect(cast(box) == (row == column), "\(box) \(column)") }
    }
  }

  @Test("Numbers: CGFloat and NSNumber cast both ways")
  func numbers() {
    #expect(any(NSNumber(value: 2.5)) as? CGFloat == 2.5)
    #expect(any(NSNumber(value: 2)) as? CGFloat == 2)
    #expect(any(NSNumber(value: true)) as? CGFloat == 1)
    #expect(any(CGFloat(2.5)) as? NSNumber == 2.5)
    #expect(CGFloat(2.5) as NSNumber == 2.5)
    #expect(([0, 0.5, 1] as [CGFloat]) as [NSNumber] == [0, 0.5, 1])
    #expect(any([NSNumber(value: 1), NSNumber(value: 2.5)]) as? [CGFloat] == [1, 2.5])
    #expect((NSNumber(value: 1.5) as! CGFloat) == 1.5)
    // An integer that a CGFloat would round.
    #expect(any(NSNumber(value: Int64.max)) as? CGFloat == nil)
    // Not from one Swift number to another, on Apple's systems neither.
    #expect(any(1.5) as? CGFloat == nil)
    #expect(any(CGFloat(1.5)) as? Double == nil)
  }

  @Test("Foundation's collections box what is put into them")
  func collections() throws {
    let array: NSArray = [CGPoint(x: 1, y: 2), CGFloat(3)]
    let values = try #require(array as? [Any])
    #expect(values[0] as? CGPoint == CGPoint(x: 1, y: 2))
    #expect(values[1] as? CGFloat == 3)
  }

  @Test("Animations take boxes of every type")
  func animationValues() {
    let layer = CALayer()
    layer.setValue(NSValue(cgPoint: CGPoint(x: 1, y: 2)), forKey: "position")
    layer.setValue(NSValue(cgRect: CGRect(x: 0, y: 0, width: 3, height: 4)), forKey: "bounds")
    layer.setValue(NSValue(cgSize: CGSize(width: 5, height: 6)), forKeyPath: "bounds.size")
    let transform = CATransform3DMakeScale(2, 3, 4)
    layer.setValue(NSValue(caTransform3D: transform), forKey: "transform")
    #expect(layer.position == CGPoint(x: 1, y: 2))
    #expect(layer.bounds.size == CGSize(width: 5, height: 6))
    #expect(layer.transform == transform)
    layer.setValue(NSValue(cgAffineTransform: CGAffineTransform(scaleX: 2, y: 3)), forKey: "transform")
    #expect(layer.transform == CATransform3DMakeScale(2, 3, 1))
    #expect(layer.value(forKey: "position") as? NSValue == NSValue(cgPoint: layer.position))
    #expect(layer.value(forKey: "opacity") as? CGFloat == 1)
  }
}
