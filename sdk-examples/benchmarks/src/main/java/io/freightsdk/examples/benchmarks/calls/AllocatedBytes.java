package io.freightsdk.examples.benchmarks.calls;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;

/** What the threads of this JVM have allocated, those of pools and timers included. */
public final class AllocatedBytes {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final Map<Long, Long> byThread;

  private AllocatedBytes(Map<Long, Long> byThread) {
    this.byThread = byThread;
  }

  public static AllocatedBytes now() {
    long[] threads = THREADS.getAllThreadIds();
    long[] bytes = THREADS.getThreadAllocatedBytes(threads);
    Map<Long, Long> byThread = new HashMap<>();
    for (int i = 0; i < threads.length; i++) byThread.put(threads[i], Math.max(0, bytes[i]));
    return new AllocatedBytes(byThread);
  }

  /** What was allocated since then by the threads that still live. */
  public long since(AllocatedBytes before) {
    long sum = 0;
    for (Map.Entry<Long, Long> thread : byThread.entrySet()) {
      sum += thread.getValue() - before.byThread.getOrDefault(thread.getKey(), 0L);
    }
    return sum;
  }
}
