import Compositor
import CoreGraphics
import Foundation
package import Multiplane
package import QuartzCore

/// A layer's values, animations and surface at a time.
package struct LayerReport: Encodable {
  package struct Value: Encodable {
    package let key: String
    package let value: String
    package let isAnimated: Bool
  }

  package struct Animation: Encodable {
    package let key: String
    package let kind: String
    package let keyPath: String?
    /// The begin time in the layer's time, in seconds.
    package let begin: Double
    package let duration: Double
    package let repeatCount: Double
    package let autoreverses: Bool
    package let detail: String
  }

  package let id: String
  package let path: String
  package let kind: String
  package let values: [Value]
  package let animations: [Animation]
  /// The pass into the layer's own surface; nil without one.
  package let surface: FrameInspection.Pass?

  /// The properties that are always reported; others are only if they are animated, or differ from their initial value.
  private static let always: Set = ["position", "bounds", "opacity"]

  /// Creates the report of a layer, by its ``LayerTreeReport`` number; nil for an unknown one.
  package init?(_ id: String, of root: CALayer, with renderer: OffscreenRenderer, at time: Double) {
    let (list, tree) = renderer.record(root, at: time)
    guard let layer = root.numbered.first(where: { $0.id == id })?.layer else { return nil }
    (self.id, path, kind) = (id, layer.checkedPath, "\(type(of: layer))")
    var animated: Set<Substring> = []
    var animations: [Animation] = []
    for attached in layer.animations {
      attached.animation.forEachLeaf { leaf in
        if let keyPath = (leaf as? CAPropertyAnimation)?.keyPath { animated.insert(keyPath.prefix { $0 != "." }) }
      }
      animations.append(Animation(attached.animation, key: attached.key))
    }
    self.animations = animations
    let shown = layer.values(at: time)
    values = type(of: layer).properties.all.compactMap { property in
      let value = shown[property]
      let isAnimated = animated.contains(Substring(property.key))
      guard isAnimated || Self.always.contains(property.key) || value != property.initial, value != .none else {
        return nil
      }
      return Value(key: property.key, value: value.shown, isAnimated: isAnimated)
    }
    surface = list.passes.first { $0.slot == layer.renderIndex && $0.slot >= 0 }.map { .init($0, tree) }
  }
}

extension LayerReport.Animation {
  fileprivate init(_ animation: CAAnimation, key: String?) {
    var details: [String] = []
    var keyPath = (animation as? CAPropertyAnimation)?.keyPath
    switch animation {
    case let spring as CASpringAnimation:
      details.append(
        "mass \(spring.mass.shown), stiffness \(spring.stiffness.shown), damping \(spring.damping.shown)")
      details += Self.ends(spring)
    case let basic as CABasicAnimation: details += Self.ends(basic)
    case let keyframes as CAKeyframeAnimation:
      if keyframes.path != nil { details.append("along a path") }
      if let values = keyframes.values { details.append("\(values.count) values") }
      details.append(keyframes.calculationMode.rawValue)
    case let group as CAAnimationGroup:
      let parts = group.animations ?? []
      keyPath = parts.compactMap { ($0 as? CAPropertyAnimation)?.keyPath }.joined(separator: ", ")
      details.append("\(parts.count) animations")
    case let transition as CATransition:
      details.append([transition.type.rawValue, transition.subtype?.rawValue].compactMap { $0 }.joined(separator: " "))
    default: break
    }
    if let timing = animation.timingFunction { details.append(timing.shown) }
    if animation.speed != 1 { details.append("speed \(Double(animation.speed).shown)") }
    if animation.fillMode != .removed { details.append("fills \(animation.fillMode.rawValue)") }
    if !animation.isRemovedOnCompletion { details.append("stays") }
    self.init(
      key: key ?? "", kind: "\(type(of: animation))", keyPath: keyPath,
      begin: animation.beginTime < 1e-9 ? 0 : animation.beginTime,
      duration: animation.duration.isFinite ? animation.duration : 0,
      repeatCount: animation.repeatCount.isFinite ? Double(animation.repeatCount) : -1,
      autoreverses: animation.autoreverses, detail: details.joined(separator: "; "))
  }

  private static func ends(_ animation: CABasicAnimation) -> [String] {
    let values = [("from", animation.fromValue), ("to", animation.toValue), ("by", animation.byValue)]
    return values.compactMap { name, value in
      value.flatMap { AnimatableValue($0) }.map { "\(name) \($0.shown)" }
    }
  }
}

extension CAMediaTimingFunction {
  fileprivate var shown: String {
    let points = (1...2).map { index in
      var point: [Float] = [0, 0]
      getControlPoint(at: index, values: &point)
      return point.map { Double($0).shown }.joined(separator: ", ")
    }
    return "cubic-bezier(\(points.joined(separator: ", ")))"
  }
}

extension BinaryFloatingPoint {
  fileprivate var shown: String {
    let value = Double(self)
    guard value.isFinite else { return "\(value)" }
    var text = value.formatted(places: 3)
    while text.contains("."), text.hasSuffix("0") || text.hasSuffix(".") { text.removeLast() }
    return text == "-0" ? "0" : text
  }
}

extension AnimatableValue {
  var shown: String {
    switch self {
    case .number(let value): return value.shown
    case .point(let point): return "(\(point.x.shown), \(point.y.shown))"
    case .size(let size): return "\(size.width.shown) x \(size.height.shown)"
    case .rect(let rect):
      return "(\(rect.minX.shown), \(rect.minY.shown)) \(rect.width.shown) x \(rect.height.shown)"
    case .transform(let map): return map.shown
    case .color(let color):
      let rgba = color.rgba
      let bytes = [rgba.x, rgba.y, rgba.z, rgba.w].map { Int(bounded: (Double($0) * 255).rounded()) }
      return "#" + bytes.map { String(format: "%02x", min(max($0, 0), 255)) }.joined()
    case .image(let image): return "image of \(image.width) x \(image.height) pixels"
    case .path(let path):
      let box = path.boundingBoxOfPath
      return path.isEmpty ? "empty path" : "path in \(AnimatableValue.rect(box).shown)"
    case .numbers(let numbers): return Self.list(numbers.map { $0.shown })
    case .list(let values): return Self.list(values.map(\.shown))
    case .string(let text): return text
    case .none: return "none"
    }
  }

  private static func list(_ texts: [String]) -> String {
    texts.prefix(16).joined(separator: ", ") + (texts.count > 16 ? " and \(texts.count - 16) more" : "")
  }
}

extension CATransform3D {
  /// The value by its named parts, if any, otherwise by rows.
  fileprivate var shown: String {
    if CATransform3DIsIdentity(self) { return "identity" }
    if CATransform3DIsAffine(self) {
      let map = CATransform3DGetAffineTransform(self)
      var parts: [String] = []
      if map.tx != 0 || map.ty != 0 { parts.append("move (\(map.tx.shown), \(map.ty.shown))") }
      let angle = atan2(map.b, map.a)
      let (x, y) = (hypot(map.a, map.b), hypot(map.c, map.d))
      if abs(map.a * map.c + map.b * map.d) < 1e-9 * max(x * y, 1), map.a * map.d - map.b * map.c > 0 {
        if abs(angle) > 1e-9 { parts.append("turn \((angle * 180 / .pi).shown)°") }
        if abs(x - 1) > 1e-9 || abs(y - 1) > 1e-9 { parts.append("scale (\(x.shown), \(y.shown))") }
        return parts.joined(separator: ", ")
      }
    }
    let rows = [[m11, m12, m13, m14], [m21, m22, m23, m24], [m31, m32, m33, m34], [m41, m42, m43, m44]]
    return rows.map { row in "[" + row.map { $0.shown }.joined(separator: " ") + "]" }.joined(separator: " ")
  }
}
