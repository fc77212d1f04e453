// A surface blended with a copy of what lies behind it; see BlendMode.swift for the formulas. The result takes the
// place of what is there, so the coverage mixes the two here.

#include "common/precision.glsl"
#include "common/colour.glsl"
#include "common/shape.glsl"
#include "instances/blend.glsl"

uniform sampler2D uTexture;
uniform sampler2D uBackdrop;

out vec4 fColour;

#if defined(BLEND_HUE) || defined(BLEND_SATURATION) || defined(BLEND_COLOR) || defined(BLEND_LUMINOSITY)
float luminosity(vec3 c) { return dot(c, COLOUR(vec4(0.3, 0.59, 0.11, 0.0)).rgb); }

vec3 withLuminosity(vec3 c, float wanted) {
  c += wanted - luminosity(c);
  float l = luminosity(c);
  float least = min(min(c.r, c.g), c.b);
  float most = max(max(c.r, c.g), c.b);
  c = mix(c, l + (c - l) * l / (l - least), bvec3(least < 0.0));
  return mix(c, l + (c - l) * (1.0 - l) / (most - l), bvec3(most > 1.0));
}

float saturation(vec3 c) { return max(max(c.r, c.g), c.b) - min(min(c.r, c.g), c.b); }

vec3 withSaturation(vec3 c, float wanted) {
  float least = min(min(c.r, c.g), c.b);
  float range = saturation(c);
  return mix(vec3(0.0), (c - least) * (wanted / range), bvec3(range > 0.0));
}
#endif

#ifdef BLEND_OVERLAY
vec3 mixed(vec3 s, vec3 d) { return mix(2.0 * s * d, 1.0 - 2.0 * (1.0 - s) * (1.0 - d), step(0.5, d)); }
#elif defined(BLEND_HARD_LIGHT)
vec3 mixed(vec3 s, vec3 d) { return mix(2.0 * s * d, 1.0 - 2.0 * (1.0 - s) * (1.0 - d), step(0.5, s)); }
#elif defined(BLEND_SOFT_LIGHT)
vec3 mixed(vec3 s, vec3 d) {
  vec3 root = mix(((16.0 * d - 12.0) * d + 4.0) * d, sqrt(d), step(0.25, d));
  return mix(d - (1.0 - 2.0 * s) * d * (1.0 - d), d + (2.0 * s - 1.0) * (root - d), step(0.5, s));
}
#elif defined(BLEND_DARKEN)
vec3 mixed(vec3 s, vec3 d) { return min(s, d); }
#elif defined(BLEND_LIGHTEN)
vec3 mixed(vec3 s, vec3 d) { return max(s, d); }
#elif defined(BLEND_COLOR_DODGE)
float dodged(float s, float d) { return mix(mix(min(1.0, d / (1.0 - s)), 1.0, s >= 1.0), 0.0, d <= 0.0); }
vec3 mixed(vec3 s, vec3 d) { return vec3(dodged(s.r, d.r), dodged(s.g, d.g), dodged(s.b, d.b)); }
#elif defined(BLEND_COLOR_BURN)
float burnt(float s, float d) { return mix(mix(1.0 - min(1.0, (1.0 - d) / s), 0.0, s <= 0.0), 1.0, d > 0.9999); }
vec3 mixed(vec3 s, vec3 d) { return vec3(burnt(s.r, d.r), burnt(s.g, d.g), burnt(s.b, d.b)); }
#elif defined(BLEND_HUE)
vec3 mixed(vec3 s, vec3 d) { return withLuminosity(withSaturation(s, saturation(d)), luminosity(d)); }
#elif defined(BLEND_SATURATION)
vec3 mixed(vec3 s, vec3 d) { return withLuminosity(withSaturation(d, saturation(s)), luminosity(d)); }
#elif defined(BLEND_COLOR)
vec3 mixed(vec3 s, vec3 d) { return withLuminosity(s, luminosity(d)); }
#elif defined(BLEND_LUMINOSITY)
vec3 mixed(vec3 s, vec3 d) { return withLuminosity(d, luminosity(s)); }
#endif

// S and D, premultiplied.
vec4 blended(vec4 s, vec4 d) {
#if defined(BLEND_MULTIPLY)
  return vec4(s.rgb * d.rgb + s.rgb * (1.0 - d.a) + d.rgb * (1.0 - s.a), s.a + d.a - s.a * d.a);
#elif defined(BLEND_DIFFERENCE)
  return vec4(s.rgb + d.rgb - 2.0 * min(s.rgb * d.a, d.rgb * s.a), s.a + d.a - s.a * d.a);
#elif defined(BLEND_PLUS_DARKER)
  float a = min(s.a + d.a, 1.0);
  return vec4(max(a - (s.a - s.rgb) - (d.a - d.rgb), 0.0), a);
#elif defined(BLEND_CLEAR)
  return vec4(0.0);
#elif defined(BLEND_COPY)
  return s;
#elif defined(BLEND_SOURCE_IN)
  return s * d.a;
#elif defined(BLEND_SOURCE_OUT)
  return s * (1.0 - d.a);
#elif defined(BLEND_DESTINATION_IN)
  return d * s.a;
#elif defined(BLEND_DESTINATION_ATOP)
  return d * s.a + s * (1.0 - d.a);
#elif defined(BLEND_PRODUCT)
  return s * d;
#elif defined(BLEND_MINIMUM)
  return min(s, d);
#elif defined(BLEND_MAXIMUM)
  return max(s, d);
#else
  vec3 plainS = min(s.rgb / max(s.a, 1.0 / 1024.0), 1.0);
  vec3 plainD = min(d.rgb / max(d.a, 1.0 / 1024.0), 1.0);
  vec3 both = mixed(plainS, plainD);
  return vec4(s.rgb * (1.0 - d.a) + d.rgb * (1.0 - s.a) + s.a * d.a * both, s.a + d.a - s.a * d.a);
#endif
}

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  ivec2 inSurface = clamp(at + vOffsets.xy, ivec2(0), textureSize(uTexture, 0) - 1);
  vec4 s = texelFetch(uTexture, inSurface, 0) * vOpacity;
  vec4 d = texelFetch(uBackdrop, at + vOffsets.zw, 0);
  fColour = mix(d, blended(s, d), shapeCoverage() * clipCoverage());
}
