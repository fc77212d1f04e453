// The images of moments as a sequence.

public import CoreGraphics
public import CoreMedia

extension AVAssetImageGenerator {
  /// The images at times, one after the other; each is made when it is asked for.
  public struct Images: AsyncSequence, Sendable {
    /// An image, or the error that prevented it.
    public enum Element: Sendable {
      /// An image, and the time at which its frame begins.
      case success(requestedTime: CMTime, image: CGImage, actualTime: CMTime)
      /// The error that prevented the image.
      case failure(requestedTime: CMTime, error: any Error)

      /// The time that was asked for.
      public var requestedTime: CMTime {
        switch self {
        case .success(let time, _, _), .failure(let time, _): time
        }
      }

      /// The image.
      ///
      /// - Throws: the error that prevented the image.
      public var image: CGImage {
        get throws {
          switch self {
          case .success(_, let image, _): image
          case .failure(_, let error): throw error
          }
        }
      }

      /// The time at which the frame begins.
      ///
      /// - Throws: the error that prevented the image.
      public var actualTime: CMTime {
        get throws {
          switch self {
          case .success(_, _, let time): time
          case .failure(_, let error): throw error
          }
        }
      }
    }

    let generator: AVAssetImageGenerator
    let times: [CMTime]

    /// Begins with the first.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(generator: generator, times: times[...]) }

    /// Makes an image for each element.
    public struct AsyncIterator: AsyncIteratorProtocol {
      let generator: AVAssetImageGenerator
      var times: ArraySlice<CMTime>

      /// The next image; nil at the end.
      public mutating func next() async -> Element? {
        guard let time = times.popFirst() else { return nil }
        do {
          let (image, actual) = try await generator.image(at: time)
          return .success(requestedTime: time, image: image, actualTime: actual)
        } catch { return .failure(requestedTime: time, error: error) }
      }
    }
  }
}
