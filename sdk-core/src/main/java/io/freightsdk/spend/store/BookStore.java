package io.freightsdk.spend.store;

import io.freightsdk.internal.spend.BookKeeping;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendStore;
import io.freightsdk.spend.SpendTotals;
import java.io.Serial;
import java.time.Clock;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A storage of one book. Safe for concurrent use. */
public interface BookStore extends SpendStore {
  /** The release of this port. A storage of another one is refused when it is opened. */
  int RELEASE = 1;

  /** The cause of a failure after which nobody knows whether the change was committed. */
  final class CommitUnknown extends RuntimeException {
    @Serial private static final long serialVersionUID = 1;

    public CommitUnknown(Throwable cause) {
      super(cause);
    }
  }

  /**
   * Runs a change alone, and commits it. It may run more than once.
   *
   * @param clock the clock of the process, for storages without a clock of their own; null to leave
   *     the time as it was
   * @throws io.freightsdk.spend.SpendStoreException if the storage cannot do it
   */
  <T> T change(@Nullable Clock clock, Function<Book, T> change);

  /** Reads without waiting for those who change the book; nothing may be written. */
  <T> T look(@Nullable Clock clock, Function<Book, T> look);

  /** Whether methods wait for a disk or a network. */
  boolean mayBlock();

  /**
   * Whether several processes share the books, by a clock that is not theirs: then each of them
   * notices what went back.
   */
  default boolean isShared() {
    return mayBlock();
  }

  @Override
  default SpendTotals totals(SpendFilter filter) {
    return look(null, book -> BookKeeping.totals(book, filter));
  }

  @Override
  default void purge(Instant before) {
    while (change(null, book -> BookKeeping.purge(book, before))) {
      // The next part: others may use the book in between.
    }
  }

  /** Whoever gave the storage what it stands on closes that. */
  @Override
  default void close() {}
}
