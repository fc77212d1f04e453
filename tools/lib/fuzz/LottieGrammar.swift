// Lottie documents by a grammar: all kinds of layers, shapes, masks, mattes, effects and texts, animated or not, with
// numbers and references that programs trip over among them. A program's choices say what is written.

import Foundation

/// Writes one document.
struct LottieGrammar {
  var bytes: ByteProgram
  /// UTF-8 bytes left to write; with none, everything is as short as it can be.
  private var room = 60_000
  /// How many compositions there are.
  private let compositions: Int

  init(_ program: ByteProgram) {
    bytes = program
    compositions = bytes.below(4)
  }

  mutating func document() -> String {
    var members = [
      "\"v\":\"5.9.0\"", "\"fr\":\(bytes.one(of: ["30", "60", "29.97", "1", "1000"]))", "\"ip\":0",
      "\"op\":\(bytes.one(of: ["60", "60", "60", "1", "0.5", "100000"]))", "\"w\":120", "\"h\":90",
    ]
    members.append("\"layers\":\(layers())")
    let assets = (0..<compositions).map { "{\"id\":\"c\($0)\",\"layers\":\(layers())}" }
    let files = ["picture.png", "wide.png", "none.png", "../x", "data:image/png;base64,AAAA"]
    let images = files.enumerated().map { index, name in
      "{\"id\":\"i\(index)\",\"w\":\(number()),\"h\":\(number()),\"u\":\"\",\"p\":\"\(name)\",\"pr\":\"\(placing())\"}"
    }
    members.append("\"assets\":[\((assets + images.shuffledBy(bytes.byte())).joined(separator: ","))]")
    members.append(
      "\"fonts\":{\"list\":[{\"fName\":\"F\",\"fFamily\":\"Inter\",\"fStyle\":\"Regular\",\"ascent\":70}]}")
    if bytes.below(3) == 0 {
      members.append("\"slots\":{\"s\":{\"p\":\(property(3))},\"n\":{\"p\":\(property(1))}}")
    }
    if bytes.below(4) == 0 { members.append("\"markers\":[{\"cm\":\"m\",\"tm\":\(number()),\"dr\":\(number())}]") }
    return "{\(members.joined(separator: ","))}"
  }

  /// A few of a thing, and now and then a great many of one.
  private mutating func some(_ range: ClosedRange<Int>, _ make: (inout LottieGrammar) -> String) -> String {
    var all: [String] = []
    for _ in 0..<range.lowerBound + bytes.below(range.count) where room > 0 && bytes.hasMore {
      let one = make(&self)
      room -= one.utf8.count
      all.append(one)
      if bytes.below(40) == 39 {
        let count = min(bytes.one(of: [3, 20, 100, 1000]), max(0, room / (one.utf8.count + 1)))
        all += repeatElement(one, count: count)
        room -= count * (one.utf8.count + 1)
      }
    }
    return "[\(all.joined(separator: ","))]"
  }
}

// MARK: - Values

extension LottieGrammar {
  /// Small numbers mostly; JSON has no infinite ones.
  mutating func number() -> String {
    let special = ["0", "-1", "1e30", "-1e30", "1e-30", "1.7e308", "40000", "0.5", "360", "-720", "100"]
    let choice = bytes.byte()
    return choice < special.count ? special[choice] : String(choice % 130)
  }

  private mutating func numbers(_ count: Int) -> String {
    count == 1 ? number() : "[\((0..<count).map { _ in number() }.joined(separator: ","))]"
  }

  /// A property of so many dimensions, fixed, animated, of a slot, or none of these.
  mutating func property(_ count: Int) -> String {
    switch bytes.below(12) {
    case 0: return bytes.one(of: ["{}", "null", "3", "{\"a\":1,\"k\":[]}", "{\"k\":\"x\"}", "{\"a\":0,\"k\":[[]]}"])
    case 1: return "{\"sid\":\"\(count == 3 ? "s" : "n")\"}"
    case 2...5:
      let keys = some(1...5) { grammar in grammar.keyframe { $0.numbers(count) } }
      return "{\"a\":1,\"k\":\(keys)\(bytes.below(9) == 0 ? ",\"x\":\"\(expression())\"" : "")}"
    default: return "{\"a\":0,\"k\":\(numbers(count))\(bytes.below(20) == 0 ? ",\"x\":\"\(expression())\"" : "")}"
    }
  }

  /// An expression, as a part of JSON: what exporters write, what fails, and what does not end.
  private mutating func expression() -> String {
    let start = bytes.one(of: ["var $bm_rt;", "var $bm_rt; try {", "var $bm_rt; for (var i = 0; i < 9; i++) {", ""])
    let end = start.contains("try") ? "} catch (e) { $bm_rt = 1; }" : start.hasSuffix("{") ? "}" : ""
    return "\(start) \(start.isEmpty ? "" : "$bm_rt = ")\(computation(depth: 0));\(end)"
  }

  private mutating func computation(depth: Int) -> String {
    let still = [
      "time", "value", "1", "[1,2]", "[1,2,3]", "'a'", "0/0", "index", "velocity", "thisLayer", "{}", "undefined", "x",
      "for(;;){}", "numKeys", "name", "thisProperty", "Math.random()", "(function f(){return f()})()", "new Array(4e9)",
      "/a/", "eval('1')", "({valueOf:function(){for(;;);}})", "function(){var s='a';for(;;)s+=s}()",
    ]
    guard depth < 4, bytes.hasMore, bytes.below(4) > 0 else { return bytes.one(of: still) }
    func inner(_ grammar: inout LottieGrammar) -> String { grammar.computation(depth: depth + 1) }
    let name = "'\(bytes.one(of: ["L0", "L1", "L2", "E", "Color", "gr", "rc", "sh", "none"]))'"
    switch bytes.below(14) {
    case 0:
      return "\(bytes.one(of: ["loopOut", "loopIn", "loopOutDuration", "loopInDuration"]))"
        + "('\(bytes.one(of: ["cycle", "pingpong", "offset", "continue"]))',\(number()))"
    case 1: return "wiggle(\(number()),\(inner(&self)))"
    case 2: return "valueAtTime(\(inner(&self)))"
    case 3:
      return "\(bytes.one(of: ["linear", "ease", "easeIn"]))(time,\(number()),\(number()),\(inner(&self)),"
        + "\(inner(&self)))"
    case 4: return "thisComp.layer(\(bytes.one(of: [name, "1", "thisLayer,1"]))).\(bytes.one(of: Self.members))"
    case 5: return "effect(\(name))(\(bytes.one(of: ["1", name])))"
    case 6: return "content(\(name)).\(bytes.one(of: ["size", "color", "path", "transform.position", "content(1)"]))"
    case 7: return "\(bytes.one(of: ["$bm_sum", "$bm_mul", "$bm_div", "$bm_mod"]))(\(inner(&self)),\(inner(&self)))"
    case 8: return "thisComp.layer(\(name)).transform.position.valueAtTime(\(inner(&self)))"
    case 9: return "posterizeTime(\(number()))"
    case 10: return "createPath([[0,0],\(inner(&self))],[],[],true)"
    case 11: return "thisLayer.toComp(\(inner(&self)))"
    case 12: return "key(\(inner(&self))).value"
    default: return "[\(inner(&self)),\(inner(&self))].map(function(a){return a*2})"
    }
  }

  private static let members = [
    "transform.position", "transform.rotation", "position", "effect('E')(1)", "content(1)", "timeRemap", "parent",
    "text.sourceText", "mask(1).maskPath", "inPoint", "toComp([1,2])", "transform", "index", "layer(1)",
  ]

  private mutating func keyframe(_ value: (inout LottieGrammar) -> String) -> String {
    var key = "{\"t\":\(number())"
    if bytes.below(10) > 0 {
      let first = value(&self)
      key += ",\"s\":\(first.hasPrefix("[") ? first : "[\(first)]")"
    }
    if bytes.below(5) == 0 { key += ",\"e\":\(numbers(2))" }
    switch bytes.below(6) {
    case 0: key += ",\"h\":1"
    case 1:
      key += ",\"i\":{\"x\":[\(unit()),\(unit())],\"y\":[\(unit())]},\"o\":{\"x\":[\(unit())],\"y\":[\(number())]}"
    case 2: key += ",\"to\":\(numbers(2)),\"ti\":\(numbers(3))"
    default: key += ",\"i\":{\"x\":\(unit()),\"y\":\(unit())},\"o\":{\"x\":\(unit()),\"y\":\(unit())}"
    }
    return key + "}"
  }

  private mutating func unit() -> String { bytes.one(of: ["0", "0.167", "0.5", "0.833", "1", "2", "-1"]) }

  private mutating func contour() -> String {
    let count = bytes.one(of: [0, 1, 2, 3, 4, 12])
    func points(_ grammar: inout LottieGrammar) -> String {
      "[\((0..<count).map { _ in grammar.numbers(2) }.joined(separator: ","))]"
    }
    let handles = bytes.below(9) == 0 ? "[]" : points(&self)
    return "{\"c\":\(bytes.one(of: ["true", "false"])),\"v\":\(points(&self)),\"i\":\(handles),\"o\":\(points(&self))}"
  }

  private mutating func path() -> String {
    guard bytes.below(3) == 0 else { return "{\"a\":0,\"k\":\(contour())}" }
    return "{\"a\":1,\"k\":\(some(1...3) { grammar in grammar.keyframe { "[\($0.contour())]" } })}"
  }

  /// A transform, of a layer or of a group.
  private mutating func transform() -> String {
    var members: [String] = []
    for (key, count) in [("a", 2), ("s", 2), ("r", 1), ("o", 1), ("sk", 1), ("sa", 1), ("rx", 1), ("ry", 1), ("or", 3)]
    where bytes.below(3) == 0 { members.append("\"\(key)\":\(property(count))") }
    if bytes.below(6) == 0 {
      members.append("\"p\":{\"s\":true,\"x\":\(property(1)),\"y\":\(property(1))}")
    } else if bytes.below(3) > 0 {
      members.append("\"p\":\(property(2))")
    }
    return members.joined(separator: ",")
  }
}

// MARK: - Layers

extension LottieGrammar {
  mutating func layers() -> String { some(1...6) { $0.layer() } }

  private mutating func layer() -> String {
    let type = bytes.one(of: [4, 4, 4, 0, 1, 2, 3, 5, 6, 13, 99])
    var members = ["\"ty\":\(type)", "\"nm\":\"L\(bytes.below(4))\"", "\"ip\":\(bytes.one(of: ["0", "0", number()]))"]
    members += ["\"op\":\(bytes.one(of: ["60", "60", number()]))", "\"st\":\(bytes.one(of: ["0", "0", number()]))"]
    members.append("\"ks\":{\(transform())}")
    if bytes.below(2) == 0 { members.append("\"ind\":\(bytes.below(5))") }
    if bytes.below(4) == 0 { members.append("\"parent\":\(bytes.below(5))") }
    if bytes.below(8) == 0 { members.append("\"sr\":\(number())") }
    if bytes.below(8) == 0 { members.append("\"ao\":1") }
    if bytes.below(9) == 0 { members.append("\"hd\":true") }
    if bytes.below(6) == 0 { members.append("\"bm\":\(bytes.below(20))") }
    if bytes.below(5) == 0 { members.append("\"tt\":\(bytes.below(6)),\"tp\":\(bytes.below(5))") }
    if bytes.below(6) == 0 { members.append("\"td\":1") }
    if bytes.below(9) == 0 { members.append("\"ddd\":1") }
    if bytes.below(4) == 0 { members.append("\"hasMask\":true,\"masksProperties\":\(some(1...3) { $0.mask() })") }
    if bytes.below(5) == 0 { members.append("\"ef\":\(some(1...3) { $0.effect() })") }
    if bytes.below(9) == 0 { members.append("\"sy\":[{\"ty\":1,\"c\":\(property(3)),\"s\":\(property(1))}]") }
    members += content(of: type)
    return "{\(members.joined(separator: ","))}"
  }

  private mutating func content(of type: Int) -> [String] {
    switch type {
    case 0:
      let remap = bytes.below(3) == 0 ? [",\"tm\":\(property(1))"] : [""]
      return ["\"refId\":\"c\(bytes.below(5))\",\"w\":\(number()),\"h\":\(number())\(remap[0])"]
    case 1: return ["\"sc\":\"\(bytes.one(of: ["#ff0080", "#f08", "red", ""]))\",\"sw\":\(number()),\"sh\":\(number())"]
    case 2, 6: return ["\"refId\":\"i\(bytes.below(6))\""]
    case 4: return ["\"shapes\":\(shapes(depth: 0))"]
    case 5: return ["\"t\":\(text())"]
    default: return []
    }
  }

  private mutating func mask() -> String {
    let mode = bytes.one(of: ["a", "s", "i", "n", "f", "l", "d", "?"])
    return "{\"mode\":\"\(mode)\",\"inv\":\(bytes.one(of: ["true", "false"])),\"pt\":\(path()),\"o\":\(property(1)),"
      + "\"x\":\(property(1))}"
  }

  private mutating func effect() -> String {
    let type = bytes.one(of: [5, 20, 21, 22, 23, 25, 29, 99])
    let values = some(1...7) { grammar in
      let kind = grammar.bytes.one(of: [0, 2, 7, 3, 10])
      return "{\"ty\":\(kind),\"nm\":\"Color\",\"v\":\(grammar.property(kind == 2 ? 3 : 1))}"
    }
    return "{\"ty\":\(type),\"nm\":\"E\",\"en\":1,\"ef\":\(values)}"
  }

  private mutating func text() -> String {
    let documents = some(1...2) { grammar in
      let text = grammar.characters()
      return "{\"t\":\(grammar.number()),\"s\":{\"t\":\"\(text)\",\"f\":\"\(grammar.bytes.one(of: ["F", "G"]))\","
        + "\"s\":\(grammar.number()),\"j\":\(grammar.bytes.below(8)),\"tr\":\(grammar.number()),"
        + "\"lh\":\(grammar.number()),\"fc\":\(grammar.numbers(3)),\"sw\":\(grammar.number()),"
        + "\"sc\":\(grammar.numbers(3))\(grammar.box())}}"
    }
    let animators = some(0...2) { grammar in
      "{\"nm\":\"A\",\"s\":{\"t\":0,\"s\":\(grammar.property(1)),\"e\":\(grammar.property(1)),"
        + "\"o\":\(grammar.property(1)),\"b\":\(grammar.bytes.below(6)),\"sh\":\(grammar.bytes.below(8)),"
        + "\"r\":\(grammar.bytes.below(3)),\"a\":\(grammar.property(1))},"
        + "\"a\":{\"p\":\(grammar.property(2)),\"o\":\(grammar.property(1)),\"s\":\(grammar.property(2)),"
        + "\"r\":\(grammar.property(1)),\"t\":\(grammar.property(1)),\"fc\":\(grammar.property(3))}}"
    }
    return "{\"d\":{\"k\":\(documents)},\"a\":\(animators),\"p\":{},\"m\":{\"g\":1,\"a\":\(property(2))}}"
  }
}

// MARK: - Characters

extension LottieGrammar {
  /// A text: letters, scripts, emoji and their sequences, characters that no font has, now and then a long one.
  private mutating func characters() -> String {
    let family = "\\uD83D\\uDC69\\u200D\\uD83D\\uDC69\\u200D\\uD83D\\uDC67"
    let text = bytes.one(of: [
      "Hello", "a\\rb", "", "\\u0627\\u0644", "\\uD83D\\uDE00 x", "AV AV AV", family, "\\uD83C\\uDDEF\\uD83C\\uDDF5",
      "\\uDBFF\\uDFFD\\uE000", "\\u4E2D\\u6587\\u5B57", " ", "e\\u0301\\u0301", "\\uD83D", "\\t\\u200B\\u202E",
    ])
    guard bytes.below(6) == 0 else { return text }
    let separator = bytes.one(of: ["", " ", "\\r"])
    let count = min(bytes.one(of: [5, 60, 600, 5_000]), room / (text.utf8.count + separator.utf8.count + 1))
    room -= max(count, 0) * (text.utf8.count + separator.utf8.count)
    return Array(repeating: text, count: max(count, 1)).joined(separator: separator)
  }

  /// The box of a text: as small as texts are, of any numbers, or none.
  private mutating func box() -> String {
    switch bytes.below(3) {
    case 0: ""
    case 1: ",\"sz\":[\(5 + bytes.below(80)),\(5 + bytes.below(60))],\"ps\":[-10,-10]"
    default: ",\"sz\":\(numbers(2)),\"ps\":\(numbers(2))"
    }
  }

  /// How an image lies in its rectangle.
  private mutating func placing() -> String {
    bytes.one(of: ["", "none", "xMidYMid slice", "xMinYMax meet", "xMaxYMin", "xMidYMid slice slice", "\\u0000"])
  }
}

// MARK: - Shapes

extension LottieGrammar {
  private mutating func shapes(depth: Int) -> String { some(1...7) { $0.shape(depth: depth) } }

  private mutating func shape(depth: Int) -> String {
    let types = [
      "gr", "sh", "rc", "el", "sr", "fl", "st", "gf", "gs", "tm", "rp", "rd", "mm", "op", "pb", "zz", "tw", "no", "??",
    ]
    let type = bytes.one(of: types)
    var members = ["\"ty\":\"\(type)\"", "\"nm\":\"\(type)\""]
    if bytes.below(12) == 0 { members.append("\"hd\":true") }
    if bytes.below(4) == 0 { members.append("\"d\":\(bytes.one(of: ["1", "2", "3"]))") }
    members +=
      type == "gr"
      ? [group(depth: depth)]
      : Self.properties[type, default: []].map { key, count in
        "\"\(key)\":\(property(count))"
      }
    switch type {
    case "sh": members.append("\"ks\":\(path())")
    case "sr": members.append("\"sy\":\(bytes.below(3))")
    case "fl", "gf": members.append("\"r\":\(bytes.below(3))")
    case "st", "gs": members.append(stroke())
    case "tm", "mm": members.append("\"m\":\(bytes.below(6))")
    case "rp": members.append("\"m\":\(bytes.below(3)),\"tr\":{\(transform()),\"so\":\(property(1))}")
    // Few ridges: each of several zig-zags multiplies what the one before it made.
    case "zz": members.append("\"pt\":\(property(1)),\"r\":{\"a\":0,\"k\":\(bytes.one(of: ["0", "3", "9", "-1"]))}")
    default: break
    }
    if type == "gf" || type == "gs" { members.append(gradient()) }
    return "{\(members.joined(separator: ",").replacing("{,", with: "{"))}"
  }

  /// The properties of each type, by name, with their dimensions.
  private static let properties: [String: [(key: String, count: Int)]] = [
    "rc": [("p", 2), ("s", 2), ("r", 1)], "el": [("p", 2), ("s", 2)],
    "sr": [("p", 2), ("pt", 1), ("r", 1), ("or", 1), ("ir", 1), ("os", 1), ("is", 1)],
    "fl": [("c", 3), ("o", 1)], "st": [("c", 3), ("o", 1), ("w", 1)],
    "gf": [("o", 1), ("s", 2), ("e", 2), ("h", 1), ("a", 1)],
    "gs": [("o", 1), ("s", 2), ("e", 2), ("h", 1), ("a", 1), ("w", 1)],
    "tm": [("s", 1), ("e", 1), ("o", 1)], "rp": [("c", 1), ("o", 1)], "rd": [("r", 1)], "op": [("a", 1), ("ml", 1)],
    "pb": [("a", 1)], "zz": [("s", 1)], "tw": [("a", 1), ("c", 2)],
  ]

  private mutating func group(depth: Int) -> String {
    guard depth < 6 else { return "\"it\":[]" }
    let items = shapes(depth: depth + 1).dropLast()
    return "\"it\":\(items)\(items.count > 1 ? "," : "")\(transformItem())]"
  }

  private mutating func transformItem() -> String {
    let members = transform()
    return "{\"ty\":\"tr\"\(members.isEmpty ? "" : ",")\(members)}"
  }

  private mutating func stroke() -> String {
    let dashes = some(0...3) { grammar in
      "{\"n\":\"\(grammar.bytes.one(of: ["d", "g", "o"]))\",\"v\":\(grammar.property(1))}"
    }
    return "\"lc\":\(bytes.below(4)),\"lj\":\(bytes.below(4)),\"ml\":\(number()),\"d\":\(dashes)"
  }

  private mutating func gradient() -> String {
    let count = bytes.below(4)
    let numbers = (0..<count * bytes.one(of: [4, 4, 6, 3])).map { _ in unit() }
    return "\"t\":\(bytes.below(3)),\"g\":{\"p\":\(bytes.one(of: ["\(count)", "1000000000", "-1"])),"
      + "\"k\":{\"a\":0,\"k\":[\(numbers.joined(separator: ","))]}}"
  }
}

extension [String] {
  /// The elements in another order, which begins with the one of a number.
  fileprivate func shuffledBy(_ number: Int) -> [String] {
    isEmpty ? self : Array(self[(number % count)...] + self[..<(number % count)])
  }
}
