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
   * Whether the same operation may succeed a little later: the database was not reachable or busy,
   * or its pool had no free connection. False if the configuration has to be fixed first.
   */
  public boolean isPassing() {
    return passing;
  }
}
