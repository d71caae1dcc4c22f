package io.freightsdk.server.web.live;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A daemon thread that does one thing again and again, and one last thing when it is stopped. */
final class Ticker {
  private final Duration pause;
  private final Runnable task;
  private final Runnable last;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final Thread thread;

  private Ticker(Duration pause, Runnable task, Runnable last) {
    this.pause = pause;
    this.task = task;
    this.last = last;
    this.thread = new Thread(this::run, "freight-server-pages");
    thread.setDaemon(true);
  }

  /** Does {@code task} at once and after each {@code pause}, and {@code last} when stopped. */
  static Ticker start(Duration pause, Runnable task, Runnable last) {
    Ticker ticker = new Ticker(pause, task, last);
    ticker.thread.start();
    return ticker;
  }

  void stop() {
    stopped.countDown();
  }

  /** Breaks off what blocks the thread now; it goes on with the next thing. */
  void interrupt() {
    thread.interrupt();
  }

  /** Whether the thread ended within {@code limit}. */
  boolean ended(Duration limit) {
    try {
      thread.join(limit.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return !thread.isAlive();
  }

  private void run() {
    do {
      task.run();
    } while (goesOnAfterPause());
    last.run();
  }

  private boolean goesOnAfterPause() {
    try {
      return !stopped.await(pause.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException tooLateToBreakOffAnything) {
      return stopped.getCount() > 0;
    }
  }
}
