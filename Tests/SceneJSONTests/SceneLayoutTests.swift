import CoreGraphics
import Documents
import QuartzCore
import TestDocuments
import TestSupport
import Testing

/// Places by edges and percentages, in a scene of 200 by 100 points.
struct SceneLayoutTests {
  @Test(
    "Two words of an axis give place and extent",
    arguments: [
      ("\"left\": 10, \"width\": 30, \"top\": 5, \"height\": 20", [10, 5, 30, 20]),
      ("\"right\": 10, \"width\": 30, \"bottom\": 5, \"height\": 20", [160, 75, 30, 20]),
      ("\"left\": 10, \"right\": 30, \"top\": 5, \"bottom\": 20", [10, 5, 160, 75]),
      ("\"centerX\": 100, \"width\": 30, \"centerY\": \"50%\", \"height\": 20", [85, 40, 30, 20]),
      ("\"left\": 10, \"centerX\": 100, \"top\": 20, \"centerY\": 50", [10, 20, 180, 60]),
      ("\"right\": 10, \"centerX\": 100, \"bottom\": 20, \"centerY\": 50", [10, 20, 180, 60]),
      ("\"left\": \"10%\", \"width\": \"25%\", \"top\": \"10%\", \"height\": \"50%\"", [20, 10, 50, 50]),
      ("\"width\": \"100%\", \"height\": 7", [0, 0, 200, 7]),
      ("\"left\": -5, \"bounds\": [0, 0, 8, 9], \"bottom\": 0", [-5, 91, 8, 9]),
      ("\"left\": 10, \"width\": 30, \"position.y\": 50, \"bounds.size.height\": 20", [10, 40, 30, 20]),
    ])
  func words(members: String, box: [CGFloat]) throws {
    #expect(try SceneText.layer(members).box == box)
    // The anchor point moves the position, not the layer.
    let anchored = try SceneText.layer(members + ", \"anchorPoint\": [0, 1]")
    if !members.contains("position") {
      #expect(anchored.box == box && anchored.position == CGPoint(x: box[0], y: box[1] + box[3]))
    }
  }

  @Test("A layer is laid out in the bounds of its superlayer, and a mask in those of its layer") func nested() throws {
    let outer = try SceneText.layer(
      """
      "bounds": [100, 200, 50, 40], "left": 0, "top": 0,
      "sublayers": [{"right": 0, "width": 10, "centerY": "50%", "height": 4}],
      "mask": {"left": "50%", "right": 0, "top": 1, "bottom": 2}
      """)
    #expect(try #require(outer.sublayers?.first).box == [140, 218, 10, 4])
    #expect(try #require(outer.mask).box == [125, 201, 25, 37])
  }

  @Test("A text without width or height takes its own; with a width it wraps") func texts() throws {
    let natural = try #require(
      try SceneText.layer("\"type\": \"text\", \"text\": \"Two words\", \"left\": 3, \"top\": 4") as? CATextLayer)
    let size = natural.preferredFrameSize()
    #expect(natural.box == [3, 4, size.width.rounded(.up), size.height.rounded(.up)] && !natural.isWrapped)
    #expect(size.width > 100 && size.height > 30)
    let wrapped = try #require(
      try SceneText.layer("\"type\": \"text\", \"string\": \"Two words\", \"width\": 120, \"right\": 0, \"bottom\": 0")
        as? CATextLayer)
    #expect(wrapped.isWrapped && wrapped.bounds.width == 120 && wrapped.bounds.height >= size.height * 2 - 2)
    #expect(wrapped.frame.maxX == 200 && wrapped.frame.maxY == 100)
    let alone = try SceneText.layer("\"type\": \"text\", \"text\": \"x\", \"position\": [100, 50], \"fontSize\": 10")
    #expect(alone.position == CGPoint(x: 100, y: 50) && alone.bounds.width > 3 && alone.bounds.width < 12)
    let told = try SceneText.layer("\"type\": \"text\", \"text\": \"x\", \"width\": 50, \"wrapped\": false")
    #expect((told as? CATextLayer)?.isWrapped == false)
  }

  @Test("An image takes its size in points, or keeps its proportions") func images() throws {
    func image(_ members: String) throws -> CALayer {
      let text = try SceneText(layers: "{\"type\": \"image\", \"image\": \"a.png\", \(members)}")
      try text.folder.write(Fixtures.png(width: 40, height: 20), to: "a.png")
      return try text.layer()
    }
    #expect(try image("\"left\": 1, \"top\": 2").box == [1, 2, 40, 20])
    #expect(try image("\"contentsScale\": 2, \"right\": 0, \"bottom\": 0").box == [180, 90, 20, 10])
    for scale in [0, -3] {
      #expect(try image("\"contentsScale\": \(scale), \"left\": 1, \"top\": 2").box == [1, 2, 40, 20])
    }
    #expect(try image("\"width\": 100, \"top\": 0").box == [0, 0, 100, 50])
    #expect(try image("\"height\": 10, \"left\": 5").box == [5, 0, 20, 10])
    #expect(try image("\"frame\": [0, 0, 7, 8]").box == [0, 0, 7, 8])
  }

  @Test("Replaced texts count for the layout") func replaced() throws {
    let text = try SceneText(
      layers: "{\"type\": \"text\", \"name\": \"Title\", \"text\": \"a\", \"right\": 0, \"top\": 0, \"fontSize\": 10}")
    let (short, long) = (try text.layer(), try text.layer { $0.texts["Title"] = "a longer title" })
    #expect(long.bounds.width > short.bounds.width * 3 && long.frame.maxX == 200 && short.frame.maxX == 200)
  }

  @Test(
    arguments: [
      ("\"left\": 1, \"top\": 2, \"height\": 3", "/layers/0/left: the layer has no width beside 'left'"),
      ("\"left\": 1, \"right\": 2, \"width\": 3", "'left', 'right', 'width' are more than an axis takes"),
      ("\"left\": 1, \"position\": [1, 2], \"width\": 3", "'left' and 'position' both place the layer"),
      ("\"top\": 1, \"height\": 2, \"frame\": [1, 2, 3, 4]", "'top' and 'frame' both place the layer"),
      ("\"width\": 1, \"bounds\": [0, 0, 3, 4]", "'width' and 'bounds' both size the layer"),
      ("\"left\": 150, \"right\": 100", "'left' and 'right' leave -50 points; expected at least 0"),
      ("\"width\": -1", "expected at least 0"), ("\"width\": \"10\"", "expected points, or \"50%\""),
      ("\"width\": \"1e5%\", \"sublayers\": [{\"width\": \"1e5%\"}], \"height\": 1", "expected at most 1e+07"),
    ])
  func errors(members: String, message: String) throws {
    let problem = try #require(try SceneText.problem(members))
    #expect(problem.contains(message), "\(problem)")
  }
}

/// Sublayers one after the other.
struct SceneStackTests {
  private func boxes(_ stack: String, _ members: String = "\"width\": 100, \"height\": 90") throws -> [[CGFloat]] {
    let layer = try SceneText.layer(
      """
      "left": 10, "top": 5, \(members), "stack": {\(stack)},
      "sublayers": [{"width": 20, "height": 10}, {"bounds": [0, 0, 40, 30], "anchorPoint": [0, 1]}]
      """)
    return [layer.box] + (layer.sublayers ?? []).map(\.box)
  }

  @Test func directions() throws {
    #expect(try boxes("") == [[10, 5, 100, 90], [0, 0, 20, 10], [0, 10, 40, 30]])
    #expect(
      try boxes("\"gap\": 8, \"direction\": \"horizontal\"") == [[10, 5, 100, 90], [0, 0, 20, 10], [28, 0, 40, 30]])
  }

  @Test("Alignment is across, justification along the stack") func alignment() throws {
    #expect(
      try boxes("\"align\": \"center\", \"justify\": \"end\"") == [
        [10, 5, 100, 90], [40, 50, 20, 10], [30, 60, 40, 30],
      ])
    #expect(
      try boxes("\"align\": \"end\", \"justify\": \"center\", \"padding\": [10, 4, 0, 2]")
        == [[10, 5, 100, 90], [76, 30, 20, 10], [56, 40, 40, 30]])
  }

  @Test("A stack without a size takes that of its content with the padding") func ownSize() throws {
    // 40 + 24 wide, 10 + 5 + 30 + 24 high.
    #expect(
      try boxes("\"padding\": 12, \"gap\": 5", "\"zPosition\": 1") == [
        [10, 5, 64, 69], [12, 12, 20, 10], [12, 27, 40, 30],
      ])
  }

  @Test("Percentages count by the room inside of the padding") func percentages() throws {
    let layer = try SceneText.layer(
      #""left": 0, "top": 0, "width": 100, "stack": {"padding": 10}, "sublayers": [{"width": "100%", "height": 6}]"#
    )
    #expect(layer.box == [0, 0, 100, 26] && layer.sublayers?.first?.box == [10, 10, 80, 6])
  }

  @Test("A stack in a stack, and a layout inside of it") func nested() throws {
    let layer = try SceneText.layer(
      """
      "right": 0, "bottom": 0, "stack": {"direction": "horizontal", "gap": 2, "align": "end"},
      "sublayers": [
        {"stack": {"padding": [1, 2, 3, 4]}, "sublayers": [
          {"width": 10, "height": 10, "sublayers": [{"right": 1, "width": 2, "centerY": "50%", "height": 4}]}]},
        {"width": 5, "height": 50}]
      """)
    #expect(layer.box == [177, 50, 23, 50])
    #expect(layer.sublayers?.map(\.box) == [[0, 36, 16, 14], [18, 0, 5, 50]])
    let inner = layer.sublayers?[0].sublayers?[0]
    #expect(inner?.box == [4, 1, 10, 10] && inner?.sublayers?[0].box == [7, 3, 2, 4])
  }

  @Test(
    arguments: [
      ("{\"left\": 3, \"width\": 4, \"height\": 5}", "a stack places its sublayers; leave 'left' out"),
      ("{\"position\": [3, 4], \"bounds\": [0, 0, 5, 5]}", "a stack places its sublayers; leave 'position' out"),
      ("{\"width\": 4}", "a layer of a stack needs a size; expected 'height' or 'bounds'"),
      (
        "{\"width\": \"50%\", \"height\": 1}",
        "'width' counts by the superlayer's width, which follows from its content"
      ),
    ])
  func errors(member: String, message: String) throws {
    let problem = try #require(
      try SceneText.problem("\"left\": 0, \"top\": 0, \"stack\": {}, \"sublayers\": [\(member)]"))
    #expect(problem.contains(message), "\(problem)")
  }
}
