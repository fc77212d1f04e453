// The addresses of a preview, and what each answers. Who asks must know the token in them, and come from a page of this
// server: a page of another site that finds the port is refused (DNS rebinding changes neither Host nor Origin).
//
// Tested by PreviewServerTests, and by tools/preview in a browser.

import Documents
import FlyingFox
import FlyingSocks
import Foundation
import ImageCodecs
import ImageFiles

/// An HTTP server on a loopback port, for one scene.
package final class PreviewServer: Sendable {
  private let session: PreviewSession
  private let server: HTTPServer
  private let token: String
  private let files: PageFiles
  /// Seconds that the server may take to begin, and to answer: a frame may take long, and a machine be busy.
  private static let patience = 3600.0

  /// - Parameters:
  ///   - port: 0 for one that is free.
  ///   - pageFolder: where the page's files are read from at each request, for those who work on them; nil for those
  ///     that the program has in it.
  package init(_ session: PreviewSession, port: UInt16, pageFolder: String?) throws {
    self.session = session
    var random = SystemRandomNumberGenerator()
    token = (0..<2).map { _ in String(format: "%016lx", random.next()) }.joined()
    files = PageFiles(folder: pageFolder)
    server = HTTPServer(
      config: try HTTPServer.Configuration(
        address: .inet(ip4: "127.0.0.1", port: port), timeout: Self.patience, logger: .disabled))
  }

  /// Answers requests until it is cancelled.
  ///
  /// - Parameter ready: called with the page's address once it can be asked for.
  /// - Throws: why it cannot listen.
  package func run(ready: @escaping @Sendable (String) -> Void) async throws {
    await server.appendRoute("*") { [self] request in await answer(request) }
    let told = Task {
      try await server.waitUntilListening(timeout: Self.patience)
      if case .ip4(_, let port) = await server.listeningAddress { ready("http://127.0.0.1:\(port)/\(token)/") }
    }
    defer { told.cancel() }
    try await server.run()
  }

  // MARK: Requests

  private func answer(_ request: HTTPRequest) async -> HTTPResponse {
    guard isFromHere(request) else {
      return .failure(PreviewFailure("requests come from this server's page", status: 403))
    }
    guard request.method == .GET else { return .failure(PreviewFailure("only GET is answered", status: 405)) }
    let path = request.path.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: true)
    guard path.first.map(String.init) == token else {
      return .failure(PreviewFailure("no such address; it has the token that the command printed", status: 404))
    }
    // Its path comes without a slash at the end.
    guard path.count > 1 || request.target.path().hasSuffix("/") else {
      return HTTPResponse(statusCode: .movedPermanently, headers: .page([HTTPHeader("Location"): "/\(token)/"]))
    }
    do {
      return try await answer(path.count > 1 ? String(path[1]) : "", request.query.map { ($0.name, $0.value) })
    } catch let failure as PreviewFailure {
      return .failure(failure)
    } catch {
      return .failure(PreviewFailure("\(error)", status: 500))
    }
  }

  /// Whether a request names this machine as the one it asks, and no other site's page as who asks.
  private func isFromHere(_ request: HTTPRequest) -> Bool {
    guard let host = request.headers[.host] else { return false }
    let name = host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
    guard ["127.0.0.1", "localhost", "[::1]"].contains(name) else { return false }
    guard let origin = request.headers[HTTPHeader("Origin")] else { return true }
    return origin == "http://\(host)"
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
        statusCode: .ok, headers: .page([.contentType: "text/event-stream"]),
        body: HTTPBodySequence(from: await session.events.listen()))
    case "sound":
      return .bytes(try await session.sound(), [.contentType: "audio/wav"])
    case "frame", "frame.png", "tree", "layer", "pick":
      let look = try PreviewLook(query)
      let time = max(try number("time") ?? 0, 0)
      switch name {
      case "frame": return .frame(try await session.frame(look, at: time))
      case "frame.png":
        let bitmap = try await session.picture(look, at: time)
        return .bytes(Data(try ImageFile.encode(bitmap, as: .png, name: name)), [.contentType: "image/png"])
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
      return .bytes(file.bytes, [.contentType: file.type])
    }
  }
}

// MARK: - Answers

extension HTTPResponse {
  fileprivate static func json(_ data: Data) -> HTTPResponse { bytes(data, [.contentType: "application/json"]) }

  /// A body that is sent in one piece.
  fileprivate static func bytes(
    _ data: Data, _ headers: [HTTPHeader: String], status: HTTPStatusCode = .ok
  ) -> HTTPResponse {
    HTTPResponse(
      statusCode: status, headers: .page(headers),
      body: HTTPBodySequence(data: data, suggestedBufferSize: max(data.count, 1)))
  }

  fileprivate static func frame(_ frame: PreviewSession.Frame) -> HTTPResponse {
    bytes(
      frame.pixels,
      [
        .contentType: "application/octet-stream", HTTPHeader("X-Width"): "\(frame.width)",
        HTTPHeader("X-Height"): "\(frame.height)", HTTPHeader("X-Version"): "\(frame.version)",
        HTTPHeader("X-Draw-Milliseconds"): String(format: "%.2f", frame.milliseconds),
      ])
  }

  fileprivate static func failure(_ failure: PreviewFailure) -> HTTPResponse {
    let status: HTTPStatusCode =
      switch failure.status {
      case 403: .forbidden
      case 404: .notFound
      case 405: .methodNotAllowed
      case 409: .conflict
      case 500: .internalServerError
      default: .badRequest
      }
    let body = (try? JSONEncoder().encode(failure)) ?? Data("{}".utf8)
    return bytes(body, [.contentType: "application/json"], status: status)
  }
}

extension HTTPHeaders {
  /// What all answers have beside their own: nothing is kept, nothing runs that is not of this server, and no other
  /// site may have a part in it.
  fileprivate static func page(_ own: [HTTPHeader: String]) -> HTTPHeaders {
    var headers: [HTTPHeader: String] = [
      HTTPHeader("Cache-Control"): "no-store",
      HTTPHeader("X-Content-Type-Options"): "nosniff",
      HTTPHeader("Cross-Origin-Resource-Policy"): "same-origin",
      HTTPHeader("Referrer-Policy"): "no-referrer",
      HTTPHeader("Content-Security-Policy"):
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' blob: data:; "
        + "media-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    ]
    headers.merge(own) { $1 }
    return HTTPHeaders(headers)
  }
}
