// What tools/port changes and what it reports; after each change, that a second run finds nothing more.
import Testing

@testable import port

@Suite struct PortRuleTests {
  private func expect(_ text: String, becomes expected: String) throws {
    #expect(try ported(text).text == expected)
  }

  @Test(arguments: [
    ("@objc func f() {}", "func f() {}"),
    ("public @objc(g:) func f(_ a: Int) {}", "public func f(_ a: Int) {}"),
    ("@objc dynamic var a = 1 // b", "var a = 1 // b"),
    ("  @objc\n  var a = 1\n", "  var a = 1\n"),
    ("@IBDesignable @objcMembers\r\nclass A {}\r\n", "class A {}\r\n"),
    ("@objc // b\nfunc f() {}", "// b\nfunc f() {}"),
    ("@available(iOS 13, *) @objc\nfunc f() {}", "@available(iOS 13, *)\nfunc f() {}"),
    ("@IBOutlet private weak var a: B!", "private weak var a: B!"),
    ("@IBAction func a(_ b: Any) {}\n@IBInspectable var c = 1", "func a(_ b: Any) {}\nvar c = 1"),
    ("@nonobjc func a() {}\n@GKInspectable var c = 1", "func a() {}\nvar c = 1"),
    ("let dynamic = 1\nf(dynamic)\nx.dynamic = 2", "let dynamic = 1\nf(dynamic)\nx.dynamic = 2"),
    ("@objc protocol A {}", "protocol A: AnyObject {}"),
    ("@objc public protocol A: B {}", "public protocol A: AnyObject, B {}"),
    ("@objc protocol A: NSObjectProtocol {}", "protocol A: NSObjectProtocol {}"),
    ("@MainActor @escaping @objcx func a() {}", "@MainActor @escaping @objcx func a() {}"),
  ])
  func attributesOfObjectiveCGo(text: String, expected: String) throws { try expect(text, becomes: expected) }

  @Test(arguments: [
    ("#keyPath(CALayer.position)", "\"position\""),
    ("#keyPath(position)", "\"position\""),
    ("#keyPath(MyType.a.b)", "\"a.b\""),
    ("#keyPath(Outer.Inner.a)", "\"a\""),
    ("#keyPath(Self.`default`)", "\"default\""),
    ("#keyPath(CALayer.isHidden)", "\"hidden\""),
    ("#keyPath(isDoubleSided)", "\"doubleSided\""),
    ("#keyPath(Switch.isHidden)", "\"isHidden\""),
    ("\"a \\(#keyPath(A.b)) #keyPath(A.b)\"", "\"a \\(\"b\") #keyPath(A.b)\""),
    (
      "/* #keyPath(A.b) */ \"#keyPath(A.b)\" // #keyPath(A.b)", "/* #keyPath(A.b) */ \"#keyPath(A.b)\" // #keyPath(A.b)"
    ),
  ])
  func keyPathsAreStrings(text: String, expected: String) throws { try expect(text, becomes: expected) }

  @Test(arguments: [
    ("a(#selector(tick))", "class A {a(Selector(\"tick\", A.tick))}"),
    (
      "a(#selector(tick)); @objc func tick(_ b: B) {}", "class A {a(Selector(\"tick:\", A.tick)); func tick(_ b: B) {}}"
    ),
    ("a(#selector(self.tick(_:)))", "class A {a(Selector(\"tick:\", A.tick(_:)))}"),
    ("a(#selector(B.tick(_:)))", "class A {a(Selector(\"tick:\", B.tick(_:)))}"),
    ("a(#selector(B.C.tick(_:)))", "class A {a(Selector(\"tick:\", B.C.tick(_:)))}"),
    ("{ a(#selector(move(to:by:))) }", "class A {{ a(Selector(\"moveTo:by:\", A.move(to:by:))) }}"),
    ("a(#selector(show(item:)))", "class A {a(Selector(\"showWithItem:\", A.show(item:)))}"),
    (
      "a(#selector(f as (A) -> (C) -> Void))", "class A {a(Selector(\"f\", A.f as (A) -> (C) -> Void))}"
    ),
    ("class B {}; a(#selector(b))", "class A {class B {}; a(Selector(\"b\", A.b))}"),
    ("NSStringFromSelector(#selector(getter: CALayer.position))", "class A {\"position\"}"),
  ])
  func selectorsHaveTheirMethods(text: String, expected: String) throws {
    try expect("import UIKit\nclass A {\(text)}", becomes: "import UIKit\n\(expected)")
  }

  @Test(arguments: [
    ("a(#selector(tick))", "a(Selector(\"tick\"))"),
    ("class A { b(#selector(setter: B.level)) }", "class A { b(Selector(\"setLevel:\")) }"),
    ("class A { b(#selector(c.tick)) }", "class A { b(Selector(\"tick\")) }"),
  ])
  func selectorsOfUnknownTypesAreNames(text: String, expected: String) throws {
    let (result, source) = try ported("import UIKit\n\(text)")
    #expect(result == "import UIKit\n\(expected)")
    #expect(source.remarks.count == 1)
  }

  @Test(arguments: [
    (
      "Timer(timeInterval: 1, target: self, selector: #selector(f), userInfo: nil, repeats: true)",
      "Timer.timer(timeInterval: 1, target: self, selector: Selector(\"f\", A.f), userInfo: nil, repeats: true)"
    ),
    (
      "t = Timer.init(timeInterval: 1, target: self, selector: s, userInfo: nil, repeats: true)",
      "t = Timer.timer(timeInterval: 1, target: self, selector: s, userInfo: nil, repeats: true)"
    ),
    (
      "Timer.scheduledTimer(timeInterval: 1, target: self, selector: #selector(f), userInfo: nil, repeats: true)",
      "Timer.scheduledTimer(timeInterval: 1, target: self, selector: Selector(\"f\", A.f), userInfo: nil, "
        + "repeats: true)"
    ),
    ("Timer(timeInterval: 1, repeats: true) { _ in }", "Timer(timeInterval: 1, repeats: true) { _ in }"),
    ("var t = Timer()", "var t = Timer(timeInterval: 0, repeats: false) { _ in }"),
    (
      "NotificationCenter.default.addObserver(self, selector: #selector(f), name: n, object: nil)",
      "NotificationCenter.default.addObserver(self, selector: Selector(\"f\", A.f), name: n, object: nil)"
    ),
    (
      "l = CADisplayLink(target: self, selector: #selector(A.f(_:)))",
      "l = CADisplayLink(target: self, selector: Selector(\"f:\", A.f(_:)))"
    ),
    (
      "b.addTarget(self, action: #selector(f), for: .touchUpInside)",
      "b.addTarget(self, action: Selector(\"f\", A.f), for: .touchUpInside)"
    ),
  ])
  func whatTakesSelectorsTakesThem(text: String, expected: String) throws {
    let (result, source) = try ported("import UIKit\nclass A {\(text)}")
    #expect(result == "import UIKit\nclass A {\(expected)}")
    #expect(source.remarks.isEmpty)
  }

  @Test(arguments: [
    (
      "@objc protocol A { @objc optional func b() }\na?.b?()",
      "protocol A: AnyObject { func b() }\n\nextension A {\n  func b() {}\n}\na?.b()"
    ),
    (
      "@objc public protocol A: B {\n  func a()\n  @objc optional func b(_ c: Int,\n    d: E)\n}\na?.b!(1, d: e)",
      "public protocol A: AnyObject, B {\n  func a()\n  func b(_ c: Int,\n    d: E)\n}\n\n"
        + "extension A {\n  public func b(_ c: Int,\n    d: E) {}\n}\na?.b(1, d: e)"
    ),
    // What is optional anyway is nil; what all callers replace by one value has that value.
    (
      "protocol A { optional func b() -> C?\n optional var d: E? { get } }\na?.b?()",
      "protocol A { func b() -> C?\n var d: E? { get } }\n\n"
        + "extension A {\n  func b() -> C? { nil }\n  var d: E? { nil }\n}\na?.b()"
    ),
    (
      "protocol A { optional func b(c: D) -> Int }\na?.b?(c: d(1)) ?? 1\ne.b?(c: f) ?? 1",
      "protocol A { func b(c: D) -> Int }\n\nextension A {\n  func b(c: D) -> Int { 1 }\n}\n"
        + "a?.b(c: d(1)) ?? 1\ne.b(c: f) ?? 1"
    ),
    ("a.delegate?.animationDidStop?(b, finished: true)", "a.delegate?.animationDidStop(b, finished: true)"),
  ])
  func optionalMembersHaveDefaults(text: String, expected: String) throws {
    let (result, source) = try ported("import UIKit\n\(text)")
    #expect(result == "import UIKit\n\(expected)")
    #expect(source.remarks.isEmpty)
  }

  @Test(arguments: [
    "protocol A { optional func b() -> Int }\na?.b?() ?? 1\na?.b?() ?? 2",
    "protocol A { optional func b() -> Int }\nif let c = a?.b?() {}",
    "protocol A { optional func b() -> Int }",
    "protocol A { optional var b: C? { get set } }",
  ])
  func optionalMembersOfUnknownDefaultsStay(text: String) throws {
    let (result, source) = try ported("import UIKit\n\(text)")
    #expect(result == "import UIKit\n\(text)")
    #expect(source.remarks.count == 1)
  }

  @Test(
    arguments: [
      ("a.lineCap = kCALineCapRound", "a.lineCap = CAShapeLayerLineCap.round"),
      (
        "f(kCAMediaTimingFunctionEaseInEaseOut, kCAFillRuleEvenOdd)",
        "f(CAMediaTimingFunctionName.easeInEaseOut, CAShapeLayerFillRule.evenOdd)"
      ),
      ("f(kCATransition, kCATransitionFromLeft)", "f(kCATransition, CATransitionSubtype.fromLeft)"),
      ("f(kCAEmitterLayerLine, kCAGravityResize)", "f(CAEmitterLayerEmitterShape.line, CALayerContentsGravity.resize)"),
      ("var a: UIControlState = .normal", "var a: UIControl.State = .normal"),
      ("f(UIBlurEffectStyle: 1); enum UIButtonType {}; let a: UIButtonType", nil),
      (
        "f(NSNotification.Name.UIApplicationWillTerminate, .UIDeviceOrientationDidChange)",
        "f(UIApplication.willTerminateNotification, UIDevice.orientationDidChangeNotification)"
      ),
      ("a = Notification.Name.UIApplicationDidBecomeActive", "a = UIApplication.didBecomeActiveNotification"),
      (
        "f(CMTimeMake(1, 30), CMTimeRangeMake(kCMTimeZero, CMTimeMakeWithSeconds(a ? b : c, 600)))",
        "f(CMTimeMake(value: 1, timescale: 30), CMTimeRangeMake(start: kCMTimeZero, duration: "
          + "CMTimeMakeWithSeconds(a ? b : c, preferredTimescale: 600)))"
      ),
      ("f(CMTimeMake(value: 1, timescale: 30), CMTimeMultiply(a, multiplier: 2))", nil),
      ("f(AVMediaTypeVideo, to: AVFileTypeMPEG4)", "f(AVMediaType.video, to: AVFileType.mp4)"),
      ("a = UIAccessibilityTraitButton", "a = UIAccessibilityTraits.button"),
      ("UIEdgeInsetsMake(1, f(2, 3), -c, d)", "UIEdgeInsets(top: 1, left: f(2, 3), bottom: -c, right: d)"),
      ("CGRectMake(CGPointMake(1, 2).x, a)", "CGRectMake(CGPoint(x: 1, y: 2).x, a)"),
      ("f(RunLoopMode.commonModes, .defaultRunLoopMode)", "f(RunLoop.Mode.common, .default)"),
      (
        "a = b ? kCAFillModeBoth : kCAFillModeForwards",
        "a = b ? CAMediaTimingFillMode.both : CAMediaTimingFillMode.forwards"
      ),
      (
        "f(a ? UIAccessibilityTraitButton :UIAccessibilityTraitNone)",
        "f(a ? UIAccessibilityTraits.button :UIAccessibilityTraits.none)"
      ),
      ("func f(UIFontWeightBold: Int) {}; func g(with UIFontWeightBold: Int) {}", nil),
      (
        "[NSFontAttributeName: a, NSStrokeWidthAttributeName: UIFontWeightSemibold]",
        "[NSAttributedString.Key.font: a, NSAttributedString.Key.strokeWidth: UIFont.Weight.semibold]"
      ),
      (
        "f(kCAAnimationRotateAuto, kCAAnimationPaced)",
        "f(CAAnimationRotationMode.rotateAuto, CAAnimationCalculationMode.paced)"
      ),
      (
        "f(UIScrollViewDecelerationRateFast, UIEdgeInsetsZero)",
        "f(UIScrollView.DecelerationRate.fast, UIEdgeInsets.zero)"
      ),
      ("f(NSStringFromCGRect(a), CGPointFromString(b))", "f(NSCoder.string(for: a), NSCoder.cgPoint(for: b))"),
      ("NSUnderlineStyle.styleSingle.rawValue", "NSUnderlineStyle.single.rawValue"),
      ("a = UIColor.groupTableViewBackground", "a = UIColor.systemGroupedBackground"),
    ] as [(String, String?)])
  func namesOfSwift4AreThoseOfToday(text: String, expected: String?) throws {
    try expect("import UIKit\n\(text)", becomes: "import UIKit\n\(expected ?? text)")
  }

  @Test(
    arguments: [
      ("UIEdgeInsetsInsetRect(frame, a)", "frame.inset(by: a)"),
      (
        "UIEdgeInsetsInsetRect(f(a, b).c, UIEdgeInsetsMake(d, d, d, d))",
        "f(a, b).c.inset(by: UIEdgeInsets(top: d, left: d, bottom: d, right: d))"
      ),
      ("UIEdgeInsetsInsetRect(a ? b : c, d)", "(a ? b : c).inset(by: d)"),
      ("UIImageJPEGRepresentation(a as! UIImage, 0.5)", "(a as! UIImage).jpegData(compressionQuality: 0.5)"),
      ("b = UIImagePNGRepresentation(a!)", "b = a!.pngData()"),
      ("func UIImagePNGRepresentation(_ a: A) {}; UIImagePNGRepresentation(a)", nil),
      ("bringSubview(toFront: a); b.sendSubview(toBack: c())", "bringSubviewToFront(a); b.sendSubviewToBack(c())"),
      ("if UIAccessibilityIsReduceMotionEnabled() {}", "if UIAccessibility.isReduceMotionEnabled {}"),
      (
        "class A: UIView { override func bringSubview(toFront a: UIView) { super.bringSubview(toFront: a) } }",
        "class A: UIView { override func bringSubviewToFront(_ a: UIView) { super.bringSubviewToFront(a) } }"
      ),
    ] as [(String, String?)])
  func callsOfSwift4AreThoseOfToday(text: String, expected: String?) throws {
    try expect("import UIKit\n\(text)", becomes: "import UIKit\n\(expected ?? text)")
  }

  @Test(arguments: [
    ("extension CGFloat { var a: CGFloat { abs(self) } }", "extension CGFloat { var a: CGFloat { Swift.abs(self) } }"),
    (
      "extension CGFloat { func abs(_ a: Int) { x.abs(a) } }\nextension Double { var a: Double { abs(self) } }\nabs(x)",
      "extension CGFloat { func abs(_ a: Int) { x.abs(a) } }\nextension Double { var a: Double { abs(self) } }\nabs(x)"
    ),
  ])
  func absoluteValuesOfCGFloatAreSwifts(text: String, expected: String) throws { try expect(text, becomes: expected) }

  @Test(arguments: [
    ("@NSManaged var a: CGFloat", "var a: CGFloat { get { managed() } set { setManaged(newValue) } }"),
    (
      "class A { @objc @NSManaged public dynamic var a: [String: B<C, D>]? /* e */ }",
      "class A { public var a: [String: B<C, D>]? { get { managed() } set { setManaged(newValue) } } /* e */ }"
    ),
    ("@NSManaged\nvar a: B; c()", "var a: B { get { managed() } set { setManaged(newValue) } }; c()"),
    ("@NSManaged var a: B, c: D", "@NSManaged var a: B, c: D"),
    ("@NSManaged func a()", "@NSManaged func a()"),
  ])
  func managedPropertiesHaveAccessors(text: String, expected: String) throws { try expect(text, becomes: expected) }

  @Test(arguments: [
    ("#if os(iOS)\n#endif", "#if os(iOS) || os(Linux)\n#endif"),
    ("#if os(iOS) || os(tvOS) // a\n#endif", "#if os(iOS) || os(Linux) || os(tvOS) // a\n#endif"),
    ("#if os(iOS) && DEBUG\n#endif", "#if (os(iOS) || os(Linux)) && DEBUG\n#endif"),
    ("#if !os(iOS)\n#endif", "#if !(os(iOS) || os(Linux))\n#endif"),
    ("#if os(macOS)\n#elseif os(iOS)\n#endif", "#if os(macOS)\n#elseif os(iOS) || os(Linux)\n#endif"),
    ("#if os(iOS)\n#elseif os(Linux)\n#endif", "#if os(iOS)\n#elseif os(Linux)\n#endif"),
    ("#if os(iOS)\na\n#else\nb\n#endif", "#if os(iOS) || os(Linux)\na\n#else\nb\n#endif"),
    (
      "#if os(iOS)\nimport UIKit\n#else\nimport AppKit\n#endif",
      "#if os(iOS) || os(Linux)\nimport UIKit\n#else\nimport AppKit\n#endif"
    ),
    (
      "#if os(iOS)\nimport UIKit\nimport Metal\n#else\nimport Foundation\n#endif",
      "#if os(iOS) || os(Linux)\nimport UIKit\nimport Metal\n#else\nimport Foundation\n#endif"
    ),
    ("#if os(macOS)\n#if os(iOS)\n#endif\n#endif", "#if os(macOS)\n#if os(iOS)\n#endif\n#endif"),
    // What Linux does not compile stays; a flag of the build may be set.
    (
      "#if canImport(AppKit)\n@objc class A {}\n#else\n@objc class A {}\n#endif",
      "#if canImport(AppKit)\n@objc class A {}\n#else\nclass A {}\n#endif"
    ),
    (
      "#if os(iOS)\n@objc class A {}\n#else\n@objc class A {}\n#endif",
      "#if os(iOS) || os(Linux)\nclass A {}\n#else\n@objc class A {}\n#endif"
    ),
    (
      "#if DEBUG\n@objc class A {}\n#else\n@objc class A {}\n#endif",
      "#if DEBUG\nclass A {}\n#else\nclass A {}\n#endif"
    ),
  ])
  func conditionsHoldOnLinux(text: String, expected: String) throws { try expect(text, becomes: expected) }

  @Test(arguments: [
    "#if os(iOS) || os(macOS)\nimport Compression\na\n#else\nimport CZlib\n#endif\n#if os(iOS) || os(macOS)\nb\n#endif",
    "#if os(iOS)\nimport CoreMotion\n@objc class A {}\n#endif",
    "#if os(iOS)\na\n#else // Linux\n@objc(b) class B {}\n#endif".replacing("@objc(b) ", with: ""),
    "#if os(iOS)\na\n#else\n// of Linux\nb\n#endif",
    "#if os(iOS)\nimport Darwin\n#else\nimport Glibc\n#endif",
    "#if os(iOS)\nimport Foundation\n#else\nimport Foundation\nimport FoundationNetworking\n#endif",
    "#if os(iOS)\na\n#elseif canImport(Glibc)\nb\n#endif",
    "#if !os(iOS)\nimport CZlib\n#else\nimport Compression\n#endif",
    "#if canImport(Darwin)\nimport Darwin\n#else\nimport Glibc\n#endif",
    "#if canImport(Compression)\nimport Compression\n#else\nimport CZlib\n#endif",
    "#if os(macOS)\na\n#elseif os(iOS) || os(tvOS) || os(watchOS)\nb\n#else\nc\n#endif",
    "#if !(os(macOS) || os(iOS) || os(tvOS) || os(watchOS))\na\n#else\nb\n#endif",
    // The second one belongs to the first.
    "#if os(macOS) || os(iOS) || os(tvOS) || os(watchOS)\na\n#else\nb\n#endif\n"
      + "#if os(macOS) || os(iOS) || os(tvOS) || os(watchOS)\nc\n#endif",
  ])
  func whatHasItsBranchForLinuxStays(text: String) throws {
    let (result, source) = try ported(text)
    #expect(result == text)
    #expect(source.remarks.isEmpty)
  }

  @Test func whatIsLeftOfAllOfApplesSystemsIsLinux() throws {
    let others = ["macOS", "tvOS", "watchOS", "visionOS"]
    for bits in 0..<16 {
      let named = ["iOS"] + others.indices.filter { bits >> $0 & 1 == 1 }.map { others[$0] }
      let isAll = bits & 7 == 7
      for turn in named.indices {
        let systems = (named[turn...] + named[..<turn]).map { "os(\($0))" }
        let condition = systems.joined(separator: " || ")
        let ours = condition.replacing("os(iOS)", with: "os(iOS) || os(Linux)")
        try expect(
          "#if \(condition)\na\n#else\nb\n#endif", becomes: "#if \(isAll ? condition : ours)\na\n#else\nb\n#endif")
        // Without a branch for what is left, and where UIKit's code is for all of Apple's systems, it is ours.
        try expect("#if \(condition)\na\n#endif", becomes: "#if \(ours)\na\n#endif")
        try expect(
          "#if \(condition)\nimport QuartzCore\n#else\nb\n#endif",
          becomes: "#if \(ours)\nimport QuartzCore\n#else\nb\n#endif")
      }
    }
  }

  @Test(arguments: [
    ("import Darwin", "import Foundation"),
    ("import Foundation\nlet a: CADisplayLink", "import QuartzCore\nimport Foundation\nlet a: CADisplayLink"),
    (
      "import Foundation\nlet a: UIColor, b: CALayer", "import UIKit\nimport Foundation\nlet a: UIColor, b: CALayer"
    ),
    ("import QuartzCore\nlet a: UIColor", "import UIKit\nimport QuartzCore\nlet a: UIColor"),
    ("import Foundation\nclass UIMine {}\nlet a: UIMine", "import Foundation\nclass UIMine {}\nlet a: UIMine"),
    ("import Darwin.C", "import Foundation"),
    ("import func Darwin.C.sin", "import Foundation"),
    ("import ObjectiveC.runtime", "import Foundation"),
    (
      "import Foundation\nclass A { let b = #selector(c) }",
      "import QuartzCore\nimport Foundation\nclass A { let b = Selector(\"c\", A.c) }"
    ),
    ("import UIKit.UIColor", "import UIKit"),
    ("import class UIKit.UIView", "import class UIKit.UIView"),
    ("import Other.Part", "import Other.Part"),
    (
      "// a\nimport Foundation\nlet t: CFTimeInterval",
      "// a\nimport QuartzCore\nimport Foundation\nlet t: CFTimeInterval"
    ),
    ("import UIKit\nlet t: CFTimeInterval", "import UIKit\nlet t: CFTimeInterval"),
    ("import Foundation\r\nlet p: CGPath", "import CoreGraphics\r\nimport Foundation\r\nlet p: CGPath"),
    ("import Foundation\nlet p: CGPoint\nlet n: NSInteger", "import Foundation\nlet p: CGPoint\nlet n: Int"),
    (
      "import Foundation\nlet s = URLSession.shared",
      "#if canImport(FoundationNetworking)\nimport FoundationNetworking\n#endif\nimport Foundation\n"
        + "let s = URLSession.shared"
    ),
  ])
  func importsAreThoseOfLinux(text: String, expected: String) throws { try expect(text, becomes: expected) }

  @Test(arguments: [
    ("import SwiftUI", 1, "import SwiftUI"),
    ("\nprotocol A { optional func b() -> Int }", 2, "optional func b"),
    ("extension A {\n  override var b: Int { 1 }\n}", 2, "override var b in an extension"),
    ("a.observe(\\.b) { }", 1, "observe(_:)"),
    ("a.addObserver(b, forKeyPath: c)", 1, "addObserver(forKeyPath:)"),
    ("objc_setAssociatedObject(a)", 1, "objc_setAssociatedObject"),
    ("import UIKit\nlet a = Selector(\"b:\")", 2, "Selector(\"b:\")"),
    ("import UIKit\nlet a = Selector((\"b:\"))", 2, "Selector((\"b:\"))"),
    ("Thread(target: a, selector: b, object: nil)", 1, "Thread(selector:)"),
    ("@UIApplicationMain class A {}", 1, "@UIApplicationMain"),
    ("@NSManaged func a()", 1, "@NSManaged"),
    ("let v = UIView()", 1, "no imports"),
    // The line is that of the result: the first one is gone.
    ("import UIKit\n@objc\nclass A {\n let b = C(#selector(d.e))\n}", 3, "#selector(d.e)"),
    ("class A {\n @objc var b = 1\n let c = #keyPath(b)\n}", 2, "var b"),
  ])
  func whatIsLeftIsReported(text: String, line: Int, what: String) throws {
    let remarks = try ported(text).source.remarks
    #expect(remarks.map(\.line) == [line])
    #expect(remarks.map(\.remark.what) == [what])
    #expect(remarks.allSatisfy { !$0.remark.advice.isEmpty })
  }

  @Test func namesOfOnesOwnAreNotReported() throws {
    #expect(try ported("struct Selector {}\nlet a: Selector\nclass B { override func c() {} }").source.remarks.isEmpty)
  }
}
