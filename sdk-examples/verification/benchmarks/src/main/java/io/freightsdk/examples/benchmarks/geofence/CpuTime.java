package io.freightsdk.examples.benchmarks.geofence;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.DoubleSupplier;

/** Times work by the thread's own time, which others on the machine do not lengthen. */
final class CpuTime {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int WARM_UP = 3;

  /** Results are put here, so that no work is dead code. */
  @SuppressWarnings("unused")
  private static volatile double sink;

  private CpuTime() {}

  /** Nanoseconds of each of these rounds, after some to warm up. */
  static double[] nanos(int rounds, DoubleSupplier work) {
    for (int i = 0; i < WARM_UP; i++) sink = work.getAsDouble();
    double[] nanos = new double[rounds];
    for (int i = 0; i < rounds; i++) nanos[i] = once(work);
    return nanos;
  }

  /** Bytes that this thread has allocated so far. */
  static long allocated() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }

  static double once(DoubleSupplier work) {
    long begin = THREADS.getCurrentThreadCpuTime();
    sink = work.getAsDouble();
    return THREADS.getCurrentThreadCpuTime() - begin;
  }
}
