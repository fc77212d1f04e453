// The part of the expressions' library that makes ECMAScript's own objects safe: what is not needed is deleted, and
// functions that loop in native code, uncounted, are written in the language itself, where each step counts.

extension ExpressionLibrary {
  static let natives = #"""
    (function (G) {
      'use strict';
      var freeze = Object.freeze, define = Object.defineProperty, namesOf = Object.getOwnPropertyNames;
      var hidden = function (object, name, value) {
        if (typeof value === 'function') freeze(value);
        define(object, name, { value: value, writable: false, enumerable: false, configurable: false });
      };
      var keep = function (object, names) {
        var all = namesOf(object);
        for (var i = 0; i < all.length; i++) {
          for (var k = 0; k < names.length && names[k] !== all[i];) k++;
          if (k === names.length) delete object[all[i]];
        }
      };
      var whole = function (value, otherwise) {
        value = value === undefined ? otherwise : +value;
        return value !== value ? 0 : value < 0 ? Math.ceil(value) : Math.floor(value);
      };
      var place = function (value, count, otherwise) {
        value = whole(value, otherwise);
        return value < 0 ? Math.max(count + value, 0) : Math.min(value, count);
      };
      var list = function (value) {
        if (!Array.isArray(value)) throw new TypeError('expected an array');
        return value;
      };
      var arrays, strings;
      arrays = {
        push: function () {
          list(this);
          for (var i = 0; i < arguments.length; i++) this[this.length] = arguments[i];
          return this.length;
        },
        pop: function () {
          var count = list(this).length, last = this[count - 1];
          if (count > 0) this.length = count - 1;
          return last;
        },
        shift: function () { return arrays.splice.call(this, 0, 1)[0]; },
        unshift: function () {
          for (var all = [0, 0], i = 0; i < arguments.length; i++) all[i + 2] = arguments[i];
          arrays.splice.apply(this, all);
          return this.length;
        },
        slice: function (from, to) {
          var result = [], count = list(this).length;
          from = place(from, count, 0);
          to = place(to, count, count);
          for (var i = from; i < to; i++) result[i - from] = this[i];
          return result;
        },
        splice: function (from, removed) {
          var count = list(this).length, rest, gone = [], i;
          from = place(from, count, 0);
          removed = arguments.length < 2 ? count - from : Math.max(0, Math.min(whole(removed, 0), count - from));
          for (i = 0; i < removed; i++) gone[i] = this[from + i];
          rest = arrays.slice.call(this, from + removed);
          this.length = from;
          for (i = 2; i < arguments.length; i++) this[this.length] = arguments[i];
          for (i = 0; i < rest.length; i++) this[this.length] = rest[i];
          return gone;
        },
        concat: function () {
          var result = arrays.slice.call(this);
          for (var i = 0; i < arguments.length; i++) {
            var more = arguments[i];
            if (Array.isArray(more)) for (var k = 0; k < more.length; k++) result[result.length] = more[k];
            else result[result.length] = more;
          }
          return result;
        },
        join: function (between) {
          var text = '', count = list(this).length;
          between = between === undefined ? ',' : String(between);
          for (var i = 0; i < count; i++) {
            text += (i ? between : '') + (this[i] === undefined || this[i] === null ? '' : String(this[i]));
          }
          return text;
        },
        toString: function () { return Array.isArray(this) ? arrays.join.call(this) : '[object]'; },
        reverse: function () {
          for (var i = 0, k = list(this).length - 1; i < k; i++, k--) {
            var one = this[i];
            this[i] = this[k];
            this[k] = one;
          }
          return this;
        },
        indexOf: function (value, from) {
          for (var i = place(from, list(this).length, 0); i < this.length; i++) if (this[i] === value) return i;
          return -1;
        },
        lastIndexOf: function (value) {
          for (var i = list(this).length - 1; i >= 0; i--) if (this[i] === value) return i;
          return -1;
        },
        forEach: function (each, self) {
          for (var i = 0; i < list(this).length; i++) each.call(self, this[i], i, this);
        },
        map: function (each, self) {
          var result = [];
          for (var i = 0; i < list(this).length; i++) result[i] = each.call(self, this[i], i, this);
          return result;
        },
        filter: function (each, self) {
          var result = [];
          for (var i = 0; i < list(this).length; i++) {
            if (each.call(self, this[i], i, this)) result[result.length] = this[i];
          }
          return result;
        },
        some: function (each, self) {
          for (var i = 0; i < list(this).length; i++) if (each.call(self, this[i], i, this)) return true;
          return false;
        },
        every: function (each, self) {
          for (var i = 0; i < list(this).length; i++) if (!each.call(self, this[i], i, this)) return false;
          return true;
        },
        reduce: function (each, first) {
          var i = 0, count = list(this).length;
          if (arguments.length < 2) {
            if (!count) throw new TypeError('reduce of an empty array');
            first = this[i++];
          }
          for (; i < count; i++) first = each(first, this[i], i, this);
          return first;
        },
        reduceRight: function (each, first) {
          return arguments.length < 2
            ? arrays.reduce.call(arrays.slice.call(this).reverse(), each)
            : arrays.reduce.call(arrays.slice.call(this).reverse(), each, first);
        },
        // Merge sort: stable, and no worse where a comparison contradicts itself.
        sort: function (order) {
          var before = order || function (a, b) { a = String(a); b = String(b); return a < b ? -1 : a > b ? 1 : 0; };
          var sorted = function (items) {
            if (items.length < 2) return items;
            var middle = items.length >> 1, a = sorted(items.slice(0, middle)), b = sorted(items.slice(middle));
            for (var result = [], i = 0, k = 0; i < a.length || k < b.length;) {
              result[result.length] = k >= b.length || (i < a.length && before(a[i], b[k]) <= 0) ? a[i++] : b[k++];
            }
            return result;
          };
          var result = sorted(arrays.slice.call(this));
          for (var i = 0; i < result.length; i++) this[i] = result[i];
          return this;
        },
        find: function (each) { for (var i = 0; i < list(this).length; i++) if (each(this[i], i)) return this[i]; },
        includes: function (value) { return arrays.indexOf.call(this, value) >= 0; }
      };
      var at = function (text, part, from) {
        for (var i = from, last = text.length - part.length; i <= last; i++) {
          if (text.substr(i, part.length) === part) return i;
        }
        return -1;
      };
      strings = {
        indexOf: function (part, from) {
          var text = String(this);
          return at(text, String(part), place(from, text.length, 0));
        },
        lastIndexOf: function (part) {
          var text = String(this);
          part = String(part);
          for (var i = text.length - part.length; i >= 0; i--) if (text.substr(i, part.length) === part) return i;
          return -1;
        },
        includes: function (part) { return at(String(this), String(part), 0) >= 0; },
        startsWith: function (part) { return String(this).substr(0, String(part).length) === String(part); },
        endsWith: function (part) {
          var text = String(this);
          part = String(part);
          return text.length >= part.length && text.substr(text.length - part.length) === part;
        },
        split: function (between) {
          var text = String(this), result = [], from = 0, found;
          if (between === undefined) return [text];
          between = String(between);
          if (between === '') {
            for (; from < text.length; from++) result[from] = text.charAt(from);
            return result;
          }
          while ((found = at(text, between, from)) >= 0) {
            result[result.length] = text.substring(from, found);
            from = found + between.length;
          }
          result[result.length] = text.substring(from);
          return result;
        },
        replace: function (part, other) {
          var text = String(this), found = at(text, String(part), 0);
          if (found < 0) return text;
          part = text.substr(found, String(part).length);
          other = typeof other === 'function' ? String(other(part, found, text)) : String(other);
          return text.substring(0, found) + other + text.substring(found + part.length);
        },
        repeat: function (count) {
          var result = '', text = String(this);
          for (var i = 0; i < count; i++) result += text;
          return result;
        },
        padStart: function (count, fill) {
          var text = String(this);
          fill = fill === undefined ? ' ' : String(fill);
          for (var before = ''; fill && before.length + text.length < count;) before += fill;
          return before.substr(0, Math.max(0, count - text.length)) + text;
        },
        padEnd: function (count, fill) {
          var text = String(this);
          fill = fill === undefined ? ' ' : String(fill);
          for (var after = ''; fill && after.length + text.length < count;) after += fill;
          return text + after.substr(0, Math.max(0, count - text.length));
        }
      };
      var own = Object.prototype.hasOwnProperty, functions = Function.prototype, name;
      keep(G, ['Object', 'Array', 'String', 'Number', 'Boolean', 'Math', 'NaN', 'Infinity', 'undefined', 'isNaN',
        'isFinite', 'parseInt', 'parseFloat', 'Error', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError',
        'TypeError', 'URIError', 'eval', '$ask', '$compile']);
      hidden(G, 'eval', G.eval);
      keep(Array.prototype, ['length', 'constructor']);
      for (name in arrays) hidden(Array.prototype, name, arrays[name]);
      keep(Array, ['prototype', 'length', 'name', 'isArray']);
      keep(String.prototype, ['length', 'constructor', 'charAt', 'charCodeAt', 'slice', 'substring', 'substr',
        'toUpperCase', 'toLowerCase', 'trim', 'toString', 'valueOf']);
      for (name in strings) hidden(String.prototype, name, strings[name]);
      keep(String, ['prototype', 'length', 'name', 'fromCharCode']);
      keep(Number.prototype, ['constructor', 'toString', 'toFixed', 'toPrecision', 'valueOf']);
      keep(Boolean.prototype, ['toString', 'valueOf']);
      keep(functions, ['call', 'apply', 'bind', 'length', 'name']);
      keep(Object.prototype, ['constructor', 'hasOwnProperty', 'toString', 'valueOf']);
      G.$natives = {
        create: Object.create, define: define, descend: Object.setPrototypeOf, freeze: freeze,
        names: namesOf, member: Object.getOwnPropertyDescriptor, keep: keep, hidden: hidden,
        own: own, functions: functions
      };
    })(this);
    """#
}
