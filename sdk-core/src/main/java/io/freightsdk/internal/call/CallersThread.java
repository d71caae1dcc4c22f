package io.freightsdk.internal.call;

import io.freightsdk.internal.environment.Timer;
import io.freightsdk.internal.environment.Timer.Cancellable;
import io.freightsdk.internal.transport.Exchange;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The home of a blocking call: the thread of its caller, which parks until the next step of the
 * call, its time, or an interrupt. An interrupt ends the call; the flag of the thread is kept from
 * the spend guard, because database drivers fail on it, and set again at the end.
 */
final class CallersThread implements Home {
  private static final Call.End INTERRUPTED = new Call.End("the calling thread was interrupted");

  /** The one wait of the call. */
  private static final class Wait implements Cancellable {
    private final Runnable task;
    private final Duration delay;
    private volatile boolean cancelled;

    private Wait(Runnable task, Duration delay) {
      this.task = task;
      this.delay = delay;
    }

    @Override
    public void cancel() {
      cancelled = true;
    }
  }

  private final Call<?> call;
  private final Thread thread = Thread.currentThread();
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

  // Of this thread only.
  private @Nullable Wait wait;
  private boolean waits;
  private boolean sends;
  private boolean interrupted;
  private boolean ended;

  CallersThread(Call<?> call) {
    this.call = call;
  }

  /** Makes the call from its beginning to its end. */
  void run() {
    try {
      call.begin(this, () -> ended = true);
      while (!ended) next().run();
    } finally {
      if (interrupted) thread.interrupt();
    }
  }

  private Runnable next() {
    waits = true;
    try {
      return awaitNext();
    } catch (Throwable noWait) {
      return () -> call.broke(noWait);
    } finally {
      waits = false;
    }
  }

  /** Waits for the next task, or for the end of the one wait. */
  private Runnable awaitNext() {
    while (true) {
      Runnable task = tasks.poll();
      if (task != null) return task;
      Wait open = wait;
      if (open == null || open.cancelled) {
        // Whoever ended the wait is about to hand in what follows.
        call.runner.timer.awaitOthers(Timer.FOREVER, this::mayGoOn);
        continue;
      }
      call.runner.timer.await(open.delay, this::mayGoOn);
      if (tasks.isEmpty() && !open.cancelled) {
        wait = null;
        return open.task;
      }
    }
  }

  private boolean mayGoOn() {
    hearInterrupt();
    return !tasks.isEmpty();
  }

  private void hearInterrupt() {
    if (!Thread.interrupted()) return;
    interrupted = true;
    call.abandon(INTERRUPTED);
  }

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
    if (Thread.currentThread() != thread) LockSupport.unpark(thread);
  }

  @Override
  public Cancellable after(Duration delay, Runnable task) {
    Wait open = new Wait(task, delay);
    wait = open;
    return open;
  }

  @Override
  public void send(Exchange exchange, Duration timeout, Consumer<Exchange.Result> done) {
    sends = true;
    exchange.send(
        timeout,
        came -> {
          if (sends) {
            hear(came, done);
          } else {
            execute(() -> hear(came, done));
          }
        });
    sends = false;
  }

  private void hear(Exchange.Result came, Consumer<Exchange.Result> done) {
    sends = false;
    hearInterrupt();
    done.accept(came);
  }

  /** Also hears of an interrupt, because it is asked before every step. */
  @Override
  public boolean mayRun(boolean blocks) {
    if (waits || Thread.currentThread() != thread) return false;
    hearInterrupt();
    return true;
  }
}
