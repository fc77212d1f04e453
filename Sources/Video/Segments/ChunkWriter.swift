// The file of a chunk, all numbers little-endian:
//
//   16 bytes  "multiplane chunk", then 8 bytes: the length of the head
//   head      JSON, keys sorted: ChunkHeader
//   records   40 bytes: pts, dts, duration (8 each, in frames), flags, count of side data (4 each), how many bytes
//             follow (8); for each piece of side data its kind and length (4 each) and its bytes; the packet's bytes
//   64 bytes  SHA-256 of all before, in hexadecimal digits

import CLibAV
import Foundation
import ImageFiles

/// Writes the file of a chunk; it has its name when it is whole.
final class ChunkWriter {
  static let magic = Array("multiplane chunk".utf8)
  static let digestLength = 64
  static let recordHead = 40

  private let file: UnfinishedFile
  private let digest = SHA256()

  init(path: String, header: ChunkHeader) throws(VideoError) {
    do throws(ImageFileError) { file = try UnfinishedFile(for: path) } catch { throw VideoError(error) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let head = try? encoder.encode(header) else { preconditionFailure("a chunk's head that is no JSON") }
    var bytes = Self.magic
    Self.append(UInt64(head.count), to: &bytes)
    try write(bytes + head)
  }

  /// Adds a packet.
  func append(_ packet: UnsafeMutablePointer<AVPacket>) throws(VideoError) {
    let side = UnsafeBufferPointer(start: packet.pointee.side_data, count: Int(packet.pointee.side_data_elems))
    let data = UnsafeRawBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size))
    var head: [UInt8] = []
    for time in [packet.pointee.pts, packet.pointee.dts, packet.pointee.duration] {
      Self.append(UInt64(bitPattern: time), to: &head)
    }
    Self.append(UInt32(bitPattern: packet.pointee.flags), to: &head)
    Self.append(UInt32(side.count), to: &head)
    Self.append(UInt64(side.reduce(data.count) { $0 + 8 + $1.size }), to: &head)
    for piece in side {
      Self.append(piece.type.rawValue, to: &head)
      Self.append(UInt32(piece.size), to: &head)
      head.append(contentsOf: UnsafeBufferPointer(start: piece.data, count: piece.size))
    }
    try write(head)
    try write(data)
  }

  /// Writes the digest.
  func complete() throws(VideoError) {
    do throws(ImageFileError) {
      try file.write(Array(digest.finalized().utf8))
    } catch {
      throw VideoError(error)
    }
  }

  func publish() throws(VideoError) {
    do throws(ImageFileError) { try file.publish() } catch { throw VideoError(error) }
  }

  func discard() { file.discard() }

  private func write(_ bytes: [UInt8]) throws(VideoError) {
    digest.update(bytes)
    do throws(ImageFileError) { try file.write(bytes) } catch { throw VideoError(error) }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws(VideoError) {
    digest.update(bytes)
    let code = UnfinishedFile.writeAll(bytes, to: file.descriptor)
    guard code == 0 else {
      throw .cannotWrite(path: file.target, reason: "cannot write: \(String(cString: strerror(code)))")
    }
  }

  private static func append<Number: FixedWidthInteger>(_ number: Number, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }
}
