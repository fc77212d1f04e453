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
    let no = "cannot be a part of a file's name, which `output` makes of it"
    for (index, message) in [
      (1, "a.csv:3:1: name: '../x' \(no): it has a '/', which would name a folder"),
      (2, "a.csv:4:1: name: '' \(no): it is empty"),
      (3, "a.csv:5:1: name: '-rf' \(no): it begins with '-'"),
      (4, "a.csv:6:1: name: '.a' \(no): it begins with '.'"),
      (5, "a.csv:7:1: name: '\u{9B}31m' \(no): it has a control character"),
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
