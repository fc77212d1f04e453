// Tested by EncoderTests, StreamTests and LibAVOwnerTests.

import CLibAV
import ImageFiles
import Synchronization

enum LibAV {
  /// The largest single allocation of libav, in bytes. Damaged files may claim any size: a table of 600 bytes can claim
  /// 89 million samples, whose index takes 2 GB.
  private static let largestAllocation = Mutex(ordinaryPiece)
  private static let ordinaryPiece = 256 << 20

  /// Allows allocations for pictures of a shape: FFV1's packets are the largest, with 148 bytes a pixel.
  static func allowPictures(of shape: FrameShape) { allow(bytes: shape.width * shape.height * 160) }

  static func allow(bytes: Int) {
    largestAllocation.withLock { largest in
      guard bytes > largest else { return }
      largest = bytes
      // `open` reports libraries that are not installed.
      if clibav_open() == nil { av_max_alloc(largest) }
    }
  }

  /// Opens the libraries and collects their messages. Call it before anything else of libav.
  static func open() throws(VideoError) {
    if let reason = clibav_open() { throw missing(String(cString: reason)) }
    _ = LibAVLog.isCollecting
    _ = isBounded
  }

  /// Returns the error for libraries that cannot be opened, with the names of their packages from Install.md.
  static func missing(_ reason: String) -> VideoError {
    let operation = "load FFmpeg's libraries, which write and read films"
    guard !reason.lowercased().contains("memory"), !reason.contains("failed to map") else {
      return .outOfMemory(operation: operation, reason: reason)
    }
    return .unavailable(
      "cannot \(operation): \(reason); install them: libavformat59 and libavfilter8 of Debian 12, libavformat61 and "
        + "libavfilter10 of Debian 13, libavformat-free and libavfilter-free of Fedora, or ffmpeg of Arch")
  }

  private static let isBounded: Void = largestAllocation.withLock { av_max_alloc($0) }

  /// Whether libav refused an allocation because of its limit, and not for want of memory: a piece of the ordinary
  /// limit can be allocated.
  static func isFalseClaim(_ code: CInt) -> Bool {
    code == CLIBAV_ERROR_NO_MEMORY && FrameMemory(byteCount: ordinaryPiece) != nil
  }

  /// Returns the error for a file that libav cannot read: `cannotRead`, or `outOfMemory`.
  static func unreadable(_ name: String, _ code: CInt) -> VideoError {
    if isFalseClaim(code) {
      let most = ordinaryPiece >> 20
      return .cannotRead(path: name, reason: "it claims to hold a piece that takes more than \(most) MiB")
    }
    return code == CLIBAV_ERROR_NO_MEMORY ? noMemory : .cannotRead(path: name, reason: message(for: code))
  }

  static var noMemory: VideoError {
    .outOfMemory(operation: "prepare the encoder", reason: message(for: CLIBAV_ERROR_NO_MEMORY))
  }

  /// Throws `outOfMemory` or `encodingFailed` for an error of a libav call, otherwise returns its result.
  @discardableResult
  static func check(_ code: CInt, _ operation: @autoclosure () -> String) throws(VideoError) -> CInt {
    guard code < 0 else { return code }
    let said = LibAVLog.take()
    let words = said.isEmpty ? "" : " (\(said))"
    if isMemory(code, said) {
      throw .outOfMemory(operation: operation(), reason: message(for: CLIBAV_ERROR_NO_MEMORY) + words)
    }
    throw .encodingFailed(operation: operation(), reason: message(for: code) + words)
  }

  /// Whether an error means want of memory. libav has no code for that of encoders' own allocations; libx264 tells
  /// libav all other reasons, but prints this one itself.
  private static func isMemory(_ code: CInt, _ said: String) -> Bool {
    code == CLIBAV_ERROR_NO_MEMORY || code == CLIBAV_ERROR_EXTERNAL && said.isEmpty
      || said.lowercased().contains("memory")
  }

  /// Throws `cannotWrite` for an error of a call that writes to `path`.
  static func checkWrite(_ code: CInt, _ path: String) throws(VideoError) {
    guard code < 0 else { return }
    throw .cannotWrite(path: path, reason: "cannot write: \(message(for: code))")
  }

  static func allocated<Structure>(_ pointer: Structure?) throws(VideoError) -> Structure {
    guard let pointer else { throw noMemory }
    return pointer
  }

  /// Calls `body` with a dictionary of `options`; throws `badOption` if an option is left over, that is, unknown.
  static func withOptions(
    _ options: [(String, String)], of name: String,
    _ body: (UnsafeMutablePointer<OpaquePointer?>) -> CInt, _ operation: String
  ) throws(VideoError) {
    var dictionary: OpaquePointer?
    defer { av_dict_free(&dictionary) }
    for (key, value) in options { av_dict_set(&dictionary, key, value, 0) }
    try check(body(&dictionary), operation)
    guard let left = av_dict_get(dictionary, "", nil, AV_DICT_IGNORE_SUFFIX) else { return }
    throw .badOption("\(name) has no option \"\(String(cString: left.pointee.key))\"")
  }

  static func message(for code: CInt) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(AV_ERROR_MAX_STRING_SIZE)) { buffer in
      av_strerror(code, buffer.baseAddress, buffer.count)
      return String(cString: buffer.baseAddress!)
    }
  }
}

/// The error messages of libav, of all threads. They are not printed, but those that explain a failure become part of
/// its error: codes tell less, as libx264 out of memory is "a generic error in an external library".
enum LibAVLog {
  private static let lines = Mutex<[String]>([])
  private static let mostLines = 3

  /// Collects messages from now on; evaluated once, before the first call of libav.
  static let isCollecting: Void = clibav_tell_errors { words in
    let text = String(cString: words).split(whereSeparator: \.isNewline).joined(separator: " ")
    guard !text.isEmpty else { return }
    lines.withLock { lines in
      if lines.count == mostLines { lines.removeFirst() }
      lines.append(text)
    }
  }

  /// Returns and removes the last messages, in one line; empty for none.
  static func take() -> String {
    lines.withLock { lines in
      defer { lines.removeAll() }
      return lines.joined(separator: "; ")
    }
  }
}

/// Encoders allocate the same hundred megabytes for each segment of a film. Freed memory is kept for the next one:
/// clearing its pages in the kernel took 7 % of a film's time.
package enum FreedMemory {
  /// Makes the process keep freed memory.
  package static func keep() { clibav_keep_freed_memory() }
}

extension AVRational {
  /// The unit of time, in seconds; 1 if it is not positive.
  var seconds: Double { num > 0 && den > 0 ? Double(num) / Double(den) : 1 }

  /// The rate of pictures; nil if it is not positive, or outside of `FrameRate`'s range.
  var frameRate: FrameRate? {
    num > 0 && den > 0 ? FrameRate("\(num)/\(den)") ?? FrameRate(Double(num) / Double(den)) : nil
  }
}

/// The owner of a structure that libav allocated, which frees it. As a property's wrapper, it also frees the structure
/// if the initialiser throws, when the class's `deinit` is not called.
@propertyWrapper
final class Owned<Structure> {
  let wrappedValue: UnsafeMutablePointer<Structure>
  private let free: Free

  /// A function of libav that frees a structure.
  typealias Free = (UnsafeMutablePointer<UnsafeMutablePointer<Structure>?>) -> Void

  /// Takes over a structure that libav allocated. Throws for nil: libav could not allocate it.
  fileprivate init(_ pointer: UnsafeMutablePointer<Structure>?, _ free: @escaping Free) throws(VideoError) {
    (wrappedValue, self.free) = (try LibAV.allocated(pointer), free)
  }

  deinit {
    var pointer = Optional(wrappedValue)
    free(&pointer)
  }
}

extension Owned where Structure == AVPacket {
  convenience init() throws(VideoError) { try self.init(av_packet_alloc()) { av_packet_free($0) } }
}

extension Owned where Structure == AVFrame {
  convenience init() throws(VideoError) { try self.init(av_frame_alloc()) { av_frame_free($0) } }
}

extension Owned where Structure == AVCodecContext {
  convenience init(_ codec: UnsafePointer<AVCodec>) throws(VideoError) {
    try self.init(avcodec_alloc_context3(codec)) { avcodec_free_context($0) }
  }
}

extension Owned where Structure == AVFilterGraph {
  convenience init() throws(VideoError) { try self.init(avfilter_graph_alloc()) { avfilter_graph_free($0) } }
}
