package io.freightsdk.internal.watch;

import java.lang.System.Logger.Level;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Runs tasks one after another, in the order of their arrival, without its own thread and without a
 * lock: on the submitting thread, or on the thread that is running the tasks before. Each task sees
 * what the tasks before it have written. A task may submit more tasks: they run after it and do not
 * deepen the stack. An exception of a task goes to a handler, and the next tasks run.
 */
public final class SerialExecutor implements Executor {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.watch");

  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final AtomicInteger unfinished = new AtomicInteger();
  private final Consumer<? super Throwable> onFailure;

  /**
   * @param onFailure is told what a task threw; what it throws itself is logged
   */
  public SerialExecutor(Consumer<? super Throwable> onFailure) {
    this.onFailure = onFailure;
  }

  @Override
  public void execute(Runnable task) {
    tasks.add(Objects.requireNonNull(task, "task"));
    if (unfinished.getAndIncrement() != 0) return;
    do {
      try {
        tasks.remove().run();
      } catch (Throwable thrown) {
        tell(thrown);
      }
    } while (unfinished.decrementAndGet() != 0);
  }

  private void tell(Throwable thrown) {
    try {
      onFailure.accept(thrown);
    } catch (Throwable again) {
      logBoth(thrown, again);
    }
  }

  private static void logBoth(Throwable thrown, Throwable again) {
    try {
      LOG.log(Level.WARNING, "the handler of a failed task failed too", again);
      LOG.log(Level.WARNING, "the failure of the task", thrown);
    } catch (Throwable unheard) {
      // Logging failed too; the next tasks run nevertheless.
    }
  }
}
