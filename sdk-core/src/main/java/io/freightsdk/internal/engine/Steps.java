package io.freightsdk.internal.engine;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The order of one call. Everything that happens to it is a letter in its mailbox, so its fields
 * need no lock. A step that waits for something takes a number; a letter that comes back with an
 * old number is too late and is dropped. That is how an answer, a timeout and a cancellation that
 * race end the call exactly once.
 */
final class Steps {
  private final Mailbox mailbox = new Mailbox();
  private final Timer timer;
  private final Executor threads;
  private final Consumer<Throwable> broken;

  // Below: read and written by letters only.
  private Cancellable waiting = Cancellable.NOTHING;
  private int current;
  private boolean ended;

  /**
   * The steps of a call.
   *
   * @param threads for letters of the timer, which must not wait for a call
   * @param broken hears what a letter threw
   */
  Steps(Timer timer, Executor threads, Consumer<Throwable> broken) {
    this.timer = timer;
    this.threads = threads;
    this.broken = broken;
  }

  /** Takes the next number; what was waited for until now comes too late from here on. */
  int next() {
    return ++current;
  }

  /** Ends a wait, if there is one. */
  void stopWaiting() {
    Cancellable stopped = waiting;
    waiting = Cancellable.NOTHING;
    stopped.cancel();
  }

  /** No letter is read from here on. */
  void end() {
    ended = true;
    next();
    stopWaiting();
  }

  /** Whether the call is over; a stale no costs its reader a letter, no more. */
  boolean ended() {
    return ended;
  }

  /** Runs the letter, now or after those before it, unless the call is over. */
  void post(Runnable letter) {
    post(letter, Steps::nothing);
  }

  /** Runs the letter if its step is still the current one. */
  void postIf(int step, Runnable letter) {
    postIf(step, letter, Steps::nothing);
  }

  /** Runs the letter after the delay, if its step is still the current one. */
  void postLater(int step, Duration delay, Runnable letter) {
    waiting = timer.after(delay, () -> postIf(step, letter));
  }

  /** Waits, then goes on with the letter on a thread that is free to work. */
  void pause(Duration delay, Runnable letter) {
    int mine = next();
    waiting =
        timer.after(
            delay,
            () ->
                threads.execute(
                    () ->
                        postIf(
                            mine,
                            () -> {
                              stopWaiting();
                              letter.run();
                            })));
  }

  /**
   * Waits for a future, at most so long, and goes on with its value or its failure. The future is
   * cancelled when the call ends first; a value that comes after all goes to {@code tooLate}.
   */
  <V> void await(
      CompletableFuture<V> awaited,
      Duration atMost,
      Runnable outOfTime,
      BiConsumer<@Nullable V, @Nullable Throwable> then,
      Consumer<@Nullable V> tooLate) {
    int mine = next();
    if (!awaited.isDone()) {
      Cancellable limit = timer.after(atMost, () -> postIf(mine, outOfTime));
      waiting =
          () -> {
            limit.cancel();
            awaited.cancel(true);
          };
    }
    CompletableFuture<V> unused =
        awaited.whenComplete(
            (value, error) ->
                postIf(
                    mine,
                    () -> {
                      stopWaiting();
                      then.accept(
                          value, error instanceof CompletionException c ? c.getCause() : error);
                    },
                    () -> tooLate.accept(value)));
  }

  private static void nothing() {}

  private void postIf(int step, Runnable letter, Runnable tooLate) {
    post(() -> (step == current ? letter : tooLate).run(), tooLate);
  }

  private void post(Runnable letter, Runnable tooLate) {
    mailbox.post(
        () -> {
          try {
            (ended ? tooLate : letter).run();
          } catch (RuntimeException | Error e) {
            broken.accept(e);
          }
        });
  }
}
