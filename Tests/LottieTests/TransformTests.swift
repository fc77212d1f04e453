// Transforms, by where points of a layer lie: moved by minus the anchor, scaled, slanted, turned about z, y and x, and
// moved to the position (the documentation's "Tips for rendering"; the order of the axes is lottie-web's).

import CoreGraphics
import Documents
import Foundation
import QuartzCore
import TestDocuments
import Testing

@testable import Lottie

/// A transform in numbers, angles in degrees.
struct Placement: Sendable {
  var anchor = [0.0, 0.0]
  var position = [0.0, 0.0]
  var scale = [100.0, 100.0]
  /// About x, y and z.
  var rotation = [0.0, 0.0, 0.0]
  var skew = 0.0
  var skewAxis = 0.0

  /// Where a point comes to lie, by the formulas of the documentation.
  func applied(to point: CGPoint) -> CGPoint {
    func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
    func turned(_ point: CGPoint, _ angle: Double) -> CGPoint {
      CGPoint(
        x: point.x * cos(angle) - point.y * sin(angle), y: point.x * sin(angle) + point.y * cos(angle))
    }
    var p = CGPoint(x: (point.x - anchor[0]) * scale[0] / 100, y: (point.y - anchor[1]) * scale[1] / 100)
    p = turned(p, radians(skewAxis))
    p.x -= tan(radians(skew)) * p.y
    p = turned(p, -radians(skewAxis))
    p = turned(p, radians(rotation[2]))
    let (rx, ry) = (radians(rotation[0]), radians(rotation[1]))
    p = CGPoint(x: p.x * cos(ry), y: p.y * cos(rx) + p.x * sin(ry) * sin(rx))
    return CGPoint(x: p.x + position[0], y: p.y + position[1])
  }

  /// Halfway to another one.
  func halfway(to other: Placement) -> Placement {
    func mean(_ a: [Double], _ b: [Double]) -> [Double] { zip(a, b).map { ($0 + $1) / 2 } }
    return Placement(
      anchor: mean(anchor, other.anchor), position: mean(position, other.position), scale: mean(scale, other.scale),
      rotation: mean(rotation, other.rotation), skew: (skew + other.skew) / 2,
      skewAxis: (skewAxis + other.skewAxis) / 2)
  }

  private var members: [(String, [Double])] {
    let (rx, ry, rz) = (rotation[0], rotation[1], rotation[2])
    return [
      ("a", anchor), ("p", position), ("s", scale), ("sk", [skew]), ("sa", [skewAxis]), ("rx", [rx]), ("ry", [ry]),
      ("rz", [rz]),
    ]
  }

  /// As the format has it.
  var text: String {
    members.map { #""\#($0)":{"a":0,"k":\#($1.count == 1 ? "\($1[0])" : "\($1)")}"# }.joined(separator: ",")
  }

  /// From here to another one, from frame 0 to frame 100; what is alike does not move.
  func text(movingTo other: Placement) -> String {
    zip(members, other.members).map { from, to in
      let value = from.1 == to.1 ? #"{"a":0,"k":\#(from.1)}"# : moving(key(0, from.1), key(100, to.1))
      return #""\#(from.0)":\#(value)"#
    }.joined(separator: ",")
  }
}

@MainActor struct TransformTests {
  nonisolated private static let placements = [
    Placement(position: [20, 30]),
    Placement(anchor: [5, -3]),
    Placement(anchor: [5, 7], position: [30, 20]),
    Placement(position: [10, 10], scale: [150, 50]),
    Placement(anchor: [4, 4], position: [30, 30], scale: [-100, 100]),
    Placement(position: [30, 30], scale: [-50, -200], rotation: [0, 0, 20]),
    Placement(anchor: [10, 5], position: [32, 32], rotation: [0, 0, 30]),
    Placement(position: [32, 32], scale: [200, 50], rotation: [0, 0, -75]),
    Placement(position: [20, 20], skew: 30),
    Placement(anchor: [3, 1], position: [20, 20], skew: 20, skewAxis: 40),
    Placement(anchor: [3, 1], position: [20, 20], scale: [120, -80], rotation: [0, 0, 50], skew: -15, skewAxis: 90),
    Placement(position: [30, 20], skew: 86), Placement(position: [30, 20], skew: 115),
    Placement(position: [30, 20], skew: -170), Placement(position: [30, 20], skew: 175, skewAxis: 30),
    Placement(position: [20, 20], skew: 200), Placement(position: [20, 20], skew: -350),
    Placement(position: [32, 32], rotation: [60, 0, 0]),
    Placement(anchor: [10, 10], position: [32, 32], rotation: [0, 45, 0]),
    Placement(anchor: [10, 10], position: [32, 32], scale: [90, 110], rotation: [30, 50, 70]),
  ]
  nonisolated private static let points = [CGPoint(x: 0, y: 0), CGPoint(x: 20, y: 0), CGPoint(x: 3, y: 11)]

  /// Skews that are not infinite themselves, but on the way to which one is.
  nonisolated private static let turned = [120, 180, -360].map {
    Placement(position: [30, 20], skew: $0, skewAxis: 30)
  }

  @Test(arguments: placements + turned)
  func still(placement: Placement) throws {
    let film = try Film([solid(transform: placement.text)])
    for point in Self.points { try expectNear(film.place(of: point), placement.applied(to: point)) }
  }

  /// From nothing to the transform, and from it to another one: all that moves moves at once.
  @Test(arguments: placements)
  func moved(placement: Placement) throws {
    let other = Placement(anchor: [1, 2], position: [40, 10], scale: [70, 130], rotation: [0, 0, 25])
    for (from, to) in [(Placement(), placement), (placement, other)] {
      let film = try Film([solid(transform: from.text(movingTo: to))])
      for point in Self.points {
        try expectNear(film.place(of: point, at: 50), from.halfway(to: to).applied(to: point), within: 1e-3)
        try expectNear(
          film.place(of: point, at: 25), from.halfway(to: from.halfway(to: to)).applied(to: point), within: 1e-3)
      }
    }
  }

  @Test("A rotation turns by more than half a turn")
  func turns() throws {
    let film = try Film([solid(transform: #""p":\#(fixed(32, 32)),"r":\#(moving(key(0, [0]), key(100, [1080])))"#)])
    for frame in [10.0, 40, 75, 90] {
      let angle = frame / 100 * 6 * .pi
      try expectNear(
        film.place(of: CGPoint(x: 10, y: 0), at: frame), CGPoint(x: 32 + 10 * cos(angle), y: 32 + 10 * sin(angle)),
        within: 1e-3)
    }
  }

  @Test("A scale goes through 0 to the other side")
  func mirrored() throws {
    let film = try Film([
      solid(transform: #""p":\#(fixed(32, 32)),"s":\#(moving(key(0, [100, 50]), key(100, [-100, -50])))"#)
    ])
    for frame in [0.0, 20, 50, 80, 100] {
      let part = 1 - frame / 50
      try expectNear(
        film.place(of: CGPoint(x: 10, y: 6), at: frame), CGPoint(x: 32 + 10 * part, y: 32 + 3 * part), within: 1e-3)
    }
  }

  @Test("Split dimensions have keyframes of their own")
  func splitDimensions() throws {
    let (x, y) = (moving(key(0, [0]), key(100, [50])), moving(key(20, [10], .hold), key(60, [30]), key(80, [10])))
    for split in [#""s":true,"#, ""] {
      let film = try Film([solid(transform: #""p":{\#(split)"x":\#(x),"y":\#(y)}"#)])
      for (frame, place) in [(10, (5, 10)), (50, (25, 10)), (70, (35, 20)), (90, (45, 10))] {
        try expectNear(film.place(at: Double(frame)), CGPoint(x: place.0, y: place.1))
      }
    }
  }

  /// A quarter of a circle and its mirror image: halfway they are halfway by time as by length.
  private static let arc = moving(
    key(0, [10, 40], .linear, #""to":[0,-16.5685],"ti":[-16.5685,0]"#), key(100, [40, 10]))

  @Test("Spatial tangents lead along a curve")
  func spatialCurve() throws {
    let film = try Film([solid(transform: #""p":\#(Self.arc)"#)])
    try expectNear(film.place(at: 0), CGPoint(x: 10, y: 40))
    // The middle of the Bézier curve: (a + 3 b + 3 c + d) / 8.
    let x: [Double] = [10, 10, 40 - 16.5685, 40]
    let middle = (x[0] + 3 * x[1] + 3 * x[2] + x[3]) / 8
    try expectNear(film.place(at: 50), CGPoint(x: middle, y: middle), within: 1e-3)
    try expectNear(film.place(at: 100), CGPoint(x: 40, y: 10))
    // All else lies on the circle about (40, 40).
    for frame in stride(from: 5.0, to: 100, by: 10) {
      let place = try film.place(at: frame)
      expectNear(hypot(place.x - 40, place.y - 40), 30, within: 0.05)
    }
  }

  @Test("Auto-orient turns a layer along its way")
  func autoOrient() throws {
    let film = try Film([solid(transform: #""p":\#(Self.arc)"#, #""ao":1"#)])
    // Its x axis points up, then to the upper right, then to the right.
    for (frame, angle) in [(0, -90), (50, -45), (100, 0)] {
      let (from, to) = try (film.place(at: Double(frame)), film.place(of: CGPoint(x: 10, y: 0), at: Double(frame)))
      let turn = Double(angle) * .pi / 180
      expectNear(
        CGPoint(x: to.x - from.x, y: to.y - from.y), CGPoint(x: 10 * cos(turn), y: 10 * sin(turn)), within: 0.01)
    }
  }

  @Test("Auto-orient adds to the layer's rotation, and scales stay along its axes")
  func autoOrientAndRotation() throws {
    let way = moving(key(0, [10, 10]), key(100, [40, 40]))
    let film = try Film([
      solid(transform: #""p":\#(way),"r":\#(fixed(45)),"s":\#(fixed(200, 100))"#, #""ao":1"#)
    ])
    // 45° of the way and 45° of its own: the x axis points down.
    try expectNear(film.place(of: CGPoint(x: 5, y: 0), at: 50), CGPoint(x: 25, y: 35), within: 1e-3)
  }

  @Test("An orientation adds to rotations")
  func orientation() throws {
    let film = try Film([solid(transform: #""or":\#(fixed(60, 0, 30)),"rz":\#(fixed(60))"#)])
    try expectNear(film.place(of: CGPoint(x: 10, y: 0)), CGPoint(x: 0, y: 5))
  }

  @Test("Opacity is a part of 100, and of all of a layer at once")
  func opacity() throws {
    let film = try Film([
      shapes([rectangle(10, 10, 20, 20), rectangle(20, 20, 20, 20), fill()], transform: #""o":\#(fixed(40))"#)
    ])
    try expect(film, shows: [canvas([box(10, 10, 20, 20), box(20, 20, 20, 20)]) { $0.opacity = 0.4 }])
  }

  @Test("A layer is shown from its in point up to its out point")
  func inAndOut() throws {
    let film = try Film([solid("#ff0000", 20, 20, LayerOptions(frames: 20...40))])
    for (frame, isShown) in [(0, false), (19.9, false), (20, true), (39.9, true), (40, false), (99, false)] {
      try expect(film, at: frame, shows: isShown ? [box(0, 0, 20, 20)] : [])
    }
  }

  @Test("Layers lie in the order of the file, the first one in front")
  func order() throws {
    let film = try Film([
      solid("#00ff00", 20, 20), solid("#ff0000", 30, 30), solid("#0000ff", 40, 40, transform: #""p":\#(fixed(4, 4))"#),
      solid("#ffff00", 64, 64, transform: "", #""hd":true"#),
    ])
    try expect(film, shows: [box(4, 4, 40, 40, .blue), box(0, 0, 30, 30), box(0, 0, 20, 20, .green)])
  }
}

@MainActor struct ParentingTests {
  private func options(_ index: Int, parent: Int? = nil, _ name: String = "B") -> LayerOptions {
    LayerOptions(name: name, index: index, parent: parent)
  }

  private static let child = Placement(anchor: [2, 3], position: [10, 5], rotation: [0, 0, 30])
  private static let parent = Placement(anchor: [1, 1], position: [30, 20], scale: [150, 80], rotation: [0, 0, -40])
  private static let moved = Placement(anchor: [1, 1], position: [10, 40], scale: [50, 80], rotation: [0, 0, 60])
  private static let point = CGPoint(x: 7, y: 4)

  @Test("A layer lies in the space of its parent, whatever kind the parent is of", arguments: [1, 3, 4])
  func parents(type: Int) throws {
    let shown = type == 1 ? ##""sw":5,"sh":5,"sc":"#00ff00""## : ""
    let film = try Film([
      solid("#ff0000", 20, 10, options(1, parent: 2, "A"), transform: Self.child.text),
      layer(type, options(2), Self.parent.text, shown),
    ])
    try expectNear(film.place(of: Self.point), Self.parent.applied(to: Self.child.applied(to: Self.point)))
  }

  @Test("Moving parents between ones that stand still")
  func movingParents() throws {
    let film = try Film([
      solid("#ff0000", 20, 10, options(1, parent: 2, "A"), transform: Self.child.text),
      layer(3, options(2, parent: 3), Self.parent.text, ""),
      layer(3, options(3, parent: 4), Self.parent.text(movingTo: Self.moved), ""),
      layer(3, options(4, parent: 5), Self.child.text, ""), layer(3, options(5), Self.parent.text, ""),
    ])
    for (frame, moving) in [(0, Self.parent), (50, Self.parent.halfway(to: Self.moved)), (100, Self.moved)] {
      let inner = moving.applied(to: Self.parent.applied(to: Self.child.applied(to: Self.point)))
      let expected = Self.parent.applied(to: Self.child.applied(to: inner))
      try expectNear(film.place(of: Self.point, at: Double(frame)), expected, within: 1e-3)
    }
  }

  @Test("A parent's opacity, in point and visibility are its own")
  func onlyTransforms() throws {
    var parent = options(2)
    parent.frames = 50...60
    let film = try Film([
      solid("#ff0000", 10, 10, options(1, parent: 2, "A")),
      solid("#00ff00", 10, 10, parent, transform: #""p":\#(fixed(20, 20)),"o":\#(fixed(10))"#, #""hd":true"#),
    ])
    try expect(film, shows: [box(20, 20, 10, 10)])
  }

  @Test("A parent that turns along its way turns its children")
  func autoOrient() throws {
    let film = try Film([
      solid("#ff0000", 20, 10, options(1, parent: 2, "A")),
      layer(3, options(2), #""p":\#(moving(key(0, [10, 10]), key(100, [10, 50])))"#, #""ao":1"#),
    ])
    try expectNear(film.place(of: CGPoint(x: 5, y: 0), at: 50), CGPoint(x: 10, y: 35), within: 1e-3)
  }

  @Test("A layer that is a parent of its own parents has those up to itself, which is said")
  func cycles() throws {
    for layers in [
      [solid("#ff0000", 20, 10, options(1, parent: 2)), solid("#ff0000", 20, 10, options(2, parent: 1))],
      [solid("#ff0000", 20, 10, options(1, parent: 1))],
      [
        solid("#ff0000", 20, 10, options(1, parent: 2)), layer(3, options(2, parent: 3), "", ""),
        layer(3, options(3, parent: 2), "", ""),
      ],
    ] {
      let film = try Film(layers)
      #expect(film.notes.count == 1 || layers.count == 2, "\(film.notes)")
      #expect(film.notes.first?.contains("the layer is a parent of its own parents") == true, "\(film.notes)")
      #expect(try film.picture()[5, 5] == [255, 0, 0, 255])
    }
  }

  @Test("A parent that is not there is none, and that is said")
  func missing() throws {
    let film = try Film([solid("#ff0000", 10, 10, options(1, parent: 7, "A"))])
    try expect(film, shows: [box(0, 0, 10, 10)])
    #expect(film.notes == ["layers[0]: no layer 7 in the composition to be a parent"])
  }
}
