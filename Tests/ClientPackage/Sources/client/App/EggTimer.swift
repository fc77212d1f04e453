// A ring that empties with a timer, and says so.

import Darwin
import UIKit

@objc public protocol EggTimerDelegate: AnyObject {
  @objc optional func eggTimerDidStart(_ timer: EggTimer)
  @objc optional func eggTimer(_ timer: EggTimer, didReach second: Int)
  @objc optional func eggTimerDidEnd(_ timer: EggTimer, elapsedTime: TimeInterval)
  @objc optional func title(for timer: EggTimer) -> String?
}

public class EggTimer: UIView {
  @objc public weak var delegate: EggTimerDelegate?
  private var timer: Timer?
  private let step: TimeInterval = 0.05
  private(set) var elapsed: TimeInterval = 0
  private var total: TimeInterval = 1
  private(set) var isPaused = false

  override public init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .clear
    NotificationCenter.default.addObserver(
      self, selector: #selector(pause(_:)), name: UIApplication.didEnterBackgroundNotification, object: nil)
    NotificationCenter.default.addObserver(
      self, selector: #selector(EggTimer.resume), name: UIApplication.willEnterForegroundNotification, object: nil)
  }

  required public init?(coder aDecoder: NSCoder) { super.init(coder: aDecoder) }

  deinit { NotificationCenter.default.removeObserver(self) }

  public func start(seconds: TimeInterval) {
    (total, elapsed) = (seconds, 0)
    timer?.invalidate()
    timer = Timer(timeInterval: step, target: self, selector: #selector(fired(_:)), userInfo: nil, repeats: true)
    RunLoop.main.add(timer!, forMode: .common)
    delegate?.eggTimerDidStart?(self)
    perform(#selector(note), with: nil, afterDelay: seconds / 2)
  }

  private(set) var notes = 0
  @objc private func note() { notes += 1 }

  @objc func pause(_ notification: Notification) {
    timer?.fireDate = Date.distantFuture
    isPaused = true
  }

  @objc func resume() {
    timer?.fireDate = Date()
    isPaused = false
  }

  @objc private func fired(_ timer: Timer) {
    let before = floor(elapsed + 1e-9)
    elapsed += step
    setNeedsDisplay()
    if floor(elapsed + 1e-9) > before { delegate?.eggTimer?(self, didReach: Int(elapsed.rounded())) }
    if elapsed > total - step / 2 {
      timer.invalidate()
      NSObject.cancelPreviousPerformRequests(withTarget: self)
      delegate?.eggTimerDidEnd?(self, elapsedTime: elapsed)
    }
  }

  var title: String { return delegate?.title?(for: self) ?? "egg" }

  override public func draw(_ rect: CGRect) {
    let angle = CGFloat(2 * .pi * elapsed / total) - .pi / 2
    let left = UIBezierPath(
      arcCenter: CGPoint(x: bounds.midX, y: bounds.midY), radius: bounds.width / 2 - 5, startAngle: angle,
      endAngle: 1.5 * .pi, clockwise: true)
    left.lineWidth = 10
    UIColor.red.setStroke()
    left.stroke()
  }
}
