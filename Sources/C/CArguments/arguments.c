// glibc hands what it hands to `main` to functions that run before it, too. Swift's `main` hands nothing on.

#include "include/arguments.h"

static int count;
static char **values;

__attribute__((constructor)) static void keep(int argc, char **argv) {
  count = argc;
  values = argv;
}

int arguments_count(void) { return count; }

const char *arguments_at(int index) { return values[index]; }
