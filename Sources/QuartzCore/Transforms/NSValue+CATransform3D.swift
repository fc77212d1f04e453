// A CATransform3D in an `NSValue`, and the casts between the two. See Bridging.swift in CoreGraphics for the rules.

import CoreGraphics
public import Foundation

extension NSValue {
  /// Makes an object that holds a transform, for keyed values.
  public convenience init(caTransform3D t: CATransform3D) {
    self.init(numbers: [
      t.m11, t.m12, t.m13, t.m14, t.m21, t.m22, t.m23, t.m24,
      t.m31, t.m32, t.m33, t.m34, t.m41, t.m42, t.m43, t.m44,
    ])
  }

  /// The transform in the box. Precondition: it holds one.
  public var caTransform3DValue: CATransform3D { expect(transform3D, "CATransform3D") }

  /// The transform in the box; nil when it holds something else.
  package var transform3D: CATransform3D? {
    numbers(count: 16).map { m in
      CATransform3D(
        m11: m[0], m12: m[1], m13: m[2], m14: m[3], m21: m[4], m22: m[5], m23: m[6], m24: m[7],
        m31: m[8], m32: m[9], m33: m[10], m34: m[11], m41: m[12], m42: m[13], m43: m[14], m44: m[15])
    }
  }
}

extension CATransform3D: _ObjectiveCBridgeable {
  /// The value as an object, as `as Any` and `as? NSValue` have it.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(caTransform3D: self) }

  /// The value of an object that must hold one.
  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CATransform3D?) {
    result = source.caTransform3DValue
  }

  /// The value of an object, if it holds one.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CATransform3D?) -> Bool {
    result = source.transform3D
    return result != nil
  }

  /// The value of an object that must be there and hold one.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CATransform3D {
    source?.caTransform3DValue ?? CATransform3DIdentity
  }
}
