// The addresses of a preview, and its permitted visitors. A visitor must know the token in the address, and come from a
// page of this server: DNS rebinding changes neither Host nor Origin.
//
// Tested by PreviewServerTests and PreviewVisitorsTests, and by tools/preview in a browser.

import Foundation

/// An object that answers pages' questions about a scene.
protocol PreviewAnswering: Sendable {
  func answer(_ name: String, _ query: [(name: String, value: String)]) async -> HTTPResponse

  @MainActor var events: EventStreams { get }
}

package final class PreviewServer: Sendable {
  private let server: HTTPServer
  package let address: String

  /// - Parameters:
  ///   - address: the IP address to listen at: the loopback device's, unless others are to reach it.
  ///   - port: 0 for a free one.
  ///   - pageFolder: the folder of the page's files, read at each request, for developers; nil for the embedded ones.
  ///   - isEmbeddable: whether pages of this machine may show the page in a frame.
  /// - Throws: the reason why it cannot listen.
  package convenience init(
    _ drawing: PreviewDrawing, address: String, port: UInt16, pageFolder: String?, isEmbeddable: Bool
  ) throws(HTTPServerError) {
    try self.init(
      answering: drawing, address: address, port: port, pageFolder: pageFolder, isEmbeddable: isEmbeddable)
  }

  init(
    answering source: any PreviewAnswering, address: String = "127.0.0.1", port: UInt16 = 0, pageFolder: String? = nil,
    isEmbeddable: Bool = false
  ) throws(HTTPServerError) {
    var random = SystemRandomNumberGenerator()
    let token = (0..<2).map { _ in String(format: "%016lx", random.next()) }.joined()
    let answers = PreviewAnswers(
      source: source, token: token, files: PageFiles(folder: pageFolder), visitors: PreviewVisitors(address: address),
      isEmbeddable: isEmbeddable)
    server = try HTTPServer(address: address, port: port, knows: answers.knows) { await answers.answer($0) }
    self.address = "http://\(answers.visitors.host):\(server.port)/\(token)/"
  }
}

private struct PreviewAnswers: Sendable {
  let source: any PreviewAnswering
  let token: String
  let files: PageFiles
  let visitors: PreviewVisitors
  let isEmbeddable: Bool

  private static let questions: Set = [
    "scene", "findings", "sound", "frame", "frame.png", "tree", "layer", "pick", "values", "exported",
  ]
  /// The requests that write or remove files, which must name the page's origin.
  private static let actions: Set = ["export", "cancel", "write"]

  @Sendable func knows(_ request: HTTPRequest) -> Bool {
    visitors.mayAsk(request) && Self.names(request).first.map(String.init) == token
  }

  private static func names(_ request: HTTPRequest) -> [Substring] {
    request.path.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: true)
  }

  func answer(_ request: HTTPRequest) async -> HTTPResponse {
    guard visitors.mayAsk(request) else {
      return .failure(PreviewFailure("requests come from this server's page", status: 403))
    }
    let path = Self.names(request)
    let isAction = path.count > 1 && Self.actions.contains(String(path[1]))
    guard request.method == (isAction ? "POST" : "GET") else {
      return .failure(PreviewFailure("only \(isAction ? "POST" : "GET") is answered here", status: 405))
    }
    guard !isAction || request.origin != nil else {
      return .failure(PreviewFailure("requests come from this server's page", status: 403))
    }
    guard path.first.map(String.init) == token else {
      return .failure(PreviewFailure("no such address; it has the token that the command printed", status: 404))
    }
    guard path.count > 1 || request.path.hasSuffix("/") else {
      return .bytes(Data(), [("Location", "/\(token)/")], status: 301)
    }
    let name = path.count > 1 ? String(path[1]) : "preview.html"
    if isAction || Self.questions.contains(name) { return await source.answer(name, request.query) }
    if name == "events" {
      return HTTPResponse(
        headers: HTTPResponse.ofPage + [("Content-Type", "text/event-stream")],
        body: .events(await source.events.listen()))
    }
    guard let file = files.file(name) else { return .failure(PreviewFailure("no such address", status: 404)) }
    return .page(file.bytes, file.type, isEmbeddable: isEmbeddable)
  }
}

/// The files of the page (the folder Page), served unchanged.
struct PageFiles {
  /// The folder from which the files are read instead; nil for the embedded files.
  let folder: String?

  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
  ]

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

/// The visitors that a server answers, by the claims of a request. Another site's page cannot claim to be the server's
/// own (`Origin`), and sends its own name for this machine (`Host`), if it has one.
package struct PreviewVisitors: Sendable {
  let address: String

  /// Whether other machines can reach it.
  private var isOpen: Bool { !address.hasPrefix("127.") && address != "::1" }

  /// The server's host in addresses; this machine's if it listens at all of them.
  var host: String {
    switch address {
    case "0.0.0.0": "127.0.0.1"
    case "::": "[::1]"
    default: address.contains(":") ? "[\(address)]" : address
    }
  }

  /// Whether a request is addressed to this machine, and not from another site's page.
  func mayAsk(_ request: HTTPRequest) -> Bool {
    guard let host = request.host, isOwn(host) else { return false }
    return request.origin == nil || request.origin == "http://\(host)"
  }

  /// Whether a text is a name of this machine, with or without a port, which a tunnel may change.
  ///
  /// All IP addresses count, as others may reach the server by them; a request by another site's name never has one.
  func isOwn(_ text: String) -> Bool {
    guard let match = text.wholeMatch(of: /(localhost|[0-9.]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?/) else {
      return false
    }
    let name = match.1
    if name == "localhost" || name == "127.0.0.1" || name == "[::1]" || name == host { return true }
    return isOpen && Self.isAddress(name.first == "[" ? String(name.dropFirst().dropLast()) : String(name))
  }

  /// Whether a text is a numeric IP address, of version 4 or 6.
  package static func isAddress(_ text: String) -> Bool {
    var (four, six) = (in_addr(), in6_addr())
    return inet_pton(AF_INET, text, &four) == 1 || inet_pton(AF_INET6, text, &six) == 1
  }
}

/// Server-sent events for all pages (https://html.spec.whatwg.org/multipage/server-sent-events.html).
@MainActor
final class EventStreams {
  private var streams: [EventStream] = []
  var relay: (_ name: String, _ data: String) -> Void = { _, _ in }

  func send(_ name: String, _ data: String) {
    relay(name, data)
    streams.removeAll(where: \.hasEnded)
    for stream in streams { stream.add("event: \(name)\ndata: \(data)\n\n") }
  }

  func listen() -> EventStream {
    let stream = EventStream()
    stream.add(": listening\n\n")
    streams.append(stream)
    return stream
  }

  var hasListeners: Bool { streams.contains { !$0.hasEnded } }
}

/// The events for one page, written by the main thread and read by the thread of the page's connection.
final class EventStream: @unchecked Sendable {
  /// The condition that guards the properties below.
  private let condition = NSCondition()
  private var pending: [UInt8] = []
  private var isOver = false
  /// The most pending bytes: a page that reads nothing is given up.
  private static let mostPending = 64 << 10
  /// The seconds of silence before a comment is sent: writing detects a page that has gone.
  private let pulse: Double

  init(pulse: Double = 5) { self.pulse = pulse }

  var hasEnded: Bool { condition.withLock { isOver } }

  func add(_ text: String) {
    condition.withLock {
      pending += Array(text.utf8)
      if pending.count > Self.mostPending { isOver = true }
      condition.signal()
    }
  }

  func end() {
    condition.withLock {
      isOver = true
      condition.signal()
    }
  }

  /// Waits for the page's next events, and copies as many bytes as fit. Returns their number; nil at the end.
  func next(into bytes: UnsafeMutableRawBufferPointer) -> Int? {
    condition.withLock {
      let deadline = Date(timeIntervalSinceNow: pulse)
      while pending.isEmpty, !isOver {
        if !condition.wait(until: deadline) { pending = Array(":\n\n".utf8) }
      }
      guard !isOver else { return nil }
      let count = min(pending.count, bytes.count)
      bytes.copyBytes(from: pending.prefix(count))
      pending.removeFirst(count)
      return count
    }
  }
}
