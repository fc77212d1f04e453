// WAV files from numbers.
import Foundation

package enum WaveFile {
  /// Returns a file of 16 bits a sample.
  package static func of(_ channels: [[Int16]], rate: Int) -> [UInt8] {
    var data: [UInt8] = []
    data.reserveCapacity(channels.count * channels[0].count * 2)
    for index in channels[0].indices {
      for channel in channels { data += number(Int(channel[index]), 2) }
    }
    return file(data, channels: channels.count, rate: rate, bits: 16, code: 1)
  }

  /// Returns a file of 32-bit floats.
  package static func of(_ channels: [[Float]], rate: Int) -> [UInt8] {
    var data: [UInt8] = []
    for index in channels[0].indices {
      for channel in channels { data += number(Int(channel[index].bitPattern), 4) }
    }
    return file(data, channels: channels.count, rate: rate, bits: 32, code: 3)
  }

  /// Returns a file of a sine, by default of 441 Hz at a third of full scale.
  package static func tone(rate: Int, seconds: Double, level: Double = 1 / 3, frequency: Double = 441) -> [UInt8] {
    let samples = (0..<Int(seconds * Double(rate))).map {
      Int16((sin(Double($0) / Double(rate) * frequency * 2 * .pi) * level * 32767).rounded())
    }
    return of([samples], rate: rate)
  }

  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  /// Returns a file of samples that are coded already.
  package static func file(_ data: [UInt8], channels: Int, rate: Int, bits: Int, code: Int) -> [UInt8] {
    let block = channels * bits / 8
    let format =
      number(16, 4) + number(code, 2) + number(channels, 2) + number(rate, 4) + number(rate * block, 4)
      + number(block, 2) + number(bits, 2)
    return Array("RIFF".utf8) + number(data.count + 36, 4) + Array("WAVEfmt ".utf8) + format + Array("data".utf8)
      + number(data.count, 4) + data
  }
}
