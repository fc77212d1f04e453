// Opening a device takes 40 ms on Mesa, most of it loading LLVM: a program that has something to read first does both
// at a time.

package import Compositor
import CoreGraphics
import Foundation

/// A rasteriser that is opened, OpenGL's on a thread of its own, while the caller does other things.
///
/// Letting go of it waits until the thread is over: a process that ended in the middle would unload the driver's
/// libraries while the thread runs in them, and a thread that outlived `main` would close the device meanwhile.
package final class RasterizerOpening: Sendable {
  private let thread: JoinedThread?
  private let outcome = Outcome()

  /// Begins.
  package init(_ request: RasterizerRequest) {
    let outcome = outcome
    let completed = try? request.completed(by: ProcessInfo.processInfo.environment)
    // Room for the driver's compilers, as on the device's own thread.
    thread =
      completed?.triesOpenGL == true
      ? try? JoinedThread(name: "opening", stackSize: 8 << 20) { outcome.open(request) } : nil
    // Without a thread the device opens now, and fails now, with the reason.
    if thread == nil { outcome.open(request) }
  }

  // The outcome goes after the thread has let go of it, so that it is here that the device goes.
  deinit { thread?.join() }

  /// The rasteriser, after waiting for it; the same at each call.
  package var rasterizer: any Rasterizer {
    get throws(RenderingError) {
      thread?.join()
      guard let result = outcome.result else { preconditionFailure("a thread that opened nothing") }
      return try result.get()
    }
  }

  /// Unchecked: the thread writes `result`, and others read it after the thread's end. A rasteriser may be used by any
  /// thread, one at a time.
  private final class Outcome: @unchecked Sendable {
    private(set) var result: Result<any Rasterizer, RenderingError>?

    func open(_ request: RasterizerRequest) {
      result = Result { () throws(RenderingError) in try request.opened() }
    }
  }
}
