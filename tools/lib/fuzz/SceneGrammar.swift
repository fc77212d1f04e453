// Documents by a grammar: all classes, attributes, elements and kinds of values that CAMLReader knows, as
// CAMLVocabulary lists them, with numbers that programs trip over among them. A program's choices say what is written.

import CAML
import Foundation
import QuartzCore

/// Writes one document.
struct SceneGrammar {
  private var bytes: ByteProgram
  private var layerCount = 0
  /// Whether the document may say what makes the reader refuse all of it.
  private let isRude: Bool
  /// UTF-8 bytes left to write; with none, everything is as short as it can be.
  private var room = 90_000

  /// The files that documents name, beside some that are not there.
  static let images = ["picture.png", "wide.png", "frames.gif"]

  /// The size of the scene, in points.
  static let (width, height) = (120, 90)

  init(_ program: ByteProgram) {
    bytes = program
    isRude = bytes.below(16) == 15
  }

  mutating func document() -> String {
    // The root is as large as the scene; all else is up to the program.
    let root =
      "<CALayer id=\"0\" bounds=\"0 0 \(Self.width) \(Self.height)\" position=\"\(Self.width / 2) \(Self.height / 2)\">"
    layerCount = 1
    let content = "<sublayers>\(some(1...6) { $0.layer(depth: 1) })</sublayers>"
    let states = states()
    return "<caml xmlns=\"http://www.apple.com/CoreAnimation/1.0\">\n\(root)\(content)\(states)</CALayer>\n</caml>\n"
  }

  // MARK: Choices

  /// A few of a thing, and now and then a great many of one.
  private mutating func some(_ range: ClosedRange<Int>, _ make: (inout SceneGrammar) -> String) -> String {
    var all = ""
    for _ in 0..<range.lowerBound + bytes.below(range.count) where room > 0 && bytes.hasMore {
      var one = make(&self)
      if bytes.below(40) == 39, !one.isEmpty {
        let count = min(bytes.one(of: [3, 20, 100, 1000, 4000]), max(1, room / one.utf8.count))
        one = String(repeating: one, count: count)
        room -= one.utf8.count
      }
      all += one
    }
    return all
  }

  /// An attribute or an element of a document, taken off the room that is left.
  private mutating func written(_ text: String) -> String {
    room -= text.utf8.count
    return text
  }

  // MARK: Layers

  private mutating func layer(depth: Int) -> String {
    let name = bytes.one(of: CAMLVocabulary.layerClasses)
    let id = layerCount
    layerCount += 1
    // Most layers are somewhere in sight, and show something.
    var head = "<\(name) id=\"\(id)\""
    if bytes.below(8) > 0 {
      let (x, y, width, height) = (bytes.below(120), bytes.below(90), bytes.below(80), bytes.below(80))
      head += " bounds=\"0 0 \(width) \(height)\" position=\"\(x) \(y)\""
    }
    if bytes.below(3) > 0 { head += " backgroundColor=\"\(color())\"" }
    let added = CAMLVocabulary.addedProperties(ofLayer: name)
    var used: Set<String> = ["bounds", "position", "backgroundColor"]
    let isEmitter = name == "CAEmitterLayer"
    for property in added where bytes.below(3) > 0 && !(isEmitter && property.name == "scale") {
      if let attribute = attribute(property, &used) { head += attribute }
    }
    for _ in 0..<bytes.below(7) {
      let property = bytes.one(of: CAMLVocabulary.layerProperties)
      if let attribute = attribute(property, &used) { head += attribute }
    }
    head = written(head + ">")
    var content = elements(of: added)
    if isEmitter { content += "<emitterCells>\(some(1...3) { $0.cell(depth: 0) })</emitterCells>" }
    if bytes.below(4) == 0 { content += contents() }
    if bytes.below(5) == 0 { content += filters() }
    if bytes.below(3) == 0 {
      let properties = added + CAMLVocabulary.layerProperties
      content += "<animations>\(some(1...4) { $0.animation(of: properties, depth: 0) })</animations>"
    }
    if bytes.below(24) == 23 {
      content += bytes.one(of: ["<mask/>", "<scriptObject/>", "<style/>", "<nothing a=\"1\"/>"])
    }
    var below = ""
    if depth < 8, bytes.below(3) > 0 {
      below = "<sublayers>\(some(0...4) { $0.layer(depth: depth + 1) })</sublayers>"
    }
    var tail = "</\(name)>"
    if bytes.below(60) == 59 {
      // A deep nest of the same layer.
      let levels = min(10 + bytes.below(90), max(0, room / (head.utf8.count + 40)))
      below = String(repeating: "<sublayers>" + head, count: levels) + below
      tail = String(repeating: tail + "</sublayers>", count: levels) + tail
      room -= levels * (head.utf8.count + 40)
    }
    return head + written(content) + below + tail
  }

  /// An attribute that the layer does not have yet; nil for a kind that is no text.
  private mutating func attribute(_ property: CAMLVocabulary.Property, _ used: inout Set<String>) -> String? {
    guard let value = Self.counts.contains(property.name) ? count() : value(property.kind) else { return nil }
    var (name, text) = (property.name, value)
    if bytes.below(12) == 11, let field = field(of: property.kind) {
      (name, text) = (name + "." + field, number())
    }
    return used.insert(name).inserted ? " \(name)=\"\(Self.escaped(text))\"" : nil
  }

  /// What has elements of its own: lists.
  private mutating func elements(of properties: [CAMLVocabulary.Property]) -> String {
    var all = ""
    for property in properties where bytes.below(2) == 0 {
      switch property.kind {
      case .colors: all += "<colors>\(some(0...5) { $0.element(.color, "CGColor") })</colors>"
      case .numbers:
        all += "<\(property.name)>\(some(0...5) { $0.element(.number, "real") })</\(property.name)>"
      default: break
      }
    }
    return all
  }

  private mutating func contents() -> String {
    let name = bytes.below(8) == 0 ? "none.png" : bytes.one(of: Self.images)
    return bytes.below(2) == 0
      ? "<contents type=\"CGImage\" src=\"\(name)\"/>" : "<contents><CGImage src=\"\(name)\"/></contents>"
  }

  private mutating func cell(depth: Int) -> String {
    var used: Set<String> = []
    var text = "<CAEmitterCell name=\"c\(bytes.below(3))\""
    used.insert("name")
    // Cells that live, mostly.
    if bytes.below(4) > 0 {
      text += " birthRate=\"\(1 + bytes.below(20))\" lifetime=\"\(1 + bytes.below(2))\" velocity=\"\(bytes.below(90))\""
      used.formUnion(["birthRate", "lifetime", "velocity"])
    }
    for _ in 0..<bytes.below(8) {
      let property = bytes.one(of: CAMLVocabulary.cellProperties)
      // Of large and fast ones the whole frame would be full, again and again.
      guard !["scale", "speed"].contains(property.name) || bytes.below(16) == 0 else { continue }
      text += attribute(property, &used) ?? ""
    }
    text += ">"
    if bytes.below(5) > 0 { text += contents() }
    if depth < 4, bytes.below(4) == 0 {
      text += "<emitterCells>\(some(1...2) { $0.cell(depth: depth + 1) })</emitterCells>"
    }
    return written(text + "</CAEmitterCell>")
  }

  private mutating func filters() -> String {
    switch bytes.below(6) {
    case 0: return "<compositingFilter value=\"\(bytes.one(of: CAMLVocabulary.filters).type)\"/>"
    case 1: return "<compositingFilter>\(filter())</compositingFilter>"
    case 2: return "<backgroundFilters>\(some(1...3) { $0.filter() })</backgroundFilters>"
    default: return "<filters>\(some(1...4) { $0.filter() })</filters>"
    }
  }

  private mutating func filter() -> String {
    let filter = bytes.one(of: CAMLVocabulary.filters)
    var used: Set<String> = []
    var text = "<CAFilter type=\"\(filter.type)\" name=\"f\(bytes.below(3))\""
    for input in filter.inputs where bytes.below(3) > 0 { text += attribute(input, &used) ?? "" }
    return written(text + "/>")
  }

  // MARK: Animations

  private mutating func animation(of properties: [CAMLVocabulary.Property], depth: Int) -> String {
    let name = bytes.one(of: CAMLVocabulary.animationClasses)
    let property = bytes.one(of: properties)
    var (path, kind) = (property.name, property.kind)
    if bytes.below(3) == 0, let field = field(of: kind) { (path, kind) = (path + "." + field, .number) }
    if bytes.below(16) == 15 { (path, kind) = ("filters.f0.inputRadius", .number) }
    if bytes.below(16) == 15 {
      (path, kind) = ("emitterCells.c0.\(bytes.one(of: CAMLVocabulary.cellProperties).name)", .number)
    }
    var used: Set<String> = []
    var text = bytes.below(2) == 0 ? "<animation type=\"\(name)\"" : "<\(name)"
    let isByType = text.hasPrefix("<animation")
    if name != "CAAnimationGroup" { text += " keyPath=\"\(path)\"" }
    if bytes.below(3) > 0 { text += " key=\"k\(bytes.below(4))\"" }
    if bytes.below(5) > 0, used.insert("duration").inserted { text += " duration=\"\(1 + bytes.below(3))\"" }
    for _ in 0..<bytes.below(6) { text += attribute(bytes.one(of: CAMLVocabulary.animationProperties), &used) ?? "" }
    if bytes.below(4) == 0 { text += " timingFunction=\"\(timing())\"" }
    text += ">"
    switch name {
    case "CAAnimationGroup":
      if depth < 6 {
        text += "<animations>\(some(0...3) { $0.animation(of: properties, depth: depth + 1) })</animations>"
      }
    case "CAKeyframeAnimation":
      text += "<values>\(some(0...6) { $0.element(kind, Self.elementName(of: kind)) })</values>"
      for list in ["keyTimes", "tensionValues", "continuityValues", "biasValues"] where bytes.below(4) == 0 {
        text += "<\(list)>\(some(0...6) { $0.element(.number, "real") })</\(list)>"
      }
      if bytes.below(4) == 0 {
        text += "<timingFunctions>\(some(0...5) { "<timingFunction name=\"\($0.timing())\"/>" })</timingFunctions>"
      }
    default:
      for end in ["fromValue", "toValue", "byValue"] where bytes.below(3) > 0 {
        text += "<\(end)>\(element(kind, Self.elementName(of: kind)))</\(end)>"
      }
    }
    return written(text + (isByType ? "</animation>" : "</\(name)>"))
  }

  private mutating func timing() -> String {
    bytes.below(2) == 0
      ? bytes.one(of: ["linear", "easeIn", "easeOut", "easeInEaseOut", "default", "wrong"])
      : (0..<4).map { _ in number() }.joined(separator: " ")
  }

  /// `<states>` with what they set, and the transitions between them; often none.
  private mutating func states() -> String {
    guard bytes.below(3) == 0 else { return "" }
    let properties = CAMLVocabulary.layerProperties
    let states = some(1...3) { grammar in
      let values = grammar.some(0...4) { grammar in
        let property = grammar.bytes.one(of: properties)
        let value = grammar.element(property.kind, Self.elementName(of: property.kind))
        return
          "<LKStateSetValue targetId=\"\(grammar.bytes.below(max(1, grammar.layerCount)))\" "
          + "keyPath=\"\(property.name)\">\(value)</LKStateSetValue>"
      }
      return "<LKState name=\"s\(grammar.bytes.below(3))\"><elements>\(values)</elements></LKState>"
    }
    let transitions = some(0...2) { grammar in
      let target = grammar.bytes.below(max(1, grammar.layerCount))
      let key = grammar.bytes.one(of: properties).name
      return "<LKStateTransition fromState=\"*\" toState=\"s\(grammar.bytes.below(3))\"><elements>"
        + "<LKStateTransitionElement targetId=\"\(target)\" key=\"\(key)\">"
        + "\(grammar.animation(of: properties, depth: 3))</LKStateTransitionElement></elements></LKStateTransition>"
    }
    return "<states>\(states)</states><stateTransitions>\(transitions)</stateTransitions>"
  }

  // MARK: Values

  /// `<real value="1"/>` and its like.
  private mutating func element(_ kind: PropertyKind, _ name: String) -> String {
    if bytes.below(40) == 39 { return "<null/>" }
    if kind == .image { return "<CGImage src=\"\(bytes.one(of: Self.images))\"/>" }
    return written("<\(name) value=\"\(Self.escaped(value(kind) ?? number()))\"/>")
  }

  private static func elementName(of kind: PropertyKind) -> String {
    switch kind {
    case .point: "CGPoint"
    case .size: "CGSize"
    case .rect: "CGRect"
    case .color, .colors: "CGColor"
    case .image: "CGImage"
    case .transform: "CATransform3D"
    case .path: "CGPath"
    case .string, .enumeration: "string"
    case .boolean: "bool"
    case .number, .length, .extent, .bits, .numbers: "real"
    }
  }

  /// A field of a kind of value; nil where it has none.
  private mutating func field(of kind: PropertyKind) -> String? {
    switch kind {
    case .point: bytes.one(of: ["x", "y"])
    case .size: bytes.one(of: ["width", "height"])
    case .rect: bytes.one(of: ["origin.x", "origin.y", "size.width", "size.height"])
    case .transform:
      bytes.one(of: [
        "rotation", "rotation.x", "rotation.y", "rotation.z", "scale", "scale.x", "scale.y", "scale.z", "translation.x",
        "translation.y", "translation.z",
      ])
    default: nil
    }
  }

  /// The text of a value; nil for kinds that have none.
  private mutating func value(_ kind: PropertyKind) -> String? {
    switch kind {
    case .number, .bits, .numbers: number()
    case .length: length()
    case .extent: bytes.below(12) == 11 ? bytes.one(of: ["inf", "1e300", "-inf", "nan"]) : number()
    case .boolean: bytes.one(of: ["1", "0"])
    case .point, .size: "\(length()) \(length())"
    case .rect: "\(length()) \(length()) \(length()) \(length())"
    case .color: color()
    case .transform: transform()
    case .string: string()
    case .enumeration(let names): bytes.one(of: names)
    case .path: path()
    case .image, .colors: nil
    }
  }

  private static let usualNumbers = ["0", "1", "0.5", "2", "-1", "0.25", "10", "3", "-0.5", "100"]
  /// What every number of a document may be: those that single precision holds.
  private static let extremeNumbers = [
    "-0", "1e-300", "-1e-300", "1e-30", "1e-7", "0.999999", "1.000001", "255", "256", "-2", "1000", "16384", "16385",
    "32767", "65536", "1e7", "-1e7", "1e12", "2147483647", "-2147483648", "4294967295", "9.3e18", "-9.3e18", "1e30",
    "-1e30",
    "3.4e38", "-3.4e38", "1.1754e-38", "6.2832", "3.14159", "90",
  ]
  private static let extremeLengths = [
    "-0", "1e-300", "-1e-300", "1e-30", "1e-7", "-1", "-100", "0.001", "1000", "4096", "16384", "16385", "32768",
    "65536",
    "1e6", "-1e6", "1e7", "-1e7", "9999999",
  ]
  private static let refusedNumbers = ["nan", "inf", "-inf", "1e300", "-1e300", "", "1,2", "0x1p3", "five", "1e8"]

  /// What multiplies all that is below: many of many of many take as long as they must.
  private static let counts: Set = [
    "instanceCount", "birthRate", "lifetime", "lifetimeRange", "scaleRange", "scaleSpeed",
  ]

  private mutating func count() -> String { bytes.one(of: ["2", "3", "1", "0", "0.5", "5", "-1", "8", "1e-300"]) }
  private mutating func number() -> String { number(Self.extremeNumbers) }
  private mutating func length() -> String { number(Self.extremeLengths) }

  private mutating func number(_ extremes: [String]) -> String {
    let choice = bytes.byte()
    switch choice {
    case 0..<150: return "\(choice)"
    case 150..<200: return Self.usualNumbers[choice % Self.usualNumbers.count]
    case 254 where isRude: return bytes.one(of: Self.refusedNumbers)
    case 200..<225: return "\(Double(choice - 212) / 4)"
    default: return bytes.one(of: extremes)
    }
  }

  private mutating func color() -> String {
    let part = { (grammar: inout SceneGrammar) in
      grammar.bytes.below(24) == 23 ? grammar.number() : "\(Double(grammar.bytes.below(11)) / 10)"
    }
    return (0..<bytes.one(of: [4, 3, 1, 2])).map { _ in part(&self) }.joined(separator: " ")
  }

  private mutating func transform() -> String {
    if bytes.below(12) == 11 { return (0..<16).map { _ in number() }.joined(separator: " ") }
    return (0..<1 + bytes.below(3)).map { _ in
      let (name, count) = bytes.one(of: CAMLVocabulary.transformFunctions)
      // Turns by degrees; shifts and scales of any size.
      let arguments = (0..<count).map { index in
        name == "rotate" && index == 0 ? "\(bytes.byte() * 2)deg" : number()
      }
      return "\(name)(\(arguments.joined(separator: ", ")))"
    }.joined(separator: " ")
  }

  private mutating func string() -> String {
    let text = bytes.string().unicodeScalars.filter { isRude || Self.isAllowed($0) }
    let string = String(String.UnicodeScalarView(text))
    guard bytes.below(16) == 15, !string.isEmpty else { return string }
    return String(repeating: string, count: min(1 + bytes.byte() * 8, max(1, room / (8 * string.utf8.count))))
  }

  private mutating func path() -> String {
    var data = "M\(length()) \(length())"
    for _ in 0..<bytes.below(12) {
      let command = bytes.one(of: ["L", "l", "H", "v", "C", "c", "S", "Q", "t", "A", "a", "Z", "M"])
      let counts: [String: Int] = ["H": 1, "v": 1, "C": 6, "c": 6, "S": 4, "Q": 4, "Z": 0]
      let arguments =
        command.lowercased() == "a"
        ? "\(length()) \(length()) \(number()) \(bytes.below(2)) \(bytes.below(2)) \(length()) \(length())"
        : (0..<(counts[command] ?? 2)).map { _ in length() }.joined(separator: " ")
      var part = command + arguments
      if bytes.below(60) == 59 {
        part = String(
          repeating: part, count: min(bytes.one(of: [10, 200, 3000]), max(1, room / (2 * part.utf8.count))))
      }
      data += part
    }
    return written(data)
  }

  /// Whether a document of XML may hold a character.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 9, 10, 13, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case "\"": result += "&quot;"
      case "\n", "\r", "\t": result += "&#\(scalar.value);"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
