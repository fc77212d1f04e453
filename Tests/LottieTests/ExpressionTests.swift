// Expressions: what lottie-web makes of them (Truths/Expressions.json, by `tools/regenerate expressions`), and what
// follows by formulas.

import CoreGraphics
import Documents
import Foundation
import QuartzCore
import TestDocuments
import Testing

@testable import Lottie

/// A property with an expression, as exporters write it.
func computed(_ numbers: Double..., by expression: String) -> String {
  #"{"a":0,"k":\#(numbers.count == 1 ? "\(numbers[0])" : "\(numbers)"),"x":"\#(quoted(expression))"}"#
}

/// An expression as a part of JSON.
func quoted(_ expression: String) -> String {
  let text = expression.contains("$bm_rt") ? expression : "var $bm_rt; $bm_rt = \(expression);"
  return text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
}

@MainActor struct ExpressionTests {
  private struct Truth: Decodable {
    var frames: [Double]
    var properties: [String: String]
    var values: [String: [Value]]

    enum Value: Decodable {
      case number(Double)
      case vector([Double])

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Double.self) {
          self = .number(number)
        } else {
          self = .vector(try container.decode([Double].self))
        }
      }

      var numbers: [Double] {
        switch self {
        case .number(let number): [number]
        case .vector(let numbers): numbers
        }
      }
    }
  }

  @Test("Each expression makes what lottie-web makes of it")
  func lottieWeb() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Truths/Expressions.json")
    let data = try Data(contentsOf: file)
    let truth = try JSONDecoder().decode(Truth.self, from: data)
    let whole = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let document = try JSONSerialization.data(withJSONObject: try #require(whole["document"]))
    let film = try Film(text: String(decoding: document, as: UTF8.self))
    // A colour in the place of a position has three dimensions.
    #expect(film.notes == ["layers[39].ks.p: depth (z) is not drawn"])
    #expect(truth.properties.count > 40)
    for (name, key) in truth.properties.sorted(by: { $0.key < $1.key }) {
      for (frame, value) in zip(truth.frames, try #require(truth.values[name])) {
        // The film has 30 frames a second, of which the helper counts 10.
        let time = frame / 3
        let origin = try film.place(in: name, at: time)
        let expected = value.numbers
        func say(_ actual: Any) -> Comment { "\(name), frame \(frame): \(actual), lottie-web has \(expected)" }
        switch key {
        case "o":
          let opacity = try film.number("opacity", of: name, at: time) * 100
          #expect(abs(opacity - expected[0]) < 0.02, say(opacity))
        case "p": #expect(hypot(origin.x - expected[0], origin.y - expected[1]) < 0.02, say(origin))
        case "r":
          let end = try film.place(of: CGPoint(x: 100, y: 0), in: name, at: time)
          let angle = expected[0] * .pi / 180
          let far = hypot(end.x - origin.x - 100 * cos(angle), end.y - origin.y - 100 * sin(angle))
          #expect(far < 0.05, say(atan2(end.y - origin.y, end.x - origin.x) * 180 / .pi))
        default:
          let end = try film.place(of: CGPoint(x: 100, y: 100), in: name, at: time)
          #expect(hypot(end.x - origin.x - expected[0], end.y - origin.y - expected[1]) < 0.02, say(end))
        }
      }
    }
  }

  @Test("An expression that is no statement of an exporter's is taken for its value")
  func plain() throws {
    let film = try Film([solid(transform: #""o":{"a":0,"k":40,"x":"time * 10;"}"#)])
    for frame in [0.0, 25, 99] { try expectNear(film.number("opacity", at: frame), frame / 100) }
    #expect(film.notes == [])
  }

  @Test("Time is the composition's own: later, slower, remapped")
  func nested() throws {
    let inner = composition(
      "c", solid("#ff0000", 4, 4, LayerOptions(name: "B"), transform: #""p":\#(computed(0, 0, by: "[time * 10, 7]"))"#))
    for (options, members, expected) in [
      (LayerOptions(start: 20), "", { @Sendable in ($0 - 20) / 10 }),
      (LayerOptions(), #""sr":2"#, { @Sendable in $0 / 20 }),
      (LayerOptions(), #""tm":\#(moving(key(0, [0]), key(100, [5])))"#, { @Sendable in $0 / 20 }),
    ] as [(LayerOptions, String, @Sendable (Double) -> Double)] {
      let film = try Film([precomposition("c", 64, 64, options, transform: "", members)], assets: [inner])
      for frame in [20.0, 50, 90] {
        try expectNear(film.place(in: "B", at: frame), CGPoint(x: expected(frame) * 10, y: 7), within: 1e-3)
      }
      #expect(film.notes == [])
    }
  }

  @Test("A wiggle stays within its amplitude, moves at its frequency, and is the same each time")
  func wiggle() throws {
    func positions(_ expression: String, _ name: String = "A") throws -> [CGPoint] {
      let film = try Film([
        solid("#ff0000", 4, 4, LayerOptions(name: name), transform: #""p":\#(computed(30, 20, by: expression))"#)
      ])
      #expect(film.notes == [])
      return try (0..<100).map { try film.place(in: name, at: Double($0)) }
    }
    let wiggled = try positions("wiggle(2, 10)")
    #expect(try positions("wiggle(2, 10)") == wiggled)
    #expect(wiggled.allSatisfy { abs($0.x - 30) <= 10.001 && abs($0.y - 20) <= 10.001 })
    let xs = wiggled.map(\.x)
    #expect((xs.max() ?? 0) - (xs.min() ?? 0) > 10, "it moves")
    #expect(zip(wiggled, wiggled.dropFirst()).contains { $0.x - $1.x != $0.y - $1.y }, "each dimension its own way")
    // A tenth of the frequency turns about a tenth as often.
    func turns(_ values: [CGFloat]) -> Int {
      let steps = zip(values, values.dropFirst()).map { $1 - $0 }
      return zip(steps, steps.dropFirst()).count { $0 * $1 < 0 }
    }
    let slow = try positions("wiggle(0.2, 10)").map(\.x)
    #expect(turns(xs) >= 8 && turns(slow) <= 3, "\(turns(xs)), \(turns(slow))")
    #expect(try positions("seedRandom(1); var $bm_rt = wiggle(2, 10);") != wiggled)
  }

  @Test("Random numbers lie in their range, differ by frame but for a timeless seed, and are the same each time")
  func random() throws {
    func values(_ expression: String) throws -> [Double] {
      let film = try Film([solid(transform: #""o":\#(computed(50, by: expression))"#)])
      #expect(film.notes == [])
      return try (0..<100).map { try film.number("opacity", at: Double($0)) * 100 }
    }
    let first = try values("random(20, 60)")
    #expect(try first == values("random(20, 60)"))
    #expect(first.allSatisfy { $0 >= 20 && $0 < 60 })
    #expect(Set(first).count > 80 && (first.max() ?? 0) > 50 && (first.min() ?? 0) < 30)
    #expect(try Set(values("var $bm_rt; seedRandom(3, true); $bm_rt = random(100);")).count == 1)
    // Nine of ten of a bell lie in the range.
    let bell = try values("clamp(gaussRandom(20, 60), 0, 100)")
    let inside = bell.count { $0 >= 20 && $0 <= 60 }
    #expect((80...98).contains(inside), "\(inside)")
  }

  @Test("Paths: made, repeated, and taken from others")
  func paths() throws {
    func item(_ expression: String, _ keys: String) -> String {
      #"{"ty":"sh","nm":"P","ks":{\#(keys),"x":"\#(quoted(expression))"}}"#
    }
    let still = #""a":0,"k":\#(polygon(corners(0, 0, 10, 10)))"#
    let film = try Film([
      shapes([item("createPath([[time, 0], [30, 0], [30, 20], [time, 20]], [], [], true)", still), fill()])
    ])
    #expect(film.notes == [])
    try expect(film, at: 50, shows: [box(5, 0, 25, 20)])
    let keys =
      #""a":1,"k":[\#(key(0, path: polygon(corners(0, 0, 10, 10)))),"#
      + #"\#(key(10, path: polygon(corners(20, 0, 10, 10))))]"#
    let looped = try Film([shapes([item("loopOut('pingpong')", keys), fill()])])
    #expect(looped.notes == [])
    try expect(looped, at: 15, shows: [box(10, 0, 10, 10)])
    try expect(looped, at: 20, shows: [box(0, 0, 10, 10)])
    let taken = try Film([
      shapes([item("thisComp.layer('B').content('P').path", still), fill()]),
      shapes([item("value", #""a":0,"k":\#(polygon(corners(3, 4, 5, 6)))"#)], LayerOptions(name: "B")),
    ])
    #expect(taken.notes == [])
    try expect(taken, shows: [box(3, 4, 5, 6)])
  }

  @Test("A text's words are computed")
  func text() throws {
    let document = #"{"t":"old","f":"F","s":10,"j":0,"fc":[0,0,0]}"#
    let reading = LottieReading(file: "film")
    let words = quoted("'n ' + Math.floor(time / 4)")
    let written = layer(
      5, LayerOptions(), "",
      #""t":{"d":{"k":[{"t":0,"s":\#(document)}],"x":"\#(words)"},"a":[],"p":{},"m":{}}"#)
    let json = try JSON.read(Array(Film.document([written]).utf8), file: "film", limits: SceneLimits())
    reading.expressions = LottieExpressions(json, reading: reading)
    let read = try reading.document(json, limits: SceneLimits())
    guard case .text(let content) = read.layers[0].content else { throw Missing() }
    #expect(content.documents.map(\.document.text) == ["n 0", "n 1", "n 2"])
    #expect(content.documents.map(\.frame) == [0, 40, 80])
    #expect(content.documents.allSatisfy { $0.document.size == 10 })
    #expect(reading.notes == [])
  }

  private struct Missing: Error {}

  @Test("Controls of effects: a colour, a switch, a menu, a layer")
  func controls() throws {
    func control(_ name: String, _ type: Int, _ value: String) -> String {
      #"{"ty":5,"nm":"\#(name)","ef":[{"ty":\#(type),"nm":"Value","v":\#(value)}]}"#
    }
    let effects = [
      control("C", 2, fixed(0, 1, 0, 1)), control("On", 7, fixed(1)), control("Off", 7, fixed(0)),
      control("L", 10, fixed(7)),
    ]
    let film = try Film([
      shapes(
        [
          rectangle(10, 10, 20, 20),
          #"{"ty":"fl","o":\#(fixed(100)),"c":\#(computed(1, 0, 0, 1, by: "effect('C')(1)"))}"#,
        ],
        LayerOptions(),
        transform: ##""p":\##(computed(0, 0, by: "effect('L')('Value').transform.position")),"##
          + ##""o":\##(computed(5, by: "(effect('On')(1) ? 50 : 0) + (effect('Off')(1) ? 1 : 10)"))"##,
        #""ef":[\#(effects.joined(separator: ","))]"#),
      solid("#000000", 1, 1, LayerOptions(name: "B", index: 7), transform: #""p":\#(fixed(3, 4))"#),
    ])
    #expect(film.notes == [])
    try expectNear(film.place(), CGPoint(x: 3, y: 4))
    try expectNear(film.number("opacity", at: 0), 0.6)
  }

  @Test("Between spaces: a point of a layer that is turned, scaled and hangs on another")
  func spaces() throws {
    let film = try Film([
      solid(
        "#ff0000", 4, 4, LayerOptions(),
        transform: #""p":\#(computed(0, 0, by: "thisComp.layer('B').toComp([5, 2])"))"#),
      solid(
        "#00ff00", 4, 4, LayerOptions(name: "B", index: 2, parent: 3),
        transform: #""p":\#(fixed(10, 20)),"r":\#(fixed(30)),"s":\#(fixed(50, 200)),"a":\#(fixed(1, 2))"#),
      solid(
        "#0000ff", 4, 4, LayerOptions(name: "C", index: 3),
        transform: #""p":\#(moving(key(0, [1, 2]), key(100, [30, 40]))),"r":\#(fixed(-70))"#),
      solid(
        "#ff0000", 4, 4, LayerOptions(name: "D"),
        transform: #""p":\#(computed(0, 0, by: "thisComp.layer('B').fromComp(thisComp.layer('B').toComp([5, 2]))"))"#),
    ])
    #expect(film.notes == [])
    // What the layer tree itself makes of the point.
    for frame in [0.0, 40, 77] {
      try expectNear(
        film.place(at: frame), film.place(of: CGPoint(x: 5, y: 2), in: "B", at: frame), within: 1e-3)
      try expectNear(film.place(in: "D", at: frame), CGPoint(x: 5, y: 2), within: 1e-3)
    }
  }

  @Test("What another layer's expression makes is seen at any time; one that refers to itself is said")
  func references() throws {
    func follower(_ name: String, _ leader: String) -> String {
      let before = "thisComp.layer('\(leader)').transform.position.valueAtTime(time - 1)"
      return solid("#ff0000", 4, 4, LayerOptions(name: name), transform: #""p":\#(computed(0, 0, by: before))"#)
    }
    let film = try Film([
      solid("#ff0000", 4, 4, LayerOptions(), transform: #""p":\#(computed(0, 0, by: "[time * 10, 5]"))"#),
      follower("B", "A"), follower("C", "B"),
    ])
    #expect(film.notes == [])
    // After Effects; lottie-web takes what is written of the layer before, and all but the first stand still.
    try expectNear(film.place(in: "C", at: 50), CGPoint(x: 30, y: 5), within: 1e-3)

    let circle = try Film([
      solid("#ff0000", 4, 4, LayerOptions(), transform: #""r":\#(computed(7, by: "thisComp.layer('B').rotation"))"#),
      solid(
        "#ff0000", 4, 4, LayerOptions(name: "B"),
        transform: #""r":\#(computed(7, by: "thisComp.layer('A').rotation"))"#),
    ])
    #expect(circle.notes.count == 1)
    #expect(
      circle.notes.first?.hasSuffix("it refers to itself through others; also layers[1].ks.r") == true,
      "\(circle.notes)")
  }

  @Test("Values on a straight line are two keyframes, and jumps hold, between frames too")
  func keyframes() throws {
    func track(_ expression: String) throws -> Track<Double> {
      let reading = LottieReading(file: "film")
      let document = Film.document([solid(transform: #""r":\#(computed(0, by: expression))"#)])
      let json = try JSON.read(Array(document.utf8), file: "film", limits: SceneLimits())
      reading.expressions = LottieExpressions(json, reading: reading)
      let layers = try reading.document(json, limits: SceneLimits()).layers
      #expect(reading.notes == [])
      return layers[0].transform.rotation.z
    }
    #expect(try track("time * 90").keyframes.map(\.time) == [0, 100])
    #expect(try track("3").isConstant)
    let steps = try track("time < 4 ? 10 : 20")
    #expect(steps.keyframes.map(\.time) == [0, 40, 100])
    #expect(steps.value(at: 39.9) == 10 && steps.value(at: 40) == 20)
    // A saw tooth that goes back after the frame of its top, and one that does at it.
    let saw = try track("(time <= 3 ? time : time - 3) * 100")
    for (frame, expected) in [(29.5, 295.0), (30, 300), (30.5, 5), (31, 10), (60, 300)] {
      expectNear(saw.value(at: frame), expected, within: 1e-6)
    }
    let other = try track("(time % 3) * 100")
    for (frame, expected) in [(29.5, 295.0), (30, 0), (30.5, 5), (59.9, 299), (60.1, 1)] {
      expectNear(other.value(at: frame), expected, within: 1e-6)
    }
  }

  @Test("What fails is said once a property, which keeps its written value")
  func failures() throws {
    for (expression, reason) in [
      ("nonsense", "ReferenceError"), ("thisComp.layer('none').transform.position", "nothing here is called 'none'"),
      ("1 +", "SyntaxError"), ("0 / 0", "not finite"), ("1 / 0", "not finite"), ("'five'", "a text"),
      ("({})", "neither"),
      ("undefined", "no result"), ("[1, 'a']", "no number"), ("time > 5 ? nothing : 1", "ReferenceError"),
      ("(function () { throw 'mine\\nother' })()", "mine"),
    ] {
      let film = try Film([solid(transform: #""o":\#(computed(40, by: expression))"#)])
      #expect(film.notes.count == 1, "\(expression): \(film.notes)")
      let note = film.notes.first ?? ""
      #expect(note.hasPrefix("layers[0].ks.o: the expression is not run, the written values are taken: "), "\(note)")
      #expect(note.contains(reason) && !note.contains("other"), "\(note)")
      try expectNear(film.number("opacity", at: 60), 0.4)
    }
    let flat = try Film([solid(transform: #""p":\#(computed(5, 6, by: "3"))"#)])
    #expect(flat.notes.count == 1 && flat.notes[0].contains("dimensions"), "\(flat.notes)")
  }

  // MARK: - Curved ways

  /// A position that runs along a curve from (20, 50) to (60, 50) in 10 frames, with an expression.
  private func curved(_ expression: String) throws -> Film {
    let handles = #""to":[10,20,0],"ti":[-10,20,0]"#
    let keys = moving(key(0, [20, 50, 0], .linear, handles), key(10, [60, 50, 0]))
    let text = #"{"x":"\#(quoted(expression))",\#(keys.dropFirst())"#
    return try Film([solid(transform: #""p":\#(text)"#)])
  }

  /// The curve that it runs along is more keyframes for what draws it. The values are lottie-web's.
  @Test(
    "Keyframes are the document's",
    arguments: [
      ("[numKeys, 0]", 2.0), ("[thisProperty.numKeys, 0]", 2), ("[key(2).time, 0]", 1), ("[key(2)[0], 0]", 60),
      ("[nearestKey(0.4).index, 0]", 1), ("[nearestKey(0.6).index, 0]", 2), ("[nearestKey(0.5).index, 0]", 1),
      // From the last two keyframes, the last one by default.
      ("loopOut('cycle', 1)", 20),
    ])
  func keyframes(expression: String, x: Double) throws {
    let film = try curved(expression)
    #expect(film.notes.isEmpty, "\(film.notes)")
    try expectNear(film.place(at: 20).x, x)
  }

  @Test("A velocity at the end is that of the last keyframe, and a single keyframe is one")
  func ends() throws {
    let film = try curved(
      "var $bm_rt; var v = velocityAtTime(key(2).time - 0.001); $bm_rt = [v[0] > 0 ? 1 : 0, v[1] < 0 ? 1 : 0];")
    try expectNear(film.place(at: 20), CGPoint(x: 1, y: 1))
    let single = #"{"a":1,"k":[{"t":5,"s":[7]}],"x":"\#(quoted("numKeys * 10 + key(1).time"))"}"#
    try expectNear(Film([solid(transform: #""o":\#(single)"#)]).number("opacity", at: 20), 0.105)
  }

  // MARK: - Paths

  /// A film whose position is what an expression makes of the path of another layer.
  private func along(_ points: [[Double]], isClosed: Bool, _ expression: String) throws -> Film {
    let expression = expression.replacing("PATH", with: "thisComp.layer('way').content('P').path")
    return try Film([
      solid(transform: #""p":\#(computed(0, 0, by: expression))"#),
      shapes(
        [path(points, isClosed: isClosed).replacing(#""ty":"sh""#, with: #""ty":"sh","nm":"P""#)],
        LayerOptions(name: "way")),
    ])
  }

  @Test(
    "Places on a path are parts of its length",
    arguments: [
      ("PATH.pointOnPath(0.875)", false, CGPoint(x: 30, y: 5)), ("PATH.pointOnPath()", false, CGPoint(x: 20, y: 10)),
      ("PATH.pointOnPath(0)", false, CGPoint(x: 0, y: 10)), ("PATH.pointOnPath(1)", false, CGPoint(x: 30, y: 0)),
      ("PATH.pointOnPath(2)", false, CGPoint(x: 30, y: 0)), ("PATH.pointOnPath(-1)", false, CGPoint(x: 0, y: 10)),
      ("PATH.pointOnPath(1)", true, CGPoint(x: 0, y: 10)),
      ("PATH.tangentOnPath(0.5)", false, CGPoint(x: 1, y: 0)), ("PATH.tangentOnPath(0.9)", false, CGPoint(x: 0, y: -1)),
      ("PATH.tangentOnPath(1)", false, CGPoint(x: 0, y: -1)), ("PATH.normalOnPath(0.5)", false, CGPoint(x: 0, y: 1)),
      ("PATH.normalOnPath(0.9)", false, CGPoint(x: 1, y: 0)),
      ("PATH.pointOnPath(0.5, 3)", false, CGPoint(x: 20, y: 10)),
      ("createPath([[0,0],[0,8]], [], [], false).pointOnPath(0.25)", false, CGPoint(x: 0, y: 2)),
    ] as [(String, Bool, CGPoint)])
  func places(expression: String, isClosed: Bool, point: CGPoint) throws {
    // 30 points to the right, and 10 up.
    let film = try along([[0, 10], [30, 10], [30, 0]], isClosed: isClosed, expression)
    #expect(film.notes.isEmpty, "\(film.notes)")
    try expectNear(film.place(at: 5), point, within: 1e-3)
  }

  /// A quarter of a circle of radius 30, to a thousandth.
  @Test("Along a curve", arguments: [0.0, 0.2, 0.5, 0.9])
  func arcs(part: Double) throws {
    let k = 30 * 0.5522847
    let way = "createPath([[30,0],[0,30]], [[0,0],[\(k),0]], [[0,\(k)],[0,0]], false)"
    let angle = part * .pi / 2
    let film = try along([[0, 0]], isClosed: false, "\(way).pointOnPath(\(part))")
    try expectNear(film.place(at: 5), CGPoint(x: 30 * cos(angle), y: 30 * sin(angle)), within: 0.03)
    let turned = try along([[0, 0]], isClosed: false, "\(way).normalOnPath(\(part))")
    try expectNear(turned.place(at: 5), CGPoint(x: -cos(angle), y: -sin(angle)), within: 0.003)
  }

  @Test("The space of a layer that is slanted")
  func slants() throws {
    let placement = Placement(
      anchor: [3, 1], position: [20, 25], scale: [120, -80], rotation: [0, 0, 50], skew: -15, skewAxis: 70)
    let film = try Film([
      solid(transform: #""p":\#(computed(0, 0, by: "thisComp.layer('B').toComp([7, 4])"))"#),
      layer(
        3, LayerOptions(name: "B"), placement.text.replacing(#""rx":{"a":0,"k":0.0},"ry":{"a":0,"k":0.0},"#, with: ""),
        ""),
    ])
    #expect(film.notes.isEmpty, "\(film.notes)")
    try expectNear(film.place(at: 5), placement.applied(to: CGPoint(x: 7, y: 4)), within: 1e-3)
  }

  // MARK: - Texts that are run

  @Test(
    "A text is run where it stands: it sees the moment, the scene, and what the expression has declared",
    arguments: [
      "var c = 'thisLayer'; $bm_rt = eval(c).index * 10", "$bm_rt = eval('var a = 4; a * 2.5')",
      "var b = 5; $bm_rt = eval('b * 2')", "$bm_rt = eval('time') + 10",
      "eval('function f(x) { return x * 2 }'); $bm_rt = f(5)",
      "$bm_rt = eval(10)", "$bm_rt = eval('thisComp.layer(\"A\").index') * 10",
      "$bm_rt = eval('linear(1, 0, 2, 0, 20)')",
    ])
  func texts(expression: String) throws {
    let film = try Film([
      solid(
        "#ff0000", 20, 10, LayerOptions(index: 1), transform: #""r":\#(computed(0, by: "var $bm_rt; \(expression);"))"#)
    ])
    #expect(film.notes.isEmpty, "\(film.notes)")
    try expectNear(film.number("transform.rotation.z", at: 0), 10 * .pi / 180)
  }

  @Test("A control is found in the groups of its effect, too")
  func nestedControls() throws {
    let inner = #"{"ty":5,"nm":"Group","ef":[{"ty":0,"nm":"Size","v":\#(fixed(30))}]}"#
    let effect = #""ef":[{"ty":5,"nm":"Rig","ef":[{"ty":0,"nm":"Other","v":\#(fixed(5))},\#(inner)]}]"#
    for expression in ["effect('Rig')('Size')", "effect('Rig')('Group')('Size')"] {
      let film = try Film([solid("#ff0000", 9, 9, transform: #""r":\#(computed(0, by: expression))"#, effect)])
      #expect(film.notes.isEmpty, "\(film.notes)")
      try expectNear(film.number("transform.rotation.z", at: 5), 30 * .pi / 180)
    }
  }
}
