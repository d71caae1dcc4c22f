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
 * How an {@link Instant} is bound and read: as a {@code TIMESTAMP WITH TIME ZONE} in PostgreSQL and
 * H2, as a {@code DATETIME} of UTC in MySQL, and as a text of UTC in SQLite; so neither the zone of
 * the JVM nor that of a session matters. Milliseconds are kept, and the rest is cut off.
 */
final class Instants extends AbstractArgumentFactory<Instant> implements ColumnMapper<Instant> {
  /** Of one length, so that texts compare as times do. */
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
