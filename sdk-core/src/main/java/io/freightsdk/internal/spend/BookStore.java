package io.freightsdk.internal.spend;

import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendStore;
import io.freightsdk.spend.SpendTotals;
import java.io.Serial;
import java.time.Clock;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the two kinds of {@link SpendStore} offer to the money rules: transactions on one book.
 *
 * @see SpendRules
 */
public interface BookStore extends SpendStore {
  /**
   * Runs work alone: its changes are kept together or not at all. It may run more than once.
   *
   * @param clock the book's clock where the storage has none of its own; null to leave its time
   * @throws io.freightsdk.spend.SpendStoreException if the storage cannot do it
   */
  <T> T change(@Nullable Clock clock, Function<Book, T> work);

  /** Runs work that changes nothing, without waiting for those who change the book. */
  <T> T look(@Nullable Clock clock, Function<Book, T> work);

  /** Whether methods may wait for a disk or a network, so that they need a thread of their own. */
  boolean mayBlock();

  @Override
  default SpendTotals totals(SpendFilter filter) {
    return look(null, book -> SpendRules.totals(book, filter));
  }

  @Override
  default void purge(Instant before) {
    while (change(null, book -> SpendRules.purge(book, Times.micros(before)))) {
      // The next part of them: others may use the book in between.
    }
  }

  /** Whoever gave the store what it stands on closes that. */
  @Override
  default void close() {}

  /** Whether a change was committed is unknown, because the answer to that was lost. */
  final class CommitUnknown extends RuntimeException {
    @Serial private static final long serialVersionUID = 1;

    public CommitUnknown(Throwable cause) {
      super("the answer to a commit was lost", cause);
    }
  }
}
