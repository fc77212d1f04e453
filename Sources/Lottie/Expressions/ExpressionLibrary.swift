// The JavaScript that every expression can use, in the order in which it is run, once an engine. It asks the host about
// the document by numbered questions (`$ask(question, a, b, text)`), and keeps no document of its own.

/// A question that a script asks its host.
enum ExpressionQuestion: Int, CaseIterable {
  /// The member of a name, and that of a number: a layer's by its index, others' by their place from 1.
  case named, at
  /// 0 composition, 1 layer, 2 group, 3 property, 4 switch, 5 one that chooses a layer, 6 path, 7 text; 10 more with an
  /// expression.
  case kind
  /// The fact about an object that the text names, such as its width.
  case fact
  /// The value of a property as it is written, at a frame; of its keyframes, their frames, and the value of one.
  case value, keys, key
  /// An expression's text, the moments' values that it uses, and its layer.
  case source, wants, layer
  /// The frames between which a layer is shown.
  case range
  /// A layer's parent; for other objects, the object that contains them.
  case parent
  /// The composition of a name.
  case composition
  /// Frames a second.
  case rate
  /// The progress of a pace.
  case pace
  /// The point at a part of the length of a path, or the direction there.
  case along
  /// The box of a layer at a frame, with the text that it says then: left, top, width and height.
  case box

  /// The placeholder for the question's number in the library's text.
  fileprivate var placeholder: String { "$\(self)".uppercased() }
}

enum ExpressionLibrary {
  /// The whole library.
  static let text: String = {
    let questions = ExpressionQuestion.allCases.sorted { $0.placeholder.count > $1.placeholder.count }
    return questions.reduce(natives + "\n" + maths + "\n" + scene + running) { text, question in
      text.replacing(question.placeholder, with: String(question.rawValue))
    }
  }()
}
