// Writes documents at random, from the tables that the reader and the schema go by, and can break one thing of one.

import Documents
import QuartzCore
import TestDocuments
import TestSupport

@testable import SceneJSON

/// Writes one document. The same seed writes the same one, but for the place that is broken.
struct SceneWriter {
  private var random: SeededRandom
  /// The number of the place to break; nil for none.
  private let target: Int?
  private var place = 0
  private var slotCount = 0
  private var layerCount = 0
  private var isUntold = false
  /// The name of what is broken, for messages.
  private(set) var broken: String?

  private init(seed: Int, target: Int?) { (random, self.target) = (SeededRandom(seed: seed), target) }

  static func valid(seed: Int) -> JSONValue {
    var writer = SceneWriter(seed: seed, target: nil)
    return writer.document()
  }

  /// Returns a document with one thing broken, and a word on it.
  static func broken(seed: Int) -> (document: JSONValue, what: String) {
    var counting = SceneWriter(seed: seed, target: nil)
    _ = counting.document()
    var choice = SeededRandom(seed: seed + 1)
    var writer = SceneWriter(seed: seed, target: choice.whole(0...counting.place - 1))
    let document = writer.document()
    return (document, writer.broken ?? "nothing")
  }

  // MARK: - Places

  /// Returns a value, or in the place to break one of the wrong ones.
  private mutating func one(_ value: JSONValue, _ what: String, or wrong: [JSONValue]) -> JSONValue {
    defer { place += 1 }
    guard place == target else { return value }
    var choice = SeededRandom(seed: place)
    let new = choice.one(of: wrong)
    broken = "\(what): \(new)"
    return new
  }

  /// Returns an object, or in the place to break one with a member that it may not have, or without one that it needs.
  private mutating func object(
    _ members: [String: JSONValue], _ what: String, refused: [String] = [], required: [String] = []
  ) -> JSONValue {
    var wrong: [JSONValue] = [.null, .number(3), .string("x"), .array([])]
    for name in refused + ["unheardOf", ""] where members[name] == nil {
      wrong.append(.object(members.merging([name: .number(1)]) { $1 }))
    }
    for name in required { wrong.append(.object(members.filter { $0.key != name })) }
    return one(.object(members), what, or: wrong)
  }

  private mutating func list(
    _ what: String, _ range: ClosedRange<Int>, _ make: (inout SceneWriter) -> JSONValue
  ) -> JSONValue {
    let values = (0..<random.whole(range)).map { _ in make(&self) }
    return one(.array(values), what, or: [.null, .number(3), .object([:]), .array(values + [.string("x")])])
  }

  /// Returns a value, or a slot with it, whose default is not to be broken: the schema does not know its kind.
  private mutating func filled(_ what: String, _ make: (inout SceneWriter) -> JSONValue) -> JSONValue {
    guard !isUntold, random.chance(0.1) else { return make(&self) }
    slotCount += 1
    let id = slotCount
    let value = untold(make)
    let members: [String: JSONValue] = ["slot": .string("s\(id)"), "default": value]
    return one(
      .object(members), "slot of \(what)",
      or: [
        .object(["slot": .string("s")]), .object(["slot": .string(""), "default": value]),
        .object(["slot": .number(1), "default": value]), .object(members.merging(["more": .null]) { $1 }),
      ])
  }

  // MARK: - Values

  private mutating func whole(_ range: ClosedRange<Int>) -> JSONValue { .number(Double(random.whole(range))) }

  private mutating func number(_ key: String = "") -> JSONValue {
    if PropertyUnits.isAngle(key) {
      let text = "\(random.whole(-9...9)).5\(random.one(of: ["deg", "turn", "rad"]))"
      return one(
        random.chance(0.5) ? .string(text) : whole(-7...7), key,
        or: [.string("30"), .string("30 deg"), .string("deg"), .null, .bool(true), .number(1e39)])
    }
    let wrong: [JSONValue] = [.string("1"), .bool(true), .null, .array([.number(1)]), .object([:]), .number(1e39)]
    let all = wrong + (PropertyUnits.isTime(key) ? [.number(2e9)] : [])
    return filled(key) { $0.one($0.whole(-9...200), "number \(key)", or: all) }
  }

  private mutating func length(_ range: ClosedRange<Int> = -20...200) -> JSONValue {
    let wrong: [JSONValue] = [.string("x"), .string("1"), .null, .bool(false), .number(1.1e7), .object([:])]
    return filled("length") { $0.one($0.whole(range), "length", or: wrong) }
  }

  private mutating func lengths(_ count: Int) -> JSONValue {
    filled("\(count) numbers") { writer in
      let values = (0..<count).map { _ in writer.length() }
      return writer.one(
        .array(values), "\(count) numbers",
        or: [
          .array(Array(values.dropFirst())), .array(values + [.number(1)]), .string("1 2"), .number(1),
          .array(values.dropLast() + [.string("1")]), .bool(true), .object(["x": .number(1)]),
        ])
    }
  }

  private mutating func numbers(_ count: Int, _ range: ClosedRange<Double>? = nil) -> JSONValue {
    let values = (0..<count).map { index -> JSONValue in
      range.map { .number($0.lowerBound + ($0.upperBound - $0.lowerBound) * Double(index) / Double(max(1, count - 1))) }
        ?? whole(0...9)
    }
    return one(
      .array(values), "numbers", or: [.string("1"), .number(1), .array([.string("1")]), .array([.null]), .object([:])])
  }

  private mutating func text() -> JSONValue {
    filled("text") {
      $0.one(
        .string($0.random.one(of: ["a", "", "ü\n", "a\"b\\"])), "text", or: [.number(1), .bool(true), .array([])])
    }
  }

  private mutating func word(_ words: [String], _ what: String, isSlot: Bool = true) -> JSONValue {
    let wrong: [JSONValue] = [.string("nonsense"), .string(""), .number(1), .bool(true), .null, .array([])]
    let make = { (writer: inout SceneWriter) in writer.one(.string(writer.random.one(of: words)), what, or: wrong) }
    return isSlot ? filled(what, make) : make(&self)
  }

  private mutating func color() -> JSONValue {
    let colors = ["red", "#abc", "#01020304", "rgb(1 2 3 / 50%)", "hsl(120 50% 50%)", "color(display-p3 1 0 0)"]
    return filled("color") {
      $0.one(.string($0.random.one(of: colors)), "color", or: [.number(1), .bool(true), .array([]), .object([:])])
    }
  }

  private mutating func path() -> JSONValue {
    let wrong: [JSONValue] = [
      .number(1), .array([]), .object([:]), .object(["rect": .array([.number(1)])]), .object(["oval": .array([])]),
      .object(["ellipse": .array([.number(1), .number(1), .number(1), .string("1")])]),
    ]
    switch random.whole(0...2) {
    case 0: return filled("path") { $0.one(.string("M0 0L9 9a5 5 0 1 0 3 3z"), "path", or: wrong) }
    case 1: return one(.object(["ellipse": lengths(4)]), "path", or: wrong)
    default: return one(.object(["rect": lengths(4), "cornerRadius": length(0...9)]), "path", or: wrong)
    }
  }

  private mutating func vector() -> JSONValue {
    let values = (0..<random.whole(2...3)).map { _ in length() }
    return one(
      .array(values), "vector",
      or: [.array([.number(1)]), .array(values + [.number(1), .number(1)]), .string("1 2"), .null])
  }

  private mutating func transform() -> JSONValue {
    let wrong: [JSONValue] = [
      .string("rotate(3)"), .number(1), .array([]), .array([.number(1), .number(1)]), .object([:]),
      .array([.object(["skew": .number(1)])]), .array([.object(["scale": .number(1), "rotate": .number(1)])]),
      .array([.object(["translate": .array([.number(1)])])]), .array([.object([:])]),
      .array([.object(["rotate": .string("x")])]),
    ]
    switch random.whole(0...3) {
    case 0: return one(numbers(6), "transform", or: wrong)
    case 1: return one(numbers(16), "transform", or: wrong)
    default:
      let steps: [JSONValue] = (0..<random.whole(1...3)).map { _ in
        switch random.whole(0...3) {
        case 0: .object(["rotate": number("rotation")])
        case 1: .object(["scale": whole(1...3)])
        case 2: .object(["scale": vector()])
        default: .object(["translate": vector()])
        }
      }
      return one(.array(steps), "transform", or: wrong)
    }
  }

  private mutating func value(_ kind: PropertyKind, _ key: String) -> JSONValue {
    if kind.mayBeNull, random.chance(0.1) { return .null }
    switch kind {
    case .number: return number(key)
    case .length: return length()
    case .extent:
      return one(
        random.chance(0.3) ? .string("infinity") : whole(0...5), "extent \(key)",
        or: [.string("inf"), .number(-1), .null, .bool(true)])
    case .boolean:
      return filled(key) { $0.one(.bool($0.random.chance(0.5)), key, or: [.number(1), .string("true"), .null]) }
    case .bits: return one(whole(0...15), key, or: [.number(1.5), .number(70_000), .number(-1), .string("1"), .null])
    case .point, .size: return lengths(2)
    case .rect: return lengths(4)
    case .color: return color()
    case .transform: return transform()
    case .image: return one(.string(Self.picture), "image", or: [.number(1), .array([]), .object([:]), .bool(true)])
    case .string: return text()
    case .enumeration(let names): return word(names, key)
    case .numbers: return numbers(random.whole(1...4))
    case .colors: return list("colors", 1...3) { $0.color() }
    case .path: return path()
    }
  }

  /// A picture of one pixel.
  private static let picture =
    "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"

  // MARK: - Documents

  private mutating func document() -> JSONValue {
    var members: [String: JSONValue] = [
      "size": one(
        .array([whole(1...200), whole(1...100)]), "size",
        or: [.array([.number(1)]), .string("1x1"), .null, .array([.number(1), .null])]),
      "layers": list("layers", 1...3) { $0.layer(depth: 0) },
    ]
    if random.chance(0.3) {
      members["duration"] = one(whole(1...9), "duration", or: [.number(0), .string("5s"), .null])
    }
    if random.chance(0.3) { members["background"] = color() }
    if random.chance(0.2) { members["multiplane"] = one(.number(1), "version", or: [.number(2), .string("1")]) }
    if random.chance(0.2) { members["$schema"] = one(.string("a"), "$schema", or: [.number(2), .null]) }
    if random.chance(0.3) {
      let state: [String: JSONValue] = [
        "name": one(.string("A"), "state's name", or: [.string(""), .number(1), .null]),
        "set": .object(["layer1.opacity": .number(0.5)]), "transition": change(),
      ]
      members["states"] = .array([object(state, "state", required: ["name"])])
    }
    return object(members, "document", required: ["size", "layers"])
  }

  private mutating func layer(depth: Int, isStacked: Bool = false) -> JSONValue {
    // Films take a file of their own.
    let type = random.one(of: LayerType.allCases.filter { $0 != .video })
    layerCount += 1
    var members: [String: JSONValue] = ["name": .string("layer\(layerCount)")]
    if type != .layer || random.chance(0.5) {
      members["type"] = one(.string(type.rawValue), "type", or: [.string("txt"), .null])
    }
    let isLaidOut = isStacked || random.chance(0.4)
    if isLaidOut {
      members["width"] = layoutLength(isPart: !isStacked)
      members["height"] = layoutLength(isPart: !isStacked)
      if !isStacked, random.chance(0.5) { members[random.one(of: ["left", "right", "centerX"])] = length() }
      if !isStacked, random.chance(0.5) { members[random.one(of: ["top", "bottom", "centerY"])] = length() }
    }
    let rows = LayerWords.properties(of: type)
    for _ in 0..<random.whole(0...6) {
      let row = random.one(of: rows)
      guard let kind = row.kind, members[LayerWords.member(of: row.key)] == nil,
        !["name", "compositingFilter"].contains(row.key),
        !isLaidOut || !["frame", "bounds", "position"].contains(row.key)
      else {
        continue
      }
      let member = LayerWords.member(of: row.key)
      let fields = ValueComponent.allCases.map(\.rawValue).filter { LayerSchema.kind(ofComponent: $0, of: kind) != nil }
      if !fields.isEmpty, random.chance(0.3) {
        let field = random.one(of: fields)
        members["\(member).\(field)"] = value(
          LayerSchema.kind(ofComponent: field, of: kind) ?? kind, "\(row.key).\(field)")
      } else {
        members[member] = value(kind, row.key)
      }
    }
    addContents(to: &members, of: type, depth: depth)
    let others = LayerType.allCases.flatMap {
      LayerWords.properties(of: $0).map { LayerWords.member(of: $0.key) } + $0.words
    }
    let own = Set(rows.map { LayerWords.member(of: $0.key) } + type.words)
    return object(members, "layer", refused: Set(others).subtracting(own).sorted())
  }

  private mutating func layoutLength(isPart: Bool) -> JSONValue {
    let value = isPart && random.chance(0.3) ? JSONValue.string("\(random.whole(0...150))%") : whole(0...90)
    return one(
      value, "layout",
      or: [
        .string("10"), .string("%"), .string("1.2.3%"), .number(-1), .string("-5%"), .null, .number(2e7), .bool(true),
      ])
  }

  private mutating func addContents(to members: inout [String: JSONValue], of type: LayerType, depth: Int) {
    if type == .text, members["string"] == nil, random.chance(0.5) { members["text"] = text() }
    if type == .emitter { members["emitterCells"] = list("cells", 0...2) { $0.cell(depth: 0) } }
    if type == .image, members["contents"] == nil { members["image"] = value(.image, "image") }
    if random.chance(0.2) { members["filters"] = list("filters", 0...2) { $0.filter() } }
    if random.chance(0.1) {
      members["compositingFilter"] = one(
        .string(random.one(of: FilterCatalog.names)), "filter",
        or: [.string("screen"), .number(1), .bool(true), .array([])])
    }
    if random.chance(0.5) { members["animations"] = list("animations", 0...3) { $0.animation(on: type, depth: 0) } }
    guard depth < 3 else { return }
    if random.chance(0.1) { members["mask"] = layer(depth: depth + 1) }
    if members["width"] != nil, random.chance(0.3) {
      members["stack"] = stack()
      members["sublayers"] = list("sublayers", 0...2) { $0.layer(depth: depth + 1, isStacked: true) }
    } else if random.chance(0.3) {
      members["sublayers"] = list("sublayers", 0...2) { $0.layer(depth: depth + 1) }
    }
  }

  private mutating func stack() -> JSONValue {
    var members: [String: JSONValue] = [:]
    if random.chance(0.5) { members["direction"] = word(DocumentReader.directions, "direction") }
    if random.chance(0.5) { members["gap"] = length() }
    if random.chance(0.5) { members["align"] = word(["start", "center", "end"], "align") }
    if random.chance(0.5) { members["justify"] = word(["start", "center", "end"], "justify") }
    if random.chance(0.5) {
      members["padding"] = one(
        random.chance(0.5) ? whole(0...9) : .array([whole(0...9), whole(0...9), whole(0...9), whole(0...9)]), "padding",
        or: [.array([.number(1)]), .string("1"), .null])
    }
    return object(members, "stack")
  }

  private mutating func filter() -> JSONValue {
    let type = random.one(of: FilterCatalog.names)
    var members: [String: JSONValue] = ["type": one(.string(type), "filter", or: [.string("blur"), .number(1), .null])]
    for input in FilterCatalog.defaults(of: type) ?? [] where random.chance(0.5) {
      members[input.key.name] = value(PropertyKind(inputOfFilter: input.value), input.key.name)
    }
    if random.chance(0.3) { members["name"] = .string("f") }
    return object(members, "filter", required: ["type"])
  }

  private mutating func cell(depth: Int) -> JSONValue {
    var members: [String: JSONValue] = [:]
    for _ in 0..<random.whole(0...6) {
      let key = random.one(of: DocumentReader.cellMembers)
      if members[key] == nil, let kind = LayerSchema.kind(ofCellKey: key) { members[key] = value(kind, key) }
    }
    if depth < 2, random.chance(0.2) { members["emitterCells"] = list("cells", 0...2) { $0.cell(depth: depth + 1) } }
    return object(members, "cell")
  }

  // MARK: - Animations

  private mutating func animation(on type: LayerType, depth: Int) -> JSONValue {
    let row = random.one(of: LayerWords.properties(of: type).filter { $0.key != "compositingFilter" })
    let kind = row.kind ?? .number
    var members = timing()
    let form = random.one(of: AnimationType.allCases)
    if form != .basic && form != .keyframe || random.chance(0.5) {
      members["type"] = word([form.rawValue], "animation's type", isSlot: false)
    }
    if form != .group, form != .transition {
      members["keyPath"] = one(.string(row.key), "keyPath", or: [.number(1), .null, .bool(true)])
    }
    switch form {
    case .basic, .spring:
      for end in ["from", "to", "by"] where random.chance(0.4) { members[end] = untold { $0.value(kind, row.key) } }
      if form == .spring { addSpring(to: &members) }
    case .keyframe:
      let count = random.whole(1...4)
      members["values"] = one(
        .array((0..<count).map { _ in untold { $0.value(kind, row.key) } }), "values",
        or: [.array([]), .null, .number(1)])
      if random.chance(0.5) {
        members["keyTimes"] = one(numbers(count, 0...1), "keyTimes", or: [.array([.string("0")]), .null])
      }
      if random.chance(0.3) { members["tensionValues"] = numbers(count) }
      if random.chance(0.3) { members["calculationMode"] = word(["linear", "paced", "cubic", "cubicPaced"], "mode") }
    case .group:
      if depth < 2 { members["animations"] = list("animations", 0...2) { $0.animation(on: type, depth: depth + 1) } }
    case .transition:
      members["transition"] = word(AnimationWords.transitions, "transition")
      if random.chance(0.5) { members["subtype"] = word(AnimationWords.subtypes, "subtype") }
    }
    let words = Set(AnimationType.allCases.flatMap(\.words)).subtracting(form.words)
    // Without a type, `values` and `path` make the animation one of keyframes.
    let refused = members["type"] == nil ? words.subtracting(["values", "path"]) : words
    return object(
      members, "animation", refused: refused.sorted(), required: form.words.contains("keyPath") ? ["keyPath"] : [])
  }

  private mutating func addSpring(to members: inout [String: JSONValue]) {
    if random.chance(0.3) {
      members["bounce"] = one(.number(0.25), "bounce", or: [.number(2), .number(-1), .string("a"), .null])
      members["perceptualDuration"] = one(.number(0.5), "perceptualDuration", or: [.number(0), .number(1e5), .null])
    } else {
      members["mass"] = one(whole(1...3), "mass", or: [.number(0), .number(-1), .string("1"), .null])
      members["stiffness"] = one(whole(20...90), "stiffness", or: [.number(0), .number(-1), .null])
      members["damping"] = one(whole(2...9), "damping", or: [.number(-1), .string("1"), .null])
    }
  }

  /// The members that all animations share.
  private mutating func timing() -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    let wrong: [JSONValue] = [.string("1s"), .null, .bool(true), .number(2e9)]
    if random.chance(0.7) { members["duration"] = one(whole(0...5), "duration", or: wrong + [.number(-1)]) }
    if random.chance(0.3) { members["begin"] = one(whole(-2...5), "begin", or: wrong) }
    if random.chance(0.2) { members["repeatCount"] = value(.extent, "repeatCount") }
    if random.chance(0.1) { members["repeatDuration"] = one(whole(0...5), "repeatDuration", or: wrong + [.number(-1)]) }
    if random.chance(0.2) { members["autoreverses"] = value(.boolean, "autoreverses") }
    if random.chance(0.2) { members["speed"] = number("speed") }
    if random.chance(0.2) { members["fillMode"] = word(["removed", "both", "forwards", "backwards"], "fillMode") }
    if random.chance(0.2) { members["removedOnCompletion"] = value(.boolean, "removedOnCompletion") }
    if random.chance(0.3) {
      members["timing"] = one(
        random.chance(0.5) ? .string("easeIn") : .array([.number(0), .number(-1), .number(0.5), .number(2)]), "timing",
        or: [.string("ease"), .array([.number(1)]), .number(1), .null, .object([:])])
    }
    return members
  }

  private mutating func change() -> JSONValue {
    var members = timing()
    if random.chance(0.5) {
      members["type"] = word(["spring"], "change's type", isSlot: false)
      addSpring(to: &members)
    }
    return object(members, "change", refused: DocumentReader.notOfStates + ["values", "animations", "transition"])
  }

  /// Makes a value of which the schema does not know the kind: it is not to be broken, and has no slots.
  private mutating func untold(_ make: (inout SceneWriter) -> JSONValue) -> JSONValue {
    var other = SceneWriter(seed: 0, target: nil)
    (other.random, other.isUntold) = (random, true)
    let value = make(&other)
    random = other.random
    return value
  }
}
