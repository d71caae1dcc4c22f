package io.freightsdk.internal.spend.jdbc;

import io.freightsdk.internal.spend.Micros;
import io.freightsdk.internal.spend.NanoUsd;
import io.freightsdk.internal.sql.Database;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How times and amounts of the rules stand in columns that people read. SQLite has neither type:
 * there amounts are whole billionths, because its NUMERIC is a floating-point number, and times are
 * texts of one length, which sort as the times do.
 *
 * @param database where the columns are
 */
record Values(Database database) {
  private static final LocalDateTime ZERO = LocalDateTime.of(1970, 1, 1, 0, 0);

  /** The first and the last time that every database can store. */
  private static final long FIRST = micros(LocalDateTime.of(1000, 1, 1, 0, 0));

  private static final long LAST = micros(LocalDateTime.of(9999, 12, 31, 23, 59, 59, 999_999_000));

  private static final DateTimeFormatter TEXT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT);

  /** Without a zone, so that no driver converts it: UTC. */
  Object time(long micros) {
    long within = Math.max(FIRST, Math.min(LAST, micros));
    LocalDateTime time = ZERO.plus(within, ChronoUnit.MICROS);
    return database == Database.SQLITE ? TEXT.format(time) : time;
  }

  /** NULL for 0. */
  @Nullable Object timeOrNull(long micros) {
    return micros == 0 ? null : time(micros);
  }

  /** 0 for NULL. */
  long micros(ResultSet row, int column) throws SQLException {
    if (database == Database.SQLITE) {
      String text = row.getString(column);
      return text == null ? 0 : micros(LocalDateTime.parse(text, TEXT));
    }
    LocalDateTime time = row.getObject(column, LocalDateTime.class);
    return time == null ? 0 : micros(time);
  }

  private static long micros(LocalDateTime time) {
    return Micros.of(time.toInstant(ZoneOffset.UTC));
  }

  Object usd(long nano) {
    return database == Database.SQLITE ? (Object) nano : BigDecimal.valueOf(nano, NanoUsd.SCALE);
  }

  /** 0 for NULL. */
  long nano(ResultSet row, int column) throws SQLException {
    if (database == Database.SQLITE) return row.getLong(column);
    BigDecimal usd = row.getBigDecimal(column);
    return usd == null ? 0 : usd.movePointRight(NanoUsd.SCALE).longValueExact();
  }

  static @Nullable Boolean flag(ResultSet row, int column) throws SQLException {
    boolean flag = row.getBoolean(column);
    return row.wasNull() ? null : flag;
  }

  static @Nullable Long number(ResultSet row, int column) throws SQLException {
    long number = row.getLong(column);
    return row.wasNull() ? null : number;
  }

  /** PostgreSQL stores no NUL: one in a text of the service is no reason not to book its call. */
  static @Nullable String text(@Nullable String text) {
    return text == null || text.indexOf('\0') < 0 ? text : text.replace("\0", "");
  }

  /** For LIKE with {@code ESCAPE '!'}. */
  static String literal(String text) {
    return text.replace("!", "!!").replace("%", "!%").replace("_", "!_");
  }
}
