// A Gaussian blur of coverage on the CPU, for the shadows of paths: the picture is small (its texels are as coarse as
// the blur allows), and it is kept as long as the path and the blur stay.

import CoreGraphics

extension GaussianKernel {
  /// The kernel of shadows in frames, cut off at ``Gaussian/reach`` deviations.
  ///
  /// - Parameter sigma: the standard deviation in texels.
  init(sigma: Double) {
    self.init(sigma: sigma, radius: Int(bounded: (Gaussian.reach * sigma).rounded(.up)), .integrals)
  }
}

/// Bytes of coverage, first row first.
struct CoverageMap: Equatable, Sendable {
  var width: Int
  var height: Int
  var bytes: [UInt8]

  init(width: Int, height: Int, bytes: [UInt8]) {
    precondition(bytes.count == width * height, "\(bytes.count) bytes are not \(width)x\(height)")
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }

  /// Returns the map blurred; outside it is taken to be empty.
  ///
  /// - Parameters:
  ///   - sigmaX: the standard deviation in texels, across.
  ///   - sigmaY: the same, down.
  func blurred(sigmaX: Double, sigmaY: Double) -> CoverageMap {
    guard width > 0, height > 0 else { return self }
    var field = bytes.map { Float($0) }
    GaussianKernel(sigma: sigmaX).blurRows(&field, width: width)
    GaussianKernel(sigma: sigmaY).blurColumns(&field, width: width)
    return CoverageMap(width: width, height: height, bytes: field.map { UInt8(min(max($0 + 0.5, 0), 255)) })
  }
}
