// What a reader has to say about a file that it could read: things it skipped, each once.

/// A place in a file.
public struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
  /// The file's path as the user would name it; inside an archive, the archive's path and the entry's.
  public let file: String
  /// Line, from 1; 0 when the whole file is meant.
  public let line: Int
  /// Column in characters, from 1; 0 when the whole file is meant.
  public let column: Int

  package init(file: String, line: Int = 0, column: Int = 0) {
    self.file = file
    self.line = line
    self.column = column
  }

  public var description: String { line == 0 ? file : "\(file):\(line):\(column)" }
}

/// A remark about a scene file: something was skipped or read differently from what the file says.
public struct SceneNote: Hashable, Sendable, CustomStringConvertible {
  public let location: SourceLocation
  public let message: String

  package init(at location: SourceLocation, _ message: String) {
    self.location = location
    self.message = message
  }

  /// `file:line:column: message`.
  public var description: String { "\(location): \(message)" }
}

/// Collects notes; of notes of one file with the same message, the first is kept.
final class NoteCollector {
  private(set) var notes: [SceneNote] = []
  private var seen: Set<SceneNote> = []

  func add(_ message: String, at location: SourceLocation) {
    let place = SourceLocation(file: location.file)
    if seen.insert(SceneNote(at: place, message)).inserted { notes.append(SceneNote(at: location, message)) }
  }
}
