// OpenGL by another driver than the machine's own: Mesa has several, one of which the environment names.
import Foundation
import Testing

@testable import CLI

@Suite(.serialized) struct OtherDriverTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  /// Mesa says EGL 1.4, until its version 25, of drivers without robust contexts: softpipe, virtual machines' ones.
  @Test("A display of EGL 1.4 draws")
  func olderDisplay() throws {
    let softpipe = "LIBGL_ALWAYS_SOFTWARE=1 GALLIUM_DRIVER=softpipe multiplane"
    let info = try shell.run("\(softpipe) info --egl surfaceless")
    #expect(info.text.contains("softpipe"))
    let mesa = info.text.firstMatch(of: #/OpenGL ES [\d.]+ Mesa (\d+)/#).flatMap { Int($0.output.1) } ?? 0
    #expect(info.text.contains(mesa < 25 ? #/EGL version: +1\.4/# : #/EGL version: +1\.5/#), "\(info.text)")
    #expect(info.text.contains(#/Robustness: +no/#), "\(info.text)")
    let drawn = try shell.run(
      """
      \(softpipe) render demo:scripts --egl surfaceless -q -o drawn.png &&
      multiplane render demo:scripts --renderer rows -q -o expected.png &&
      multiplane compare drawn.png expected.png --tolerance 2
      """)
    #expect(drawn.status == 0, "\(drawn.text)")
  }

  /// A preloaded library by whose answer the context is lost, from the hundredth question on.
  @Test("A film whose context is lost again and again ends with 75, and leaves the file that was there")
  func loss() throws {
    try shell.write(
      """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <string.h>
      static unsigned lost(void) {
        static int questions;
        return __atomic_add_fetch(&questions, 1, __ATOMIC_RELAXED) > 100 ? 0x0507 : 0;
      }
      void *dlsym(void *library, const char *name) {
        if (!strcmp(name, "glGetError")) return (void *)lost;
        void *(*next)(void *, const char *) = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34");
        return next(library, name);
      }
      """, to: "loss.c")
    let made = try shell.run(
      "mkdir films && clang -shared -fPIC -o loss.so loss.c && echo before >films/a.mp4")
    #expect(made.status == 0, "\(made.text)")
    let film = try shell.run(
      "LD_PRELOAD=./loss.so multiplane video demo:cards --renderer gl -q -o films/a.mp4; echo \"status $?\"")
    #expect(film.text.contains("status 75"), "\(film.text)")
    #expect(try shell.run("ls -A films && cat films/a.mp4").text == "a.mp4\nbefore\n")
  }

  /// Mesa's own cache of shaders does not tell them apart, and ends in a fault; each width has one of its own here.
  @Test("Programs that are kept are loaded again, and not those of other widths of vectors")
  func vectorWidths() throws {
    for (width, isKept) in [(256, false), (128, false), (256, true), (128, true)] {
      let outcome = try shell.run(
        """
        export MULTIPLANE_PROGRAM_CACHE=$PWD/programs LP_NATIVE_VECTOR_WIDTH=\(width)
        export MESA_SHADER_CACHE_DISABLE=false MESA_SHADER_CACHE_DIR=$PWD/\(width)
        multiplane bench demo:basic --renderer gl --frames 2 --json \(width).json &&
        multiplane render demo:cards --renderer gl --size 320x240 -q -o \(width)-\(isKept).png
        """)
      let counts = outcome.text.firstMatch(of: #/; ([0-9]+) programs compiled, ([0-9]+) loaded/#)
      let isLoaded = counts.map { $0.1 == "0" && $0.2 != "0" }
      #expect(outcome.status == 0 && isLoaded == isKept, "\(outcome.text)")
    }
    #expect(try shell.run("cmp 128-false.png 128-true.png && cmp 256-false.png 256-true.png").status == 0)
    // Two at once, and none before: each has its pictures, and nothing is left unfinished.
    let both = try shell.run(
      """
      export MULTIPLANE_PROGRAM_CACHE=$PWD/both
      draw() { multiplane render demo:cards --renderer gl --size 320x240 -q -o "$1"; }
      draw a.png & draw b.png && wait && cmp a.png b.png && [ -z "$(ls -A both | grep -v '[.]program$')" ]
      """)
    #expect(both.status == 0, "\(both.text)")
  }
}
