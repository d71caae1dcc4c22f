package io.freightsdk.spend;

import java.io.Serial;

/**
 * A store of books could not do its work, for example because its database is away. Before a call
 * it means that nothing was sent; after one, that the money set aside stays counted until
 * reconciled.
 */
public final class SpendStoreException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  public SpendStoreException(String what, Throwable cause) {
    super(what, cause);
  }
}
