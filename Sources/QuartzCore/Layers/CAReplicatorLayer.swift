public import CoreGraphics
import Foundation

/// A layer that draws its sublayers several times, each copy transformed, coloured and delayed once more than the one
/// before.
///
/// Its own background and contents are drawn once. All properties but ``preservesDepth`` animate.
open class CAReplicatorLayer: CALayer {
  /// The number of copies, the sublayers themselves included; 0 draws none. Default: 1.
  open var instanceCount: Int {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// Whether copies stand in the space of the superlayer, as the sublayers of a ``CATransformLayer`` do. Default:
  /// false.
  open var preservesDepth: Bool {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The delay of each copy's animations after those of the copy before, in seconds. Default: 0.
  open var instanceDelay: CFTimeInterval {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The transform that each copy adds to the one before, about the layer's centre. Default: the identity.
  open var instanceTransform: CATransform3D {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The colour that the first copy is multiplied by. Default: opaque white.
  open var instanceColor: CGColor? {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The offset that each copy adds to the red of ``instanceColor``. Default: 0.
  open var instanceRedOffset: Float {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The offset that each copy adds to the green of ``instanceColor``. Default: 0.
  open var instanceGreenOffset: Float {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The offset that each copy adds to the blue of ``instanceColor``. Default: 0.
  open var instanceBlueOffset: Float {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The offset that each copy adds to the alpha of ``instanceColor``. Default: 0.
  open var instanceAlphaOffset: Float {
    get { managed() }
    set { setManaged(newValue) }
  }

  package override var isHitItself: Bool { !preservesDepth }

  package override class var renderKind: LayerKind { .replicator }

  package override class var properties: PropertyTable { ReplicatorProperties.table }
}
