// Opening a device takes 40 ms on Mesa, most of it loading LLVM: a program that has something to read first does both
// at a time.

import CoreGraphics
import Foundation
package import GLRenderer

/// A renderer that is opened on a thread of its own, while the caller does other things.
///
/// Letting go of it waits until the thread is over: a process that ended in the middle would end the driver's libraries
/// under their own feet, and a thread that outlived `main` would let the device go beside them.
package final class RendererOpening: Sendable {
  private let thread: JoinedThread?
  private let outcome = Outcome()

  /// Begins.
  ///
  /// - Parameter display: as ``OffscreenRenderer/Options/display``.
  package init(display: EGLDisplayChoice?) {
    let outcome = outcome
    // Room for the driver's compilers, as on the device's own thread.
    thread = try? JoinedThread(name: "opening", stackSize: 8 << 20) { outcome.open(display) }
    // Where there are no threads, it is now that it fails, with the reason.
    if thread == nil { outcome.open(display) }
  }

  // The outcome goes after the thread has let go of it, so that it is here that the device goes.
  deinit { thread?.join() }

  /// The renderer, after waiting for it; the same at each call.
  package var renderer: GLRenderer {
    get throws(GLError) {
      thread?.join()
      guard let result = outcome.result else { preconditionFailure("a thread that opened nothing") }
      return try result.get()
    }
  }

  /// Unchecked: the thread writes `result`, and others read it after the thread's end. A renderer may be used by any
  /// thread, one at a time.
  private final class Outcome: @unchecked Sendable {
    private(set) var result: Result<GLRenderer, GLError>?

    func open(_ display: EGLDisplayChoice?) {
      result = Result { () throws(GLError) in try GLRenderer(.opened(display)) }
    }
  }
}

extension GLDevice {
  /// Opens the device of a choice; nil: as the environment says, else any.
  package static func opened(_ choice: EGLDisplayChoice?) throws(GLError) -> GLDevice {
    if let choice { return try GLDevice(choice) }
    return try GLDevice(.fromEnvironment())
  }
}

extension EGLDisplayChoice {
  /// What the environment variable `MULTIPLANE_EGL` chooses; ``auto`` where it says nothing.
  static func fromEnvironment() throws(GLError) -> EGLDisplayChoice {
    try requested(in: ProcessInfo.processInfo.environment)
  }
}
