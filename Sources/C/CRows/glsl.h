// The part of GLSL ES 3.00 that the programs in Shaders/ use, for eight pixels at a time: a Float has eight lanes, and
// a vec4 four Floats. The processor runs a shader for eight pixels, in vectors as wide as it has, and with the same
// bytes at any width: products are rounded before they are summed, and functions that are no instruction are here.
//
// Shaders are C++ classes as they stand, except:
// - `?:` and `if` do not choose by lane: shaders use `mix(a, b, condition)`.
// - A loop's end is the same in all lanes.
// - `c.rgb = ...` and `vec4[3](...)` do not exist.

#include <stdint.h>
#include <string.h>

// All names are the file's own: the same functions are compiled for several processors.
namespace {

enum { Lanes = 8 };
typedef float Floats __attribute__((vector_size(32)));
typedef int32_t Ints __attribute__((vector_size(32)));
typedef float LooseFloats __attribute__((vector_size(32), aligned(4)));

#define INLINE inline __attribute__((always_inline))

// All bits of a lane, or none.
struct Bool {
  Ints lanes;
};
INLINE Bool operator&&(Bool a, Bool b) { return {a.lanes & b.lanes}; }

struct Float {
  Floats lanes;
  Float() = default;
  INLINE Float(double value) : lanes(Floats{} + (float)value) {}
  INLINE Float(Floats value) : lanes(value) {}
  INLINE explicit Float(Bool value) : lanes((Floats)(value.lanes & (Ints)(Floats{} + 1.0f))) {}
  // The first lane, for numbers that are the same in all.
  INLINE explicit operator int() const { return (int)lanes[0]; }
};

struct Int {
  Ints lanes;
  Int() = default;
  INLINE Int(int value) : lanes(Ints{} + value) {}
  INLINE Int(Ints value) : lanes(value) {}
  INLINE explicit Int(Float value) : lanes(__builtin_convertvector(value.lanes, Ints)) {}
};
INLINE bool operator<(int a, Int b) { return a < b.lanes[0]; }

INLINE Floats choose(Ints condition, Floats yes, Floats no) {
  return (Floats)((condition & (Ints)yes) | (~condition & (Ints)no));
}

INLINE Float operator+(Float a, Float b) { return a.lanes + b.lanes; }
INLINE Float operator-(Float a, Float b) { return a.lanes - b.lanes; }
INLINE Float operator*(Float a, Float b) { return a.lanes * b.lanes; }
INLINE Float operator/(Float a, Float b) { return a.lanes / b.lanes; }
INLINE Float operator-(Float a) { return -a.lanes; }
INLINE Float &operator+=(Float &a, Float b) { return a = a + b; }
INLINE Float &operator*=(Float &a, Float b) { return a = a * b; }
INLINE Bool operator==(Float a, Float b) { return {a.lanes == b.lanes}; }
INLINE Bool operator<(Float a, Float b) { return {a.lanes < b.lanes}; }
INLINE Bool operator<=(Float a, Float b) { return {a.lanes <= b.lanes}; }
INLINE Bool operator>(Float a, Float b) { return {a.lanes > b.lanes}; }
INLINE Bool operator>=(Float a, Float b) { return {a.lanes >= b.lanes}; }
INLINE Int operator+(Int a, Int b) { return a.lanes + b.lanes; }
INLINE Int operator-(Int a, Int b) { return a.lanes - b.lanes; }
INLINE Int operator*(Int a, Int b) { return a.lanes * b.lanes; }

// If one is not a number, the other one.
INLINE Float min(Float a, Float b) { return choose(b.lanes < a.lanes, b.lanes, a.lanes); }
INLINE Float max(Float a, Float b) { return choose(a.lanes < b.lanes, b.lanes, a.lanes); }
INLINE Int min(Int a, Int b) { return __builtin_elementwise_min(a.lanes, b.lanes); }
INLINE Int max(Int a, Int b) { return __builtin_elementwise_max(a.lanes, b.lanes); }
template <class T> INLINE T clamp(T a, T low, T high) { return min(max(a, low), high); }
INLINE Float clamp(Float a, Float low, Float high) { return min(max(a, low), high); }
INLINE Float mix(Float a, Float b, Float weight) { return a * (1.0 - weight) + b * weight; }
INLINE Float mix(Float a, Float b, Bool isB) { return choose(isB.lanes, b.lanes, a.lanes); }
INLINE Float abs(Float a) { return (Floats)((Ints)a.lanes & 0x7fffffff); }
INLINE Float sign(Float a) { return Float(a > 0.0) - Float(a < 0.0); }
INLINE Float step(Float edge, Float a) { return Float(a >= edge); }
INLINE Float sqrt(Float a) { return __builtin_elementwise_sqrt(a.lanes); }
INLINE Float floor(Float a) {
  // Beyond 2^23 all numbers are whole.
  Floats whole = __builtin_convertvector(__builtin_convertvector(a.lanes, Ints), Floats);
  whole -= choose(whole > a.lanes, Floats{} + 1.0f, Floats{});
  return choose((abs(a) < 8388608.0).lanes, whole, a.lanes);
}

// Within 2e-7: the logarithm's series in (m - 1) / (m + 1), for m between the roots of 1/2 and 2.
INLINE Float log2(Float a) {
  Ints bits = (Ints)a.lanes, exponent = (bits - 0x3f3504f3) >> 23;
  Float m = (Floats)(bits - (exponent << 23)), s = (m - 1.0) / (m + 1.0), t = s * s;
  Float series = s * (2.88539008 + t * (0.961796694 + t * (0.577078016 + t * (0.412198583 + t * 0.320598898))));
  return Float(__builtin_convertvector(exponent, Floats)) + series;
}

// The powers of 2 around a whole number by their Taylor series.
INLINE Float exp2(Float a) {
  a = clamp(a, -126.0, 127.0);
  Float whole = floor(a + 0.5), f = (a - whole) * 0.693147181;
  Float series =
      1.0 + f * (1.0 + f * (0.5 + f * (0.166666667 + f * (0.0416666667 + f * (0.00833333333 + f * 0.00138888889)))));
  Ints scale = (__builtin_convertvector(whole.lanes, Ints) + 127) << 23;
  return series * (Floats)scale;
}

INLINE Float pow(Float a, Float b) { return mix(exp2(b * log2(max(a, 1e-30))), 0.0, a <= 0.0); }

// Within 1e-7: Gregory's series up to an eighth of a turn's half.
INLINE Float atan(Float y, Float x) {
  Float most = max(abs(x), abs(y)), least = min(abs(x), abs(y));
  Float ratio = least / max(most, 1e-30);
  Bool isFar = ratio > 0.414213562;
  Float t = mix(ratio, (ratio - 1.0) / (ratio + 1.0), isFar), s = t * t;
  Float angle = t * (1.0 + s * (-0.333333333 + s * (0.2 + s * (-0.142857143 + s * (0.111111111 + s * (
      -0.0909090909 + s * 0.0769230769))))));
  angle = mix(angle, angle + 0.785398163, isFar);
  angle = mix(angle, 1.57079633 - angle, abs(y) > abs(x));
  angle = mix(angle, 3.14159265 - angle, x < 0.0);
  return mix(angle, -angle, y < 0.0);
}

// Some components of a vector, in an order.
template <class Vector, class Component, int... at> struct Swizzle {
  Component all[4];
  INLINE operator Vector() const { return Vector(all[at]...); }
};

struct vec4;
struct ivec2;

struct vec2 {
  union {
    struct { Float x, y; };
    Float all[4];
    Swizzle<vec2, Float, 0, 1> xy;
    Swizzle<vec2, Float, 1, 0> yx;
    Swizzle<vec4, Float, 0, 1, 0, 1> xyxy;
    Swizzle<vec4, Float, 0, 0, 1, 1> xxyy;
  };
  vec2() = default;
  INLINE explicit vec2(Float a) : x(a), y(a) {}
  INLINE vec2(Float a, Float b) : x(a), y(b) {}
  INLINE explicit vec2(ivec2 a);
};

struct vec3 {
  union {
    struct { Float x, y, z; };
    struct { Float r, g, b; };
    Float all[4];
    Swizzle<vec2, Float, 0, 1> xy;
    Swizzle<vec3, Float, 0, 1, 2> xyz;
  };
  vec3() = default;
  INLINE explicit vec3(Float a) : x(a), y(a), z(a) {}
  INLINE vec3(Float a, Float b, Float c) : x(a), y(b), z(c) {}
  INLINE vec3(vec2 a, Float b) : x(a.x), y(a.y), z(b) {}
};

struct vec4 {
  union {
    struct { Float x, y, z, w; };
    struct { Float r, g, b, a; };
    Float all[4];
    Swizzle<vec2, Float, 0, 1> xy;
    Swizzle<vec2, Float, 0, 2> xz;
    Swizzle<vec2, Float, 1, 2> yz;
    Swizzle<vec2, Float, 1, 3> yw;
    Swizzle<vec2, Float, 2, 1> zy;
    Swizzle<vec2, Float, 2, 3> zw;
    Swizzle<vec2, Float, 0, 0> xx;
    Swizzle<vec2, Float, 3, 3> ww;
    Swizzle<vec3, Float, 0, 1, 2> xyz;
    Swizzle<vec3, Float, 1, 2, 3> yzw;
    Swizzle<vec3, Float, 0, 0, 0> xxx;
    Swizzle<vec3, Float, 0, 1, 2> rgb;
    Swizzle<vec3, Float, 3, 3, 3> aaa;
    Swizzle<vec4, Float, 3, 3, 3, 3> aaaa;
  };
  vec4() = default;
  INLINE explicit vec4(Float a) : x(a), y(a), z(a), w(a) {}
  INLINE vec4(Float a, Float b, Float c, Float d) : x(a), y(b), z(c), w(d) {}
  INLINE vec4(vec2 a, vec2 b) : x(a.x), y(a.y), z(b.x), w(b.y) {}
  INLINE vec4(vec3 a, Float b) : x(a.x), y(a.y), z(a.z), w(b) {}
};

struct ivec2 {
  union {
    struct { Int x, y; };
    Int all[4];
  };
  ivec2() = default;
  INLINE explicit ivec2(Int a) : x(a), y(a) {}
  INLINE ivec2(Int a, Int b) : x(a), y(b) {}
  INLINE explicit ivec2(vec2 a) : x(Int(a.x)), y(Int(a.y)) {}
};

struct ivec3 {
  union {
    struct { Int x, y, z; };
    Int all[4];
    Swizzle<ivec2, Int, 1, 2> yz;
  };
  ivec3() = default;
  INLINE explicit ivec3(vec3 a) : x(Int(a.x)), y(Int(a.y)), z(Int(a.z)) {}
};

struct ivec4 {
  union {
    struct { Int x, y, z, w; };
    Int all[4];
    Swizzle<ivec2, Int, 0, 1> xy;
    Swizzle<ivec2, Int, 2, 3> zw;
  };
  ivec4() = default;
  INLINE explicit ivec4(vec4 a) : x(Int(a.x)), y(Int(a.y)), z(Int(a.z)), w(Int(a.w)) {}
};

// A choice has one condition for all components.
struct bvec2 { Bool one; INLINE explicit bvec2(Bool a) : one(a) {} };
struct bvec3 { Bool one; INLINE explicit bvec3(Bool a) : one(a) {} };
struct bvec4 { Bool one; INLINE explicit bvec4(Bool a) : one(a) {} };

INLINE vec2::vec2(ivec2 a)
    : x(__builtin_convertvector(a.x.lanes, Floats)), y(__builtin_convertvector(a.y.lanes, Floats)) {}

#define EACH2(f) {f(x), f(y)}
#define EACH3(f) {f(x), f(y), f(z)}
#define EACH4(f) {f(x), f(y), f(z), f(w)}
#define ADDED(c) a.c + b.c
#define LESSENED(c) a.c - b.c
#define TIMES(c) a.c *b.c
#define OVER(c) a.c / b.c
#define NEGATIVE(c) -a.c
#define LEAST(c) min(a.c, b.c)
#define MOST(c) max(a.c, b.c)
#define STEPPED_AT(c) step(a.c, b.c)
#define FLOORED(c) floor(a.c)
#define ABSOLUTE(c) abs(a.c)
#define ROOT(c) sqrt(a.c)
#define POWER(c) pow(a.c, b.c)
#define MIXED(c) mix(a.c, b.c, weight.c)
#define CHOSEN(c) mix(a.c, b.c, isB.one)

#define VECTOR(V, B, EACH) \
  INLINE V operator+(V a, V b) { return EACH(ADDED); } \
  INLINE V operator-(V a, V b) { return EACH(LESSENED); } \
  INLINE V operator*(V a, V b) { return EACH(TIMES); } \
  INLINE V operator/(V a, V b) { return EACH(OVER); } \
  INLINE V operator-(V a) { return EACH(NEGATIVE); } \
  INLINE V operator+(V a, Float b) { return a + V(b); } \
  INLINE V operator-(V a, Float b) { return a - V(b); } \
  INLINE V operator*(V a, Float b) { return a * V(b); } \
  INLINE V operator/(V a, Float b) { return a / V(b); } \
  INLINE V operator+(Float a, V b) { return V(a) + b; } \
  INLINE V operator-(Float a, V b) { return V(a) - b; } \
  INLINE V operator*(Float a, V b) { return V(a) * b; } \
  INLINE V &operator+=(V &a, V b) { return a = a + b; } \
  INLINE V &operator+=(V &a, Float b) { return a = a + b; } \
  INLINE V min(V a, V b) { return EACH(LEAST); } \
  INLINE V max(V a, V b) { return EACH(MOST); } \
  INLINE V min(V a, Float b) { return min(a, V(b)); } \
  INLINE V max(V a, Float b) { return max(a, V(b)); } \
  INLINE V clamp(V a, Float low, Float high) { return min(max(a, V(low)), V(high)); } \
  INLINE V clamp(V a, V low, V high) { return min(max(a, low), high); } \
  INLINE V step(V a, V b) { return EACH(STEPPED_AT); } \
  INLINE V step(Float a, V b) { return step(V(a), b); } \
  INLINE V floor(V a) { return EACH(FLOORED); } \
  INLINE V abs(V a) { return EACH(ABSOLUTE); } \
  INLINE V sqrt(V a) { return EACH(ROOT); } \
  INLINE V pow(V a, V b) { return EACH(POWER); } \
  INLINE V mix(V a, V b, V weight) { return EACH(MIXED); } \
  INLINE V mix(V a, V b, Float weight) { return mix(a, b, V(weight)); } \
  INLINE V mix(V a, V b, B isB) { return EACH(CHOSEN); }

VECTOR(vec2, bvec2, EACH2)
VECTOR(vec3, bvec3, EACH3)
VECTOR(vec4, bvec4, EACH4)

INLINE Float dot(vec2 a, vec2 b) { return a.x * b.x + a.y * b.y; }
INLINE Float dot(vec3 a, vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
INLINE Float dot(vec4 a, vec4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
INLINE Float length(vec2 a) { return sqrt(dot(a, a)); }

INLINE ivec2 operator+(ivec2 a, ivec2 b) { return {a.x + b.x, a.y + b.y}; }
INLINE ivec2 operator-(ivec2 a, ivec2 b) { return {a.x - b.x, a.y - b.y}; }
INLINE ivec2 operator*(ivec2 a, ivec2 b) { return {a.x * b.x, a.y * b.y}; }
INLINE ivec2 operator+(ivec2 a, int b) { return a + ivec2(Int(b)); }
INLINE ivec2 operator-(ivec2 a, int b) { return a - ivec2(Int(b)); }
INLINE ivec2 operator*(int a, ivec2 b) { return ivec2(Int(a)) * b; }
INLINE ivec2 min(ivec2 a, ivec2 b) { return {min(a.x, b.x), min(a.y, b.y)}; }
INLINE ivec2 max(ivec2 a, ivec2 b) { return {max(a.x, b.x), max(a.y, b.y)}; }
INLINE ivec2 clamp(ivec2 a, ivec2 low, ivec2 high) { return min(max(a, low), high); }

#undef EACH2
#undef EACH3
#undef EACH4
#undef ADDED
#undef LESSENED
#undef TIMES
#undef OVER
#undef NEGATIVE
#undef LEAST
#undef MOST
#undef STEPPED_AT
#undef FLOORED
#undef ABSOLUTE
#undef ROOT
#undef POWER
#undef MIXED
#undef CHOSEN
#undef VECTOR

// Textures. `isLinear` interpolates a texture; beyond its edges the edge texels are repeated.

typedef const RowTexture *sampler2D;

// Four bytes of each lane, from 0 to 1.
INLINE vec4 colours(Ints pixels) {
  const Float scale = 1.0 / 255;
  return vec4(
      Float(__builtin_convertvector(pixels & 255, Floats)) * scale,
      Float(__builtin_convertvector((pixels >> 8) & 255, Floats)) * scale,
      Float(__builtin_convertvector((pixels >> 16) & 255, Floats)) * scale,
      Float(__builtin_convertvector((pixels >> 24) & 255, Floats)) * scale);
}

// The value of half floats in the lower bits.
INLINE Float half_floats(Ints bits) {
  Ints exponent = bits & 0x7c00, magnitude = (bits & 0x7fff) << 13;
  // Below 2^-14 the exponent is that of 2^-14, and no first bit is implied.
  Ints small = (Ints)((Floats)(magnitude + 0x38800000) - 6.103515625e-05f);
  Ints large = magnitude + 0x38000000 + ((exponent == 0x7c00) & 0x38000000);
  return (Floats)((Ints)choose(exponent == 0, (Floats)small, (Floats)large) | (bits & 0x8000) << 16);
}

INLINE ivec2 textureSize(sampler2D texture, int) { return ivec2(Int(texture->width), Int(texture->height)); }

INLINE vec4 texelFetch(sampler2D texture, ivec2 at, int) {
  Ints x = min(max(at.x, 0), texture->width - 1).lanes, y = min(max(at.y, 0), texture->height - 1).lanes;
  Ints place = y * texture->width + x, pixels;
  if (texture->texelBytes == 8) {
    Ints second;
    for (int lane = 0; lane < Lanes; lane++) {
      memcpy((int32_t *)&pixels + lane, texture->texels + (long)place[lane] * 8, 4);
      memcpy((int32_t *)&second + lane, texture->texels + (long)place[lane] * 8 + 4, 4);
    }
    return vec4(
        half_floats(pixels & 0xffff), half_floats((pixels >> 16) & 0xffff), half_floats(second & 0xffff),
        half_floats((second >> 16) & 0xffff));
  }
  if (texture->texelBytes == 1) {
    for (int lane = 0; lane < Lanes; lane++) pixels[lane] = texture->texels[place[lane]] * 0x01010101;
  } else {
    for (int lane = 0; lane < Lanes; lane++) {
      memcpy((int32_t *)&pixels + lane, texture->texels + (long)place[lane] * 4, 4);
    }
  }
  return colours(pixels);
}

INLINE vec4 texture(sampler2D texture, vec2 point) {
  // Within the range of an int.
  vec2 at = clamp(point * vec2(Float(texture->width), Float(texture->height)), -1e6, 1e6);
  if (!texture->isLinear) return texelFetch(texture, ivec2(floor(at)), 0);
  at = at - 0.5;
  vec2 low = floor(at), part = at - low;
  ivec2 from = ivec2(low), to = from + 1;
  vec4 upper = mix(texelFetch(texture, from, 0), texelFetch(texture, ivec2(to.x, from.y), 0), part.x);
  vec4 lower = mix(texelFetch(texture, ivec2(from.x, to.y), 0), texelFetch(texture, to, 0), part.x);
  return mix(upper, lower, part.y);
}

INLINE vec4 textureLod(sampler2D sampler, vec2 point, Float) { return texture(sampler, point); }

}  // namespace
