// Files of expectations, which stand beside scenes.

import SceneFiles
import Workshop

/// Reads a file of expectations.
enum ExpectationTarget: FuzzTarget {
  static let name = "expectations"

  static let memoryLimit: Int? = 64 << 20

  static func seeds(in folder: String?) -> [[UInt8]] {
    [
      #"[{"expect": "appears-by", "layer": "Title", "time": 1.5}, {"expect": "gone-by", "layer": "A/B", "time": 9}]"#,
      #"[{"expect": "before", "layer": "Title", "other": "Price"}]"#,
      #"[{"expect": "stays-in-frame", "layer": "Logo", "from": 1, "to": 9}]"#,
      #"[{"expect": "keeps-moving", "layer": "Dot", "for": 0.5}]"#,
      ##"[{"expect": "colour-at", "point": [20, 40], "time": 2, "colour": "#ff6600cc", "tolerance": 4}]"##,
      #"[{"expect": "text-is", "layer": "Title", "text": "Hello", "time": 2}]"#,
    ].map { Array($0.utf8) }
  }

  static func run(_ input: [UInt8]) -> String {
    do throws(SceneFileError) {
      let all = try Expectation.read(input, file: "input")
      for expectation in all {
        expect(expectation.from >= 0 && expectation.from <= expectation.to ?? 1e6)
        expect(expectation.location.line > 0)
      }
      return all.map { "\($0.kind)" }.joined(separator: " ")
    } catch {
      return error.description
    }
  }
}
