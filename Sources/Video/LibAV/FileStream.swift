// libav gets open descriptors: by name, it would truncate the file again, which may be another one by then.

import CLibAV
import Glibc

/// An AVIOContext on a descriptor, with a position of its own.
final class FileStream {
  /// The context for libav; it belongs to this object.
  let context: UnsafeMutablePointer<AVIOContext>
  private let state: UnsafeMutablePointer<State>

  private struct State {
    var descriptor: CInt
    var position: off_t = 0
    /// The bytes that may still be read.
    var readable = Int.max
    /// Whether zeros replace the bytes that are read.
    var isBlind = false
    /// A reference to the stream itself, while libav owns it.
    var owner: Unmanaged<FileStream>?
  }

  private static let bufferSize: CInt = 1 << 16

  /// Creates a stream from the file's first byte on. The descriptor must stay open as long as the stream is used.
  init(_ descriptor: CInt, isForWriting: Bool) throws(VideoError) {
    let buffer = try LibAV.allocated(av_malloc(Int(Self.bufferSize)))
    state = .allocate(capacity: 1)
    state.initialize(to: State(descriptor: descriptor))
    guard
      let context = avio_alloc_context(
        buffer.assumingMemoryBound(to: UInt8.self), Self.bufferSize, isForWriting ? 1 : 0, state, Self.read, Self.write,
        Self.seek)
    else {
      av_free(buffer)
      state.deallocate()
      throw LibAV.noMemory
    }
    self.context = context
  }

  deinit {
    var context = Optional(context)
    // libav may have replaced the buffer.
    av_freep(&self.context.pointee.buffer)
    avio_context_free(&context)
    state.deallocate()
  }

  /// Limits reading to a few times the file's length: damage can make libavformat read back and forth without end.
  func limitReading() {
    var status = stat()
    guard fstat(state.pointee.descriptor, &status) == 0 else { return }
    // A sparse file may claim any length.
    state.pointee.readable = Self.mostRead + Self.mostReadings * min(Int(status.st_size), 1 << 56)
  }

  /// Replaces the bytes from now on by zeros: the packets' heads, which libavformat has read already, are enough.
  func closeEyes() { state.pointee.isBlind = true }

  private static func skip(_ state: UnsafeMutablePointer<State>, _ bytes: UnsafeMutablePointer<UInt8>?, _ count: CInt)
    -> CInt
  {
    var status = stat()
    guard fstat(state.pointee.descriptor, &status) == 0 else { return -errno }
    let done = min(Int(count), Int(status.st_size) - Int(state.pointee.position))
    guard done > 0, let bytes else { return CLIBAV_ERROR_END }
    bytes.update(repeating: 0, count: done)
    state.pointee.position += off_t(done)
    return CInt(done)
  }

  private static let mostReadings = 4
  private static let mostRead = 16 << 20

  /// Writes the buffered bytes; returns the error of this or any earlier write, 0 for none.
  func flush() -> CInt {
    avio_flush(context)
    return context.pointee.error
  }

  /// Gives the stream to libav, which keeps it alive until `takeBack`.
  func handOut() -> UnsafeMutablePointer<AVIOContext> {
    state.pointee.owner = .passRetained(self)
    return context
  }

  static func takeBack(_ context: UnsafeMutablePointer<AVIOContext>) {
    context.pointee.opaque.assumingMemoryBound(to: State.self).pointee.owner?.release()
  }

  private static let read: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt8>?, CInt) -> CInt = {
    opaque, bytes, count in
    let state = opaque!.assumingMemoryBound(to: State.self)
    guard state.pointee.readable >= Int(count) else { return -EIO }
    while true {
      guard !state.pointee.isBlind else { return skip(state, bytes, count) }
      let done = pread(state.pointee.descriptor, bytes, Int(count), state.pointee.position)
      if done < 0, errno == EINTR { continue }
      guard done != 0 else { return CLIBAV_ERROR_END }
      guard done > 0 else { return -errno }
      state.pointee.position += done
      state.pointee.readable -= done
      return CInt(done)
    }
  }

  private static let write: CLIBAVWrite = { opaque, bytes, count in
    let state = opaque!.assumingMemoryBound(to: State.self)
    var done = 0
    while done < Int(count) {
      let written = pwrite(state.pointee.descriptor, bytes! + done, Int(count) - done, state.pointee.position)
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { return written < 0 ? -errno : -EIO }
      done += written
      state.pointee.position += written
    }
    return count
  }

  private static let seek: @convention(c) (UnsafeMutableRawPointer?, Int64, CInt) -> Int64 = { opaque, offset, whence in
    let state = opaque!.assumingMemoryBound(to: State.self)
    var status = stat()
    /// Moves to a position relative to `base`; returns an error's code if there is no such position.
    func move(_ base: off_t) -> Int64 {
      let (place, isNone) = base.addingReportingOverflow(off_t(offset))
      guard !isNone, place >= 0 else { return -Int64(EINVAL) }
      state.pointee.position = place
      return Int64(place)
    }
    switch whence & ~AVSEEK_FORCE {
    case SEEK_SET: return move(0)
    case SEEK_CUR: return move(state.pointee.position)
    case SEEK_END, AVSEEK_SIZE:
      guard fstat(state.pointee.descriptor, &status) == 0 else { return -Int64(errno) }
      return whence & ~AVSEEK_FORCE == AVSEEK_SIZE ? Int64(status.st_size) : move(status.st_size)
    default: return -Int64(EINVAL)
    }
  }
}
