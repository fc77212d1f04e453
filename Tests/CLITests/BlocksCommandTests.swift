// `multiplane blocks`, `init`, `help scene`, and sheets of pictures.
import Foundation
import ImageCodecs
import ImageFiles
import Testing

@testable import CLI

@Suite(.serialized) struct BlocksCommandTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  @Test("A folder from a block renders, in three shapes, with the values of its table") func folders() throws {
    let made = try shell.run("multiplane init show --from lower-third-plate")
    #expect(made.status == 0, "\(made.text)")
    #expect(
      shell.contents == [
        "show", "show/AGENTS.md", "show/README.md", "show/data.csv", "show/multiplane-scene.schema.json",
        "show/show.scene.json",
      ] || shell.contents == ["show"])
    let check = try shell.run("cd show && multiplane check show.scene.json")
    #expect(check.status == 0, "\(check.text)")
    for size in ["1920x1080", "1080x1920", "1080x1080"] {
      let outcome = try shell.run(
        "cd show && multiplane render show.scene.json --size \(size) --at 2 -q -o \(size).png")
      #expect(outcome.status == 0, "\(outcome.text)")
    }
    let rows = try shell.run("cd show && multiplane render show.scene.json --data data.csv --at 2 -q -o 'row{row}.png'")
    #expect(rows.status == 0, "\(rows.text)")
    let same = try shell.run("cd show && multiplane compare row1.png 1920x1080.png")
    #expect(same.status == 0, "\(same.text)")
    let again = try shell.run("multiplane init show")
    #expect(again.status == ExitStatus.cannotWrite.rawValue && again.text.contains("show: it exists"), "\(again.text)")
  }

  @Test("A block that is not there is an error with the nearest name") func unknown() throws {
    let outcome = try shell.run("multiplane init a --from lower-third-plat")
    #expect(outcome.status == ExitStatus.noInput.rawValue && outcome.text.contains("did you mean 'lower-third-plate'"))
    #expect(shell.contents.isEmpty)
  }

  @Test("The list has forty blocks, and the page of scenes is there") func lists() throws {
    #expect(try shell.run("multiplane blocks").text.split(separator: "\n").count == 40)
    let page = try shell.run("multiplane help scene").text
    #expect(page.hasPrefix("# ") && page.split { $0.isWhitespace }.count <= 6_000)
  }

  @Test("A sheet has the pictures of several times; names with {at} have one each") func sheets() throws {
    let outcome = try shell.run("multiplane render demo:path --at 0,0.5,1 --sheet -q -o sheet.png")
    #expect(outcome.status == 0, "\(outcome.text)")
    let sheet = try ImageFile.decode(contentsOfFile: "\(shell.folder)/sheet.png").bitmap
    #expect(try shell.run("multiplane render demo:path --at 0,0.5,1 -q -o 'p-{at}.png'").status == 0)
    let one = try ImageFile.decode(contentsOfFile: "\(shell.folder)/p-0.5.png").bitmap
    let columns = (sheet.width - 12) / (min(one.width, 640) + 12)
    #expect(columns > 1 && sheet.width == columns * (min(one.width, 640) + 12) + 12)
    #expect(try shell.run("multiplane render demo:path --at 0.5 -q -o one.png && cmp one.png p-0.5.png").status == 0)
    let wrong = try shell.run("multiplane render demo:path --at 0,1 -q -o p.png")
    #expect(wrong.status == ExitStatus.usage.rawValue && wrong.text.contains("--sheet"), "\(wrong.text)")
  }

  @Test("Notes and errors as JSON are an object on a line each") func notes() throws {
    try shell.write(
      """
      <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 8 8" position="4 4" odd="1"/></caml>
      """, to: "a.caml")
    let noted = try shell.run("multiplane render a.caml --notes json -o a.png")
    let lines = noted.text.split(separator: "\n")
    #expect(lines.first?.hasPrefix("{\"note\":\"a.caml:1:") == true, "\(noted.text)")
    let failed = try shell.run("multiplane render none.caml --notes json -o a.png")
    #expect(failed.text.hasPrefix("{\"error\":\"none.caml: no such file"), "\(failed.text)")
  }
}
