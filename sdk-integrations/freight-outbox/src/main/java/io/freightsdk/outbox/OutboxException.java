package io.freightsdk.outbox;

import java.io.Serial;
import java.sql.SQLException;

/** The database of the outbox failed; a creation that was stored is sent when it is back. */
public final class OutboxException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  OutboxException(SQLException cause) {
    super("outbox: the database failed: " + cause.getMessage(), cause);
  }
}
