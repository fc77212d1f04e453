// Properties of layers by their tables: what a class has, a random tree sets, without a line for it. A row's kind says
// what its values are; what a tree sets with more thought, and what is left out, is listed by key.

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport

/// Sets properties from numbers of its own, so that a new property leaves the rest of a tree as it was.
struct RandomProperties: SceneRandom {
  var random: SeededRandom

  /// Sets, now and then, the properties of a layer's class but those of some keys, each to a value of its kind.
  mutating func set(on layer: CALayer, except keys: Set<String>, _ probability: Double) {
    for row in type(of: layer).properties.all where !keys.contains(row.key) {
      guard chance(probability), let kind = row.kind, let value = value(of: kind) else { continue }
      layer.setValue(value, forKey: row.key)
    }
  }

  /// A value as key-value coding takes it; nil for images and strings, which have no values that fit everywhere.
  private mutating func value(of kind: PropertyKind) -> Any? {
    switch kind {
    case .number, .extent: number(0...2)
    case .length: number(0...12)
    case .boolean: chance(0.5)
    case .bits: Int(number(0...15))
    case .point: CGPoint(x: number(0...1), y: number(0...1))
    case .size: CGSize(width: number(-6...6), height: number(-6...6))
    case .rect: CGRect(x: 0, y: 0, width: number(0.5...1), height: number(0.5...1))
    case .color: color()
    case .transform: CATransform3DMakeTranslation(number(-9...9), number(-9...9), 0)
    case .enumeration(let names): one(of: names)
    case .numbers: [number(1...9) as NSNumber, number(1...9) as NSNumber]
    case .colors: [color(), color()]
    case .path: CGPath(ellipseIn: CGRect(x: 2, y: 3, width: number(5...40), height: number(5...40)), transform: nil)
    case .image, .string: nil
    }
  }
}
