package io.freightsdk.internal.engine;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs the letters of one call, or of one watch, one after another, on the threads that post them,
 * without a lock: whoever finds the mailbox idle works it off, everyone else leaves the letter and
 * goes.
 */
public final class Mailbox {
  private final Queue<Runnable> letters = new ConcurrentLinkedQueue<>();
  private final AtomicInteger unread = new AtomicInteger();

  /** Runs the letter now or right after those before it. A letter must not throw. */
  public void post(Runnable letter) {
    letters.add(letter);
    if (unread.getAndIncrement() != 0) {
      return;
    }
    do {
      Runnable next = letters.poll();
      if (next != null) {
        next.run();
      }
    } while (unread.decrementAndGet() != 0);
  }
}
