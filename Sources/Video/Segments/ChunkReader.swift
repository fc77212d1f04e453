import CLibAV
import Foundation
import Glibc
import ImageFiles

/// Reads a chunk's file, which was found whole; see ``ChunkWriter``.
final class ChunkReader {
  let path: String
  let header: ChunkHeader
  private let descriptor: CInt
  private let records: Range<Int>
  /// Above all numbers of side data's kinds: FFmpeg 9 has 43.
  private static let mostKinds: UInt32 = 64

  /// Opens a file, and reads all of it once to check its digest.
  init(path: String) throws(ChunkError) {
    self.path = path
    do throws(ImageFileError) {
      descriptor = try FileContents.open(path)
    } catch {
      throw .damaged(path: path, reason: error.detail)
    }
    do throws(ChunkError) {
      (header, records) = try Self.check(descriptor, path)
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit { close(descriptor) }

  /// Calls `body` with each packet, in order; `body` may empty it.
  func forEachPacket(
    _ body: (UnsafeMutablePointer<AVPacket>) throws(VideoError) -> Void
  ) throws(ChunkError) {
    let packet = try ChunkError.fromVideo { () throws(VideoError) in try LibAV.allocated(av_packet_alloc()) }
    defer {
      var packet = Optional(packet)
      av_packet_free(&packet)
    }
    try forEachRecord { (record) throws(ChunkError) in
      av_packet_unref(packet)
      let pieces = try sideData(of: record)
      let start = pieces.last.map { $0.offset + $0.size } ?? record.bytes.lowerBound
      guard record.bytes.upperBound - start <= Int(CInt.max) else {
        throw .damaged(path: path, reason: "a packet above 2 GiB")
      }
      try ChunkError.fromVideo { () throws(VideoError) in
        _ = try LibAV.check(av_new_packet(packet, CInt(record.bytes.upperBound - start)), "allocate a packet")
      }
      (packet.pointee.pts, packet.pointee.dts, packet.pointee.duration) = record.times
      packet.pointee.flags = record.flags
      for piece in pieces {
        let memory = try ChunkError.fromVideo { () throws(VideoError) in
          try LibAV.allocated(av_packet_new_side_data(packet, piece.kind, piece.size))
        }
        try read(into: UnsafeMutableRawBufferPointer(start: memory, count: piece.size), at: piece.offset)
      }
      try read(
        into: UnsafeMutableRawBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size)), at: start)
      try ChunkError.fromVideo { () throws(VideoError) in try body(packet) }
    }
  }

  // MARK: Records

  private struct Record {
    var times: (pts: Int64, dts: Int64, duration: Int64)
    var flags: Int32
    var sideCount: Int
    /// The range of the side data and the packet in the file.
    var bytes: Range<Int>
  }

  private func forEachRecord(_ body: (Record) throws(ChunkError) -> Void) throws(ChunkError) {
    var offset = records.lowerBound
    while offset < records.upperBound {
      guard records.upperBound - offset >= ChunkWriter.recordHead else {
        throw .damaged(path: path, reason: "the last packet has no head")
      }
      let head = try Self.bytes(ChunkWriter.recordHead, at: offset, of: descriptor, path)
      let (size, start) = (Self.number(head[32..<40]) as UInt64, offset + ChunkWriter.recordHead)
      guard size <= UInt64(records.upperBound - start) else {
        throw .damaged(path: path, reason: "a packet is longer than the file")
      }
      func time(_ place: Int) -> Int64 { Int64(bitPattern: Self.number(head[place * 8..<place * 8 + 8])) }
      offset = start + Int(size)
      let record = Record(
        times: (time(0), time(1), time(2)), flags: Int32(bitPattern: Self.number(head[24..<28])),
        sideCount: Int(Self.number(head[28..<32]) as UInt32), bytes: start..<offset)
      try body(record)
    }
  }

  private func sideData(
    of record: Record
  ) throws(ChunkError) -> [(kind: AVPacketSideDataType, offset: Int, size: Int)] {
    var pieces: [(kind: AVPacketSideDataType, offset: Int, size: Int)] = []
    var offset = record.bytes.lowerBound
    for _ in 0..<record.sideCount {
      guard record.bytes.upperBound - offset >= 8 else {
        throw .damaged(path: path, reason: "side data without a head")
      }
      let head = try Self.bytes(8, at: offset, of: descriptor, path)
      let (kind, size) = (AVPacketSideDataType(Self.number(head[0..<4])), Int(Self.number(head[4..<8]) as UInt32))
      guard kind.rawValue < Self.mostKinds, size <= record.bytes.upperBound - offset - 8 else {
        throw .damaged(path: path, reason: "side data that libavcodec does not know")
      }
      pieces.append((kind, offset + 8, size))
      offset += 8 + size
    }
    return pieces
  }

  // MARK: Bytes

  private static func check(_ descriptor: CInt, _ path: String) throws(ChunkError) -> (ChunkHeader, Range<Int>) {
    var status = stat()
    let start = ChunkWriter.magic.count + 8
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      Int(status.st_size) >= start + ChunkWriter.digestLength
    else { throw .damaged(path: path, reason: "the file is too short") }
    let end = Int(status.st_size) - ChunkWriter.digestLength
    let known = try bytes(ChunkWriter.digestLength, at: end, of: descriptor, path)
    let digest: SHA256.Digest
    do throws(ImageFileError) {
      digest = try SHA256.digest(ofFile: path, byteCount: end)
    } catch {
      throw .damaged(path: path, reason: error.detail)
    }
    guard digest.utf8.elementsEqual(known) else { throw .damaged(path: path, reason: "its SHA-256 is another one") }
    let head = try bytes(start, at: 0, of: descriptor, path)
    let length = number(head[(start - 8)...]) as UInt64
    guard head.starts(with: ChunkWriter.magic), length <= UInt64(end - start) else {
      throw .damaged(path: path, reason: "no head of a chunk")
    }
    let json = try bytes(Int(length), at: start, of: descriptor, path)
    guard let header = try? JSONDecoder().decode(ChunkHeader.self, from: Data(json)), header.stream.isWhole else {
      throw .damaged(path: path, reason: "its head is of another version of Multiplane")
    }
    return (header, start + Int(length)..<end)
  }

  private static func bytes(
    _ count: Int, at offset: Int, of descriptor: CInt, _ path: String
  ) throws(ChunkError) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: count)
    let isRead = result.withUnsafeMutableBytes { read(into: $0, at: offset, of: descriptor) }
    guard isRead else { throw .damaged(path: path, reason: "it cannot be read") }
    return result
  }

  private func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ChunkError) {
    guard Self.read(into: buffer, at: offset, of: descriptor) else {
      throw .damaged(path: path, reason: "it cannot be read")
    }
  }

  private static func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int, of descriptor: CInt
  ) -> Bool {
    var done = 0
    while done < buffer.count {
      let count = pread(descriptor, buffer.baseAddress! + done, buffer.count - done, off_t(offset + done))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }

  private static func number<Number: FixedWidthInteger>(_ bytes: ArraySlice<UInt8>) -> Number {
    bytes.reversed().reduce(0) { $0 << 8 | Number($1) }
  }
}
