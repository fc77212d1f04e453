// What tools/port changes and what it reports; after each change, that a second run finds nothing more.
import Testing

@testable import port

@Suite struct PortRuleTests {
  private func ported(_ text: String) throws -> (text: String, source: PortedSource) {
    let source = try PortedSource(Array(text.utf8))
    let result = String(decoding: source.bytes, as: UTF8.self)
    #expect(try PortedSource(source.bytes).changes.isEmpty, "a second run changes nothing")
    if source.changes.isEmpty { #expect(result == text) }
    return (result, source)
  }

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
    ("a(#selector(tick))", "a(\"tick\")"),
    ("a(#selector(B.tick(_:)))", "a(\"tick:\")"),
    ("a(#selector(move(to:by:)))", "a(\"moveTo:by:\")"),
    ("a(#selector(show(item:)))", "a(\"showWithItem:\")"),
    ("a(#selector(setter: B.level))", "a(\"setLevel:\")"),
    ("a(#selector(f as (B) -> (C) -> Void))", "a(\"f\")"),
    ("NSStringFromSelector(#selector(getter: CALayer.position))", "\"position\""),
  ])
  func selectorsAreStrings(text: String, expected: String) throws { try expect(text, becomes: expected) }

  @Test(arguments: [
    ("tick(_:)", "", "in self.tick($0)"),
    ("tick", "func tick() {}", "_ in self.tick()"),
    ("tick", "func tick(_ l: CADisplayLink) {}", "in self.tick($0)"),
    ("A.tick", "func tick(link: CADisplayLink) {}", "in self.tick(link: $0)"),
  ])
  func displayLinksTakeClosures(selector: String, method: String, call: String) throws {
    try expect(
      "l = CADisplayLink(target: self, selector: #selector(\(selector)))\n\(method)",
      becomes: "l = CADisplayLink(target: self, action: { [unowned self] \(call) })\n\(method)")
  }

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
    ("\nprotocol A { optional func b() }", 2, "optional func b"),
    ("extension A {\n  override var b: Int { 1 }\n}", 2, "override var b in an extension"),
    ("a.observe(\\.b) { }", 1, "observe(_:)"),
    ("a.addObserver(b, forKeyPath: c)", 1, "addObserver(forKeyPath:)"),
    ("objc_setAssociatedObject(a)", 1, "objc_setAssociatedObject"),
    ("let a: Selector", 1, "Selector"),
    ("@UIApplicationMain class A {}", 1, "@UIApplicationMain"),
    ("@NSManaged func a()", 1, "@NSManaged"),
    ("let v = UIView()", 1, "no imports"),
    // The line is that of the result: the first one is gone.
    ("@objc\nclass A {\n let b = C(#selector(d))\n}", 2, "#selector(d)"),
    ("class A {\n @objc var b = 1\n let c = #keyPath(b)\n}", 2, "var b"),
  ])
  func whatIsLeftIsReported(text: String, line: Int, what: String) throws {
    let remarks = try ported(text).source.remarks
    #expect(remarks.map(\.line) == [line])
    #expect(remarks.map(\.remark.what) == [what])
    #expect(remarks.allSatisfy { !$0.remark.advice.isEmpty })
  }

  @Test(arguments: [
    (
      "Timer.scheduledTimer(timeInterval: 1, target: self, selector: #selector(f), userInfo: nil, repeats: true)",
      "scheduledTimer(withTimeInterval:"
    ),
    (
      "NotificationCenter.default.addObserver(self, selector: #selector(f), name: nil, object: nil)",
      "addObserver(forName:"
    ),
    ("perform(#selector(f), with: nil, afterDelay: 1)", "asyncAfter"),
    ("CADisplayLink(target: other, selector: #selector(f))", "action:"),
  ])
  func adviceNamesTheCallThatTakesAClosure(text: String, part: String) throws {
    let remarks = try ported("import UIKit\n\(text)").source.remarks
    #expect(remarks.count == 1 && remarks[0].remark.advice.contains(part))
  }

  @Test func namesOfOnesOwnAreNotReported() throws {
    #expect(try ported("struct Selector {}\nlet a: Selector\nclass B { override func c() {} }").source.remarks.isEmpty)
  }
}
