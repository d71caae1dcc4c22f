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
 * Runs tasks one after another, in the order they came, without a thread of its own and without a
 * lock. What one task wrote the next one sees. A task may post more tasks, as many as it likes:
 * they run after it, on no deeper stack. Whatever a task throws goes to a handler, and the tasks
 * behind it run.
 */
public final class SerialExecutor implements Executor {
  private static final System.Logger LOG = System.getLogger(SerialExecutor.class.getName());

  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final AtomicInteger unfinished = new AtomicInteger();
  private final Executor executor;
  private final Consumer<? super Throwable> onFailure;

  /**
   * Runs tasks on {@code executor}, which runs or refuses what it is given. While it refuses, as it
   * does when it was shut down, tasks run on the thread that posts.
   *
   * @param onFailure hears what a task threw; what it throws itself is logged
   */
  public SerialExecutor(Executor executor, Consumer<? super Throwable> onFailure) {
    this.executor = executor;
    this.onFailure = onFailure;
  }

  /** Runs tasks on the thread that posts, or on the one that is running those before. */
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
    // Once only: an executor could run a task, or keep it, and throw all the same.
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
      // Nothing is left that could be told; the tasks behind go on.
    }
  }
}
