package io.freightsdk.internal.call;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is asked of the books, by a thread that knows later that it asked. */
abstract class BooksQuestion implements Runnable {
  /** Null before it is asked, and when it is answered. */
  private volatile @Nullable Thread asker;

  static BooksQuestion of(Runnable question) {
    return new BooksQuestion() {
      @Override
      void ask() {
        question.run();
      }
    };
  }

  abstract void ask();

  @Override
  public final void run() {
    asker = Thread.currentThread();
    try {
      ask();
    } finally {
      asker = null;
    }
  }

  /** Whether one of these asks it: what it calls meanwhile, such as a listener, runs there. */
  boolean isAskedIn(Set<Thread> threads) {
    Thread asks = asker;
    return asks != null && threads.contains(asks);
  }
}
