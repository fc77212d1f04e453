// Targets that are used again: each has one owner at a time, and finding one takes as long among many as among few.

import TestSupport
import Testing

@testable import Compositor

@Suite struct TargetPoolTests {
  private final class Target: TargetMemory {
    let bytesPerPixel = 4
    let width: Int
    let height: Int
    init(_ width: Int, _ height: Int) { (self.width, self.height) = (width, height) }
  }

  @Test("A target has one owner at a time and the size that was asked for, whatever is taken and given back")
  func owners() {
    var random = SeededRandom(seed: 41)
    var pool = TargetPool<Target>(.targets)
    var held: [Target] = []
    for step in 0..<20_000 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5:
        let (width, height) = (Int.random(in: 1...4, using: &random), Int.random(in: 1...3, using: &random))
        let target = pool.take(width: width, height: height) { Target(width, height) }
        #expect(target.width == width && target.height == height && !held.contains { $0 === target })
        held.append(target)
      case 5..<9:
        guard !held.isEmpty else { continue }
        pool.giveBack(held.remove(at: Int.random(in: 0..<held.count, using: &random)))
      default:
        if step % 3 == 0 {
          pool.takeBackAll()
          held = []
        }
        pool.endFrame()
      }
    }
  }

  @Test("A target that was given back is taken again, and goes where no frame asks for it")
  func reuse() {
    var pool = TargetPool<Target>(.targets)
    let first = pool.take(width: 8, height: 8) { Target(8, 8) }
    pool.giveBack(first)
    pool.giveBack(first)
    let again = pool.take(width: 8, height: 8) { Target(8, 8) }
    let other = pool.take(width: 8, height: 8) { Target(8, 8) }
    #expect(again === first && other !== first)
    pool.takeBackAll()
    for _ in 0..<100 { pool.endFrame() }
    #expect(pool.targets.isEmpty)
    let new = pool.take(width: 8, height: 8) { Target(8, 8) }
    #expect(new !== first)
  }

  @Test("Many waiting targets of other sizes make none slower")
  func many() {
    func seconds(_ count: Int) -> Double {
      var pool = TargetPool<Target>(.targets)
      pool.targets.budget = .max
      for index in 0..<count { pool.giveBack(pool.take(width: 1 + index, height: 1) { Target(1 + index, 1) }) }
      let time = CPUTime()
      for index in 0..<20_000 {
        let width = 1 + index % count
        pool.giveBack(pool.take(width: width, height: 1) { Target(width, 1) })
      }
      return time.seconds
    }
    // A walk over all of them is a hundred times as long among a hundred times as many.
    let (few, most) = (seconds(50), seconds(5_000))
    #expect(most < 20 * few + 0.1, "\(few) s, \(most) s")
  }
}
