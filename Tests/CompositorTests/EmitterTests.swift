// The simulation of emitters alone: flat values in, particles out.

import Foundation
import Testing

@testable import Compositor

@Suite struct EmitterTests {
  // MARK: Births and lives

  @Test("Particle k is born (k + 1) / rate seconds after the beginning, and lives for its lifetime")
  func births() {
    let emitter = Emitter { $0.cells[0].numbers.birthRate = 2 }
    #expect(emitter.births(at: 0.49) == [])
    #expect(emitter.births(at: 0.5) == [0.5])
    #expect(emitter.births(at: 1.9) == [0.5, 1, 1.5])
    // The lifetime is 3: born at 0.5, gone at 3.5.
    #expect(emitter.births(at: 3.5) == [1, 1.5, 2, 2.5, 3, 3.5])
    #expect(emitter.births(at: 1000.25).count == 6)
  }

  @Test("22.1 the layer multiplies birth rate and lifetime")
  func multipliers() {
    let emitter = Emitter {
      $0.numbers.birthRate = 3
      $0.numbers.lifetime = 0.5
      $0.cells[0].numbers.birthRate = 10
    }
    // 30 a second for 1.5 seconds.
    #expect(emitter.births(at: 50).count == 45)
  }

  @Test("22.12 planes turn about an axis in space, others in the layer's plane", arguments: [0.5, 1, 1.5, 3])
  func planes(time: Double) throws {
    func particle(_ change: (inout EmitterLook) -> Void) throws -> Particle {
      let emitter = Emitter {
        $0.cells[0].numbers.birthRate = 2
        $0.cells[0].numbers.lifetime = 0.4
        $0.cells[0].numbers.rotation = 0.7
        $0.cells[0].numbers.spin = 2
        change(&$0)
      }
      return try #require(emitter.particles(at: time + 0.25).first)
    }
    let angle = 0.7 + 2 * 0.25
    let sprite = try particle { $0.cells[0].numbers.orientationLatitude = 1 }
    #expect(abs(sprite.rotation - angle) < 1e-12 && sprite.axis == .towardsViewer)
    // About x its height shrinks, about y its width; about z it turns as others do.
    let aboutX = try particle {
      $0.cells[0].isPlane = true
      $0.cells[0].numbers.orientationLatitude = .pi / 2
    }
    #expect(abs(aboutX.axis.x - 1) < 1e-12 && abs(aboutX.rotation - angle) < 1e-12)
    let aboutY = try particle {
      $0.cells[0].isPlane = true
      ($0.cells[0].numbers.orientationLatitude, $0.cells[0].numbers.orientationLongitude) = (.pi / 2, .pi / 2)
    }
    #expect(abs(aboutY.axis.y - 1) < 1e-12)
    let plane = try particle { $0.cells[0].isPlane = true }
    #expect(plane == sprite)
    // Axes in a cone: within half its opening, and not all the same.
    let axes = try (0..<40).map { seed in
      try particle {
        $0.cells[0].isPlane = true
        $0.cells[0].numbers.orientationRange = 1
        $0.seed = UInt32(seed)
      }.axis
    }
    #expect(axes.allSatisfy { $0.z >= cos(0.5) - 1e-12 && abs($0.length - 1) < 1e-9 })
    #expect(Set(axes.map(\.x)).count > 30 && axes.contains { $0.z < 0.95 })
  }

  @Test("22.9 a cell emits in its own time")
  func cellTiming() {
    let emitter = Emitter {
      $0.cells[0].timing.begin = 2
      $0.cells[0].timing.active = 1
      $0.cells[0].timing.speed = 2
      $0.cells[0].numbers.birthRate = 4
      $0.cells[0].numbers.velocity = 10
    }
    // From 2 s to 2.5 s, four births a second of its own: at 0.25, 0.5, 0.75 of its time (1 is over).
    #expect(emitter.births(at: 2.1) == [])
    #expect(emitter.births(at: 3) == [2.125, 2.25, 2.375])
    // Two seconds of its own have passed: the first is 1.75 s old.
    #expect(emitter.particles(at: 3).first?.position.x == 17.5)
    #expect(emitter.births(at: 2 + 0.125 + 1.5) == [2.25, 2.375])
  }

  @Test("A cell that stands still shows one moment")
  func pausedCell() {
    let emitter = Emitter {
      $0.cells[0].timing.speed = 0
      $0.cells[0].timing.offset = 1.25
      $0.cells[0].numbers.birthRate = 2
      $0.cells[0].numbers.velocity = 8
    }
    #expect(emitter.particles(at: 0).map(\.position.x) == [6, 2])
    #expect(emitter.particles(at: 0) == emitter.particles(at: 77))
  }

  @Test("Disabled cells, no rate, no lifetime: nothing")
  func nothing() {
    #expect(Emitter { $0.cells[0].isEnabled = false }.births(at: 5) == [])
    #expect(Emitter { $0.cells[0].numbers.birthRate = 0 }.births(at: 5) == [])
    #expect(Emitter { $0.cells[0].numbers.birthRate = -5 }.births(at: 5) == [])
    #expect(Emitter { $0.cells[0].numbers.lifetime = 0 }.births(at: 5) == [])
    #expect(Emitter { $0.cells = [] }.births(at: 5) == [])
  }

  // MARK: Motion and looks

  @Test("22.6 constant acceleration, growth, colour and turning by closed forms")
  func motion() throws {
    let emitter = Emitter {
      $0.numbers.position = SpaceVector(5, 6, 7)
      $0.numbers.velocity = 2
      $0.numbers.spin = 3
      $0.numbers.scale = 4
      $0.cells[0].numbers.birthRate = 1
      $0.cells[0].numbers.velocity = 10
      $0.cells[0].numbers.emissionLongitude = .pi / 2
      $0.cells[0].numbers.acceleration = SpaceVector(1, 2, 3)
      $0.cells[0].numbers.scale = 0.5
      $0.cells[0].numbers.scaleSpeed = 0.25
      $0.cells[0].numbers.spin = 2
      $0.cells[0].numbers.color = ParticleColor(1, 0.5, 0.25, 1)
      $0.cells[0].numbers.colorSpeed = ParticleColor(1, -0.1, 0.1, -0.25)
    }
    let particle = try #require(emitter.particles(at: 3).first)
    // Two seconds old.
    #expect(abs(particle.position.x - 7) < 1e-9)
    #expect(abs(particle.position.y - 50) < 1e-9)
    #expect(abs(particle.position.z - 13) < 1e-9)
    #expect(particle.scale == 4)
    #expect(particle.rotation == 12)
    #expect(particle.tint.isClose(SIMD4(0.5, 0.15, 0.225, 0.5)))
  }

  @Test("Latitude is added to the angle from the z axis")
  func latitude() throws {
    let emitter = Emitter {
      $0.cells[0].numbers.velocity = 10
      $0.cells[0].numbers.emissionLatitude = .pi / 2
    }
    let p = try #require(emitter.particles(at: 2).first).position
    #expect(abs(p.x) < 1e-9 && abs(p.y) < 1e-9 && abs(p.z + 10) < 1e-9)
  }

  @Test("22.7 orders", arguments: [EmitterLook.Order.unordered, .oldestFirst, .oldestLast, .backToFront, .additive])
  func orders(_ order: EmitterLook.Order) {
    let emitter = Emitter {
      $0.order = order
      $0.cells.append(EmitterCellLook(end: 2, index: 1, sprite: 0))
      for index in 0..<2 {
        $0.cells[index].numbers.birthRate = index == 0 ? 3 : 4
        $0.cells[index].numbers.lifetime = 10
        $0.cells[index].numbers.acceleration.z = index == 0 ? 1 : -1
      }
    }
    let particles = emitter.particles(at: 2.1)
    #expect(particles.count == 14)
    let births = particles.map(\.birth)
    switch order {
    case .unordered, .additive:
      let cellByCell: [Double] = births[0..<6].sorted() + births[6...].sorted()
      #expect(births == cellByCell)
    case .oldestFirst: #expect(births == births.sorted())
    case .oldestLast:
      let falling: [Double] = births.sorted().reversed()
      #expect(births == falling)
    case .backToFront:
      let depths: [Double] = particles.map(\.position.z)
      #expect(depths == depths.sorted())
    }
  }

  // MARK: Cells of cells

  @Test("22.8 a particle emits where it is, relative to where it goes, with its scale and colour")
  func cellsOfCells() throws {
    let emitter = Emitter { look in
      look.cells[0].sprite = -1
      look.cells[0].end = 2
      look.cells[0].numbers.birthRate = 1
      look.cells[0].numbers.lifetime = 1.02
      look.cells[0].numbers.velocity = 100
      look.cells[0].numbers.scale = 0.5
      look.cells[0].numbers.color = ParticleColor(1, 0.5, 1, 1)
      look.cells[0].numbers.colorSpeed = ParticleColor(-0.5, 0, 0, 0)
      look.cells[0].numbers.emissionLongitude = .pi / 2
      var child = EmitterCellLook(end: 2, index: 0, sprite: 0)
      child.numbers.birthRate = 1
      child.numbers.lifetime = 1
      child.numbers.velocity = 10
      child.numbers.scale = 3
      child.numbers.emissionLongitude = .pi / 2
      child.numbers.color = ParticleColor(1, 1, 0.5, 1)
      look.cells.append(child)
    }
    // Born at 1, at (0, 0), it goes down; at its age of 1 it is at (0, 100) and emits one, towards minus x.
    #expect(emitter.particles(at: 1.99).isEmpty)
    let child = try #require(emitter.particles(at: 2.5).first)
    #expect(abs(child.position.x + 5) < 1e-9 && abs(child.position.y - 100) < 1e-9)
    #expect(child.scale == 1.5 && child.birth == 2)
    #expect(child.tint.isClose(SIMD4(0.5, 0.5, 0.5, 1)))
    // It lives on after its parent.
    #expect(emitter.particles(at: 2.9).count == 1)
  }

  @Test("Three levels, with the parents long gone")
  func threeLevels() {
    let emitter = Emitter { look in
      look.cells = (0..<3).map { depth in
        var cell = EmitterCellLook(end: 3, index: 0, sprite: depth == 2 ? 0 : -1)
        cell.numbers.birthRate = depth == 0 ? 1 : 2
        cell.numbers.lifetime = depth == 0 ? 1.5 : 0.75
        return cell
      }
    }
    // One root a second, each with 2 children, each with one grandchild that lives 0.75 s.
    #expect(emitter.births(at: 1.99).isEmpty)
    #expect(emitter.births(at: 100) == [99.5, 100])
  }

  // MARK: Bounds

  @Test("Only the living are visited, and never too many")
  func visits() {
    let emitter = Emitter {
      $0.cells[0].numbers.birthRate = 1000
      $0.cells[0].numbers.lifetime = 1
    }
    #expect(emitter.births(at: 1e6).count == 1000)
    #expect(emitter.field(at: 1e6).visitedCount <= 1002)
    let flood = Emitter {
      $0.cells[0].numbers.birthRate = 1e30
      $0.cells[0].numbers.lifetime = 1e30
      $0.cells[0].sprite = -1
    }
    let visited = flood.field(at: 1000).visitedCount
    #expect(visited > 990_000 && visited <= 1_000_000)
  }

  @Test("Bounds hold every picture")
  func bounds() {
    let emitter = Emitter {
      $0.shape = .rectangle
      $0.numbers.width = 50
      $0.cells[0].numbers.birthRate = 50
      $0.cells[0].numbers.velocity = 30
      $0.cells[0].numbers.emissionRange = 2 * .pi
      $0.cells[0].numbers.scaleSpeed = -0.7
    }
    let field = emitter.field(at: 4)
    for particle in field.particles {
      let reach: Double = 5 * abs(particle.scale)
      let p = particle.position
      let around = Box(p.x - reach, p.y - reach, p.x + reach, p.y + reach)
      #expect(field.bounds.contains(around))
    }
  }

  @Test("Strange numbers neither trap nor hang")
  func strangeNumbers() {
    for value in [Double.nan, .infinity, -.infinity, 1e300, -1e300, 0, -1] {
      let emitter = Emitter {
        $0.numbers.width = value
        $0.numbers.lifetime = value
        $0.cells[0].numbers.velocity = value
        $0.cells[0].numbers.lifetimeRange = value
        $0.cells[0].timing.begin = value
        $0.cells[0].timing.offset = value
      }
      for time in [-1e9, 0, 20, 1e18, .nan] {
        #expect(emitter.particles(at: time).allSatisfy { $0.position.length < 1e13 })
      }
    }
  }
}

extension SIMD4<Float> {
  fileprivate func isClose(_ other: Self) -> Bool {
    let d = self - other
    return abs(d.x) < 1e-5 && abs(d.y) < 1e-5 && abs(d.z) < 1e-5 && abs(d.w) < 1e-5
  }
}
