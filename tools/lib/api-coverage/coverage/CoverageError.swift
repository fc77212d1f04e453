/// Why the comparison could not be made.
struct CoverageError: Error, CustomStringConvertible {
  /// What failed, where, and what was expected.
  var description: String

  init(_ description: String) { self.description = description }
}
