package import CoreGraphics
package import Documents
import Foundation
import QuartzCore

extension DocumentValues {
  /// Reads the value of a property of a kind. `key` is its name: angles and times are numbers by their names. A null
  /// clears a colour, a path, an image or a text.
  func value(_ node: Node, as kind: PropertyKind, of key: String) throws(SceneFileError) -> AnimatableValue {
    if case .null = node.json, kind.mayBeNull { return .none }
    switch kind {
    case .number: return .number(try number(node, of: key))
    case .bits:
      let number = try number(node, in: 0...65_535, "an option set, as a number")
      guard number == number.rounded() else { throw wrong(node, "a whole number") }
      return .number(number)
    case .length: return .number(Double(try length(node)))
    case .extent: return .number(try extent(node))
    case .boolean: return .number(try boolean(node) ? 1 : 0)
    case .point: return .point(try point(node))
    case .size: return .size(try size(node))
    case .rect: return .rect(try rect(node))
    case .color: return .color(try color(node))
    case .transform: return .transform(try transform(node))
    case .image: return .image(try image(node))
    case .string: return .string(try text(node))
    case .enumeration(let names): return .string(try word(node, of: names))
    case .numbers: return .numbers(try numbers(node))
    case .colors:
      let node = try slots.filled(node, as: .other, of: self)
      var colors: [AnimatableValue] = []
      for element in try list(node, of: "colours") { colors.append(.color(try color(element))) }
      return .list(colors)
    case .path: return .path(try path(node))
    }
  }

  private func number(_ node: Node, of key: String) throws(SceneFileError) -> Double {
    if PropertyUnits.isAngle(key) { return try angle(node) }
    return PropertyUnits.isTime(key) ? try time(node, from: -Self.longestTime) : try number(node)
  }

  // MARK: - Transforms

  /// Reads 16 numbers from m11 to m44, 6 from a to ty, or steps, the first outermost, as CSS has its functions.
  private func transform(_ node: Node) throws(SceneFileError) -> CATransform3D {
    let node = try slots.filled(node, as: .other, of: self)
    let expectation = "16 numbers from m11 to m44, 6 from a to ty, or steps such as {\"rotate\": \"30deg\"}"
    guard let elements = node.elements else { throw wrong(node, expectation) }
    if let first = elements.first?.json, first.object != nil, first["slot"] == nil {
      var transform = CATransform3DIdentity
      for element in elements { transform = try step(element, on: transform) }
      return transform
    }
    guard elements.count == 16 || elements.count == 6 else { throw wrong(node, expectation) }
    let m = try numbers(node).map { CGFloat($0) }
    guard m.count == 16 else {
      return CATransform3DMakeAffineTransform(
        CGAffineTransform(a: m[0], b: m[1], c: m[2], d: m[3], tx: m[4], ty: m[5]))
    }
    return CATransform3D(
      m11: m[0], m12: m[1], m13: m[2], m14: m[3], m21: m[4], m22: m[5], m23: m[6], m24: m[7],
      m31: m[8], m32: m[9], m33: m[10], m34: m[11], m41: m[12], m42: m[13], m43: m[14], m44: m[15])
  }

  private func step(_ node: Node, on transform: CATransform3D) throws(SceneFileError) -> CATransform3D {
    let members = try members(node, "a step of a transform", known: Self.steps)
    guard members.count == 1, let (name, value) = members.first else {
      throw wrong(node, "one of \(Self.steps.joined(separator: ", "))")
    }
    let axes: (CGFloat, CGFloat, CGFloat)? =
      switch name {
      case "rotateX": (1, 0, 0)
      case "rotateY": (0, 1, 0)
      case "rotate": (0, 0, 1)
      default: nil
      }
    if let axes { return CATransform3DRotate(transform, CGFloat(try angle(value)), axes.0, axes.1, axes.2) }
    let isScale = name == "scale"
    if isScale, value.json.number != nil {
      let factor = CGFloat(try number(value))
      return CATransform3DScale(transform, factor, factor, 1)
    }
    var n = try numbers(value, "[x, y] or [x, y, z]", isLength: true).map { CGFloat($0) }
    guard n.count == 2 || n.count == 3 else { throw wrong(value, "[x, y] or [x, y, z]") }
    if n.count == 2 { n.append(isScale ? 1 : 0) }
    return isScale
      ? CATransform3DScale(transform, n[0], n[1], n[2]) : CATransform3DTranslate(transform, n[0], n[1], n[2])
  }

  static let steps = ["rotate", "rotateX", "rotateY", "scale", "translate"]

  // MARK: - Paths

  func path(_ node: Node) throws(SceneFileError) -> CGPath {
    let node = try slots.filled(node, as: .other, of: self)
    if let text = node.json.string {
      do throws(ValueProblem) {
        return try PathData.read(text, limit: limits.coordinate)
      } catch {
        throw failure(error.message, at: node)
      }
    }
    let shape = "SVG path data, {\"rect\": [x, y, width, height]} or {\"ellipse\": [...]}"
    let members = try members(node, "a path", known: Self.shapes)
    let names = members.map(\.key)
    guard names.contains("rect") != names.contains("ellipse"), names != ["cornerRadius", "ellipse"] else {
      throw wrong(node, shape)
    }
    let path = CGMutablePath()
    var radius: CGFloat = 0
    // `cornerRadius` comes before `rect`.
    for (key, value) in members {
      switch key {
      case "cornerRadius": radius = CGFloat(try number(value, in: 0...Double(limits.coordinate)))
      case "ellipse": path.addEllipse(in: try rect(value))
      default:
        let rect = try rect(value).standardized
        let most = min(radius, rect.width / 2, rect.height / 2)
        if most > 0 { path.addRoundedRect(in: rect, cornerWidth: most, cornerHeight: most) } else { path.addRect(rect) }
      }
    }
    return path.copy() ?? path
  }

  static let shapes = ["rect", "cornerRadius", "ellipse"]

  // MARK: - Images

  /// Reads an image: a path below the document's folder, or a `data:` address.
  package func image(_ node: Node) throws(SceneFileError) -> CGImage {
    let (node, file) = try slots.file(node, as: .image, of: self)
    do throws(SceneFileError) {
      if let file { return try images.image(contentsOf: file.url) }
      guard let source = node.json.string else { throw wrong(node, "a file's path, or a data: address") }
      return try images.image(source)
    } catch {
      throw node.json.string == nil && file == nil ? error : located(error, at: node)
    }
  }
}

extension PropertyKind {
  /// Whether null stands for no value.
  var mayBeNull: Bool { [.color, .path, .image, .string].contains(self) }
}

/// The units of properties that are numbers, by their keys.
enum PropertyUnits {
  private static let angles: Set<String> = [
    "emissionLatitude", "emissionLongitude", "emissionRange", "spin", "spinRange", "rotation", "rotationRange",
    "orientationLatitude", "orientationLongitude", "orientationRange", "inputAngle",
  ]
  private static let times: Set<String> = ["beginTime", "timeOffset", "instanceDelay"]

  /// Whether a key path leads to an angle in radians.
  static func isAngle(_ keyPath: String) -> Bool {
    let parts = keyPath.split(separator: ".")
    return parts.contains { $0 == "rotation" } || angles.contains(String(parts.last ?? ""))
  }

  static func isTime(_ key: String) -> Bool { times.contains(key) }
}
