// The table of formats: each row is told, read and written, and a format of a test's own needs nothing but its codec.
import Foundation
import ImageCodecs
import ImageFiles
import TestSupport
import Testing

@Suite struct CodecTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("Each format is written by each of its suffixes, told by its first bytes, and read", arguments: ImageCodec.all)
  func rows(codec: ImageCodec) throws {
    for suffix in codec.suffixes {
      let path = folder.file("a.\(suffix)")
      try ImageFile.write(Samples.gradient(), to: path)
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
      #expect(ImageCodec.all.filter { $0.isSignature(bytes) } == [codec])
      #expect(try ImageFileReader(bytes, name: "a").codec == codec)
      #expect(try ImageFile.decode(bytes, name: "a").bitmap.width == 64)
    }
    #expect(ImageCodec(typeIdentifier: codec.typeIdentifier) == codec)
    #expect(!codec.library().version.isEmpty)
  }

  @Test("No two formats share a name, a suffix or a type")
  func noOverlap() {
    let keys = ImageCodec.all.flatMap { [$0.name, $0.typeIdentifier] + $0.suffixes }
    #expect(Set(keys).count == keys.count)
  }

  @Test("Several pictures go where the format holds them", arguments: ImageCodec.all)
  func animations(codec: ImageCodec) throws {
    let frames = [OutputFrame(Samples.gradient(), delay: 0.1), OutputFrame(Samples.gradient(), delay: 0.2)]
    guard codec.holdsAnimations else {
      #expect(throws: ImageFileError.self) {
        try ImageFile.encode(frames, as: codec, OutputSettings(), name: "a")
      }
      return
    }
    let file = try ImageFile.encode(frames, as: codec, OutputSettings(), name: "a")
    #expect(try ImageFileReader(file, name: "a").frameCount == 2)
  }

  @Test("Messages name the formats of the table")
  func messages() throws {
    do throws(ImageFileError) {
      try ImageFile.write(Samples.gradient(), to: folder.file("a.nope"))
      Issue.record("it was written")
    } catch {
      #expect(error.detail == "the suffix names no image format; use \(ImageCodec.all.usualSuffixes)")
    }
    let suffixes = ImageCodec.all.map { ".\($0.suffixes[0])" }
    #expect(ImageCodec.all.usualSuffixes == "\(suffixes.dropLast().joined(separator: ", ")) or \(suffixes.last!)")
    let titles = ImageCodec.all.map(\.name)
    let formats = "\(titles.dropLast().joined(separator: ", ")) or \(titles.last!)"
    do throws(ImageFileError) {
      _ = try ImageFile.decode([1, 2, 3], name: "a")
      Issue.record("it was read")
    } catch {
      #expect(error.detail == "not a \(formats) file: its first bytes are none of theirs")
    }
  }

  // MARK: A format more

  /// farbfeld: eight bytes, two sides, and 16 bits a component, not premultiplied (tools.suckless.org/farbfeld).
  private static let farbfeld = ImageCodec(
    name: "farbfeld", suffixes: ["ff"], typeIdentifier: "org.suckless.farbfeld",
    library: { ("none", "1") },
    isSignature: { $0.starts(with: Array("farbfeld".utf8)) },
    read: { (bytes, name) throws(ImageFileError) in
      guard let width = bytes.integer(at: 8, size: 4, .bigEndian),
        let height = bytes.integer(at: 12, size: 4, .bigEndian), bytes.count == 16 + width * height * 8
      else { throw ImageFileError(name, .truncated, "truncated farbfeld") }
      try ImageFile.checkSize(width: width, height: height, name: name)
      var header = ImageFileHeader(width: width, height: height)
      header.depth = 16
      header.mayHaveAlpha = true
      return (Farbfeld(), header)
    },
    write: { frames, _, _ in
      let bitmap = frames[0].bitmap
      let sides = [bitmap.width, bitmap.height].flatMap { side in
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: side >> $0) }
      }
      return Array("farbfeld".utf8) + sides + unpremultiplied(bitmap.pixels).flatMap { [$0, $0] }
    })

  private struct Farbfeld: ImageContainer {
    func decodePicture(
      of bytes: [UInt8], _ header: ImageFileHeader, reduction: Double, name: String
    ) throws(ImageFileError) -> StraightPixels {
      let words = stride(from: 16, to: bytes.count, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
      return StraightPixels(width: header.width, height: header.height, samples: .rgba16(words), mayHaveAlpha: true)
    }
  }

  @Test("A format that is added to the table is written, read, and named in messages")
  func aFormatMore() throws {
    let codecs = ImageCodec.all + [Self.farbfeld]
    let path = folder.file("a.ff")
    #expect(throws: ImageFileError.self) { try ImageFile.write(Samples.translucent(), to: path) }
    try ImageFile.write(Samples.translucent(), to: path, codecs: codecs)
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    #expect(try ImageFile.decode(bytes, name: "a", codecs: codecs).bitmap == Samples.translucent())
    #expect(codecs.usualSuffixes == ".png, .jpg, .webp, .gif or .ff")
    #expect(codecs.names == "PNG, JPEG, WebP, GIF or farbfeld")
    do throws(ImageFileError) {
      _ = try ImageFile.decode(Array(bytes.dropLast()), name: "a", codecs: codecs)
      Issue.record("it was read")
    } catch {
      #expect(error.problem == .truncated)
    }
  }
}
