// The one error of all readers: what is wrong with a file, and where.

import ImageFiles

/// A scene file that cannot be read.
public struct SceneFileError: Error, Equatable, CustomStringConvertible {
  /// The kinds of errors, coarse enough for a program to decide by.
  public enum Kind: Sendable, Hashable {
    /// The bytes are not what the format demands.
    case malformed
    /// There is no such file.
    case notFound
    /// The file is there, but the system does not let us read it.
    case unreadable
    /// A size in the file is above a limit of ``SceneLimits``.
    case tooLarge
    /// The format is not one that this version reads.
    case unsupported
    /// The file is a film, and FFmpeg's libraries are not installed.
    case unavailable
    /// A state was asked for that the scene does not have.
    case unknownState
    /// Something was asked for by a name that the file does not have: an animation, a theme, a marker, what to
    /// replace.
    case unknownName
    /// A replacement does not fit its place in the scene: a text in the place of a number.
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
  /// The error of a name that the file does not have.
  ///
  /// - Parameter noun: what it is the name of: "animation".
  package static func unknownName(_ name: String, _ noun: String, among known: [String], file: String) -> SceneFileError
  {
    let most = 30
    var seen: Set<String> = []
    let names = known.filter { seen.insert($0).inserted }.map { "'\($0.excerpt)'" }
    let list =
      names.prefix(most).joined(separator: ", ") + (names.count > most ? " and \(names.count - most) more" : "")
    return SceneFileError(
      .unknownName, file: file,
      "no \(noun) '\(name.excerpt)'; "
        + (names.isEmpty ? "there is none" : "expected one of \(list)\(known.guess(of: name))"))
  }
}

// Values of a file in messages. A file may hold megabytes in one attribute; a message is for a person.
extension StringProtocol {
  /// The text, or where it is longer than 80 characters, its beginning.
  package var excerpt: String {
    let longest = 80
    let beginning = prefix(longest + 1)
    return beginning.count > longest ? "\(beginning.prefix(longest))…" : String(self)
  }
}
