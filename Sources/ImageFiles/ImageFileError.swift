import Glibc

/// A failure to read or write an image file.
package struct ImageFileError: Error, CustomStringConvertible, Equatable {
  /// The kind of failure, for exit codes: what the world, the file or the caller did.
  package enum Problem: Equatable, Sendable {
    /// There is no such file.
    case notFound
    /// The file exists and cannot be read.
    case unreadable
    /// The bytes are in none of the formats that are read, or the suffix names none that is written.
    case unknownFormat
    /// The file ends too early.
    case truncated
    /// The file breaks its format's rules.
    case corrupt
    /// The file is right, but uses what this reader leaves out, or the format cannot hold what is to be written.
    case unsupported
    /// The image is larger than `ImageFile.maximumSide` or `ImageFile.maximumPixelBytes`, or than the format can hold.
    case tooLarge
    /// The output cannot be written: no such folder, no permission, a full disk.
    case unwritable
    /// The encoder failed.
    case encodingFailed
  }

  /// The place of the problem in the file, when the decoder can tell.
  package enum Place: Equatable, Sendable {
    /// A byte offset from the start of the file.
    case byte(Int)
    /// A pixel row, counted from 0 at the top.
    case row(Int)
  }

  /// The file's path, or the name its bytes were given.
  package let name: String
  /// The kind of failure.
  package let problem: Problem
  /// The problem and what was expected, in words.
  package let detail: String
  /// The place of the problem, if known.
  package let place: Place?

  package init(_ name: String, _ problem: Problem, _ detail: String, at place: Place? = nil) {
    self.name = name
    self.problem = problem
    self.detail = detail
    self.place = place
  }

  /// A file of too many bytes.
  package init(tooLong count: Int, name: String) {
    self.init(name, .tooLarge, "\(count) bytes; the limit is \(ImageFile.maximumFileBytes)")
  }

  /// An error of the operating system, with its text for `code`.
  init(_ name: String, _ problem: Problem, _ action: String, errno code: CInt) {
    self.init(name, problem, "\(action): \(String(cString: strerror(code)))")
  }

  /// `name: detail (byte 123)`.
  package var description: String {
    switch place {
    case .byte(let offset): "\(name): \(detail) (byte \(offset))"
    case .row(let row): "\(name): \(detail) (row \(row))"
    case nil: "\(name): \(detail)"
    }
  }
}
