// Notes on requests that UIKit could not fulfil and whose calls return no error: one line on the standard error, as
// Apple's system logs it. Each note is printed once.

import Foundation
import Synchronization

package enum Notes {
  private struct State {
    var said: Set<String> = []
    var listener: (@Sendable (String) -> Void)?
  }

  /// The largest number of remembered texts. It bounds those that a program makes up anew each time.
  private static let mostRemembered = 1000
  private static let state = Mutex(State())

  /// The closure that gets the notes in place of the standard error; for tests. Setting it forgets the notes so far.
  /// Default: nil.
  package static var listener: (@Sendable (String) -> Void)? {
    get { state.withLock { $0.listener } }
    set { state.withLock { $0 = State(listener: newValue) } }
  }

  package static func say(_ text: String) {
    let (isNew, listener) = state.withLock { state in
      (state.said.count < mostRemembered && state.said.insert(text).inserted, state.listener)
    }
    guard isNew else { return }
    guard let listener else { return FileHandle.standardError.write(Data("UIKit: \(text)\n".utf8)) }
    listener(text)
  }
}
