// Tiles on several threads at once.

import CoreGraphics
import Dispatch
import Foundation
import Synchronization
import Testing

@testable import QuartzCore

@Suite struct TileSourceTests {
  private final class Slow: CATiledLayer {
    let journal = Mutex<(inside: [CGRect], count: Int, wasTwice: Bool, most: Int)>(([], 0, false, 0))
    override func draw(in ctx: CGContext) {
      let box = ctx.boundingBoxOfClipPath
      journal.withLock { state in
        if state.inside.contains(box) { state.wasTwice = true }
        state.inside.append(box)
        state.count += 1
        state.most = max(state.most, state.inside.count)
      }
      Thread.sleep(forTimeInterval: 0.05)
      ctx.fill(box)
      journal.withLock { state in _ = state.inside.remove(at: state.inside.firstIndex(of: box)!) }
    }
  }

  private func tile(_ column: Int) -> LayerTile {
    LayerTile(level: 0, column: column, row: 0, density: 1, x: column * 16, y: 0, width: 16, height: 16)
  }
  private let style = TileStyle(isOpaque: false, isGray: false, isYDown: true)

  @Test("Several threads that want the same tiles draw each once, and different ones at the same time")
  func once() {
    let layer = Slow()
    let source = TileSource(layer)
    let tiles = (0..<6).map(tile)
    DispatchQueue.concurrentPerform(iterations: 8) { start in
      for index in tiles.indices { source.prepare(tiles[(index + start) % 6], self.style, at: 0) }
    }
    var state = layer.journal.withLock { $0 }
    #expect(state.count == 6 && !state.wasTwice && source.count == 6)
    // Of one frame, different ones are drawn at the same time, as soon as a second thread is free.
    for round in 2...100 {
      source.dropMarked()
      _ = source.pictures(of: tiles, style, at: 0)
      state = layer.journal.withLock { $0 }
      #expect(state.count == 6 * round && !state.wasTwice)
      if state.most > 1 || ProcessInfo.processInfo.activeProcessorCount == 1 { return }
    }
    Issue.record("one after the other")
  }

  @Test("A tile that is marked while it is drawn is drawn again")
  func markedMeanwhile() {
    nonisolated(unsafe) let layer = Slow()
    let source = TileSource(layer)
    // A thread of its own: Dispatch may run everything on one.
    let (tile, style) = (tile(0), style)
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      source.prepare(tile, style, at: 0)
      done.signal()
    }
    while layer.journal.withLock({ $0.inside.isEmpty }) { Thread.sleep(forTimeInterval: 0.001) }
    source.dropMarked()
    done.wait()
    #expect(source.count == 0)
    #expect(source.pictures(of: [tile], style, at: 0)[0].image != nil && layer.journal.withLock { $0.count } == 2)
  }

  @Test("What draws nothing has no image; a layer that is gone draws nothing")
  func nothing() {
    final class Empty: CATiledLayer {}
    var layer: CATiledLayer? = Empty()
    let source = TileSource(layer!)
    #expect(source.pictures(of: [tile(0)], style, at: 0)[0].image == nil && source.count == 1)
    layer = nil
    source.dropMarked()
    #expect(source.pictures(of: [tile(0)], style, at: 0)[0].image == nil)
  }

  @Test("Marks add up; none means all")
  func marks() {
    let layer = Slow()
    let source = TileSource(layer)
    _ = source.pictures(of: (0..<6).map(tile), style, at: 0)
    source.mark(CGRect(x: 20, y: 0, width: 1, height: 1))
    source.mark(CGRect(x: 40, y: 0, width: 1, height: 1))
    source.dropMarked()
    #expect(source.count == 4)
    source.mark(CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1))
    source.dropMarked()
    #expect(source.count == 0)
  }
}
