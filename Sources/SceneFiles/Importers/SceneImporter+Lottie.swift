// Lottie documents, and the archives that hold them with their files.

import Foundation

extension SceneImporter {
  static let lottieDocument = SceneImporter(
    title: "a Lottie document", suffix: "json", noun: "file",
    recognizes: { beginning in
      // After a byte order mark.
      guard let text = String(validating: beginning.drop { $0 >= 0x80 }.prefix { $0 < 0x80 }, as: UTF8.self) else {
        return false
      }
      return text.drop(while: \.isWhitespace).hasPrefix("{") && text.contains("\"layers\"")
    },
    read: readLottie)

  static let lottieArchive = SceneImporter(
    title: "a Lottie archive", suffix: "lottie", noun: "archive", read: readLottie)

  private static func readLottie(_ source: SceneSource) throws(SceneFileError) -> Scene {
    let film = try LottieScene(path: source.path, options: source.options)
    return Scene(
      rootLayer: film.rootLayer, size: film.size, duration: film.duration, markers: film.markers,
      sounds: film.sounds, notes: film.notes, imageBytes: film.imageBytes, isFitted: true)
  }
}
