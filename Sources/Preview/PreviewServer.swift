// The addresses of a preview, and what each answers. Who asks must know the token in them, and come from a page of this
// server: a page of another site that finds the port is refused (DNS rebinding changes neither Host nor Origin).
//
// Tested by PreviewServerTests, and by tools/preview in a browser.

import Documents
import Foundation
import ImageCodecs
import ImageFiles

/// An HTTP server on a loopback port, for one scene.
package final class PreviewServer: Sendable {
  private let server: HTTPServer
  /// The page's address.
  package let address: String

  /// Answers requests from now on.
  ///
  /// - Parameters:
  ///   - port: 0 for one that is free.
  ///   - pageFolder: where the page's files are read from at each request, for those who work on them; nil for those
  ///     that the program has in it.
  /// - Throws: why it cannot listen.
  package init(_ session: PreviewSession, port: UInt16, pageFolder: String?) throws(HTTPServerError) {
    var random = SystemRandomNumberGenerator()
    let token = (0..<2).map { _ in String(format: "%016lx", random.next()) }.joined()
    let answers = PreviewAnswers(session: session, token: token, files: PageFiles(folder: pageFolder))
    server = try HTTPServer(port: port) { await answers.answer($0) }
    address = "http://127.0.0.1:\(server.port)/\(token)/"
  }
}

/// What is answered to requests.
private struct PreviewAnswers: Sendable {
  let session: PreviewSession
  let token: String
  let files: PageFiles

  func answer(_ request: HTTPRequest) async -> HTTPResponse {
    guard isFromHere(request) else {
      return .failure(PreviewFailure("requests come from this server's page", status: 403))
    }
    guard request.method == "GET" else { return .failure(PreviewFailure("only GET is answered", status: 405)) }
    let path = request.path.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: true)
    guard path.first.map(String.init) == token else {
      return .failure(PreviewFailure("no such address; it has the token that the command printed", status: 404))
    }
    guard path.count > 1 || request.path.hasSuffix("/") else {
      return .bytes(Data(), [("Location", "/\(token)/")], status: 301)
    }
    do {
      return try await answer(path.count > 1 ? String(path[1]) : "", request.query)
    } catch let failure as PreviewFailure {
      return .failure(failure)
    } catch {
      return .failure(PreviewFailure("\(error)", status: 500))
    }
  }

  /// Whether a request names this machine as the one it asks, and no other site's page as who asks.
  private func isFromHere(_ request: HTTPRequest) -> Bool {
    guard let host = request.host else { return false }
    let name = host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
    guard ["127.0.0.1", "localhost", "[::1]"].contains(name) else { return false }
    return request.origin == nil || request.origin == "http://\(host)"
  }

  private func answer(_ name: String, _ query: [(name: String, value: String)]) async throws -> HTTPResponse {
    func number(_ key: String) throws -> Double? {
      guard let text = query.first(where: { $0.name == key })?.value else { return nil }
      guard let value = Double(text), abs(value) <= 1e9 else {
        throw PreviewFailure("\(key): expected a number, and it is '\(text.excerpt)'")
      }
      return value
    }
    switch name {
    case "scene": return .json(try await session.scene())
    case "findings": return .json(await session.findings())
    case "events":
      return HTTPResponse(
        headers: HTTPResponse.ofPage + [("Content-Type", "text/event-stream")],
        body: .events(await session.events.listen()))
    case "sound": return .bytes(try await session.sound(), "audio/wav")
    case "frame", "frame.png", "tree", "layer", "pick":
      let look = try PreviewLook(query)
      let time = max(try number("time") ?? 0, 0)
      switch name {
      case "frame": return .frame(try await session.frame(look, at: time))
      case "frame.png":
        let bitmap = try await session.picture(look, at: time)
        return .bytes(Data(try ImageFile.encode(bitmap, as: .png, name: name)), "image/png")
      case "tree": return .json(try await session.tree(look, at: time))
      case "layer":
        let id = query.first { $0.name == "id" }?.value ?? ""
        return .json(try await session.layer(id, look, at: time))
      default:
        return .json(
          try await session.pick(x: try number("x") ?? 0, y: try number("y") ?? 0, look, at: time))
      }
    default:
      guard let file = files.file(name.isEmpty ? "preview.html" : name) else {
        throw PreviewFailure("no such address", status: 404)
      }
      return .bytes(file.bytes, file.type)
    }
  }
}

// MARK: - Answers

extension HTTPResponse {
  fileprivate static func json(_ data: Data) -> HTTPResponse { bytes(data, "application/json") }

  fileprivate static func bytes(_ data: Data, _ type: String) -> HTTPResponse { bytes(data, [("Content-Type", type)]) }

  fileprivate static func bytes(
    _ data: Data, _ headers: [(name: String, value: String)], status: Int = 200
  ) -> HTTPResponse {
    HTTPResponse(status: status, headers: ofPage + headers, body: .bytes(data))
  }

  fileprivate static func frame(_ frame: PreviewSession.Frame) -> HTTPResponse {
    bytes(
      frame.pixels,
      [
        ("Content-Type", "application/octet-stream"), ("X-Width", "\(frame.width)"), ("X-Height", "\(frame.height)"),
        ("X-Version", "\(frame.version)"), ("X-Draw-Milliseconds", String(format: "%.2f", frame.milliseconds)),
      ])
  }

  fileprivate static func failure(_ failure: PreviewFailure) -> HTTPResponse {
    let body = (try? JSONEncoder().encode(failure)) ?? Data("{}".utf8)
    return bytes(body, [("Content-Type", "application/json")], status: failure.status)
  }

  /// What all answers have beside their own headers: nothing is kept, nothing runs that is not of this server, and no
  /// other site may have a part in it.
  fileprivate static let ofPage = [
    (name: "Cache-Control", value: "no-store"),
    ("X-Content-Type-Options", "nosniff"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Referrer-Policy", "no-referrer"),
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' blob: data:; "
        + "media-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    ),
  ]
}
