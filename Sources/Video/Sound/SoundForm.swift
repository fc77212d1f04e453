// What decoded samples are like; and what of them is no sound.
import CLibAV

/// The form of a frame of sound.
struct SoundForm: Equatable {
  /// Samples a second.
  let rate: Int
  let channels: Int
  private let format: CInt
  /// The mask of the channels; 0 if it is not known.
  private let places: UInt64

  init(_ frame: UnsafeMutablePointer<AVFrame>) {
    rate = Int(frame[\.sample_rate])
    channels = Int(frame[\.ch_layout].nb_channels)
    format = frame[\.format]
    places = frame[\.ch_layout].order == AV_CHANNEL_ORDER_NATIVE ? frame[\.ch_layout].u.mask : 0
  }

  /// The loudest sample that is taken for one, against full scale: 120 dB above it.
  private static let loudest = 1e6

  /// Makes silence of floating-point samples that are no numbers, or no sound: the resampler would smear them over
  /// those around them.
  ///
  /// - Returns: the number of such samples.
  static func silenceInvalidSamples(of frame: UnsafeMutablePointer<AVFrame>) throws(VideoError) -> Int {
    let format = AVSampleFormat(frame[\.format])
    let isPlanar = format == AV_SAMPLE_FMT_FLTP || format == AV_SAMPLE_FMT_DBLP
    guard isPlanar || format == AV_SAMPLE_FMT_FLT || format == AV_SAMPLE_FMT_DBL else { return 0 }
    let (samples, channels) = (Int(frame[\.nb_samples]), Int(frame[\.ch_layout].nb_channels))
    let (planes, count) = isPlanar ? (channels, samples) : (1, samples * channels)
    let isFloat = format == AV_SAMPLE_FMT_FLT || format == AV_SAMPLE_FMT_FLTP
    func invalid(silencing: Bool) -> Int {
      var found = 0
      for plane in 0..<planes {
        guard let data = frame[\.extended_data]![plane].map({ UnsafeMutableRawPointer($0) }) else { continue }
        found +=
          isFloat
          ? Self.silence(data.assumingMemoryBound(to: Float.self), count, Float(loudest), silencing)
          : Self.silence(data.assumingMemoryBound(to: Double.self), count, loudest, silencing)
      }
      return found
    }
    let found = invalid(silencing: false)
    guard found > 0 else { return 0 }
    try LibAV.check(av_frame_make_writable(frame), "mend samples")
    return invalid(silencing: true)
  }

  private static func silence<Sample: BinaryFloatingPoint>(
    _ data: UnsafeMutablePointer<Sample>, _ count: Int, _ loudest: Sample, _ write: Bool
  ) -> Int {
    var found = 0
    // A comparison with what is no number is false.
    for index in 0..<count where !(abs(data[index]) <= loudest) {
      found += 1
      if write { data[index] = 0 }
    }
    return found
  }
}
