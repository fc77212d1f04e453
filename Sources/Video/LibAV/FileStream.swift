// libav reads and writes open files: by a name, it would open the file again and cut it off, and another file may have
// that name by then.

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
    /// Bytes that may still be read.
    var readable = Int.max
    /// Whether zeros are given in place of what is read.
    var isBlind = false
    /// The stream itself, while it belongs to libav.
    var owner: Unmanaged<FileStream>?
  }

  private static let bufferSize: CInt = 1 << 16

  /// A stream that begins at the file's first byte. The descriptor must stay open as long as the stream is used.
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
    // libav may have put another buffer in place of the first.
    av_freep(&self.context.pointee.buffer)
    avio_context_free(&context)
    state.deallocate()
  }

  /// Has reading fail after as many bytes as some readings of the whole file have: damage can send libavformat to and
  /// fro without end.
  func limitReading() {
    var status = stat()
    guard fstat(state.pointee.descriptor, &status) == 0 else { return }
    // A sparse file may claim to be as long as numbers go.
    state.pointee.readable = Self.mostRead + Self.mostReadings * min(Int(status.st_size), 1 << 56)
  }

  /// Has zeros come from now on in place of the file's bytes, as many as there are: for where only the packets' heads
  /// count, which libavformat has read already.
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

  /// Writes what is buffered; returns the error of this or any earlier write, 0 when all went well.
  func flush() -> CInt {
    avio_flush(context)
    return context.pointee.error
  }

  /// Hands the stream to libav, which keeps it alive until `takeBack`.
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
    /// Goes to a place behind another one; an error's code where there can be none.
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
