package import Compositor
import GLRenderer
import ImageFiles

#if Films
import Video
#endif

/// A reason why a frame or a video could not be made. Errors of lower modules become one, with their messages.
///
/// ```swift
/// do {
///   let image = try renderer.image(of: layer)
/// } catch RenderingError.deviceLost {
///   print("the GPU was reset more than once")
/// } catch RenderingError.memoryLimitExceeded(let message) {
///   print(message)
/// }
/// ```
///
/// ``description`` names the found and the expected value.
public enum RenderingError: Error, Hashable, Sendable {
  /// No EGL display works, or none of the requested GPU; the message lists all attempts.
  case noDisplay(String)
  /// A parameter is invalid: an output name without a format, a size that the format does not support, an option that
  /// the encoder does not have, times that are not finite, an unknown kind of display.
  case invalidArgument(String)
  /// A frame is larger than the device's limit; all in pixels.
  case frameTooLarge(width: Int, height: Int, limit: Int)
  /// A frame would take more memory than ``OffscreenRenderer/Options/memoryLimit``; nothing was allocated.
  case memoryLimitExceeded(String)
  /// The draws of a frame would write more pixels than ``OffscreenRenderer/Options/drawLimit``; nothing was drawn.
  case drawLimitExceeded(String)
  /// There is not enough memory, or not enough for a thread.
  case outOfMemory(String)
  /// The GPU was reset while a frame was drawn, and again at the second attempt; or no new context could be created.
  /// Another frame may succeed.
  case deviceLost(String)
  /// OpenGL, or its driver, failed.
  case deviceFailed(String)
  /// The output cannot be written; the reason is the operating system's.
  case cannotWrite(path: String, reason: String)
  /// A file of sound or film cannot be read, or does not have what is wanted.
  case cannotRead(path: String, reason: String)
  /// Nobody reads standard output any more.
  case closedPipe
  /// A required encoder on a GPU is missing, or FFmpeg's libraries, which write and read films, are not installed. The
  /// message names the packages to install.
  case encoderUnavailable(String)
  /// The encoder failed.
  case encodingFailed(String)
  /// The program cancelled the operation. No output is left.
  case cancelled
}

extension RenderingError: CustomStringConvertible {
  /// The failure, its place, and the expected value.
  public var description: String {
    switch self {
    case .noDisplay(let message), .invalidArgument(let message), .memoryLimitExceeded(let message),
      .drawLimitExceeded(let message), .outOfMemory(let message), .deviceLost(let message), .deviceFailed(let message),
      .encodingFailed(let message),
      .encoderUnavailable(let message):
      message
    case .frameTooLarge(let width, let height, let limit):
      RasterError.frameTooLarge(width: width, height: height, limit: limit).description
    case .cannotWrite(let path, let reason): "\(path): \(reason)"
    case .cannotRead(let path, let reason): "\(path): cannot be read: \(reason)"
    case .closedPipe: "standard output: nobody reads it any more"
    case .cancelled: "cancelled"
    }
  }
}

extension RenderingError {
  /// Creates the error for an error of a rasteriser.
  package init(_ error: RasterError) {
    switch error {
    case .frameTooLarge(let width, let height, let limit):
      self = .frameTooLarge(width: width, height: height, limit: limit)
    case .noHalfFloats: self = .invalidArgument(error.description)
    case .overMemoryLimit: self = .memoryLimitExceeded(error.description)
    case .overDrawLimit: self = .drawLimitExceeded(error.description)
    case .failed(let error as GLError): self.init(error)
    case .failed(let cause):
      #if Films
      if let cause = cause as? VideoError {
        self.init(cause)
        return
      }
      #endif
      self = .deviceFailed(error.description)
    }
  }

  /// Creates the error for an error of OpenGL.
  init(_ error: GLError) {
    let message = error.description
    switch error {
    case .display(.unknownChoice), .display(.severalDevices): self = .invalidArgument(message)
    case .noLibrary, .display(.noDisplay), .display(.noDevice), .display(.noUsableDevice): self = .noDisplay(message)
    case .threadNotStarted: self = .outOfMemory(message)
    case .contextLost: self = .deviceLost(message)
    case .failed(let codes, _, _): self = codes.contains(.outOfMemory) ? .outOfMemory(message) : .deviceFailed(message)
    case .shader, .incompleteTarget, .reported: self = .deviceFailed(message)
    }
  }

  /// Calls `body`, converting its errors to this type.
  static func fromDevice<Result: ~Copyable>(
    _ body: () throws(RasterError) -> Result
  ) throws(RenderingError) -> Result {
    do throws(RasterError) { return try body() } catch { throw RenderingError(error) }
  }

  /// Allocates the memory of a frame. Throws ``outOfMemory(_:)``.
  static func memory(byteCount: Int) throws(RenderingError) -> FrameMemory {
    if let memory = FrameMemory(byteCount: byteCount) { return memory }
    throw .outOfMemory("cannot make room for a frame: \(byteCount) bytes are not to be had")
  }
}
