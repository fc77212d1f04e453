// Names that Swift 4.2 gave up, for sources of before: Apple's compiler refuses them too, with the new name.

extension Rules {
  static func oldNames(_ draft: inout Draft) {
    let source = draft.source
    for index in source.activeIndices where source.tokens[index].kind == .word {
      let name = source.text(index)
      guard !draft.project.types.contains(name), !source.isLabel(index) else { continue }
      if source.text(index - 1) != ".", let new = makers[name] {
        label(index, new.type, new.labels, &draft)
      } else if source.text(index - 1) != ".", let new = oldNames[name] ?? constant(name) {
        draft.replace(tokens: index, through: index, with: new)
      } else if let new = oldMembers[name], source.text(index - 1) == "." {
        draft.replace(tokens: index, through: index, with: new)
      } else if let new = oldNotifications[name], source.text(index - 1) == "." {
        // `NSNotification.Name.UIApplicationWillTerminate`, `.UIApplicationWillTerminate`
        var first = index - 1
        for part in ["Name", "NSNotification", "Notification"] where source.text(first - 1) == part {
          first -= 1
          if source.text(first - 1) == "." { first -= 1 }
        }
        draft.replace(tokens: first, through: index, with: new)
      }
    }
  }

  /// `UIEdgeInsetsMake(1, 2, 3, 4)` as `UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)`; what has a label already
  /// stays. An empty label is none.
  private static func label(_ index: Int, _ type: String, _ labels: [String], _ draft: inout Draft) {
    let source = draft.source
    guard source.text(index + 1) == "(", let end = source.closing(index + 1) else { return }
    var arguments = [index + 2]
    var next = index + 2
    while next < end {
      if source.text(next) == "," { arguments.append(next + 1) }
      next = ["(", "[", "{"].contains(source.text(next)) ? (source.closing(next) ?? next) + 1 : next + 1
    }
    guard arguments.count == labels.count, !arguments.contains(where: { source.text($0 + 1) == ":" }) else { return }
    if type != source.text(index) { draft.replace(tokens: index, through: index, with: type) }
    for (argument, label) in zip(arguments, labels) where !label.isEmpty {
      let start = source.tokens[argument].range.lowerBound
      draft.replace(start..<start, with: "\(label): ", what: source.text(index), into: "\(label):")
    }
  }

  private static let makers: [String: (type: String, labels: [String])] = [
    "UIEdgeInsetsMake": ("UIEdgeInsets", ["top", "left", "bottom", "right"]),
    "UIOffsetMake": ("UIOffset", ["horizontal", "vertical"]), "CGPointMake": ("CGPoint", ["x", "y"]),
    "CGSizeMake": ("CGSize", ["width", "height"]), "CGRectMake": ("CGRect", ["x", "y", "width", "height"]),
    "CGVectorMake": ("CGVector", ["dx", "dy"]), "CMTimeMake": ("CMTimeMake", ["value", "timescale"]),
    "CMTimeMakeWithSeconds": ("CMTimeMakeWithSeconds", ["", "preferredTimescale"]),
    "CMTimeRangeMake": ("CMTimeRangeMake", ["start", "duration"]),
    "CMTimeRangeFromTimeToTime": ("CMTimeRangeFromTimeToTime", ["start", "end"]),
    "CMTimeMultiply": ("CMTimeMultiply", ["", "multiplier"]),
    "CMTimeMultiplyByFloat64": ("CMTimeMultiplyByFloat64", ["", "multiplier"]),
    "NSStringFromCGPoint": ("NSCoder.string", ["for"]), "NSStringFromCGSize": ("NSCoder.string", ["for"]),
    "NSStringFromCGRect": ("NSCoder.string", ["for"]), "NSStringFromCGVector": ("NSCoder.string", ["for"]),
    "NSStringFromCGAffineTransform": ("NSCoder.string", ["for"]),
    "NSStringFromUIEdgeInsets": ("NSCoder.string", ["for"]), "NSStringFromUIOffset": ("NSCoder.string", ["for"]),
    "CGPointFromString": ("NSCoder.cgPoint", ["for"]), "CGSizeFromString": ("NSCoder.cgSize", ["for"]),
    "CGRectFromString": ("NSCoder.cgRect", ["for"]), "CGVectorFromString": ("NSCoder.cgVector", ["for"]),
    "CGAffineTransformFromString": ("NSCoder.cgAffineTransform", ["for"]),
    "UIEdgeInsetsFromString": ("NSCoder.uiEdgeInsets", ["for"]), "UIOffsetFromString": ("NSCoder.uiOffset", ["for"]),
  ]

  /// `kCALineCapRound` as `CAShapeLayerLineCap.round`.
  private static func constant(_ name: String) -> String? {
    guard name.hasPrefix("kCA"), name != "kCATransition", name != "kCAOnOrderIn", name != "kCAOnOrderOut" else {
      return nil
    }
    for (prefix, type) in oldConstants where name.hasPrefix(prefix) && name.utf8.count > prefix.utf8.count {
      let rest = name.dropFirst(prefix.count)
      return "\(type).\(beginningLow(rest))"
    }
    return nil
  }

  /// `FromLeft` as `fromLeft`.
  private static func beginningLow(_ name: some StringProtocol) -> String {
    name.prefix(1).lowercased() + name.dropFirst()
  }

  /// The longer prefix of two comes first.
  private static let oldConstants = [
    ("kCALineCap", "CAShapeLayerLineCap"), ("kCALineJoin", "CAShapeLayerLineJoin"),
    ("kCAFillRule", "CAShapeLayerFillRule"), ("kCAFillMode", "CAMediaTimingFillMode"),
    ("kCAMediaTimingFunction", "CAMediaTimingFunctionName"), ("kCAAnimation", "CAAnimationCalculationMode"),
    ("kCAGravity", "CALayerContentsGravity"), ("kCAFilter", "CALayerContentsFilter"),
    ("kCATransition", "CATransitionType"),
    ("kCAAlignment", "CATextLayerAlignmentMode"), ("kCATruncation", "CATextLayerTruncationMode"),
    ("kCAScroll", "CAScrollLayerScrollMode"), ("kCAValueFunction", "CAValueFunctionName"),
  ]

  private static let oldNames: [String: String] = {
    var names = [
      "kCATransitionFromLeft": "CATransitionSubtype.fromLeft",
      "kCATransitionFromRight": "CATransitionSubtype.fromRight",
      "kCATransitionFromTop": "CATransitionSubtype.fromTop",
      "kCATransitionFromBottom": "CATransitionSubtype.fromBottom",
      "kCAFillRuleNonZero": "CAShapeLayerFillRule.nonZero", "kCAFillRuleEvenOdd": "CAShapeLayerFillRule.evenOdd",
      "kCAAnimationRotateAuto": "CAAnimationRotationMode.rotateAuto",
      "kCAAnimationRotateAutoReverse": "CAAnimationRotationMode.rotateAutoReverse",
      "kCAGradientLayerAxial": "CAGradientLayerType.axial", "kCAGradientLayerRadial": "CAGradientLayerType.radial",
      "RunLoopMode": "RunLoop.Mode", "UIViewAnimationOptions": "UIView.AnimationOptions",
      "UIViewAnimationCurve": "UIView.AnimationCurve",
      "UIViewKeyframeAnimationOptions": "UIView.KeyframeAnimationOptions", "UIViewContentMode": "UIView.ContentMode",
      "UIViewAutoresizing": "UIView.AutoresizingMask", "UIViewTintAdjustmentMode": "UIView.TintAdjustmentMode",
      "UIViewNoIntrinsicMetric": "UIView.noIntrinsicMetric",
      "UIControlEvents": "UIControl.Event", "UIControlState": "UIControl.State",
      "UIControlContentHorizontalAlignment": "UIControl.ContentHorizontalAlignment",
      "UIControlContentVerticalAlignment": "UIControl.ContentVerticalAlignment",
      "UIButtonType": "UIButton.ButtonType", "UIBlurEffectStyle": "UIBlurEffect.Style",
      "UIGestureRecognizerState": "UIGestureRecognizer.State", "UITouchPhase": "UITouch.Phase",
      "UISwipeGestureRecognizerDirection": "UISwipeGestureRecognizer.Direction",
      "UIImageOrientation": "UIImage.Orientation", "UIImageRenderingMode": "UIImage.RenderingMode",
      "UIImageResizingMode": "UIImage.ResizingMode", "UIApplicationState": "UIApplication.State",
      "UIEdgeInsetsZero": "UIEdgeInsets.zero", "UIOffsetZero": "UIOffset.zero",
      "UIScrollViewDecelerationRateNormal": "UIScrollView.DecelerationRate.normal",
      "UIScrollViewDecelerationRateFast": "UIScrollView.DecelerationRate.fast",
      "NSAttributedStringKey": "NSAttributedString.Key",
      "AVMediaTypeVideo": "AVMediaType.video", "AVMediaTypeAudio": "AVMediaType.audio",
      "AVFileTypeMPEG4": "AVFileType.mp4", "AVFileTypeQuickTimeMovie": "AVFileType.mov",
      "AVLayerVideoGravityResize": "AVLayerVideoGravity.resize",
      "AVLayerVideoGravityResizeAspect": "AVLayerVideoGravity.resizeAspect",
      "AVLayerVideoGravityResizeAspectFill": "AVLayerVideoGravity.resizeAspectFill",
      "UIFontTextStyle": "UIFont.TextStyle", "UIFontDescriptorSymbolicTraits": "UIFontDescriptor.SymbolicTraits",
    ]
    for attribute in [
      "Font", "ParagraphStyle", "ForegroundColor", "BackgroundColor", "Ligature", "Kern", "UnderlineStyle",
      "UnderlineColor", "StrikethroughStyle", "StrikethroughColor", "StrokeWidth", "StrokeColor", "Shadow",
      "BaselineOffset",
    ] {
      names["NS\(attribute)AttributeName"] =
        "NSAttributedString.Key.\(beginningLow(attribute))"
    }
    for weight in ["UltraLight", "Thin", "Light", "Regular", "Medium", "Semibold", "Bold", "Heavy", "Black"] {
      names["UIFontWeight\(weight)"] = "UIFont.Weight.\(beginningLow(weight))"
    }
    for mode in ["Points", "Outline", "Surface", "Volume"] {
      names["kCAEmitterLayer\(mode)"] = "CAEmitterLayerEmitterMode.\(mode.lowercased())"
    }
    for shape in ["Point", "Line", "Rectangle", "Cuboid", "Circle", "Sphere"] {
      names["kCAEmitterLayer\(shape)"] = "CAEmitterLayerEmitterShape.\(shape.lowercased())"
    }
    for order in ["Unordered", "OldestFirst", "OldestLast", "BackToFront", "Additive"] {
      names["kCAEmitterLayer\(order)"] = "CAEmitterLayerRenderMode.\(beginningLow(order))"
    }
    for trait in [
      "None", "Button", "Link", "Image", "Selected", "PlaysSound", "KeyboardKey", "StaticText", "SummaryElement",
      "NotEnabled", "UpdatesFrequently", "SearchField", "StartsMediaSession", "Adjustable", "AllowsDirectInteraction",
      "CausesPageTurn", "Header",
    ] {
      names["UIAccessibilityTrait\(trait)"] =
        "UIAccessibilityTraits.\(beginningLow(trait))"
    }
    return names
  }()

  private static let oldMembers = [
    "commonModes": "common", "defaultRunLoopMode": "default", "styleSingle": "single", "styleThick": "thick",
    "styleDouble": "double", "groupTableViewBackground": "systemGroupedBackground",
  ]

  private static let oldNotifications: [String: String] = {
    let applications = [
      "DidBecomeActive", "WillResignActive", "DidEnterBackground", "WillEnterForeground", "DidReceiveMemoryWarning",
      "WillTerminate", "DidFinishLaunching", "DidChangeStatusBarOrientation",
    ]
    var names = Dictionary(
      uniqueKeysWithValues: applications.map { name in
        ("UIApplication\(name)", "UIApplication.\(beginningLow(name))Notification")
      })
    names["UIDeviceOrientationDidChange"] = "UIDevice.orientationDidChangeNotification"
    return names
  }()
}
