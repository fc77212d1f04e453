// Tested by EncoderTests, StreamTests and LibAVOwnerTests.

import CLibAV
import ImageFiles
import Synchronization

enum LibAV {
  /// The largest single piece of memory that libav may take, in bytes: what a damaged file claims to hold is no reason
  /// to take as much. A table of 600 bytes can claim 89 million samples, for whose index there are 2 GB.
  private static let largestAllocation = Mutex(ordinaryPiece)
  private static let ordinaryPiece = 256 << 20

  /// Has libav take pieces that are as large as pictures of some shape need: FFV1's packets are the largest, with 148
  /// bytes a pixel.
  static func allowPictures(of shape: FrameShape) { allow(bytes: shape.width * shape.height * 160) }

  static func allow(bytes: Int) {
    largestAllocation.withLock { largest in
      guard bytes > largest else { return }
      largest = bytes
      // `open` reports libraries that are not installed.
      if clibav_open() == nil { av_max_alloc(largest) }
    }
  }

  /// Opens the libraries, and has their messages collected; before any other call of them.
  static func open() throws(VideoError) {
    if let reason = clibav_open() { throw missing(String(cString: reason)) }
    _ = LibAVLog.isCollecting
    _ = isBounded
  }

  /// Returns the error for libraries that cannot be opened; it names the packages of Install.md that have them.
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

  /// Whether libav refused memory for what a file claims to hold, and not for want of memory: there is a piece as large
  /// as any that libav may take before it is allowed more, for pictures of the film's own shape.
  static func isFalseClaim(_ code: CInt) -> Bool {
    code == CLIBAV_ERROR_NO_MEMORY && FrameMemory(byteCount: ordinaryPiece) != nil
  }

  /// The error of a file that libav cannot read: the file's own, unless there is no memory.
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

  /// Throws `outOfMemory` or `encodingFailed` when a libav call returned an error, otherwise hands its result on.
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

  /// Whether an error means that there was no memory: encoders' own allocations have no code in libav. libx264 tells
  /// libav why it refuses something, but that it has no memory it prints by itself.
  private static func isMemory(_ code: CInt, _ said: String) -> Bool {
    code == CLIBAV_ERROR_NO_MEMORY || code == CLIBAV_ERROR_EXTERNAL && said.isEmpty
      || said.lowercased().contains("memory")
  }

  /// Throws `cannotWrite` when a call that writes to `path` returned an error.
  static func checkWrite(_ code: CInt, _ path: String) throws(VideoError) {
    guard code < 0 else { return }
    throw .cannotWrite(path: path, reason: "cannot write: \(message(for: code))")
  }

  static func allocated<Structure>(_ pointer: Structure?) throws(VideoError) -> Structure {
    guard let pointer else { throw noMemory }
    return pointer
  }

  /// Calls `body` with a dictionary of `options`; throws `badOption` when one of them is left over, that is, unknown.
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

/// The error messages of libav, of all threads. They are not printed: those that explain a failure are part of its
/// error. The error codes of encoders tell less: libx264 out of memory is "a generic error in an external library".
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

  /// Takes the last messages, in one line; empty when there was none since this was last called.
  static func take() -> String {
    lines.withLock { lines in
      defer { lines.removeAll() }
      return lines.joined(separator: "; ")
    }
  }
}

/// Encoders are opened anew for each segment of a film, and each time ask for the same hundred megabytes. What they
/// gave back is kept for the next one: the kernel would have to clear every page again, which was 7 % of a film's time.
package enum FreedMemory {
  /// Has the process keep what it frees.
  package static func keep() { clibav_keep_freed_memory() }
}

extension AVRational {
  /// A unit of time, in seconds; 1 where it makes no sense.
  var seconds: Double { num > 0 && den > 0 ? Double(num) / Double(den) : 1 }

  /// The rate of pictures; nil if it is not positive, and for rates that films do not have.
  var frameRate: FrameRate? {
    num > 0 && den > 0 ? FrameRate("\(num)/\(den)") ?? FrameRate(Double(num) / Double(den)) : nil
  }
}

/// The owner of a structure that libav allocated, which is freed with it. A class that holds structures in properties
/// of this type frees them also where its initialiser throws halfway, when its own `deinit` is not called.
@propertyWrapper
final class Owned<Structure> {
  let wrappedValue: UnsafeMutablePointer<Structure>
  private let free: Free

  /// One of libav's functions that let go of a structure.
  typealias Free = (UnsafeMutablePointer<UnsafeMutablePointer<Structure>?>) -> Void

  /// Takes over a structure that libav allocated; nil if libav could not allocate it.
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
