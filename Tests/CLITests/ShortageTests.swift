// A machine that has too little: threads, descriptors, /proc, a disk. And time.
import Foundation
import Testing

@Suite(.serialized) struct ShortageTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    try shell.write("<caml><CALayer bounds='0 0 16 16' backgroundColor='1 0 0'/></caml>", to: "s.caml")
  }

  private static let isRoot = getuid() == 0

  @Test(
    "R-B6: where there are no threads it ends, and soon",
    .enabled(if: isRoot, "limits do not hold for a user's others"),
    arguments: ["render s.caml -q -o o.png", "video s.caml -q --duration 0.1 -o o.mp4"])
  func threads(line: String) throws {
    // The limit is the user's: of nobody, who has no others here. The program is copied: its folder may be closed.
    let made = try shell.run("chmod 777 . && cp \"$MULTIPLANE\" mp && chmod 755 mp")
    #expect(made.status == 0)
    for most in [1, 2, 3, 4, 6, 8, 12] {
      let nobody = "setpriv --reuid=65534 --regid=65534 --clear-groups"
      let outcome = try shell.run("timeout -k 5 60 \(nobody) bash -c 'ulimit -u \(most); exec ./mp \(line)'")
      #expect([0, 69, 75].contains(outcome.status), "\(most): \(outcome)")
      #expect(outcome.status == 0 || outcome.text.contains("multiplane: error:"), "\(most): \(outcome)")
      #expect(!shell.holdsUnfinished)
      #expect(try shell.run("rm -f o.png o.mp4").status == 0)
    }
  }

  @Test("R-B6: where there are few descriptors it ends with a message", arguments: 4..<16)
  func descriptors(most: Int) throws {
    let outcome = try shell.run("ulimit -n \(most); timeout -k 5 60 \"$MULTIPLANE\" render s.caml -q -o o.png")
    // With three and few more, not even the program's libraries can be opened: 127 is their loader's.
    #expect([0, 66, 69, 73, 75, 127].contains(outcome.status), "\(most): \(outcome)")
    #expect(!shell.holdsUnfinished)
  }

  @Test(
    "R-B6: without /proc the command line is read all the same",
    .enabled(if: Shell.canUnshare && isRoot, "unshare is not permitted here"))
  func withoutProc() throws {
    let outcome = try shell.run(
      "unshare --mount bash -c 'umount -l /proc && exec \"$MULTIPLANE\" render s.caml -o o.png'")
    #expect(outcome.status == 0 && outcome.text.contains("wrote o.png: 16x16 pixels"), "\(outcome)")
    #expect(shell.contents == ["o.png", "s.caml"])
  }

  @Test(
    "R-C: a full disk is an output that cannot be written, of a join too",
    .enabled(if: isRoot, "a disk cannot be mounted here"))
  func fullDisk() throws {
    let outcome = try shell.run(
      """
      multiplane plan s.caml --duration 1 --size 256x256 -q -o plan >/dev/null || exit 1
      multiplane chunk plan --index 0 -q || exit 1
      unshare --mount bash -c 'mkdir disk; mount -t tmpfs -o size=4k tmpfs disk || exit 2
        head -c 4096 /dev/zero > disk/full
        for line in "join plan -q -o disk/a.mp4" "video s.caml --duration 1 -q -o disk/b.webm" \
          "render s.caml -q -o disk/c.png"; do "$MULTIPLANE" $line; echo status $?; done; rm disk/full; ls -A disk'
      """)
    #expect(
      outcome.text.split(separator: "\n").filter { $0.hasPrefix("status") } == ["status 73", "status 73", "status 73"])
    #expect(!outcome.text.contains(".partial"), "\(outcome)")
  }

  @Test("R-B4: --max-time ends what takes longer, and leaves nothing", arguments: ["a.mp4", "a.gif", "%d.png"])
  func time(output: String) throws {
    let start = Date()
    let outcome = try shell.run("multiplane video demo:fire --duration 1000 -q --max-time 2 -o \(output)")
    #expect(outcome.status == 75 && outcome.text.contains("not done within the 2 seconds of --max-time"), "\(outcome)")
    #expect(shell.contents == ["s.caml"])
    #expect(2...30 ~= Date().timeIntervalSince(start))
  }

  @Test("R-B4: --max-time says nothing of what is done in time")
  func timeEnough() throws {
    #expect(try shell.run("multiplane render s.caml --max-time 60 -q -o o.png").status == 0)
    #expect(try shell.run("multiplane render s.caml --max-time 0 -q -o o.png").status == 64)
    let told = try shell.run(
      "multiplane video demo:fire --duration 1000 --max-time 1 --progress json -o a.mp4 2>err")
    #expect(told.status == 75 && told.text.contains("\"status\":75,\"tryAgain\":\"elsewhere\""), "\(told)")
  }

  @Test("R-B4: a document whose draws multiply is refused before it is drawn")
  func draws() throws {
    // 40 times 40 times 40 copies of a layer as large as the picture.
    let middle = "position='200 200'"
    let inner = "<CALayer bounds='0 0 400 400' \(middle) backgroundColor='1 0 0' opacity='0.5'/>"
    let document = (0..<3).reduce(inner) { layer, _ in
      "<CAReplicatorLayer bounds='0 0 400 400' \(middle) instanceCount='40'><sublayers>\(layer)</sublayers>"
        + "</CAReplicatorLayer>"
    }
    try shell.write(
      "<caml><CALayer bounds='0 0 400 400' \(middle)><sublayers>\(document)</sublayers></CALayer></caml>", to: "r.caml")
    let start = Date()
    let outcome = try shell.run("multiplane render r.caml -q -o o.png")
    #expect(outcome.status == 65 && outcome.text.contains("raise --max-drawn"), "\(outcome)")
    #expect(Date().timeIntervalSince(start) < 30)
    #expect(
      try shell.run("multiplane render s.caml --max-drawn 1 -q -o o.png").status == 0, "64 to a pixel are allowed")
    #expect(try shell.run("multiplane render s.caml --max-drawn x -q -o o.png").status == 64)
  }
}
