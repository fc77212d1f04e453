// The part of the expressions' library with After Effects' scene: compositions, layers, groups, effects and properties,
// each by a handle of the host's; the runner of an expression; and the names that an expression sees.
//
// Tested by ExpressionTests and HostileExpressionTests.

extension ExpressionLibrary {
  static let scene = #"""
    (function (G) {
      'use strict';
      var N = G.$natives, ask = G.$ask, compile = G.$compile, isList = Array.isArray, chance = N.chance;
      var objects = {}, loaded = {}, memo = {}, running = [], now = null, RESTART = {}, rate = ask($RATE, 0, 0, '');
      var fact = function (h, name) { return ask($FACT, h, 0, name); };
      var child = function (h, name) {
        if (typeof name === 'function') name = name.index;
        var found = typeof name === 'number' || name instanceof Number ? ask($AT, h, +name, '')
          : ask($NAMED, h, 0, String(name));
        if (found === undefined) throw new Error("nothing here is called '" + name + "'");
        return open(found);
      };

      // Values: a number, a vector, a text, or a path as one row of numbers.
      var raw = function (p, frame) { return ask($VALUE, p, frame, ''); };
      var valueAt = function (p, frame) {
        if (ask($KIND, p, 0, '') < 10) return raw(p, frame);
        return now && now.p === p ? raw(p, frame) : evaluate(p, frame);
      };
      var offsetBy = function (value, from, to, times) {
        if (!isList(value)) return value + (to - from) * times;
        return value.map(function (x, index) { return x + (to[index] - from[index]) * times; });
      };
      var velocityAt = function (p, frame) {
        var a = valueAt(p, frame), b = valueAt(p, frame - 0.001 * rate);
        return isList(a) ? a.map(function (x, index) { return (x - b[index]) / 0.001; }) : (a - b) / 0.001;
      };
      var frames = function (p) { return ask($KEYS, p, 0, ''); };
      var loop = function (p, isOut, type, amount, isDuration) {
        var keys = frames(p), frame = now.frame, count = keys.length;
        if (count < 2) return raw(p, frame);
        var n = amount && amount < count ? Math.floor(amount) : count - 1, first, last;
        if (isOut) {
          last = keys[count - 1];
          first = !isDuration ? keys[count - 1 - n] : last - (amount ? amount * rate : last - now.from);
        } else {
          first = keys[0];
          last = !isDuration ? keys[n] : first + (amount ? amount * rate : now.to - first);
        }
        var beyond = isOut ? frame - last : first - frame, cycle = last - first;
        if (!(beyond > 0 && cycle > 0)) return raw(p, frame);
        var passed = Math.floor((isOut ? frame - first : last - frame) / cycle);
        var rest = (isOut ? frame - first : last - frame) - passed * cycle;
        var inside = isOut ? first + rest : last - rest;
        switch (String(type === undefined ? 'cycle' : type).toLowerCase()) {
        case 'pingpong': return raw(p, passed % 2 === 0 ? inside : first + last - inside);
        case 'offset': return offsetBy(raw(p, inside), raw(p, first), raw(p, last), isOut ? passed : -passed);
        case 'continue':
          var end = isOut ? last : first, near = isOut ? end - 0.001 : end + 0.001;
          return offsetBy(raw(p, end), raw(p, near), raw(p, end), beyond / 0.001);
        default: return raw(p, inside);
        }
      };
      var wiggled = function (p, frequency, amplitude, octaves, share, time) {
        octaves = Math.max(1, Math.min(octaves === undefined ? 1 : Math.floor(octaves), 8));
        share = share === undefined ? 0.5 : share;
        time = time === undefined ? now.time : time;
        var value = now.p === p ? now.value : raw(p, now.frame);
        var move = function (x, dimension) {
          var seed = (now.seed + dimension * 7919) | 0, strength = amplitude, pace = frequency;
          for (var i = 0; i < octaves; i++, strength *= share, pace *= 2) {
            x += strength * N.noiseAt(seed + i * 101, time * pace + i * 0.37);
          }
          return x;
        };
        return isList(value) ? value.map(move) : move(value, 0);
      };
      var smoothed = function (p, width, samples, time) {
        width = width === undefined ? 0.2 : width;
        samples = samples === undefined ? 5 : Math.max(1, Math.floor(samples));
        time = time === undefined ? now.time : time;
        var total, step = samples > 1 ? width / (samples - 1) : 0, from = samples > 1 ? time - width / 2 : time;
        var add = function (a, b) { return isList(a) ? a.map(function (x, i) { return x + b[i]; }) : a + b; };
        for (var i = 0; i < samples; i++) {
          var value = valueAt(p, (from + i * step) * rate);
          total = i ? add(total, value) : value;
        }
        return isList(total) ? total.map(function (x) { return x / samples; }) : total / samples;
      };
      var keyAt = function (p, index) {
        var keys = frames(p);
        if (!(index >= 1 && index <= keys.length)) throw new Error('there is no keyframe ' + index);
        var value = ask($KEY, p, index - 1, ''), key = { time: keys[index - 1] / rate, index: +index, value: value };
        for (var i = 0; i < (isList(value) ? value.length : 1); i++) key[i] = isList(value) ? value[i] : value;
        return key;
      };
      var nearest = function (p, time) {
        var keys = frames(p), frame = time * rate, best = 0;
        for (var i = 1; i < keys.length; i++) {
          if (Math.abs(keys[i] - frame) < Math.abs(keys[best] - frame)) best = i;
        }
        return keys.length ? keyAt(p, best + 1) : { index: 0, time: 0 };
      };

      // The members of all properties, by handle.
      var shared = {
        valueAtTime: function (time) { return wrap(this.$h, valueAt(this.$h, time * rate)); },
        velocityAtTime: function (time) { return velocityAt(this.$h, time * rate); },
        speedAtTime: function (time) { return G.length(velocityAt(this.$h, time * rate)); },
        key: function (index) { return keyAt(this.$h, typeof index === 'string' ? 0 : index); },
        nearestKey: function (time) { return nearest(this.$h, time); },
        loopOut: function (type, n) { return loop(this.$h, true, type, n, false); },
        loopIn: function (type, n) { return loop(this.$h, false, type, n, false); },
        loopOutDuration: function (type, n) { return loop(this.$h, true, type, n, true); },
        loopInDuration: function (type, n) { return loop(this.$h, false, type, n, true); },
        wiggle: function (f, a, o, s, t) { return wiggled(this.$h, f, a, o, s, t); },
        smooth: function (w, s, t) { return smoothed(this.$h, w, s, t); },
        propertyGroup: function (n) {
          for (var h = this.$h; n > 0; n--) h = ask($PARENT, h, 0, '');
          return open(h);
        }
      };
      var kind = function (above, getters, methods) {
        var made = N.create(above), name;
        for (name in getters) N.define(made, name, { get: getters[name], configurable: false });
        for (name in methods) N.hidden(made, name, methods[name]);
        return made;
      };
      var ofProperty = {
        numKeys: function () { return frames(this.$h).length; },
        velocity: function () { return velocityAt(this.$h, now.frame); },
        speed: function () { return G.length(velocityAt(this.$h, now.frame)); },
        propertyIndex: function () { return fact(this.$h, 'index'); },
        name: function () { return fact(this.$h, 'name'); }
      };
      var simple = function () { return this.$value; };
      var withValue = function (getters, value) {
        var all = { value: value };
        for (var name in getters) all[name] = getters[name];
        return all;
      };
      var NumberKind = kind(Number.prototype, withValue(ofProperty, simple), shared);
      var ListKind = kind(Array.prototype, withValue(ofProperty, function () { return this.slice(); }), shared);
      var TextKind = kind(String.prototype, withValue(ofProperty, simple), shared);
      var PathKind = kind(Object.prototype, withValue(ofProperty, function () { return this; }), shared);
      N.hidden(PathKind, 'points', function () { return pairs(this.$path, 0); });
      N.hidden(PathKind, 'inTangents', function () { return pairs(this.$path, 1); });
      N.hidden(PathKind, 'outTangents', function () { return pairs(this.$path, 2); });
      N.hidden(PathKind, 'isClosed', function () { return this.$path[0] === 1; });
      var along = function (path, part, isDirection) {
        var found = ask($ALONG, +part, isDirection, '', path);
        if (found === undefined) throw new Error('the path has no points, or the place on it is no number');
        return found;
      };
      var rowAt = function (path, time) { return time === undefined ? path.$path : valueAt(path.$h, time * rate); };
      N.hidden(PathKind, 'pointOnPath', function (part, time) {
        return along(rowAt(this, time), part === undefined ? 0.5 : part, 0);
      });
      N.hidden(PathKind, 'tangentOnPath', function (part, time) {
        return along(rowAt(this, time), part === undefined ? 0.5 : part, 1);
      });
      N.hidden(PathKind, 'normalOnPath', function (part, time) {
        var way = along(rowAt(this, time), part === undefined ? 0.5 : part, 1);
        return [-way[1], way[0]];
      });
      var pairs = function (path, block) {
        for (var i = 0, result = [], from = 2 + block * 2 * path[1]; i < path[1]; i++) {
          result[i] = [path[from + 2 * i], path[from + 2 * i + 1]];
        }
        return result;
      };
      var with$ = function (object, members, above) {
        for (var name in members) N.hidden(object, name, members[name]);
        return N.descend(object, above);
      };
      var wrap = function (p, value) {
        switch (ask($KIND, p, 0, '') % 10) {
        case 4: return value;
        case 5: return open(ask($AT, ask($FACT, p, 0, 'composition'), value, ''));
        case 6: return with$({}, { $h: p, $path: value }, PathKind);
        }
        if (typeof value === 'number') return with$(new Number(value), { $h: p, $value: value, 0: value }, NumberKind);
        if (typeof value === 'string') return with$(new String(value), { $h: p, $value: value }, TextKind);
        return with$(value.slice(), { $h: p }, ListKind);
      };

      // Layers, groups and compositions.
      var open = function (h) {
        if (h === undefined) throw new Error('there is no such layer');
        var type = ask($KIND, h, 0, '') % 10;
        if (type >= 3) return wrap(h, valueAt(h, now.frame));
        if (objects[h]) return objects[h];
        var made = function (name) { return child(h, name); };
        N.define(made, 'name', { value: fact(h, 'name') });
        delete made.length;
        made.prototype = undefined;
        with$(made, { $h: h }, type === 0 ? CompositionKind : type === 1 ? LayerKind : GroupKind);
        objects[h] = N.freeze(made);
        return made;
      };
      var getters = function (names, make) {
        var all = {};
        names.split(' ').forEach(function (name) { all[name] = function () { return make(this.$h, name); }; });
        return all;
      };
      var below = function (name) { return function (key) { return child(child(this.$h, name).$h, key); }; };
      var CompositionKind = kind(Object.prototype, getters(
        'width height duration frameDuration numLayers displayStartTime', fact), {
        layer: function (key, offset) {
          if (offset !== undefined) key = key.index + offset;
          return child(this.$h, key);
        }
      });
      var LayerKind = N.create(Object.prototype);
      var add = function (kind, all) { for (var name in all) N.define(kind, name, { get: all[name] }); };
      var matrix = function (h, frame) {
        var result = [1, 0, 0, 1, 0, 0], get = function (t, name, otherwise) {
          var found = ask($NAMED, t, 0, name);
          return found !== undefined ? valueAt(found, frame) : otherwise === undefined ? 0 : otherwise;
        };
        for (; h !== undefined; h = ask($PARENT, h, 0, '')) {
          var t = ask($NAMED, h, 0, 'transform'), a = get(t, 'anchorPoint', [0, 0]);
          var s = get(t, 'scale', [100, 100]), p = get(t, 'position');
          if (get(t, 'xRotation') || get(t, 'yRotation')) {
            throw new Error('the space of a layer that is turned out of the plane');
          }
          if (!isList(p)) p = [get(t, 'xPosition'), get(t, 'yPosition')];
          var turn = get(t, 'rotation') * Math.PI / 180, c = Math.cos(turn), d = Math.sin(turn);
          // A slant along its axis, after the scale and before the turn.
          var axis = get(t, 'skewAxis') * Math.PI / 180, slant = Math.tan(-get(t, 'skew') * Math.PI / 180);
          var e = Math.cos(axis), f = Math.sin(axis), x = s[0] / 100, y = s[1] / 100;
          var i = x * (1 + slant * e * f), j = -x * slant * f * f, k = y * slant * e * e, l = y * (1 - slant * e * f);
          var m = [c * i - d * j, d * i + c * j, c * k - d * l, d * k + c * l];
          m[4] = p[0] - a[0] * m[0] - a[1] * m[2];
          m[5] = p[1] - a[0] * m[1] - a[1] * m[3];
          var r = result;
          result = [r[0] * m[0] + r[1] * m[2], r[0] * m[1] + r[1] * m[3], r[2] * m[0] + r[3] * m[2],
            r[2] * m[1] + r[3] * m[3], r[4] * m[0] + r[5] * m[2] + m[4], r[4] * m[1] + r[5] * m[3] + m[5]];
        }
        return result;
      };
      var toWorld = function (point, time) {
        var m = matrix(this.$h, time === undefined ? now.frame : time * rate);
        return [point[0] * m[0] + point[1] * m[2] + m[4], point[0] * m[1] + point[1] * m[3] + m[5]]
          .concat(point.length > 2 ? [point[2]] : []);
      };
      var fromWorld = function (point, time) {
        var m = matrix(this.$h, time === undefined ? now.frame : time * rate), d = m[0] * m[3] - m[1] * m[2];
        var x = point[0] - m[4], y = point[1] - m[5];
        return [(x * m[3] - y * m[2]) / d, (y * m[0] - x * m[1]) / d].concat(point.length > 2 ? [point[2]] : []);
      };
      add(LayerKind, getters('index inPoint outPoint startTime width height hasParent active enabled', fact));
      add(LayerKind, getters('transform text position anchorPoint scale rotation opacity timeRemap', child));
      add(LayerKind, {
        parent: function () { return open(ask($PARENT, this.$h, 0, '')); },
        comp: function () { return open(ask($FACT, this.$h, 0, 'composition')); }
      });
      var layers = {
        effect: below('effects'), content: below('contents'), mask: below('masks'),
        toWorld: toWorld, toComp: toWorld, fromWorld: fromWorld, fromComp: fromWorld, fromCompToSurface: fromWorld,
        sourceRectAtTime: function (time) {
          var frame = time === undefined ? now.frame : time * rate, found = ask($NAMED, this.$h, 0, 'sourceText');
          var box = ask($BOX, this.$h, frame, found === undefined ? '' : String(valueAt(found, frame)));
          if (!box) throw new Error('the layer has no content to measure');
          return { left: box[0], top: box[1], width: box[2], height: box[3] };
        }
      };
      for (var name in layers) N.hidden(LayerKind, name, layers[name]);
      var GroupKind = N.create(Object.prototype);
      add(GroupKind, getters(
        'transform position anchorPoint scale rotation opacity skew skewAxis xPosition yPosition zPosition xRotation '
        + 'yRotation zRotation size roundness points innerRadius outerRadius innerRoundness outerRoundness path shape '
        + 'color strokeWidth start end offset copies radius amount startPoint endPoint highlightLength highlightAngle '
        + 'maskPath maskOpacity maskExpansion maskFeather sourceText startOpacity endOpacity dash gap', child));
      add(GroupKind, {
        propertyIndex: function () { return fact(this.$h, 'index'); },
        numProperties: function () { return fact(this.$h, 'count'); }
      });
      var here = function (key) { return child(this.$h, key); };
      N.hidden(GroupKind, 'content', here);
      N.hidden(GroupKind, 'property', here);
      N.hidden(GroupKind, 'param', here);
      N.hidden(GroupKind, 'propertyGroup', shared.propertyGroup);
    """#
}
