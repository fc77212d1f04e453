// The pictures of findings: what of the frame they are about, with a little around it. The scene is drawn once more for
// them: frames that were looked at are not kept.

package import CoreGraphics
import Foundation
import Multiplane

extension SceneCheck {
  /// Pixels around what a finding is about.
  private static let margin: CGFloat = 24
  /// The greatest number of pictures.
  package static let mostPictures = 200

  /// Calls `write` with the picture of each finding that is to be seen at some time, by the finding's number.
  package func pictures(of report: CheckReport, _ write: (_ finding: Int, _ picture: CGImage) throws -> Void) throws {
    let wanted = report.findings.enumerated().compactMap { index, finding in
      finding.times.first.map { (index: index, time: $0.lowerBound, box: finding.box, state: finding.state) }
    }.prefix(Self.mostPictures)
    for (state, wanted) in Dictionary(grouping: wanted, by: \.state).sorted(by: { $0.key ?? "" < $1.key ?? "" }) {
      try pictures(of: wanted.map { ($0.index, $0.time, $0.box) }.sorted { $0.1 < $1.1 }, in: state, write)
    }
  }

  private func pictures(
    of wanted: [(index: Int, time: Double, box: CGRect?)], in state: String?,
    _ write: (_ finding: Int, _ picture: CGImage) throws -> Void
  ) throws {
    let subject = try open(1, in: state)
    var last: (time: Double, image: CGImage)?
    for (index, time, box) in wanted {
      if last?.time != time {
        try subject.beforeFrame(time)
        last = (time, try subject.renderer.image(of: subject.root, at: time))
      }
      guard let image = last?.image else { continue }
      let whole = CGRect(x: 0, y: 0, width: image.width, height: image.height)
      let shown = box.map { $0.insetBy(dx: -Self.margin, dy: -Self.margin).integral.intersection(whole) } ?? whole
      if let picture = shown.isEmpty ? image : image.cropping(to: shown) { try write(index, picture) }
    }
  }
}
