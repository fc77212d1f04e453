// Where frames go: one class per kind of output.

/// What all frames of a film have in common.
struct FrameShape: Sendable {
  /// Pixels.
  var width: Int
  /// Pixels.
  var height: Int
  var rate: FrameRate
}

/// An output in the making. Calls come from one thread: `write` for each frame, then `complete` and `publish`; or
/// `discard` at any point, after which nothing is called.
protocol FrameSink: AnyObject {
  /// Adds frame number `index`, premultiplied RGBA, rows from the top, tight.
  func write(_ frame: UnsafeRawBufferPointer, at index: Int) throws(VideoError)
  /// Writes what is still to be written, under the temporary name.
  func complete() throws(VideoError)
  /// Gives the output its final name.
  func publish() throws(VideoError)
  /// Removes what was written.
  func discard()
}
