// What a preview answers with: JSON, frames, files of the page, and what went wrong.

import Foundation

extension HTTPResponse {
  static func json(_ data: Data) -> HTTPResponse { bytes(data, "application/json") }

  static func bytes(_ data: Data, _ type: String) -> HTTPResponse { bytes(data, [("Content-Type", type)]) }

  static func bytes(
    _ data: Data, _ headers: [(name: String, value: String)], status: Int = 200
  ) -> HTTPResponse {
    HTTPResponse(status: status, headers: ofPage + headers, body: .bytes(data))
  }

  static func frame(_ frame: PreviewSession.Frame) -> HTTPResponse {
    bytes(
      frame.pixels,
      [
        ("Content-Type", "application/octet-stream"), ("X-Width", "\(frame.width)"), ("X-Height", "\(frame.height)"),
        ("X-Version", "\(frame.version)"), ("X-Draw-Milliseconds", String(format: "%.2f", frame.milliseconds)),
      ])
  }

  static func failure(_ failure: PreviewFailure) -> HTTPResponse {
    let body = (try? JSONEncoder().encode(failure)) ?? Data("{}".utf8)
    return bytes(body, [("Content-Type", "application/json")], status: failure.status)
  }

  /// The headers that all answers have in addition to their own: nothing is kept, only the server's own code runs, and
  /// other sites may not take part.
  static let ofPage = [
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
