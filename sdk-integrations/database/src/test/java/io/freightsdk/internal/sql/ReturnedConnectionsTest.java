package io.freightsdk.internal.sql;

import static java.sql.Connection.TRANSACTION_READ_COMMITTED;
import static java.sql.Connection.TRANSACTION_SERIALIZABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.freightsdk.internal.sql.Database.Change;
import io.freightsdk.testing.JdbcProxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** As what a pool gets its connections back, and what a broken connection can hide. */
class ReturnedConnectionsTest {
  private static final Duration LIMIT = Duration.ofSeconds(5);
  private static final int TIMEOUT_OF_THE_POOL = 7_000;

  /** How a connection was at the moment at which it was closed. */
  private record Returned(int networkTimeout, boolean autoCommit) {}

  private final List<Returned> returned = new ArrayList<>();
  private final List<Integer> isolationOfStatements = new ArrayList<>();
  private final List<Integer> timeoutOfStatements = new ArrayList<>();
  private final List<Connection> aborted = new ArrayList<>();

  /** Methods of a connection that fail from now on. */
  private final Set<String> failing = new HashSet<>();

  private final Database database = new Database(pool(), "ledger");
  private Connection real;
  private boolean autoCommit = true;

  @BeforeEach
  void connect() throws SQLException {
    real = DriverManager.getConnection("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    real.setTransactionIsolation(TRANSACTION_SERIALIZABLE);
    try (Statement statement = real.createStatement()) {
      boolean unused = statement.execute("CREATE TABLE said (word VARCHAR(20))");
    }
  }

  @AfterEach
  void close() throws SQLException {
    real.close();
  }

  private static int say(Handle handle) {
    return handle.execute("INSERT INTO said (word) VALUES ('hello')");
  }

  private int change() throws SQLException {
    return database.tryChange(handle -> new Change<>(say(handle), true), LIMIT);
  }

  private int logged() {
    failing.clear();
    return database.withoutTransaction(
        handle -> handle.createQuery("SELECT COUNT(*) FROM said").mapTo(Integer.class).one());
  }

  private Returned asItWas() {
    return new Returned(TIMEOUT_OF_THE_POOL, autoCommit);
  }

  @Test
  void changeRestoresTimeoutAndAutocommit() throws SQLException {
    int unused = change();

    assertThat(isolationOfStatements).containsOnly(TRANSACTION_READ_COMMITTED);
    assertThat(timeoutOfStatements).containsOnly((int) LIMIT.toMillis());
    assertThat(returned).containsExactly(asItWas());
  }

  @Test
  void connectionWithAutocommitOffIsReturnedUnchanged() throws SQLException {
    autoCommit = false;
    int unused = change();
    assertThat(logged()).isOne();
    assertThat(returned).hasSize(2).containsOnly(asItWas());
  }

  @Test
  void failedChangeIsRolledBackAndRestoresTheConnection() {
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                database.tryChange(
                    handle -> {
                      int unused = say(handle);
                      throw new IllegalStateException("no");
                    },
                    LIMIT))
        .withMessage("no");

    assertThat(returned).containsExactly(asItWas());
    assertThat(aborted).isEmpty();
    assertThat(logged()).isZero();
  }

  @Test
  void changeWithoutWritesIsRolledBack() throws SQLException {
    assertThat(
            database.<String>tryChange(handle -> new Change<>("no: " + say(handle), false), LIMIT))
        .isEqualTo("no: 1");
    assertThat(logged()).isZero();
  }

  @Test
  void readRestoresTheTimeout() throws SQLException {
    int unused = database.<Integer>tryWithoutTransaction(ReturnedConnectionsTest::say, LIMIT);
    assertThat(timeoutOfStatements).containsOnly((int) LIMIT.toMillis());
    assertThat(returned).containsExactly(asItWas());
  }

  /** Turning autocommit on would commit what could not be rolled back. */
  @Test
  void connectionIsDroppedIfRollbackFails() {
    failing.addAll(List.of("commit", "rollback"));
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(() -> database.inTransaction(ReturnedConnectionsTest::say))
        .withMessageContaining("commit failed");

    assertThat(aborted).hasSize(1);
    assertThat(returned).extracting(Returned::autoCommit).containsExactly(false);
  }

  /** A connection that breaks between the commit and its return. */
  @Test
  void committedWorkIsNotReportedAsAFailure() {
    int done =
        database.inTransaction(
            handle -> {
              int result = say(handle);
              failing.addAll(List.of("setAutoCommit", "abort", "close"));
              return result;
            });
    assertThat(done).isOne();
    assertThat(logged()).isOne();
  }

  /** Has one connection, which has settings of the application. H2 knows no timeout. */
  private DataSource pool() {
    return JdbcProxy.dataSource(
        () -> {
          real.setAutoCommit(autoCommit);
          return borrowed();
        });
  }

  private Connection borrowed() {
    int[] timeout = {TIMEOUT_OF_THE_POOL};
    Connection[] made = new Connection[1];
    made[0] =
        JdbcProxy.of(
            Connection.class,
            (method, arguments) -> {
              String name = method.getName();
              if (failing.contains(name)) throw new SQLException(name + " failed", "08006");
              switch (name) {
                case "getNetworkTimeout" -> {
                  return timeout[0];
                }
                case "setNetworkTimeout" -> {
                  timeout[0] = (int) arguments[1];
                  return null;
                }
                case "prepareStatement" -> {
                  isolationOfStatements.add(real.getTransactionIsolation());
                  timeoutOfStatements.add(timeout[0]);
                }
                case "abort" -> {
                  aborted.add(made[0]);
                  return null;
                }
                case "close" -> {
                  returned.add(new Returned(timeout[0], real.getAutoCommit()));
                  return null;
                }
                default -> {}
              }
              return JdbcProxy.invoke(real, method, arguments);
            });
    return made[0];
  }
}
