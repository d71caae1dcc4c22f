package io.freightsdk.internal.ledger.store;

import io.freightsdk.internal.ledger.rules.LedgerRows;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;

/** Where the rows of one ledger are. Safe for concurrent use. */
public interface LedgerStorage extends AutoCloseable {
  /** How long a change or a reading is tried if its caller says nothing else. */
  Duration PATIENCE = Duration.ofSeconds(30);

  /**
   * Makes one change: nobody else changes the ledger meanwhile, and all that is written is stored
   * when this returns, or nothing is. The work may run several times, for example when the answer
   * to a commit was lost; it looks for what it has to write first, so that it is done once.
   *
   * @param atMost how long it is tried, with all waits for locks and answers; nothing is stored
   *     later
   * @throws RuntimeException what the work threw: then nothing was stored
   * @throws io.freightsdk.spend.SpendLedgerException if the storage failed: then nobody knows
   *     whether the change was stored
   */
  <T> T change(Function<LedgerRows, T> work, Duration atMost);

  /** The same, with the patience of a storage. */
  default <T> T change(Function<LedgerRows, T> work) {
    return change(work, PATIENCE);
  }

  /**
   * Stores the end of a call, before all other changes that wait. The caller waits for so long at
   * most; after that it is tried for half a minute more.
   *
   * @param lost called once, on any thread, if it could not be stored in the end
   * @throws io.freightsdk.spend.SpendLedgerException if it is not stored yet
   */
  <T> T storeEnd(Function<LedgerRows, T> work, Duration atMost, Consumer<Throwable> lost);

  /** Reads without writing, and without waiting for those who change where that is possible. */
  <T> T read(Function<LedgerRows, T> work);

  /**
   * Closes what the storage opened itself, after it has waited for a few seconds until the ends of
   * calls are stored. Idempotent.
   */
  @Override
  void close();
}
