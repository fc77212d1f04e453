// Turning what OpenGL only notes down into thrown errors.
//
// glGetError makes a multi-threaded driver wait for its own thread, so it is asked where a result leaves the module or
// something new is made, not after every call. In debug builds the driver's messages tell which call it was.

import COpenGL

extension GLDevice {
  /// Throws when an OpenGL call since the last check failed. Call it on the device's thread.
  ///
  /// - Parameter operation: what those calls were to do, for the message.
  /// - Throws: ``GLError/failed(_:at:messages:)``, ``GLError/contextLost(_:)``.
  package func checkErrors(
    at operation: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
  ) throws(GLError) {
    assertOnThread()
    var codes: [GLErrorCode] = []
    // A lost context may answer GL_CONTEXT_LOST for ever; OpenGL keeps at most one error of each kind.
    while codes.count < 8 {
      let code = glGetError()
      if code == GLenum(GL_NO_ERROR) { break }
      if code == GLenum(GL_CONTEXT_LOST) { throw .contextLost(resetReason ?? .unknown) }
      codes.append(GLErrorCode(rawValue: code))
    }
    guard !codes.isEmpty else { return }
    throw .failed(codes, at: GLCallSite(operation(), file: "\(file)", line: line), messages: debugLog?.take() ?? [])
  }

  /// Throws when the frame that was drawn cannot be trusted: after a reset of the GPU, after a failed call, and where
  /// the context has debug output, after any error or message of high severity. Call it on the device's thread, after
  /// the frame's pixels were read.
  ///
  /// - Throws: ``GLError/contextLost(_:)``, ``GLError/failed(_:at:messages:)``, ``GLError/reported(_:at:)``.
  package func checkFrame(
    at operation: @autoclosure () -> String = "drawing a frame", file: StaticString = #fileID, line: UInt = #line
  ) throws(GLError) {
    try checkReset()
    try checkErrors(at: operation(), file: file, line: line)
    if let messages = debugLog?.take(), !messages.isEmpty {
      throw .reported(messages, at: GLCallSite(operation(), file: "\(file)", line: line))
    }
  }

  /// Throws when the GPU was reset; never where the context does not tell of resets. Call it on the device's thread.
  ///
  /// - Throws: ``GLError/contextLost(_:)``.
  package func checkReset() throws(GLError) {
    assertOnThread()
    if let reason = resetReason { throw .contextLost(reason) }
  }

  /// Returns the cause of an error: once the context is lost, or memory is short, many calls fail with other errors.
  /// Call it on the device's thread.
  func cause(of error: GLError) -> GLError {
    guard !error.isTemporary else { return error }
    do throws(GLError) {
      try checkReset()
      try checkErrors(at: "after \(error)")
    } catch let other {
      if other.isTemporary { return other }
    }
    return error
  }

  private var resetReason: GLResetReason? {
    guard let resetStatus else { return nil }
    return GLResetReason(status: copengl_reset_status(resetStatus))
  }
}

extension GLResetReason {
  /// The reason of a status of glGetGraphicsResetStatus, or nil for GL_NO_ERROR.
  init?(status: GLenum) {
    switch Int32(bitPattern: status) {
    case GL_NO_ERROR: return nil
    case GL_GUILTY_CONTEXT_RESET: self = .guilty
    case GL_INNOCENT_CONTEXT_RESET: self = .innocent
    default: self = .unknown
    }
  }
}
