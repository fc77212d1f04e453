// Times through ranges: clamped, folded, and mapped from one to another.

/// The nearest time within a range, its end among them; invalid for an empty range.
public func CMTimeClampToRange(_ time: CMTime, range: CMTimeRange) -> CMTime {
  guard time.isValid, range.isValid, !range.isEmpty else { return .invalid }
  return CMTimeMinimum(CMTimeMaximum(time, range.start), range.end)
}

/// A time of a range to the one that lies as far along another: `(t - from.start) * to.duration / from.duration +
/// to.start`, exactly where that fits.
///
/// Invalid where a range is empty, or the time's epoch is another than that of the range's start. Of two endless ranges
/// only the starts count.
public func CMTimeMapTimeFromRangeToRange(_ t: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange) -> CMTime {
  guard fromRange.isValid, toRange.isValid, !fromRange.isEmpty, !toRange.isEmpty else { return .invalid }
  guard t.isValid, t.epoch == fromRange.start.epoch else { return .invalid }
  let offset = CMTimeSubtract(t, fromRange.start)
  if fromRange.duration.isPositiveInfinity, toRange.duration.isPositiveInfinity {
    return CMTimeAdd(offset, toRange.start)
  }
  return CMTimeAdd(CMTimeMapDurationFromRangeToRange(offset, fromRange: fromRange, toRange: toRange), toRange.start)
}

/// A duration in the proportion of two ranges: `dur * to.duration / from.duration`, exactly where that fits.
///
/// Invalid where the duration has an epoch, or the first range is empty.
public func CMTimeMapDurationFromRangeToRange(_ dur: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange) -> CMTime {
  let (from, to) = (fromRange.duration, toRange.duration)
  guard fromRange.isValid, toRange.isValid, dur.isValid, dur.epoch == 0, !fromRange.isEmpty else { return .invalid }
  guard dur.isNumeric, from.isNumeric, to.isNumeric else {
    return from.isPositiveInfinity && to.isPositiveInfinity ? dur : dur.isNumeric ? .invalid : dur
  }
  guard from != to else { return dur }
  let wasRounded = dur.hasBeenRounded || from.hasBeenRounded || to.hasBeenRounded
  // The factors in lowest terms, so that what fits is exact.
  let ratio = Rational(to.value, to.timescale).reduced.multiplied(
    by: Rational(numerator: Int128(from.timescale), denominator: Int128(from.value)))
  guard let ratio, let product = Rational(dur.value, dur.timescale).multiplied(by: ratio) else {
    return CMTimeMultiplyByFloat64(dur, multiplier: to.seconds / from.seconds)
  }
  return product.time(wasRounded: wasRounded, epoch: 0)
}

/// A time of an endless repetition of a range, to the same time in the range: what is before it, too.
///
/// Invalid for an empty range.
public func CMTimeFoldIntoRange(_ time: CMTime, foldRange: CMTimeRange) -> CMTime {
  guard foldRange.isValid, !foldRange.isEmpty, time.isValid else { return .invalid }
  guard time.isNumeric, foldRange.start.isNumeric, foldRange.duration.isNumeric else { return time }
  guard time.epoch == foldRange.start.epoch else { return .invalid }
  let offset = CMTimeSubtract(time, foldRange.start)
  let length = foldRange.duration
  guard offset.isNumeric else { return offset }
  // In units of both.
  let (x, y) = (Int128(offset.value) * Int128(length.timescale), Int128(length.value) * Int128(offset.timescale))
  let rest = (x % y + y) % y
  let folded = Rational(numerator: rest, denominator: Int128(offset.timescale) * Int128(length.timescale)).reduced.time(
    wasRounded: offset.hasBeenRounded || length.hasBeenRounded, epoch: 0)
  return CMTimeAdd(foldRange.start, folded)
}
