package io.freightsdk.spend;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * The ledger cannot be read or changed, for example because its database is not reachable. Before a
 * call this means that nothing was sent or charged. After a call, what could not be stored is kept
 * in memory and stored later.
 */
public final class SpendLedgerException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  private final boolean passing;

  /**
   * A failure of a storage.
   *
   * @param passing whether the same operation may succeed a little later, which is so for
   *     everything that a driver or a pool throws; false if something has to be fixed first: a
   *     table is missing, the database is not supported or may lose commits, a file is gone
   */
  public SpendLedgerException(String message, @Nullable Throwable cause, boolean passing) {
    super(message, cause);
    this.passing = passing;
  }

  /** Whether the same operation may succeed a little later; false if something has to be fixed. */
  public boolean isPassing() {
    return passing;
  }
}
