// The values that options take: what is read, and what is refused with which words.
import SceneFiles
import Testing

@testable import CLI

@Suite struct ArgumentValueTests {
  @Test func sizes() throws {
    let size = try SizeArgument(parsing: "390x844")
    #expect(size.width == 390 && size.height == 844)
  }

  @Test func fits() throws {
    let all = try FitArgument<LottieTextFit>(parsing: "shrink")
    #expect(all.name == nil && all.fit == .shrink)
    let one = try FitArgument<LottieTextFit>(parsing: "a=b=none")
    #expect(one.name == "a=b" && one.fit == .asWritten)
  }

  @Test(arguments: ["", "=wrap", "Wrap", "a=", "wrap=a", "asWritten"])
  func fitsRefused(text: String) {
    #expect(throws: ArgumentValueError.self) { try FitArgument<LottieTextFit>(parsing: text) }
  }

  @Test(arguments: ["", "390", "390x", "x844", "0x10", "10x-1", "1e3x10", "390x844x2", "70000x10", "390 x 844"])
  func sizesRefused(text: String) {
    #expect(throws: ArgumentValueError.self) { try SizeArgument(parsing: text) }
  }

  @Test(
    "R-B7: amounts of memory",
    arguments: [
      ("1048576", 1 << 20), ("512M", 512 << 20), ("1.5g", 3 << 29), ("2GiB", 2 << 30), ("2GB", 2 << 30),
      ("16T", 1 << 44),
    ])
  func memory(text: String, bytes: Int) throws {
    #expect(try MemoryArgument(parsing: text).bytes == bytes)
  }

  @Test(arguments: ["", "G", "1000", "-1G", "17T", "1e9", "1X", "1 G", "nanG", "1..5G"])
  func memoryRefused(text: String) {
    #expect(throws: ArgumentValueError.self) { try MemoryArgument(parsing: text) }
  }

  @Test(arguments: [
    ("#fff", ColorArgument(red: 1, green: 1, blue: 1, alpha: 1)),
    ("#f000", ColorArgument(red: 1, green: 0, blue: 0, alpha: 0)),
    ("#FF8000", ColorArgument(red: 1, green: 128.0 / 255, blue: 0, alpha: 1)),
    ("#00000080", ColorArgument(red: 0, green: 0, blue: 0, alpha: 128.0 / 255)),
    ("transparent", .transparent),
    ("Black", .black),
    ("orange", ColorArgument(red: 1, green: 165.0 / 255, blue: 0, alpha: 1)),
    ("0.5 0 1", ColorArgument(red: 0.5, green: 0, blue: 1, alpha: 1)),
    ("0 0 0 0.25", ColorArgument(red: 0, green: 0, blue: 0, alpha: 0.25)),
  ])
  func colors(text: String, color: ColorArgument) throws {
    #expect(try ColorArgument(parsing: text) == color)
  }

  @Test(arguments: ["", "#", "#ff", "#ggg", "#fffff", "#-10", "blurple", "1 2 3", "0 0", "0 0 0 0 0", "nan 0 0"])
  func colorsRefused(text: String) {
    #expect(throws: ArgumentValueError.self) { try ColorArgument(parsing: text) }
  }

  @Test func stateSchedules() throws {
    let schedule = try StateSchedule(parsing: "Locked,Unlock@1.5,my@state@4")
    #expect(
      schedule.changes == [
        .init(state: "Locked", time: 0), .init(state: "Unlock", time: 1.5), .init(state: "my@state", time: 4),
      ])
    #expect(try StateSchedule(parsing: "Sleep@2").changes == [.init(state: "Sleep", time: 2)])
  }

  @Test(arguments: ["", "A,B", "A@", "@1", "A@x", "A@2,B@1", "A,B@0", "A@-1", "A@nan", "A,,B@1"])
  func stateSchedulesRefused(text: String) {
    #expect(throws: ArgumentValueError.self) { try StateSchedule(parsing: text) }
  }

  @Test(arguments: ["", "nan", "inf", "-1", "1s"])
  func secondsRefused(text: String) {
    #expect(throws: ArgumentValueError.self) { try NumberArgument.seconds(text) }
  }

  @Test func rangesOfNumbers() throws {
    #expect(try NumberArgument.seconds("0") == 0)
    #expect(throws: ArgumentValueError.self) { try NumberArgument.duration("0") }
    #expect(try NumberArgument.fraction("1") == 1)
    #expect(throws: ArgumentValueError.self) { try NumberArgument.fraction("1.01") }
    #expect(throws: ArgumentValueError.self) { try NumberArgument.scale("0") }
    #expect(throws: ArgumentValueError.self) { try NumberArgument.count("0") }
  }

  @Test(arguments: [
    ("a.mp3", "a.mp3", 0.0, 1.0, 0.0, 0.0), ("a.mp3@1.5", "a.mp3", 1.5, 1, 0, 0), ("a:0.5", "a", 0, 0.5, 0, 0),
    ("a.mp3:1,2", "a.mp3", 0, 1, 1, 2), ("a.mp3@-2:-20dB:0.5,3", "a.mp3", -2, 0.1, 0.5, 3),
    ("me@home/x:y.wav", "me@home/x:y.wav", 0, 1, 0, 0), ("b@x@2", "b@x", 2, 1, 0, 0),
  ])
  func audio(text: String, file: String, start: Double, gain: Double, fadeIn: Double, fadeOut: Double) throws {
    let track = try AudioArgument(parsing: text)
    #expect(track.file == file && track.start == start && abs(track.gain - gain) < 1e-12)
    #expect(track.fadeIn == fadeIn && track.fadeOut == fadeOut)
  }

  @Test func audioInPointAndLoop() throws {
    for text in ["a.mp3@1:0.5:1,2:in=10.5:loop", "a.mp3@1:loop:1,2:in=10.5:0.5"] {
      let track = try AudioArgument(parsing: text)
      #expect(track.file == "a.mp3" && track.start == 1 && track.gain == 0.5 && track.loops)
      #expect(track.inPoint == 10.5 && track.fadeIn == 1 && track.fadeOut == 2)
    }
    // A file's name may look a little like a part.
    #expect(try AudioArgument(parsing: "loop.wav").file == "loop.wav")
    #expect(try AudioArgument(parsing: "in=1.wav:x").file == "in=1.wav:x")
  }

  @Test(arguments: [
    ("", "no file's name"), ("@1", "no file's name"), (":0.5", "no file's name"), (":1,2", "no file's name"),
    ("a.mp3:in=x", "'in=x'"), ("a.mp3:in=-1", "'in=-1'"), ("a.mp3:-300dB", "-200 to 60 dB"), ("a.mp3:-1", "0 to 1000"),
    ("a.mp3:1,-2", "fades"), ("a.mp3:0.5:0.6", "second of its kind"), ("a.mp3@2e9", "second of a film"),
  ])
  func audioRefused(text: String, words: String) {
    do {
      _ = try AudioArgument(parsing: text)
      Issue.record("\(text) was taken")
    } catch {
      #expect(error.description.contains(words) && error.description.contains(AudioArgument.form), "\(error)")
    }
  }
}
