// Chance in emitters: what is uniform, within which bounds, and that the same seed and time give the same particles.

import Foundation
import Testing

@testable import Compositor

@Suite struct EmitterRandomTests {
  /// Twenty thousand particles of which none is dead.
  private func crowd(_ configure: (inout EmitterLook) -> Void) -> [Particle] {
    Emitter {
      $0.cells[0].numbers.birthRate = 20_000
      $0.cells[0].numbers.lifetime = 10
      configure(&$0)
    }.particles(at: 1)
  }

  // MARK: Values

  @Test("22.2 a value is uniform about its mean")
  func uniform() {
    let particles = crowd {
      $0.cells[0].numbers.scale = 2
      $0.cells[0].numbers.scaleRange = 1
    }
    #expect(particles.count == 20_000)
    let scales = particles.map(\.scale)
    #expect(scales.allSatisfy { $0 >= 1.5 && $0 < 2.5 })
    // Standard deviations: of the mean 0.002, of a tenth's count 42.
    #expect(abs(scales.reduce(0, +) / 20_000 - 2) < 0.008)
    for tenth in 0..<10 {
      let low = 1.5 + Double(tenth) / 10
      let count = scales.count { $0 >= low && $0 < low + 0.1 }
      #expect(abs(count - 2000) < 190, "tenth \(tenth): \(count)")
    }
    // Neighbours know nothing of each other: correlation, of standard deviation 0.007.
    var product = 0.0
    for index in scales.indices.dropFirst() { product += (scales[index] - 2) * (scales[index - 1] - 2) * 12 }
    #expect(abs(product / 20_000) < 0.03)
  }

  @Test("The values of a particle know nothing of each other")
  func independence() {
    let particles = crowd {
      $0.cells[0].numbers.scaleRange = 1
      $0.cells[0].numbers.color = ParticleColor(0.5, 0.5, 0.5, 1)
      $0.cells[0].numbers.colorRange = ParticleColor(1, 1, 1, 0)
    }
    func correlation(_ a: (Particle) -> Double, _ b: (Particle) -> Double) -> Double {
      var product = 0.0
      for particle in particles { product += (a(particle) - 0.5) * (b(particle) - 0.5) * 12 }
      return product / Double(particles.count)
    }
    let values: [(Particle) -> Double] = [
      { $0.scale - 0.5 }, { Double($0.tint.x) }, { Double($0.tint.y) }, { Double($0.tint.z) },
    ]
    for a in values.indices {
      for b in values.indices where a < b { #expect(abs(correlation(values[a], values[b])) < 0.03, "\(a), \(b)") }
    }
  }

  @Test("Lives are uniform, so the number of the living falls in a straight line")
  func lifetimes() {
    let emitter = Emitter {
      $0.cells[0].numbers.birthRate = 20_000
      $0.cells[0].timing.active = 1
      $0.cells[0].numbers.lifetime = 10
      $0.cells[0].numbers.lifetimeRange = 8
    }
    // All were born by second 1; the lives run from 6 to 14.
    for age in [6.0, 8, 10, 12, 14] {
      let expected = 20_000 * (14 - age) / 8
      // Births were spread over a second, which shifts the count by a sixteenth.
      let count = Double(emitter.particles(at: age + 0.5).count)
      #expect(abs(count - expected) < 350, "age \(age): \(count)")
    }
  }

  @Test("Seeds and cells have numbers of their own")
  func seeds() {
    func scales(_ seed: UInt32, _ cell: Int) -> [Double] {
      Emitter {
        $0.seed = seed
        $0.cells[0].index = cell
        $0.cells[0].numbers.scaleRange = 1
        $0.cells[0].numbers.birthRate = 100
      }.particles(at: 2).map(\.scale)
    }
    #expect(scales(0, 0) == scales(0, 0))
    let kinds = [scales(0, 0), scales(1, 0), scales(.max, 0), scales(0, 1)]
    #expect(Set(kinds.flatMap { $0 }).count == 4 * 200)
  }

  @Test("A range more leaves the other choices as they are")
  func stability() {
    let before = crowd { $0.cells[0].numbers.scaleRange = 1 }
    let after = crowd {
      $0.cells[0].numbers.scaleRange = 1
      $0.cells[0].numbers.velocityRange = 5
      $0.cells[0].numbers.spinRange = 5
    }
    #expect(before.map(\.scale) == after.map(\.scale))
  }

  // MARK: Directions

  @Test("22.5 directions fill the cone, all solid angles alike", arguments: [0.5, 2, .pi, 2 * .pi])
  func cone(range: Double) {
    let particles = crowd {
      $0.cells[0].numbers.velocity = 1
      $0.cells[0].numbers.emissionRange = range
      $0.cells[0].timing.active = 1e-3
      $0.cells[0].numbers.birthRate = 2e7
    }
    var heights = 0.0
    var sides = (0.0, 0.0)
    for particle in particles {
      let p = particle.position
      let height = p.x / p.length
      #expect(height >= cos(range / 2) - 1e-9)
      heights += height
      sides = (sides.0 + p.y / p.length, sides.1 + p.z / p.length)
    }
    let count = Double(particles.count)
    #expect(abs(count - 20_000) <= 1)
    let expected: Double = (1 + cos(range / 2)) / 2
    #expect(abs(heights / count - expected) < 0.02)
    #expect(abs(sides.0 / count) < 0.02 && abs(sides.1 / count) < 0.02)
  }

  // MARK: The same particles, however they are asked for

  private func fountain() -> Emitter {
    Emitter { look in
      look.shape = .circle
      look.numbers.width = 10
      look.cells[0].end = 2
      look.cells[0].numbers.birthRate = 40
      look.cells[0].numbers.lifetimeRange = 2
      look.cells[0].numbers.velocity = 20
      look.cells[0].numbers.emissionRange = 1
      var child = EmitterCellLook(end: 2, index: 0, sprite: 0)
      child.numbers.birthRate = 7
      child.numbers.lifetime = 0.5
      child.numbers.scaleRange = 0.5
      look.cells.append(child)
    }
  }

  @Test("The order of frames and their rate change nothing")
  func determinism() {
    let times = (0..<40).map { Double($0) * 0.171 }
    let forward = fountain()
    let frames = times.map { forward.particles(at: $0) }
    let backward = fountain()
    for (index, time) in times.enumerated().reversed() { #expect(backward.particles(at: time) == frames[index]) }
    let dense = fountain()
    for step in 0..<700 { _ = dense.particles(at: Double(step) * 0.01) }
    #expect(dense.particles(at: times[30]) == frames[30])
    #expect(frames[30].count > 400)
  }

  @Test("From frame to frame a particle goes on its way")
  func continuity() {
    let emitter = fountain()
    let first = emitter.particles(at: 5)
    let next = Dictionary(grouping: emitter.particles(at: 5.001), by: \.birth)
    let kept = first.filter { next[$0.birth] != nil }
    #expect(kept.count > first.count - 10)
    for particle in kept {
      let distances = next[particle.birth]!.map {
        hypot($0.position.x - particle.position.x, $0.position.y - particle.position.y)
      }
      #expect(distances.min()! < 0.05)
    }
  }
}
