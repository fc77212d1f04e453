// The blur is the layer's `backgroundFilters`, with a colour over it. The radius, colour and saturation of extraLight,
// light and dark blurs are those of Apple's sample UIImageEffects, which introduced the effects. Regular and prominent
// are light and extra light, or dark in the dark style. The materials have the light effect's radius and saturation,
// and an alpha of their own: ours.

import CoreGraphics
public import Foundation
import QuartzCore

/// The effect of a ``UIVisualEffectView`` on the views behind it.
open class UIVisualEffect: NSObject {
  public override init() {}
}

/// A blur.
open class UIBlurEffect: UIVisualEffect {
  /// The transparency and brightness of the blur.
  public enum Style: Int, Sendable {
    case extraLight = 0
    case light = 1
    case dark = 2
    case regular = 4
    case prominent = 5
    case systemUltraThinMaterial = 6
    case systemThinMaterial = 7
    case systemMaterial = 8
    case systemThickMaterial = 9
    case systemChromeMaterial = 10
    case systemUltraThinMaterialLight = 11
    case systemThinMaterialLight = 12
    case systemMaterialLight = 13
    case systemThickMaterialLight = 14
    case systemChromeMaterialLight = 15
    case systemUltraThinMaterialDark = 16
    case systemThinMaterialDark = 17
    case systemMaterialDark = 18
    case systemThickMaterialDark = 19
    case systemChromeMaterialDark = 20
  }

  let style: Style

  /// Creates a blur of a style.
  public init(style: Style) { self.style = style }

  struct Look: Equatable {
    /// The standard deviation, in points.
    var radius: CGFloat
    var saturation: CGFloat
    /// The colour over the blur: a grey, and its alpha.
    var white: CGFloat
    var alpha: CGFloat

    static let light = Look(radius: 30, saturation: 1.8, white: 1, alpha: 0.3)
    static let extraLight = Look(radius: 20, saturation: 1.8, white: 0.97, alpha: 0.82)
    static let dark = Look(radius: 20, saturation: 1.8, white: 0.11, alpha: 0.73)
  }

  final func look(in traits: UITraitCollection) -> Look {
    let isDark = traits.userInterfaceStyle == .dark
    /// Returns a material, by its place among the five.
    func material(_ index: Int, dark: Bool) -> Look {
      var look = dark ? Look.dark : Look.light
      look.radius = Look.light.radius
      look.alpha = [0.3, 0.45, 0.6, 0.75, 0.85][index]
      return look
    }
    switch style {
    case .extraLight: return .extraLight
    case .light: return .light
    case .dark: return .dark
    case .regular: return isDark ? .dark : .light
    case .prominent: return isDark ? .dark : .extraLight
    default:
      let index = style.rawValue - Style.systemUltraThinMaterial.rawValue
      return material(index % 5, dark: index < 5 ? isDark : index >= 10)
    }
  }
}

/// Contents that let some of a blur through; drawn normally here.
open class UIVibrancyEffect: UIVisualEffect {
  /// Creates the effect for contents in front of a blur.
  public init(blurEffect: UIBlurEffect) {}
}

/// A view that blurs the views behind it, with contents in front.
open class UIVisualEffectView: UIView {
  /// The effect; nil for none. A change is not animated. Default: nil.
  open var effect: UIVisualEffect? {
    didSet { showEffect() }
  }

  /// The view for contents in front of the effect, as large as the view.
  public final let contentView = UIView()
  private final let backdrop = UIView()

  /// Creates a view of an effect, of no size at the origin.
  public init(effect: UIVisualEffect?) {
    self.effect = effect
    super.init(frame: .zero)
    setUp()
  }

  /// Creates a view without an effect, with this ``UIView/frame``.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    setUp()
  }

  /// Not read from archives; see the superclass.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  private final func setUp() {
    for view in [backdrop, contentView] {
      view.frame = bounds
      view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      addSubview(view)
    }
    backdrop.isUserInteractionEnabled = false
    showEffect()
  }

  private final func showEffect() {
    guard let look = (effect as? UIBlurEffect)?.look(in: traitCollection) else {
      (backdrop.layer.backgroundFilters, backdrop.backgroundColor) = (nil, nil)
      return
    }
    let blur = CAFilter(type: "gaussianBlur")
    blur.setValue(look.radius, forKey: "inputRadius")
    let saturate = CAFilter(type: "colorSaturate")
    saturate.setValue(look.saturation, forKey: "inputAmount")
    backdrop.layer.backgroundFilters = [blur, saturate]
    backdrop.backgroundColor = UIColor(white: look.white, alpha: look.alpha)
  }

  /// Shows the effect in the new style.
  open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    showEffect()
  }
}
