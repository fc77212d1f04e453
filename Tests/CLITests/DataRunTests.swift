// Commands with --data: a file a row, and what is said of rows that fail.
import Foundation
import ImageCodecs
import ImageFiles
import Testing

@testable import CLI

@Suite(.serialized) struct DataRunTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    try shell.write(
      """
      <caml><CALayer bounds="0 0 40 20" position="20 10"><sublayers>
      <CALayer name="box" bounds="0 0 20 20" position="20 10" backgroundColor="1 0 0"/></sublayers></CALayer></caml>
      """, to: "card.caml")
    try shell.write(
      """
      {"v": "5.7", "fr": 10, "ip": 0, "op": 20, "w": 40, "h": 20, "nm": "card",
       "markers": [{"tm": 5, "cm": "middle", "dr": 10}, {"tm": 15, "cm": "moment", "dr": 0}],
       "slots": {"ink": {"p": {"a": 0, "k": [1, 0, 0]}}},
       "layers": [{"ty": 4, "nm": "Box", "ind": 1, "ip": 0, "op": 20, "st": 0, "ks": {}, "shapes": [
         {"ty": "gr", "nm": "Shape", "it": [
           {"ty": "rc", "p": {"a": 0, "k": [20, 10]}, "s": {"a": 0, "k": [20, 20]}, "r": {"a": 0, "k": 0}},
           {"ty": "fl", "nm": "Fill", "c": {"sid": "ink"}, "o": {"a": 0, "k": 100}}, {"ty": "tr"}]}]}]}
      """, to: "card.json")
  }

  /// The manifest's lines.
  private func lines(_ text: String) -> [[String: String]] {
    text.split(separator: "\n").compactMap { line in
      let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return object?.mapValues { "\($0)" }
    }
  }

  /// The middle pixel of a picture, as `multiplane compare` and `inspect` say colours.
  private func same(_ picture: String, as color: String) throws -> Bool {
    let scene =
      """
      <caml><CALayer bounds="0 0 40 20" position="20 10"><sublayers>
      <CALayer bounds="0 0 20 20" position="20 10" backgroundColor="\(color)"/></sublayers></CALayer></caml>
      """
    try shell.write(scene, to: "expected.caml")
    return try shell.run(
      "multiplane render expected.caml -q -o expected.png && multiplane compare \(picture) expected.png"
    ).status == 0
  }

  @Test(arguments: [("card.caml", "box.backgroundColor"), ("card.json", "Box.Shape.Fill"), ("card.json", "slot:ink")])
  func picturesByRow(scene: String, column: String) throws {
    try shell.write("name,\(column)\na,#00ff00\nb,blurple\nc,#0000ff\n", to: "rows.csv")
    let outcome = try shell.run(
      "multiplane render \(scene) --data rows.csv -q -o 'out/{name}.png' --manifest rows.jsonl; s=$?; "
        + "cat rows.jsonl; exit $s")
    #expect(outcome.status == ExitStatus.malformedInput.rawValue, "\(outcome.text)")
    let lines = lines(outcome.text)
    #expect(lines.map { $0["status"] } == ["done", "failed", "done"])
    #expect(lines.map { $0["line"] } == ["2", "3", "4"])
    #expect(lines.map { $0["output"] } == ["out/a.png", "out/b.png", "out/c.png"])
    #expect(lines[1]["error"]?.hasPrefix("rows.csv:3:3: \(column): ") == true, "\(lines[1])")
    #expect(outcome.text.contains("1 of the 3 rows of rows.csv failed"))
    #expect(try same("out/a.png", as: "0 1 0"))
    #expect(try same("out/c.png", as: "0 0 1"))
    #expect(try shell.run("ls out").text == "a.png\nc.png\n")
  }

  /// Players fit a composition into the size; a scene of layers keeps its own.
  @Test func sizes() throws {
    try shell.write(
      """
      <caml><CALayer bounds="0 0 60 80" position="30 40"><sublayers>
      <CALayer bounds="0 0 30 30" position="30 40" backgroundColor="1 0 0"/></sublayers></CALayer></caml>
      """, to: "fitted.caml")
    let fitted = try shell.run(
      "multiplane render card.json --size 60x80 -q -o a.png && multiplane render fitted.caml -q -o b.png && "
        + "multiplane compare a.png b.png")
    #expect(fitted.status == 0, "\(fitted.text)")
    let small = try shell.run(
      "multiplane render card.json --size 20x10 --scale 2 -q -o a.png && multiplane render card.json -q -o b.png && "
        + "multiplane compare a.png b.png")
    #expect(small.status == 0, "\(small.text)")
  }

  @Test func filmsByRow() throws {
    try shell.write(#"[{"box.opacity": 1}, {"box.opacity": 0.5}]"#, to: "rows.json")
    let outcome = try shell.run(
      "multiplane video card.caml --data rows.json -q --duration 0.2 --fps 10 -o 'film-{row}.y4m'")
    #expect(outcome.status == 0, "\(outcome.text)")
    let lines = lines(outcome.text)
    #expect(lines.map { $0["frames"] } == ["2", "2"])
    #expect(lines.map { $0["output"] } == ["film-1.y4m", "film-2.y4m"])
    // As each is by itself.
    let alone = try shell.run(
      "multiplane video card.caml -q --duration 0.2 --fps 10 -o one.y4m && cmp one.y4m film-1.y4m && "
        + "! cmp -s one.y4m film-2.y4m")
    #expect(alone.status == 0, "\(alone.text)")
  }

  @Test("--progress json tells of each row's frames, of each row, and of what failed; a manifest's file is as without")
  func progressOfRows() throws {
    try shell.write(#"[{"n": "a"}, {"n": "b/c"}, {"n": "d"}]"#, to: "rows.json")
    let outcome = try shell.run(
      "multiplane video card.caml --data rows.json --duration 0.3 --fps 10 -o '{n}.y4m' --progress json "
        + "--manifest m.jsonl 2> said; s=$?; cat said >&2; exit $s")
    #expect(outcome.status == ExitStatus.malformedInput.rawValue, "\(outcome.text)")
    let lines = lines(outcome.text)
    let rows = lines.filter { $0["kind"] == "row" }
    #expect(rows.map { $0["status"] } == ["done", "failed", "done"] && rows.map { $0["row"] } == ["1", "2", "3"])
    #expect(
      rows[1]["error"]
        == "rows.json:1:14: element 2: n: 'b/c' cannot be a part of a file's name, which --output makes of it: "
        + "it has a '/', which would name a folder")
    for row in ["1", "3"] {
      let frames = lines.filter { $0["kind"] == "progress" && $0["row"] == row }
      #expect(frames.last?["frame"] == "3" && frames.allSatisfy { $0["total"] == "3" })
    }
    #expect(lines.last?["kind"] == "error" && lines.last?["status"] == "65")
    #expect(try shell.run("grep -c '\"kind\":\"row\"' m.jsonl").text == "3\n")
  }

  @Test("One row is one row")
  func oneRow() throws {
    try shell.write("n\na\n", to: "rows.csv")
    let outcome = try shell.run("multiplane render card.caml --data rows.csv -o '{n}.png'")
    #expect(outcome.status == 0 && outcome.text.contains("made 1 row of rows.csv"), "\(outcome.text)")
  }

  @Test("--rows makes some rows; the name of a single one needs no column")
  func someRows() throws {
    try shell.write("n\na\nb\nc\nd\n", to: "rows.csv")
    let some = try shell.run("multiplane render card.caml --data rows.csv --rows 4,1-2 -o '{n}.png' && ls *.png")
    #expect(some.status == 0 && some.text.contains("made 3 rows of rows.csv"), "\(some.text)")
    #expect(some.text.hasSuffix("a.png\nb.png\nd.png\n"))
    let one = try shell.run("multiplane render card.caml --data rows.csv --rows 3 -q -o one.png && cmp one.png a.png")
    #expect(one.status == 0, "\(one.text)")
    for list in ["5", "0", "2-1", "a", "", "1,", "1-2-3"] {
      let wrong = try shell.run("multiplane render card.caml --data rows.csv --rows '\(list)' -o '{n}.png'")
      #expect(wrong.status == ExitStatus.usage.rawValue && wrong.text.contains("--rows"), "\(list): \(wrong.text)")
    }
    #expect(try shell.run("multiplane render card.caml --rows 1 -o x.png").status == ExitStatus.usage.rawValue)
    #expect(try shell.run("multiplane render card.caml --data rows.csv --rows 1,2 -o x.png").status != 0)
  }

  @Test func aDryRunWritesNothing() throws {
    try shell.write("name,box.opacity\na,1\na,0.5\nb,0.5\n", to: "rows.csv")
    let outcome = try shell.run("multiplane video card.caml --data rows.csv --dry-run -q -o '{name}.mp4'")
    #expect(outcome.status == ExitStatus.malformedInput.rawValue)
    let lines = lines(outcome.text)
    #expect(lines.map { $0["status"] } == ["checked", "failed", "checked"])
    #expect(lines[1]["error"] == "rows.csv:3:1: 'a.mp4' is the output of line 2, too")
    #expect(try shell.run("ls *.mp4").status != 0)
  }

  @Test(arguments: [
    ("render card.caml --data rows.csv -o one.png", "is one name for all rows"),
    ("render demo:postcard --data rows.csv -o '{row}.png'", "--data is for scenes from files"),
    ("render card.caml --data rows.csv -o '{none}.png'", "no column of rows.csv; there are name"),
    ("render card.caml --dry-run -o one.png", "give it"),
    ("render card.caml --data rows.csv --capture c -o '{row}.png'", "leave one of them out"),
    ("render demo:postcard --text A=B -o one.png", "are no files"),
    ("render card.caml --text A -o one.png", "expected KEY=VALUE"),
    ("render card.caml --color A=blurple -o one.png", "expected a colour"),
    ("render card.caml --color box.wings=red -o one.png", "no layer 'box' with 'wings'"),
    ("render card.caml --slot ink=1 -o one.png", "no slot 'ink'; the file has no slot"),
    ("render card.json --slot paper=1 -o one.png", "no slot 'paper'; expected one of 'ink'"),
    ("render card.json --slot ink=loud -o one.png", "the slot 'ink' holds a colour"),
    ("render card.json --marker end -o one.png", "no marker 'end'; expected one of 'middle', 'moment'"),
    ("render card.json --marker middle --at 1 -o one.png", "--marker sets the time"),
    ("video card.json --marker moment -o one.mp4", "is a moment"),
    ("render card.json --animation two -o one.png", "no animation 'two'; the file has no animation"),
  ])
  func refused(line: String, words: String) throws {
    try shell.write("name\na\n", to: "rows.csv")
    let outcome = try shell.run("multiplane \(line)")
    #expect(outcome.status == ExitStatus.usage.rawValue && outcome.text.contains(words), "\(outcome.text)")
    #expect(try shell.run("ls one.*").status != 0)
  }

  @Test("A file is what it holds: replacements of one with the suffix of another, or none, are put in once")
  func replacementsOfOneScene() throws {
    #expect(try shell.run("cp card.json film && cp card.json film.caml && cp card.caml layers.json").status == 0)
    for arguments in [
      "card.caml --color box.backgroundColor=#0000ff", "card.json --color '**=blue'", "card.json --slot 'ink=0 0 1'",
      "film --color '**=blue'", "film.caml --slot 'ink=0 0 1'", "layers.json --color box.backgroundColor=#0000ff",
    ] {
      let outcome = try shell.run("multiplane render \(arguments) -q -o one.png")
      #expect(outcome.status == 0, "\(outcome.text)")
      #expect(try same("one.png", as: "0 0 1"), "\(arguments)")
    }
  }

  private func writeTitle() throws {
    // Red and green halves, twice as wide as high, in a square.
    let image = Data(
      try ImageFile.encode(
        Bitmap(
          width: 4, height: 2,
          pixels: (0..<8).flatMap { $0 % 4 < 2 ? [255, 0, 0, 255] : [0, 255, 0, 255] as [UInt8] }), as: .png))
    try image.write(to: URL(filePath: "\(shell.folder)/wide.png"))
    try shell.write(
      """
      {"v":"5.9.0","fr":10,"ip":0,"op":10,"w":120,"h":60,
       "fonts":{"list":[{"fName":"F","fFamily":"Liberation Sans","fStyle":"Regular"}]},
       "assets":[{"id":"photo","w":20,"h":20,"u":"","p":"wide.png"}],
       "layers":[{"ty":2,"refId":"photo","nm":"Photo","ip":0,"op":10,"st":0,"ks":{"p":{"a":0,"k":[100,0]}}},
        {"ty":5,"nm":"Name","ip":0,"op":10,"st":0,"ks":{"p":{"a":0,"k":[4,20]}},"t":{"d":{"k":[{"t":0,
         "s":{"t":"x","f":"F","s":16,"fc":[1,0,0],"j":0}}]}}}]}
      """, to: "title.json")
  }

  @Test("A column breaks lines as --text does; JSON has line breaks of its own")
  func lineBreaks() throws {
    try writeTitle()
    try shell.write("Name\n\"one\\ntwo\"\n", to: "rows.csv")
    try shell.write(#"[{"Name": "one\ntwo"}]"#, to: "rows.json")
    let outcome = try shell.run(
      #"multiplane render title.json --text 'Name=one\ntwo' -q -o text.png"#
        + " && multiplane render title.json --data rows.csv -q -o 'csv{row}.png'"
        + " && multiplane render title.json --data rows.json -q -o 'json{row}.png'"
        + " && cmp text.png csv1.png && cmp text.png json1.png")
    #expect(outcome.status == 0, "\(outcome.text)")
    try shell.write(
      """
      <caml><CALayer bounds="0 0 80 60" position="40 30"><sublayers>
      <CATextLayer name="Name" bounds="0 0 80 60" position="40 30" string="x" fontSize="16"/>
      </sublayers></CALayer></caml>
      """, to: "title.caml")
    let layers = try shell.run(
      #"multiplane render title.caml --text 'Name=one\ntwo' -q -o text.png"#
        + " && multiplane render title.caml --data rows.csv -q -o 'caml{row}.png' && cmp text.png caml1.png")
    #expect(layers.status == 0, "\(layers.text)")
  }

  @Test("Columns say how texts and images fit; what does not fit is said with its row")
  func fits() throws {
    try writeTitle()
    let long = "a name that is much too long for this"
    try shell.write(
      "name,text:Name,text-fit:Name,image-fit:photo\na,\(long),,\nb,\(long),shrink,contain\nc,\(long),ellipsis,fill\n"
        + "d,short,sideways,\n", to: "rows.csv")
    let outcome = try shell.run("multiplane render title.json --data rows.csv -o '{name}.png' --manifest m.jsonl")
    #expect(outcome.status == ExitStatus.malformedInput.rawValue)
    #expect(outcome.text.contains("the text '\(long)' of 'Name' is "), "\(outcome.text)")
    #expect(outcome.text.components(separatedBy: "points too wide").count == 2, "\(outcome.text)")
    #expect(outcome.text.contains("rows.csv:5:9: text-fit:Name: 'sideways' is no way to fit"), "\(outcome.text)")
    let alone = try shell.run(
      "multiplane render title.json --text 'Name=\(long)' --text-fit shrink --image-fit contain -q -o one.png"
        + " && cmp b.png one.png && ! cmp -s a.png b.png"
        + " && multiplane render title.json --text 'Name=\(long)' --text-fit Name=ellipsis --image-fit photo=fill -q"
        + " -o two.png && cmp c.png two.png")
    #expect(alone.status == 0, "\(alone.text)")
    // The note of a row that is not the first has its line.
    try shell.write("name,Name\na,x\nb,\(long)\nc,\(long)\n", to: "more.csv")
    let more = try shell.run("multiplane render title.json --data more.csv -o '{name}.png' --manifest m.jsonl")
    #expect(
      more.status == 0 && more.text.contains("note: more.csv:3:1: title.json: layers[1]: the text"), "\(more.text)")
    #expect(!more.text.contains("more.csv:4: "), "\(more.text)")
  }

  @Test(arguments: [
    ("render card.caml --text-fit wrap -o one.png", "is for Lottie files"),
    ("render card.json --text-fit Nobody=wrap -o one.png", "no text layer 'Nobody'"),
    ("render card.json --image-fit tall -o one.png", "expected cover, contain or fill, or NAME=FIT"),
  ])
  func fitsRefused(line: String, words: String) throws {
    let outcome = try shell.run("multiplane \(line)")
    #expect(outcome.status == ExitStatus.usage.rawValue || outcome.status == 65, "\(outcome.text)")
    #expect(outcome.text.contains(words), "\(outcome.text)")
  }

  @Test func markersAreStretches() throws {
    let outcome = try shell.run("multiplane video card.json --marker middle --fps 10 -q -o 'f%d.png' && ls f*.png")
    #expect(outcome.text.split(separator: "\n").count == 10, "\(outcome.text)")
  }
}
