// Decoders that share nothing with FFmpeg, where the machine has them: libde265 of HEVC, OpenH264 of H.264. They are
// opened by name, as their headers are not there.
import Glibc

/// A decoder of a raw stream into planes, one frame after the other, as FFmpeg's raw video has them.
enum SecondDecoder {
  /// The decoder of a codec; nil where there is none here.
  static func of(_ codec: String) -> (([UInt8]) -> [UInt8])? {
    switch codec {
    case "hevc":
      guard let library = dlopen("libde265.so.0", RTLD_NOW) else { return nil }
      return { decodeHEVC($0, by: library) }
    case "h264":
      guard let library = dlopen("libopenh264.so.7", RTLD_NOW) else { return nil }
      return { decodeH264($0, by: library) }
    default: return nil
    }
  }

  private static func function<Function>(_ name: String, of library: UnsafeMutableRawPointer, _: Function.Type)
    -> Function
  {
    unsafeBitCast(dlsym(library, name)!, to: Function.self)
  }

  private typealias Object = UnsafeMutableRawPointer

  private static func decodeHEVC(_ stream: [UInt8], by library: Object) -> [UInt8] {
    let new = function("de265_new_decoder", of: library, (@convention(c) () -> Object?).self)
    let push = function(
      "de265_push_data", of: library,
      (@convention(c) (Object?, UnsafeRawPointer?, CInt, Int64, Object?) -> CInt).self)
    let flush = function("de265_flush_data", of: library, (@convention(c) (Object?) -> CInt).self)
    let decode = function(
      "de265_decode", of: library, (@convention(c) (Object?, UnsafeMutablePointer<CInt>?) -> CInt).self)
    let next = function("de265_get_next_picture", of: library, (@convention(c) (Object?) -> Object?).self)
    typealias Side = @convention(c) (Object?, CInt) -> CInt
    let width = function("de265_get_image_width", of: library, Side.self)
    let height = function("de265_get_image_height", of: library, Side.self)
    let bits = function("de265_get_bits_per_pixel", of: library, Side.self)
    let plane = function(
      "de265_get_image_plane", of: library,
      (@convention(c) (Object?, CInt, UnsafeMutablePointer<CInt>?) -> UnsafePointer<UInt8>?).self)
    let free = function("de265_free_decoder", of: library, (@convention(c) (Object?) -> CInt).self)

    let decoder = new()
    defer { _ = free(decoder) }
    _ = push(decoder, stream, CInt(stream.count), 0, nil)
    _ = flush(decoder)
    var (more, frames) = (CInt(1), [UInt8]())
    while more != 0 {
      guard decode(decoder, &more) == 0 else { break }
      while let image = next(decoder) {
        for channel in CInt(0)..<3 {
          var stride: CInt = 0
          let rows = plane(image, channel, &stride)!
          let bytes = Int(width(image, channel)) * (bits(image, channel) > 8 ? 2 : 1)
          for y in 0..<Int(height(image, channel)) {
            frames += UnsafeBufferPointer(start: rows + y * Int(stride), count: bytes)
          }
        }
      }
    }
    return frames
  }

  /// By the functions of `ISVCDecoder`, in their order, and `SBufferInfo`: OpenH264's codec_api.h, codec_app_def.h.
  private static func decodeH264(_ stream: [UInt8], by library: Object) -> [UInt8] {
    var decoder: UnsafeMutablePointer<UnsafePointer<UnsafeRawPointer>>?
    typealias Create = @convention(c) (UnsafeMutableRawPointer) -> CLong
    _ = withUnsafeMutablePointer(to: &decoder) { function("WelsCreateDecoder", of: library, Create.self)($0) }
    guard let decoder else { return [] }
    let functions = decoder.pointee
    typealias Initialize = @convention(c) (Object, UnsafeRawPointer?) -> CLong
    typealias Decode = @convention(c) (Object, UnsafePointer<UInt8>?, CInt, Object, Object) -> CInt
    typealias Flush = @convention(c) (Object, Object, Object) -> CInt
    let initialize = unsafeBitCast(functions[0], to: Initialize.self)
    let decode = unsafeBitCast(functions[3], to: Decode.self)
    let flush = unsafeBitCast(functions[5], to: Flush.self)
    // SDecodingParam, all of it 0: plain AVC, no concealment of errors.
    let parameters = [UInt64](repeating: 0, count: 8)
    _ = parameters.withUnsafeBytes { initialize(decoder, $0.baseAddress) }
    var frames: [UInt8] = []
    for unit in accessUnits(stream) {
      _ = take(&frames) { _ = decode(decoder, unit, CInt(unit.count), $0, $1) }
    }
    while take(&frames, { _ = flush(decoder, $0, $1) }) {}
    return frames
  }

  /// The stream before each picture's first slice: NAL units of type 1 or 5, each a picture here.
  private static func accessUnits(_ stream: [UInt8]) -> [[UInt8]] {
    var (units, unit, hasSlice) = ([[UInt8]](), [UInt8](), false)
    var at = 0
    while at < stream.count {
      let isStart = at + 3 < stream.count && stream[at] == 0 && stream[at + 1] == 0 && stream[at + 2] == 1
      if isStart {
        let type = stream[at + 3] & 31
        if hasSlice, stream[at + 4] & 0x80 != 0 || type > 5 {
          units.append(unit)
          (unit, hasSlice) = ([0], false)
        }
        hasSlice = hasSlice || type == 1 || type == 5
      }
      unit.append(stream[at])
      at += 1
    }
    return units + [unit]
  }

  /// Adds the frame that a call gives, if it does: SBufferInfo has the status at 0, times at 8 and 16, and from 24 on
  /// width, height, format and two strides.
  private static func take(_ frames: inout [UInt8], _ call: (_ planes: Object, _ info: Object) -> Void) -> Bool {
    let (planes, info) = (
      Object.allocate(byteCount: 24, alignment: 8), Object.allocate(byteCount: 128, alignment: 8)
    )
    defer {
      planes.deallocate()
      info.deallocate()
    }
    planes.initializeMemory(as: UInt8.self, repeating: 0, count: 24)
    info.initializeMemory(as: UInt8.self, repeating: 0, count: 128)
    call(planes, info)
    guard info.load(as: CInt.self) == 1 else { return false }
    let numbers = (0..<5).map { Int(info.load(fromByteOffset: 24 + $0 * 4, as: CInt.self)) }
    for index in 0..<3 {
      let rows = planes.load(fromByteOffset: index * 8, as: UnsafePointer<UInt8>.self)
      let part = index == 0 ? 1 : 2
      for y in 0..<numbers[1] / part {
        frames += UnsafeBufferPointer(start: rows + y * numbers[index == 0 ? 3 : 4], count: numbers[0] / part)
      }
    }
    return true
  }
}
