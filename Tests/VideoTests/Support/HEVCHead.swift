// The head of HEVC in MP4 and QuickTime, read by hand: ISO 14496-15, 8.3.3.
import Foundation
import TestFilms
import Testing

/// What an `hvcC` box holds, and the kinds of NAL units in the file's samples.
struct HEVCHead {
  /// The types of parameter sets in the head: whether all of a type are there, and how many.
  private(set) var sets: [Int: (isComplete: Bool, count: Int)] = [:]
  /// The types of NAL units of all pictures.
  private(set) var types: Set<Int> = []

  init(of path: String) throws {
    let file = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let name = try #require(Data(file).range(of: Data("hvcC".utf8)))
    let box = file[name.upperBound...]
    var offset = name.upperBound + 22
    for _ in 0..<Int(file[offset]) {
      let (flags, count) = (file[offset + 1], Int(file[offset + 2]) << 8 | Int(file[offset + 3]))
      sets[Int(flags & 63)] = (flags & 128 != 0, count)
      offset += 3
      for _ in 0..<count { offset += 2 + Int(file[offset + 1]) << 8 + Int(file[offset + 2]) }
    }
    precondition(offset < box.endIndex)
    let places = String(
      decoding: try FFmpeg.run(
        "ffprobe", ["-select_streams", "v:0", "-show_entries", "packet=pos,size", "-of", "csv=p=0", path]),
      as: UTF8.self)
    for line in places.split(separator: "\n") {
      let numbers = line.split(separator: ",").compactMap { Int($0) }
      try #require(numbers.count == 2)
      var (at, end) = (numbers[1], numbers[0] + numbers[1])
      while at + 5 <= end {
        types.insert(Int(file[at + 4] >> 1 & 63))
        at += 4 + file[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
      }
      try #require(at == end, "units do not fill the packet")
      end = at
    }
  }
}
