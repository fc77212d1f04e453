import Testing

@testable import Documents
@testable import SceneFiles

struct OutputTemplateTests {
  @Test func outputTemplates() throws {
    let table = try DataTable(
      Array("name,n\na b,1\n../x,2\n,3\n-rf,4\n.a,5\n\u{9B}31m,6\n".utf8), file: "a.csv", limits: SceneLimits())
    let template = try #require(OutputTemplate("out/{name}-{n}/{row}.mp4"))
    #expect(template.columns == ["name", "n", "row"])
    #expect(template.variesByRow)
    #expect(try template.path(for: table.rows[0], number: 7, in: table) == "out/a b-1/7.mp4")
    for (index, message) in [
      (1, "a.csv:3:0: name: '../x' is no file's name, which `output` makes of it"),
      (2, "a.csv:4:0: name: '' is no file's name, which `output` makes of it"),
      (3, "a.csv:5:0: name: '-rf' is no file's name, which `output` makes of it"),
      (4, "a.csv:6:0: name: '.a' is no file's name, which `output` makes of it"),
      (5, "a.csv:7:0: name: '\u{9B}31m' is no file's name, which `output` makes of it"),
    ] {
      let error = #expect(throws: SceneFileError.self) {
        try template.path(for: table.rows[index], number: 1, in: table)
      }
      #expect(error?.description == message)
    }
    // Behind something it begins no name.
    let behind = try #require(OutputTemplate("out/a{name}.mp4"))
    #expect(try behind.path(for: table.rows[3], number: 1, in: table) == "out/a-rf.mp4")
    #expect(OutputTemplate("frames/%05d.png")?.variesByRow == false)
    for text in ["{", "a}", "{}", "{a", "a{b}}"] { #expect(OutputTemplate(text) == nil, "\(text)") }
    let missing = try #require(OutputTemplate("{none}.mp4"))
    #expect(throws: SceneFileError.self) { try missing.path(for: table.rows[0], number: 1, in: table) }
  }
}
