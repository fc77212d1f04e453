// The file of a chunk, a run of a film's segments; all numbers are little-endian:
//
//   16 bytes  "multiplane chunk", then 8 bytes: the length of the head
//   head      JSON, keys sorted: ChunkHeader
//   records   40 bytes: pts, dts, duration (8 each, in frames), flags, count of side data (4 each), how many bytes
//             follow (8); for each piece of side data its kind and length (4 each) and its bytes; the packet's bytes
//   64 bytes  SHA-256 of all before, in hexadecimal digits

import CLibAV
import Foundation
import ImageFiles

/// Writes the file of a chunk, which gets its name once it is complete.
final class ChunkWriter {
  static let magic = Array("multiplane chunk".utf8)
  static let digestLength = 64
  static let recordHead = 40

  let file: UnfinishedFile
  private let digest = SHA256()

  init(path: String, header: ChunkHeader) throws(VideoError) {
    file = try VideoError.ofFile { () throws(ImageFileError) in try UnfinishedFile(for: path) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let head = try? encoder.encode(header) else { preconditionFailure("a chunk's head that is no JSON") }
    var bytes = Self.magic
    Self.append(UInt64(head.count), to: &bytes)
    try write(bytes + head)
  }

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

  func complete() throws(VideoError) {
    try VideoError.ofFile { () throws(ImageFileError) in try file.write(Array(digest.finalized().utf8)) }
  }

  private func write(_ bytes: [UInt8]) throws(VideoError) {
    digest.update(bytes)
    try VideoError.ofFile { () throws(ImageFileError) in try file.write(bytes) }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws(VideoError) {
    digest.update(bytes)
    try file.write(all: bytes)
  }

  private static func append<Number: FixedWidthInteger>(_ number: Number, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }
}

/// A chunk's place in a film, and the origin of its bytes.
package struct ChunkPlace: Codable, Equatable, Sendable {
  /// The digest of the chunk's plan.
  package var plan: String
  /// The chunk's number in the film, from 0.
  package var index: Int
  package var firstFrame: Int
  package var frameCount: Int
  /// The facts that its bytes depend on besides the plan: the renderer, the encoder's library.
  package var origin: [String: String]

  package init(plan: String, index: Int, firstFrame: Int, frameCount: Int, origin: [String: String]) {
    (self.plan, self.index, self.firstFrame, self.frameCount) = (plan, index, firstFrame, frameCount)
    self.origin = origin
  }
}

struct ChunkHeader: Codable, Equatable {
  var place: ChunkPlace
  var stream: StreamDescription
}

/// An error that keeps a chunk from being used for a film.
package enum ChunkError: Error, Equatable, CustomStringConvertible {
  /// These chunks do not have files.
  case missing([Int])
  /// The file is not a chunk, or is incomplete.
  case damaged(path: String, reason: String)
  case foreign(path: String, reason: String)
  /// The chunks come from different renderers or encoders, whose pictures need not fit together.
  case differing(path: String, reason: String)
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

  /// Calls `body`, converting its errors to this type.
  static func fromVideo<Result: ~Copyable>(_ body: () throws(VideoError) -> Result) throws(ChunkError) -> Result {
    do throws(VideoError) { return try body() } catch { throw .video(error) }
  }
}

final class ChunkSink: PacketSink {
  private let writer: ChunkWriter
  let encoder: SegmentedEncoder
  private let firstFrame: Int

  init(
    path: String, recipe: EncoderRecipe, shape: FrameShape, options: VideoOptions, place: ChunkPlace
  ) throws(VideoError) {
    encoder = try SegmentedEncoder(recipe: recipe, shape: shape, options: options)
    writer = try ChunkWriter(path: path, header: ChunkHeader(place: place, stream: encoder.description))
    firstFrame = place.firstFrame
  }

  var file: UnfinishedFile { writer.file }

  func encode(_ frame: SegmentedEncoder.Input?, at index: Int) throws(VideoError) {
    try encoder.encode(frame, at: index) { packet throws(VideoError) in try append(packet) }
  }

  func complete() throws(VideoError) {
    try encoder.finish { packet throws(VideoError) in try append(packet) }
    try writer.complete()
  }

  private func append(_ packet: UnsafeMutablePointer<AVPacket>) throws(VideoError) {
    packet.pointee.pts += Int64(firstFrame)
    packet.pointee.dts += Int64(firstFrame)
    try writer.append(packet)
  }
}
