// Counts frames, as a game loop or a frame-rate meter does.

import QuartzCore

final class Ticker: NSObject {
  private var link: CADisplayLink?
  private(set) var stamps: [CFTimeInterval] = []

  func start() {
    // Linux only: a closure in place of `selector: #selector(tick)`.
    let link = CADisplayLink(target: self) { [unowned self] in tick($0) }
    link.preferredFramesPerSecond = 30
    link.add(to: .main, forMode: .common)
    self.link = link
  }

  private func tick(_ link: CADisplayLink) {
    stamps.append(link.timestamp)
    if stamps.count == 3 {
      link.invalidate()
      self.link = nil
    }
  }
}
