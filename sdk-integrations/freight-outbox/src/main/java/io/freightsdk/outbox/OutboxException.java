package io.freightsdk.outbox;

import java.io.Serial;
import java.sql.SQLException;

/** The database of the outbox failed; a creation that was stored is sent when it is back. */
public final class OutboxException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  OutboxException(SQLException failure) {
    this(withoutValues(failure), failure.getSQLState());
  }

  private OutboxException(SQLException cause, String state) {
    super("outbox: the database failed (SQL state " + state + "): " + cause.getMessage(), cause);
  }

  /** Of a value that does not fit, drivers quote the value: it may have the driver's number. */
  private static SQLException withoutValues(SQLException failure) {
    String state = String.valueOf(failure.getSQLState());
    boolean quotes = state.startsWith("22") || state.startsWith("23");
    if (!quotes) return failure;
    String text = "a value does not fit; the text of the database is left out, it may quote it";
    SQLException bare = new SQLException(text, state, failure.getErrorCode());
    bare.setStackTrace(failure.getStackTrace());
    return bare;
  }
}
