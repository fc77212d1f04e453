// Tested by FilmDocumentTests.

import Synchronization

/// The decoders of the clips of a scene that play at different times: those that were used last are kept, as far as
/// their memory suffices. A clip that is asked for again seeks, and shows the same pictures.
package final class ClipPool: Sendable {
  private struct Member {
    weak var playback: ClipPlayback?
    let memory: Int
  }

  private let memory: Int
  /// The clips with decoders, the last used one last.
  private let members = Mutex<[Member]>([])

  /// - Parameter memory: the most bytes of all clips' decoded pictures.
  package init(memory: Int) { self.memory = memory }

  /// Notes that a clip is about to decode with at most `bytes`, and releases the decoders of others.
  func use(_ playback: ClipPlayback, bytes: Int) {
    let released = members.withLock { members -> [ClipPlayback] in
      if members.last?.playback === playback { return [] }
      members.removeAll { $0.playback == nil || $0.playback === playback }
      members.append(Member(playback: playback, memory: bytes))
      var total = members.reduce(0) { $0 + $1.memory }
      var released: [ClipPlayback] = []
      while total > memory, members.count > 1 {
        let member = members.removeFirst()
        total -= member.memory
        if let playback = member.playback { released.append(playback) }
      }
      return released
    }
    // Not under the lock: a clip that decodes is waited for.
    for playback in released { playback.release() }
  }
}
