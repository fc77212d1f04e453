// A scene as a renderer plays it, without pixels: hosted by a manual clock.

import CoreGraphics
import Foundation
import QuartzCore
import Testing

@testable import Gallery

/// A demo and the clock that it plays by.
final class Play {
  let root: CALayer
  let host: LayerHost
  private let clock = MediaClock(startingAt: 0)

  init(_ demo: Demo) {
    root = demo.make(clock)
    host = LayerHost(layer: root, clock: clock)
    host.flush()
  }

  convenience init(_ name: String) throws { self.init(try #require(Gallery.demo(named: name))) }

  /// Goes on to a time, as a frame does.
  @discardableResult func advance(to time: CFTimeInterval) -> Self {
    clock.advance(to: time)
    host.flush()
    return self
  }

  /// All layers of that name, in the order of the tree.
  func layers(_ name: String) -> [CALayer] {
    func collect(_ layer: CALayer) -> [CALayer] {
      (layer.name == name ? [layer] : []) + (layer.sublayers ?? []).flatMap(collect)
    }
    return collect(root)
  }

  func layer(_ name: String) throws -> CALayer { try #require(layers(name).first, "no layer \(name)") }
}

extension CALayer {
  /// The angle of the transform about z, in quarters of a turn.
  var quarters: Double { atan2(Double(transform.m12), Double(transform.m11)) / (.pi / 2) }
}
