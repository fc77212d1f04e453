// Tested by EGLDeviceTests and GLThreadTests.

import COpenGL
import CoreGraphics
import Synchronization

/// An open OpenGL ES 3 device without a window: a thread, a display, and a context that is current on that thread for
/// its life.
///
/// ```swift
/// let device = try GLDevice(.auto)
/// let image = try device.run { () throws(GLError) in
///   // OpenGL calls
///   try device.checkErrors(at: "drawing the frame")
///   return image
/// }
/// ```
///
/// Objects made in the context must be deleted before the device goes: let them hold it.
///
/// Unchecked: only `context` changes, in `init` and in `deinit`, and the object behind it is used on `thread` alone.
package final class GLDevice: @unchecked Sendable {
  package let thread: GLThread
  package let capabilities: GLCapabilities
  /// The device that was opened, and the other attempts.
  package let report: DeviceReport
  /// The driver's messages that nobody has read yet; nil in a context without debug output.
  let debugLog: GLDebugLog?
  /// glGetGraphicsResetStatus; nil if the context does not report resets.
  let resetStatus: PFNGLGETGRAPHICSRESETSTATUSKHRPROC?

  private var context: RenderingContext?

  /// Opens a device: on a display of `choice` that belongs to `gpu`, with a context of these options. Throws
  /// ``GLError/display(_:)`` and ``GLError/threadNotStarted(errno:)``.
  package init(
    _ choice: EGLDisplayChoice = .auto, gpu: GPURequest = .auto, options: GLContextOptions = GLContextOptions()
  ) throws(GLError) {
    let thread = try GLThread()
    try Self.checkThreads()
    let opened = try thread.run { () throws(GLError) in try Opened(choice, gpu, options: options) }
    self.thread = thread
    context = opened.context
    capabilities = opened.capabilities
    report = opened.report
    debugLog = opened.debugLog
    resetStatus = opened.resetStatus
  }

  deinit {
    // On its thread: a context that is current elsewhere would not be destroyed, and the driver keeps state by thread.
    thread.run {
      context = nil
      eglReleaseThread()
    }
  }

  /// Whether the system has given threads once; each further try would have glibc make arenas for the tried threads.
  private static let hasThreads = Mutex(false)

  /// Throws if the system gives no threads to the driver: llvmpipe draws on threads of its own, and waits for them
  /// without end. Tries as many as llvmpipe begins with, and lets them go.
  private static func checkThreads() throws(GLError) {
    guard !hasThreads.withLock({ $0 }) else { return }
    let gate = Gate()
    var threads: [JoinedThread] = []
    var refusal: GLError?
    for _ in 0..<2 {
      do throws(JoinedThread.Refused) {
        threads.append(try JoinedThread(name: "probe", stackSize: 1 << 16) { gate.semaphore.wait() })
      } catch {
        refusal = .threadNotStarted(errno: error.errno)
        break
      }
    }
    for _ in threads { gate.semaphore.signal() }
    for thread in threads { thread.join() }
    if let refusal { throw refusal }
    hasThreads.withLock { $0 = true }
  }

  package func run<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try thread.run(body)
  }

  package func assertOnThread(file: StaticString = #fileID, line: UInt = #line) {
    thread.assertCurrent(file: file, line: line)
  }
}

extension GLDevice {
  private final class Gate: Sendable {
    let semaphore = Semaphore(value: 0)
  }

  private struct Opened {
    let context: RenderingContext
    let capabilities: GLCapabilities
    let report: DeviceReport
    let debugLog: GLDebugLog?
    let resetStatus: PFNGLGETGRAPHICSRESETSTATUSKHRPROC?

    init(_ choice: EGLDisplayChoice, _ gpu: GPURequest, options: GLContextOptions) throws(GLError) {
      if let reason = copengl_open() { throw .noLibrary(String(cString: reason)) }
      let displays = SystemDisplays(options: options)
      var selector = EGLDisplaySelector(displays)
      do throws(EGLDisplayError) { context = try selector.select(choice, gpu: gpu) } catch { throw .display(error) }
      capabilities = GLCapabilities(
        isRobust: context.isRobust, isSoftwareDevice: context.display.device?.isSoftware, isBare: options.bare)
      report = DeviceReport(
        displays: DisplayReport(choice: choice, gpu: gpu, attempts: selector.attempts),
        address: displays.identity(of: context).address,
        egl: DeviceReport.EGL(context.display, clientExtensions: displays.clientExtensions),
        gl: capabilities)
      let isCore = capabilities.version >= GLCapabilities.Version(3, 2)
      if options.debug && capabilities.khrDebug {
        let log = GLDebugLog()
        log.install(isCore: isCore)
        debugLog = log
      } else {
        debugLog = nil
      }
      resetStatus = capabilities.robustness ? Self.resetStatusFunction(capabilities) : nil
    }

    private static func resetStatusFunction(_ capabilities: GLCapabilities) -> PFNGLGETGRAPHICSRESETSTATUSKHRPROC? {
      let name =
        if capabilities.version >= GLCapabilities.Version(3, 2) {
          "glGetGraphicsResetStatus"
        } else if capabilities.extensions.contains("GL_KHR_robustness") {
          "glGetGraphicsResetStatusKHR"
        } else {
          "glGetGraphicsResetStatusEXT"
        }
      // The three have one type.
      return eglFunction(name, as: PFNGLGETGRAPHICSRESETSTATUSKHRPROC.self)
    }
  }
}

// OpenGL's noted errors as thrown ones. As glGetError makes a multi-threaded driver wait, it is called only where a
// result leaves the module or an object is made. In debug builds the driver's messages name the call.

extension GLDevice {
  /// Throws ``GLError/failed(_:at:messages:)`` or ``GLError/contextLost(_:)`` if an OpenGL call since the last check
  /// failed. On the device's thread. The message says what the calls were for, by `operation`.
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

  /// Throws if the drawn frame cannot be trusted: after a reset of the GPU (``GLError/contextLost(_:)``), after a
  /// failed call (``GLError/failed(_:at:messages:)``), and in a context with debug output, after any error or message
  /// of high severity (``GLError/reported(_:at:)``). On the device's thread, after the frame's pixels were read.
  package func checkFrame(
    at operation: @autoclosure () -> String = "drawing a frame", file: StaticString = #fileID, line: UInt = #line
  ) throws(GLError) {
    try checkReset()
    try checkErrors(at: operation(), file: file, line: line)
    if let messages = debugLog?.take(), !messages.isEmpty {
      throw .reported(messages, at: GLCallSite(operation(), file: "\(file)", line: line))
    }
  }

  /// Throws ``GLError/contextLost(_:)`` if the context reports a reset of the GPU. On the device's thread.
  package func checkReset() throws(GLError) {
    assertOnThread()
    if let reason = resetReason { throw .contextLost(reason) }
  }

  /// Returns the cause of an error: a lost context or short memory makes many calls fail. On the device's thread.
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
