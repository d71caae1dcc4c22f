package io.freightsdk.internal.ledger;

import java.time.Duration;
import java.util.function.Function;

/** Where the rows of one ledger are. Safe for concurrent use. */
public interface LedgerStorage extends AutoCloseable {
  /** What a server or a network keeps waiting so long is not tried again. */
  Duration PATIENCE = Duration.ofSeconds(30);

  /**
   * Makes one change: nobody else changes the ledger meanwhile, and all that is written is stored
   * when this returns, or nothing is. The work may run several times, for example when the answer
   * to a commit was lost; it looks for what it has to write first, so that it is done once.
   *
   * @param atMost how long it is tried, with all waits for locks and answers
   * @throws RuntimeException what the work threw: then nothing was stored
   * @throws io.freightsdk.spend.SpendLedgerException if the storage failed: then nobody knows
   *     whether the change was stored
   */
  <T> T change(Function<LedgerRows, T> work, Duration atMost);

  /** The same, with the patience of a storage. */
  default <T> T change(Function<LedgerRows, T> work) {
    return change(work, PATIENCE);
  }

  /** Reads without writing, and without waiting for those who change where that is possible. */
  <T> T read(Function<LedgerRows, T> work);

  /** Closes what the storage opened itself. Idempotent. */
  @Override
  void close();
}
