package io.freightsdk.examples.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToLongFunction;

/** What a JVM has used of the processor and of memory, threads of pools and timers included. */
public final class Usage {
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final long processorNanos;
  private final Map<Long, ThreadUsage> threads;

  private Usage(long processorNanos, Map<Long, ThreadUsage> threads) {
    this.processorNanos = processorNanos;
    this.threads = threads;
  }

  /** What one thread has used since its start. */
  private record ThreadUsage(long bytes, long nanos) {
    static final ThreadUsage NEW = new ThreadUsage(0, 0);
  }

  /** That of this JVM. */
  public static Usage now() {
    return of(SYSTEM, THREADS);
  }

  /** That of the JVM to which these beans belong. */
  public static Usage of(OperatingSystemMXBean system, ThreadMXBean threads) {
    long[] ids = threads.getAllThreadIds();
    long[] bytes = threads.getThreadAllocatedBytes(ids);
    long[] nanos = threads.getThreadCpuTime(ids);
    Map<Long, ThreadUsage> byThread = new HashMap<>();
    for (int i = 0; i < ids.length; i++) {
      // Of a thread that has ended meanwhile, both are -1.
      byThread.put(ids[i], new ThreadUsage(Math.max(0, bytes[i]), Math.max(0, nanos[i])));
    }
    return new Usage(system.getProcessCpuTime(), byThread);
  }

  /**
   * Processor time of the whole process since then, the compiler's and collector's included, in the
   * steps of 10 ms in which the system tells it.
   */
  public double processorMicrosSince(Usage before) {
    return (processorNanos - before.processorNanos) / 1e3;
  }

  /** Processor time since then of the threads that still live: the program's own, exact. */
  public double threadMicrosSince(Usage before) {
    return sumSince(before, ThreadUsage::nanos) / 1e3;
  }

  /** What was allocated since then by the threads that still live. */
  public long bytesSince(Usage before) {
    return sumSince(before, ThreadUsage::bytes);
  }

  private long sumSince(Usage before, ToLongFunction<ThreadUsage> figure) {
    long sum = 0;
    for (Map.Entry<Long, ThreadUsage> thread : threads.entrySet()) {
      ThreadUsage then = before.threads.getOrDefault(thread.getKey(), ThreadUsage.NEW);
      sum += figure.applyAsLong(thread.getValue()) - figure.applyAsLong(then);
    }
    return sum;
  }
}
