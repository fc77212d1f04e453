import Testing

@testable import api_coverage

@Suite struct SignatureTests {
  @Test(
    "Declarations in the form that is compared",
    arguments: [
      ("override func add(_ anim: CAAnimation, forKey key: String?)", "func add(_: CAAnimation, forKey: String?)"),
      ("class func begin()", "static func begin()"),
      ("convenience init?(name: CAValueFunctionName)", "init?(name: CAValueFunctionName)"),
      ("static let `default`: CAFrameRateRange", "static var default: CAFrameRateRange { get }"),
      ("var minimum: Float", "var minimum: Float { get set }"),
      (
        "weak var delegate: (any CALayerDelegate)? { get set }", "weak var delegate: (any CALayerDelegate)? { get set }"
      ),
      (
        "func run(arguments dict: [AnyHashable : Any]?)", "func run(arguments: [AnyHashable: Any]?)"
      ),
      (
        "func contains(_ p: CGPoint, transform: CGAffineTransform = .identity) -> Bool",
        "func contains(_: CGPoint, transform: CGAffineTransform = .identity) -> Bool"
      ),
      (
        "@discardableResult class func setBlock(_ block: (@Sendable () -> Void)?)",
        "static func setBlock(_: (() -> Void)?)"
      ),
      ("init(options: Int? = nil) throws(CoverageError)", "init(options: Int? = nil)"),
      ("func read() async throws -> [Int]", "func read() -> [Int]"),
      ("case evenOdd", "case evenOdd"),
    ])
  func canonical(source: String, expected: String) throws {
    #expect(try #require(Signature(source)).description == expected)
    // The form is its own form.
    #expect(try #require(Signature(expected)).description == expected)
  }

  @Test("Aliases are resolved, and operators, subscripts and types are no members by name")
  func aliases() throws {
    let signature = try #require(
      Signature("func convertTime(_ t: CFTimeInterval) -> CFTimeInterval?", aliases: ["CFTimeInterval": "Double"]))
    #expect(signature.description == "func convertTime(_: Double) -> Double?")
    #expect(Signature("static func == (lhs: CGPath, rhs: CGPath) -> Bool") == nil)
    #expect(Signature("subscript(index: Int) -> Int { get }") == nil && Signature("class CALayer") == nil)
  }

  @Test("More default arguments serve as well; other types, labels and optionality do not")
  func serving() throws {
    let apple = try #require(Signature("func flattened(threshold: CGFloat) -> CGPath"))
    func serves(_ source: String) -> Bool { Signature(source)?.serves(apple) == true }
    #expect(serves("func flattened(threshold: CGFloat = 0.1) -> CGPath"))
    #expect(!serves("func flattened(threshold: CGFloat) -> CGPath?"))
    #expect(!serves("func flattened(_ threshold: CGFloat) -> CGPath"))
    #expect(!serves("func flattened(threshold: Double) -> CGPath"))
    let withDefault = try #require(Signature("init(minimum: Float, preferred: Float? = nil)"))
    #expect(Signature("init(minimum: Float, preferred: Float?)")?.serves(withDefault) == false)
  }

  @Test("A table: types with what they inherit, members without the values behind them")
  func table() throws {
    let text = "# comment\n\nclass CALayer : NSObject, CAMediaTiming\n  var name: String? { get set } = nil\n  init()\n"
    let table = try APITable(text: text, path: "table")
    #expect(table.types.map { $0.name } == ["CALayer"] && table.types[0].inherits == ["NSObject", "CAMediaTiming"])
    #expect(table.types[0].members == ["var name: String? { get set }", "init()"])
    #expect(throws: CoverageError.self) { try APITable(text: "  init()", path: "table") }
    #expect(throws: CoverageError.self) { try APITable(text: "CALayer", path: "table") }
  }

  @Test("Exclusions name types, members, or all that begin alike")
  func exclusions() {
    let all = Exclusion.all(in: "Why.\n  CAMetal*\n  CALayer.draw(in:)\n")
    #expect(all.map { $0.leavesOut("anything", of: "CAMetalLayer") } == [true, false])
    #expect(all.map { $0.leavesOut("draw(in:)", of: "CALayer") } == [false, true])
    #expect(!all.contains { $0.leavesOut("draw", of: "CALayer") })
  }
}
