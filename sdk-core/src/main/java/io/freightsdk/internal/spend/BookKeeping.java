package io.freightsdk.internal.spend;

import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendTotals;
import io.freightsdk.spend.store.Book;
import java.time.Instant;

/** What a store can do without a client. */
public final class BookKeeping {
  private BookKeeping() {}

  public static SpendTotals totals(Book book, SpendFilter filter) {
    return new Rules(book, book.now()).totals(filter);
  }

  /** Drops some of what is old; false if nothing is left. */
  public static boolean purge(Book book, Instant before) {
    return new Rules(book, book.now()).purge(Times.micros(before));
  }
}
