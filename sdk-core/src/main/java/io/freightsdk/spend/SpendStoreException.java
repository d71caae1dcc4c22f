package io.freightsdk.spend;

import java.io.Serial;

/**
 * A spend store failed, for example because its database is not reachable. Before a call this means
 * that nothing was sent or charged. After a call, entries that could not be stored are kept in
 * memory and stored later.
 */
public final class SpendStoreException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  private final boolean passing;

  /**
   * A failure of a store.
   *
   * @param passing whether the same operation may succeed a little later
   */
  public SpendStoreException(String what, Throwable cause, boolean passing) {
    super(what, cause);
    this.passing = passing;
  }

  /**
   * Whether the same operation may succeed a little later, which is so for everything that a driver
   * or a pool throws. False if something has to be fixed first: a table is missing, the database is
   * not supported or may lose commits, or the data source gives connections with autocommit off.
   */
  public boolean isPassing() {
    return passing;
  }
}
