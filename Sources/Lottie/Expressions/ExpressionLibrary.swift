// The JavaScript library of all expressions, which an engine runs once, part by part. It keeps no document, but asks
// the host about it by numbered questions: `$ask(question, a, b, text)`.

enum ExpressionQuestion: Int, CaseIterable {
  /// The member of a name, and that of a number: the index of a layer; of others the place, from 1.
  case named, at
  /// The kind: 0 composition, 1 layer, 2 group, 3 property, 4 switch, 5 choice of a layer, 6 path, 7 text; 10 more if
  /// computed.
  case kind
  /// The fact about an object that the text names, such as its width.
  case fact
  /// The value of a property as written, at a frame; the frames of its keyframes; and the value of one keyframe.
  case value, keys, key
  /// The text of an expression, the frame-dependent values that it uses, and its layer.
  case source, wants, layer
  /// The frames between which a layer is shown.
  case range
  /// A layer's parent; for other objects, the object that contains them.
  case parent
  case composition
  case rate
  case pace
  /// The point at a part of the length of a path, or the direction there.
  case along
  /// The box of a layer at a frame, with its text at that frame: left, top, width and height.
  case box

  /// The placeholder for the question's number in the library's text.
  fileprivate var placeholder: String { "$\(self)".uppercased() }
}

enum ExpressionLibrary {
  static let text: String = {
    let questions = ExpressionQuestion.allCases.sorted { $0.placeholder.count > $1.placeholder.count }
    return questions.reduce(natives + "\n" + maths + "\n" + scene + running) { text, question in
      text.replacing(question.placeholder, with: String(question.rawValue))
    }
  }()
}

// The part of the expressions' library that calculates: operators on numbers and vectors, as exporters write them
// (`$bm_sum`, `add`), easing, colours, and reproducible random numbers.
extension ExpressionLibrary {
  static let maths = #"""
    (function (G) {
      'use strict';
      var N = G.$natives, isList = Array.isArray, ask = G.$ask;
      var isNumber = function (value) {
        var type = typeof value;
        return type === 'number' || type === 'boolean' || type === 'string' || value instanceof Number;
      };
      var isOne = function (value) { return typeof value === 'number' || value instanceof Number; };
      var number = function (value) { return typeof value === 'string' ? parseInt(value, 10) : +value; };
      // Numbers by numbers, vectors by vectors; a number and a vector meet in the first dimension.
      var each = function (a, b, make) {
        if (isNumber(a) && isNumber(b)) return make(number(a), number(b));
        if (isList(a) && isNumber(b)) { a = a.slice(); a[0] = make(a[0], b); return a; }
        if (isNumber(a) && isList(b)) { b = b.slice(); b[0] = make(a, b[0]); return b; }
        if (!isList(a) || !isList(b)) throw new TypeError('expected numbers or vectors');
        for (var i = 0, result = []; i < a.length || i < b.length; i++) {
          result[i] = isOne(a[i]) && isOne(b[i]) ? make(+a[i], +b[i]) : b[i] === undefined ? a[i] : a[i] || b[i];
        }
        return result;
      };
      var scaled = function (vector, make) {
        for (var i = 0, result = []; i < vector.length; i++) result[i] = make(vector[i]);
        return result;
      };
      var sum = function (a, b) {
        if (typeof a === 'string' || typeof b === 'string' || a instanceof String || b instanceof String) {
          return String(a) + String(b);
        }
        return each(a, b, function (x, y) { return x + y; });
      };
      var sub = function (a, b) { return each(a, b, function (x, y) { return x - y; }); };
      var mul = function (a, b) {
        if (isNumber(a) && isNumber(b)) return a * b;
        if (isList(a) && isNumber(b)) return scaled(a, function (x) { return x * b; });
        if (isNumber(a) && isList(b)) return scaled(b, function (x) { return a * x; });
        throw new TypeError('expected a number and a vector');
      };
      var div = function (a, b) {
        if (isNumber(a) && isNumber(b)) return a / b;
        if (isList(a) && isNumber(b)) return scaled(a, function (x) { return x / b; });
        if (isNumber(a) && isList(b)) return scaled(b, function (x) { return a / x; });
        throw new TypeError('expected a vector and a number');
      };
      var mod = function (a, b) { return number(a) % number(b); };
      var neg = function (a) { return isList(a) ? scaled(a, function (x) { return -x; }) : -a; };
      var dot = function (a, b) {
        for (var i = 0, result = 0; i < Math.min(a.length, b.length); i++) result += a[i] * b[i];
        return result;
      };
      var cross = function (a, b) {
        var x = a[2] || 0, y = b[2] || 0;
        return [a[1] * y - x * b[1], x * b[0] - a[0] * y, a[0] * b[1] - a[1] * b[0]];
      };
      var length = function (a, b) {
        if (isOne(a)) return Math.abs(a - (b || 0));
        for (var i = 0, result = 0, count = b ? Math.min(a.length, b.length) : a.length; i < count; i++) {
          result += Math.pow((b ? b[i] : 0) - a[i], 2);
        }
        return Math.sqrt(result);
      };
      var clamp = function (value, low, high) {
        if (isList(value)) return scaled(value, function (x) { return clamp(x, low, high); });
        return low > high ? clamp(value, high, low) : Math.min(Math.max(value, low), high);
      };
      var degree = Math.PI / 180;
      var degrees = function (angle) { return angle / degree; };
      var radians = function (angle) { return angle * degree; };
      var between = function (fraction, from, to) {
        if (!isList(from) && !isList(to)) return +from + (to - from) * fraction;
        return scaled(from, function (value) { return value; }).map(function (value, index) {
          return value + (to[index] - value) * fraction;
        });
      };
      var linear = function (t, low, high, from, to) {
        if (from === undefined || to === undefined) return linear(t, 0, 1, low, high);
        if (low > high) return linear(t, high, low, from, to);
        return t <= low ? from : t >= high ? to : between((t - low) / (high - low), from, to);
      };
      // Eases along a cubic curve that the host knows by number.
      var paced = function (curve) {
        return function (t, low, high, from, to) {
          if (from === undefined || to === undefined) { from = low; to = high; } else t = (t - low) / (high - low);
          t = t > 1 ? 1 : t > 0 ? t : 0;
          return between(ask($PACE, curve, t), from, to);
        };
      };
      var hue = function (p, q, t) {
        t = t < 0 ? t + 1 : t > 1 ? t - 1 : t;
        return t < 1 / 6 ? p + (q - p) * 6 * t : t < 1 / 2 ? q : t < 2 / 3 ? p + (q - p) * (2 / 3 - t) * 6 : p;
      };
      var hslToRgb = function (color) {
        var h = color[0], s = color[1], l = color[2], q = l < 0.5 ? l * (1 + s) : l + s - l * s, p = 2 * l - q;
        return s === 0 ? [l, l, l, color[3]]
          : [hue(p, q, h + 1 / 3), hue(p, q, h), hue(p, q, h - 1 / 3), color[3]];
      };
      var rgbToHsl = function (color) {
        var r = color[0], g = color[1], b = color[2], high = Math.max(r, g, b), low = Math.min(r, g, b);
        var l = (high + low) / 2, d = high - low;
        if (d === 0) return [0, 0, l, color[3]];
        var h = high === r ? (g - b) / d + (g < b ? 6 : 0) : high === g ? (b - r) / d + 2 : (r - g) / d + 4;
        return [h / 6, l > 0.5 ? d / (2 - high - low) : d / (high + low), l, color[3]];
      };

      // Random numbers: each is a function of what it is asked for by, mixed by an integer hash.
      var multiply = function (a, b) { return ((a & 0xffff) * b + ((((a >>> 16) * b) & 0xffff) << 16)) | 0; };
      var mix = function (a) {
        a ^= a >>> 16; a = multiply(a, 0x45d9f3b); a ^= a >>> 16; a = multiply(a, 0x45d9f3b);
        return (a ^ (a >>> 16)) >>> 0;
      };
      var chance = function (seed, index) { return (mix(mix(seed | 0) + index * 0x9e37 + 1 | 0) + 0.5) / 4294967296; };
      // Smooth noise of one dimension, -1...1: values at whole places, with slopes between those of their neighbours.
      var noiseAt = function (seed, x) {
        var base = Math.floor(x), t = x - base, a, b;
        a = chance(seed, base) * 2 - 1;
        b = chance(seed, base + 1) * 2 - 1;
        return a + (b - a) * t * t * t * (t * (t * 6 - 15) + 10);
      };
      var noise = function (place) {
        if (!isList(place)) return noiseAt(0, +place);
        var corner = function (index, seed) {
          if (index === Math.min(place.length, 3)) return chance(seed, 0) * 2 - 1;
          var base = Math.floor(place[index]), t = place[index] - base, a, b;
          a = corner(index + 1, mix(seed ^ multiply(base, 0x27d4eb2d)));
          b = corner(index + 1, mix(seed ^ multiply(base + 1, 0x27d4eb2d)));
          return a + (b - a) * t * t * t * (t * (t * 6 - 15) + 10);
        };
        return corner(0, 1);
      };
      var tools = {
        add: sum, sum: sum, sub: sub, mul: mul, div: div, mod: mod, neg: neg, dot: dot, cross: cross, clamp: clamp,
        length: length, normalize: function (a) { return div(a, length(a)); },
        $bm_sum: sum, $bm_sub: sub, $bm_mul: mul, $bm_div: div, $bm_mod: mod, $bm_neg: neg,
        $bm_isInstanceOfArray: isList,
        radiansToDegrees: degrees, radians_to_degrees: degrees,
        degreesToRadians: radians, degrees_to_radians: radians,
        linear: linear, easeIn: paced(0), easeOut: paced(1), ease: paced(2),
        hslToRgb: hslToRgb, rgbToHsl: rgbToHsl, noise: noise,
        lookAt: function (from, to) {
          var x = to[0] - from[0], y = to[1] - from[1], z = (to[2] || 0) - (from[2] || 0);
          return [-degrees(Math.atan2(y, z)), degrees(Math.atan2(x, Math.sqrt(y * y + z * z))), 0];
        }
      };
      for (var name in tools) N.hidden(G, name, tools[name]);
      N.chance = chance;
      N.noiseAt = noiseAt;
      N.isOne = isOne;
    })(this);
    """#
}
