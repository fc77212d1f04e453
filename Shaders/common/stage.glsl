// The stages of the general path. The values that the vertex stage passes on to the fragment stage are declared once,
// for both: as PASSED, or `flat PASSED`. Rows run both stages at once, pixel by pixel (ROWS, see Sources/C/CRows).
#ifdef ROWS
#define FRAGMENT
#define PASSED
#elif defined(VERTEX)
#define PASSED out
#else
#define FRAGMENT
#define PASSED in
#endif
