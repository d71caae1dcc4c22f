package io.freightsdk.spend;

import java.io.Serial;

/**
 * A store of books could not do its work, for example because its database is away. Before a call
 * it means that nothing was sent or charged; after one, what was not stored is kept in memory and
 * stored again.
 */
public final class SpendStoreException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  private final boolean passing;

  /**
   * A failure of a store.
   *
   * @param passing whether the same may succeed a little later
   */
  public SpendStoreException(String what, Throwable cause, boolean passing) {
    super(what, cause);
    this.passing = passing;
  }

  /**
   * Whether the same may succeed a little later: the database was away, busy, or its pool had no
   * connection left. False if the set-up is to be fixed first.
   */
  public boolean isPassing() {
    return passing;
  }
}
