// The number of a pixel's row, by which GLRenderer/Encoding/ClearingFault.swift finds out what a driver takes for it.

#include "common/precision.glsl"

out vec4 fColour;

void main() { fColour = vec4(floor(gl_FragCoord.y) / 255.0); }
