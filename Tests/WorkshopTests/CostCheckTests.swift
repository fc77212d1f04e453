// Findings of what frames cost: each rule with a scene that provokes it, and one that must stay silent.

import CoreGraphics
import Multiplane
import QuartzCore
import Testing
import Workshop

@MainActor @Suite(.serialized) struct CostCheckTests {
  private func shadowed(_ path: Bool) -> CALayer {
    let group = CALayer()
    group.name = "Group"
    group.frame = CGRect(x: 40, y: 40, width: 160, height: 100)
    group.sublayers = [card("Left", 0, 0, 60, 60), card("Right", 80, 30, 70, 60)]
    (group.shadowOpacity, group.shadowRadius) = (0.6, 8)
    if path { group.shadowPath = CGPath(rect: CGRect(x: 0, y: 0, width: 160, height: 100), transform: nil) }
    return stage([group], on: CGColor(gray: 0.9, alpha: 1))
  }

  @Test("Shadows that take a surface")
  func shadows() throws {
    let found = try findings(.avoidableSurface) { shadowed(false) }
    #expect(found.map(\.layer) == ["Group"] && found[0].advice.contains("shadowPath"))
    #expect(try findings(.avoidableSurface) { shadowed(true) }.isEmpty)
  }

  @Test("Shadows of what nobody has a path for")
  func shadowsOfPictures() throws {
    let found = try findings(.avoidableSurface) {
      let root = shadowed(false)
      let picture = card("Picture", 0, 0, 60, 60, alpha: 0)
      picture.contents = CGImage(width: 2, height: 1, premultipliedRGBA: [255, 255, 255, 255, 0, 0, 0, 0])
      picture.backgroundColor = nil
      root.sublayers?.first?.addSublayer(picture)
      return root
    }
    #expect(found.isEmpty)
  }

  @Test("Rasterized layers whose content moves")
  func rasterized() throws {
    func scene(moves: Bool) -> CALayer {
      let group = card("Group", 20, 20, 200, 150)
      group.shouldRasterize = true
      let dot = card("Dot", 10, 10, 30, 30, gray: 0.2)
      if moves { dot.add(animation("position.x", from: 20, to: 150, duration: 2), forKey: "move") }
      group.sublayers = [dot]
      return stage([group])
    }
    #expect(try findings(.avoidableSurface, duration: 2) { scene(moves: true) }.map(\.layer) == ["Group"])
    #expect(try findings(.avoidableSurface, duration: 2) { scene(moves: false) }.isEmpty)
  }

  @Test("The dearest frame")
  func costliest() throws {
    let report = try checkReport(duration: 2) {
      let over = card("Over", 0, 0, 320, 200, alpha: 0.5)
      over.opacity = 0
      over.add(animation("opacity", from: 0, to: 0.9, duration: 0.5, begin: 1), forKey: "fade")
      return stage([over])
    }
    #expect(try #require(report.costliest).time >= 1)
    #expect(report.surfaceBytes == 320 * 200 * 4)
  }
}
