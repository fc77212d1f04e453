// Fonts that a process brings along. The font is Liberation Sans Bold under another name, so that no installed one has
// it.

import CoreGraphics
import CoreText
import Foundation
import TestSupport
import Testing
import UIKit

@testable import TextLayout

@Suite("Registered fonts", .serialized) struct FontRegistrationTests {
  /// The bytes of a font of the family Multiplane Test.
  private static func renamedFont() throws -> Data {
    var bytes = try Data(contentsOf: try Self.liberation("LiberationSans-Bold"))
    for (old, new) in [("Liberation Sans", "Multiplane Test"), ("LiberationSans", "MultiplaneTest")] {
      for encoding in [String.Encoding.utf16BigEndian, .macOSRoman] {
        let (old, new) = (try #require(old.data(using: encoding)), try #require(new.data(using: encoding)))
        while let range = bytes.range(of: old) { bytes.replaceSubrange(range, with: new) }
      }
    }
    return bytes
  }

  /// A file of Liberation's fonts, which Debian 12 and 13 have in folders of different names.
  static func liberation(_ name: String) throws -> URL {
    let files = ["liberation2", "liberation"].map { URL(filePath: "/usr/share/fonts/truetype/\($0)/\(name).ttf") }
    return try #require(files.first { FileManager.default.fileExists(atPath: $0.path) }, "\(name) is not installed")
  }

  private func family(of name: String) -> String {
    let style = TextStyle(font: TextFont(FontStyle(named: name), size: 20))
    return TextLine(StyledText("Text", style)).runs[0].font.face.style.family
  }

  private func code(_ error: Unmanaged<CFError>?) -> CFIndex? { error?.takeRetainedValue().code }

  @Test("a file's fonts have their names until they are taken away")
  func files() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appending(path: "font.ttf")
    try Self.renamedFont().write(to: url)
    let before = family(of: "MultiplaneTest-Bold")
    #expect(before == "Liberation Sans" && CGFont("Multiplane Test") == nil)
    var error: Unmanaged<CFError>?
    #expect(CTFontManagerRegisterFontsForURL(url as CFURL, .process, &error) && error == nil)
    // By the face, by the family, with words for the weight, without the space.
    for name in ["MultiplaneTest-Bold", "Multiplane Test", "Multiplane Test Bold", "MultiplaneTest"] {
      #expect(family(of: name) == "Multiplane Test", "\(name)")
    }
    #expect(CTFontCopyPostScriptName(CTFontCreateWithName("MultiplaneTest-Bold", 12, nil)) == "MultiplaneTest-Bold")
    #expect(UIFont(name: "MultiplaneTest-Bold", size: 20) != nil && UIFont.familyNames.contains("Multiplane Test"))
    let line = TextLine(StyledText("Text", TextStyle(font: TextFont(FontStyle(named: "Multiplane Test"), size: 20))))
    let bold = TextLine(StyledText("Text", TextStyle(font: TextFont(FontStyle(named: "Helvetica-Bold"), size: 20))))
    #expect(abs(line.width - bold.width) < 1e-6)
    #expect(!CTFontManagerRegisterFontsForURL(url as CFURL, .process, &error))
    #expect(code(error) == CTFontManagerError.alreadyRegistered.rawValue)
    #expect(CTFontManagerUnregisterFontsForURL(url as CFURL, .process, nil))
    #expect(family(of: "MultiplaneTest-Bold") == before && CGFont("Multiplane Test") == nil)
    #expect(!CTFontManagerUnregisterFontsForURL(url as CFURL, .process, &error))
    #expect(code(error) == CTFontManagerError.notRegistered.rawValue)
  }

  @Test("a font in memory, as one that was downloaded")
  func memory() throws {
    let provider = try #require(CGDataProvider(data: Self.renamedFont() as CFData))
    let font = try #require(CGFont(provider))
    #expect(CTFontManagerRegisterGraphicsFont(font, nil) && family(of: "MultiplaneTest-Bold") == "Multiplane Test")
    #expect(!CTFontManagerRegisterGraphicsFont(font, nil))
    #expect(CTFontManagerUnregisterGraphicsFont(font, nil) && family(of: "Multiplane Test") == "Liberation Sans")
    // One that is installed needs no registering.
    #expect(!CTFontManagerRegisterGraphicsFont(try #require(CGFont("Helvetica")), nil))
  }

  @Test("what is no font is refused, and nothing changes")
  func errors() throws {
    let folder = try TemporaryFolder()
    let url = URL(filePath: try folder.write("no font", to: "font.txt"))
    for (url, expected) in [
      (url, CTFontManagerError.unrecognizedFormat), (URL(fileURLWithPath: "/no/such/file.ttf"), .fileNotFound),
      (folder.url, .fileNotFound),
    ] {
      var error: Unmanaged<CFError>?
      #expect(!CTFontManagerRegisterFontsForURL(url as CFURL, .process, &error))
      let problem = try #require(error?.takeRetainedValue())
      #expect(problem.code == expected.rawValue && problem.localizedDescription.contains(url.path))
    }
    #expect(family(of: "Helvetica") == "Liberation Sans")
  }
}
