// Tested by DrawCallTests, EconomyTests and RasterizerContractTests, and by all tests of `Canvas.byEachRasterizer`.

import CoreGraphics
package import ImageFiles

package enum RasterizerKind: String, CaseIterable, Codable, Sendable {
  /// OpenGL ES.
  case gl
  /// The processor, row by row.
  case rows
}

/// Draws draw lists, by OpenGL (`GLRenderer`) or by rows on the processor (`RowRenderer`). A device has one rasteriser,
/// and so has a film. Any thread may call it, one at a time.
package protocol Rasterizer: AnyObject {
  var kind: RasterizerKind { get }
  /// The facts that its frames' bytes depend on besides the lists and the version of this package.
  var origin: [String: String] { get }
  /// The longest side of a frame, in pixels.
  var longestSide: Int { get }
  /// Whether it draws deep frames (``DrawList/isDeep``).
  var drawsHalfFloats: Bool { get }
  /// The limits of its frames; set before the first one.
  var limits: RasterLimits { get set }
  /// Passes of the last frame that were not drawn because an earlier picture was shown again.
  var leftOutPasses: Int { get }
  /// Whether it asks for the layers of draws (``DrawList/origins``).
  var wantsOrigins: Bool { get }
  var economy: DrawEconomy { get }
  /// The most frames that may be begun and not finished.
  var framesInFlight: Int { get }
  /// The largest picture of planes that it packs, in bytes of a row, and rows; nil if it packs none.
  var largestPacking: (rowBytes: Int, rows: Int)? { get }

  /// Draws a frame to `pixels`, as large as the frame: premultiplied RGBA, bytes or half floats, first row first,
  /// without padding.
  func render(
    _ list: DrawList, images: ImageTable, into pixels: UnsafeMutableRawBufferPointer
  ) throws(RasterError) -> Rasterization

  /// Begins to draw a frame, with at most ``framesInFlight`` in all. The list has a pass. `memory` is the pixels'
  /// memory, if it is known already; `packing` the planes that they become, at most ``largestPacking``; nil for pixels.
  func begin(
    _ list: DrawList, images: ImageTable, into memory: RasterMemory?, packing: PlanePacking?
  ) throws(RasterError) -> RasterWork
}

/// The memory of a frame's pixels, which lasts as long as its owner.
package struct RasterMemory {
  package let bytes: UnsafeMutableRawBufferPointer
  package let owner: AnyObject

  package init(_ bytes: UnsafeMutableRawBufferPointer, owner: AnyObject) { (self.bytes, self.owner) = (bytes, owner) }
}

/// A frame that is being drawn. If nobody finishes it, its release waits until nothing works on it any more.
package final class RasterWork {
  /// Finishes the frame, once: its pixels, or planes, lie in the memory that it was begun with, or else in this.
  package let finish: (UnsafeMutableRawBufferPointer) throws(RasterError) -> Rasterization
  private let settle: () -> Void

  package init(
    _ finish: @escaping (UnsafeMutableRawBufferPointer) throws(RasterError) -> Rasterization,
    settle: @escaping () -> Void = {}
  ) {
    (self.finish, self.settle) = (finish, settle)
  }

  deinit { settle() }
}

package struct Rasterization: Sendable {
  package var kind: RasterizerKind
  /// Milliseconds of issuing OpenGL's calls, or of waiting for rows.
  package var encode: Double
  /// Milliseconds of waiting for the drawing, and of copying the pixels.
  package var readback: Double
  package var counters: RasterCounters

  package init(
    _ kind: RasterizerKind, encode: Double = 0, readback: Double = 0, counters: RasterCounters = RasterCounters()
  ) {
    (self.kind, self.encode, self.readback, self.counters) = (kind, encode, readback, counters)
  }
}

/// The limits of a frame's memory and work.
package struct RasterLimits: Equatable, Sendable {
  /// The most bytes that the surfaces and the made pictures of one frame may take. The tree's images do not count.
  package var memory: Int
  /// The most pixels that a frame's draws and surfaces may write, if more than ``wontedDraws`` to each of its pixels.
  package var drawn: Int
  /// The number of draws to each pixel of a frame that is always allowed.
  private static let wontedDraws = 64.0

  package init(memory: Int = .max, drawn: Int = .max) { (self.memory, self.drawn) = (memory, drawn) }

  /// Throws if a frame's surfaces or draws are above the limits, whatever was drawn before.
  package func check(_ list: DrawList) throws(RasterError) {
    let pixels = list.counters.drawnPixels
    let wonted = Int(bounded: Double(list.counters.framePixels) * Self.wontedDraws)
    guard pixels <= max(drawn, wonted) else { throw .overDrawLimit(needed: pixels, limit: drawn) }
    guard memory < .max else { return }
    let bytes = list.peakBytes
    guard bytes > Double(memory) else { return }
    let largest = list.passes.map(\.box).max { $0.area < $1.area } ?? .empty
    throw .overMemoryLimit(
      needed: bytes, limit: memory, width: Int(bounded: largest.width), height: Int(bounded: largest.height))
  }
}

extension Rasterizer {
  package var drawsHalfFloats: Bool { true }
  package var wantsOrigins: Bool { false }
  package var economy: DrawEconomy { .pixels }
  package var framesInFlight: Int { 2 }
  package var largestPacking: (rowBytes: Int, rows: Int)? { nil }

  /// Throws if it cannot draw frames of that size, in pixels.
  package func checkSize(width: Int, height: Int) throws(RasterError) {
    guard width <= longestSide, height <= longestSide else {
      throw .frameTooLarge(width: width, height: height, limit: longestSide)
    }
  }

  /// Throws if a frame is too large, or above the limits.
  package func check(_ list: DrawList) throws(RasterError) {
    guard !list.isDeep || drawsHalfFloats else { throw .noHalfFloats }
    if let frame = list.passes.last {
      try checkSize(width: Int(bounded: frame.box.width), height: Int(bounded: frame.box.height))
    }
    try limits.check(list)
  }

  /// Draws a frame to premultiplied RGBA, bytes or half floats.
  package func pixels(of list: DrawList, images: ImageTable) throws(RasterError) -> [UInt8] {
    guard let frame = list.passes.last else { return [] }
    let count = Int(bounded: frame.box.width) * Int(bounded: frame.box.height) * list.bytesPerPixel
    var failure: RasterError?
    let pixels = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(RasterError) {
        _ = try render(list, images: images, into: UnsafeMutableRawBufferPointer(buffer))
        filled = count
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return pixels
  }
}

extension Duration {
  package var milliseconds: Double { self / .milliseconds(1) }
}

/// The cost that draw lists and their drawing save. Pixels' programs cost most on llvmpipe; calls bound a GPU's speed.
package enum DrawEconomy: String, CaseIterable, Sendable {
  /// Work for each pixel, for processors: programs that do no more than a draw needs, and slices that need the least.
  case pixels
  /// Calls, for GPUs: neighbours of many kinds and textures in one call, by a program that draws them all.
  case calls
}

extension DrawEconomy {
  /// The environment variable that overrides OpenGL's economy.
  package static let environmentVariable = "MULTIPLANE_ECONOMY"

  /// Returns the economy that an environment asks for; nil if the variable is missing or empty.
  package static func asked(in environment: [String: String]) throws(UnknownEconomy) -> DrawEconomy? {
    guard let word = environment[environmentVariable], !word.isEmpty else { return nil }
    guard let economy = DrawEconomy(rawValue: word) else { throw UnknownEconomy(name: word) }
    return economy
  }
}

package struct UnknownEconomy: Error, Equatable, CustomStringConvertible {
  let name: String

  package var description: String {
    let names = DrawEconomy.allCases.map(\.rawValue).joined(separator: ", ")
    return "\(DrawEconomy.environmentVariable): '\(name)' is nothing to save; expected one of \(names)"
  }
}

/// OpenGL's work for a frame, besides the counts of the list. The same scene gives the same numbers on each device of
/// the same economy. Rows make no calls and read images in place: all their numbers are 0.
package struct RasterCounters: Equatable, Sendable, Codable {
  package var calls = 0
  /// Changes of state between calls: of targets, programs and their uniforms, blend states, textures, buffers.
  package var stateChanges = 0
  /// Bytes of rectangles and quadrilaterals.
  package var geometryBytes = 0
  package var readBytes = 0
  /// Images that were uploaded, and their bytes.
  package var uploads = 0
  package var uploadedBytes = 0

  package init() {}

  package static func += (a: inout RasterCounters, b: RasterCounters) {
    a.calls += b.calls
    a.stateChanges += b.stateChanges
    a.geometryBytes += b.geometryBytes
    a.readBytes += b.readBytes
    a.uploads += b.uploads
    a.uploadedBytes += b.uploadedBytes
  }
}
