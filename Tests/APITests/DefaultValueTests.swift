// Fresh objects against the values in tools/lib/api-coverage/quartzcore.txt, by key-value coding.

import Foundation
import QuartzCore
import Testing

@testable import api_coverage

@Suite struct DefaultValueTests {
  /// A property whose fresh value the table knows.
  struct Sample: CustomTestStringConvertible, Sendable {
    var type: String
    var property: String
    var expected: String
    var testDescription: String { "\(type).\(property)" }
  }

  static let classes: [String: @Sendable () -> NSObject] = {
    var classes: [String: @Sendable () -> NSObject] = [
      "CAAnimation": { CAAnimation() }, "CAAnimationGroup": { CAAnimationGroup() },
      "CABasicAnimation": { CABasicAnimation() }, "CAEmitterCell": { CAEmitterCell() },
      "CAKeyframeAnimation": { CAKeyframeAnimation() }, "CAPropertyAnimation": { CAPropertyAnimation() },
      "CASpringAnimation": { CASpringAnimation() }, "CATransition": { CATransition() },
    ]
    for layerClass in LayerClass.all { classes[layerClass.name] = { layerClass.make() } }
    return classes
  }()

  static let table: String = {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../tools/lib/api-coverage/quartzcore.txt")
    return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }()

  /// The properties with a value, of the classes above.
  static let samples: [Sample] = {
    var type = ""
    return table.split(separator: "\n").compactMap { line -> Sample? in
      if !line.hasPrefix(" ") {
        let words = line.split(separator: " ")
        type = words.count > 1 ? String(words[1]) : ""
        return nil
      }
      guard classes[type] != nil, let value = line.firstRange(of: "} = "),
        let name = line.firstRange(of: "var "), let colon = line.firstRange(of: ": "), !line.contains("static ")
      else { return nil }
      return Sample(
        type: type, property: String(line[name.upperBound..<colon.lowerBound]),
        expected: String(line[value.upperBound...]))
    }
  }()

  /// The raw values of constants such as ".linear", by their names; a name may stand for several.
  static let constants: [String: Set<String>] = {
    var found: [String: Set<String>] = [:]
    for line in table.split(separator: "\n") where line.hasPrefix("  static var ") {
      guard let value = line.firstRange(of: "} = \""), let colon = line.firstRange(of: ": ") else { continue }
      let name = line[..<colon.lowerBound].dropFirst("  static var ".count)
      found[".\(name)", default: []].insert(String(line[value.upperBound...].dropLast()))
    }
    return found
  }()

  @Test("The table was found") func tableIsThere() { #expect(!Self.samples.isEmpty) }

  @Test("A fresh object's value", arguments: samples)
  func fresh(sample: Sample) throws {
    let make = try #require(Self.classes[sample.type])
    let object = make()
    let key = Self.key(ofProperty: sample.property)
    let value =
      switch object {
      case let layer as CALayer: layer.value(forKey: key)
      case let animation as CAAnimation: animation.value(forKey: key)
      case let cell as CAEmitterCell: cell.value(forKey: key)
      default: nil as Any?
      }
    #expect(Self.agrees(value, with: sample.expected), "\(key) is \(String(describing: value)), not \(sample.expected)")
  }

  /// "isHidden" is Swift's name; the key is "hidden".
  static func key(ofProperty name: String) -> String {
    name.hasPrefix("is") ? name.dropFirst(2).prefix(1).lowercased() + name.dropFirst(3) : name
  }

  private static func agrees(_ value: Any?, with expected: String) -> Bool {
    switch expected {
    case "nil": return value == nil
    case "true", "false": return (value as? NSNumber)?.boolValue ?? (value as? Bool) == (expected == "true")
    case ".identity": return (value as? CATransform3D).map(CATransform3DIsIdentity) == true
    case ".black", ".white":
      let gray: CGFloat = expected == ".white" ? 1 : 0
      return isGray((value as Any) as? CGColor, gray)
    case ".default": return value as? CAFrameRateRange == .default
    default: break
    }
    if expected.hasPrefix("(") {
      let numbers = expected.dropFirst().dropLast().split(separator: ",").compactMap { Double($0) }
      return Self.numbers(value) == numbers
    }
    if expected.hasPrefix(".") || expected.hasPrefix("\"") {
      let names = constants[expected] ?? [expected.replacing("\"", with: "")]
      return text(value).map(names.contains) == true
    }
    return Double(expected) == Self.numbers(value).first && Self.numbers(value).count == 1
  }

  private static func isGray(_ color: CGColor?, _ gray: CGFloat) -> Bool {
    guard let components = color?.components, let alpha = components.last else { return false }
    return alpha == 1 && components.dropLast().allSatisfy { $0 == gray }
  }

  private static func numbers(_ value: Any?) -> [Double] {
    switch value {
    case let point as CGPoint: [point.x, point.y]
    case let size as CGSize: [size.width, size.height]
    case let rect as CGRect: [rect.minX, rect.minY, rect.width, rect.height]
    case let mask as CACornerMask: [Double(mask.rawValue)]
    case let mask as CAEdgeAntialiasingMask: [Double(mask.rawValue)]
    case let mask as CAAutoresizingMask: [Double(mask.rawValue)]
    case let number as NSNumber: [number.doubleValue]
    case let number as Double: [number]
    case let number as CGFloat: [Double(number)]
    case let number as Float: [Double(number)]
    case let number as Int: [Double(number)]
    case let number as UInt32: [Double(number)]
    default: []
    }
  }

  private static func text(_ value: Any?) -> String? {
    if let text = value as? String { return text }
    return (value as? any RawRepresentable)?.rawValue as? String
  }
}
