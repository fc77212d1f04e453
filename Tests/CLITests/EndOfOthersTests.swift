// Whoever the command works for goes away: it ends with them, and leaves nothing.
import Foundation
import Testing

@Suite(.serialized) struct EndOfOthersTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  @Test(
    "Progress that nobody reads any more ends the film with 141, and nothing is left",
    arguments: [("json", 1), ("json", 0), ("openjd", 1)], ["a.mp4", "%d.png"])
  func reader(progress: (form: String, lines: Int), output: String) throws {
    let film = "multiplane video demo:fire --duration 1000 --size 64x64 --progress \(progress.form) -o \(output)"
    let outcome = try shell.run("\(film) | head -n \(progress.lines) >/dev/null; echo ${PIPESTATUS[0]}")
    #expect(outcome.text == "141\n", "\(outcome.text)")
    #expect(shell.contents == [])
  }

  @Test("A check whose report nobody will read ends before it has looked at all")
  func check() throws {
    let scene = "<caml><CALayer bounds='0 0 64 64' backgroundColor='1 0 0'/></caml>"
    try shell.write(scene, to: "s.caml")
    let outcome = try shell.run("multiplane check s.caml --duration 1e6 --every 0.01 | true; echo ${PIPESTATUS[0]}")
    #expect(outcome.text == "141\n", "\(outcome.text)")
  }

  /// A program that begins the command with a pipe of which it holds the other end, and tells its number.
  private static let program = """
    import os, subprocess, sys, time
    read, held = os.pipe()
    child = subprocess.Popen([os.environ["MULTIPLANE"], *sys.argv[2:]], stdin=read, stdout=subprocess.DEVNULL,
                             env={**os.environ, "MULTIPLANE_PARENT_FD": "0"})
    os.close(read)
    print(child.pid, flush=True)
    if sys.argv[1] == "killed":
        time.sleep(1000)
    os.close(held)
    print(child.wait(), flush=True)
    """

  @Test(
    "A command whose parent is killed ends, and nothing is left",
    arguments: ["video demo:fire --duration 1000 -q -o a.mp4", "preview demo:postcard --port 0"])
  func parent(line: String) throws {
    try shell.write(Self.program, to: "parent.py")
    let parent = try shell.start("exec python3 parent.py killed \(line)")
    func said() -> String { (try? String(contentsOfFile: "\(shell.folder)/.out", encoding: .utf8)) ?? "" }
    #expect(shell.wait(for: parent) { said().hasSuffix("\n") })
    let child = try #require(pid_t(said().trimmingCharacters(in: .newlines)))
    #expect(Self.isAtWork(child))
    kill(parent.processIdentifier, SIGKILL)
    parent.waitUntilExit()
    for _ in 0..<3000 where Self.isAtWork(child) { usleep(10_000) }
    #expect(!Self.isAtWork(child))
    #expect(shell.contents == ["parent.py"])
  }

  /// Whether there is a process of that number that nobody has ended; one that only waits to be asked for its status
  /// has.
  private static func isAtWork(_ number: pid_t) -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8) else { return false }
    return text.split(separator: ")").last?.trimmingCharacters(in: .whitespaces).first != "Z"
  }

  @Test("A pipe that its parent closes ends the command with 141 and without a word")
  func pipe() throws {
    try shell.write(Self.program, to: "parent.py")
    let line = "video demo:fire --duration 1000 -q -o a.mp4"
    let outcome = try shell.run("python3 parent.py closes \(line)")
    #expect(outcome.text.split(separator: "\n").dropFirst() == ["141"], "\(outcome.text)")
  }

  @Test("What is no pipe is refused", arguments: ["x", "-1", "77", "1", "99999999999"])
  func refused(value: String) throws {
    let outcome = try shell.run("MULTIPLANE_PARENT_FD=\(value) \"$MULTIPLANE\" demo")
    #expect(outcome.status == 64 && outcome.text.contains("MULTIPLANE_PARENT_FD='\(value)'"), "\(outcome)")
  }
}
