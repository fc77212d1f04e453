/// The reason why there is no display to draw on.
package enum EGLDisplayError: Error, Hashable, CustomStringConvertible {
  /// A name that is no ``EGLDisplayChoice``, and the argument or variable it came from.
  case unknownChoice(String, from: String)
  /// No display of the choice could be used; every attempt, in order.
  case noDisplay(EGLDisplayChoice, [EGLAttempt])
  /// A GPU was asked for by its number, address or name, and the machine does not have it; the list of its GPUs.
  case noDevice(GPURequest, [String])
  /// Several GPUs have the name that was asked for.
  case severalDevices(String, [String])
  /// A GPU was asked for, and none could be used: every attempt, and what is known of the GPUs that there are.
  case noUsableDevice(GPURequest, [EGLAttempt], problems: [String])

  package var description: String {
    switch self {
    case .unknownChoice(let name, let origin):
      let names = EGLDisplayChoice.allCases.map(\.rawValue).joined(separator: ", ")
      return "\(origin): '\(name)' is no kind of EGL display; expected one of \(names)"
    case .noDisplay(let choice, let attempts):
      let tried = Self.lines(attempts.map(\.description))
      return "no usable EGL display (choice: \(choice.rawValue)); tried:\(tried)"
    case .noDevice(let request, let list):
      let there = list.isEmpty ? "there is none on this machine" : "there are\(Self.lines(list))"
      return "no GPU '\(request)'; \(there)"
    case .severalDevices(let name, let list):
      return "several GPUs are called '\(name)': choose one by its number or its address\(Self.lines(list))"
    case .noUsableDevice(let request, let attempts, let problems):
      let known = problems.isEmpty ? "" : "; of the GPUs that there are:\(Self.lines(problems))"
      return "no usable GPU (asked for: \(request)); tried:\(Self.lines(attempts.map(\.description)))\(known)"
    }
  }

  private static func lines(_ texts: [String]) -> String { texts.map { "\n  \($0)" }.joined() }
}
