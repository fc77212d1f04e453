// An OpenGL ES device: a thread, a display, a context that is current on that thread for its life, and what it can do.
// Tested by EGLDeviceTests and GLThreadTests.

import COpenGL
import CoreGraphics
import Synchronization

/// An open OpenGL ES 3 device without a window.
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
  /// The thread of all OpenGL calls.
  package let thread: GLThread
  /// The capabilities of the context.
  package let capabilities: GLCapabilities
  /// The device that was opened, and the other attempts.
  package let report: DeviceReport
  /// The driver's messages not yet asked for; nil in a context without debug output.
  let debugLog: GLDebugLog?
  /// glGetGraphicsResetStatus, where the context tells of resets.
  let resetStatus: PFNGLGETGRAPHICSRESETSTATUSKHRPROC?

  private var context: RenderingContext?

  /// Opens a device.
  ///
  /// - Parameters:
  ///   - choice: which displays to try.
  ///   - gpu: which device they are to be of.
  ///   - options: what to ask of the context.
  /// - Throws: ``GLError/display(_:)``, ``GLError/threadNotStarted(errno:)``.
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

  /// Whether threads were there for a driver once. Trying again for each device would have glibc make arenas of memory
  /// for the threads that are tried.
  private static let hasThreads = Mutex(false)

  /// Throws where the system gives no threads to the driver: llvmpipe draws on threads of its own, and where it gets
  /// none it waits for them without end. As many as it begins with are made at a time, and let go.
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

  /// Runs `body` on the device's thread with its context current: see ``GLThread/run(_:)``.
  package func run<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try thread.run(body)
  }

  /// Traps in debug builds when the caller is not on the device's thread.
  package func assertOnThread(file: StaticString = #fileID, line: UInt = #line) {
    thread.assertCurrent(file: file, line: line)
  }
}

extension GLDevice {
  /// The gate at which the threads of a trial wait.
  private final class Gate: Sendable {
    let semaphore = Semaphore(value: 0)
  }

  /// The parts of a device, made on its thread.
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
