/* Shifts the clock of the wall for one process, by the seconds written in the file TABLEE_CLOCK names: for
   tests/faults/test_clock.py, loaded with LD_PRELOAD. The clock that only runs forward is left alone. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static long shift(void) {
  const char *name = getenv("TABLEE_CLOCK");
  FILE *file = name ? fopen(name, "r") : NULL;
  long seconds = 0;
  if (file) {
    if (fscanf(file, "%ld", &seconds) != 1) seconds = 0;
    fclose(file);
  }
  return seconds;
}

int clock_gettime(clockid_t which, struct timespec *out) {
  static int (*ask)(clockid_t, struct timespec *);
  if (!ask) ask = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  int found = ask(which, out);
  if (which == CLOCK_REALTIME || which == CLOCK_REALTIME_COARSE) out->tv_sec += shift();
  return found;
}

int gettimeofday(struct timeval *restrict out, void *restrict zone) {
  (void)zone;
  struct timespec now;
  int found = clock_gettime(CLOCK_REALTIME, &now);
  out->tv_sec = now.tv_sec;
  out->tv_usec = now.tv_nsec / 1000;
  return found;
}

time_t time(time_t *out) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (out) *out = now.tv_sec;
  return now.tv_sec;
}
