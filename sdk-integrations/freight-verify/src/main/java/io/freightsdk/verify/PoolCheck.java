package io.freightsdk.verify;

import io.freightsdk.verify.VerificationReport.Row;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** What can be seen of a pool before anything is spent. */
final class PoolCheck {
  static final String POOL = "the pool gives what a ledger needs";

  private static final Duration FIRST = Duration.ofSeconds(15);
  private static final Duration SECOND = Duration.ofSeconds(3);

  private PoolCheck() {}

  /**
   * What was found.
   *
   * @param product of the database, for a title
   * @param isUsable whether a ledger can be tried
   */
  record Found(Row row, String product, boolean isUsable) {}

  static Found of(DataSource pool) throws InterruptedException {
    Connection first;
    try {
      first = Bounded.call(pool::getConnection, FIRST);
    } catch (Bounded.Failure e) {
      return new Found(
          failed(
              "no connection: " + e.getMessage(),
              "start the database, or fix address, user and password of the pool"),
          "no database",
          false);
    }
    if (first == null) {
      return new Found(failed("it gives null", "fix the pool"), "no database", false);
    }
    try {
      // A driver may throw what it likes, and a database hang in any question.
      return Bounded.call(
          () -> {
            try (first) {
              return of(first, pool);
            }
          });
    } catch (Bounded.Failure e) {
      return new Found(failed(e.getMessage(), "fix the database"), "a database", false);
    }
  }

  private static Found of(Connection first, DataSource pool)
      throws SQLException, InterruptedException {
    DatabaseMetaData about = first.getMetaData();
    String product = about.getDatabaseProductName() + " " + about.getDatabaseProductVersion();
    if (!first.getAutoCommit()) {
      return new Found(
          failed(
              "its connections have autocommit off: they may be in a transaction of the application",
              "give the ledger a pool with autocommit on (HikariCP: autoCommit=true; Spring:"
                  + " spring.datasource.hikari.auto-commit)"),
          product,
          false);
    }
    String refusal = second(pool);
    if (refusal != null) {
      return new Found(
          failed(
              "while one connection is in use it gives no second one: " + refusal,
              "give the pool more connections (HikariCP: maximumPoolSize, 10 by default): a call in"
                  + " a transaction of yours waits for one while it holds one"),
          product,
          false);
    }
    boolean seesWhatIsNotCommitted =
        first.getTransactionIsolation() == Connection.TRANSACTION_READ_UNCOMMITTED;
    if (seesWhatIsNotCommitted && !product.startsWith("PostgreSQL")) {
      return new Found(
          failed(
              "its connections are at READ UNCOMMITTED: totals, reports and your own SQL see money"
                  + " that is rolled back. The ledger changes nothing at that level",
              "set READ COMMITTED (HikariCP: transactionIsolation=TRANSACTION_READ_COMMITTED)"),
          product,
          true);
    }
    return new Found(Row.passed(POOL, "several connections at once, autocommit on"), product, true);
  }

  /** Why there is no second connection; null if there is one. */
  private static @Nullable String second(DataSource pool) throws InterruptedException {
    try (Held second = Held.of(pool, 1, SECOND)) {
      return second.refusal();
    }
  }

  private static Row failed(String seen, String todo) {
    return Row.failed(POOL, seen, todo);
  }
}
