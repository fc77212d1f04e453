// The arguments of the process, as `main` gets them.
//
// Swift on Linux reads its own from /proc/self/cmdline, and has none if /proc is not mounted: a command without
// arguments prints its help and succeeds.

#ifndef ARGUMENTS_H
#define ARGUMENTS_H

// The number of arguments, with the name of the program.
int arguments_count(void);

// Returns an argument, which lives as long as the process.
const char *arguments_at(int index);

#endif
