// What an app's unit tests would be, without XCTest: expectations that are counted, on a stage whose time is ours.

import QuartzCore

/// Counts expectations; prints those that fail.
final class Checks {
  private(set) var passed = 0
  private(set) var failed = 0

  func expect(_ condition: Bool, _ what: String) {
    if condition {
      passed += 1
    } else {
      failed += 1
      print("client: FAILED: \(what)")
    }
  }

  func expect<Value: Equatable>(_ value: Value?, equals expected: Value, _ what: String) {
    expect(value == expected, "\(what): \(value.map { "\($0)" } ?? "nil") instead of \(expected)")
  }

  func expect(_ value: CGFloat?, near expected: CGFloat, _ what: String, within tolerance: CGFloat = 1e-3) {
    let isNear = value.map { abs($0 - expected) <= tolerance } ?? false
    expect(isNear, "\(what): \(value.map { "\($0)" } ?? "nil") instead of \(expected)")
  }

  func expect(_ point: CGPoint?, near expected: CGPoint, _ what: String, within tolerance: CGFloat = 1e-3) {
    let isNear = point.map { hypot($0.x - expected.x, $0.y - expected.y) <= tolerance } ?? false
    expect(isNear, "\(what): \(point.map { "\($0)" } ?? "nil") instead of \(expected)")
  }
}

/// A committed tree and its clock: what a window and its screen are on a device.
final class HostedTree {
  let clock = MediaClock(startingAt: 0)
  let root = CALayer()
  let host: LayerHost

  init(_ content: CALayer...) {
    MediaClock.current = clock
    root.frame = CGRect(x: 0, y: 0, width: 400, height: 300)
    for layer in content { root.addSublayer(layer) }
    host = LayerHost(layer: root, clock: clock)
    CATransaction.flush()
  }

  /// Commits what was set, and lets the time pass.
  func advance(to time: CFTimeInterval) {
    CATransaction.flush()
    clock.advance(to: time)
  }
}
