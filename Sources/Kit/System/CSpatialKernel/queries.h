// The queries for one kind of instructions; search.cpp includes this once for each, so there is no guard.

#include "lanes.h"
// After the lanes.
#include "exact.h"
#include "search.h"
// After what they share.
#include "nearest.h"
#include "regions.h"
