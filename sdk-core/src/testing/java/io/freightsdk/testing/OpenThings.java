package io.freightsdk.testing;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * What is open at a moment: the threads of clients, and this process's TCP connections where the
 * system tells them. A body that nobody closes holds its connection.
 */
final class OpenThings {
  /** Shorter than idle threads live by themselves, so that only close() can have ended them. */
  private static final Duration BOUND = Duration.ofSeconds(5);

  /** More than a look takes on an idle machine. */
  private static final long MILLIS_OF_A_LOOK = 5;

  /** Milliseconds instead of that bound, for tests that are to fail. */
  static final String BOUND_PROPERTY = "freight.leaks.bound.millis";

  private final String opener;
  private final Set<String> threadsBefore;
  private final Set<String> socketsBefore;

  private OpenThings(String opener) {
    this.opener = opener;
    this.threadsBefore = clientThreads();
    this.socketsBefore = OpenSockets.known() ? OpenSockets.own() : Set.of();
  }

  /** Remembers what is open before {@code opener} opens anything. */
  static OpenThings before(String opener) {
    return new OpenThings(opener);
  }

  /** Fails when what was opened since stays open. */
  void assertClosed() {
    long bound = Long.getLong(BOUND_PROPERTY, BOUND.toMillis());
    long end = System.nanoTime() + bound * 1_000_000;
    // By the clock and by looks: while the machine stood still, nothing could close either.
    for (long looks = 0; !left().isEmpty(); looks++) {
      boolean over = System.nanoTime() - end > 0 && looks > bound / MILLIS_OF_A_LOOK;
      if (over) throw new AssertionError(opener + " left open: " + left());
      LockSupport.parkNanos(1_000_000);
    }
  }

  Set<String> left() {
    Set<String> left = clientThreads();
    left.removeAll(threadsBefore);
    if (OpenSockets.known()) left.addAll(OpenSockets.connectionsBut(socketsBefore));
    return left;
  }

  /** OkHttp names the threads of our pool after the call they run. */
  private static Set<String> clientThreads() {
    Set<String> threads = new HashSet<>();
    for (Thread thread : allThreads()) {
      String name = thread.getName();
      boolean ofClient =
          name.startsWith("freight-client")
              || name.startsWith("freight-timer")
              || name.startsWith("freight-exchange-watch")
              || name.startsWith("freight-watch")
              || name.startsWith("OkHttp http");
      if (ofClient && thread.isAlive()) threads.add("thread " + thread.getId());
    }
    return threads;
  }

  /** Without their stacks, for which the JVM would stand still before and after each test. */
  private static List<Thread> allThreads() {
    ThreadGroup root = Thread.currentThread().getThreadGroup();
    while (root.getParent() != null) root = root.getParent();
    Thread[] all = new Thread[root.activeCount() + 16];
    int found = root.enumerate(all);
    // A full array may have left some out.
    while (found == all.length) {
      all = new Thread[2 * all.length];
      found = root.enumerate(all);
    }
    return Arrays.asList(all).subList(0, found);
  }
}
