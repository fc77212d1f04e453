// The mask's place in the tree: it has the masked layer as its superlayer, and is not among the sublayers.

extension CALayer {
  /// A layer whose alpha shows this layer and its sublayers, positioned as a sublayer is. Setting it takes the layer
  /// out of the tree it is in. Default: nil.
  public var mask: CALayer? {
    get { presented.map { $0.model.maskLayer?.presentation() } ?? maskLayer }
    set {
      guard newValue !== maskLayer else { return }
      if let newValue {
        checkAdoption(of: newValue)
        newValue.leaveSuperlayer()
      }
      let old = maskLayer
      change("mask") {
        old?.parent = nil
        newValue?.parent = self
        maskLayer = newValue
      }
      old?.leaveHost()
      let appears = host != nil && newValue?.host !== host
      newValue?.setHost(host)
      noteChange(.sublayers)
      if appears { newValue?.runOrderIn() }
    }
  }
}
