// Selectors: `#selector(tick(_:))` in a class `Meter` is `Selector("tick:", Meter.tick(_:))`, a name with the method
// that it finds; QuartzCore has the type, and what takes a selector on Apple's systems takes it.

extension Rules {
  static func selectors(_ draft: inout Draft) {
    let source = draft.source
    for index in source.activeIndices where source.reads("#selector", "(", at: index) {
      guard let end = source.closing(index + 1), !draft.isTaken(source.tokens[index].range) else { continue }
      guard var reference = SelectorReference(source, index + 2..<end) else {
        draft.remark(at: index, source.text(from: index, through: end), advice)
        continue
      }
      reference.findLabels(in: source)
      let name = "\"\(reference.objectiveCName)\""
      // The name of a key, in the manner of the time before #keyPath: the string is all there is to it.
      if source.text(index - 1) == "(", source.text(index - 2) == "NSStringFromSelector", source.text(end + 1) == ")" {
        draft.replace(tokens: index - 2, through: end + 1, with: name)
      } else if let method = reference.method(in: source.types[index]) {
        draft.replace(tokens: index, through: end, with: "Selector(\(name), \(method))")
      } else {
        draft.remark(at: index, source.text(from: index, through: end), advice)
        draft.replace(tokens: index, through: end, with: "Selector(\(name))")
      }
    }
  }

  private static let advice =
    "a name alone finds no method on Linux: write Selector(\"name\", Type.method), with the type that has the method"

  /// `Timer(timeInterval:target:selector:userInfo:repeats:)`, which makes a timer of a class of its own, is a function
  /// here, and `Timer()` is not inherited; names of methods in strings find none; threads take closures.
  static func selectorCalls(_ draft: inout Draft) {
    let source = draft.source
    for index in source.activeIndices where source.text(index + 1) == "(" {
      guard let end = source.closing(index + 1) else { continue }
      let takesSelector = (index + 2..<end).contains { source.reads("selector", ":", at: $0) }
      switch source.text(index) {
      case "Timer" where takesSelector && source.reads("timeInterval", ":", at: index + 2):
        draft.replace(tokens: index, through: index, with: "Timer.timer")
      case "Timer" where end == index + 2 && source.text(index - 1) != ".":
        // One that does nothing, until another takes its place.
        draft.replace(tokens: index, through: end, with: "Timer(timeInterval: 0, repeats: false) { _ in }")
      case "init" where takesSelector && source.text(index - 1) == "." && source.text(index - 2) == "Timer":
        draft.replace(tokens: index, through: index, with: "timer")
      case "Thread" where takesSelector, "detachNewThreadSelector":
        draft.remark(
          at: index, "\(source.text(index))(selector:)",
          "no thread takes a selector on Linux: Thread(block:), Thread.detachNewThread(_:)")
      case "Selector" where isName(source, index + 2..<end):
        draft.remark(at: index, source.text(from: index, through: end), advice)
      default: break
      }
    }
  }

  /// Whether an argument is one string, in parentheses or not.
  private static func isName(_ source: SwiftSource, _ range: Range<Int>) -> Bool {
    var range = range
    if range.count > 2, source.text(range.lowerBound) == "(", source.closing(range.lowerBound) == range.upperBound - 1 {
      range = range.lowerBound + 1..<range.upperBound - 1
    }
    return !range.isEmpty && range.allSatisfy { source.tokens[$0].kind == .literal || source.text($0) == "\"" }
  }
}

/// What stands in `#selector(...)`.
struct SelectorReference {
  /// `getter` or `setter`, of a property.
  var accessor: String?
  /// The method or property.
  var name: String
  /// The arguments' labels; nil where they are not said.
  var labels: [String]?
  /// What stands before the name, without the last dot.
  private var owner: [String] = []
  /// From the method's name on, a cast included, as it is written.
  private var text: String

  init?(_ source: SwiftSource, _ range: Range<Int>) {
    var words = range.map { source.text($0) }
    // `#selector(f as (A) -> (B) -> Void)`
    if let cast = words.firstIndex(of: "as") { words.removeSubrange(cast...) }
    var start = range.lowerBound
    if words.count > 2, words[1] == ":", ["getter", "setter"].contains(words[0]) {
      accessor = words[0]
      words.removeFirst(2)
      start += 2
    }
    if words.last == ")", let start = words.firstIndex(of: "(") {
      labels = words[start + 1..<words.count - 1].filter { $0 != ":" }
      words.removeSubrange(start...)
    }
    guard let last = words.last?.filter({ $0 != "`" }), !last.isEmpty, last.utf8.allSatisfy({ $0.isWordByte }),
      words.enumerated().allSatisfy({ $0.offset % 2 == 0 || $0.element == "." })
    else { return nil }
    name = last
    owner = words.dropLast().filter { $0 != "." }
    text = source.text(from: start + words.count - 1, through: range.upperBound - 1)
  }

  /// Takes the labels from the method's declaration, where it is in this source, and once.
  mutating func findLabels(in source: SwiftSource) {
    guard labels == nil, accessor == nil else { return }
    let methods = source.tokens.indices.filter {
      source.text($0) == "func" && source.text($0 + 1).filter { $0 != "`" } == name && source.text($0 + 2) == "("
    }
    guard methods.count == 1, let end = source.closing(methods[0] + 2) else { return }
    var found: [String] = []
    var index = methods[0] + 3
    var beginsParameter = true
    while index < end {
      if beginsParameter { found.append(source.text(index)) }
      beginsParameter = source.text(index) == ","
      index = ["(", "[", "{"].contains(source.text(index)) ? (source.closing(index) ?? index) + 1 : index + 1
    }
    labels = found
  }

  /// The method as an expression, in a type; nil where its type is not known.
  func method(in type: String?) -> String? {
    guard accessor == nil else { return nil }
    if owner.isEmpty || owner == ["self"] || owner == ["Self"] { return type.map { "\($0).\(text)" } }
    // Types have capitals, instances have none.
    guard owner.allSatisfy({ $0.first?.isUppercase == true }) else { return nil }
    return "\(owner.joined(separator: ".")).\(text)"
  }

  /// The name that the selector has on Apple's systems: `tick(_:)` is `tick:`, `move(to:by:)` is `moveTo:by:`,
  /// `show(item:)` is `showWithItem:`.
  var objectiveCName: String {
    if accessor == "setter" { return "set\(name.capitalizedFirst):" }
    guard accessor == nil, let labels, let first = labels.first else { return name }
    var text = name
    if first != "_" {
      let word = String(first.prefix { !$0.isUppercase })
      let lastWord = name.lastIndex { $0.isUppercase }.map { name[$0...].lowercased() } ?? name
      if !Self.prepositions.contains(word), !Self.prepositions.contains(lastWord) { text += "With" }
      text += first.capitalizedFirst
    }
    return text + ":" + labels.dropFirst().map { ($0 == "_" ? "" : $0) + ":" }.joined()
  }

  private static let prepositions: Set<String> = [
    "above", "after", "along", "alongside", "as", "at", "before", "below", "by", "following", "for", "from", "given",
    "in", "including", "inside", "into", "matching", "of", "on", "passing", "preceding", "since", "to", "until",
    "using",
    "via", "when", "with", "within",
  ]
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
