// A JavaScript engine (Duktape, of Debian's duktape-dev) for expressions of Lottie files, bounded in operations, memory
// and time, without regular expressions.
//
// Duktape's errors jump (longjmp), which must not cross Swift's frames: nothing here does, in either direction.
#ifndef CDUKTAPE_H
#define CDUKTAPE_H

#include <stddef.h>

/// An engine with its heap. One thread at a time.
typedef struct cduktape_engine cduktape_engine;

typedef enum {
  CDUKTAPE_DONE,
  /// The script threw, or cannot be compiled: see cduktape_message.
  CDUKTAPE_THREW,
  /// More operations than the engine may ever do. As for memory and time, every later call ends so, too.
  CDUKTAPE_OPERATIONS,
  /// More memory than allowed.
  CDUKTAPE_MEMORY,
  /// More processor time than allowed.
  CDUKTAPE_TIME
} cduktape_status;

typedef struct {
  /// Bytecode instructions; 64 bytes of memory that are allocated or walked over count as one; in steps of a thousand.
  long long operations;
  /// Bytes in use.
  size_t memory;
  /// Seconds of the thread, a last resort: the work until then depends on the machine.
  double seconds;
} cduktape_limits;

typedef enum { CDUKTAPE_NOTHING, CDUKTAPE_NUMBER, CDUKTAPE_NUMBERS, CDUKTAPE_TEXT } cduktape_kind;

/// A value between the script and its host.
typedef struct {
  cduktape_kind kind;
  double number;
  /// Owned by its sender, until it is next asked or called.
  const double *_Nullable numbers;
  size_t count;
  /// UTF-8, not ended by a zero.
  const char *_Nullable text;
  size_t length;
} cduktape_value;

/// Answers the script's `$ask(question, a, b, text, numbers)`; without numbers, `count` is 0.
typedef void (*cduktape_host)(
    void *_Nullable context, int question, double a, double b, const char *_Nonnull text, size_t length,
    const double *_Nullable numbers, size_t count, cduktape_value *_Nonnull answer);

/// Makes an engine whose global object has, besides ECMAScript's, `$ask` and `$compile(text)`, which makes a function
/// of the text of one function expression; NULL without memory for it.
cduktape_engine *_Nullable cduktape_create(
    cduktape_limits limits, cduktape_host _Nonnull host, void *_Nullable context);

void cduktape_destroy(cduktape_engine *_Nonnull engine);

/// Runs a script.
cduktape_status cduktape_run(cduktape_engine *_Nonnull engine, const char *_Nonnull text, size_t length);

/// Calls a global function with two numbers; its result is a number, a text or an array of numbers, NaN for others.
cduktape_status cduktape_call(
    cduktape_engine *_Nonnull engine, const char *_Nonnull name, double a, double b, cduktape_value *_Nonnull result);

/// Returns the text of the last thrown value, cut at a few hundred bytes.
const char *_Nonnull cduktape_message(const cduktape_engine *_Nonnull engine);

/// Counts operations of the host's.
void cduktape_charge(cduktape_engine *_Nonnull engine, long long operations);

#endif
