// The Python module of the wheel, over the command that was built with the tests: the module's own tests, which
// tools/lib/release/prove runs against the installed wheel, too.
import Foundation
import Testing

@Suite struct PythonModuleTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL.path

  /// A folder as `pip install --target` leaves it: the module, its version, and the command with its launcher in `bin`.
  private static let installation = """
    set -e
    mkdir -p site/bin site/multiplane-0.dist-info
    ln -s "$ROOT/tools/lib/release/python/multiplane" site/multiplane
    ln -s "$MULTIPLANE" site/bin/multiplane-program
    (lib=$ROOT/tools/lib/release; source "$lib/common"; launcher) >site/bin/multiplane
    chmod +x site/bin/multiplane
    printf 'Metadata-Version: 2.1\\nName: multiplane\\nVersion: %s\\n' "$("$MULTIPLANE" --version)" \\
      >site/multiplane-0.dist-info/METADATA
    export PYTHONPATH=$PWD/site PATH=$PWD/site/bin:$PATH BADGE=$ROOT/.assets/badge.json
    export ARTICLE=$ROOT/Sources/Multiplane/Multiplane.docc/FromPython.md

    """

  @Test("The module's tests pass", arguments: ["calls", "options", "endings", "scenes", "films", "article"])
  func module(name: String) throws {
    let shell = try Shell()
    let ended = try shell.run(
      "ROOT=\(Self.root)\n\(Self.installation)cd \"$ROOT/tools/lib/release/python/tests\"\n"
        + "python3 -B -m unittest test_\(name)")
    #expect(ended.status == 0 && ended.text.contains("\nOK"), "\(ended.text)")
  }
}
