// Players: times by a clock that is advanced, observers in order, and what their layers show.

import AVFoundation
import Multiplane
import Synchronization
import TestSupport
import Testing

@Suite(.serialized) struct AVPlayerTests {
  /// Runs with a manual clock as the current one.
  private func withClock(_ body: (MediaClock) throws -> Void) rethrows {
    let (kept, clock) = (MediaClock.current, MediaClock(startingAt: 5))
    MediaClock.current = clock
    defer { MediaClock.current = kept }
    try body(clock)
  }

  @Test("A player stands, moves at its rate, and jumps")
  func times() throws {
    let clip = try TestClip()
    withClock { clock in
      let player = AVPlayer(playerItem: AVPlayerItem(asset: clip.asset))
      #expect(player.status == .readyToPlay && player.timeControlStatus == .paused && player.rate == 0)
      clock.advance(to: 6)
      #expect(player.currentTime() == .zero)
      player.play()
      clock.advance(to: 6.5)
      #expect(abs(player.currentTime().seconds - 0.5) < 1e-9 && player.timeControlStatus == .playing)
      player.rate = 0.5
      clock.advance(to: 7)
      #expect(abs(player.currentTime().seconds - 0.75) < 1e-9)
      player.seek(to: .seconds(1.5))
      #expect(player.currentTime() == .seconds(1.5) || abs(player.currentTime().seconds - 1.5) < 1e-9)
      player.rate = -1
      clock.advance(to: 8)
      #expect(abs(player.currentTime().seconds - 0.5) < 1e-9)
      clock.advance(to: 20)
      #expect(player.currentTime() == .zero && player.rate == 0)
      player.seek(to: .seconds(77))
      #expect(player.currentTime() == player.currentItem?.duration)
      player.currentItem?.step(byCount: -3)
      #expect(player.currentTime() == .seconds(1.7))
    }
  }

  @Test("Observers are called at their times, in order, and the end is told")
  func observers() throws {
    let clip = try TestClip()
    withClock { clock in
      let item = AVPlayerItem(asset: clip.asset)
      let player = AVPlayer(playerItem: item)
      let log = Mutex<[String]>([])
      func note(_ text: String) { log.withLock { $0.append(text) } }
      let periodic = player.addPeriodicTimeObserver(forInterval: .seconds(0.5), queue: nil) { time in
        log.withLock { $0.append("every \((time.seconds * 10).rounded() / 10)") }
      }
      let boundary = player.addBoundaryTimeObserver(
        forTimes: [NSValue(time: .seconds(0.7)), NSValue(time: .seconds(1.9))], queue: .main
      ) { log.withLock { $0.append("at") } }
      let ended = NotificationCenter.default.addObserver(
        forName: .AVPlayerItemDidPlayToEndTime, object: item, queue: nil
      ) { _ in log.withLock { $0.append("end") } }
      defer { NotificationCenter.default.removeObserver(ended) }
      player.play()
      clock.advance(to: 6.8)
      #expect(log.withLock { $0 } == ["every 0.0", "every 0.5", "at", "every 1.0", "every 1.5"])
      log.withLock { $0 = [] }
      player.removeTimeObserver(periodic)
      clock.advance(to: 30)
      #expect(log.withLock { $0 } == ["at", "end"])
      #expect(player.rate == 0 && player.currentTime() == item.duration)
      player.removeTimeObserver(boundary)
    }
  }

  @Test("From its end an item begins again where its notification asks for it")
  func looping() throws {
    let clip = try TestClip()
    withClock { clock in
      let item = AVPlayerItem(asset: clip.asset)
      let player = AVPlayer(playerItem: item)
      player.actionAtItemEnd = .none
      nonisolated(unsafe) let looped = player
      let ended = NotificationCenter.default.addObserver(
        forName: AVPlayerItem.didPlayToEndTimeNotification, object: item, queue: nil
      ) { _ in looped.seek(to: .zero) }
      defer { NotificationCenter.default.removeObserver(ended) }
      player.play()
      clock.advance(to: 5 + 2 + 2 + 0.3)
      #expect(abs(player.currentTime().seconds - 0.3) < 1e-6 && player.rate == 1)
    }
  }

  @Test("A layer shows the frame of the player's time, in its rectangle")
  func layer() throws {
    let clip = try TestClip()
    try withClock { clock in
      let player = AVPlayer(url: clip.url)
      let layer = AVPlayerLayer(player: player)
      layer.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
      #expect(layer.videoRect == CGRect(x: 0, y: 8, width: 64, height: 48) && layer.isReadyForDisplay)
      let root = CALayer()
      root.frame = layer.frame
      root.addSublayer(layer)
      let renderer = try OffscreenRenderer(size: root.frame.size, options: .init(clock: clock))
      func frame(at time: Double) throws -> CGImage { try renderer.image(of: root, at: time) }
      let first = try frame(at: 5)
      #expect(first.pixel(60, 50) == [10, 10, 10, 255] && first.pixel(10, 12) == [255, 0, 0, 255])
      #expect(first.pixel(10, 3) == [0, 0, 0, 0] && first.pixel(60, 60) == [0, 0, 0, 0])
      player.play()
      #expect(try frame(at: 5.35).pixel(60, 50)[0] == 40)
      player.rate = 2
      #expect(try frame(at: 5.6).pixel(60, 50)[0] == 90)
      player.pause()
      #expect(try frame(at: 6.3).pixel(60, 50)[0] == 90)
      player.seek(to: .seconds(1.25))
      #expect(try frame(at: 6.4).pixel(60, 50)[0] == 130)
      player.play()
      // The last frame stays at the end.
      #expect(try frame(at: 30).pixel(60, 50)[0] == 200)
      layer.videoGravity = .resizeAspectFill
      #expect(layer.videoRect == CGRect(x: (64 - 256.0 / 3) / 2, y: 0, width: 256.0 / 3, height: 64))
      #expect(try frame(at: 31).pixel(10, 3) == [255, 0, 0, 255])
      layer.videoGravity = .resize
      #expect(layer.videoRect == layer.bounds)
      player.replaceCurrentItem(with: nil)
      #expect(try frame(at: 32).pixel(60, 50) == [0, 0, 0, 0] && !layer.isReadyForDisplay && layer.videoRect == .zero)
    }
  }

  @Test("A synchronized layer is in the item's time")
  func synchronized() throws {
    let clip = try TestClip()
    try withClock { clock in
      let item = AVPlayerItem(asset: clip.asset)
      let player = AVPlayer(playerItem: item)
      let layer = AVSynchronizedLayer(playerItem: item)
      layer.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
      let bar = CALayer()
      bar.frame = layer.bounds
      bar.backgroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
      let fade = CABasicAnimation(keyPath: "opacity")
      (fade.fromValue, fade.toValue, fade.duration) = (0, 1, 2)
      fade.beginTime = AVCoreAnimationBeginTimeAtZero
      (fade.isRemovedOnCompletion, fade.fillMode) = (false, .both)
      bar.add(fade, forKey: nil)
      layer.addSublayer(bar)
      let renderer = try OffscreenRenderer(size: layer.frame.size, options: .init(clock: clock))
      #expect(try renderer.image(of: layer, at: 5.5).pixel(5, 5) == [0, 0, 0, 0])
      player.play()
      #expect(near(try renderer.image(of: layer, at: 6.5).pixel(5, 5), [128, 128, 128, 128]))
      player.seek(to: .seconds(0.5))
      player.pause()
      #expect(near(try renderer.image(of: layer, at: 9).pixel(5, 5), [64, 64, 64, 64]))
    }
  }

  @Test("An item that cannot be played says why, and its layer shows nothing")
  func failures() throws {
    let folder = try TemporaryFolder()
    let player = AVPlayer(url: folder.url.appending(path: "none.mp4"))
    #expect(player.status == .failed && player.error != nil && player.currentItem?.status == .failed)
    let layer = AVPlayerLayer(player: player)
    #expect(!layer.isReadyForDisplay && layer.videoRect == .zero)
    player.play()
    #expect(AVPlayer().status == .unknown)
  }
}
