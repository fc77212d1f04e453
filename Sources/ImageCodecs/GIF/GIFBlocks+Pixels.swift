// A GIF's pixels: giflib undoes the compression, row by row. It is given the file's header and the one picture, as if
// there were no other, so that a picture costs nothing of those before it.
import CGIF
import ImageFiles

extension GIFBlocks: ImageContainer {
  /// The pixels of a picture; transparent where it leaves out.
  func decodeFrame(
    _ index: Int, of bytes: [UInt8], _ header: ImageFileHeader, name: String
  ) throws(ImageFileError) -> StraightPixels {
    let picture = pictures[index]
    let (width, height) = (picture.frame.width, picture.frame.height)
    let indices = try indices(of: picture, index, bytes, name)
    let colours = colours(of: picture, bytes)
    // An interlaced picture holds every eighth row first, then those between.
    let order = picture.isInterlaced ? Self.interlacedRows(height) : Array(0..<height)
    var places = [Int](repeating: 0, count: height)
    for (stored, row) in order.enumerated() { places[row] = stored }
    let rgba = [UInt8](unsafeUninitializedCapacity: width * height * 4) { buffer, count in
      var target = 0
      for row in 0..<height {
        for entry in indices[places[row] * width..<(places[row] + 1) * width] {
          for i in 0..<4 { buffer[target + i] = colours[Int(entry) * 4 + i] }
          target += 4
        }
      }
      count = target
    }
    return StraightPixels(width: width, height: height, samples: .rgba8(rgba), mayHaveAlpha: true)
  }

  /// Rows of the picture in the order of the file.
  private static func interlacedRows(_ height: Int) -> [Int] {
    [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { first, step in Array(stride(from: first, to: height, by: step)) }
  }

  /// 256 colours; those that the table does not have are transparent.
  private func colours(of picture: Picture, _ bytes: [UInt8]) -> [UInt8] {
    let isLocal = picture.localColours > 0
    let (start, count) = isLocal ? (picture.bytes.lowerBound + 10, picture.localColours) : (13, globalColours)
    return (0..<256).flatMap { index -> [UInt8] in
      guard index < count, index != picture.transparent else { return [0, 0, 0, 0] }
      return Array(bytes[start + index * 3..<start + index * 3 + 3]) + [255]
    }
  }

  private func indices(
    of picture: Picture, _ index: Int, _ bytes: [UInt8], _ name: String
  ) throws(ImageFileError) -> [UInt8] {
    let (width, height) = (picture.frame.width, picture.frame.height)
    var code = D_GIF_SUCCEEDED
    var row = 0
    var input = GIFInput(bytes: bytes, parts: [0..<headerEnd, picture.bytes])
    let indices = [UInt8](unsafeUninitializedCapacity: width * height) { buffer, count in
      withUnsafeMutablePointer(to: &input) { input in
        var opening = D_GIF_SUCCEEDED
        guard
          let file = DGifOpen(
            input,
            { file, target, wanted in
              let input = file!.pointee.UserData.assumingMemoryBound(to: GIFInput.self)
              return Int32(input.pointee.read(Int(wanted), into: target!))
            }, &opening)
        else {
          code = opening
          return
        }
        defer { DGifCloseFile(file, nil) }
        var kind = UNDEFINED_RECORD_TYPE
        guard DGifGetRecordType(file, &kind) == GIF_OK, kind == IMAGE_DESC_RECORD_TYPE,
          DGifGetImageDesc(file) == GIF_OK, Int(file.pointee.Image.Width) == width,
          Int(file.pointee.Image.Height) == height
        else {
          code = file.pointee.Error == D_GIF_SUCCEEDED ? D_GIF_ERR_IMAGE_DEFECT : file.pointee.Error
          return
        }
        while row < height {
          guard DGifGetLine(file, buffer.baseAddress! + row * width, Int32(width)) == GIF_OK else {
            code = file.pointee.Error == D_GIF_SUCCEEDED ? D_GIF_ERR_IMAGE_DEFECT : file.pointee.Error
            return
          }
          row += 1
        }
      }
      count = code == D_GIF_SUCCEEDED ? width * height : 0
    }
    guard code == D_GIF_SUCCEEDED else {
      let reason = GifErrorString(code).map { String(cString: $0) } ?? "error \(code)"
      throw ImageFileError(
        name, .corrupt, "not a valid GIF: \(reason), in row \(row) of frame \(index)",
        at: .byte(picture.bytes.lowerBound))
    }
    return indices
  }
}

/// Parts of a file that giflib reads one after the other.
private struct GIFInput {
  let bytes: [UInt8]
  var parts: [Range<Int>]

  /// Copies up to `count` bytes; returns how many.
  mutating func read(_ count: Int, into target: UnsafeMutablePointer<UInt8>) -> Int {
    var done = 0
    while done < count, let part = parts.first {
      let length = min(part.count, count - done)
      bytes.withUnsafeBufferPointer {
        (target + done).update(from: $0.baseAddress! + part.lowerBound, count: length)
      }
      done += length
      if length == part.count { parts.removeFirst() } else { parts[0] = part.lowerBound + length..<part.upperBound }
    }
    return done
  }
}
