// A film as GIF; the writing is ImageCodecs' (GIFFilm.swift).
import Glibc
import ImageCodecs
import ImageFiles

/// Writes a GIF file, which loops for ever.
final class GIFSink: FrameSink {
  private let file: UnfinishedFile
  private let film: GIFFilm
  private let rate: FrameRate
  private let bytes: Bytes
  private var frameCount = 0

  /// Bytes on their way into the file: giflib hands on a few at a time.
  private final class Bytes {
    let descriptor: CInt
    var waiting: [UInt8] = []
    /// The system's reason for a write that failed.
    var code: CInt = 0

    init(_ descriptor: CInt) { self.descriptor = descriptor }

    func add(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
      waiting.append(contentsOf: bytes)
      return waiting.count < 1 << 16 || flush()
    }

    func flush() -> Bool {
      if code == 0 { code = waiting.withUnsafeBytes { UnfinishedFile.writeAll($0, to: descriptor) } }
      waiting.removeAll(keepingCapacity: true)
      return code == 0
    }
  }

  init(path: String, shape: FrameShape) throws(VideoError) {
    rate = shape.rate
    do throws(ImageFileError) { file = try UnfinishedFile(for: path) } catch { throw VideoError(error) }
    let bytes = Bytes(file.descriptor)
    self.bytes = bytes
    do throws(GIFFilm.Failure) {
      film = try GIFFilm(width: shape.width, height: shape.height, kind: .film, loopCount: 0) { bytes.add($0) }
    } catch {
      throw .encodingFailed(operation: "write \(path)", reason: error.reason)
    }
  }

  func write(_ frame: UnsafeRawBufferPointer, at index: Int) throws(VideoError) {
    frameCount = index + 1
    try perform { () throws(GIFFilm.Failure) in try film.add(frame, at: time(of: index)) }
  }

  func complete() throws(VideoError) {
    try perform { () throws(GIFFilm.Failure) in try film.finish(at: time(of: frameCount)) }
    guard bytes.flush() else { throw unwritable }
  }

  func publish() throws(VideoError) {
    do throws(ImageFileError) { try file.publish() } catch { throw VideoError(error) }
  }

  func discard() { file.discard() }

  /// Returns the time of a frame, in hundredths of a second, to the nearest: errors do not add up.
  private func time(of frame: Int) -> Int {
    (frame * rate.denominator * 200 + rate.numerator) / (rate.numerator * 2)
  }

  private var unwritable: VideoError {
    .cannotWrite(path: file.target, reason: "cannot write: \(String(cString: strerror(bytes.code)))")
  }

  private func perform(_ body: () throws(GIFFilm.Failure) -> Void) throws(VideoError) {
    do throws(GIFFilm.Failure) { try body() } catch {
      guard bytes.code == 0 else { throw unwritable }
      throw .encodingFailed(operation: "write \(file.target)", reason: error.reason)
    }
  }
}
