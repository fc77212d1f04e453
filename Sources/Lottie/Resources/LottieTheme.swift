// A theme of a `.lottie` archive: rules, each for a slot of the document. A rule becomes the slot's value in a
// document's own form (`slots.ID.p`), so that slots have one implementation.
//
//   Color, Scalar, Position, Vector   value or keyframes     a: 0, k: value    or    a: 1, k: [{t, s, i, o, h}]
//   Gradient                          stops                  p: count, k: that of offsets and colours, then alphas
//   Image                             id or url, size        u, p, w, h of an asset
//   Text                              a text and its look    k: [{t, s}], of which the layer's own text is the rest
//
// Tested by LottieArchiveTests and LottieSlotTests.

import Documents
import Foundation

struct LottieTheme {
  /// The values of slots (`p`), by their ids.
  private(set) var slots: [String: JSON] = [:]

  /// Reads a theme for an animation; rules may be for others. Errors name `file`.
  init(_ json: JSON, file: String, animation: String) throws(SceneFileError) {
    guard let rules = json["rules"]?.array else {
      throw SceneFileError(.malformed, file: file, "expected an object with 'rules', a list")
    }
    for (index, rule) in rules.enumerated() {
      guard let id = rule["id"]?.string ?? rule["slotId"]?.string else {
        throw SceneFileError(.malformed, file: file, "rules[\(index)]: expected an 'id'")
      }
      if let animations = rule["animations"]?.array, !animations.contains(.string(animation)) { continue }
      guard let value = Self.value(of: rule) else {
        throw SceneFileError(
          .malformed, file: file,
          "rules[\(index)], of the slot '\(id.excerpt)': expected a 'type' among Color, Scalar, Position, Vector, "
            + "Gradient, Image and Text, and a 'value' or 'keyframes' of it")
      }
      slots[id] = value
    }
  }

  private static func value(of rule: JSON) -> JSON? {
    switch rule["type"]?.string {
    case "Color": property(rule, color)
    case "Scalar": property(rule) { $0.number.map(JSON.number) }
    case "Position", "Vector": property(rule) { $0.array == nil ? nil : $0 }
    case "Gradient": gradient(rule)
    case "Image": image(rule["value"])
    case "Text": text(rule)
    default: nil
    }
  }
}

// MARK: - Values

extension LottieTheme {
  private static func property(_ rule: JSON, _ read: (JSON) -> JSON?) -> JSON? {
    if let keyframes = rule["keyframes"]?.array, !keyframes.isEmpty {
      let read = keyframes.compactMap { keyframe -> JSON? in
        guard let time = keyframe["frame"], time.number != nil, let value = keyframe["value"].flatMap(read) else {
          return nil
        }
        var item: [String: JSON] = ["t": time, "s": value.array == nil ? .array([value]) : value]
        item["i"] = keyframe["inTangent"]
        item["o"] = keyframe["outTangent"]
        if keyframe["hold"]?.bool == true { item["h"] = .number(1) }
        return .object(item)
      }
      return read.count == keyframes.count ? .object(["a": .number(1), "k": .array(read)]) : nil
    }
    return rule["value"].flatMap(read).map { .object(["a": .number(0), "k": $0]) }
  }

  /// Returns a colour for components from 0 to 1, or for `#rrggbb`.
  private static func color(_ value: JSON) -> JSON? {
    guard let text = value.string else { return (value.array?.count ?? 0) >= 3 ? value : nil }
    let digits = text.drop { $0 == "#" }
    guard digits.count == 6 || digits.count == 8, let number = UInt32(digits.prefix(6), radix: 16) else { return nil }
    return .array([16, 8, 0].map { .number(Double(number >> $0 & 0xFF) / 255) })
  }

  private static func gradient(_ rule: JSON) -> JSON? {
    func stops(_ value: JSON) -> JSON? {
      var (colors, alphas): ([JSON], [JSON]) = ([], [])
      for stop in value.array ?? [] {
        guard let offset = stop["offset"], offset.number != nil, let color = stop["color"].flatMap(color) else {
          return nil
        }
        colors += [offset] + (color.array ?? []).prefix(3)
        if let alpha = color[3] { alphas += [offset, alpha] }
      }
      // Either all have alphas or none.
      return colors.isEmpty ? nil : .array(colors + (alphas.count * 2 == colors.count ? alphas : []))
    }
    let first = rule["value"] ?? rule["keyframes"]?[0]?["value"]
    guard let count = first?.array?.count, let k = property(rule, stops) else { return nil }
    return .object(["p": .number(Double(count)), "k": k])
  }

  private static func image(_ value: JSON?) -> JSON? {
    guard let value, let name = value["url"] ?? value["path"] ?? value["id"], name.string != nil else { return nil }
    var asset: [String: JSON] = ["u": .string(""), "p": name]
    asset["w"] = value["width"]
    asset["h"] = value["height"]
    return .object(asset)
  }

  /// The members of a text's style, by the names in themes and documents.
  private static let textKeys = [
    "text": "t", "fontFamily": "f", "fontSize": "s", "fillColor": "fc", "strokeColor": "sc", "strokeWidth": "sw",
    "strokeOverFill": "of", "lineHeight": "lh", "tracking": "tr", "baselineShift": "ls", "wrapSize": "sz",
    "wrapPosition": "ps",
  ]
  private static let justifications = [
    "Left", "Right", "Center", "JustifyLastLeft", "JustifyLastRight", "JustifyLastCenter", "JustifyLastFull",
  ]
  private static let caps = ["Regular", "AllCaps", "SmallCaps"]

  private static func text(_ rule: JSON) -> JSON? {
    func document(_ value: JSON) -> JSON? {
      if value.string != nil { return .object(["t": value]) }
      guard let members = value.object else { return nil }
      var document: [String: JSON] = [:]
      for (name, key) in textKeys { document[key] = members[name] }
      let justification = members["justify"]?.string.flatMap(justifications.firstIndex(of:))
      if let justification { document["j"] = .number(Double(justification)) }
      let capitals = members["textCaps"]?.string.flatMap(caps.firstIndex(of:))
      if let capitals { document["ca"] = .number(Double(capitals)) }
      return .object(document)
    }
    let keyframes =
      rule["keyframes"]?.array ?? rule["value"].map { [.object(["frame": .number(0), "value": $0])] } ?? []
    let items = keyframes.compactMap { keyframe -> JSON? in
      guard let time = keyframe["frame"], let value = keyframe["value"].flatMap(document) else { return nil }
      return .object(["t": time, "s": value])
    }
    return items.isEmpty || items.count < keyframes.count ? nil : .object(["k": .array(items)])
  }
}
