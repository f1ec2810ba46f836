// What every kind of instructions begins with. Nothing of the library may be brought in after this: it would be made of
// instructions that not every processor has, and other files could be given that.
#include "layout.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

#define INLINE static inline __attribute__((always_inline))
#define INLINE_MEMBER inline __attribute__((always_inline))

using namespace trove_spatial;

// Wide vectors go between functions only where one becomes a part of the other, as all of those here do.
#pragma clang diagnostic ignored "-Wpsabi"
