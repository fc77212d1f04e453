// A plan whose file was damaged, or changed: it is refused with the field, and no node is at work for ever.
import Foundation
import Testing

@Suite(.serialized) struct PlanTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    try shell.write("<caml><CALayer bounds='0 0 16 16' backgroundColor='1 0 0'/></caml>", to: "s.caml")
    let made = try shell.run("multiplane plan s.caml --duration 1 --fps 20 --segment 0.25s --chunks 2 -q -o plan")
    #expect(made.status == 0 && made.text == "2\n", "\(made)")
  }

  /// A change of plan.json, as Python says it of `p`, and the field that the message names.
  private static let changes: [(change: String, field: String)] = [
    ("p['version'] = 2", "version"), ("p['frames'] = 0", "frames"), ("p['frames'] = -1", "frames"),
    ("p['frames'] = 2**63 - 1", "frames"), ("p['frames'] = 19", "chunks[1].frames"), ("p['frames'] = 21", "chunks"),
    ("p['frames'] = 2**64", "no JSON of a plan"), ("p['frames'] = 1.5", "no JSON of a plan"),
    ("p['frames'] = 'x'", "frames"),
    ("p['frames'] = None", "frames"), ("del p['frames']", "frames"),
    ("del p['chunks'][1]['frames']", "chunks[1].frames"),
    ("p['chunks'][0]['frames'] = 0", "chunks[0].frames"), ("p['chunks'][0]['frames'] = 2**63 - 1", "chunks[0].frames"),
    ("p['chunks'][0]['frames'] = 9", "chunks[0].frames"), ("p['chunks'][0]['firstFrame'] = -1", "chunks[0].firstFrame"),
    ("p['chunks'][0]['firstFrame'] = 2**63 - 1", "chunks[0].firstFrame"),
    ("p['chunks'][1]['firstFrame'] = 0", "chunks[1].firstFrame"), ("p['chunks'] = []", "chunks"),
    ("p['chunks'].append({'firstFrame': 20, 'frames': 1})", "chunks"), ("p['width'] = 2**31", "width"),
    ("p['width'] = 0", "width"), ("p['height'] = -1", "height"), ("p['width'] = 32", "width"),
    ("p['rate'] = '1/0'", "rate"),
    ("p['rate'] = '0'", "rate"), ("p['rate'] = '25'", "rate"), ("p['start'] = 1e308", "start"),
    ("p['start'] = 3", "start"),
    ("p['segment'] = 0", "segment"), ("p['segment'] = -1", "segment"), ("p['segment'] = 2**63 - 1", "segment"),
    ("p['scene'] = '../../s.caml'", "scene"), ("p['scene'] = '/etc/passwd'", "scene"), ("p['scene'] = ''", "scene"),
    ("p['files'][0]['path'] = '../x'", "files[0].path"), ("p['files'][0]['index'] = -1", "files[0].index"),
    ("p['files'].append(dict(p['files'][0], role='audio', index=7))", "audio 7"),
    ("p['files'].append(dict(p['files'][0], role='image', index=0))", "image 0"),
    ("p['format'] = '../../x'", "format"), ("p['history']['secondsPerFrame'] = -1", "history"),
    ("p['arguments'] += ['--captions', '/etc/passwd']", "captions 0"), ("p['arguments'] += ['--font=/x']", "font 0"),
    ("p['arguments'] += ['--layer', 'a=/x.mp4']", "layer 0"), ("p['arguments'] += ['--image', 'a=/x.png']", "image 0"),
    ("p['arguments'] += ['--over', '/x.mp4']", "over 0"), ("p['arguments'] += ['--audio', '/x.wav']", "audio 0"),
    ("p['arguments'] += ['-o', '/x.mp4']", "arguments"), ("p['arguments'] += ['--help']", "arguments"),
    ("p['arguments'] += ['-q'] * 200000", "arguments"), ("p['arguments'] += ['--nothing']", "arguments"),
    ("p['arguments'] = []", "arguments"), ("p['arguments'] += ['--text', 'none=x']", "arguments"),
    ("p['files'][0]['role'] = 'bogus'", "files"), ("p['isOpaque'] = not p['isOpaque']", "isOpaque"),
    ("p = []", "the file"), ("p = 3", "the file"),
  ]

  @Test("R-B2: what a plan cannot say is refused with the field")
  func changed() throws {
    // All plans by one process of Python, a folder each.
    let lines = Self.changes.indices.map { "change(\($0), \"\"\"\(Self.changes[$0].change)\"\"\")\n" }.joined()
    try shell.write(
      """
      import json, shutil
      def change(index, statement):
          shutil.copytree("plan", f"plan{index}")
          names = {"p": json.load(open("plan/plan.json"))}
          exec(statement, names)
          json.dump(names["p"], open(f"plan{index}/plan.json", "w"))
      \(lines)
      """, to: "change.py")
    #expect(try shell.run("python3 change.py").status == 0)
    for (index, (change, field)) in Self.changes.enumerated() {
      for chunk in 0...1 {
        let outcome = try shell.run("timeout -k 5 60 \"$MULTIPLANE\" chunk plan\(index) --index \(chunk)")
        #expect(outcome.status == 65, "\(change): \(outcome)")
        let text = outcome.text
        #expect(text.contains("plan\(index)/plan.json: ") && text.contains(field), "\(change): \(text)")
        #expect(!text.contains("Error") && text.split(separator: "\n").count == 1, "\(text)")
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: "\(shell.folder)/plan\(index)/chunks") == [])
    }
  }

  @Test("R-B2: what is no JSON, no file or a pipe is refused, too", arguments: ["'{'", "'\\377\\376'", "''", "'null'"])
  func damaged(text: String) throws {
    let outcome = try shell.run("printf \(text) > plan/plan.json; multiplane chunk plan --index 0")
    #expect(outcome.status == 65 && !outcome.text.contains("DecodingError"), "\(outcome)")
    let pipe = try shell.run(
      "rm plan/plan.json; mkfifo plan/plan.json; timeout -k 5 30 \"$MULTIPLANE\" join plan -o a.mp4")
    #expect(pipe.status == 66, "\(pipe)")
  }

  @Test("R-B1: a pipe in the place of a chunk is no chunk")
  func pipe() throws {
    #expect(try shell.run("multiplane chunk plan --index 0 -q; mkfifo plan/chunks/00001.chunk").status == 0)
    let join = try shell.run("timeout -k 5 30 \"$MULTIPLANE\" join plan -o a.mp4")
    #expect(join.status == 65, "\(join)")
  }
}
