package io.freightsdk.internal.ledger.jdbc;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import org.jdbi.v3.core.argument.Argument;
import org.jdbi.v3.core.statement.StatementContext;
import org.jspecify.annotations.Nullable;

/**
 * A value of a statement, as its driver takes it. JDBI asks each value for its text, so that is a
 * constant.
 */
final class Value implements Argument {
  private static final Value NULL_TEXT = new Value(null, true);

  private final @Nullable Object value;
  private final boolean isText;

  private Value(@Nullable Object value, boolean isText) {
    this.value = value;
    this.isText = isText;
  }

  static Value of(@Nullable Object value) {
    return new Value(value, false);
  }

  /**
   * The same, with null as a text: PostgreSQL plans a statement again when a type of its values
   * changes.
   */
  static Value ofText(@Nullable Object value) {
    return value == null ? NULL_TEXT : of(value);
  }

  @Override
  public void apply(int position, PreparedStatement statement, StatementContext context)
      throws SQLException {
    if (isText) statement.setNull(position, Types.VARCHAR);
    else statement.setObject(position, value);
  }

  @Override
  public String toString() {
    return "?";
  }
}
