import CoreGraphics
import Documents

struct LottieColorReplacing {
  private let keyPath: LottieKeyPath
  private let color: CGColor
  /// The number of colours that were set.
  private(set) var matches = 0

  init(_ keyPath: LottieKeyPath, _ color: CGColor) {
    self.keyPath = keyPath
    self.color = color
  }

  mutating func apply(to document: inout JSON) {
    let places = compositionPlaces(in: document)
    document.change("layers") { changeLayers(&$0, at: keyPath.start) }
    document.change("assets") { assets in
      assets.changeElements { asset in
        guard let place = asset["id"]?.string.flatMap({ places[$0] }) else { return }
        asset.change("layers") { changeLayers(&$0, at: place) }
      }
    }
  }

  /// Returns the places at which each composition's layers begin: after the names of all layers that show it.
  private func compositionPlaces(in document: JSON) -> [String: LottieKeyPath.Place] {
    var layers: [String: JSON] = [:]
    for asset in document["assets"]?.array ?? [] { layers[asset["id"]?.string ?? ""] = asset["layers"] }
    var places: [String: LottieKeyPath.Place] = [:]
    var due = [(layers: document["layers"], place: keyPath.start)]
    while let (list, place) = due.popLast() {
      for layer in list?.array ?? [] where layer["ty"]?.number == 0 {
        guard let id = layer["refId"]?.string, let inner = layers[id] else { continue }
        let here = keyPath.advance(place, by: layer["nm"]?.string ?? "")
        // A composition that shows itself adds no new places after a few rounds.
        guard here | places[id, default: 0] != places[id, default: 0] else { continue }
        places[id, default: 0] |= here
        due.append((inner, here))
      }
    }
    return places
  }
}

// MARK: - Setting

extension LottieColorReplacing {
  private mutating func changeLayers(_ layers: inout JSON, at place: LottieKeyPath.Place) {
    layers.changeElements { layer in
      let here = keyPath.advance(place, by: layer["nm"]?.string ?? "")
      guard here != 0 else { return }
      layer.change("shapes") { changeItems(&$0, at: here) }
      layer.change("ef") { effects in
        effects.changeElements { effect in
          let inner = keyPath.advance(here, by: effect["nm"]?.string ?? "")
          effect.change("ef") { changeEffectValues(&$0, at: inner) }
        }
      }
      guard keyPath.isColor(here) else { return }
      switch layer["ty"]?.number {
      case 1:
        layer.set("sc", .string(hexadecimal))
        layer.change("ks") { scaleOpacity(of: &$0) }
        matches += 1
      case 5:
        layer.change("t") { $0.change("d") { $0.change("k") { $0.changeElements { $0.change("s", setFill) } } } }
        layer.change("ks") { scaleOpacity(of: &$0) }
        matches += 1
      default: break
      }
    }
  }

  private mutating func changeItems(_ items: inout JSON, at place: LottieKeyPath.Place) {
    items.changeElements { item in
      let here = keyPath.advance(place, by: item["nm"]?.string ?? "")
      guard here != 0 else { return }
      switch item["ty"]?.string {
      case "gr": item.change("it") { changeItems(&$0, at: here) }
      case "fl", "st":
        guard keyPath.isColor(here) else { return }
        item.set("c", property)
        scaleOpacity(of: &item)
        matches += 1
      default: break
      }
    }
  }

  private mutating func changeEffectValues(_ values: inout JSON, at place: LottieKeyPath.Place) {
    values.changeElements { value in
      // 2 is a colour.
      guard value["ty"]?.number == 2, keyPath.isColor(keyPath.advance(place, by: value["nm"]?.string ?? "")) else {
        return
      }
      value.set("v", property)
      matches += 1
    }
  }

  private func setFill(of text: inout JSON) { text.set("fc", .array(color.lottieComponents.map(JSON.number))) }

  private var property: JSON {
    .object(["a": .number(0), "k": .array((color.lottieComponents + [1]).map(JSON.number))])
  }

  /// The colour in the form of solid layers.
  private var hexadecimal: String {
    "#"
      + color.lottieComponents.map { component in
        let digits = String(Int(bounded: (component * 255).rounded()), radix: 16)
        return digits.count < 2 ? "0" + digits : digits
      }.joined()
  }

  /// Multiplies an opacity, `o` in percent, by the colour's alpha, as Lottie's colours lack alpha.
  private func scaleOpacity(of object: inout JSON) {
    let alpha = Double(color.alpha)
    guard alpha < 1 else { return }
    guard object["o"] != nil else {
      object.set("o", .object(["a": .number(0), "k": .number(alpha * 100)]))
      return
    }
    object.change("o") { opacity in
      opacity.change("k") { value in
        value.scaleNumber(by: alpha)
        value.changeElements { item in
          item.scaleNumber(by: alpha)
          for key in ["s", "e"] {
            item.change(key) { value in
              value.scaleNumber(by: alpha)
              value.changeElements { $0.scaleNumber(by: alpha) }
            }
          }
        }
      }
    }
  }
}

extension JSON {
  fileprivate mutating func scaleNumber(by factor: Double) {
    if case .number(let number) = self { self = .number(number * factor) }
  }
}

extension CGColor {
  /// Red, green and blue in sRGB, in the form of Lottie's documents.
  var lottieComponents: [Double] { [Double(rgba.x), Double(rgba.y), Double(rgba.z)] }
}
