package io.freightsdk.internal.environment;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Creates threads that do not keep the JVM alive after {@code main}. */
public final class DaemonThreads {
  private DaemonThreads() {}

  /**
   * A pool that starts threads as needed and lets idle ones end after ten seconds. Its threads are
   * named {@code name-1}, {@code name-2} and so on.
   */
  public static ExecutorService pool(String name) {
    AtomicInteger number = new AtomicInteger();
    return new ThreadPoolExecutor(
        0,
        Integer.MAX_VALUE,
        10,
        TimeUnit.SECONDS,
        new SynchronousQueue<>(),
        task -> thread(name + "-" + number.incrementAndGet(), task));
  }

  /** Runs a task on a new thread, which is returned. */
  public static Thread start(String name, Runnable task) {
    Thread thread = thread(name, task);
    thread.start();
    return thread;
  }

  private static Thread thread(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }
}
