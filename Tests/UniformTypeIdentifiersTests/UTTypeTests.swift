import AVFoundation
import ImageCodecs
import ImageFiles
import Testing
import UniformTypeIdentifiers

@Suite struct UTTypeTests {
  /// From Apple's documentation of the framework: identifiers, parents, suffixes and MIME types.
  @Test(
    "Types are Apple's",
    arguments: [
      (.png, "public.png", .image, "png", "image/png"),
      (.jpeg, "public.jpeg", .image, "jpeg", "image/jpeg"),
      (.gif, "com.compuserve.gif", .image, "gif", "image/gif"),
      (.webP, "org.webmproject.webp", .image, "webp", "image/webp"),
      (.heic, "public.heic", .heif, "heic", "image/heic"),
      (.mpeg4Movie, "public.mpeg-4", .movie, "mp4", "video/mp4"),
      (.quickTimeMovie, "com.apple.quicktime-movie", .movie, "mov", "video/quicktime"),
      (.wav, "com.microsoft.waveform-audio", .audio, "wav", "audio/vnd.wave"),
      (.mp3, "public.mp3", .audio, "mp3", "audio/mpeg"),
      (.json, "public.json", .text, "json", "application/json"),
      (.pdf, "com.adobe.pdf", .content, "pdf", "application/pdf"),
    ] as [(UTType, String, UTType, String, String)])
  func types(_ type: UTType, _ identifier: String, _ parent: UTType, _ suffix: String, _ mime: String) throws {
    #expect(type.identifier == identifier && UTType(identifier.uppercased()) == type && type.isDeclared)
    #expect(type.conforms(to: parent) && type.isSubtype(of: parent) && parent.isSupertype(of: type))
    #expect(type.conforms(to: type) && !type.isSubtype(of: type) && !parent.conforms(to: type))
    #expect(type.conforms(to: .data) && type.conforms(to: .item))
    #expect(type.preferredFilenameExtension == suffix && type.preferredMIMEType == mime)
    #expect(UTType(filenameExtension: suffix.uppercased()) == type && UTType(mimeType: mime) == type)
    #expect(UTType(filenameExtension: suffix, conformingTo: .folder) == nil)
  }

  @Test("What ImageIO and AVFoundation read and write has a type")
  func formats() {
    for codec in ImageCodec.all {
      #expect(UTType(codec.typeIdentifier)?.conforms(to: .image) == true, "\(codec)")
      #expect(UTType(filenameExtension: codec.suffixes[0])?.identifier == codec.typeIdentifier, "\(codec)")
    }
    for type in [AVFileType.mp4, .mov, .wav] {
      #expect(UTType(type.rawValue)?.conforms(to: .audiovisualContent) == true, "\(type)")
    }
  }

  @Test("Every type that a type conforms to is in the table, and none conforms to itself by others")
  func table() {
    for type in UTType.all {
      #expect(type.supertypes.allSatisfy(\.isDeclared) && !type.supertypes.contains(type), "\(type)")
      for (kind, names) in type.tags {
        for name in names {
          #expect(name == name.lowercased())
          #expect(UTType.types(tag: name, tagClass: kind, conformingTo: nil).contains(type), "\(type) \(name)")
        }
      }
    }
    #expect(UTType.all.count > 30)
  }

  @Test("Types that nobody declared are nil; a program's own conform to what it says")
  func others() throws {
    #expect(UTType("public.nonsense") == nil && UTType(filenameExtension: "nonsense") == nil)
    let own = UTType(exportedAs: "org.example.scene", conformingTo: .json)
    #expect(own.conforms(to: .json) && own.conforms(to: .text) && !own.conforms(to: .image) && !own.isDeclared)
    #expect(own.preferredFilenameExtension == nil && UTType(importedAs: "org.example.other").conforms(to: .data))
    let coded = try JSONDecoder().decode([UTType].self, from: JSONEncoder().encode([UTType.png, own]))
    #expect(coded == [.png, own])
    let folder = URL(filePath: "/tmp")
    #expect(folder.appendingPathComponent("a", conformingTo: .jpeg).lastPathComponent == "a.jpeg")
    #expect(folder.appendingPathComponent("a.png", conformingTo: .png).lastPathComponent == "a.png")
  }
}
