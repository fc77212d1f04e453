// Overrides in extensions, which tools/port moves into the class; that a second run finds nothing more.
import Testing

@testable import port

@Suite struct PortMoveTests {
  @Test(arguments: [
    (
      """
      class A: UIView {
        var a = 1
      }
      extension A {
        func b() {}
        /// Of c.
        @available(iOS 13, *)
        override open var c: Int {
          didSet { d() }
        }
        func e() {}
      }
      """,
      """
      class A: UIView {
        var a = 1

        /// Of c.
        @available(iOS 13, *)
        override open var c: Int {
          didSet { d() }
        }
      }
      extension A {
        func b() {}

        func e() {}
      }
      """
    ),
    // The class may come later; several keep their order; other rules change what is moved.
    (
      """
      extension A {
        @objc override func a(_ b: B = f { 1 }) { c(#selector(d)) }
        override func e() {}
      }
      final class A: UIView { func d() {} }
      """,
      """
      extension A {


      }
      final class A: UIView { func d() {} 

        override func a(_ b: B = f { 1 }) { c(Selector("d", A.d)) }


        override func e() {}
      }
      """
    ),
    (
      "public class A: B {\n}\npublic extension A {\n  override func c() {}\n}",
      "public class A: B {\n\n  public override func c() {}\n}\npublic extension A {\n\n}"
    ),
    (
      "#if DEBUG\nclass A: B {\n}\nextension A {\n  override func c() {}\n}\n#endif",
      "#if DEBUG\nclass A: B {\n\n  override func c() {}\n}\nextension A {\n\n}\n#endif"
    ),
  ])
  func overridesStandInTheirClass(text: String, expected: String) throws {
    let (result, source) = try ported("import UIKit\n\(text)")
    #expect(result == "import UIKit\n\(expected)")
    #expect(source.remarks.isEmpty)
  }

  @Test(arguments: [
    "extension A {\n  override func b() {}\n}",
    "class A: B {\n}\nextension A where B: C {\n  override func b() {}\n}",
    "class A: B {\n}\n@available(iOS 13, *)\nextension A {\n  override func b() {}\n}",
    "class A: B {\n}\nextension A {\n#if DEBUG\n  override func b() {}\n#endif\n}",
    "class A: B {\n}\n#if DEBUG\nextension A {\n  override func b() {}\n}\n#endif",
    "#if DEBUG\nclass A: B {\n}\n#else\nextension A {\n  override func b() {}\n}\n#endif",
    "enum C { class A: B {\n} }\nextension A {\n  override func b() {}\n}",
  ])
  func otherOverridesInExtensionsStay(text: String) throws {
    let (result, source) = try ported("import UIKit\n\(text)")
    #expect(result == "import UIKit\n\(text)")
    #expect(source.remarks.map(\.remark.what) == ["override func b in an extension"])
  }

  @Test func linesAreThoseOfTheResult() throws {
    let text = """
      import UIKit
      class A: B {
      }
      extension A {
        @objc
        override func c() { d.observe(\\.e) {} }
        func f() { d.observe(\\.g) {} }
      }
      """
    let (result, source) = try ported(text)
    let lines = result.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(source.changes.map(\.line) == [5, 6])
    #expect(source.remarks.map(\.line) == [4, 8])
    #expect(lines[3].contains("d.observe(\\.e)") && lines[7].contains("d.observe(\\.g)"))
  }
}
