// Which instructions the processor has is asked once.
#include "layout.h"

#include <atomic>

namespace trove_spatial {

namespace {

int highestLevel() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  bool isAVX2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
                __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
  bool isAVX512 = isAVX2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                  __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  return isAVX512 ? 2 : isAVX2 ? 1 : 0;
#else
  return 0;
#endif
}

const Kernel *kernelOf(int level) {
#if defined(__x86_64__)
  if (level == 2) return &avx512Kernel;
  if (level == 1) return &avx2Kernel;
#endif
  (void)level;
  return &plainKernel;
}

// Set anew only by tests; all kernels give the same answers, so that whoever asks meanwhile is none the wiser.
std::atomic<int> &usedLevel() {
  static std::atomic<int> level{highestLevel()};
  return level;
}

const Kernel &kernel() { return *kernelOf(usedLevel().load(std::memory_order_relaxed)); }

}  // namespace

}  // namespace trove_spatial

using namespace trove_spatial;

int trove_spatial_level(void) { return usedLevel().load(std::memory_order_relaxed); }

int trove_spatial_limit_level(int level) {
  int highest = highestLevel();
  usedLevel().store(level < 0 ? 0 : level < highest ? level : highest, std::memory_order_relaxed);
  return trove_spatial_level();
}

size_t trove_spatial_nearest(
    const trove_spatial_view *view, double latitude, double longitude, size_t k, trove_spatial_filter filter,
    void *context, trove_spatial_hit *hits) {
  return kernel().nearest(view, latitude, longitude, k, filter, context, hits);
}

size_t trove_spatial_within(
    const trove_spatial_view *view, double latitude, double longitude, double metres, uint32_t *numbers, size_t room) {
  return kernel().within(view, latitude, longitude, metres, numbers, room);
}

size_t trove_spatial_hits_within(
    const trove_spatial_view *view, double latitude, double longitude, double metres, trove_spatial_hit *hits,
    size_t room) {
  return kernel().hitsWithin(view, latitude, longitude, metres, hits, room);
}

size_t trove_spatial_in_box(
    const trove_spatial_view *view, double south, double west, double north, double east, uint32_t *numbers,
    size_t room) {
  return kernel().inBox(view, south, west, north, east, numbers, room);
}
