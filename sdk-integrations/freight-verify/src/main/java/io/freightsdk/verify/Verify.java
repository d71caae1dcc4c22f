package io.freightsdk.verify;

import io.freightsdk.spend.SpendLimits;
import io.freightsdk.sql.SchemaMode;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The command: tries a database and limits, without your pool and your options, which only your
 * code knows. The password is read from the environment variable {@code FREIGHT_DATABASE_PASSWORD}.
 */
public final class Verify {
  private static final String USAGE =
      """
      java -cp ... io.freightsdk.verify.Verify --url jdbc:postgresql://... [--user NAME]
        [--limit-per-minute USD] [--limit-per-hour USD] [--limit-per-day USD [--day-zone ZONE]]
        [--limit-total USD] [--max-price USD] [--price USD] [--deadline SECONDS]
        [--request-timeout SECONDS] [--schema create|validate] [--name LEDGER]
        [--at-most SECONDS]
      The password is read from FREIGHT_DATABASE_PASSWORD. Ends with 0 if all that was tried passed,
      1 if something failed, 2 if this is not understood.
      """;
  private static final List<String> OPTIONS =
      List.of(
          "url",
          "user",
          "limit-per-minute",
          "limit-per-hour",
          "limit-per-day",
          "day-zone",
          "limit-total",
          "max-price",
          "price",
          "deadline",
          "request-timeout",
          "schema",
          "name",
          "at-most");

  private Verify() {}

  /**
   * Prints the table and ends the JVM: 0 if nothing failed, 1 if something did, 2 for a mistake.
   */
  public static void main(String[] arguments) {
    // What clients warn of meanwhile is in the table.
    LogManager.getLogManager().reset();
    System.exit(run(arguments, System.getenv("FREIGHT_DATABASE_PASSWORD"), System.out));
  }

  static int run(String[] arguments, @Nullable String password, PrintStream out) {
    VerificationReport report;
    try {
      report = verification(options(arguments), password).run();
    } catch (IllegalArgumentException | java.time.DateTimeException e) {
      out.println(e.getMessage());
      out.print(USAGE);
      return 2;
    }
    out.println(report);
    return report.passed() ? 0 : 1;
  }

  private static Map<String, String> options(String[] arguments) {
    Map<String, String> options = new LinkedHashMap<>();
    for (int i = 0; i < arguments.length; i += 2) {
      String name = arguments[i].replaceFirst("^--", "");
      if (!arguments[i].startsWith("--") || !OPTIONS.contains(name)) {
        throw new IllegalArgumentException("unknown option " + arguments[i]);
      }
      if (i + 1 == arguments.length) throw new IllegalArgumentException(arguments[i] + " of what?");
      options.put(name, arguments[i + 1]);
    }
    if (!options.containsKey("url")) throw new IllegalArgumentException("--url is missing");
    return options;
  }

  private static Verification verification(Map<String, String> options, @Nullable String password) {
    SpendLimits.Builder limits = SpendLimits.builder();
    String zone = options.get("day-zone");
    options.forEach(
        (name, value) -> {
          switch (name) {
            case "limit-per-minute" -> limits.perMinute(value);
            case "limit-per-hour" -> limits.perHour(value);
            case "limit-per-day" -> {
              if (zone == null) limits.perDay(value);
              else limits.perDay(value, ZoneId.of(zone));
            }
            case "limit-total" -> limits.total(value);
            default -> {}
          }
        });
    DataSource database =
        new Plain(String.valueOf(options.get("url")), options.get("user"), password);
    Verification verification =
        Verification.of(database, options.getOrDefault("name", "freight")).limits(limits.build());
    options.forEach(
        (name, value) -> {
          switch (name) {
            case "price" -> verification.price(value);
            case "at-most" -> verification.atMost(seconds(name, value));
            case "request-timeout" -> verification.requestTimeout(seconds(name, value));
            case "schema" -> {
              SchemaMode mode = SchemaMode.valueOf(value.toUpperCase(java.util.Locale.ROOT));
              verification.ledger(builder -> builder.schema(mode));
            }
            default -> {}
          }
        });
    Duration deadline =
        options.containsKey("deadline")
            ? seconds("deadline", String.valueOf(options.get("deadline")))
            : null;
    String maxPrice = options.get("max-price");
    return verification.client(
        builder -> {
          if (deadline != null) builder.deadline(deadline);
          if (maxPrice != null) builder.maxPrice(maxPrice);
        });
  }

  private static Duration seconds(String name, String value) {
    try {
      return Duration.ofSeconds(Long.parseLong(value));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("--" + name + ": expected seconds, got " + value, e);
    }
  }

  /** Connections of the driver, without a pool. */
  private record Plain(String url, @Nullable String user, @Nullable String password)
      implements DataSource {
    @Override
    public Connection getConnection() throws SQLException {
      return user == null
          ? DriverManager.getConnection(url)
          : DriverManager.getConnection(url, user, password);
    }

    @Override
    public Connection getConnection(String otherUser, String otherPassword) throws SQLException {
      return DriverManager.getConnection(url, otherUser, otherPassword);
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
      return null;
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) {}

    @Override
    public void setLoginTimeout(int seconds) {}

    @Override
    public int getLoginTimeout() {
      return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
      throw new SQLFeatureNotSupportedException();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
      throw new SQLException("wraps nothing");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
      return false;
    }

    @Override
    public String toString() {
      return "a database of the command";
    }
  }
}
