// A surface blended with a copy of what lies behind it by FORMULA, one of the functions below: `blend_` and the raw
// value of a BlendMode; see BlendMode+States.swift for the formulas. The result takes the place of what is there, so
// the coverage mixes the two here.

#include "common/precision.glsl"
#include "common/colour.glsl"
#include "common/shape.glsl"
#include "instances/blend.glsl"

uniform sampler2D uTexture;
uniform sampler2D uBackdrop;

out vec4 fColour;

#ifdef ROWS
// The name of every function that FORMULA can be.
#define FORMULAS(F) \
  F(blend_multiply) F(blend_overlay) F(blend_darken) F(blend_lighten) F(blend_color_dodge) F(blend_color_burn) \
  F(blend_soft_light) F(blend_hard_light) F(blend_difference) F(blend_hue) F(blend_saturation) F(blend_color) \
  F(blend_luminosity) F(blend_plus_darker) F(blend_clear) F(blend_copy) F(blend_source_in) F(blend_source_out) \
  F(blend_destination_in) F(blend_destination_atop) F(blend_product) F(blend_minimum) F(blend_maximum)
#endif

// Below, s is the surface and d what lies behind it, both premultiplied.

vec3 plain(vec4 c) { return min(c.rgb / max(c.a, 1.0 / 1024.0), 1.0); }

// Returns the blended colour, given the colour where both are opaque.
vec4 composed(vec4 s, vec4 d, vec3 both) {
  return vec4(s.rgb * (1.0 - d.a) + d.rgb * (1.0 - s.a) + s.a * d.a * both, s.a + d.a - s.a * d.a);
}

// Multiplies where the third colour is dark, and screens where it is light.
vec3 contrasted(vec3 s, vec3 d, vec3 by) { return mix(2.0 * s * d, 1.0 - 2.0 * (1.0 - s) * (1.0 - d), step(0.5, by)); }
vec3 softened(vec3 s, vec3 d) {
  vec3 root = mix(((16.0 * d - 12.0) * d + 4.0) * d, sqrt(d), step(0.25, d));
  return mix(d - (1.0 - 2.0 * s) * d * (1.0 - d), d + (2.0 * s - 1.0) * (root - d), step(0.5, s));
}
float dodged(float s, float d) { return mix(mix(min(1.0, d / (1.0 - s)), 1.0, s >= 1.0), 0.0, d <= 0.0); }
vec3 dodged(vec3 s, vec3 d) { return vec3(dodged(s.r, d.r), dodged(s.g, d.g), dodged(s.b, d.b)); }
float burnt(float s, float d) { return mix(mix(1.0 - min(1.0, (1.0 - d) / s), 0.0, s <= 0.0), 1.0, d > 0.9999); }
vec3 burnt(vec3 s, vec3 d) { return vec3(burnt(s.r, d.r), burnt(s.g, d.g), burnt(s.b, d.b)); }

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

vec4 blend_overlay(vec4 s, vec4 d) { return composed(s, d, contrasted(plain(s), plain(d), plain(d))); }
vec4 blend_hard_light(vec4 s, vec4 d) { return composed(s, d, contrasted(plain(s), plain(d), plain(s))); }
vec4 blend_soft_light(vec4 s, vec4 d) { return composed(s, d, softened(plain(s), plain(d))); }
vec4 blend_darken(vec4 s, vec4 d) { return composed(s, d, min(plain(s), plain(d))); }
vec4 blend_lighten(vec4 s, vec4 d) { return composed(s, d, max(plain(s), plain(d))); }
vec4 blend_color_dodge(vec4 s, vec4 d) { return composed(s, d, dodged(plain(s), plain(d))); }
vec4 blend_color_burn(vec4 s, vec4 d) { return composed(s, d, burnt(plain(s), plain(d))); }
vec4 blend_hue(vec4 s, vec4 d) {
  vec3 both = withSaturation(plain(s), saturation(plain(d)));
  return composed(s, d, withLuminosity(both, luminosity(plain(d))));
}
vec4 blend_saturation(vec4 s, vec4 d) {
  vec3 both = withSaturation(plain(d), saturation(plain(s)));
  return composed(s, d, withLuminosity(both, luminosity(plain(d))));
}
vec4 blend_color(vec4 s, vec4 d) { return composed(s, d, withLuminosity(plain(s), luminosity(plain(d)))); }
vec4 blend_luminosity(vec4 s, vec4 d) { return composed(s, d, withLuminosity(plain(d), luminosity(plain(s)))); }

vec4 blend_multiply(vec4 s, vec4 d) {
  return vec4(s.rgb * d.rgb + s.rgb * (1.0 - d.a) + d.rgb * (1.0 - s.a), s.a + d.a - s.a * d.a);
}
vec4 blend_difference(vec4 s, vec4 d) {
  return vec4(s.rgb + d.rgb - 2.0 * min(s.rgb * d.a, d.rgb * s.a), s.a + d.a - s.a * d.a);
}
vec4 blend_plus_darker(vec4 s, vec4 d) {
  float a = min(s.a + d.a, 1.0);
  return vec4(max(a - (s.a - s.rgb) - (d.a - d.rgb), 0.0), a);
}
vec4 blend_clear(vec4 s, vec4 d) { return vec4(0.0); }
vec4 blend_copy(vec4 s, vec4 d) { return s; }
vec4 blend_source_in(vec4 s, vec4 d) { return s * d.a; }
vec4 blend_source_out(vec4 s, vec4 d) { return s * (1.0 - d.a); }
vec4 blend_destination_in(vec4 s, vec4 d) { return d * s.a; }
vec4 blend_destination_atop(vec4 s, vec4 d) { return d * s.a + s * (1.0 - d.a); }
vec4 blend_product(vec4 s, vec4 d) { return s * d; }
vec4 blend_minimum(vec4 s, vec4 d) { return min(s, d); }
vec4 blend_maximum(vec4 s, vec4 d) { return max(s, d); }

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  ivec2 inSurface = clamp(at + vOffsets.xy, ivec2(0), textureSize(uTexture, 0) - 1);
  vec4 s = texelFetch(uTexture, inSurface, 0) * vOpacity;
  vec4 d = texelFetch(uBackdrop, at + vOffsets.zw, 0);
  fColour = mix(d, FORMULA(s, d), shapeCoverage() * clipCoverage());
}
