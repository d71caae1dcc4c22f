package io.freightsdk.internal.environment;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads of a client on a machine that allows it only so many. */
public final class LimitedThreads {
  private LimitedThreads() {}

  public static Threads pool(String name, int most) {
    ThreadFactory threads = DaemonThreads.factory(name);
    AtomicInteger running = new AtomicInteger();
    return DaemonThreads.pool(
        task -> {
          if (running.incrementAndGet() > most) {
            running.decrementAndGet();
            throw new OutOfMemoryError("unable to create native thread");
          }
          return threads.newThread(
              () -> {
                try {
                  task.run();
                } finally {
                  running.decrementAndGet();
                }
              });
        });
  }
}
