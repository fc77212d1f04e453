// What a page is told of the scene.

import Foundation

/// The properties of a scene, and its error.
struct PreviewSceneAnswer: Encodable {
  let version: Int
  let error: PreviewFailure?
  let info: PreviewInfo

  private enum CodingKeys: CodingKey { case version, error, pixels }

  func encode(to encoder: any Encoder) throws {
    try info.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(version, forKey: .version)
    try container.encode(error, forKey: .error)
    try container.encode(info.pixels, forKey: .pixels)
  }

  var json: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Texts, and numbers that are finite.
    return (try? encoder.encode(self)) ?? Data("{}".utf8)
  }
}

/// The event that there is another version of the scene.
struct PreviewVersion: Decodable {
  let version: Int

  var text: String { #"{"version": \#(version)}"# }
}
