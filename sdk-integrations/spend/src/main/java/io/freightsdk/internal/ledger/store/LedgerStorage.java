package io.freightsdk.internal.ledger.store;

import io.freightsdk.internal.ledger.rules.LedgerRows;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;

/** The storage of one ledger. Safe for concurrent use. */
public interface LedgerStorage extends AutoCloseable {
  /** The default time limit of changes and reads. */
  Duration TIME_LIMIT = Duration.ofSeconds(30);

  /**
   * Makes one change. Nothing else changes the ledger in the meantime. When this returns, either
   * all writes are stored or none. The work may run several times, for example after the response
   * to a commit was lost. So it first checks whether its rows are stored.
   *
   * @param atMost time limit, including locks and responses; nothing is stored later
   * @throws RuntimeException if the work threw it: then nothing was stored
   * @throws io.freightsdk.spend.SpendLedgerException if the storage failed: then the change may be
   *     stored or not
   */
  <T> T change(Function<LedgerRows, T> work, Duration atMost);

  /** Makes one change with the default time limit. */
  default <T> T change(Function<LedgerRows, T> work) {
    return change(work, TIME_LIMIT);
  }

  /**
   * Stores the outcome of a call, before all other waiting changes. After the caller has left,
   * attempts continue for half a minute.
   *
   * @param atMost how long the caller waits
   * @param onLost called once, on any thread, if the outcome was not stored
   * @throws io.freightsdk.spend.SpendLedgerException if it is not stored yet
   */
  <T> T storeOutcome(Function<LedgerRows, T> work, Duration atMost, Consumer<Throwable> onLost);

  /**
   * Reads, where possible without waiting for changes; each query may see later changes than the
   * query before it.
   */
  <T> T read(Function<LedgerRows, T> work);

  /**
   * Waits for a few seconds until the outcomes of calls are stored, and closes the file that the
   * storage opened. Idempotent.
   */
  @Override
  void close();
}
