// The addresses of a preview, and who is answered. Who asks must know the token in them, and come from a page of this
// server: a page of another site that finds the port is refused (DNS rebinding changes neither Host nor Origin).
//
// Tested by PreviewServerTests, and by tools/preview in a browser.

import Foundation

/// An object that knows the scene that pages ask about.
protocol PreviewAnswering: Sendable {
  /// Returns the answer to a question, by the name at the end of its address.
  func answer(_ name: String, _ query: [(name: String, value: String)]) async -> HTTPResponse

  /// The events that pages receive without asking.
  @MainActor var events: EventStreams { get }
}

/// An HTTP server for one scene.
package final class PreviewServer: Sendable {
  private let server: HTTPServer
  /// The page's address.
  package let address: String

  /// Answers requests from now on.
  ///
  /// - Parameters:
  ///   - address: the IP address that it listens at: that of the loopback device, unless others are to reach it.
  ///   - port: 0 for one that is free.
  ///   - pageFolder: where the page's files are read from at each request, for those who work on them; nil for those
  ///     that the program has in it.
  /// - Throws: why it cannot listen.
  package convenience init(
    _ drawing: PreviewDrawing, address: String, port: UInt16, pageFolder: String?
  ) throws(HTTPServerError) {
    try self.init(answering: drawing, address: address, port: port, pageFolder: pageFolder)
  }

  init(
    answering source: any PreviewAnswering, address: String = "127.0.0.1", port: UInt16 = 0, pageFolder: String? = nil
  ) throws(HTTPServerError) {
    var random = SystemRandomNumberGenerator()
    let token = (0..<2).map { _ in String(format: "%016lx", random.next()) }.joined()
    let answers = PreviewAnswers(
      source: source, token: token, files: PageFiles(folder: pageFolder), visitors: PreviewVisitors(address: address))
    server = try HTTPServer(address: address, port: port, knows: answers.knows) { await answers.answer($0) }
    self.address = "http://\(answers.visitors.host):\(server.port)/\(token)/"
  }
}

/// The answers to requests.
private struct PreviewAnswers: Sendable {
  let source: any PreviewAnswering
  let token: String
  let files: PageFiles
  let visitors: PreviewVisitors

  private static let questions: Set = ["scene", "findings", "sound", "frame", "frame.png", "tree", "layer", "pick"]

  /// Whether a request has all that is asked of one.
  @Sendable func knows(_ request: HTTPRequest) -> Bool {
    visitors.mayAsk(request) && Self.names(request).first.map(String.init) == token
  }

  /// The token, and what follows it.
  private static func names(_ request: HTTPRequest) -> [Substring] {
    request.path.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: true)
  }

  func answer(_ request: HTTPRequest) async -> HTTPResponse {
    guard visitors.mayAsk(request) else {
      return .failure(PreviewFailure("requests come from this server's page", status: 403))
    }
    guard request.method == "GET" else { return .failure(PreviewFailure("only GET is answered", status: 405)) }
    let path = Self.names(request)
    guard path.first.map(String.init) == token else {
      return .failure(PreviewFailure("no such address; it has the token that the command printed", status: 404))
    }
    guard path.count > 1 || request.path.hasSuffix("/") else {
      return .bytes(Data(), [("Location", "/\(token)/")], status: 301)
    }
    let name = path.count > 1 ? String(path[1]) : "preview.html"
    if Self.questions.contains(name) { return await source.answer(name, request.query) }
    if name == "events" {
      return HTTPResponse(
        headers: HTTPResponse.ofPage + [("Content-Type", "text/event-stream")],
        body: .events(await source.events.listen()))
    }
    guard let file = files.file(name) else { return .failure(PreviewFailure("no such address", status: 404)) }
    return .bytes(file.bytes, file.type)
  }
}

/// The files of the page (the folder Page), which the server serves unchanged.
struct PageFiles {
  /// The folder from which the files are read instead; nil for the embedded files.
  let folder: String?

  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
  ]

  /// Returns a file by its name; nil if it does not exist.
  func file(_ name: String) -> (bytes: Data, type: String)? {
    guard let embedded = EmbeddedFiles.all[name] ?? (folder == nil ? nil : ""),
      let type = Self.types[String(name.split(separator: ".").last ?? "")]
    else { return nil }
    if let folder {
      guard !name.contains("/"), let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)") else {
        return nil
      }
      return (bytes, type)
    }
    return (Data(UnsafeBufferPointer(start: embedded.utf8Start, count: embedded.utf8CodeUnitCount)), type)
  }
}
