package io.freightsdk.examples.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;

/** What a JVM has used of the processor and of memory, threads of pools and timers included. */
public final class Usage {
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final long processorNanos;
  private final Map<Long, Long> bytesByThread;

  private Usage(long processorNanos, Map<Long, Long> bytesByThread) {
    this.processorNanos = processorNanos;
    this.bytesByThread = bytesByThread;
  }

  /** That of this JVM. */
  public static Usage now() {
    return of(SYSTEM, THREADS);
  }

  /** That of the JVM to which these beans belong. */
  public static Usage of(OperatingSystemMXBean system, ThreadMXBean threads) {
    long[] ids = threads.getAllThreadIds();
    long[] bytes = threads.getThreadAllocatedBytes(ids);
    Map<Long, Long> byThread = new HashMap<>();
    for (int i = 0; i < ids.length; i++) byThread.put(ids[i], Math.max(0, bytes[i]));
    return new Usage(system.getProcessCpuTime(), byThread);
  }

  /** Processor time of the whole process since then, the compiler's and collector's included. */
  public double processorMicrosSince(Usage before) {
    return (processorNanos - before.processorNanos) / 1e3;
  }

  /** What was allocated since then by the threads that still live. */
  public long bytesSince(Usage before) {
    long sum = 0;
    for (Map.Entry<Long, Long> thread : bytesByThread.entrySet()) {
      sum += thread.getValue() - before.bytesByThread.getOrDefault(thread.getKey(), 0L);
    }
    return sum;
  }
}
