// Tested by RobustnessTests and JSONReaderTests.

public import Foundation
import ImageFiles

/// A location in a file.
public struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
  /// The file's path as the user named it; inside an archive, the archive's path and the entry's.
  public let file: String
  /// The line, from 1; 0 for the whole file.
  public let line: Int
  /// The column in characters, from 1; 0 for the whole file.
  public let column: Int

  package init(file: String, line: Int = 0, column: Int = 0) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// `FILE:LINE:COLUMN`, or the file alone.
  public var description: String { line == 0 ? file : "\(file):\(line):\(column)" }
}

/// A note about a scene file: something was skipped or read differently.
public struct SceneNote: Hashable, Sendable, CustomStringConvertible {
  /// The location in the file; line and column are 0 for a note on the whole file.
  public let location: SourceLocation
  /// The description of what was skipped or changed.
  public let message: String
  /// The subject of the note.
  package let topic: Topic

  package enum Topic: Sendable, Hashable {
    /// A missing or unreadable file.
    case missingFile
    /// A font that another one replaces.
    case font
    /// Characters that no font has.
    case glyph
    /// Text that exceeds its room.
    case textSize
    /// A state, or a transition, without effect.
    case state
    /// A key path without a property of its layer.
    case keyPath
    /// The colours of a film.
    case color
    /// Anything else that was skipped or changed.
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
  /// The notes as lines. Notes of a document that differ only in the first name that they quote are one line, with
  /// their number, names and locations.
  package var gathered: [String] {
    var kinds: [SceneNote: [SceneNote]] = [:]
    var order: [SceneNote] = []
    for note in self {
      // A note without a line in a document is on its own.
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
  /// The first text in single quotation marks.
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

/// Collects notes, of those of one file with the same message only the first.
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

/// A scene file that cannot be read.
public struct SceneFileError: Error, Equatable, CustomStringConvertible {
  /// The kinds of errors, for decisions of programs.
  public enum Kind: Sendable, Hashable {
    /// The bytes are not what the format demands.
    case malformed
    /// The file does not exist.
    case notFound
    /// The file exists, but the system denies reading it.
    case unreadable
    /// A size in the file is above a limit of ``SceneLimits``.
    case tooLarge
    /// This version does not read the format.
    case unsupported
    /// The file is a film, and FFmpeg's libraries are not installed.
    case unavailable
    /// The scene lacks the requested state.
    case unknownState
    /// The file lacks the requested animation, theme, marker, or part to replace.
    case unknownName
    /// A replacement does not fit its place in the scene, as a text in place of a number.
    case unsuitableValue
  }

  /// The kind of the error.
  public let kind: Kind
  /// The location of the error; line and column are 0 for an error of the whole file.
  public let location: SourceLocation
  /// The description of the error, and of the expected input.
  public let message: String

  package init(_ kind: Kind, at location: SourceLocation, _ message: String) {
    self.kind = kind
    self.location = location
    self.message = message
  }

  package init(_ kind: Kind, file: String, _ message: String) {
    self.init(kind, at: SourceLocation(file: file), message)
  }

  /// `file:line:column: what; expected what`.
  public var description: String { "\(location): \(message)" }
}

// MARK: - Names

extension SceneFileError {
  /// Returns the error of a name, of a `noun` such as "animation", that the file lacks.
  package static func unknownName(_ name: String, _ noun: String, among known: [String], file: String) -> SceneFileError
  {
    let expectation =
      known.isEmpty ? "the file has no \(noun)" : "expected one of \(known.named)\(known.guess(of: name))"
    return SceneFileError(.unknownName, file: file, "no \(noun) '\(name.excerpt)'; \(expectation)")
  }
}

extension [String] {
  /// The names for a message, each once, at most 30 of them: "'a', 'b' and 3 more".
  package var named: String {
    let most = 30
    var seen: Set<String> = []
    let names = filter { seen.insert($0).inserted }.map { "'\($0.excerpt)'" }
    return names.prefix(most).joined(separator: ", ") + (names.count > most ? " and \(names.count - most) more" : "")
  }
}

extension StringProtocol {
  /// The text for a message: if it has more than 80 characters, its beginning.
  package var excerpt: String {
    let longest = 80
    let beginning = prefix(longest + 1)
    return beginning.count > longest ? "\(beginning.prefix(longest))…" : String(self)
  }
}

/// Limits on what is read from a scene file. Exceeding them is an error before any allocation.
public struct SceneLimits: Sendable {
  /// The uncompressed bytes of one entry or file.
  public var entryBytes = 256 << 20
  /// The uncompressed bytes of a whole archive.
  public var archiveBytes = 1 << 30
  /// The number of entries in an archive, or of files in a folder.
  public var entryCount = 20_000
  /// Uncompressed to compressed size of an entry. Deflate reaches 1032 on zeros; artwork and XML stay below 50.
  public var compressionRatio = 200
  /// The size of entries, in bytes, up to which any ratio is allowed, as a small file of zeros is harmless.
  public var ratioExemptBytes = 1 << 20
  /// The bytes of one XML or JSON document.
  public var documentBytes = 64 << 20
  /// The depth of nested elements.
  var elementDepth = 256
  /// The number of elements in a document.
  public var elementCount = 1_000_000
  var attributeCount = 256
  /// The bytes of a scene's decoded images and its films' files; half of the rest is for decoded frames of films.
  public var imageBytes = 2 << 30
  /// The greatest width or height of a document, in points.
  public var documentSide: CGFloat = 65_536
  /// The greatest magnitude of any geometry, in points, beyond which GPUs' single precision merges points.
  package var coordinate: CGFloat = 1e7

  /// Creates the default limits.
  public init() {}
}
