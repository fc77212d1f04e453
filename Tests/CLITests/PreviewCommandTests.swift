// `multiplane preview` as people run it: its address, its frames, what happens when files are saved.
import Foundation
import Testing

@testable import CLI

@Suite(.serialized) struct PreviewCommandTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    try shell.write(Self.card(color: "1 0 0"), to: "card.caml")
    // Asks the preview for a path: `get PATH` prints the body; the address is in the file `address`.
    try shell.write(
      """
      get() {
        local port=$(cut -d: -f3 address | cut -d/ -f1) token=$(cut -d/ -f4 address)
        exec 3<>"/dev/tcp/127.0.0.1/$port"
        printf '%s\\r\\n' "GET /$token/$1 HTTP/1.1" "Host: 127.0.0.1:$port" 'Connection: close' '' >&3
        sed '1,/^\\r$/d' <&3
      }
      begin() {
        "$MULTIPLANE" preview "$@" --port 0 >address 2>errors & preview=$!
        trap 'kill $preview; wait $preview 2>/dev/null' EXIT
        for _ in $(seq 3000); do [ -s address ] && return; sleep 0.02; done
      }
      # Waits until what it prints has a text, a minute at most.
      until_has() {
        for _ in $(seq 1200); do get "$1" | grep -q "$2" && return; sleep 0.05; done
        echo "no $2"
      }
      # Saves a copy of a file under a name, at once, so that nobody reads a half of it.
      save() { cp "$1" new && mv new "$2"; }

      # A thread of the server may end between the listing and the reading.
      drawing_process() { cat /proc/$preview/task/*/children 2>/dev/null || true; }
      """, to: "preview.sh")
  }

  private static func card(color: String) -> String {
    """
    <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
      <CALayer id="1" name="Card" bounds="0 0 32 20" position="16 10" backgroundColor="\(color)">
        <sublayers>
          <CALayer id="2" name="Photo" bounds="0 0 5 5"><contents type="CGImage" src="p.png"/></CALayer>
        </sublayers>
        <states><LKState name="Far"><elements>
          <LKStateSetValue targetId="2" keyPath="position.x"><value type="integer" value="20"/></LKStateSetValue>
        </elements></LKState></states>
      </CALayer>
    </caml>
    """
  }

  @Test("The address is printed, frames are those of `render`, states those of `--states`")
  func frames() throws {
    let ended = try shell.run(
      """
      . ./preview.sh; begin card.caml --scale 2
      grep -cE '^http://127.0.0.1:[0-9]+/[0-9a-f]{32}/$' address
      get 'frame.png?time=0.5' >a.png; multiplane render card.caml --scale 2 --at 0.5 -q -o b.png; cmp a.png b.png
      get 'frame.png?time=2&states=Far@1&size=40x20&scale=1' >c.png
      multiplane render card.caml --state Far --size 40x20 -q -o d.png; cmp c.png d.png
      get 'frame?states=Near'; get scene
      """)
    #expect(ended.text.hasPrefix("1\n"), "\(ended.text)")
    #expect(!ended.text.contains("differ") && !ended.text.contains("EOF"), "\(ended.text)")
    #expect(ended.text.contains("no state 'Near'") && ended.text.contains(#""states":["Far"]"#))
    #expect(ended.text.contains(#""height":40"#) && ended.text.contains("p.png"))
  }

  @Test("A saved scene is read again; so is one whose missing image comes; errors have line and column")
  func saving() throws {
    try shell.write(Self.card(color: "0 0 1"), to: "blue.caml")
    let ended = try shell.run(
      """
      . ./preview.sh; begin card.caml
      until_has scene '"version":1'
      save blue.caml card.caml; until_has scene '"version":2'
      get frame.png >a.png; multiplane render card.caml -q -o b.png; cmp a.png b.png
      multiplane render demo:postcard --size 5x5 -q -o p.png; until_has scene '"version":3'
      get scene | grep -c 'p.png'
      echo '<caml><oops' >card.caml; until_has scene '"line":'
      get frame.png >c.png; multiplane render blue.caml -q -o d.png; cmp c.png d.png
      save blue.caml card.caml; until_has scene '"error":null'
      """)
    #expect(ended.text == "0\n", "\(ended.text)")
  }

  @Test("Rows of data, findings by another process, and what cannot be listened on")
  func others() throws {
    try shell.write("name,layer:Card.opacity\nAda,1\nBob,0.5\n", to: "rows.csv")
    let ended = try shell.run(
      """
      . ./preview.sh; begin card.caml --data rows.csv
      get scene | grep -o '"rows":.*}]'
      get 'frame.png?row=2' >a.png; get 'frame.png?row=1' >b.png; cmp -s a.png b.png && echo same
      get 'frame?row=3'; echo
      until_has findings '"state":"done"'; get findings | grep -o missing-file
      port=$(cut -d: -f3 address | cut -d/ -f1); multiplane preview card.caml --port $port; echo $?
      """)
    #expect(ended.text.contains(#""rows":[{"name":"Ada","number":1},{"name":"Bob","number":2}]"#), "\(ended.text)")
    #expect(!ended.text.contains("same") && ended.text.contains("there is no row 3"))
    #expect(ended.text.contains("missing-file\n") && ended.text.hasSuffix("69\n"), "\(ended.text)")
    #expect(ended.text.contains("cannot listen on port"))
  }

  // SIGSYS stands for crashes: those that Swift reports are survived where they come from outside.
  @Test(
    "A document that ends the drawing is told of, and the next save is drawn",
    arguments: [
      ("KILL", "was ended by SIGKILL"), ("SYS", "was ended by signal 31"), ("TERM", "ended with the exit status 143"),
    ])
  func ended(signal: String, how: String) throws {
    try shell.write(Self.card(color: "0 0 1"), to: "blue.caml")
    let ended = try shell.run(
      """
      . ./preview.sh; begin card.caml
      until_has scene '"version":1'
      kill -\(signal) $(drawing_process); until_has scene 'is drawn again when a file is saved'
      get scene | grep -o '"message":"[^;]*'; get frame | grep -o 'is drawn again'; get findings | grep -o '"failed"'
      get scene | grep -o '"width":32'
      save blue.caml card.caml; until_has scene '"error":null'
      get frame.png >a.png; multiplane render card.caml -q -o b.png; cmp a.png b.png
      kill -0 $preview && echo there
      """)
    let lines = ended.text.split(separator: "\n")
    #expect(lines.first?.hasPrefix("\"message\":\"the process that draws \(how)") == true, "\(ended.text)")
    #expect(Array(lines.dropFirst()) == ["is drawn again", "\"failed\"", "\"width\":32", "\"width\":32", "there"])
  }

  @Test("A document that takes the drawing too long is told of, and the next save is drawn")
  func tooLong() throws {
    let ended = try shell.run(
      """
      . ./preview.sh; begin card.caml --max-time 1
      until_has scene '"version":1'
      kill -STOP $(drawing_process)
      get frame | grep -o 'not done within the 1 seconds of --max-time; it is drawn again'
      save card.caml copy; save copy card.caml; until_has scene '"error":null'
      get frame.png >a.png; multiplane render card.caml -q -o b.png; cmp a.png b.png
      """)
    #expect(ended.text == "not done within the 1 seconds of --max-time; it is drawn again\n", "\(ended.text)")
  }

  @Test("What is saved while the drawing does not come to an end is drawn, and what was asked is answered")
  func savedMeanwhile() throws {
    try shell.write(Self.card(color: "0 0 1"), to: "blue.caml")
    let ended = try shell.run(
      """
      . ./preview.sh; begin card.caml
      until_has scene '"version":1'
      kill -STOP $(drawing_process)
      get frame.png >a.png & asked=$!
      save blue.caml card.caml; wait $asked
      multiplane render card.caml -q -o b.png; cmp a.png b.png; get scene | grep -c '"error":null'
      """)
    #expect(ended.text == "1\n", "\(ended.text)")
  }

  @Test("A pipe in the place of the document is told of; the process that draws goes with the one that serves")
  func pipe() throws {
    let ended = try shell.run(
      """
      . ./preview.sh; begin card.caml
      until_has scene '"version":1'; mv card.caml copy; mkfifo card.caml; until_has scene 'no regular file'
      mv copy card.caml; until_has scene '"error":null'
      drawing=$(drawing_process)
      trap - EXIT; kill -KILL $preview; wait $preview 2>/dev/null
      for _ in $(seq 3000); do kill -0 $drawing 2>/dev/null || break; sleep 0.01; done
      kill -0 $drawing 2>/dev/null && ! grep -q 'State:.Z' /proc/$drawing/status && echo there
      """)
    #expect(ended.text == "", "\(ended.text)")
  }

  @Test("Another address than this machine's own is served where it is asked for")
  func bound() throws {
    let ended = try shell.run(
      """
      . ./preview.sh; begin card.caml --bind 0.0.0.0
      grep -cE '^http://127.0.0.1:[0-9]+/[0-9a-f]{32}/$' address
      sed -i s/127.0.0.1/127.0.0.2/ address
      port=$(cut -d: -f3 address | cut -d/ -f1) token=$(cut -d/ -f4 address)
      exec 3<>"/dev/tcp/127.0.0.2/$port"
      printf '%s\\r\\n' "GET /$token/scene HTTP/1.1" "Host: 127.0.0.2:$port" 'Connection: close' '' >&3; head -n 1 <&3
      multiplane preview card.caml --bind 192.0.2.1 --port 0; echo $?
      multiplane preview card.caml --bind example.com | grep -c 'expected an IP address'; echo ${PIPESTATUS[0]}
      """)
    let lines = ended.text.split(whereSeparator: \.isNewline)
    #expect(lines.prefix(2) == ["1", "HTTP/1.1 200 OK"], "\(ended.text)")
    #expect(ended.text.contains("of 192.0.2.1:") && lines.contains("69") && lines.last == "64", "\(ended.text)")
  }

  @Test("Command lines that say nothing")
  func usage() throws {
    #expect(try shell.run("multiplane preview card.caml --port 70000").status == 64)
    #expect(try shell.run("multiplane preview card.caml --state Far --states Far").status == 64)
    #expect(try shell.run("multiplane preview demo:postcard --data rows.csv").status == 64)
    #expect(try shell.run("multiplane preview card.caml --data-root .").status == 64)
  }
}
