// Selectors: a display link's becomes the closure that QuartzCore takes here; all others become strings, so that the
// compiler gets past them, and are reported with the call that takes a closure in their place.

extension Rules {
  /// `CADisplayLink(target: self, selector: #selector(tick))` with `action: { [unowned self] in self.tick($0) }`: the
  /// link holds its target, as it does on Apple's systems, so that the closure need not.
  static func displayLinks(_ draft: inout Draft) {
    let source = draft.source
    for index in source.activeIndices
    where source.reads("CADisplayLink", "(", "target", ":", "self", ",", "selector", ":", "#selector", "(", at: index) {
      let selector = index + 8
      guard let end = source.closing(selector + 1), source.text(end + 1) == ")" else { continue }
      guard let reference = SelectorReference(source, selector + 2..<end), reference.accessor == nil,
        let call = displayLinkCall(reference, source)
      else { continue }
      draft.replace(
        tokens: index + 6, through: end, with: "action: { [unowned self] \(call) }")
    }
  }

  /// What the closure of a display link says; nil where the method's parameters are not known.
  private static func displayLinkCall(_ reference: SelectorReference, _ source: SwiftSource) -> String? {
    var labels = reference.labels
    if labels == nil {
      // `#selector(tick)` does not tell; the method does, where it is in this source, and once.
      let methods = source.activeIndices.filter { source.reads("func", reference.name, "(", at: $0) }
      guard methods.count == 1, let end = source.closing(methods[0] + 2) else { return nil }
      let first = methods[0] + 3
      labels =
        first == end ? [] : source.text(first + 1) == ":" || source.text(first + 2) == ":" ? [source.text(first)] : nil
    }
    switch labels {
    case []: return "_ in self.\(reference.name)()"
    case ["_"]: return "in self.\(reference.name)($0)"
    case .some(let labels) where labels.count == 1: return "in self.\(reference.name)(\(labels[0]): $0)"
    default: return nil
    }
  }

  static func selectors(_ draft: inout Draft) {
    let source = draft.source
    for index in source.activeIndices where source.reads("#selector", "(", at: index) {
      guard let end = source.closing(index + 1), !draft.isTaken(source.tokens[index].range) else { continue }
      guard let reference = SelectorReference(source, index + 2..<end) else {
        draft.remark(at: index, source.text(from: index, through: end), "no selectors on Linux: pass a closure")
        continue
      }
      let text = "\"\(reference.objectiveCName)\""
      // The name of a key, in the manner of the time before #keyPath: the string is all there is to it.
      if source.text(index - 1) == "(", source.text(index - 2) == "NSStringFromSelector", source.text(end + 1) == ")" {
        draft.replace(tokens: index - 2, through: end + 1, with: text)
        continue
      }
      let caller = source.openingOfCall(around: index).map { source.text($0 - 1) } ?? ""
      draft.remark(at: index, source.text(from: index, through: end), selectorAdvice(caller, reference.name))
      draft.replace(tokens: index, through: end, with: text)
    }
  }

  /// What takes a closure where a function takes a selector.
  private static func selectorAdvice(_ caller: String, _ method: String) -> String {
    switch caller {
    case "CADisplayLink":
      "no selectors on Linux: CADisplayLink(target: self, action: { [unowned self] link in \(method)(link) })"
    case "scheduledTimer":
      "no selectors on Linux: Timer.scheduledTimer(withTimeInterval:repeats:) { [weak self] _ in self?.\(method)() }"
    case "Timer":
      "no selectors on Linux: Timer(timeInterval:repeats:) { [weak self] _ in self?.\(method)() }"
    case "addObserver":
      "no selectors on Linux: addObserver(forName:object:queue:) { [weak self] _ in self?.\(method)() }, whose result "
        + "removeObserver takes"
    case _ where caller.hasPrefix("perform"):
      "no selectors on Linux: call \(method), later with DispatchQueue.main.asyncAfter(deadline:)"
    case _ where caller.hasPrefix("cancelPreviousPerform"):
      "no selectors on Linux: keep a DispatchWorkItem, and cancel() it"
    case "addTarget",
      _ where caller.hasSuffix("GestureRecognizer"):
      "no selectors and no touches here: call \(method) where the program decides that it happens"
    case "responds":
      "no selectors on Linux: ask for a protocol with `as?`"
    case "Thread", "detachNewThreadSelector":
      "no selectors on Linux: Thread(block:), Thread.detachNewThread(_:)"
    default: "no selectors on Linux, and so a string: pass a closure that calls \(method)"
    }
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

  init?(_ source: SwiftSource, _ range: Range<Int>) {
    var words = range.map { source.text($0) }
    // `#selector(f as (A) -> (B) -> Void)`
    if let cast = words.firstIndex(of: "as") { words.removeSubrange(cast...) }
    if words.count > 2, words[1] == ":", ["getter", "setter"].contains(words[0]) {
      accessor = words[0]
      words.removeFirst(2)
    }
    if words.last == ")", let start = words.firstIndex(of: "(") {
      labels = words[start + 1..<words.count - 1].filter { $0 != ":" }
      words.removeSubrange(start...)
    }
    guard let last = words.last?.filter({ $0 != "`" }), !last.isEmpty, last.utf8.allSatisfy({ $0.isWordByte }),
      words.enumerated().allSatisfy({ $0.offset % 2 == 0 || $0.element == "." })
    else { return nil }
    name = last
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
