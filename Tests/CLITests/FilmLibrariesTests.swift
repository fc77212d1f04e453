// A machine without FFmpeg's libraries, of which a preloaded library tells the dynamic linker's answer.
import Foundation
import TestFilms
import Testing

@Suite(.serialized) struct FilmLibrariesTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  /// Has libraries of FFmpeg be looked for by names that no file has.
  private static let missing = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <stdio.h>
    #include <string.h>
    void *dlopen(const char *name, int mode) {
      void *(*next)(const char *, int) = dlsym(RTLD_NEXT, "dlopen");
      char other[256];
      if (!name || (strncmp(name, "libav", 5) && strncmp(name, "libsw", 5))) return next(name, mode);
      snprintf(other, sizeof other, "%s.none", name);
      return next(other, mode);
    }
    """

  @Test("Without FFmpeg's libraries a film, written or read, ends with 69 and the packages' names")
  func missing() throws {
    try shell.write(Self.missing, to: "missing.c")
    try shell.write("<caml><CALayer bounds='0 0 64 48' backgroundColor='1 0 0' name='box'/></caml>", to: "s.caml")
    try Data(MatroskaFile("V_MJPEG", width: 16, height: 16, [(0, [0])]).bytes).write(
      to: URL(filePath: "\(shell.folder)/clip.mkv"))
    #expect(try shell.run("clang -shared -fPIC -o missing.so missing.c").status == 0)
    let command = "LD_PRELOAD=./missing.so \"$MULTIPLANE\""
    for line in [
      "video s.caml --duration 0.1 -q -o o.mp4", "video s.caml --over clip.mkv -q -o o.gif",
      "render s.caml --layer box=clip.mkv -q -o o.png",
    ] {
      let outcome = try shell.run("\(command) \(line)")
      #expect(outcome.status == 69, "\(line): \(outcome)")
      for word in ["libavformat.so.59 to libavformat.so.63", "libavformat59", "libavformat61", "libavfilter8"] {
        #expect(outcome.text.contains(word), "\(line): \(outcome)")
      }
    }
    #expect(shell.contents == ["clip.mkv", "missing.c", "missing.so", "s.caml"])
    // What needs none of them is there.
    #expect(try shell.run("\(command) video s.caml --duration 0.1 -q -o o.gif").status == 0)
    let info = try shell.run("\(command) info --renderer rows")
    #expect(info.status == 0 && info.text.contains(#/films: +not usable: .*libavformat59/#), "\(info)")
  }
}
