// Frames in a GPU's memory, for encoders that take no others.
import CLibAV
import Glibc

/// Copies frames to a GPU by the Video Acceleration API. Owns libav's structures.
final class HardwareFrames {
  private var device: UnsafeMutablePointer<AVBufferRef>?
  private var pool: UnsafeMutablePointer<AVBufferRef>?
  private let frame: Owned<AVFrame>
  /// Frames that the encoder may hold back, and some more.
  private static let poolSize: CInt = 20

  /// The paths of GPUs on Linux, whose numbers begin at 128.
  private static let devices = (128..<144).map { "/dev/dri/renderD\($0)" }

  /// Opens the first device of the machine that can be opened.
  ///
  /// - Throws: `unavailable` if no device can be opened; `outOfMemory`.
  init(shape: FrameShape) throws(VideoError) {
    frame = try Owned()
    let found = Self.devices.filter { access($0, F_OK) == 0 }
    let name = found.first { av_hwdevice_ctx_create(&device, AV_HWDEVICE_TYPE_VAAPI, $0, nil, 0) == 0 }
    guard name != nil else {
      let said = LibAVLog.take()
      throw .unavailable(
        found.isEmpty
          ? "there is no \(Self.devices[0])" : "no driver of VAAPI for \(found[0])\(said.isEmpty ? "" : ": ")\(said)")
    }
    let pool = try LibAV.allocated(av_hwframe_ctx_alloc(device))
    self.pool = pool
    UnsafeMutableRawPointer(pool.pointee.data).withMemoryRebound(to: AVHWFramesContext.self, capacity: 1) { frames in
      frames[\.format] = AV_PIX_FMT_VAAPI
      frames[\.sw_format] = AV_PIX_FMT_NV12
      frames[\.width] = CInt(shape.width)
      frames[\.height] = CInt(shape.height)
      frames[\.initial_pool_size] = Self.poolSize
    }
    try LibAV.check(av_hwframe_ctx_init(pool), "allocate frames on the device")
  }

  deinit {
    av_buffer_unref(&pool)
    av_buffer_unref(&device)
  }

  /// Has an encoder take frames of these, before it is opened.
  func attach(to encoder: UnsafeMutablePointer<AVCodecContext>) throws(VideoError) {
    encoder[\.pix_fmt] = AV_PIX_FMT_VAAPI
    encoder[\.hw_frames_ctx] = try LibAV.allocated(av_buffer_ref(pool))
  }

  /// A copy of a frame on the GPU, until the next one.
  func copy(of source: UnsafeMutablePointer<AVFrame>) throws(VideoError) -> UnsafeMutablePointer<AVFrame> {
    let frame = frame.pointer
    av_frame_unref(frame)
    try LibAV.check(av_hwframe_get_buffer(pool, frame, 0), "take a frame on the device")
    try LibAV.check(av_hwframe_transfer_data(frame, source, 0), "copy a frame to the device")
    try LibAV.check(av_frame_copy_props(frame, source), "copy a frame to the device")
    return frame
  }
}
