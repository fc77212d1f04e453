// The files that a film's command line names, in one list: what `video` reads, what a plan takes along, and what stands
// in the place of each elsewhere can be no other.
//
// Tested by PlannedFileTests.
import Documents
import Foundation

/// The use that a film makes of a file.
enum FilmFileRole: String, Codable {
  case scene, font, image, slot, layer, audio, over, under, captions
  /// A font that was installed where the film was planned.
  case installedFont = "installed-font"
}

extension VideoCommand {
  /// Puts other paths in the place of the files that the command line names: all but the scene, and the rows of data.
  ///
  /// - Parameter path: the path for a file, by its role, its number among those of the role, and its path. Values of
  ///   slots are among the files, as some are.
  mutating func replaceFiles(_ path: (FilmFileRole, Int, String) throws -> String) rethrows {
    for index in options.fonts.indices { options.fonts[index] = try path(.font, index, options.fonts[index]) }
    for (index, image) in lottie.images.enumerated() {
      lottie.images[index] = image.replacing(try path(.image, index, image.value))
    }
    for (index, slot) in lottie.slots.enumerated() {
      let file = try path(.slot, index, slot.value)
      if file != slot.value { lottie.slots[index].file = .at(URL(fileURLWithPath: file)) }
    }
    for (index, layer) in lottie.layers.enumerated() {
      lottie.layers[index].clip.url = URL(fileURLWithPath: try path(.layer, index, layer.clip.url.path))
    }
    for (index, track) in encoding.audio.enumerated() {
      encoding.audio[index].file = try path(.audio, index, track.file)
    }
    if let file = clip.over { clip.over = try path(.over, 0, file) }
    if let file = clip.under { clip.under = try path(.under, 0, file) }
    if let file = options.captions.file { options.captions.file = try path(.captions, 0, file) }
  }
}

extension VideoCommand {
  var inputFiles: [String] {
    var (video, files) = (self, source.files + data.files)
    video.replaceFiles { _, _, path in
      files.append(path)
      return path
    }
    return files
  }

  var outputFiles: [NamedOutput] {
    [
      NamedOutput("--output", output), NamedOutput("--key", encoding.key), NamedOutput("--hashes", hashes),
      NamedOutput("--capture", capture.option.capture), data.manifestFile,
    ].compactMap { $0 }
  }
}
