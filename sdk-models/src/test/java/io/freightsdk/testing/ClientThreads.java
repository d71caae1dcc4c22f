package io.freightsdk.testing;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/** The threads of clients that run at one moment. */
final class ClientThreads {
  /** Shorter than idle threads live, so that only close() can have ended them. */
  private static final Duration BOUND = Duration.ofSeconds(5);

  /** More than a check takes on an idle machine. */
  private static final long MILLIS_PER_CHECK = 5;

  private final String opener;
  private final Set<String> threadsBefore;

  private ClientThreads(String opener) {
    this.opener = opener;
    this.threadsBefore = clientThreads();
  }

  /** Records the threads that run before {@code opener} starts its own. */
  static ClientThreads before(String opener) {
    return new ClientThreads(opener);
  }

  /** Fails if a thread that was started since does not end. */
  void assertClosed() {
    long end = System.nanoTime() + BOUND.toNanos();
    // The clock is not enough: threads cannot end while the machine is suspended.
    for (long checks = 0; !remaining().isEmpty(); checks++) {
      boolean over = System.nanoTime() - end > 0 && checks > BOUND.toMillis() / MILLIS_PER_CHECK;
      if (over) throw new AssertionError(opener + " left open: " + remaining());
      LockSupport.parkNanos(1_000_000);
    }
  }

  Set<String> remaining() {
    Set<String> remaining = clientThreads();
    remaining.removeAll(threadsBefore);
    return remaining;
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
