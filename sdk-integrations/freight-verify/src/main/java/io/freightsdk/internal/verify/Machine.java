package io.freightsdk.internal.verify;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Threads and time of this machine: what is tried is real. */
public final class Machine {
  private static final Duration QUIET = Duration.ofSeconds(5);

  private Machine() {}

  public static long nanoTime() {
    return System.nanoTime();
  }

  /** Threads that keep no JVM alive. */
  public static ExecutorService threads(int count) {
    return Executors.newFixedThreadPool(
        count,
        work -> {
          Thread thread = new Thread(work, "freight-verify");
          thread.setDaemon(true);
          return thread;
        });
  }

  /** Begins work on a thread of its own. */
  public static <T> CompletableFuture<T> begin(Callable<T> work) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                result.complete(work.call());
              } catch (Throwable e) {
                result.completeExceptionally(e);
              }
            },
            "freight-verify-caller");
    thread.setDaemon(true);
    thread.start();
    return result;
  }

  /** Whether it ends in time, however it ends. */
  public static boolean ends(Future<?> work, Duration atMost) throws InterruptedException {
    try {
      Object unused = work.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (ExecutionException failed) {
      return true;
    } catch (TimeoutException late) {
      return false;
    }
  }

  /** Waits until something holds; whether it did in time. */
  static boolean until(BooleanSupplier holds, Duration atMost) throws InterruptedException {
    long begin = System.nanoTime();
    while (!holds.getAsBoolean()) {
      if (System.nanoTime() - begin > atMost.toNanos()) return false;
      if (Thread.interrupted()) throw new InterruptedException();
      LockSupport.parkNanos(1_000_000);
    }
    return true;
  }

  /** Waits for a short while, interrupted or not, because somebody cleans up. */
  static void untilQuiet(BooleanSupplier holds) {
    long begin = System.nanoTime();
    while (!holds.getAsBoolean() && System.nanoTime() - begin < QUIET.toNanos()) {
      Thread.onSpinWait();
      LockSupport.parkNanos(1_000_000);
    }
  }

  static void pause(Duration time) {
    LockSupport.parkNanos(time.toNanos());
  }

  /** Runs work when the JVM is told to end; undone by what is returned. */
  public static Runnable whenTheJvmEnds(Runnable work) {
    Thread hook = new Thread(work, "freight-verify-end");
    Runtime.getRuntime().addShutdownHook(hook);
    return () -> {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException ending) {
        // It runs.
      }
    };
  }
}
