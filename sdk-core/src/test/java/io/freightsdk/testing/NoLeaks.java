package io.freightsdk.testing;

import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Fails a test that leaves a thread of a client behind, or one that would keep the JVM alive. */
public final class NoLeaks implements AfterEachCallback {
  /** Shorter than idle threads live by themselves, so that only close() can have ended them. */
  private static final long BOUND_NANOS = 5_000_000_000L;

  @Override
  public void afterEach(ExtensionContext context) {
    long end = System.nanoTime() + BOUND_NANOS;
    List<String> left = clientThreads();
    while (!left.isEmpty() && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(1_000_000);
      left = clientThreads();
    }
    if (!left.isEmpty()) {
      throw new AssertionError("threads of a client outlived it: " + left);
    }
  }

  /** OkHttp names the threads of our pool after the call they run. */
  static List<String> clientThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(Thread::isAlive)
        .map(Thread::getName)
        .filter(
            name ->
                name.startsWith("freight-client")
                    || name.startsWith("freight-timer")
                    || name.startsWith("OkHttp http"))
        .toList();
  }
}
