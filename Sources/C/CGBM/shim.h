// GBM for Swift: the device that an EGL display on a DRM render node is made from.

#ifndef MULTIPLANE_CGBM_H
#define MULTIPLANE_CGBM_H

#include <gbm.h>

#endif
