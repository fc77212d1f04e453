// What a scene's session answers to the questions of pages.

import Documents
import Foundation
import ImageCodecs
import ImageFiles

extension PreviewSession: PreviewAnswering {
  nonisolated func answer(_ name: String, _ query: [(name: String, value: String)]) async -> HTTPResponse {
    do {
      return try await answer(to: name, query)
    } catch let failure as PreviewFailure {
      return .failure(failure)
    } catch {
      return .failure(PreviewFailure("\(error)", status: 500))
    }
  }

  private nonisolated func answer(
    to name: String, _ query: [(name: String, value: String)]
  ) async throws -> HTTPResponse {
    func number(_ key: String) throws -> Double? {
      guard let text = query.first(where: { $0.name == key })?.value else { return nil }
      guard let value = Double(text), abs(value) <= 1e9 else {
        throw PreviewFailure("\(key): expected a number, and it is '\(text.excerpt)'")
      }
      return value
    }
    switch name {
    case "scene": return .json(await scene())
    case "findings": return .json(await findings())
    case "sound": return .bytes(try await sound(), "audio/wav")
    default: break
    }
    let look = try PreviewLook(query)
    let time = max(try number("time") ?? 0, 0)
    switch name {
    case "frame": return .frame(try await frame(look, at: time))
    case "frame.png":
      let bitmap = try await picture(look, at: time)
      return .bytes(Data(try ImageFile.encode(bitmap, as: .png, name: name)), "image/png")
    case "tree": return .json(try await tree(look, at: time))
    case "layer":
      return .json(try await layer(query.first { $0.name == "id" }?.value ?? "", look, at: time))
    case "pick": return .json(try await pick(x: try number("x") ?? 0, y: try number("y") ?? 0, look, at: time))
    default: throw PreviewFailure("no such address", status: 404)
    }
  }
}
