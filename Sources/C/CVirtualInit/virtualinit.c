#include "cvirtualinit.h"

#define SWIFT_CALL __attribute__((swiftcall))
#define SWIFT_CONTEXT __attribute__((swift_context))

// The Swift runtime's function of `method`, declared by the class of `description`, in the class `metadata`.
extern SWIFT_CALL void *swift_lookUpClassMethod(const void *metadata, const void *method, const void *description);

// The descriptors of classes and methods, by their mangled names: Foundation.NSObject with init(), QuartzCore.CALayer
// with init(layer: Any), draw(in: CGContext) and hitTest(Foundation.CGPoint).
extern const char object __asm__("$s10Foundation8NSObjectCMn");
extern const char object_init __asm__("$s10Foundation8NSObjectCACycfCTq");
extern const char layer __asm__("$s10QuartzCore7CALayerCMn");
extern const char layer_init __asm__("$s10QuartzCore7CALayerC5layerACyp_tcfCTq");
extern const char layer_draw __asm__("$s10QuartzCore7CALayerC4draw2iny0B8Graphics9CGContextC_tFTq");
extern const char layer_hit_test __asm__("$s10QuartzCore7CALayerC7hitTestyACSg10Foundation7CGPointVFTq");

typedef SWIFT_CALL void *(*initializer)(SWIFT_CONTEXT const void *metadata);
typedef SWIFT_CALL void *(*copying_initializer)(void *argument, SWIFT_CONTEXT const void *metadata);

void *cvirtualinit_layer(const void *metadata, void *argument) {
  copying_initializer make = (copying_initializer)swift_lookUpClassMethod(metadata, &layer_init, &layer);
  return make(argument, metadata);
}

void *cvirtualinit_default(const void *metadata) {
  initializer make = (initializer)swift_lookUpClassMethod(metadata, &object_init, &object);
  return make(metadata);
}

static bool overrides(const char *method, const void *metadata, const void *ancestor) {
  return metadata != ancestor
      && swift_lookUpClassMethod(metadata, method, &layer) != swift_lookUpClassMethod(ancestor, method, &layer);
}

bool cvirtualinit_overrides_draw(const void *metadata, const void *ancestor) {
  return overrides(&layer_draw, metadata, ancestor);
}

bool cvirtualinit_overrides_hit_test(const void *metadata, const void *ancestor) {
  return overrides(&layer_hit_test, metadata, ancestor);
}
