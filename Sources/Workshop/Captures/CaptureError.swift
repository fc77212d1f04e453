// What is wrong with the file of a captured frame.

/// A file that is no captured frame, or a damaged one.
package struct CaptureError: Error, Equatable, CustomStringConvertible {
  /// The file.
  package let name: String
  /// The problem of the file.
  package let problem: String

  package init(name: String, problem: String) { (self.name, self.problem) = (name, problem) }

  package var description: String { "\(name): \(problem)" }
}
