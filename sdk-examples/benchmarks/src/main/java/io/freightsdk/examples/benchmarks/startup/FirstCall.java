package io.freightsdk.examples.benchmarks.startup;

import io.freightsdk.examples.benchmarks.peer.Peer;
import io.freightsdk.examples.benchmarks.peer.PeerKind;
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.ManagementFactory;

/**
 * A fresh JVM that builds one client and makes one call: {@code FirstCall peer baseUrl}. Says how
 * many milliseconds that took, and how many classes were loaded for it.
 */
final class FirstCall {
  private FirstCall() {}

  public static void main(String[] arguments) throws Exception {
    ClassLoadingMXBean classes = ManagementFactory.getClassLoadingMXBean();
    PeerKind kind = PeerKind.valueOf(arguments[0]);
    int classesBefore = classes.getLoadedClassCount();
    long start = System.nanoTime();
    try (Peer peer = kind.open(arguments[1], 64)) {
      Object answer = peer.balance();
      double millis = (System.nanoTime() - start) / 1e6;
      int loaded = classes.getLoadedClassCount() - classesBefore;
      if (answer == null) throw new IllegalStateException("no answer");
      System.out.println(millis + " " + loaded);
    }
    System.exit(0);
  }
}
