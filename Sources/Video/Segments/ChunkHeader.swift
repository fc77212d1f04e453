// What the file of a chunk says of itself. A chunk is a run of a film's segments, encoded, for the join to put into a
// container.

/// The place of a chunk in a film, and the origin of its bytes.
package struct ChunkPlace: Codable, Equatable, Sendable {
  /// The digest of the plan that it is a part of.
  package var plan: String
  /// Its number among the film's chunks, from 0 on.
  package var index: Int
  /// Its first frame's number in the film.
  package var firstFrame: Int
  package var frameCount: Int
  /// The facts that its bytes depend on besides the plan: the renderer, the encoder's library.
  package var origin: [String: String]

  package init(plan: String, index: Int, firstFrame: Int, frameCount: Int, origin: [String: String]) {
    (self.plan, self.index, self.firstFrame, self.frameCount) = (plan, index, firstFrame, frameCount)
    self.origin = origin
  }
}

/// The head of a chunk's file.
struct ChunkHeader: Codable, Equatable {
  var place: ChunkPlace
  /// The description of the stream by the chunk's encoders.
  var stream: StreamDescription
}

/// An error that keeps a chunk from being used for a film.
package enum ChunkError: Error, Equatable, CustomStringConvertible {
  /// These chunks do not have files.
  case missing([Int])
  /// The file is no chunk, or not a whole one.
  case damaged(path: String, reason: String)
  /// The chunk is of another plan.
  case foreign(path: String, reason: String)
  /// Chunks were made by different renderers or encoders, whose pictures need not fit together.
  case differing(path: String, reason: String)
  /// The film could not be written.
  case video(VideoError)

  package var description: String {
    switch self {
    case .missing(let indices):
      let some = indices.prefix(12).map(String.init).joined(separator: ", ")
      let more = indices.count > 12 ? " and \(indices.count - 12) more" : ""
      return
        "no chunk \(some)\(more): run 'multiplane chunk' for \(indices.count == 1 ? "it" : "them"), then join again"
    case .damaged(let path, let reason): return "\(path): not a whole chunk: \(reason); remove it and make it again"
    case .foreign(let path, let reason): return "\(path): a chunk of another film: \(reason)"
    case .differing(let path, let reason): return "\(path): \(reason)"
    case .video(let error): return error.description
    }
  }

  /// Calls `body`, whose errors become this type's.
  static func fromVideo<Result: ~Copyable>(_ body: () throws(VideoError) -> Result) throws(ChunkError) -> Result {
    do throws(VideoError) { return try body() } catch { throw .video(error) }
  }
}
