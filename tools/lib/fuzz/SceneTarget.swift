// Scene files: an input is a program that SceneGrammar writes a document by, or a document. It is read, and drawn at
// two times, with its states between them; the same frame once more, and by four workers, must have the same bytes.

import Compositor
import CoreGraphics
import Foundation
import ImageCodecs
import ImageFiles
import ImageIO
import Multiplane
import QuartzCore
import SceneFiles

/// Reads documents and draws them.
enum SceneTarget: FuzzTarget {
  static let name = "scene"
  static var memoryLimit: Int? { 512 << 20 }

  static func seeds(in folder: String?) -> [[UInt8]] { programs(seed: 31, length: 60, growth: 24) }

  /// A document is what can be given to the command, too.
  static func written(_ input: [UInt8]) -> [UInt8] { document(input) }

  private static func document(_ input: [UInt8]) -> [UInt8] {
    if input.starts(with: Array("<caml".utf8)) || input.starts(with: Array("<?xml".utf8)) { return input }
    var grammar = SceneGrammar(ByteProgram(input))
    return Array(grammar.document().utf8)
  }

  static func run(_ input: [UInt8]) throws -> String {
    let file = folder.appending(path: "scene.caml")
    try Data(document(input)).write(to: file)
    let clock = MediaClock(startingAt: 0)
    MediaClock.current = clock
    let scene: Scene
    do throws(SceneFileError) {
      scene = try Scene(contentsOf: file)
    } catch {
      expect(!error.message.isEmpty && error.location.file.hasSuffix("scene.caml"), "an error without a place")
      return "\(error.kind) \(error.message)"
    }
    let size = CGSize(width: min(scene.size.width, 200), height: min(scene.size.height, 200))
    var options = OffscreenRenderer.Options(clock: clock)
    (options.jobs, options.leastWorkerMilliseconds) = (4, 0)
    let renderer = try OffscreenRenderer(size: size, options: options, sharing: device)
    if isDrawn(scene, by: renderer, at: 0) { _ = try withinMemory { try renderer.pixels(of: scene.rootLayer, at: 0) } }
    for state in scene.stateNames.prefix(3) { try scene.setState(state, animated: true) }
    guard isDrawn(scene, by: renderer, at: 0.7),
      let pixels = try withinMemory({ try renderer.pixels(of: scene.rootLayer, at: 0.7) })
    else { return "\(kind(of: scene)) too much" }
    let counters = renderer.statistics.counters
    let again = try renderer.pixels(of: scene.rootLayer, at: 0.7)
    expect(pixels == again, "drawn again, the frame has other bytes: \(difference(pixels, again))")
    _ = try withinMemory {
      try renderer.forEachFrame(of: scene.rootLayer, at: [0.7, 0.7, 0.7, 0.7]) { _, frame in
        expect(
          frame.elementsEqual(pixels), "by workers, the frame has other bytes: \(difference(pixels, Array(frame)))")
      }
    }
    return "\(kind(of: scene)) \(kind(of: counters)) \(renderer.takeIssues().map(\.description).sorted().joined())"
  }

  /// Whether the passes of a frame, which is made in any case, are drawn as well: thousands of surfaces take their
  /// time, as do copies that each cover the frame.
  static func isDrawn(_ scene: Scene, by renderer: OffscreenRenderer, at time: Double) -> Bool {
    let counters = renderer.record(scene.rootLayer, at: time).list.counters
    return counters.passes < 5000 && counters.drawnPixels + counters.offscreenPixels < 1 << 30
  }

  private static func difference(_ a: [UInt8], _ b: [UInt8]) -> String {
    let amounts = zip(a, b).map { abs(Int($0) - Int($1)) }
    return "\(amounts.count { $0 > 0 }) of \(amounts.count), by at most \(amounts.max() ?? 0)"
  }

  /// What every frame is drawn on, with as much memory as a frame may take; see ``withinMemory(_:)``. Opening a display
  /// takes longer than most frames. The fuzzer has one thread.
  nonisolated(unsafe) static let device: OffscreenRenderer = {
    var options = OffscreenRenderer.Options()
    options.memoryLimit = 384 << 20
    do {
      return try OffscreenRenderer(size: CGSize(width: 8, height: 8), options: options)
    } catch { fatalError("\(error)") }
  }()

  /// A folder with the files that documents name.
  static let folder: URL = {
    let folder = FileManager.default.temporaryDirectory.appending(path: "multiplane-fuzz-\(getpid())")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (index, name) in SceneGrammar.images.enumerated() {
        let frames = (0..<(name == "frames.gif" ? 3 : 1)).map { OutputFrame(picture(index + $0), delay: 0.1) }
        let bytes = try ImageFile.encode(frames, as: name.hasSuffix("gif") ? .gif : .png, OutputSettings(), name: name)
        try Data(bytes).write(to: folder.appending(path: name))
      }
    } catch { fatalError("\(error)") }
    atexit { try? FileManager.default.removeItem(at: SceneTarget.folder) }
    return folder
  }()

  private static func picture(_ index: Int) -> CGImage {
    let (width, height) = (8 + index * 24, 6 + index)
    let pixels = (0..<width * height).flatMap { place -> [UInt8] in
      let alpha = index == 0 ? 255 : place * 7 % 256
      return [UInt8(alpha / 2), UInt8(alpha), UInt8(place % (alpha + 1)), UInt8(alpha)]
    }
    return CGImage(width: width, height: height, premultipliedRGBA: pixels)
  }

  /// What a scene has, and what its reader said of it.
  private static func kind(of scene: Scene) -> String {
    let notes = scene.notes.map { $0.message.prefix { $0 != "'" && $0 != "<" && $0 != ":" } }
    return "\(scene.stateNames.count) \(Set(notes).sorted().joined(separator: ";"))"
  }

  /// What a frame was made of: numbers as letters, each for a power of two, as numbers are taken off what is said.
  private static func kind(of counters: FrameCounters) -> String {
    let numbers = [
      counters.layers, counters.culled, counters.occluded, counters.draws, counters.instances, counters.passes,
      counters.kept, counters.shadowPicturesMade, counters.textsMade, counters.shapesMade, counters.tilesMade,
    ]
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    return String(numbers.map { letters[min(25, Int.bitWidth - $0.leadingZeroBitCount)] })
  }
}

/// Draws; nil where that would take more memory than the limit of ``SceneTarget/device``, which is refused with an
/// error of that name before anything is drawn.
func withinMemory<Result>(_ draw: () throws -> Result) throws -> Result? {
  do { return try draw() } catch RenderingError.memoryLimitExceeded(let message) {
    expect(!message.isEmpty)
    return nil
  }
}
