// The number of a pixel's row, by which GLRenderer/Encoding/ClearingFault.swift finds the driver's.

#include "common/precision.glsl"

out vec4 fColour;

void main() { fColour = vec4(floor(gl_FragCoord.y) / 255.0); }
