import Documents
import Foundation
import TestDocuments
import Testing

@testable import CAML

struct WallpaperLayoutTests {
  private func layout(_ paths: [String]) throws -> WallpaperLayout? {
    WallpaperLayout(paths: try paths.map { try PackagePath($0) })
  }

  @Test func orderAndVersion() throws {
    let paths = ["Foreground", "Background", "Floating"].flatMap {
      [
        Fixtures.packagePath($0) + "main.caml", Fixtures.packagePath($0, version: 10) + "assets/a.png",
        Fixtures.packagePath($0, version: 9) + "main.caml",
      ]
    }
    let found = try #require(try layout(paths))
    let expected = ["Background", "Floating", "Foreground"].map {
      String(Fixtures.packagePath($0, version: 10).dropLast())
    }
    #expect(found.packages.map(\.description) == expected)
    #expect(found.skipped.isEmpty)
  }

  @Test func otherWallpapersAreNamed() throws {
    let found = try #require(
      try layout([
        "descriptors/B/versions/2/w.wallpaper/x.ca/main.caml",
        "descriptors/A/versions/1/w.wallpaper/x.ca/main.caml",
      ]))
    #expect(found.packages.map(\.description) == ["descriptors/A/versions/1/w.wallpaper/x.ca"])
    #expect(found.skipped.map(\.description) == ["descriptors/B/versions/2/w.wallpaper"])
  }

  @Test func none() throws { #expect(try layout(["a/b", "main.caml"]) == nil) }
}

struct DocumentIndexTests {
  @Test func keys() throws {
    let xml = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0"><dict>
        <key>documentHeight</key><real>844</real><key>documentWidth</key><integer>390</integer>
        <key>geometryFlipped</key><true/><key>loopEnd</key><real>+infinity</real>
        <key>rootDocument</key><string>other.caml</string><key>plugins</key><array/>
      </dict></plist>
      """
    let index = try DocumentIndex(Array(xml.utf8), file: "index.xml", limits: SceneLimits())
    #expect(index.width == 390 && index.height == 844)
    #expect(index.isGeometryFlipped)
    #expect(index.rootDocument == "other.caml")
  }

  @Test func noPropertyList() {
    #expect(throws: SceneFileError.self) {
      try DocumentIndex(Array("<caml/>".utf8), file: "index.xml", limits: SceneLimits())
    }
  }
}
