import CLibAV

extension VideoWriter {
  /// The reason why films can neither be written nor read here, and the remedy; nil if they can be.
  package static var problem: String? {
    do throws(VideoError) {
      try LibAV.open()
      return nil
    } catch {
      return error.description
    }
  }

  /// The libraries that encode and write films, with the versions in use; empty if they are not installed.
  package static var libraries: [(name: String, version: String)] {
    guard (try? LibAV.open()) != nil else { return [] }
    return [("libavformat", avformat_version()), ("libavcodec", avcodec_version()), ("libavutil", avutil_version())].map
    {
      ($0, "\($1 >> 16).\(($1 >> 8) & 255).\($1 & 255)")
    }
  }
}
