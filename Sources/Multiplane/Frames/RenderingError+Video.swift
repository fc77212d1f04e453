#if Films

package import Video

extension RenderingError {
  /// Creates the error for an error of a video.
  package init(_ error: VideoError) {
    switch error {
    case .badOutputName, .unsupportedSize, .badOption: self = .invalidArgument(error.description)
    case .cannotWrite(let path, let reason): self = .cannotWrite(path: path, reason: reason)
    case .cannotRead(let path, let reason): self = .cannotRead(path: path, reason: reason)
    case .unavailable: self = .encoderUnavailable(error.description)
    case .memoryLimit(let message): self = .memoryLimitExceeded(message)
    case .closedPipe: self = .closedPipe
    case .outOfMemory: self = .outOfMemory(error.description)
    case .encodingFailed: self = .encodingFailed(error.description)
    case .cancelled: self = .cancelled
    }
  }

  /// Calls `body`, converting its errors to this type.
  static func fromVideo<Result: ~Copyable>(_ body: () throws(VideoError) -> Result) throws(RenderingError) -> Result {
    do throws(VideoError) { return try body() } catch { throw RenderingError(error) }
  }
}

#endif
