// Sound in memory.
import Foundation

@testable import Video

extension SoundTrack.Source {
  /// Bytes in memory.
  static func bytes(_ bytes: [UInt8], name: String) -> Self { .data(Data(bytes), name: name) }
}
