// Opening a device takes 40 ms on Mesa, most of it loading LLVM: a program that has something to read first does both
// at a time.

import Foundation
package import GLRenderer

/// A renderer that is opened on a thread of its own, while the caller does other things.
///
/// Letting go of it waits until it is open: a process that ended in the middle of it would end the driver's libraries
/// under their own feet.
package final class RendererOpening: Sendable {
  private let shared = Shared()

  /// Begins.
  ///
  /// - Parameter display: as ``OffscreenRenderer/Options/display``.
  package init(display: EGLDisplayChoice?) {
    let shared = shared
    let thread = Thread {
      let result = Result { () throws(GLError) in try GLRenderer(.opened(display)) }
      shared.condition.withLock {
        shared.result = result
        shared.condition.broadcast()
      }
    }
    thread.name = "opening"
    thread.start()
  }

  deinit { shared.wait() }

  /// The renderer, after waiting for it; the same at each call.
  package var renderer: GLRenderer {
    get throws(GLError) { try shared.wait().get() }
  }

  /// Unchecked: `result` is touched under `condition` alone, and a renderer may be used by any thread, one at a time.
  private final class Shared: @unchecked Sendable {
    let condition = NSCondition()
    var result: Result<GLRenderer, GLError>?

    @discardableResult
    func wait() -> Result<GLRenderer, GLError> {
      condition.withLock {
        while true {
          if let result { return result }
          condition.wait()
        }
      }
    }
  }
}
