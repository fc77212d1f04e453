// The part of the expressions' library that runs them: the rest of the function that the part for the scene begins.

extension ExpressionLibrary {
  /// The names of the values that depend on the frame, in the order of ``running``'s `moments`.
  static let momentNames = [
    "time", "value", "velocity", "speed", "thisLayer", "thisComp", "thisProperty", "index", "name", "inPoint",
    "outPoint", "startTime", "width", "height", "numKeys", "hasParent", "parent", "transform", "position",
    "anchorPoint", "scale", "rotation", "opacity", "text", "active", "enabled",
  ]

  static let running = #"""
      var layerOf = function () { return open(now.layer); };
      var ofLayer = function (name) { return function () { return layerOf()[name]; }; };
      var ofTransform = function (name) {
        return function () {
          var found = ask($NAMED, ask($NAMED, now.layer, 0, 'transform'), 0, name);
          return found === undefined ? undefined : wrap(found, valueAt(found, now.frame));
        };
      };
      var moments = [
        function () { return now.time; },
        function () { return ask($KIND, now.p, 0, '') % 10 === 6 ? wrap(now.p, now.value) : now.value; },
        function () { return velocityAt(now.p, now.frame); },
        function () { return G.length(velocityAt(now.p, now.frame)); },
        layerOf,
        function () { return open(ask($FACT, now.layer, 0, 'composition')); },
        function () { return wrap(now.p, now.value); },
        ofLayer('index'), ofLayer('name'), ofLayer('inPoint'), ofLayer('outPoint'), ofLayer('startTime'),
        ofLayer('width'), ofLayer('height'),
        function () { return frames(now.p).length; },
        ofLayer('hasParent'),
        function () { return ofLayer('hasParent')() ? ofLayer('parent')() : undefined; },
        ofLayer('transform'), ofTransform('position'), ofTransform('anchorPoint'), ofTransform('scale'),
        ofTransform('rotation'), ofTransform('opacity'),
        function () {
          var found = ask($NAMED, now.layer, 0, 'text');
          return found === undefined ? found : open(found);
        },
        ofLayer('active'), ofLayer('enabled')
      ];
      var load = function (p) {
        if (loaded[p]) return loaded[p];
        var made = { run: N.freeze(compile(ask($SOURCE, p, 0, ''))), wants: ask($WANTS, p, 0, '') };
        made.layer = ask($LAYER, p, 0, '');
        made.range = ask($RANGE, made.layer, 0, '');
        loaded[p] = made;
        return made;
      };
      // Code that calls eval may use any of these values, so it gets all of them.
      var moment = function (wants, k) {
        if (wants.length < moments.length) return moments[wants[k]]();
        try { return moments[wants[k]](); } catch (error) { return undefined; }
      };
      var plain = function (value) {
        if (value === undefined || value === null) throw new Error('there is no result');
        if (value instanceof Number || value instanceof String) value = value.valueOf();
        if (typeof value === 'boolean') return value ? 1 : 0;
        if (typeof value === 'number' || typeof value === 'string') return value;
        if (value.$path) return value.$path;
        if (!isList(value)) throw new Error('the result is neither a number nor a vector, a path or a text');
        for (var i = 0, result = []; i < value.length; i++) {
          if (!N.isOne(value[i]) && typeof value[i] !== 'boolean') throw new Error('the result has what is no number');
          result[i] = +value[i];
        }
        return result;
      };
      var evaluate = function (p, frame) {
        if (memo[p] && N.own.call(memo[p], frame)) return memo[p][frame];
        if (running.length >= 64) throw new Error('expressions refer to each other more than 64 deep');
        for (var i = 0; i < running.length; i++) {
          if (running[i].p === p && running[i].frame === frame) throw new Error('it refers to itself through others');
        }
        var code = load(p), before = now, result;
        now = { p: p, frame: frame, layer: code.layer, from: code.range[0], to: code.range[1], posterized: false };
        running[running.length] = now;
        try {
          for (;;) {
            try {
              now.time = now.frame / rate;
              now.value = raw(p, now.frame);
              now.seed = now.layer * 7 + p * 131;
              now.drawn = 0;
              now.dice = now.seed + Math.round(now.frame * 64) * 31;
              for (var values = [], k = 0; k < code.wants.length; k++) values[k] = moment(code.wants, k);
              result = plain(code.run.apply(undefined, values));
              break;
            } catch (error) {
              if (error !== RESTART || now.posterized) throw error;
              now.posterized = true;
              now.frame = now.next;
            }
          }
        } finally {
          running.length -= 1;
          now = before;
        }
        (memo[p] || (memo[p] = {}))[frame] = result;
        return result;
      };
      var roll = function () { return chance(now.dice, now.drawn++); };
      var random = function (from, to, roll) {
        if (to === undefined) { to = from === undefined ? 1 : from; from = undefined; }
        if (!isList(to)) { from = from || 0; return +from + roll() * (to - from); }
        return to.map(function (x, index) { var low = from ? from[index] : 0; return low + roll() * (x - low); });
      };
      // 9 of 10 lie within 0...1.
      var bell = function () {
        return 0.5 + 0.30398 * Math.sqrt(-2 * Math.log(roll())) * Math.cos(2 * Math.PI * roll());
      };
      var tools = {
        effect: function (key) { return layers.effect.call({ $h: now.layer }, key); },
        content: function (key) { return layers.content.call({ $h: now.layer }, key); },
        mask: function (key) { return layers.mask.call({ $h: now.layer }, key); },
        comp: function (name) { return open(ask($COMPOSITION, 0, 0, String(name))); },
        posterizeTime: function (rateOfSteps) {
          if (now.posterized || !(rateOfSteps > 0)) return;
          now.next = Math.floor(now.time * rateOfSteps + 1e-9) / rateOfSteps * rate;
          throw RESTART;
        },
        framesToTime: function (count, fps) { return (count === undefined ? now.frame : count) / (fps || rate); },
        timeToFrames: function (time, fps) { return (time === undefined ? now.time : time) * (fps || rate); },
        seedRandom: function (seed, timeless) {
          now.seed = now.layer * 7 + now.p * 131 + Math.round(seed * 1009);
          now.dice = now.seed + (timeless ? 0 : Math.round(now.frame * 64) * 31);
          now.drawn = 0;
        },
        random: function (from, to) { return random(from, to, roll); },
        gaussRandom: function (from, to) { return random(from, to, bell); },
        createPath: function (points, ins, outs, closed) {
          var path = [closed === undefined || closed ? 1 : 0, points.length];
          [points, ins || [], outs || []].forEach(function (list) {
            for (var i = 0; i < points.length; i++) {
              path[path.length] = list[i] ? +list[i][0] : 0;
              path[path.length] = list[i] ? +list[i][1] : 0;
            }
          });
          return with$({}, { $h: now.p, $path: path }, PathKind);
        },
        toWorld: 0, toComp: 0, fromWorld: 0, fromComp: 0, fromCompToSurface: 0
      };
      ['toWorld', 'toComp', 'fromWorld', 'fromComp', 'fromCompToSurface'].forEach(function (name) {
        tools[name] = function (point, time) { return layers[name].call({ $h: now.layer }, point, time); };
      });
      for (name in shared) (function (name) {
        tools[name] = function (a, b, c, d, e) { return shared[name].call({ $h: now.p }, a, b, c, d, e); };
      })(name);
      tools.loop_out = tools.loopOut;
      tools.loop_in = tools.loopIn;
      for (name in tools) N.hidden(G, name, tools[name]);
      N.hidden(Math, 'random', roll);
      N.hidden(G, '$evaluate', function (p, frame) {
        if (running.length && now) throw new Error('not from within');
        memo = {};
        now = null;
        running = [];
        var result = evaluate(p, frame);
        // An expression leaves nothing behind for the next one.
        for (var name in G) delete G[name];
        return result;
      });

      // Nothing of the language's that an expression could change, or climb out by.
      delete G.$ask;
      delete G.$compile;
      [NumberKind, ListKind, TextKind, PathKind, CompositionKind, LayerKind, GroupKind].forEach(N.freeze);
      var still = function (object) {
        N.names(object).forEach(function (name) {
          var member = N.member(object, name).value;
          if (typeof member === 'function' && member !== object.constructor) N.freeze(member);
        });
        N.freeze(object);
      };
      N.keep(Object, ['prototype', 'keys', 'length', 'name']);
      [Object, Array, String, Number, Boolean, Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError,
        URIError].forEach(function (f) {
        still(f.prototype);
        still(f);
      });
      still(Math);
      still(N.functions);
      delete G.$natives;
    })(this);
    """#
}
