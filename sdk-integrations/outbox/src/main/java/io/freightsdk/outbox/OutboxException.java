package io.freightsdk.outbox;

import java.io.Serial;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The database of the outbox failed; a creation that was stored is sent when it is back. */
public final class OutboxException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;
  private static final int MYSQL_DUPLICATE = 1062;

  OutboxException(SQLException failure) {
    this(withoutValues(failure), failure.getSQLState());
  }

  private OutboxException(SQLException cause, @Nullable String state) {
    super("outbox: the database failed (SQL state " + state + "): " + cause.getMessage(), cause);
  }

  /** No row is written while the table is made, so the database quotes nothing of one. */
  static OutboxException ofMaking(SQLException failure) {
    return new OutboxException(failure, failure.getSQLState());
  }

  /** Of a row that it does not take, drivers quote values: they may have the driver's number. */
  private static SQLException withoutValues(SQLException failure) {
    String state = String.valueOf(failure.getSQLState());
    boolean misfit = state.startsWith("22");
    boolean refused = state.startsWith("23");
    if (!misfit && !refused) return failure;
    boolean there = state.equals("23505") || failure.getErrorCode() == MYSQL_DUPLICATE;
    String why =
        there
            ? "a row of this key is there already, stored by somebody else at the same moment;"
                + " repeat the transaction"
            : misfit ? "a value does not fit its column" : "a rule of the table refuses the row";
    String text = why + " (the text of the database is left out, it may quote values)";
    SQLException bare = new SQLException(text, state, failure.getErrorCode());
    bare.setStackTrace(failure.getStackTrace());
    return bare;
  }
}
