// Reftests: two layer trees that must give the same picture by different routes, in the manner of web browsers. Since
// both pictures are ours, a reftest needs no golden file and holds on every driver; a fault that both routes share is
// for the oracles of RenderingTests and the pictures of Truths to find.
//
// HOW TO ADD ONE: in `Scenes/ITEM.swift`, one file for each item, append to the array
//
//   Reftest("a rectangle as mask clips like bounds", .fuzzy(1, pixels: 40)) {
//     layer(10, 10, 60, 40, .orange) { $0.mask = layer(8, 4, 30.5, 20, .black) }
//   } equals: {
//     layer(18, 14, 30.5, 20, .orange)
//   }
//
// The closures list layers (statements, `if` and `for` are fine), anew at each call. `layer`, `turn`, `tilt`, colours
// and images come from Tests/Support/TestScenes. Without `fuzzy` the pictures must be the same bytes; `.fuzzy(d,
// pixels: n)` lets at most n pixels differ, by at most d of 255. `at:` is the frame's time, `on:` the canvas: 96x72
// points, transparent, as every scene here must stand on its own layers.
//
// Each scene, A and B, also goes through the metamorphic set (Support/Metamorphism.swift): flipped, turned by 90
// degrees, moved, at scale 2, masked, replayed, without each optimisation; from day to day through a quarter of it, and
// through all by `tools/test --all-seeds`. Where a scene must differ, say so and why:
// `except: [.flipped: .skip("images stay upright")]`, or `.fuzzy(3, pixels: 20)` where it is a matter of rounding.
//
// A picture of one colour fails, since it would prove nothing, unless `mayBeBlank: true` says that it is expected.
//
// WHEN ONE FAILS: the message tells the pixels, and the page that shows both pictures (b is the expected one) and their
// difference: .build/test-failures/index.html, or that of the folder that MULTIPLANE_REFTEST_OUTPUT names. To run one
// item: `tools/test --filter ReftestTests.masks`.

import TestSupport
import Testing

/// The parent of all suites here: they render one after another, on one thread.
@MainActor @Suite(.serialized) struct ReftestTests {
  @Test(arguments: Item.masks.reftests) func masks(reftest: Reftest) throws { try reftest.run() }
  @Test(arguments: Item.shadows.reftests) func shadows(reftest: Reftest) throws { try reftest.run() }
  @Test(arguments: Item.shapes.reftests) func shapes(reftest: Reftest) throws { try reftest.run() }
  @Test(arguments: Item.gradients.reftests) func gradients(reftest: Reftest) throws { try reftest.run() }
  @Test(arguments: Item.corners.reftests) func corners(reftest: Reftest) throws { try reftest.run() }
  @Test(arguments: Item.contents.reftests) func contents(reftest: Reftest) throws { try reftest.run() }
  @Test(arguments: Item.depth.reftests) func depth(reftest: Reftest) throws { try reftest.run() }
  @Test(arguments: Item.groups.reftests) func groups(reftest: Reftest) throws { try reftest.run() }
  @Test(arguments: Item.filters.reftests) func filters(reftest: Reftest) throws { try reftest.run() }
  @Test(arguments: Item.particles.reftests) func particles(reftest: Reftest) throws { try reftest.run() }
  @Test(arguments: Item.transitions.reftests) func transitions(reftest: Reftest) throws { try reftest.run() }

  @Test(arguments: Item.allCases) func metamorphic(item: Item) throws {
    // A usual run takes each scene through a quarter of the changes, the next scene through the next quarter.
    let step = every(4)
    for (number, reftest) in item.reftests.enumerated() {
      for (index, change) in Metamorphism.all.enumerated() where (number + index).isMultiple(of: step) {
        try reftest.run(change)
      }
    }
  }

  /// Names are those of files and tests.
  @Test func namesDiffer() {
    for item in Item.allCases {
      let names = item.reftests.map(\.name)
      #expect(Set(names).count == names.count, "two reftests of \(item) have one name")
    }
  }
}

/// What is drawn, by the files of `Scenes`.
enum Item: String, CaseIterable, Sendable {
  case masks, shadows, shapes, gradients, corners, contents, depth, groups, filters, particles, transitions

  var reftests: [Reftest] {
    switch self {
    case .masks: Reftest.masks
    case .shadows: Reftest.shadows
    case .shapes: Reftest.shapes
    case .gradients: Reftest.gradients
    case .corners: Reftest.corners + Reftest.cornerCurves
    case .contents: Reftest.contents + Reftest.sampledContents
    case .depth: Reftest.depth
    case .groups: Reftest.groups
    case .filters: Reftest.filters
    case .particles: Reftest.particles
    case .transitions: Reftest.transitions
    }
  }
}
