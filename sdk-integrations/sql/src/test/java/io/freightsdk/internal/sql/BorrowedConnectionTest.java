package io.freightsdk.internal.sql;

import static java.sql.Connection.TRANSACTION_READ_COMMITTED;
import static java.sql.Connection.TRANSACTION_SERIALIZABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.freightsdk.watch.jdbc.JdbcPositionCache;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executor;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the application's pool gets its connections back as: as it gave them. */
class BorrowedConnectionTest {
  private static final int TIMEOUT_OF_THE_POOL = 7_000;
  private static final int PATIENCE = (int) Connections.PATIENCE.toMillis();

  private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

  /** How a connection was at the moment at which it was closed. */
  private record Returned(int networkTimeout, int isolation, boolean autoCommit) {}

  private final List<Returned> returned = new ArrayList<>();
  private final List<Integer> isolationOfStatements = new ArrayList<>();
  private final List<Integer> timeoutOfStatements = new ArrayList<>();
  private boolean rollbackFails;
  private boolean commitFails;
  private boolean inATransaction;
  private int aborted;
  private Connection real;

  @BeforeEach
  void connect() throws SQLException {
    real = DriverManager.getConnection(url);
    real.setTransactionIsolation(TRANSACTION_SERIALIZABLE);
  }

  @AfterEach
  void close() throws SQLException {
    real.close();
  }

  @Test
  void aChangeGivesItBackWithTheTimeoutTheIsolationAndTheAutocommitItHad() {
    Transactions transactions = transactions();
    isolationOfStatements.clear();
    returned.clear();
    transactions.change((sql, again) -> say(sql));

    assertThat(isolationOfStatements).containsOnly(TRANSACTION_READ_COMMITTED);
    assertThat(timeoutOfStatements).containsOnly(PATIENCE);
    assertThat(returned)
        .containsExactly(new Returned(TIMEOUT_OF_THE_POOL, TRANSACTION_SERIALIZABLE, true));
  }

  @Test
  void aChangeThatFailsGivesItBackAsItWasAndRolledBack() throws SQLException {
    Transactions transactions = transactions();
    returned.clear();
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(
            () ->
                transactions.change(
                    (sql, again) -> {
                      int unused = say(sql);
                      throw new IllegalStateException("no");
                    }));

    assertThat(returned)
        .containsExactly(new Returned(TIMEOUT_OF_THE_POOL, TRANSACTION_SERIALIZABLE, true));
    assertThat(aborted).isZero();
    assertThat(
            transactions.<List<String>>look(
                sql -> sql.list("SELECT word FROM said", row -> row.getString(1))))
        .isEmpty();
  }

  @Test
  void aLookAndAReadOfAPositionGiveItBackWithTheTimeoutItHad() {
    Transactions transactions = transactions();
    JdbcPositionCache positions = JdbcPositionCache.open(dataSource());
    returned.clear();
    transactions.look(sql -> sql.list("SELECT word FROM said", row -> row.getString(1)));
    assertThat(positions.get("LD-1")).isNull();

    assertThat(returned)
        .isNotEmpty()
        .containsOnly(new Returned(TIMEOUT_OF_THE_POOL, TRANSACTION_SERIALIZABLE, true));
  }

  /** Turning autocommit on would commit what could not be rolled back. */
  @Test
  void aTransactionThatCannotBeRolledBackReachesNoOtherCaller() {
    Transactions transactions = transactions();
    commitFails = true;
    rollbackFails = true;
    returned.clear();
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(() -> transactions.change((sql, again) -> say(sql)));

    assertThat(aborted).isPositive().isEqualTo(returned.size());
    assertThat(returned).extracting(Returned::autoCommit).containsOnly(false);
  }

  @Test
  void aConnectionThatIsInATransactionOfTheApplicationIsGivenBackAsItIs() {
    Transactions transactions = transactions();
    inATransaction = true;
    returned.clear();
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(() -> transactions.change((sql, again) -> say(sql)))
        .withMessageContaining("autocommit off");

    assertThat(returned)
        .containsExactly(new Returned(TIMEOUT_OF_THE_POOL, TRANSACTION_SERIALIZABLE, false));
  }

  private Transactions transactions() {
    Transactions made = new Transactions(dataSource());
    made.look(sql -> sql.update("CREATE TABLE said (word VARCHAR(20))"));
    return made;
  }

  private static int say(Sql sql) {
    return sql.update("INSERT INTO said (word) VALUES ('hello')");
  }

  /** A pool of one connection, which has settings of the application. H2 knows no timeout. */
  private DataSource dataSource() {
    return (DataSource)
        Proxy.newProxyInstance(
            BorrowedConnectionTest.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) -> {
              real.setAutoCommit(!inATransaction);
              return borrowed();
            });
  }

  private Connection borrowed() {
    int[] timeout = {TIMEOUT_OF_THE_POOL};
    return (Connection)
        Proxy.newProxyInstance(
            BorrowedConnectionTest.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              switch (method.getName()) {
                case "getNetworkTimeout":
                  return timeout[0];
                case "setNetworkTimeout":
                  assertThat(arguments[0]).isInstanceOf(Executor.class);
                  timeout[0] = (int) arguments[1];
                  return null;
                case "prepareStatement":
                  isolationOfStatements.add(real.getTransactionIsolation());
                  timeoutOfStatements.add(timeout[0]);
                  break;
                case "commit":
                  if (commitFails) throw new SQLException("connection reset", "08006");
                  break;
                case "rollback":
                  if (rollbackFails) throw new SQLException("connection reset", "08006");
                  break;
                case "abort":
                  aborted++;
                  return null;
                case "close":
                  returned.add(
                      new Returned(
                          timeout[0], real.getTransactionIsolation(), real.getAutoCommit()));
                  return null;
                default:
                  break;
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
