package io.freightsdk.internal.spend;

import java.util.function.Function;

/**
 * Where the rows of one ledger live: in memory, in a file, or in a database that processes share.
 * Safe for concurrent use.
 */
public interface Storage extends AutoCloseable {
  /**
   * Makes one change: nobody else changes the ledger meanwhile, and all that is written is stored
   * when this returns, or nothing is. A reading in the work sees what the work has written.
   *
   * <p>The work may be run several times, for example after a conflict or when the answer to a
   * commit was lost; it is written so that it is done once, because everything that it writes has a
   * name of its own. What an earlier run wrote and did not store is gone.
   *
   * @return what the last run of the work returned
   * @throws RuntimeException what the work threw: then nothing was stored
   * @throws io.freightsdk.spend.SpendLedgerException if the storage failed: then nobody knows
   *     whether the change was stored, and the same change may be made again
   */
  <T> T change(Function<Rows, T> work);

  /**
   * Reads: in a database without the lock of those who change, in memory and in a file in turn with
   * those of this process. What is read in several steps may be of several moments, but each step
   * sees only what was stored. Methods of {@link Rows} that write throw {@link
   * UnsupportedOperationException}.
   *
   * @throws io.freightsdk.spend.SpendLedgerException if the storage failed
   */
  <T> T look(Function<Rows, T> work);

  /** Whether a change or a look may wait for a disk or a network. */
  boolean mayBlock();

  /** Closes what the storage opened itself. Idempotent. */
  @Override
  void close();
}
