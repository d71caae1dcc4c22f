package io.freightsdk.server.support;

/** What this JVM keeps. Tests run one after the other, so that it is theirs. */
public final class Heap {
  private Heap() {}

  /** Bytes that are still in use after collections. */
  public static long usedBytes() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
