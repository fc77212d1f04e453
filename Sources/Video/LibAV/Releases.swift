// Differences between FFmpeg's releases. Fields of structures have other offsets than in one release's headers: they
// are accessed by key paths, whose offsets CLibAV looks up in the opened release.
//
// Tested by EncoderTests and ContainerTests, and all that decode; tools/libav runs them with other releases.
package import CLibAV

/// A structure of libav whose fields have the offsets of the opened release.
package protocol MovingStructure {
  static var number: clibav_structure { get }
}

extension AVFrame: MovingStructure { package static var number: clibav_structure { CLIBAV_AVFrame } }
extension AVCodecContext: MovingStructure { package static var number: clibav_structure { CLIBAV_AVCodecContext } }
extension AVCodecParameters: MovingStructure {
  package static var number: clibav_structure { CLIBAV_AVCodecParameters }
}
extension AVStream: MovingStructure { package static var number: clibav_structure { CLIBAV_AVStream } }
extension AVFormatContext: MovingStructure { package static var number: clibav_structure { CLIBAV_AVFormatContext } }
extension AVHWFramesContext: MovingStructure {
  package static var number: clibav_structure { CLIBAV_AVHWFramesContext }
}

extension UnsafeMutablePointer where Pointee: MovingStructure {
  /// The value of a field; CLibAV's fields.c lists the fields.
  package subscript<Value>(field: KeyPath<Pointee, Value>) -> Value {
    get { place(of: field).pointee }
    nonmutating set { place(of: field).pointee = newValue }
  }

  /// The whole structure with the headers' layout; it cannot be read.
  @available(*, deprecated, message: "its fields lie elsewhere in another release: use a key path")
  package var pointee: Pointee {
    get { fatalError("not as a whole") }
    nonmutating set { fatalError("not as a whole") }
  }

  private func place<Value>(of field: KeyPath<Pointee, Value>) -> UnsafeMutablePointer<Value> {
    guard let offset = MemoryLayout<Pointee>.offset(of: field) else {
      preconditionFailure("a field of libav's that is not stored")
    }
    return (UnsafeMutableRawPointer(self) + clibav_offset(Pointee.number, offset))
      .assumingMemoryBound(to: Value.self)
  }
}

extension AVCodecID {
  // Their numbers differ between releases.
  package static let hevc = AVCodecID(named: "hevc")
  package static let vp9 = AVCodecID(named: "vp9")
  package static let av1 = AVCodecID(named: "av1")

  /// Creates the codec with libavcodec's name; `AV_CODEC_ID_NONE` for others.
  package init(named name: String) { self = avcodec_descriptor_get_by_name(name)?.pointee.id ?? AV_CODEC_ID_NONE }
}

extension AVPixelFormat {
  /// The layout by libavutil's name, as its number differs between releases.
  static let p010 = av_get_pix_fmt("p010le")
}

extension UnsafeMutablePointer<AVStream> {
  package var parameters: UnsafeMutablePointer<AVCodecParameters> { self[\.codecpar]! }
}

extension UnsafeMutablePointer<AVFormatContext> {
  package var streams: UnsafeMutableBufferPointer<UnsafeMutablePointer<AVStream>?> {
    UnsafeMutableBufferPointer(start: self[\.streams], count: Int(self[\.nb_streams]))
  }
}
