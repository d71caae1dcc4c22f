package io.freightsdk.examples.benchmarks;

import java.lang.management.ManagementFactory;

/** What this JVM's heap holds. */
public final class Heap {
  private static final int COLLECTIONS = 3;

  private Heap() {}

  /** Bytes still reachable, after garbage collections until the figure is stable. */
  public static long usedBytes() {
    for (int i = 0; i < COLLECTIONS; i++) System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
