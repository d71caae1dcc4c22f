package io.freightsdk.spend.store;

import io.freightsdk.internal.spend.Keeping;
import io.freightsdk.internal.text.Require;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendStore;
import io.freightsdk.spend.SpendStoreException;
import io.freightsdk.spend.SpendTotals;
import java.io.Serial;
import java.time.Clock;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A storage of one book. Safe for concurrent use. */
public interface BookStore extends SpendStore {
  /** The release of this port that a storage was compiled against. */
  int RELEASE = 1;

  /**
   * Refuses a storage that was compiled against another release of this port; each storage asks
   * when it is opened.
   *
   * @param release {@link #RELEASE} as the storage has it, a constant in its own class file
   * @throws SpendStoreException if it is not the release of the client
   */
  static void requireRelease(int release) {
    if (release == RELEASE) return;
    throw new SpendStoreException(
        "spend store: it was made for release %d of the client's storage port, and this client has release %d; use the same version of freight-sdk-core and freight-jdbc"
            .formatted(release, RELEASE),
        new IllegalStateException("release " + release),
        false);
  }

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
  default <T> T look(@Nullable Clock clock, Function<Book, T> look) {
    return change(clock, look);
  }

  /** Whether methods wait for a disk or a network. */
  boolean mayBlock();

  /**
   * Whether several processes share the books, by a clock that is not theirs: then each of them
   * notices what went back, and a key that the books do not know is new.
   */
  default boolean isShared() {
    return mayBlock();
  }

  @Override
  default SpendTotals totals(SpendFilter filter) {
    Require.nonNull(filter, "filter");
    return look(null, book -> Keeping.totals(book, filter));
  }

  @Override
  default long purge(Instant before) {
    Require.nonNull(before, "before");
    long dropped = 0;
    String after = "";
    while (after != null) {
      // A part; others may use the book in between.
      String from = after;
      Keeping.Purged part = change(null, book -> Keeping.purge(book, before, from));
      dropped += part.dropped();
      after = part.end();
    }
    return dropped;
  }

  /** Whoever gave the storage what it stands on closes that. */
  @Override
  default void close() {}
}
