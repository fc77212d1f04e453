// What a reader has to say about a file that it could read: things it skipped, each once.
//
// Tested by RobustnessTests and JSONReaderTests.

import Foundation

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

  /// `FILE:LINE:COLUMN`, or the file alone.
  public var description: String { line == 0 ? file : "\(file):\(line):\(column)" }
}

/// A remark about a scene file: something was skipped or read differently from what the file says.
public struct SceneNote: Hashable, Sendable, CustomStringConvertible {
  /// The location in the file; line and column are 0 for a note on the whole file.
  public let location: SourceLocation
  /// The description of what was skipped or changed.
  public let message: String
  /// The subject of the note, for callers that weigh notes by it.
  package let topic: Topic

  /// The subjects of notes.
  package enum Topic: Sendable, Hashable {
    /// A file that is not there, or cannot be read.
    case missingFile
    /// A font that another one stands for.
    case font
    /// Characters that no font has.
    case glyph
    /// Text that is larger than its room.
    case textSize
    /// A state, or a change of one, that leads nowhere.
    case state
    /// A key path that names no property of its layer.
    case keyPath
    /// Whatever else was skipped or changed.
    case other
  }

  package init(at location: SourceLocation, _ message: String, topic: Topic = .other) {
    self.location = location
    self.message = message
    self.topic = topic
  }

  /// `file:line:column: message`.
  public var description: String { "\(location): \(message)" }
}

extension [SceneNote] {
  /// The notes as lines, one for each kind: notes of a document that differ in the first name that they quote are one,
  /// with the number of its like, their names, and where these are.
  package var gathered: [String] {
    var kinds: [SceneNote: [SceneNote]] = [:]
    var order: [SceneNote] = []
    for note in self {
      // What has no place in a document stays by itself.
      let kind =
        note.location.line == 0
        ? note : SceneNote(at: SourceLocation(file: note.location.file), note.message.replacingSubject(by: ""))
      if kinds[kind, default: []].isEmpty { order.append(kind) }
      kinds[kind, default: []].append(note)
    }
    return order.map { kind in
      let notes = kinds[kind] ?? []
      let others = notes.dropFirst().map { "'\($0.message.subject ?? "")' (line \($0.location.line))" }
      guard let first = notes.first, !others.isEmpty else { return notes.first?.description ?? "" }
      let named = others.prefix(Self.mostNamed).joined(separator: ", ")
      let rest = others.count - Self.mostNamed
      return "\(first); \(notes.count) such notes, also of \(named)" + (rest > 0 ? " and \(rest) more" : "")
    }
  }

  private static var mostNamed: Int { 8 }
}

extension String {
  /// The first thing in single quotation marks.
  fileprivate var subject: Substring? { subjectRange.map { self[$0] } }

  fileprivate func replacingSubject(by text: String) -> String {
    subjectRange.map { replacingCharacters(in: $0, with: text) } ?? self
  }

  private var subjectRange: Range<String.Index>? {
    guard let open = firstIndex(of: "'"), let close = self[index(after: open)...].firstIndex(of: "'") else {
      return nil
    }
    return index(after: open)..<close
  }
}

/// Collects notes; of notes of one file with the same message, the first is kept.
package final class NoteCollector {
  package private(set) var notes: [SceneNote] = []
  private var seen: Set<SceneNote> = []

  package init() {}

  package func add(_ message: String, at location: SourceLocation, topic: SceneNote.Topic = .other) {
    let place = SourceLocation(file: location.file)
    if seen.insert(SceneNote(at: place, message)).inserted {
      notes.append(SceneNote(at: location, message, topic: topic))
    }
  }
}
