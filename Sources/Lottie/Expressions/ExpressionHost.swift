import CDuktape
import Documents
import Foundation

/// An engine with the document, which answers the questions of the expressions' library.
final class ExpressionHost {
  let scene: ExpressionScene
  private unowned let reading: LottieReading
  private var engine: OpaquePointer?
  private let paces = [
    // After Effects' easeIn, easeOut and ease, with lottie-web's values.
    CubicEasing(x1: 0.333, y1: 0, x2: 0.833, y2: 0.833), CubicEasing(x1: 0.167, y1: 0.167, x2: 0.667, y2: 1),
    CubicEasing(x1: 0.33, y1: 0, x2: 0.667, y2: 1),
  ]
  /// The buffers of numbers and text that the last answer points to.
  private var numbers: UnsafeMutableBufferPointer<Double> = .allocate(capacity: 64)
  private var text: UnsafeMutableBufferPointer<CChar> = .allocate(capacity: 64)

  /// Starts an engine. The limits are for all of its work together.
  init(_ scene: ExpressionScene, reading: LottieReading, limits: cduktape_limits) {
    (self.scene, self.reading) = (scene, reading)
    engine = cduktape_create(
      limits,
      { context, question, a, b, text, length, numbers, count, answer in
        guard let context else { return }
        let host = Unmanaged<ExpressionHost>.fromOpaque(context).takeUnretainedValue()
        if question == ExpressionQuestion.along.rawValue {
          return host.answer(a, b, along: Array(UnsafeBufferPointer(start: numbers, count: count)), to: &answer.pointee)
        }
        let bytes = UnsafeRawBufferPointer(start: text, count: length)
        host.answer(Int(question), a, b, String(decoding: bytes, as: UTF8.self), to: &answer.pointee)
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    if let engine { cduktape_destroy(engine) }
    numbers.deallocate()
    text.deallocate()
  }

  enum Failure: Error {
    case thrown(String)
    case operations, memory, time
  }

  func begin() throws(Failure) {
    guard let engine else { throw .memory }
    let library = ExpressionLibrary.text
    let status = library.utf8CString.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map { cduktape_run(engine, $0, bytes.count - 1) } ?? CDUKTAPE_THREW
    }
    try check(status)
  }

  /// Returns the value of a property's expression at a frame; nil if the result is neither numbers nor text.
  func evaluate(_ property: Int, at frame: Double) throws(Failure) -> ExpressionValue? {
    guard let engine else { throw .memory }
    var result = cduktape_value()
    try check(cduktape_call(engine, "$evaluate", Double(property), frame, &result))
    switch result.kind {
    case CDUKTAPE_NUMBER: return .numbers([result.number])
    case CDUKTAPE_NUMBERS: return .numbers(Array(UnsafeBufferPointer(start: result.numbers, count: result.count)))
    case CDUKTAPE_TEXT:
      let bytes = UnsafeRawBufferPointer(start: result.text, count: result.length)
      return .text(String(decoding: bytes, as: UTF8.self))
    default: return nil
    }
  }

  private func check(_ status: cduktape_status) throws(Failure) {
    switch status {
    case CDUKTAPE_DONE: return
    case CDUKTAPE_OPERATIONS: throw .operations
    case CDUKTAPE_MEMORY: throw .memory
    case CDUKTAPE_TIME: throw .time
    default: throw .thrown(engine.map { String(cString: cduktape_message($0)) } ?? "")
    }
  }
}

// MARK: - Answers

extension ExpressionHost {
  private func answer(_ question: Int, _ a: Double, _ b: Double, _ text: String, to answer: inout cduktape_value) {
    guard let question = ExpressionQuestion(rawValue: question) else { return }
    switch question {
    case .rate: return say(scene.frameRate, to: &answer)
    case .pace:
      if let pace = Int(exactly: a), paces.indices.contains(pace) { say(paces[pace].progress(at: b), to: &answer) }
      return
    case .composition:
      if let number = scene.composition(named: text) { say(Double(number), to: &answer) }
      return
    default: break
    }
    guard let number = Int(exactly: a), scene.nodes.indices.contains(number) else { return }
    switch question {
    case .named, .at, .parent: if let found = related(number, question, b, text) { say(Double(found), to: &answer) }
    case .kind:
      let code = scene.nodes[number].kindCode ?? kind(of: number)
      scene.nodes[number].kindCode = code
      say(Double(code), to: &answer)
    case .fact:
      if text == "name" {
        say(name(of: scene.nodes[number]), to: &answer)
      } else if let fact = fact(text, of: number) {
        say(fact, to: &answer)
      }
    case .layer: say(Double(scene.nodes[number].layer), to: &answer)
    case .range:
      if let range = scene.range(of: number) { say([range.own.lowerBound, range.own.upperBound], to: &answer) }
    case .source: if let source = scene.nodes[number].source { say(source.text, to: &answer) }
    case .wants: if let source = scene.nodes[number].source { say(source.wanted.map(Double.init), to: &answer) }
    case .box:
      guard case .layer = scene.nodes[number].kind, b.isFinite else { return }
      // Text is laid out, and paths are measured.
      if let engine { cduktape_charge(engine, 5_000 + 50 * Int64(text.utf8.count)) }
      if let box = reading.measures?.box(of: scene.nodes[number].node, at: b, text: text) {
        say([box.minX, box.minY, box.width, box.height], to: &answer)
      }
    default: self.value(number, question, b, to: &answer)
    }
  }

  /// Answers with the point at a part of a path's length, or, if `isDirection`, with the unit vector along it there.
  private func answer(_ part: Double, _ isDirection: Double, along row: [Double], to answer: inout cduktape_value) {
    guard let contour = BezierContour(row: row), part.isFinite else { return }
    // Each curve is measured.
    if let engine { cduktape_charge(engine, 200 * Int64(contour.vertices.count)) }
    guard let place = contour.place(atPart: part) else { return }
    let angle = place.angle
    say(isDirection != 0 ? [cos(angle), sin(angle)] : [place.point.x, place.point.y], to: &answer)
  }

  private func value(_ number: Int, _ question: ExpressionQuestion, _ b: Double, to answer: inout cduktape_value) {
    guard case .property = scene.nodes[number].kind, let values = scene.values(of: number, reading: reading) else {
      return
    }
    switch question {
    case .keys: say(values.frames, to: &answer)
    case .key:
      if let index = Int(exactly: b), values.frames.indices.contains(index) {
        say(values.value(ofKey: index), to: &answer)
      }
    default:
      if case .text(let items) = values, let engine { cduktape_charge(engine, Int64(items.count)) }
      if b.isFinite { say(values.value(at: b), to: &answer) }
    }
  }

  private func related(_ number: Int, _ question: ExpressionQuestion, _ b: Double, _ text: String) -> Int? {
    let part = scene.nodes[number]
    if question == .parent {
      guard case .layer = part.kind else { return scene.parent(of: number) }
      guard let index = part.node.integer("parent") else { return nil }
      return scene.compositions[part.parent].byIndex[index].map { scene.layer($0, of: part.parent) }
    }
    var isLayer = false
    if case .layer = part.kind { isLayer = true }
    if question == .named {
      return scene.member(of: number, text) { [self] part in
        charge(for: part.node)
        if case .composition(let index) = part.kind {
          return ExpressionNames.layer(text, of: scene.compositions[index])
        }
        return ExpressionNames.member(text, of: part.node, isLayer: isLayer)
      }
    }
    guard let place = Int(exactly: b.rounded()) else { return nil }
    if case .composition(let index) = part.kind {
      return scene.compositions[index].byIndex[place].map { scene.layer($0, of: index) }
    }
    return scene.member(of: number, "#\(place)") { [self] part in
      charge(for: part.node)
      return ExpressionNames.member(place, of: part.node, isLayer: isLayer)
    }
  }

  private func charge(for node: LottieNode) {
    guard let engine else { return }
    let lists = [node.json, node.json["it"] ?? .null, node.json["ef"] ?? .null].compactMap(\.array?.count)
    cduktape_charge(engine, 64 + 16 * Int64(lists.reduce(0, +)))
  }

  private func kind(of number: Int) -> Int {
    let part = scene.nodes[number]
    switch part.kind {
    case .composition: return 0
    case .layer: return 1
    case .group: return 2
    case .property: break
    }
    let computed = part.isComputed ? 10 : 0
    switch scene.controlType(of: number) {
    case 4, 7: return 4 + computed
    case 10: return 5 + computed
    default: break
    }
    switch scene.values(of: number, reading: reading) {
    case .path: return 6 + computed
    case .text: return 7 + computed
    default: return 3 + computed
    }
  }

  private func name(of part: ExpressionNode) -> String {
    if case .composition(let index) = part.kind { return scene.compositions[index].name }
    return part.node.name ?? ""
  }

  private func fact(_ name: String, of number: Int) -> Double? {
    if name == "composition" { return Double(scene.composition(of: number)) }
    let part = scene.nodes[number]
    switch part.kind {
    case .composition(let index): return fact(name, of: scene.compositions[index])
    case .layer: return fact(name, ofLayer: part.node, in: scene.compositions[part.parent])
    case .group, .property:
      switch name {
      case "count": return Double(part.node.json.array?.count ?? 0)
      case "index":
        let own = part.node.integer("ix")
        var place: Int?
        for case .index(let index) in part.node.path.steps.suffix(3) { place = index + 1 }
        return Double(own ?? place ?? 1)
      default: return nil
      }
    }
  }

  private func fact(_ name: String, of composition: ExpressionComposition) -> Double? {
    switch name {
    case "width": composition.size.width
    case "height": composition.size.height
    case "duration": (composition.shown.map { $0.upperBound - $0.lowerBound } ?? 0) / scene.frameRate
    case "frameDuration": 1 / scene.frameRate
    case "numLayers": Double(composition.layers.count)
    case "displayStartTime": 0
    default: nil
    }
  }

  private func fact(_ name: String, ofLayer node: LottieNode, in composition: ExpressionComposition) -> Double? {
    switch name {
    case "index": node.number("ind") ?? 0
    case "inPoint": (node.number("ip") ?? 0) / scene.frameRate
    case "outPoint": (node.number("op") ?? 0) / scene.frameRate
    case "startTime": (node.number("st") ?? 0) / scene.frameRate
    case "width": node.number("w") ?? node.number("sw") ?? composition.size.width
    case "height": node.number("h") ?? node.number("sh") ?? composition.size.height
    case "hasParent": node["parent"] == nil ? 0 : 1
    case "active", "enabled": node.flag("hd") ? 0 : 1
    default: nil
    }
  }

  // MARK: - Saying

  private func say(_ number: Double, to answer: inout cduktape_value) {
    answer.kind = CDUKTAPE_NUMBER
    answer.number = number
  }

  /// A single number of a property is answered as a number instead of a vector.
  private func say(_ value: ExpressionValue, to answer: inout cduktape_value) {
    switch value {
    case .numbers(let numbers) where numbers.count == 1: say(numbers[0], to: &answer)
    case .numbers(let numbers): say(numbers, to: &answer)
    case .text(let text): say(text, to: &answer)
    }
  }

  private func say(_ values: [Double], to answer: inout cduktape_value) {
    answer.kind = CDUKTAPE_NUMBERS
    answer.numbers = Self.kept(values, in: &numbers)
    answer.count = values.count
  }

  private func say(_ value: String, to answer: inout cduktape_value) {
    let bytes = value.utf8.map { CChar(bitPattern: $0) }
    answer.kind = CDUKTAPE_TEXT
    answer.text = Self.kept(bytes, in: &text)
    answer.length = bytes.count
  }

  /// Copies an answer's values to a buffer that lasts until the next answer, and returns a pointer to them.
  private static func kept<Element: BitwiseCopyable>(
    _ values: [Element], in buffer: inout UnsafeMutableBufferPointer<Element>
  ) -> UnsafePointer<Element>? {
    if values.count > buffer.count {
      buffer.deallocate()
      buffer = .allocate(capacity: values.count)
    }
    _ = buffer.update(fromContentsOf: values)
    return UnsafePointer(buffer.baseAddress)
  }
}
