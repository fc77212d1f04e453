// Emitters that change: particles keep what held at their birth, whether a commit or an animation changed it later.

import Foundation
import Testing

@testable import Compositor

@Suite struct EmitterHistoryTests {
  /// A layer whose emitter goes along x, and whose cell's birth rate grows, from second 1 to second 3.
  private struct Drive: EmitterMotion {
    var span = 1.0...3.0
    var animatedCells: [Int] { [0] }
    var rate: (Double) -> Double

    func sample(at time: Double) -> (numbers: EmitterNumbers, cells: [CellNumbers]) {
      let way = min(max((time - 1) / 2, 0), 1)
      var numbers = EmitterNumbers()
      numbers.position.x = 100 * way
      var cell = CellNumbers()
      cell.lifetime = 10
      cell.birthRate = rate(way)
      return (numbers, [cell])
    }
  }

  private func driven(_ span: ClosedRange<Double> = 1...3, _ rate: @escaping (Double) -> Double) -> Emitter {
    let emitter = Emitter()
    emitter.track.change(at: 0, to: Emitter.look { _ in }, motion: Drive(span: span, rate: rate))
    return emitter
  }

  @Test("Under an animated position particles stay where they were born")
  func movingEmitter() {
    let emitter = driven { _ in 20 }
    let particles = emitter.particles(at: 5.01)
    #expect(particles.count == 100)
    for particle in particles {
      let expected = 50 * min(max(particle.birth - 1, 0), 2)
      #expect(abs(particle.position.x - expected) < 1e-6)
    }
  }

  @Test("Births are the integral of an animated rate")
  func integral() {
    // None for a second, then up to 60 a second in two: 60 births; then 60 a second.
    let emitter = driven { 60 * $0 }
    #expect(emitter.births(at: 1).isEmpty)
    #expect(abs(emitter.births(at: 2).count - 15) <= 1)
    #expect(abs(emitter.births(at: 3).count - 60) <= 1)
    #expect(abs(emitter.births(at: 4).count - 120) <= 1)
    // Birth k happens where 15 (t - 1)^2 = k + 1.
    for (k, birth) in emitter.births(at: 2.9).enumerated() {
      #expect(abs(birth - (1 + (Double(k + 1) / 15).squareRoot())) < 2e-3)
    }
  }

  @Test("An animation's rate that jumps at its end does not leak past it")
  func jump() {
    let emitter = driven { $0 > 0 && $0 < 1 ? 100 : 0 }
    #expect(abs(emitter.births(at: 20 - 10.5).count - 200) <= 2)
    #expect(emitter.births(at: 5).allSatisfy { $0 >= 1 && $0 <= 3 })
  }

  @Test("Animated for ever, asked in any order")
  func endless() {
    let times = [7.0, 2.5, 11, 0.5, 10.99]
    let once = times.map { driven(1...(.infinity)) { 30 * $0 }.particles(at: $0) }
    let emitter = driven(1...(.infinity)) { 30 * $0 }
    for (index, time) in times.enumerated() { #expect(emitter.particles(at: time) == once[index]) }
    #expect(abs(once[0].count - 150) <= 1)
  }

  @Test("After a commit the old particles go on, and new ones are born the new way")
  func commit() {
    let emitter = Emitter { $0.cells[0].numbers.birthRate = 10 }
    emitter.track.change(
      at: 2.05,
      to: Emitter.look {
        $0.numbers.position.x = 50
        $0.cells[0].numbers.birthRate = 100
      })
    let particles = emitter.particles(at: 2.55)
    #expect(particles.filter { $0.position.x == 0 }.count == 20)
    #expect(particles.filter { $0.position.x == 50 }.count == 50)
    // Half a birth was due: the first new one comes after half the interval.
    #expect(abs(particles[20].birth - 2.055) < 1e-9)
    // The past is what it was.
    #expect(emitter.births(at: 1).count == 10)
    // No more births: the last ones die out.
    emitter.track.change(at: 3, to: Emitter.look { $0.cells[0].numbers.birthRate = 0 })
    #expect(emitter.particles(at: 3).count == 115)
    #expect(emitter.particles(at: 5.5).count == 50)
    #expect(emitter.particles(at: 6.1).isEmpty)
  }

  @Test("A new cell begins with its first birth; the others count on")
  func newCell() {
    let emitter = Emitter { $0.cells[0].identity = 1 }
    var other = EmitterCellLook(end: 2, index: 1, identity: 2, sprite: 0)
    other.numbers.birthRate = 4
    other.numbers.lifetime = 1
    emitter.track.change(
      at: 10.5,
      to: Emitter.look {
        $0.cells[0].identity = 1
        $0.cells.append(other)
      })
    #expect(emitter.births(at: 10.6) == [8, 9, 10])
    #expect(emitter.births(at: 11) == [9, 10, 11, 10.75, 11])
  }

  @Test("What is over is forgotten, and commits that change nothing are not remembered")
  func memory() {
    let emitter = Emitter()
    for step in 1...500 {
      emitter.track.change(at: Double(step) / 10, to: Emitter.look { $0.numbers.position.x = Double(step) })
      emitter.track.change(at: Double(step) / 10 + 0.05, to: Emitter.look { $0.numbers.position.x = Double(step) })
    }
    // Lives of three seconds, ten changes a second.
    #expect(emitter.track.epochCount <= 33)
    #expect(emitter.births(at: 50).count == 3)
  }
}
