//   one process:   frames -> segments' encoders -> packets -> container, and sound
//   in chunks:     frames -> segments' encoders -> packets -> file of the chunk
//                  files of all chunks -> packets -> container, and sound
//
// Packets come to the container in the same order by the same calls, so that the files are the same.
//
// Tested by SegmentTests.

/// A film that is made in pieces.
package struct Film: Sendable {
  package let format: VideoFormat
  package let width: Int
  package let height: Int
  package let rate: FrameRate
  package let frameCount: Int
  package private(set) var options: VideoOptions
  let encoding: PictureEncoding
  private let shape: FrameShape
  package let encoder: EncoderDescription

  /// The names of a container and an encoder, and the encoder's settings.
  package struct EncoderDescription: Codable, Equatable, Sendable {
    package var container: String
    package var encoder: String
    package var options: [String: String]
    package var threads: Int
  }

  /// Creates a film that is made in pieces. Throws `badOption` for one that cannot be.
  package init(
    format: VideoFormat, width: Int, height: Int, rate: FrameRate, frameCount: Int, options: VideoOptions
  ) throws(VideoError) {
    encoding = try format.encoding(options, height: height)
    let shape = try format.pictureShape(of: FrameShape(width: width, height: height, rate: rate), options, encoding)
    guard format.container != nil, encoding.isSegmented else {
      let able = VideoFormat.all.filter { $0.container != nil && $0.encoder?.isSegmented == true }.map(\.example)
      throw .badOption("\(format.name) is not made in pieces; \(able.joined(separator: ", ")) are")
    }
    guard options.key == nil else {
      throw .badOption("a film with a key is not made in pieces; leave `keyPath` out, or make it in one")
    }
    (self.format, self.width, self.height, self.rate) = (format, width, height, rate)
    (self.frameCount, self.options) = (frameCount, options)
    self.options.frameCount = frameCount
    self.shape = shape
    let known = format.recipe(shape, options, encoding)
    encoder = EncoderDescription(
      container: known.container, encoder: known.encoder,
      options: Dictionary(known.encoderOptions) { $1 }, threads: known.threads)
  }

  package var underlay: Underlay? { options.underlay }

  package var notes: FilmNotes { options.notes }

  package var segmentLength: Int { options.segmentLength(at: rate) }

  package var segmentCount: Int { (frameCount + segmentLength - 1) / segmentLength }

  /// Returns the frames of each of `count` chunks, at most one for each segment: runs of whole segments, whose counts
  /// differ by at most one.
  package func chunks(_ count: Int) -> [Range<Int>] {
    let count = max(1, min(count, segmentCount))
    return (0..<count).map { index in
      let first = segmentCount * index / count * segmentLength
      return first..<min(segmentCount * (index + 1) / count * segmentLength, frameCount)
    }
  }

  /// Returns a writer of a chunk's frames, by planes if requested and the encoder supports them. `areDeep` tells
  /// whether they are half floats.
  package func writer(
    ofChunk place: ChunkPlace, to path: String, takesPlanes: Bool = false, areDeep: Bool = false
  ) throws(VideoError) -> VideoWriter {
    var options = options
    options.takesPlanes = takesPlanes && !areDeep && shape.width == width && shape.height == height
    options.areFramesDeep = areDeep && encoding.takesDeepFrames
    let own = FrameShape(width: width, height: height, rate: rate)
    var sink = try PaddingSink.around(
      ChunkSink(
        path: path, recipe: format.recipe(shape, options, encoding), shape: shape, options: options, place: place),
      from: own, to: shape, bytesPerPixel: options.areFramesDeep ? 8 : 4)
    if areDeep, !options.areFramesDeep { sink = try NarrowingSink(sink, own, dithers: options.dithers) }
    return try VideoWriter(width: width, height: height, sink: sink, bytesPerPixel: areDeep ? 8 : 4)
  }

  /// Writes the film from the files of its chunks, in order, and encodes its sound. Returns the chunks' common origin.
  ///
  /// - Parameter places: the expected place of each chunk; the origins must only be equal.
  @discardableResult
  package func join(
    _ chunks: [String], places: [ChunkPlace], to path: String
  ) throws(ChunkError) -> [String: String] {
    let readers = try opened(chunks, places)
    let file = try ChunkError.fromVideo { () throws(VideoError) in
      try FilmFile(
        path: path, recipe: format.recipe(shape, options, encoding), shape: shape, options: options,
        sound: format.soundKind(options, encoding))
    }
    try ChunkError.fromVideo { () throws(VideoError) in try file.begin(with: readers[0].header.stream) }
    for reader in readers {
      try reader.forEachPacket { packet throws(VideoError) in try file.append(packet) }
    }
    try ChunkError.fromVideo { () throws(VideoError) in
      try file.complete(frameCount: frameCount)
      try file.publish()
    }
    return readers[0].header.place.origin
  }

  private func opened(_ paths: [String], _ places: [ChunkPlace]) throws(ChunkError) -> [ChunkReader] {
    precondition(paths.count == places.count && !paths.isEmpty, "Film: a place for each of one chunk or more")
    var readers: [ChunkReader] = []
    for (path, place) in zip(paths, places) {
      let reader = try ChunkReader(path: path)
      try reader.check(place)
      if let first = readers.first { try reader.check(sameAs: first) }
      readers.append(reader)
    }
    return readers
  }

  /// Whether a file is the complete chunk of a place, of any origin.
  package static func isChunk(_ path: String, _ place: ChunkPlace) -> Bool {
    (try? ChunkReader(path: path).check(place)) != nil
  }
}

extension ChunkReader {
  /// Throws if the chunk is not that of a place, of any origin.
  func check(_ place: ChunkPlace) throws(ChunkError) {
    let own = header.place
    guard own.plan == place.plan else { throw .foreign(path: path, reason: "its plan is \(own.plan.prefix(12))...") }
    guard own.index == place.index, own.firstFrame == place.firstFrame, own.frameCount == place.frameCount else {
      throw .foreign(
        path: path, reason: "it is chunk \(own.index), of \(own.frameCount) frames from \(own.firstFrame) on")
    }
  }

  /// Throws if two chunks have different origins.
  func check(sameAs other: ChunkReader) throws(ChunkError) {
    let (own, others) = (header.place.origin, other.header.place.origin)
    for key in Set(own.keys).union(others.keys).sorted() where own[key] != others[key] {
      throw .differing(
        path: path,
        reason: "its \(key) is \(own[key] ?? "none"); that of \(other.path) is \(others[key] ?? "none")")
    }
    guard header.stream == other.header.stream else {
      throw .differing(path: path, reason: "its encoder describes its stream otherwise than that of \(other.path)")
    }
  }
}
