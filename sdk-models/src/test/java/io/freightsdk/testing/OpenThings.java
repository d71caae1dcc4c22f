package io.freightsdk.testing;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/** What is open at a moment: the threads of clients. */
final class OpenThings {
  /** Shorter than idle threads live by themselves, so that only close() can have ended them. */
  private static final Duration BOUND = Duration.ofSeconds(5);

  /** More than a look takes on an idle machine. */
  private static final long MILLIS_OF_A_LOOK = 5;

  private final String opener;
  private final Set<String> threadsBefore;

  private OpenThings(String opener) {
    this.opener = opener;
    this.threadsBefore = clientThreads();
  }

  /** Remembers what is open before {@code opener} opens anything. */
  static OpenThings before(String opener) {
    return new OpenThings(opener);
  }

  /** Fails when what was opened since stays open. */
  void assertClosed() {
    long end = System.nanoTime() + BOUND.toNanos();
    // By the clock and by looks: while the machine stood still, nothing could close either.
    for (long looks = 0; !left().isEmpty(); looks++) {
      boolean over = System.nanoTime() - end > 0 && looks > BOUND.toMillis() / MILLIS_OF_A_LOOK;
      if (over) throw new AssertionError(opener + " left open: " + left());
      LockSupport.parkNanos(1_000_000);
    }
  }

  Set<String> left() {
    Set<String> left = clientThreads();
    left.removeAll(threadsBefore);
    return left;
  }

  /** OkHttp names the threads of our pool after the call they run. */
  private static Set<String> clientThreads() {
    Set<String> threads = new HashSet<>();
    for (Thread thread : allThreads()) {
      String name = thread.getName();
      boolean ofClient =
          name.startsWith("freight-client")
              || name.startsWith("freight-exchange-watch")
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
