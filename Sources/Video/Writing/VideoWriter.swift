//   caller --fill or copy--> ring of 3 frames --encode thread--> sink --> temporary file --finish: rename--> output
//
// The folders of the module stand in one order; each uses only those before it (FolderOrderTests):
//
//   Frames       rates, shapes and memory of frames; errors and remarks
//   Colors       dynamic ranges, and the conversion of their colours to sRGB's and back
//   Pictures     layouts of pixels, conventions of alpha, YUV, and the conversion to them; what a sink is
//   Options      what is asked for of a film: its encoding, its sound, its digests
//   LibAV        libav's calls: opening it, its errors, its structures, files
//   Sound        reading, mixing, mastering and encoding sound
//   Clips        films as input: what they hold, the picture that shows at a second, their packets
//   Encoders     kinds of compressed pictures, and their encoders
//   Segments     packets: pictures in segments, containers, files of chunks
//   Sinks        where frames go: one class for each kind of output
//   Formats      the table of formats, and what one comes to with the options: the encoding and the sink
//   Writing      the writer of a film, with the thread that encodes; films that are made in pieces
//
// A format without alpha stores the premultiplied components, that is, the frame over black, unless the renderer has
// composited it over something else.

import CLibAV
package import ImageFiles

/// Writes a film frame by frame. A thread converts and encodes frames while the caller renders. The output gets its
/// name only at `finish()`. The initialiser throws all errors that can be known before the first frame (a missing
/// folder, an odd size, an unknown codec).
package final class VideoWriter: Sendable {
  /// Size of every frame, in pixels.
  package let width: Int
  package let height: Int
  /// The planes in which frames come; nil for premultiplied RGBA, bytes or half floats, rows from the top, tight:
  /// without ``VideoOptions/takesPlanes``, or if the output needs pixels.
  package let packing: PlanePacking?
  /// Whether frames lie over pictures (``VideoOptions/underlay``): each is put there before `appendNextFrame()`, which
  /// then appends an empty frame.
  package let hasUnderlay: Bool
  /// Whether the film takes clips' pictures of ``VideoOptions/passedForm`` as they are.
  package let takesPictures: Bool
  /// Bytes of a frame.
  private let frameSize: Int
  private let queue: EncodeQueue

  /// The most frames that wait to be encoded.
  package static let waitingFrames = EncodeQueue.capacity

  /// Starts a film. `path` is the output file, in a folder that exists; `-` for `rawRGBA`; a printf pattern such as
  /// `frames/%05d.png` for `pngSequence`, whose frames are numbered from 0.
  package convenience init(
    path: String, format: VideoFormat, width: Int, height: Int, frameRate: FrameRate,
    options: VideoOptions = VideoOptions()
  ) throws(VideoError) {
    let shape = FrameShape(width: width, height: height, rate: frameRate)
    var options = options
    // The key and the digests need pixels.
    if options.key != nil || options.hashes != nil || options.areFramesDeep { options.takesPlanes = false }
    guard options.sdrTwin == nil || format.container != nil else {
      throw .badOption("\(format.name) has no film of the standard range beside it; leave `sdrTwinPath` out")
    }
    let areDeep = options.areFramesDeep
    if areDeep {
      let encoding = try format.encoding(options, height: height)
      options.areFramesDeep = options.key == nil && encoding.takesDeepFrames
    }
    var sink =
      if let key = options.key {
        try format.makeKeyFillSink(path, key: key, for: shape, options)
      } else {
        try format.makePaddedSink(path, for: shape, options)
      }
    if areDeep, !options.areFramesDeep { sink = try NarrowingSink(sink, shape, dithers: options.dithers) }
    if let hashes = options.hashes {
      guard hashes.path != path, hashes.path != options.key, format.hasPictures else {
        throw .badOption("`hashes` writes a file of its own, of a film with pictures")
      }
      sink = try HashingSink(sink, hashes: hashes, first: options.firstFrame)
    }
    try self.init(width: width, height: height, sink: sink, bytesPerPixel: areDeep ? 8 : 4)
  }

  /// Starts a film whose output is opened already.
  init(width: Int, height: Int, sink: any FrameSink, bytesPerPixel: Int = 4) throws(VideoError) {
    (self.width, self.height, packing) = (width, height, sink.packing)
    frameSize = packing?.byteCount ?? width * height * bytesPerPixel
    (hasUnderlay, takesPictures) = (sink.hasUnderlay, sink.takesPictures)
    // Frames over pictures come through the underlay.
    queue = try EncodeQueue(sink: sink, frameSize: hasUnderlay ? 64 : frameSize)
  }

  deinit { queue.cancel() }

  /// Copies a frame, whose length must be that of ``packing``, after waiting if the encoder is three frames behind.
  ///
  /// - Throws: the error of this or an earlier frame; `VideoError.cancelled` after `cancel()`.
  package func append(_ frame: RawSpan) throws(VideoError) {
    precondition(
      frame.byteCount == frameSize,
      "VideoWriter: a frame of \(frame.byteCount) bytes; expected \(frameSize) for \(width)x\(height)")
    try queue.append(frame)
  }

  /// Appends a frame held in an array; see `append(_:)` above.
  package func append(_ frame: [UInt8]) throws(VideoError) { try append(frame.span.bytes) }

  /// Returns the memory of the next frame, for a caller that fills it by ``packing`` and then calls
  /// `appendNextFrame()`. Waits if the encoder is three frames behind.
  package func nextFrame() throws(VideoError) -> UnsafeMutableRawBufferPointer { try queue.nextSlot() }

  /// Appends the frame of `nextFrame()`, whose memory must not be written to any more.
  package func appendNextFrame() throws(VideoError) { try queue.commit() }

  /// Appends a clip's picture of the film's form, after waiting if the encoder is three frames behind.
  package func append(_ picture: PassedPicture) throws(VideoError) {
    precondition(takesPictures, "VideoWriter: a picture for a film that takes frames")
    _ = try queue.nextSlot()
    try queue.commit(picture)
  }

  /// Appends the last frame once more, after waiting if the encoder is three frames behind.
  package func appendLastFrameAgain() throws(VideoError) { try queue.repeatLast() }

  /// The stage that the other one waits for; nil while neither has waited yet.
  package var slowerStage: FilmStage? {
    let waits = queue.waitingTimes
    guard waits.forRoom != waits.forFrames else { return nil }
    return waits.forRoom > waits.forFrames ? .encoding : .drawing
  }

  /// Encodes the rest, and gives the output its name. After an error, no output is left.
  package func finish() throws(VideoError) { try queue.finish() }

  /// Begins to finish. The caller appends no more frames, and must call `finish()` or `cancel()`.
  package func requestFinish() { queue.requestFinish() }

  /// Cancels the film, and returns when its temporary files are removed, after at most one frame's encoding or, during
  /// `finish()`, that of the rest. Has no effect after `finish()` has returned.
  ///
  /// May be called from any thread, but not from a signal handler: a blocked `append` or `finish` then throws
  /// `VideoError.cancelled`. Releasing an unfinished writer does the same.
  package func cancel() { queue.cancel() }

  /// Cancels the film without waiting for the end.
  package func requestCancellation() { queue.requestCancellation() }

  /// Suspends until `append(_:)` would not wait for the encoder.
  package func waitUntilReady() async { await queue.waitUntilReady() }

  /// `finish()` for tasks, which must not hold on to their thread.
  package func finishAsync() async -> Result<Void, VideoError> { await queue.finishAsync() }

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

/// A part of making a film that runs in parallel with the other.
package enum FilmStage: String, Sendable {
  /// The frames are drawn.
  case drawing
  /// The frames are converted, compressed and written.
  case encoding
}
