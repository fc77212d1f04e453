// Checks as a whole: their times, their report, the pictures of their findings.

import CoreGraphics
import Foundation
import Multiplane
import QuartzCore
import Testing
import Workshop

@MainActor @Suite(.serialized) struct SceneCheckTests {
  private func scene() -> CALayer {
    let faint = label("Hard to read", 20, 20, 200, 40, gray: 0.2)
    let brief = card("Brief", 150, 100, 20, 20)
    brief.opacity = 0
    let show = animation("opacity", from: 1, to: 1, duration: 0.1, begin: 1.62)
    show.fillMode = .removed
    brief.add(show, forKey: "show")
    return stage([faint, brief, card("Lost", 500, 0, 10, 10)])
  }

  @Test("The worst first, and the same each time")
  func order() throws {
    let reports = try (0..<2).map { _ in try checkReport(duration: 3) { scene() } }
    #expect(reports[0].description == reports[1].description)
    let ranks = reports[0].findings.map { Finding.Severity.allCases.firstIndex(of: $0.severity)! }
    #expect(ranks == ranks.sorted() && ranks.count >= 2)
    #expect(reports[0].description.contains("warning never-seen: Lost"))
    #expect(reports[0].description.contains("0 errors, 2 warnings, 0 notes; "))
  }

  @Test("What shows between two times that are looked at, by its animation")
  func animationTimes() throws {
    // Nothing tells of the tenth of a second from 1.62 s on but the animation.
    #expect(try findings(.neverSeen, duration: 3) { scene() }.map(\.layer) == ["Lost"])
  }

  @Test("A text of thousands of animations is looked at a bounded number of times")
  func manyAnimations() throws {
    let report = try checkReport(duration: 20) {
      stage(
        (0..<300).map { index in
          let layer = card("Card \(index)", Double(index), 10, 5, 5)
          layer.add(animation("opacity", from: 0, to: 1, duration: 0.3, begin: Double(index) * 0.06), forKey: "in")
          return layer
        })
    }
    #expect(report.frames <= 700)
  }
}
