// Owners of what libav allocates. A class that holds structures in properties of this type lets go of those that it
// has, also where its initialiser throws halfway, when its own `deinit` is not called.
//
// Tested by LibAVOwnerTests.
import CLibAV

/// A structure that libav allocated, which goes with its owner.
final class Owned<Structure> {
  let pointer: UnsafeMutablePointer<Structure>
  private let free: Free

  /// One of libav's functions that let go of a structure.
  typealias Free = (UnsafeMutablePointer<UnsafeMutablePointer<Structure>?>) -> Void

  /// Takes over a structure that libav allocated; nil if libav could not allocate it.
  ///
  /// - Throws: `outOfMemory`.
  fileprivate init(_ pointer: UnsafeMutablePointer<Structure>?, _ free: @escaping Free) throws(VideoError) {
    (self.pointer, self.free) = (try LibAV.allocated(pointer), free)
  }

  deinit {
    var pointer = Optional(pointer)
    free(&pointer)
  }
}

extension Owned where Structure == AVPacket {
  /// An empty packet.
  convenience init() throws(VideoError) { try self.init(av_packet_alloc()) { av_packet_free($0) } }
}

extension Owned where Structure == AVFrame {
  /// An empty frame.
  convenience init() throws(VideoError) { try self.init(av_frame_alloc()) { av_frame_free($0) } }
}

extension Owned where Structure == AVCodecContext {
  /// An encoder or a decoder that is not open yet.
  convenience init(_ codec: UnsafePointer<AVCodec>) throws(VideoError) {
    try self.init(avcodec_alloc_context3(codec)) { avcodec_free_context($0) }
  }
}

extension Owned where Structure == AVFilterGraph {
  /// An empty graph of filters.
  convenience init() throws(VideoError) { try self.init(avfilter_graph_alloc()) { avfilter_graph_free($0) } }
}
