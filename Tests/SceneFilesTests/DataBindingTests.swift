import CoreGraphics
import Foundation
import QuartzCore
import TestDocuments
import TestSupport
import Testing

@testable import CAML
@testable import Documents
@testable import SceneFiles

struct DataBindingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let card = """
    <CATextLayer name="title" bounds="0 0 80 20" string="as it is" fontSize="12"/>
    <CALayer name="photo" bounds="0 0 10 10"/>
    <CALayer name="a.b" bounds="0 0 10 10" opacity="0.5" backgroundColor="1 1 1"/>
    """

  private func binding(_ csv: String) throws -> (binding: DataBinding, rows: [DataRow]) {
    let scene = try folder.write(Fixtures.document("<sublayers>\(Self.card)</sublayers>"), to: "card.caml")
    let table = try DataTable(path: try folder.write(csv, to: "rows.csv"))
    let binding = try DataBinding(table, path: scene, options: SceneLoadOptions()) {
      $0 == "red" ? CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1) : nil
    }
    return (binding, table.rows)
  }

  private func failure(_ csv: String) -> String? {
    do {
      let (binding, rows) = try binding(csv)
      for row in rows { _ = try binding.makeScene(for: row) }
    } catch let error as SceneFileError {
      return error.description.replacing(folder.path + "/", with: "")
    } catch {
      return "\(error)"
    }
    return nil
  }

  @Test(arguments: [
    ("title,photo,a.b.opacity,a.b.backgroundColor,other", ["other"]),
    ("text:title,image:photo,layer:a.b.opacity,color:a.b.backgroundColor", []),
  ])
  func layersByNameAndKeyPath(columns: String, unbound: [String]) throws {
    _ = try folder.write(Fixtures.png(width: 3, height: 2), to: "p.png")
    let end = unbound.isEmpty ? "" : ",x"
    let (binding, rows) = try binding("\(columns)\nnew text,p.png,0.25,red\(end)\n,,,\(end)\n")
    #expect(binding.unbound == unbound)
    let first = try binding.makeScene(for: rows[0]).rootLayer
    func layer(_ name: String, in root: CALayer) throws -> CALayer { try #require(root.layers(named: name).first) }
    #expect(try (layer("title", in: first) as? CATextLayer)?.string as? String == "new text")
    #expect(try (layer("photo", in: first).contents as? CGImage)?.width == 3)
    #expect(try layer("a.b", in: first).opacity == 0.25)
    #expect(try layer("a.b", in: first).backgroundColor?.rgba == SIMD4(1, 0, 0, 1))
    // Empty fields empty texts, and leave all else.
    let second = try binding.makeScene(for: rows[1]).rootLayer
    #expect(try (layer("title", in: second) as? CATextLayer)?.string as? String == "")
    #expect(try layer("a.b", in: second).opacity == 0.5)
    #expect(try layer("photo", in: second).contents == nil)
  }

  @Test(arguments: [
    ("text:none\nx", "rows.csv:2:1: text:none: no layer with 'string' 'none'; expected one of 'title'"),
    ("a.b.opacity\n1\nhalf", "rows.csv:3:1: a.b.opacity: 'half'; expected a number"),
    ("photo\nmissing.png", "rows.csv:2:1: photo: no file 'missing.png' beside the rows"),
    ("slot:x\n1", "rows.csv:2:1: slot:x: no slot 'x'; the file has no slot"),
    ("layer:title.wings\n2", "rows.csv:2:1: layer:title.wings: no layer 'title' with 'wings'"),
  ])
  func errorsHaveLineAndField(csv: String, message: String) {
    #expect(failure(csv) == message)
  }
}
