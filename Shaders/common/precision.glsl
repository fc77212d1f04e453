#ifndef ROWS
// llvmpipe's linear rasteriser takes a program only at full precision; on GPUs it costs nothing here.
precision highp float;
precision highp sampler2D;
#endif
