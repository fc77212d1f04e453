/// The reason why there is no display to draw on.
package enum EGLDisplayError: Error, Hashable, CustomStringConvertible {
  /// A name that is no ``EGLDisplayChoice``, and the argument or variable it came from.
  case unknownChoice(String, from: String)
  /// No display of the choice could be used; every attempt, in order.
  case noDisplay(EGLDisplayChoice, [EGLAttempt])

  package var description: String {
    switch self {
    case .unknownChoice(let name, let origin):
      let names = EGLDisplayChoice.allCases.map(\.rawValue).joined(separator: ", ")
      return "\(origin): '\(name)' is no kind of EGL display; expected one of \(names)"
    case .noDisplay(let choice, let attempts):
      let lines = attempts.map { "\n  \($0)" }.joined()
      return "no usable EGL display (choice: \(choice.rawValue)); tried:\(lines)"
    }
  }
}
