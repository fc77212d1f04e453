// A document's sound opens no socket, starts no process and reads no file outside of its package: looked at by strace.
import Foundation
import Testing

@Suite(.serialized) struct SoundAttackTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    try FileManager.default.createDirectory(atPath: "\(shell.folder)/package", withIntermediateDirectories: true)
    // What must not be read.
    for name in ["secret.wav", "secret.txt", "package/secret.ts"] { try shell.write("secret", to: name) }
  }

  /// Whether processes can be traced here.
  static let canTrace: Bool = {
    let shell = try? Shell()
    return (try? shell?.run("strace -f -o /dev/null true").status) == 0
  }()

  private static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

  /// Bytes that name other files and hosts.
  static let texts: [(name: String, text: String)] = [
    ("sdp", "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio 5004 RTP/AVP 0\n"),
    (
      "m3u8",
      "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nsecret.ts\n#EXTINF:1,\nhttp://127.0.0.1:9/\n#EXT-X-ENDLIST\n"
    ),
    ("ffconcat", "ffconcat version 1.0\nfile '../secret.wav'\nfile 'file:../secret.txt'\n"),
    (
      "mpd",
      "<?xml version='1.0'?><MPD xmlns='urn:mpeg:dash:schema:mpd:2011'><BaseURL>http://127.0.0.1:9/</BaseURL></MPD>"
    ),
    ("rtsp", "RTSPtextrtsp://127.0.0.1:9/x\n"),
    ("ram", "http://127.0.0.1:9/x.rm\n"),
  ]

  @Test(
    "Sounds of a document, inside it, beside it, and on the command line",
    .enabled(if: canTrace, "strace is not installed, or may not trace"), arguments: texts)
  func traced(sound: (name: String, text: String)) throws {
    try shell.write(sound.text, to: "package/x.\(sound.name)")
    let assets = [
      #"{"id": "a", "u": "", "p": "data:audio/wav;base64,\#(Self.base64(sound.text))", "e": 1}"#,
      #"{"id": "b", "u": "", "p": "x.\#(sound.name)", "e": 0}"#,
      #"{"id": "c", "u": "", "p": "http://127.0.0.1:9/x.wav", "e": 0}"#,
    ]
    for (index, asset) in assets.enumerated() {
      try shell.write(
        """
        {"v": "5.7", "fr": 10, "ip": 0, "op": 3, "w": 16, "h": 16, "assets": [\(asset)],
         "layers": [{"ty": 6, "refId": "\(["a", "b", "c"][index])", "ip": 0, "op": 3, "st": 0}]}
        """, to: "package/\(index).json")
    }
    for line in (0..<3).map({ "package/\($0).json" }) + ["demo:basic --duration 0.1 --audio package/x.\(sound.name)"] {
      let outcome = try shell.run(
        "rm -f trace; cd package; cd ..; timeout 60 strace -f -e trace=%network,%process,%file -o trace "
          + "\"$MULTIPLANE\" video \(line) -o film.wav")
      // Refused, or left out with a note.
      #expect([0, 65].contains(outcome.status), "\(line): \(outcome)")
      let trace = try String(contentsOfFile: "\(shell.folder)/trace", encoding: .utf8)
      try check(trace, line)
    }
  }

  private func check(_ trace: String, _ line: String) throws {
    var programs = 0
    for call in trace.split(separator: "\n") {
      // "1234  call(...": the process first.
      let text = call.drop { $0.isNumber || $0 == " " }
      // The C library asks for the user's name there, by itself.
      let isNameService = text.hasPrefix("socket(AF_UNIX") || text.contains("/var/run/nscd/socket")
      for name in ["socket(", "socketpair(", "connect(", "bind(", "sendto(", "listen("] where !isNameService {
        #expect(!text.hasPrefix(name), "\(line): \(text)")
      }
      for name in ["fork(", "vfork("] { #expect(!text.hasPrefix(name), "\(line): \(text)") }
      if text.hasPrefix("clone") { #expect(text.contains("CLONE_THREAD"), "\(line): \(text)") }
      if text.hasPrefix("execve(") { programs += 1 }
      if text.hasPrefix("open") { #expect(!text.contains("secret"), "\(line): \(text)") }
    }
    #expect(programs == 1, "\(line)")
  }
}
