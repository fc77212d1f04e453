// A programmer's mistake ends the process with a message that says what to do. `precondition` would do, but its message
// is missing in release builds, which is where a server would need it.

/// Ends the process with a message.
package func trap(_ message: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line) -> Never {
  fatalError(message(), file: file, line: line)
}

/// Ends the process with a message unless `condition` holds.
package func require(
  _ condition: Bool, _ message: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
) {
  if !condition { trap(message(), file: file, line: line) }
}
