package io.freightsdk.internal.spend;

import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendTotals;
import java.time.Clock;
import java.time.Instant;
import java.util.function.Function;

/** Books in memory. One lock guards everything; nothing is called while it is held. */
public final class InMemorySpendStore implements BookStore {
  private final MemoryBook book;

  public InMemorySpendStore(int keptEntries) {
    if (keptEntries < 0) {
      throw new IllegalArgumentException("keptEntries: expected 0 or more, got " + keptEntries);
    }
    this.book = new MemoryBook(keptEntries);
  }

  @Override
  public <T> T change(Clock clock, Function<Book, T> work) {
    long now = Times.micros(clock.instant());
    synchronized (book) {
      book.moveTo(now);
      return work.apply(book);
    }
  }

  @Override
  public <T> T look(Clock clock, Function<Book, T> work) {
    return change(clock, work);
  }

  @Override
  public SpendTotals totals(SpendFilter filter) {
    synchronized (book) {
      return book.totals(filter);
    }
  }

  @Override
  public void purge(Instant before) {
    synchronized (book) {
      while (SpendRules.purge(book, Times.micros(before))) {
        // The next part of them.
      }
    }
  }

  @Override
  public boolean mayBlock() {
    return false;
  }

  @Override
  public void close() {}
}
