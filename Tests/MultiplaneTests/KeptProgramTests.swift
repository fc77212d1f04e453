// Programs that one renderer compiles and another one loads: the frames are those of a renderer without them, whatever
// lies in their folder.

import COpenGL
import Compositor
import CoreGraphics
import Foundation
import ImageFiles
import QuartzCore
import TestSupport
import Testing

@testable import GLRenderer
@testable import Multiplane

@MainActor @Suite struct KeptProgramTests {
  private let folder: TemporaryFolder
  private let list: DrawList
  private let images: ImageTable
  private let expected: [UInt8]

  /// A frame of some programs: a border, round corners, a gradient, a blur.
  init() throws {
    folder = try TemporaryFolder()
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 64, height: 48)
    root.backgroundColor = CGColor(red: 0.2, green: 0.4, blue: 0.6, alpha: 1)
    let card = CAGradientLayer()
    card.frame = CGRect(x: 4, y: 4, width: 30, height: 30)
    (card.cornerRadius, card.borderWidth, card.borderColor) = (6, 2, .white)
    card.colors = [CGColor.black, CGColor.white]
    let glass = CALayer()
    glass.frame = CGRect(x: 20, y: 12, width: 30, height: 30)
    let blur = CAFilter(type: "gaussianBlur")
    blur.setValue(3, forKey: "inputRadius")
    glass.backgroundFilters = [blur]
    root.sublayers = [card, glass]
    var options = OffscreenRenderer.Options()
    options.renderer = .gl
    let renderer = try OffscreenRenderer(size: root.bounds.size, options: options)
    let (list, tree) = renderer.record(root, at: 0)
    (self.list, images) = (list, tree.images)
    expected = try renderer.pixels(of: root, at: 0)
  }

  private func renderer(_ cache: Bool = true, saving economy: DrawEconomy = .pixels) throws -> GLRenderer {
    let cache = cache ? ProgramCache(path: folder.file("programs")) : nil
    return try GLRenderer(saving: economy, cache: cache) { () throws(GLError) in try GLDevice() }
  }

  private var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.file("programs"))) ?? []).sorted()
      .map { folder.file("programs/\($0)") }
  }

  /// Draws the frame, with that many programs compiled and loaded.
  private func draw(_ renderer: GLRenderer, _ place: String = "") throws -> ProgramCounts {
    #expect(try renderer.pixels(of: list, images: images) == expected, "\(place)")
    return renderer.programCounts
  }

  @Test("A second renderer compiles nothing, and draws the same bytes", arguments: DrawEconomy.allCases)
  func secondRenderer(economy: DrawEconomy) throws {
    let plain = try renderer(false, saving: economy)
    let pixels = try plain.pixels(of: list, images: images)
    let count = plain.programCounts.compiled
    #expect(count > 3 && plain.programCounts.loaded == 0 && files.isEmpty)
    for isFirst in [true, false] {
      let renderer = try renderer(saving: economy)
      #expect(try renderer.pixels(of: list, images: images) == pixels)
      #expect(renderer.programCounts.compiled == (isFirst ? count : 0))
      #expect(renderer.programCounts.loaded == (isFirst ? 0 : count) && files.count == count)
    }
  }

  @Test("Damaged programs, and a driver's that it does not know, are compiled again and replaced")
  func damage() throws {
    let count = try draw(try renderer()).compiled
    let good = try files.map { try Data(contentsOf: URL(filePath: $0)) }
    // Of the identity that the file had, with a right checksum: only the driver finds that these are no programs.
    func forged(_ data: Data, _ change: (ProgramBinary) -> ProgramBinary) throws -> Data {
      let bytes = [UInt8](data)
      let start = "multiplane program 1\n".utf8.count + 64
      let length = (0..<4).reduce(0) { $0 | Int(bytes[start + $1]) << ($1 * 8) }
      let identity = Array(bytes[start + 12..<start + 12 + length])
      return Data(change(try #require(ProgramBinary(file: bytes, identity: identity))).file(identity: identity))
    }
    let damages: [(name: String, change: (Data) throws -> Data)] = [
      ("cut off", { $0.prefix($0.count / 2) }),
      ("empty", { _ in Data() }),
      ("garbage", { Data((0..<$0.count).map { UInt8(truncatingIfNeeded: $0 * 7) }) }),
      (
        "forged",
        { try forged($0) { ProgramBinary(format: $0.format, bytes: $0.bytes.map { $0 ^ 0x5A }) } }
      ),
      ("forged, short", { try forged($0) { ProgramBinary(format: $0.format, bytes: [1]) } }),
      ("forged format", { try forged($0) { ProgramBinary(format: 0x1234, bytes: $0.bytes) } }),
    ]
    for (name, change) in damages {
      for (file, data) in zip(files, good) { try change(data).write(to: URL(filePath: file)) }
      let counts = try draw(try renderer(), name)
      #expect(counts.compiled == count && counts.loaded == 0, "\(name)")
      #expect(try draw(try renderer(), name).loaded == count, "\(name)")
    }
  }

  @Test("Another name's file is not taken for it")
  func otherName() throws {
    let count = try draw(try renderer()).compiled
    let names = files
    let contents = try names.map { try Data(contentsOf: URL(filePath: $0)) }
    for (name, data) in zip(names, contents.dropFirst() + contents.prefix(1)) {
      try data.write(to: URL(filePath: name))
    }
    #expect(try draw(try renderer()).compiled == count)
  }

  @Test(
    "A context that is lost, or has no memory, at each call of a frame whose programs are kept or loaded",
    arguments: [COPENGL_CONTEXT_LOSS.rawValue, COPENGL_OUT_OF_MEMORY.rawValue], [true, false])
  func faults(fault: UInt32, isWarm: Bool) throws {
    if isWarm { _ = try draw(try renderer()) }
    let whole = Set(files)
    var call = 1
    while true {
      if !isWarm { for file in files { unlink(file) } }
      let renderer = try renderer()
      renderer.device.run { copengl_fail(copengl_fault(rawValue: fault), call) }
      _ = try draw(renderer, "call \(call)")
      let device = renderer.device
      #expect(renderer.recoveries.count <= 1)
      let hasFailed = device.run { () -> Bool in
        defer { copengl_fail(COPENGL_NO_FAULT, 0) }
        return copengl_has_failed() != 0
      }
      if renderer.recoveries.count == 0, !hasFailed { break }
      call += 7 * every(2)
    }
    #expect(call > 100)
    // What was kept meanwhile is whole.
    _ = try draw(try renderer())
    if isWarm { #expect(Set(files) == whole) }
    #expect(try draw(try renderer()).compiled == 0)
  }
}
