package io.freightsdk.internal.sql;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.argument.AbstractArgumentFactory;
import org.jdbi.v3.core.argument.Argument;
import org.jdbi.v3.core.config.ConfigRegistry;
import org.jdbi.v3.core.mapper.ColumnMapper;
import org.jdbi.v3.core.statement.StatementContext;
import org.jspecify.annotations.Nullable;

/**
 * Binds and reads an {@link Instant}: as {@code TIMESTAMP WITH TIME ZONE} in PostgreSQL and H2, as
 * {@code DATETIME} in UTC in MySQL, and as text in UTC in SQLite. The time zones of the JVM and the
 * session do not matter. Times are truncated to milliseconds.
 */
final class Instants extends AbstractArgumentFactory<Instant> implements ColumnMapper<Instant> {
  /** Texts of one length, which sort like times. */
  private static final DateTimeFormatter TEXT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final Dialect dialect;

  private Instants(Dialect dialect) {
    super(Types.TIMESTAMP);
    this.dialect = dialect;
  }

  static void register(Handle handle, Dialect dialect) {
    Instants instants = new Instants(dialect);
    handle.registerArgument(instants).registerColumnMapper(Instant.class, instants);
  }

  @Override
  protected Argument build(Instant value, ConfigRegistry config) {
    Instant time = value.truncatedTo(ChronoUnit.MILLIS);
    return (position, statement, context) -> set(statement, position, time);
  }

  private void set(PreparedStatement statement, int position, Instant time) throws SQLException {
    switch (dialect) {
      case POSTGRESQL, H2 -> statement.setObject(position, time.atOffset(ZoneOffset.UTC));
      case MYSQL -> statement.setObject(position, LocalDateTime.ofInstant(time, ZoneOffset.UTC));
      case SQLITE -> statement.setString(position, TEXT.format(time));
    }
  }

  @Override
  public @Nullable Instant map(ResultSet row, int column, StatementContext context)
      throws SQLException {
    return switch (dialect) {
      case POSTGRESQL, H2 -> {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        yield time == null ? null : time.toInstant();
      }
      case MYSQL -> {
        LocalDateTime time = row.getObject(column, LocalDateTime.class);
        yield time == null ? null : time.toInstant(ZoneOffset.UTC);
      }
      case SQLITE -> {
        String time = row.getString(column);
        yield time == null ? null : Instant.parse(time);
      }
    };
  }
}
