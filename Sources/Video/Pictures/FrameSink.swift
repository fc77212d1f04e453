// Where frames go: one class per kind of output.

/// An output in the making. Calls come from one thread: `write` for each frame, then `complete` and `publish`; or
/// `discard` at any point, after which nothing is called.
protocol FrameSink: AnyObject {
  /// The planes in which frames come; nil for premultiplied RGBA, rows from the top, tight.
  var packing: PackedPlanes? { get }
  /// Whether frames lie over pictures and come through an ``Underlay``: frames that are written are empty then.
  var hasUnderlay: Bool { get }
  /// Adds frame number `index`.
  func write(_ frame: UnsafeRawBufferPointer, at index: Int) throws(VideoError)
  /// Writes what is still to be written, under the temporary name.
  func complete() throws(VideoError)
  /// Gives the output its final name.
  func publish() throws(VideoError)
  /// Removes what was written.
  func discard()
}

extension FrameSink {
  var packing: PackedPlanes? { nil }
  var hasUnderlay: Bool { false }
}
