// A level meter: a layer subclass with animatable properties of its own, which draws itself.

import QuartzCore

class GaugeLayer: CALayer {
  // Linux only: the accessors. On Apple's systems these are `@NSManaged var level: CGFloat` and
  // `@NSManaged var fillColor: CGColor?`.
  var level: CGFloat {
    get { managed() }
    set { setManaged(newValue) }
  }
  var fillColor: CGColor? {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// Not animatable, so the copy that is shown has to be given it.
  var steps = 20

  override init() {
    super.init()
    contentsGravity = .resize
    magnificationFilter = .nearest
    fillColor = CGColor(red: 0, green: 0.5, blue: 0, alpha: 1)
  }

  override init(layer: Any) {
    super.init(layer: layer)
    if let gauge = layer as? GaugeLayer {
      level = gauge.level
      fillColor = gauge.fillColor
      steps = gauge.steps
    }
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override class func needsDisplay(forKey key: String) -> Bool {
    if key == "level" || key == "fillColor" {
      return true
    }
    return super.needsDisplay(forKey: key)
  }

  override class func defaultValue(forKey key: String) -> Any? {
    key == "level" ? 0.25 : super.defaultValue(forKey: key)
  }

  override func action(forKey event: String) -> CAAction? {
    // A view, or any other delegate, decides for itself; and a layer that has not been shown does not move.
    guard event == "level", delegate == nil, let shown = presentation() else { return super.action(forKey: event) }
    let animation = CABasicAnimation(keyPath: event)
    animation.fromValue = shown.level
    animation.duration = CATransaction.animationDuration()
    animation.timingFunction = CAMediaTimingFunction(name: .linear)
    return animation
  }

  override func display() {
    let shown = presentation() ?? self
    let filled = Int((shown.level * CGFloat(steps)).rounded())
    let color = shown.fillColor?.components?.map { UInt8(($0 * 255).rounded()) } ?? [0, 0, 0, 0]
    var pixels = [UInt8]()
    for step in 0..<steps {
      pixels += step < filled ? color : [0, 0, 0, 0]
    }
    guard let provider = CGDataProvider(data: Data(pixels) as CFData) else { return }
    contents = CGImage(
      width: steps, height: 1, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: steps * 4,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue),
      provider: provider, decode: nil, shouldInterpolate: false, intent: .defaultIntent)
  }
}
