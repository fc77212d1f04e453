// A value on the command line that cannot be read. ArgumentParser adds which option it was given to.

/// Says what was expected of a value; ArgumentParser puts "The value 'X' is invalid for '--option'" in front.
struct ArgumentValueError: Error, CustomStringConvertible, Equatable {
  /// The value that was expected, as the end of a sentence.
  var description: String

  init(_ description: String) { self.description = description }
}
