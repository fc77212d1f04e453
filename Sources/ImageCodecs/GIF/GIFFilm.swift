// Pictures as GIF. Of each, the rectangle that changed is written, with unchanged pixels transparent.
//
// A palette is made for a window of frames, which are held until they are 64 MiB: most films are one window. It is
// written once, for the whole file; a later window uses the previous palette if that suffices, else its own, which each
// of its frames has. Layout: GIF89a specification. giflib compresses, and writes the blocks.

import CGIF
import Glibc

/// Writes frames of one size into a GIF file.
package final class GIFFilm {
  package enum Kind: Sendable {
    /// Opaque frames of a film: a frame equal to the previous one extends that.
    case film
    /// Opaque pictures, each of which must be in the file.
    case pictures
    /// Pictures with holes, where alpha is 0: each is cleared before the next.
    case picturesWithHoles
    case picture

    /// The number of colours in a palette, without the index for transparency, if needed.
    var capacity: Int { self == .picture ? 256 : 255 }
  }

  package struct Failure: Error {
    package let reason: String
  }

  private let width: Int
  private let height: Int
  private let loopCount: Int?
  private let kind: Kind
  private let file: UnsafeMutablePointer<GifFileType>
  private let output: Output
  /// The frames that are held, with their times in hundredths of a second.
  private var window: [(frame: [UInt8], time: Int)] = []
  private var palette: Palette?
  private var isBegun = false
  /// The last frame as added.
  private var source: [UInt8] = []
  /// The picture shown so far, as colours.
  private var canvas: [UInt32]
  /// The picture that is written when its end is known.
  private var pending: Picture?

  /// The bytes of frames that are held for a palette.
  static let windowBytes = 64 << 20
  /// The longest duration of a picture, in hundredths of a second.
  private static let longestDelay = 65_535

  private final class Output {
    let write: (UnsafeBufferPointer<UInt8>) -> Bool
    init(_ write: @escaping (UnsafeBufferPointer<UInt8>) -> Bool) { self.write = write }
  }

  /// A palette with the index that leaves a pixel unchanged.
  private final class Palette {
    let search: PaletteSearch
    /// Whether it has all colours of its window.
    let isExact: Bool
    /// The mean squared error of a pixel of its window, without dithering.
    let error: Double
    var isGlobal = false

    /// The index after the colours; nil if it exceeds a byte.
    var transparent: UInt8? { UInt8(exactly: search.colors.count) }

    init(_ colors: [UInt32]) {
      search = PaletteSearch(colors)
      (isExact, error) = (true, 0)
    }

    init(_ colors: [UInt32], for histogram: ColorHistogram) {
      search = PaletteSearch(colors)
      isExact = false
      error = Self.error(search, histogram)
    }

    /// Returns the mean squared error of a pixel of other frames.
    static func error(_ search: PaletteSearch, _ histogram: ColorHistogram) -> Double {
      var sum = 0.0
      for bin in histogram.bins {
        let difference = SIMD3<Float>(search.components(search.nearest(bin.color))) - bin.color
        sum += Double((difference * difference).sum() * bin.weight)
      }
      return sum / Double(max(1, histogram.pixelCount))
    }
  }

  private struct Picture {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
    var indices: [UInt8]
    var palette: Palette
    var time: Int
  }

  /// Opens a file for frames of a kind. `loopCount`: 0 for endless; nil writes none, which means once. `write` gets the
  /// file's bytes in order, and returns false if they cannot be written.
  package init(
    width: Int, height: Int, kind: Kind, loopCount: Int?, write: @escaping (UnsafeBufferPointer<UInt8>) -> Bool
  ) throws(Failure) {
    (self.width, self.height, self.kind, self.loopCount) = (width, height, kind, loopCount)
    output = Output(write)
    canvas = [UInt32](repeating: 0, count: width * height)
    var code = E_GIF_SUCCEEDED
    guard
      let file = EGifOpen(
        Unmanaged.passUnretained(output).toOpaque(),
        { file, bytes, count in
          let output = Unmanaged<Output>.fromOpaque(file!.pointee.UserData).takeUnretainedValue()
          return output.write(UnsafeBufferPointer(start: bytes, count: Int(count))) ? count : 0
        }, &code)
    else { throw Self.failure(code) }
    self.file = file
    EGifSetGifVersion(file, true)
  }

  private var isClosed = false

  deinit { if !isClosed { EGifCloseFile(file, nil) } }

  private static func failure(_ code: CInt) -> Failure {
    Failure(reason: GifErrorString(code).map { String(cString: $0) } ?? "error \(code)")
  }

  /// Adds a frame: RGBA without padding, straight, alpha 0 in holes; without holes it counts as opaque. `time` is its
  /// beginning, in hundredths of a second after the first.
  package func add(_ rgba: UnsafeRawBufferPointer, at time: Int) throws(Failure) {
    // A frame equal to the previous one extends that.
    if kind == .film, let last = window.last?.frame ?? (source.isEmpty ? nil : source), Self.areEqual(last, rgba) {
      return
    }
    window.append((Array(rgba), time))
    if window.count * rgba.count >= Self.windowBytes { try flush() }
  }

  private static func areEqual(_ frame: [UInt8], _ other: UnsafeRawBufferPointer) -> Bool {
    frame.withUnsafeBytes { memcmp($0.baseAddress!, other.baseAddress!, $0.count) == 0 }
  }

  package func add(_ rgba: [UInt8], at time: Int) throws(Failure) {
    try rgba.withUnsafeBufferPointer { (bytes) throws(Failure) in try add(UnsafeRawBufferPointer(bytes), at: time) }
  }

  /// Writes the rest; the last frame ends at `time`.
  package func finish(at time: Int) throws(Failure) {
    try flush()
    try emit(until: time)
    isClosed = true
    var code = E_GIF_SUCCEEDED
    guard EGifCloseFile(file, &code) == GIF_OK else { throw Self.failure(code) }
  }

  // MARK: A window

  private func flush() throws(Failure) {
    guard !window.isEmpty else { return }
    let palette = makePalette()
    self.palette = palette
    if !isBegun { try begin(palette) }
    for (frame, time) in window {
      if let picture = picture(of: frame, palette, at: time) {
        try emit(until: time)
        pending = picture
      }
      source = frame
    }
    window.removeAll(keepingCapacity: true)
  }

  /// Returns a palette for the held frames: the last one if it suffices.
  private func makePalette() -> Palette {
    var table: ColorTable? = ColorTable(capacity: kind.capacity)
    for (frame, _) in window {
      frame.withUnsafeBytes { table?.add(FrameColors($0)) }
      if table?.isFull == true {
        table = nil
        break
      }
    }
    if let colors = table?.sortedColors {
      if let palette, palette.isExact, Set(colors).isSubset(of: palette.search.colors) { return palette }
      return Palette(colors)
    }
    var histogram = ColorHistogram()
    for (frame, _) in window { frame.withUnsafeBytes { histogram.add(FrameColors($0)) } }
    // An error that is greater by a half is invisible; 3 is one level of each component.
    if let palette, !palette.isExact,
      Palette.error(palette.search, histogram) <= palette.error * 1.5 + 3
    {
      return palette
    }
    return Palette(MedianCut.palette(for: histogram, capacity: kind.capacity), for: histogram)
  }

  /// Returns the part of a frame that differs from the canvas; nil if none does and the frame may be omitted.
  private func picture(of frame: [UInt8], _ palette: Palette, at time: Int) -> Picture? {
    // Before the first frame, and after a clearing, nothing is there.
    let isWhole = source.isEmpty || kind == .picturesWithHoles
    var indices = [UInt8](repeating: palette.transparent ?? 0, count: width * height)
    var (left, top, right, bottom) = (width, height, -1, -1)
    var dither = GIFDither(palette.search, width: width)
    let (colors, hasHoles) = (palette.search.colors, kind == .picturesWithHoles)
    frame.withUnsafeBytes { bytes in
      source.withUnsafeBytes { before in
        let (new, old) = (FrameColors(bytes), FrameColors(before))
        for y in 0..<height {
          let row = y * width
          dither.row(
            { new[row + $0] },
            isKept: { hasHoles ? bytes[(row + $0) * 4 + 3] == 0 : !isWhole && new[row + $0] == old[row + $0] },
            put: { x, entry in
              guard isWhole || canvas[row + x] != colors[entry] else { return }
              canvas[row + x] = colors[entry]
              indices[row + x] = UInt8(entry)
              (left, right) = (min(left, x), max(right, x))
              (top, bottom) = (min(top, y), y)
            })
        }
      }
    }
    if right < 0 {
      guard kind != .film else { return nil }
      // A transparent pixel.
      (left, top, right, bottom) = (0, 0, 0, 0)
    }
    let (pictureWidth, pictureHeight) = (right - left + 1, bottom - top + 1)
    var cut: [UInt8] = []
    cut.reserveCapacity(pictureWidth * pictureHeight)
    for y in top...bottom { cut += indices[y * width + left..<y * width + right + 1] }
    return Picture(
      x: left, y: top, width: pictureWidth, height: pictureHeight, indices: cut, palette: palette, time: time)
  }

  // MARK: The file

  private func check(_ code: CInt) throws(Failure) {
    guard code == GIF_OK else { throw Self.failure(file.pointee.Error) }
  }

  private func begin(_ palette: Palette) throws(Failure) {
    isBegun = true
    palette.isGlobal = true
    let map = try Self.map(palette)
    defer { GifFreeMapObject(map) }
    try check(EGifPutScreenDesc(file, CInt(width), CInt(height), 8, 0, map))
    guard let loopCount else { return }
    let number = UInt16(clamping: loopCount)
    let loops: [UInt8] = [1, UInt8(number & 255), UInt8(number >> 8)]
    try check(EGifPutExtensionLeader(file, APPLICATION_EXT_FUNC_CODE))
    try check(EGifPutExtensionBlock(file, 11, Array("NETSCAPE2.0".utf8)))
    try check(EGifPutExtensionBlock(file, CInt(loops.count), loops))
    try check(EGifPutExtensionTrailer(file))
  }

  /// Returns the colours of a palette and one for transparency, in a table of a power of two.
  private static func map(_ palette: Palette) throws(Failure) -> UnsafeMutablePointer<ColorMapObject> {
    let colors = palette.search.colors
    var size = 2
    while size < colors.count + (palette.transparent == nil ? 0 : 1) { size *= 2 }
    let all = (0..<size).map { index -> GifColorType in
      let color = colors[min(index, colors.count - 1)]
      return GifColorType(Red: UInt8(color >> 16 & 255), Green: UInt8(color >> 8 & 255), Blue: UInt8(color & 255))
    }
    guard let map = GifMakeMapObject(CInt(size), all) else { throw failure(E_GIF_ERR_NOT_ENOUGH_MEM) }
    return map
  }

  /// Writes the pending picture, which ends at a time.
  private func emit(until time: Int) throws(Failure) {
    guard var picture = pending else { return }
    pending = nil
    var delay = max(0, time - picture.time)
    // A picture beyond the longest duration is followed by a transparent one.
    while true {
      try put(picture, delay: min(delay, Self.longestDelay))
      guard kind == .film, delay > Self.longestDelay else { return }
      delay -= Self.longestDelay
      picture.indices = [picture.palette.transparent ?? 0]
      (picture.x, picture.y, picture.width, picture.height) = (0, 0, 1, 1)
    }
  }

  private func put(_ picture: Picture, delay: Int) throws(Failure) {
    var control = GraphicsControlBlock()
    control.DisposalMode = kind == .picturesWithHoles ? DISPOSE_BACKGROUND : DISPOSE_DO_NOT
    control.DelayTime = CInt(delay)
    control.TransparentColor = picture.palette.transparent.map { CInt($0) } ?? NO_TRANSPARENT_COLOR
    var bytes = [UInt8](repeating: 0, count: 4)
    EGifGCBToExtension(&control, &bytes)
    try check(EGifPutExtension(file, CInt(GRAPHICS_EXT_FUNC_CODE), CInt(bytes.count), bytes))
    let map = picture.palette.isGlobal ? nil : try Self.map(picture.palette)
    defer { if let map { GifFreeMapObject(map) } }
    try check(
      EGifPutImageDesc(
        file, CInt(picture.x), CInt(picture.y), CInt(picture.width), CInt(picture.height), false, map))
    var indices = picture.indices
    let code = indices.withUnsafeMutableBufferPointer { indices in
      (0..<picture.height).allSatisfy {
        EGifPutLine(file, indices.baseAddress! + $0 * picture.width, CInt(picture.width)) == GIF_OK
      }
    }
    try check(code ? GIF_OK : GIF_ERROR)
  }
}
