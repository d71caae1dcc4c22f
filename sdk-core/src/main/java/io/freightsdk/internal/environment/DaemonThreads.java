package io.freightsdk.internal.environment;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads that do not keep the JVM alive after {@code main}. */
public final class DaemonThreads {
  private static final Logger LOG = System.getLogger("io.freightsdk.calls");

  private DaemonThreads() {}

  /** A pool that starts threads as needed and lets idle ones end after ten seconds. */
  public static Threads pool(String name) {
    return pool(factory(name));
  }

  static Threads pool(ThreadFactory threads) {
    return new Pool(threads);
  }

  /**
   * A pool whose tasks wait for a thread when the machine allows no more of them: a thousand calls
   * at once are better late than failed.
   */
  private static final class Pool extends ThreadPoolExecutor implements Threads {
    Pool(ThreadFactory threads) {
      super(0, Integer.MAX_VALUE, 10, TimeUnit.SECONDS, new HandOver(), threads);
    }

    @Override
    public void execute(Runnable task) {
      try {
        super.execute(task);
      } catch (OutOfMemoryError noThread) {
        getQueue().add(task);
        // A thread of the pool takes the task before it ends.
        if (getPoolSize() == 0 && getQueue().remove(task)) throw noThread;
      }
    }

    @Override
    public Thread start(String name, Runnable task) {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      thread.start();
      return thread;
    }
  }

  /** {@code offer} hands a task to an idle thread or fails; {@code add} lets it wait for one. */
  private static final class HandOver extends LinkedTransferQueue<Runnable> {
    private static final long serialVersionUID = 1;

    @Override
    public boolean offer(Runnable task) {
      return tryTransfer(task);
    }

    @Override
    public boolean add(Runnable task) {
      return super.offer(task);
    }
  }

  /** Daemon threads named {@code name-1}, {@code name-2} and so on. */
  public static ThreadFactory factory(String name) {
    AtomicInteger number = new AtomicInteger();
    return task -> {
      Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
      thread.setDaemon(true);
      // OkHttp rethrows an interceptor's exception after it has reported it to the callback.
      thread.setUncaughtExceptionHandler(
          (t, e) ->
              LOG.log(Level.DEBUG, () -> t.getName() + " ended by " + e.getClass().getName()));
      return thread;
    };
  }
}
