package io.freightsdk.internal.concurrent;

import java.lang.System.Logger.Level;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Runs tasks one after another, in the order of their arrival, without its own thread and without a
 * lock. Each task sees what the tasks before it have written. A task may submit more tasks: they
 * run after it and do not deepen the stack. An exception of a task goes to a handler, and the next
 * tasks run.
 */
public final class SerialExecutor implements Executor {
  private static final System.Logger LOG = System.getLogger(SerialExecutor.class.getName());

  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final AtomicInteger unfinished = new AtomicInteger();
  private final Executor executor;
  private final Consumer<? super Throwable> onFailure;

  /**
   * Runs tasks on {@code executor}. When that refuses a task, for example after its shutdown, the
   * task runs on the submitting thread.
   *
   * @param onFailure is told what a task threw; what it throws itself is logged
   */
  public SerialExecutor(Executor executor, Consumer<? super Throwable> onFailure) {
    this.executor = executor;
    this.onFailure = onFailure;
  }

  /** Runs tasks on the submitting thread, or on the thread that is running the tasks before. */
  public static SerialExecutor inline(Consumer<? super Throwable> onFailure) {
    return new SerialExecutor(Runnable::run, onFailure);
  }

  @Override
  public void execute(Runnable task) {
    tasks.add(Objects.requireNonNull(task, "task"));
    if (unfinished.getAndIncrement() == 0) {
      startTurn();
    }
  }

  private void startTurn() {
    // Once only, because an executor could run or keep a task and throw nevertheless.
    AtomicBoolean started = new AtomicBoolean();
    Runnable turn =
        () -> {
          if (started.compareAndSet(false, true)) {
            runAll();
          }
        };
    try {
      executor.execute(turn);
    } catch (Throwable refused) {
      turn.run();
    }
  }

  private void runAll() {
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
