package io.freightsdk.examples.benchmarks.startup;

import io.freightsdk.examples.benchmarks.Usage;
import io.freightsdk.examples.benchmarks.peer.Peer;
import io.freightsdk.examples.benchmarks.peer.PeerKind;
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.ManagementFactory;

/**
 * A fresh JVM that builds one client and makes one call: {@code FirstCall peer baseUrl}. Says how
 * many milliseconds that took, how many classes were loaded for it, and what it used of the
 * processor in milliseconds and allocated in bytes.
 */
final class FirstCall {
  private FirstCall() {}

  public static void main(String[] arguments) throws Exception {
    ClassLoadingMXBean classes = ManagementFactory.getClassLoadingMXBean();
    PeerKind kind = PeerKind.valueOf(arguments[0]);
    Usage before = Usage.now();
    int classesBefore = classes.getLoadedClassCount();
    long start = System.nanoTime();
    try (Peer peer = kind.open(arguments[1], 64)) {
      Object answer = peer.balance();
      double millis = (System.nanoTime() - start) / 1e6;
      int loaded = classes.getLoadedClassCount() - classesBefore;
      if (answer == null) throw new IllegalStateException("no answer");
      Usage after = Usage.now();
      double processorMillis = after.processorMicrosSince(before) / 1e3;
      System.out.println(
          millis + " " + loaded + " " + processorMillis + " " + after.bytesSince(before));
    }
    System.exit(0);
  }
}
