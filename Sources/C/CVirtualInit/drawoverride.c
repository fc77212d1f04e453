#include "drawoverride.h"

#define SWIFT_CALL __attribute__((swiftcall))

// The Swift runtime's function of `method`, declared by the class of `description`, in the class `metadata`.
extern SWIFT_CALL void *swift_lookUpClassMethod(const void *metadata, const void *method, const void *description);

// The descriptors of QuartzCore.CALayer.draw(in: CGContext), of CALayer.hitTest(Foundation.CGPoint) and of the class,
// by their mangled names.
extern const char draw_descriptor __asm__("$s10QuartzCore7CALayerC4draw2iny0B8Graphics9CGContextC_tFTq");
extern const char hit_test_descriptor __asm__("$s10QuartzCore7CALayerC7hitTestyACSg10Foundation7CGPointVFTq");
extern const char class_descriptor __asm__("$s10QuartzCore7CALayerCMn");

static bool overrides(const char *method, const void *metadata, const void *ancestor) {
  return metadata != ancestor
      && swift_lookUpClassMethod(metadata, method, &class_descriptor)
        != swift_lookUpClassMethod(ancestor, method, &class_descriptor);
}

bool cvirtualinit_overrides_draw(const void *metadata, const void *ancestor) {
  return overrides(&draw_descriptor, metadata, ancestor);
}

bool cvirtualinit_overrides_hit_test(const void *metadata, const void *ancestor) {
  return overrides(&hit_test_descriptor, metadata, ancestor);
}
