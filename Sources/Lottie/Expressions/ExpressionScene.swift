import CoreGraphics
import Documents
import Foundation

/// A numbered part of a document for expressions: composition, layer, group or property, created on demand.
final class ExpressionNode {
  enum Kind {
    case composition(Int)
    case layer
    /// A transform, a shape item, an effect, a mask, or a list of such.
    case group
    case property
  }

  let kind: Kind
  let node: LottieNode
  /// The number of the parent: of a layer, its composition.
  let parent: Int
  /// The number of the layer; its own for a layer, -1 for a composition.
  let layer: Int
  /// The numbers of the members by the names that were asked for.
  fileprivate var members: [String: Int] = [:]
  /// The code of the kind in scripts, once a script asked for it.
  var kindCode: Int?
  /// The written values of a property, once they were asked for.
  fileprivate var values: ExpressionValues??
  lazy var source = node.string("x").map { ExpressionSource($0) }

  init(_ kind: Kind, _ node: LottieNode, parent: Int, layer: Int) {
    (self.kind, self.node, self.parent, self.layer) = (kind, node, parent, layer)
  }

  /// Whether the part is a property with an expression.
  var isComputed: Bool { node.json["x"]?.string != nil }
}

struct ExpressionComposition {
  let name: String
  let node: LottieNode
  let layers: [LottieNode]
  let size: CGSize
  /// The indices of the layers by name.
  let byName: [String: Int]
  let byIndex: [Int: Int]
  /// The layers that are parents of others.
  let parents: Set<Int>
  /// The frames that layers show; nil while no layer shows the composition.
  var shown: ClosedRange<Double>?

  init(name: String, _ node: LottieNode, size: CGSize, shown: ClosedRange<Double>?) {
    (self.name, self.node, self.size, self.shown) = (name, node, size, shown)
    layers = node.elements("layers")
    var (byName, byIndex, parents) = ([String: Int](), [Int: Int](), Set<Int>())
    for (place, layer) in layers.enumerated().reversed() {
      if let name = layer.name { byName[name] = place }
      if let index = layer.integer("ind") { byIndex[index] = place }
      if let parent = layer.integer("parent") { parents.insert(parent) }
    }
    (self.byName, self.byIndex, self.parents) = (byName, byIndex, parents)
  }
}

final class ExpressionScene {
  let frameRate: Double
  private let document: JSON
  private(set) var compositions: [ExpressionComposition] = []
  private(set) var nodes: [ExpressionNode] = []
  private var numbers: [String: Int] = [:]
  /// The numbers of the compositions by their ids.
  private var assets: [String: Int] = [:]
  private var places: [Int: Int] = [:]
  /// The numbers of the first compositions of each name.
  private var named: [String: Int] = [:]

  init(_ document: JSON) {
    self.document = document
    let root = LottieNode(document, at: LottiePath())
    frameRate = LottieReading.frameRate(of: root)
    let size = CGSize(width: root.numeral("w") ?? 0, height: root.numeral("h") ?? 0)
    compositions = [
      ExpressionComposition(
        name: root.name ?? "", root, size: size, shown: Self.range(root.numeral("ip") ?? 0, root.numeral("op") ?? 0))
    ]
    var sizes: [String: CGSize] = [:]
    let items = root.elements("assets").filter { $0["layers"] != nil }
    for layer in (compositions[0].layers + items.flatMap { $0.elements("layers") }) where layer.integer("ty") == 0 {
      guard let id = layer.string("refId"), sizes[id] == nil else { continue }
      sizes[id] = CGSize(width: layer.number("w") ?? 0, height: layer.number("h") ?? 0)
    }
    for item in items {
      guard let id = item.string("id"), assets[id] == nil else { continue }
      assets[id] = compositions.count
      if case .index(let place) = item.path.steps.last { places[place] = compositions.count }
      compositions.append(ExpressionComposition(name: item.name ?? id, item, size: sizes[id] ?? size, shown: nil))
    }
    for (index, composition) in compositions.enumerated() {
      if named[composition.name] == nil { named[composition.name] = index }
      nodes.append(ExpressionNode(.composition(index), composition.node, parent: index, layer: -1))
    }
    findShown()
  }

  /// Finds the shown frames of all compositions, to the greatest depth that compositions may have.
  private func findShown() {
    var changed: Set<Int> = [0]
    for _ in 0..<64 where !changed.isEmpty {
      var next: Set<Int> = []
      for index in changed.sorted() {
        for layer in compositions[index].layers where layer.integer("ty") == 0 {
          guard let id = layer.string("refId"), let inner = assets[id],
            let range = range(of: layer, showing: inner, in: index)
          else { continue }
          let old = compositions[inner].shown
          let new = old.map { min($0.lowerBound, range.lowerBound)...max($0.upperBound, range.upperBound) } ?? range
          guard new != old else { continue }
          compositions[inner].shown = new
          next.insert(inner)
        }
      }
      changed = next
    }
  }

  /// Returns the frames of a composition that a layer of another one shows; nil for none.
  private func range(of layer: LottieNode, showing inner: Int, in outer: Int) -> ClosedRange<Double>? {
    guard let shown = compositions[outer].shown else { return nil }
    let from = max(layer.number("ip") ?? shown.lowerBound, shown.lowerBound)
    let to = min(layer.number("op") ?? shown.upperBound, shown.upperBound)
    guard from <= to else { return nil }
    if let remap = layer["tm"] {
      let keys = remap["k"]?.elements.compactMap { ($0["s"]?.json[0] ?? $0["s"]?.json)?.number } ?? []
      guard remap.json["x"] == nil, let low = keys.min(), let high = keys.max() else {
        let ends = compositions[inner].layers.compactMap { $0.number("op") }
        return Self.range(0, ends.max() ?? 0)
      }
      return Self.range((low * frameRate).rounded(.down), (high * frameRate).rounded(.up))
    }
    let (start, stretch) = (layer.number("st") ?? 0, layer.number("sr") ?? 1)
    guard stretch != 0 else { return nil }
    let (a, b) = ((from - start) / stretch, (to - start) / stretch)
    return Self.range(min(a, b), max(a, b))
  }

  /// Returns a range of frames; nil if the ends are no frames.
  private static func range(_ from: Double, _ to: Double) -> ClosedRange<Double>? {
    abs(from) < 1e9 && abs(to) < 1e9 && from <= to ? from...to : nil
  }
}

// MARK: - Numbers

extension ExpressionScene {
  func composition(named name: String) -> Int? { assets[name] ?? named[name] }

  private func number(_ kind: ExpressionNode.Kind, _ node: LottieNode, parent: Int, layer: Int?) -> Int {
    let place = node.path.description
    if let known = numbers[place] { return known }
    numbers[place] = nodes.count
    nodes.append(ExpressionNode(kind, node, parent: parent, layer: layer ?? nodes.count))
    return nodes.count - 1
  }

  func layer(_ place: Int, of composition: Int) -> Int {
    number(.layer, compositions[composition].layers[place], parent: composition, layer: nil)
  }

  /// Returns the number of a property that is part of a layer; nil for others.
  func property(_ node: LottieNode) -> Int? {
    let steps = node.path.steps
    var (index, rest) = (0, steps[...])
    if case .key("assets") = rest.first, rest.count > 2, case .index(let item) = rest[1] {
      guard let found = places[item] else { return nil }
      (index, rest) = (found, rest.dropFirst(2))
    }
    guard case .key("layers") = rest.first, case .index(let place) = rest.dropFirst().first,
      compositions[index].layers.indices.contains(place)
    else { return nil }
    let layer = layer(place, of: index)
    return number(.property, node, parent: layer, layer: layer)
  }

  /// Returns the number of the composition that contains a part.
  func composition(of number: Int) -> Int {
    if case .composition(let index) = nodes[number].kind { return index }
    return nodes[nodes[number].layer].parent
  }

  /// Returns the frames of a layer, and those of its composition; nil if that is never shown.
  func range(of layer: Int) -> (own: ClosedRange<Double>, shown: ClosedRange<Double>)? {
    let node = nodes[layer].node
    let composition = compositions[nodes[layer].parent]
    guard let shown = composition.shown else { return nil }
    let isParent = node.integer("ind").map(composition.parents.contains) ?? false
    if isParent { return (shown, shown) }
    let from = max(node.number("ip") ?? shown.lowerBound, shown.lowerBound)
    let to = min(node.number("op") ?? shown.upperBound, shown.upperBound)
    return from <= to ? (from...to, shown) : nil
  }

  // MARK: - Members

  /// Returns the member of a name or a number; `make` finds it the first time.
  func member(of number: Int, _ name: String, make: (ExpressionNode) -> LottieNode?) -> Int? {
    let owner = nodes[number]
    if let known = owner.members[name] { return known < 0 ? nil : known }
    var found = -1
    if case .composition(let index) = owner.kind {
      if let node = make(owner), case .index(let place) = node.path.steps.last { found = layer(place, of: index) }
    } else if let node = make(owner) {
      found = self.number(
        ExpressionNames.isProperty(node) ? .property : .group, node, parent: number, layer: owner.layer)
    }
    // Few parts have more members; beyond that, names are looked up each time.
    if owner.members.count < 256 { owner.members[name] = found }
    return found < 0 ? nil : found
  }

  func values(of number: Int, reading: LottieReading) -> ExpressionValues? {
    let node = nodes[number]
    if let known = node.values { return known }
    let owner = node.node.path.parent.flatMap { self.node(at: $0) }
    let values = ExpressionValues(node.node, of: owner, reading: reading)
    node.values = .some(values)
    return values
  }

  /// Returns the container of a part of a layer: a property's group, then a list and its owner, up to the layer.
  func parent(of number: Int) -> Int? {
    let part = nodes[number]
    guard let up = part.node.path.parent, let node = node(at: up) else { return nil }
    // The parent of a control's value is the control.
    if node.json["v"] != nil, node.integer("ty") != nil, let list = up.parent, let effect = list.parent {
      return self.node(at: effect).map { self.number(.group, $0, parent: part.layer, layer: part.layer) }
    }
    if up.description == nodes[part.layer].node.path.description { return part.layer }
    return self.number(.group, node, parent: part.layer, layer: part.layer)
  }

  private func node(at path: LottiePath) -> LottieNode? {
    var json: JSON? = document
    for step in path.steps {
      switch step {
      case .key(let key): json = json?[key]
      case .index(let index): json = json?[index]
      }
    }
    return json.map { LottieNode($0, at: path) }
  }

  /// Returns the type of the control that an effect's value belongs to; nil for other properties.
  func controlType(of number: Int) -> Int? {
    let path = nodes[number].node.path
    guard case .key("v") = path.steps.last else { return nil }
    return path.parent.flatMap { node(at: $0) }?.integer("ty")
  }
}
