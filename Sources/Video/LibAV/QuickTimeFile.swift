// libavformat does not write the graphics mode, which states the convention of alpha. QuickTime File Format, "Video
// media information atom": after the size, type and flags (4 bytes each), two bytes of graphicsMode: 0x0100 is straight
// alpha, 0x0102 premultiplied with black.

import Glibc
import ImageFiles

/// A QuickTime file, to read or to change in place.
struct QuickTimeFile {
  private let descriptor: CInt
  /// The most atoms to look at.
  private static let mostAtoms = 10_000

  init(_ file: UnfinishedFile) { descriptor = file.descriptor }

  init(descriptor: CInt) { self.descriptor = descriptor }

  /// Writes the alpha convention of the pictures; `name` is the file's name in errors.
  func setGraphicsMode(of alpha: AlphaConvention, name: String) throws(ImageFileError) {
    guard let header = find(Self.graphicsMode) else {
      throw ImageFileError(name, .encodingFailed, "the QuickTime file that libavformat wrote has no vmhd")
    }
    let mode: [UInt8] = alpha == .straight ? [0x01, 0x00] : [0x01, 0x02]
    guard pwrite(descriptor, mode, 2, off_t(header.lowerBound + 4)) == 2 else {
      throw ImageFileError(name, .unwritable, "cannot write: \(String(cString: strerror(errno)))")
    }
  }

  var isPremultiplied: Bool {
    var mode = [UInt8](repeating: 0, count: 2)
    guard let header = find(Self.graphicsMode), header.count >= 6,
      pread(descriptor, &mode, 2, off_t(header.lowerBound + 4)) == 2
    else { return false }
    return mode == [0x01, 0x02]
  }

  /// Whether the head lists all samples; fragments would list some of them between the samples.
  var isWholeInHead: Bool { find(["moov"]) != nil && find(["moov", "mvex"]) == nil && find(["moof"]) == nil }

  private static let graphicsMode = ["moov", "trak", "mdia", "minf", "vmhd"]

  private var size: Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Returns the contents of the first atom of a path.
  private func find(_ path: [String]) -> Range<Int>? {
    var count = 0
    return find(path[...], in: 0..<size, &count)
  }

  private func find(_ path: ArraySlice<String>, in range: Range<Int>, _ count: inout Int) -> Range<Int>? {
    guard let wanted = path.first else { return range }
    var offset = range.lowerBound
    while count < Self.mostAtoms, let (type, head, end) = atom(at: offset, within: range.upperBound) {
      count += 1
      if type == wanted, let found = find(path.dropFirst(), in: offset + head..<end, &count) { return found }
      offset = end
    }
    return nil
  }

  /// Returns the type, the length of the head and the end of an atom.
  private func atom(at offset: Int, within end: Int) -> (type: String, head: Int, end: Int)? {
    var head = [UInt8](repeating: 0, count: 16)
    guard offset + 8 <= end, pread(descriptor, &head, 16, off_t(offset)) >= 8 else { return nil }
    func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
    let (short, type) = (number(head[0..<4]), String(decoding: head[4..<8], as: UTF8.self))
    // 1 means that 64 bits follow; 0 means to the end.
    let length = short == 1 ? number(head[8..<16]) : short == 0 ? end - offset : short
    let headLength = short == 1 ? 16 : 8
    guard length >= headLength, length <= end - offset else { return nil }
    return (type, headLength, offset + length)
  }
}
