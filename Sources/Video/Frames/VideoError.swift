import CoreGraphics
import Glibc
package import ImageFiles
import Synchronization

package enum VideoError: Error, CustomStringConvertible, Equatable {
  /// The output's name does not ask for a format, or asks wrongly; `reason` says what was expected.
  case badOutputName(path: String, reason: String)
  /// The format does not support frames of this size; `need` says which it supports, `advice` how to get there.
  case unsupportedSize(format: String, width: Int, height: Int, need: String, advice: String)
  /// The format or its encoder does not have an option, or a value is out of its range.
  case badOption(String)
  /// The requested encoder is not available on this machine, or FFmpeg's libraries are not installed.
  case unavailable(String)
  /// The output cannot be written; `reason` holds the operating system's words.
  case cannotWrite(path: String, reason: String)
  /// A file of sound or film cannot be read, or does not have what is wanted.
  case cannotRead(path: String, reason: String)
  /// Nobody reads standard output any more.
  case closedPipe
  /// Sound or pictures would take more memory than the limit.
  case memoryLimit(String)
  /// There is not enough memory; `operation` is what was attempted.
  case outOfMemory(operation: String, reason: String)
  /// A library failed unexpectedly; `operation` is what was attempted.
  case encodingFailed(operation: String, reason: String)
  /// `VideoWriter.cancel()` was called.
  case cancelled

  package var description: String {
    switch self {
    case .badOutputName(let path, let reason): "\(path): \(reason)"
    case .unsupportedSize(let format, let width, let height, let need, let advice):
      "\(format) needs \(need); got \(width)x\(height); \(advice)"
    case .badOption(let message), .unavailable(let message), .memoryLimit(let message): message
    case .cannotWrite(let path, let reason): "\(path): \(reason)"
    case .cannotRead(let path, let reason): "\(path): cannot be read: \(reason)"
    case .closedPipe: "standard output: nobody reads it any more"
    case .outOfMemory(let operation, let reason), .encodingFailed(let operation, let reason):
      "cannot \(operation): \(reason)"
    case .cancelled: "cancelled"
    }
  }

  /// Creates the error for an error of the film's output file.
  init(_ error: ImageFileError) {
    switch error.problem {
    case .unwritable: self = .cannotWrite(path: error.name, reason: error.detail)
    default: self = .encodingFailed(operation: "write \(error.name)", reason: error.detail)
    }
  }

  /// Calls `body`, converting its errors to this type.
  static func ofFile<Result: ~Copyable>(_ body: () throws(ImageFileError) -> Result) throws(VideoError) -> Result {
    do throws(ImageFileError) { return try body() } catch { throw VideoError(error) }
  }
}

extension UnfinishedFile {
  func write(all bytes: UnsafeRawBufferPointer) throws(VideoError) {
    let code = Self.writeAll(bytes, to: descriptor)
    guard code != 0 else { return }
    throw .cannotWrite(path: target, reason: "cannot write: \(String(cString: strerror(code)))")
  }
}

extension VideoError {
  /// Returns the error for a thread that the system refused.
  static func refused(_ thread: String, _ error: JoinedThread.Refused) -> VideoError {
    .outOfMemory(operation: "start the \(thread)'s thread", reason: String(cString: strerror(error.errno)))
  }
}

extension FrameMemory {
  package static func make(byteCount: Int) throws(VideoError) -> FrameMemory {
    if let memory = FrameMemory(byteCount: byteCount) { return memory }
    throw .outOfMemory(operation: "make room for a frame", reason: "\(byteCount) bytes are not to be had")
  }
}

/// Remarks about a film, without duplicates, in the order in which they came.
package final class FilmNotes: Sendable {
  private let lines = Mutex<[String]>([])

  package init() {}

  /// Adds a remark unless it is there already.
  package func add(_ line: String) {
    lines.withLock { lines in
      if !lines.contains(line) { lines.append(line) }
    }
  }

  /// Removes and returns all remarks.
  package func take() -> [String] {
    lines.withLock { lines in
      defer { lines.removeAll() }
      return lines
    }
  }
}
