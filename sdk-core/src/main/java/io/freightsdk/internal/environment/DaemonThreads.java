package io.freightsdk.internal.environment;

import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Creates threads that do not keep the JVM alive after {@code main}. */
public final class DaemonThreads {
  private DaemonThreads() {}

  /** A pool that starts threads as needed and lets idle ones end after ten seconds. */
  public static Threads pool(String name) {
    return new Pool(factory(name));
  }

  private static final class Pool extends ThreadPoolExecutor implements Threads {
    Pool(ThreadFactory threads) {
      super(0, Integer.MAX_VALUE, 10, TimeUnit.SECONDS, new SynchronousQueue<>(), threads);
    }

    @Override
    public Thread start(String name, Runnable task) {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      thread.start();
      return thread;
    }
  }

  /** Daemon threads named {@code name-1}, {@code name-2} and so on. */
  private static ThreadFactory factory(String name) {
    AtomicInteger number = new AtomicInteger();
    return task -> {
      Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }
}
